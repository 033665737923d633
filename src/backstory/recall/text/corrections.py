"""What a sentence does to others: it corrects one, rules something out, lifts a rule, passes a decision on."""

import re
from functools import lru_cache
from typing import Final

from backstory.base.reversals import find_reversals
from backstory.base.unspaced import count_words
from backstory.patterns.liftings import is_for_once, is_sent, read_lifting
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.settling import count_settling

_CORRECTION: Final = Pattern(
    r"\b(?:(?:i|we|he|she|they|that|it) (?:was|were) wrong|wrong about|\w+ alone was wrong|instead"
    r"|no longer|(?:not )?any ?more|rather than|after all|scrap|overrul\w+|ambiguous|mistaken?"
    r"|changed? (?:it|that|this|my)|changed?:|switch(?:ed)? (?:it|to|over)|replaced? (?:it|by|with)|so it(?:'?s| is)"
    r"|(?:has|have)? decided|actually|and not a"
    r"|(?:please )?change (?:the |your |my )?(?:plan|mind)|cámbi[ae]l\w+|chang(?:es?|ez)-l\w+|änder(?:e|st)? (?:das|es)"
    r"|finalement"
    r"|falsch|stattdessen|doch lieber|nicht mehr|faux|plutôt|en fait|mejor|ya no)\b",
    re.IGNORECASE,
    wide=r"不是.{1,20}而?是|不[对對]|[错錯]了|而不是|不再|ではなく|じゃなくて|間違|やっぱり|말고|아니라|틀렸|잘못",
)
_REASON: Final = Pattern(r",? \b(?:so|because|since|weil|damit|parce que|porque)\b")
_OTHERS: Final = Pattern(r"\b(?:she|he|her|his|they|their|sie|ihr|ihre|er|elle|ella)\b", re.IGNORECASE)
"""Words for somebody else, whose decision a sentence passes on."""
_NUMBER: Final = Pattern(
    r"\b(?:\d+|one|two|three|four|five|six|ten|half|twice|an? (?:day|hour|week|minute))\b", re.IGNORECASE
)


@judged
def passes_on(text: str) -> bool:
    """Whether a sentence settles something, and somebody else did."""
    return bool(count_settling(text) and _OTHERS.search(text))


@judged
def find_reason(text: str) -> int:
    """Where the reason for a statement begins, or the end of the text."""
    match = _REASON.search(text)
    return match.start() if match else len(text)


@judged
def corrects(text: str) -> bool:
    """Whether a sentence corrects something."""
    return bool(_CORRECTION.search(text))


@judged
def announces(text: str) -> bool:
    """Whether a sentence corrects others only by announcing what was decided, and chooses no option of several: one in
    a row of such, each of its own thing."""
    match = _ANNOUNCES.match(text)
    if match is None or _CHOOSES.match(text[match.end() :]):
        return False
    return not _CORRECTION.search(text[match.end() :])


_ANNOUNCES: Final = Pattern(
    r"\W*(?:(?:we|i)(?:['’]ve| have| had| just| also| then)* )?decided\b(?: to)?[:\s]+", re.IGNORECASE
)
_CHOOSES: Final = Pattern(
    r"(?:not|against|use|using|prefer|choose|pick|adopt|take|keep|drop|go|switch|move|change|stick|stay|on|for"
    r"|in favou?r)\b",
    re.IGNORECASE,
)
"""What follows where one of several options is chosen, so that others are not."""


@judged
def rules_out(text: str) -> bool:
    """Whether a sentence of the person rules something out."""
    return bool(find_reversals([(0, True, text)]))


@judged
def takes_back_own(text: str) -> bool:
    """Whether an agent's sentence says that something was wrong."""
    return bool(find_reversals([(0, False, text)]))


@judged
def lifts(text: str) -> bool:
    """Whether a sentence of the person lifts a rule."""
    return read_lifting(text) is not None


def read_order(text: str, beside: str) -> frozenset[str]:
    """The stems of what a person's sentence lays down, none where it lays nothing down. A short one, such as
    `actually, scratch that`, leaves it to those `beside` it what it is about."""
    if not is_order(text):
        return frozenset()
    return word_stems(beside if count_words(text) <= _REMARK else text)


_REMARK: Final = 6


@judged
def is_order(text: str) -> bool:
    """Whether a sentence of the person lays something down: no question, no errand to somebody else, not for once."""
    return not (text.endswith(("?", "？")) or is_sent(text) or is_for_once(text))


def list_announced(text: str) -> frozenset[str]:
    """The stems of what a sentence announces, without its numbers and its reason; none of any other sentence."""
    if not announces(text):
        return frozenset()
    what = text[: find_reason(text)]
    return word_stems(_NUMBER.sub(" ", what)) - _DECIDED


_DECIDED: Final = word_stems("decided")


@lru_cache(2_048)
def read_words(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of a text and its numbers."""
    numbers = _NUMBER.findall(text) if _has_numbers(text) else ()
    return word_stems(text), frozenset(number.lower() for number in numbers)


@judged
def _has_numbers(text: str) -> bool:
    return bool(_NUMBER.search(text))
