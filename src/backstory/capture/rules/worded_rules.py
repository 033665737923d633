"""Rules in full sentences: `pushing is up to me, since ...`, `would you make sure that every method has a comment?`,
`please leave the vendor's sources alone, as they are replaced with every release`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence

_CONFIDENCE: Final = 0.88
_MAX_TEXT: Final = 400
_LEAD: Final = r"(?:^|(?:^|[;:,] )(?:(?:and|but|so|also|then|yes|no)[\s,]+)+|[;:] )"
_WORK: Final = (
    r"(?:push(?:ing|es)?|merg(?:ing|es?)|releas(?:ing|es?)|tagging|tags|publish(?:ing)?|deploy(?:ing|s|ments?)?"
    r"|reviews?"
    r"|reviewing|commit(?:ting|s)|versions?|version numbers?|backports?|backporting|the (?:release|pull request"
    r"|changelog"
    r"|merge|push)s?)"
)
_HERS: Final = Pattern(
    rf"\b{_WORK}(?: \([^)]*\))? (?:is|are|stays?|remains?) (?:entirely |always |all )?(?:up to|left to|for) (?:me"
    r"|us|[a-z]+\.? ?[a-z]*)"
    r"(?=[.,;!]|$)"
    rf"|\b{_WORK} (?:is|are) (?:done|tagged|made|cut|merged|pushed|published"
    r"|written) by [a-z]+ (?:and by nobody else|alone|only)\b"
    rf"|{_LEAD}(?:the |our )?[\w{MASK}./ -]{{3,50}}?(?: \([^)]{{3,80}}\))? (?:is|are) (?:hers|his|theirs"
    r"|mine)(?: alone)?(?=[.,;]|$)"
    rf"(?<!fault is mine)(?<!mistake is mine)(?<!idea is mine)"
    rf"|{_LEAD}i (?:will |always |shall )?(?:push|merge|release|deploy|publish|tag) (?:it |them |everything )?myself\b"
)
"""Whose part of the work something is."""
_NOT_HERS: Final = Pattern(
    r"\b(?:fault|mistake|idea|question|opinion|guess|thought|impression|decision|turn)s? (?:is|are) "
)
_ALONE: Final = Pattern(
    r"^(?:(?:and|but|so|also|then)[\s,]+)*(?:please )?(?:(?:leave|let) (?!it\b|this\b|that\b|me\b|them\b)[^;:?]{3,80}?"
    r" (?:alone|untouched|as (?:it|they) (?:is|are))\b,?(?= (?:as|because|since|for|even|which|about|nearly|almost|some"
    r"|dozens|hundreds|everybody|everything|many)\b)"
    r"|(?:keep|stay) (?:out of|away from|clear of) (?!trouble|this\b|that\b|it\b)[^;?]{3,}"
    r"|do not (?:touch|edit|change|modify) (?:anything|any of|a line|files?)\b[^;?]{3,})"
)
_RED: Final = Pattern(
    r"\b(?:red|failing|broken|half|for today|for now|for the moment|until (?:tomorrow|monday|then)|at present"
    r"|this (?:time|once))\b"
)
"""What is left alone for the moment."""
_WITHOUT: Final = Pattern(
    r"(?:^|[:;,] |\band )(?:there is )?no (?:commits?|push(?:es)?|merges?|releases?|changes?|pull requests?|tags?"
    r"|deployments?|migrations?) (?:without|before|unless)\b"
)
_ASSURES: Final = Pattern(
    r"^(?:(?:and|but|so|also|then|please)[\s,]+)*(?:would|could|can|will) you (?:please |kindly |also )*(?:make sure"
    r"|ensure|see to it|take care)(?: that)? (?=[^?]*\b(?:every|all|any|each|always|never|no|new|public|exported|in"
    r" future)\b)[^?]{10,}\?$"
)
"""A rule in the form of a polite question."""
_HOLDS_FOR: Final = Pattern(
    r"\b(?:that|this|it|which)?,? ?(?:holds?|applies|apply|goes|is true) for (?:everything|every|all|any|each"
    r"|whatever)\b"
)
_PLEASES: Final = Pattern(
    r"^(?:(?:and|but|so|also|then)[\s,]+)*you (?:may|can) [^;?]{3,120}? (?:as (?:often as )?you (?:please|like)"
    r"|whenever you (?:like|please|want)|as you (?:see fit|wish))\b"
)
_WHATEVER: Final = Pattern(
    r"^(?:(?:and|but|so|also)[\s,]+)*what(?:ever|soever) (?!you|it|they|he|she|is|i"
    rf"|we)[a-z]+s? [\w{MASK} -]{{2,40}}? (?:uses?|goes"
    r"|gets?|has|has to|must|needs?|comes?|is (?:written|tested|kept|put|called|named)|belongs?|begins|starts|ends)\b"
)
"""`whatever touches money uses Money`"""
_CUSTOM: Final = Pattern(
    r"^(?:(?:and|so|but)[\s,]+)*(?:how|this is how|the way) we (?:do|write|handle|name|commit) (?:it|this|that"
    r"|them|things"
    r"|commits)(?: here| in this \w+)?[:,] \S"
)


def add_worded_rules(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the rules that its sentences word in full, in place of decisions in them."""
    kept = list(statements)
    for place, sentence in enumerate(sentences):
        if not _lays_down(sentence):
            continue
        if any(one.kind == "rule" and one.quote.startswith(sentence.text) for one in kept):
            continue
        rule = make_rule(list(sentences), place, Cue(_find_start(sentence), _CONFIDENCE))
        kept = [one for one in kept if one.kind != "decision" or not one.quote.startswith(sentence.text)]
        kept.append(rule._replace(text=rule.text.rstrip("?")))
    return kept


def _lays_down(sentence: Sentence) -> bool:
    plain = sentence.plain
    if len(plain) > _MAX_TEXT:
        return False
    if sentence.is_question:
        return _ASSURES.match(plain) is not None
    if _RED.search(plain) or is_momentary(plain):
        return False
    if _HERS.search(plain) and not _NOT_HERS.search(plain):
        return True
    return any(one.search(plain) for one in (_ALONE, _WITHOUT, _HOLDS_FOR_ALL, _PLEASES, _WHATEVER, _CUSTOM))


_HOLDS_FOR_ALL: Final = Pattern(rf"[,;] (?:and )?{_HOLDS_FOR.source}")


def _find_start(sentence: Sentence) -> int:
    """Where a rule begins: behind what only leads to it."""
    plain = sentence.plain
    if polite := _POLITE.match(plain):
        return polite.end()
    without = _WITHOUT.search(plain)
    if without and without.start():
        return plain.index("no ", without.start())
    return skip_lead(plain)


_POLITE: Final = Pattern(
    r"^(?:(?:and|but|so|also|then|please)[\s,]+)*(?:would|could|can|will) you (?:please |kindly |also )*"
    r"(?=(?:make sure|ensure|see to it|take care)\b)"
)
