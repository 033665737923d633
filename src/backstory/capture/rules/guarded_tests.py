"""Bans on weakening tests that somebody who is named made: `don't loosen those tolerances! Anton wrote these tests`."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import skip_lead
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_WEAKENS: Final = Pattern(
    r"(?:please |ever )*(?:do not|don't|dont|never) (?:ever |just )?(?:loosen|weaken|relax|lower|raise|widen|soften"
    r"|drop|change|touch|edit|adjust|bump) (?:the |any |those |these |their )?(?:[\w-]+ ){0,2}?(?:tolerances?"
    r"|thresholds?|asserts?|assertions?|timeouts?|limits?|expectations?|expected (?:values?|output)|snapshots?"
    r"|bounds|fixtures?|tests?|specs?)\b[^;:?]{0,40}[.!]*$"
)
_OF_TESTS: Final = Pattern(r"\b(?:tests?|specs?)\b")
_MADE: Final = Pattern(
    r"(?:^|[,;:–—] |\b(?:and|because|since) )(?P<who>[A-ZÄÖÜÉ][a-zà-ÿ]{2,}|(?:the|our) [\w-]+ (?:team|people|folks)) "
    r"(?:has |have )?(?:wrote|written|tuned|chose|chosen|picked|measured|calibrated|made|owns?|set) (?:them|it|these"
    r"|those|the|each|every|all)\b"
    r"|\b(?:written|tuned|chosen|picked|measured|calibrated|made|set) by (?:[A-Z][a-z]{2,}|(?:the|our) [\w-]+ (?:team"
    r"|people|folks))\b"
)
"""Who made them."""
_MAX_REASON: Final = 240


def find_guard(sentences: Sequence[Sentence], place: int) -> str:
    """Why a sentence forbids to weaken tests, with the person who made them; empty for any other."""
    one = sentences[place]
    if one.is_question or not _WEAKENS.match(one.plain, skip_lead(one.plain)):
        return ""
    following = [each for each in sentences[place + 1 : place + 3] if each.paragraph == one.paragraph]
    reason = " ".join(each.text for each in following if not each.is_question)
    is_of_tests = _OF_TESTS.search(f"{one.plain} {reason.lower()}") is not None
    return reason if is_of_tests and len(reason) <= _MAX_REASON and _MADE.search(reason) else ""
