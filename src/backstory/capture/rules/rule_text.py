"""The text of a rule: the person's words from where it begins, with what it cannot be understood without."""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.dictated_rules import join_dictated
from backstory.capture.rules.rule_cues import MIN_WORDS, Cue, skip_lead
from backstory.capture.rules.rule_wordings import POINTING
from backstory.capture.text import cues, duration_cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end
from backstory.patterns.tags import TAG

_CONTEXT: Final = 240
"""Characters of a sentence that is kept to explain a rule."""


def name_what(rule: Candidate, sentences: list[Sentence]) -> Candidate:
    """A rule that only points at something, after the words that name it; without text if there are none, or if they
    name a secret: nobody keeps to a rule about what was taken out.
    """
    is_about_it = _ABOUT_IT.match(rule.text.lower()) is not None
    if not is_about_it and _UNLESS.match(rule.text.lower()):
        return _name_it(rule, sentences)
    if not is_about_it and not POINTING.match(rule.text.lower()):
        return rule
    lead = rule.quote.partition(rule.text)[0]
    if is_about_it and lead.rstrip().endswith(" and") and rule.why:
        return rule  # `update the migrations and never edit them by hand`: the order explains it
    if is_about_it and len(lead.split()) >= MIN_WORDS:
        why = "" if rule.why.strip(" .,;:–—-") in lead else rule.why
        return rule._replace(text="" if _TAKEN_OUT in lead else f"{lead}{rule.text}", why=why)
    place = next((place for place, one in enumerate(sentences) if one.text == rule.quote), 0)
    before = sentences[place - 1] if place else None
    if before is None or before.is_question or len(before.plain.split()) < MIN_WORDS or _TAKEN_OUT in before.text:
        return rule._replace(text="")
    why = "" if rule.why.strip(" .") == before.text.strip(" .") else rule.why
    return rule._replace(text=f"{before.text} {rule.text}", why=why)


def _name_it(rule: Candidate, sentences: list[Sentence]) -> Candidate:
    """`don't run it unless I say so` after what `it` is, if that is told: `the whole suite takes ages, so ...`."""
    lead = rule.quote.partition(rule.text)[0]
    if len(lead.split()) >= MIN_WORDS and _TAKEN_OUT not in lead:
        why = "" if rule.why.strip(" .,;:–—-\n") in lead else rule.why
        return rule._replace(text=f"{lead}{rule.text}", why=why)
    place = next((place for place, one in enumerate(sentences) if one.text == rule.quote), 0)
    before = sentences[place - 1] if place and not lead else None
    if before is None or before.is_question or before.paragraph != sentences[place].paragraph:
        return rule
    if len(before.plain.split()) < MIN_WORDS or len(before.text) > _CONTEXT or _TAKEN_OUT in before.text:
        return rule
    why = "" if rule.why.strip(" .\n") == before.text.strip(" .") else rule.why
    return rule._replace(text=f"{before.text} {rule.text}", why=why)


_UNLESS: Final = Pattern(
    r"^(?:(?:and|but|so|please|just)[\s,]+)*(?:don['’]?t|do not|never|only) (?:ever )?\w+ (?:it|them|this|that)\b"
    r"(?: \w+){0,2}?,? (?:unless|until|without|except|when|if|before)\b"
)
_ABOUT_IT: Final = Pattern(
    r"^(?:(?:and|but|so|please|just)[\s,]+)*(?:don['’]?t|do not|never|always) (?:ever )?\w+"
    r" (?:it|them|this|that|either(?: of (?:them|these|those))?|any of (?:them|these|those))"
    r"(?: (?:ever|again|please|anywhere|anyone|anybody|to (?:anyone|anybody|git|the repo)|in public|around|online"
    r"|by hand|manually|directly|without asking))*"
    r"(?: (?:in|into|to) (?:(?:the|a|any|our|this|your) )?(?:repo\w*|git|code|docs?|tests?|logs?|commits?|tickets?|chat"
    r"|prs?|readme\w*|source|history|wiki|config\w*|issues?))?"
    r"[\s.!]*$"
    r"|^(?:(?:and|but|so|please|just)[\s,]+)*(?!(?:keep|leave|make)\b)[a-z]+ (?:it|them|this"
    r"|that)\b(?! \w+ing\b)[^,;:]{0,60},?"
    r" (?:every (?:single )?time|each time|always)[\s.!]*$"
)
"""`don't paste it anywhere in the docs`: what is not to be done with something that other words name."""
_TAKEN_OUT: Final = "[REDACTED"


def make_rule(sentences: list[Sentence], place: int, cue: Cue) -> Candidate:
    """The rule that a sentence gives, with the words around it that it cannot be understood without."""
    sentence = sentences[place]
    if ";" in sentence.plain:  # several rules in one breath: whatever stands before the cue is one as well
        cue = cue._replace(start=skip_lead(sentence.plain))
    lead = skip_lead(sentence.plain)
    listed = _LISTED.search(sentence.plain, lead, cue.start)
    if _LIMITS.fullmatch(sentence.plain[lead : cue.start]):
        cue = cue._replace(start=lead)
    elif listed and listed.end() == cue.start:
        cue = cue._replace(start=listed.start())
    text = strip_end(TAG.sub("", sentence.text[cue.start :].strip()))
    text = f"{name_speaker(sentences, place, cue.start)}{text[_find_start(text) :]}"
    text = join_dictated(sentences, place, text)
    plain = sentence.plain
    before = sentence.text[: cue.start].strip(" ,;:–—-") if cue.start > skip_lead(plain) else ""
    return Candidate(
        kind="rule",
        text=text,
        why=_explain(sentences, place, plain[cue.start :], before),
        tags=("everywhere",) if duration_cues.holds_everywhere(sentence.plain, sentence.text, sentence.heading) else (),
        quote=sentence.text,
        role="user",
        confidence=cue.confidence,
        tier="working" if duration_cues.ON_BRANCH.search(plain) or duration_cues.is_passing(plain) else "",
        revises=cues.CHANGED.search(plain) is not None,
    )


_LISTED: Final = Pattern(
    r"(?<![^\s,])(?:(?:small|short|strict|plain|simple|explicit|imperative|lower-?case|typed|frequent|atomic"
    r"|conventional"
    r"|descriptive|clean|english|kleine|kurze|einfache|englische|petits|courts|simples|pequeños|cortos|mensajes cortos)"
    r" (?!is\b|as\b|of\b|for\b|in\b|to\b)[\w-]+,\s+)+(?:and |und |et |y )?$"
)
"""Rules of two words before another one, in a list of them: `short subject, no emojis`."""
_LIMITS: Final = Pattern(
    r"(?:for|in|on|at|with|during|until|till|while|as long as|before|after|when(?:ever)?|if|unless|once|within|outside"
    r"|für|bei|in|im|am|bis|solange|während|wenn|sobald|pour|pendant|jusqu\S+|tant que|quand|si|dans|avant|après"
    r"|para|durante|hasta|mientras|cuando|en|antes|después)\b"
    r"(?! (?:short|fact|general|the record|that case|second thoughts?|reflection|my opinion|other words|all\b|any case"
    r"|the future|future|addition|the end|least|once|best)\b)(?: [^\s,;:.]+){1,9}[,:] ?(?:please )?"
)
"""A clause before an order that says when or where it holds: `for this release, ...`, `for PR texts: ...`."""


def name_speaker(sentences: Sequence[Sentence], place: int, start: int) -> str:
    """Whom `he` and `she` mean at the beginning of a rule, as `Ada: `: the last one named in the paragraph."""
    sentence = sentences[place]
    if not _THIRD.match(sentence.plain, start) and not _OF_THIRD.search(sentence.plain, start):
        return ""
    if own := _SPOKEN_FOR.findall(sentence.text, 0, start):
        return f"{own[-1]}: "
    near = sentences[max(0, place - _BACK) : place]
    before = [one for one in near if one.paragraph == sentence.paragraph and not one.is_question]
    names = [name for one in before for name in _NAMES.findall(one.text) if name not in NOT_PEOPLE]
    names = names or [match["who"] for one in before if (match := _POSSESSOR.match(one.text))]
    return f"{names[-1]}: " if names else ""


_THIRD: Final = Pattern(r"(?:he|she|il|elle|él|ella)\b")
_OF_THIRD: Final = Pattern(r"^(?!.*\b(?:i|we|you)\b)[\w./`-]+ (?:is|are) (?:hers|his)\b")
"""`GRAMMAR.md is hers`."""
_POSSESSOR: Final = Pattern(
    r"(?:(?:no|yes|so|and|but|also)[\s,.]+)*(?P<who>[A-Za-z]{3,})['’]s (?:veto|call|wish|rule|decision|answer|review"
    r"|request"
    r"|words?|reply|objection|condition)\b"
)
"""Whose word a sentence gives: `ruta's veto: ...`."""
_NAMES: Final = Pattern(
    r"(?:(?<=^)|(?<=[a-z,] ))([A-ZÄÖÜÉÍ][^\W\d_A-Z]{2,})\b(?=,? (?:who|from|of|in|at|last|said|says|told|and|wants"
    r"|wanted|just"
    r"|yesterday|today|this|reviewed|corrected|reminded|taught|wrote|looked|thinks|asked|is|was|has|had|qui|que"
    r"|quien|der|die|hat|\()|[,.;]|$)"
)
_SPOKEN_FOR: Final = re.compile(r"\b(?:for|from|of|with|by|von|für|de|para) ([A-ZÄÖÜÉÍ][^\W\d_A-Z]{2,})\b")
_BACK: Final = 4
"""Sentences before a rule in which somebody may be named."""
_OPENING: Final = Pattern(
    r"^(?:(?:yes|yeah|yep|oui|ouais|sí|ja|exactly|genau|perfect|parfait|perfecto),\s+|no (?=(?:i|we|leave|keep)\b)"
    r"|(?:no|nope|nah),\s+(?=(?:(?:and|but) )?(?:nothing|nobody|never|don['’]?t|do not|always|only|we|you|i)\b))*"
    r"(?:(?:and|but|so|then|et|mais|und|aber|y|pero)\s+|(?:however|cependant|toutefois|allerdings|sin embargo),\s+)?"
    r"(?:(?:please )?(?:(?:remember|keep in mind|bear in mind|note)(?: that\b|[:,])"
    r"|(?:as|like) (?:i(?:'ve| have)?|we(?:'ve| have)?) (?:already |just )?(?:said|told you|mentioned)(?: before|"
    r" already)?[,:]"
    r"|as said[,:]|wie (?:schon )?gesagt[,:]|comme (?:je l'ai |déjà )?dit[,:]|como (?:ya )?(?:te )?(?:dije|he"
    r" dicho)[,:]"
    r"|(?:standing |house |new )?rules?:|reminder:|important:|that (?=\S)"
    r"|(?:one|two|three|four|a few|some) (?:more |other )?(?:things?|rules?|points?|notes?):)\s*)?",
    re.IGNORECASE,
)


def _find_start(text: str) -> int:
    """Where a rule begins after `and`, `Remember:` and the like; 0 if nothing would be left."""
    match = _OPENING.match(text)
    return match.end() if match and match.end() < len(text) else 0


_NEEDS_CONTEXT: Final = Pattern(
    r"(?<!anything )(?<!everything )(?<!nothing )"
    r"(?!(?<=[a-z]{2} )that (?:has|have|had|is|are|was|were|can|could|will|would|must|may|might|does|did|we|you"
    r"|they)\b)"
    r"\b(?<!\bas )(?<!\bway )(?:it|them|those|these|this|that|the same|the former"
    r"|the latter)\b"
    rf"(?! (?:{cues.PLACE}|branch|work|file|folder|directory|way)\b)"
)
"""Words that stand for something said before."""


def _explain(sentences: list[Sentence], place: int, plain: str, before: str) -> str:
    """The words that a rule refers to, and its reason where it stands in the next sentence."""
    parts: list[str] = []
    if _NEEDS_CONTEXT.search(plain.split(", ", 1)[0]) and MASK not in plain:
        parts.append(before or _find_context(sentences, place))
    following = sentences[place + 1 : place + 2]
    parts += [one.text for one in following if cues.REASON.match(one.plain)]
    return "\n".join(part[:_CONTEXT] for part in parts if 0 < len(part) <= 2 * _CONTEXT)


def _find_context(sentences: list[Sentence], place: int) -> str:
    """The statement before a sentence in its paragraph; empty without one."""
    before, sentence = sentences[max(0, place - 1)], sentences[place]
    is_context = place > 0 and before.paragraph == sentence.paragraph and not before.is_question
    return before.text if is_context and not _EXPLAINS_NOTHING.match(before.plain) else ""


_EXPLAINS_NOTHING: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|no|good|great|super|thanks|thank you|danke|merci|gracias|well done|nice)[\s,.!]*)+$"
    r"|(?:(?:please|then|now|and|so|ok(?:ay)?)[\s,]+)*(?:repair|fix|do|commit|push|merge|undo|revert|change|take|leave"
    r"|try|run|check|continue|go)(?: (?:it|that|this|them|on|ahead|back|again|now|please))*[.!]*$"
)
"""Thanks, and an order that says nothing of its own: `please repair it.`"""
