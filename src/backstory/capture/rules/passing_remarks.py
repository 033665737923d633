"""The sentences of a prompt that give no work: rules, reminders, what somebody else said, and what only replies."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.file_bans import find_ban
from backstory.capture.rules.order_parts import begins_order
from backstory.capture.rules.rule_cues import find_cue
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.signals import VERB

_RULE: Final = 0.84
"""Confidence of a rule from which it is none of the product: `the importer must never drop a row`."""
_BANS: Final = Pattern(r"^(?:(?:please|and|but|also|so|bitte)[\s,]+)*(?:never|don't|do not|niemals|nie|jamais|nunca) ")
_LEAD: Final = (
    r"^(?:(?:please|pls|and|but|also|oh|ah|ok(?:ay)?|so|yes|no|ps|hey|hi|hello|bitte|ach|und|aber|s'il te plaît|por"
    r" favor)[\s,.:!]+)*"
)
_REMINDS: Final = Pattern(
    rf"{_LEAD}(?:(?:don't|do not|dont) forget(?! to\b)|remember(?! to\b)|(?:keep|bear|have) in mind|(?:please )?note"
    r"(?: that|[:,])|be aware|mind (?:that|you)|fyi|btw|by the way|for (?:your|the) (?:info\w*|record)|heads[- ]up"
    r"|just so you know|(?:vergiss|vergesst) (?:bitte )?nicht(?!.* zu \w+)|denk\w* (?:bitte )?(?:dran|daran)"
    r"|übrigens|nebenbei|zur info"
    r"|n'oublie\w* pas (?:que|le|la|les|l')|au fait|pour info|recuerda que|no olvides (?:que|el|la|los|las)|por cierto"
    r"|não esqueça que|ricorda che)\b"
)
"""How a person mentions what is to be borne in mind."""
_TOLD: Final = Pattern(
    rf"{_LEAD}(?:(?:s?he|they|legal|support|sales|marketing|finance|security|ops|the (?:team|boss|client|customer)"
    r"|my \w+|[\w-]+)"
    r" (?:just |has |have |already )*(?:said|says|answered|replied|agreed|wrote|told me|confirmed|approved)"
    r"(?: (?:me|us|back|that))?[\s,:]*(?:yes|no|ok(?:ay)?|fine|sure|it(?:'s| is) (?:ok(?:ay)?|fine|good)|go ahead"
    r"|not yet|maybe|nothing|yep|nope)?"
    r"(?=[\s.,;:!]*$)|(?:er|sie|elle|il|ella|él) (?:hat|a|ha) (?:ja|nein|oui|non|sí|no|ok)?\s*(?:gesagt|dit|dicho)\W*$)"
)
"""What somebody else answered: `she said yes`."""
_TURNS: Final = Pattern(
    r"^(?:(?:oh|ah|hm+|ok(?:ay)?|well|sorry|but|and)[\s,.!]+)*(?:actually|wait|hang on|hold on|on second thoughts?"
    r"|moment|warte|halt|attends|espera)\b[\s,.:–—-]*(?:(?:no|wait|actually|nein|non|please)[\s,.:–—-]+)*"
    r"(?:(?:i|we)(?:'d| would)? (?:rather|prefer|(?:don't )?(?:want|like|need|think))|let's (?:not|leave|keep|do)|leave"
    r"|keep|don't)\b.{0,60}\b(?:it|that|this|them|those|these|so|one|ones|way)\b"
)
"""A turn about what was spoken of before: `actually wait, I'd rather ship that separately`."""
_WANTS: Final = Pattern(
    r"^(?:(?:so|now|then|ok(?:ay)?|and|but|please|hi|hey|today|next|first|what)[\s,.!:]+)*(?:(?:i|we)(?:'d)?"
    r" (?:really |just |would |now |still |today )*(?:want|need|like|love)|(?:ich|wir) (?:brauche\w*|möchte\w*|will"
    r"|wollen|hätte\w* gern)|je (?:veux|voudrais)|(?:quiero|necesito|queremos))"
    r"(?! (?:it|that|this|them|you to know|das|es|ça|eso)\b) \S+ \S"
)
"""How a person says what is wanted, by its name."""
_BEGINS: Final = Pattern(
    r"^(?:(?:so|now|then|ok(?:ay)?|and|but|please|pls|hi|hey|today|next|first(?:ly)?|just|also|let's"
    r"|(?:can|could|would) you(?: please)?)[\s,.!:]+)*"
    r"(?!(?:run|re-?run|check|see|look|tell|ask|keep|leave|use|try|wait|stop|commit|push)\b)"
    rf"(?:{VERB}|implement|port|draft|debug|investigate) "
    r"(?!(?:it|that|this|them|and|or|is|are|was)\b)(?:--?)?[\w`'\"./]"
)
"""An order that names something."""


def drop_remarks(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences without rules and remarks, where one of them gives work."""
    before = ["", *(one.plain for one in sentences)]
    pairs = zip(before, sentences, strict=False)
    work = [one for lead, one in pairs if lead.endswith((":", "：")) or not is_remark(one)]
    return work if any(map(gives_work, work)) else sentences


def only_remarks(sentences: Sequence[Sentence]) -> bool:
    """Whether all sentences are rules or remarks, which name no session where somebody gives work."""
    return bool(sentences) and all(map(is_remark, sentences))


def is_remark(sentence: Sentence) -> bool:
    """Whether a sentence lays down a rule, reminds of something, passes an answer on or only turns from a way."""
    plain = sentence.plain.replace("’", "'")
    if _REMINDS.match(plain) or _TOLD.match(plain) or _TURNS.match(plain):
        return True
    cue = find_cue(sentence)
    if cue is not None and (cue.confidence >= _RULE or _BANS.match(plain)):
        return True
    return find_ban([sentence], 0, beside=True)


def gives_work(sentence: Sentence) -> bool:
    """Whether a sentence orders or wants something that it names."""
    plain = sentence.plain.replace("’", "'")
    return bool(_WANTS.match(plain) or _BEGINS.match(plain) or begins_order(plain))
