"""Where a text may be cut after a sentence: not behind an abbreviation such as `e.g.`, whose sentence goes on."""

import re
from collections.abc import Iterable
from typing import Final

from backstory.model.late_pattern import late_pattern

_ABBREVIATED: Final = late_pattern(
    r"(?:(?<![\w'-])(?:e\.?g|i\.?e|vs|cf|approx|ca|resp|incl|excl|viz|z\.?\s?b|bzw|d\.?\s?h|u\.?\s?a|vgl|p\.?\s?ex|fig"
    r"|dr|mr|mrs|ms|prof|st|ex|nr|p\.?\s?ej))\.$"
)
"""What ends in a full stop that ends no sentence."""
_SPACED: Final = late_pattern(r"(?<![\w'-])(?:z\. ?b|d\. ?h|u\. ?a|p\. ?e[xj]|i\. ?e|e\. ?g)\.", re.IGNORECASE)
"""What is written with a blank within."""
_MAYBE: Final = late_pattern(r"(?<![\w'-])(?:etc|usw|al|no|min|max|jr|inc|ltd|co)\.$")
"""What may stand at the end of a sentence as well: a small letter or a number behind it goes on."""
_LONGEST: Final = 10
"""Characters before a full stop in which an abbreviation is looked for."""


def ends_sentence(text: str, stop: int) -> bool:
    """Whether the mark at a place ends a sentence; false for the full stop of an abbreviation."""
    if text[stop : stop + 1] != ".":
        return True
    head = text[max(0, stop - _LONGEST) : stop + 1].lower()
    if _ABBREVIATED.search(head) or _SPACED.match(text, stop - 1):
        return False
    following = text[stop + 1 :].lstrip()[:1]
    return not (_MAYBE.search(head) and (following.islower() or following.isdigit()))


def find_last_end(text: str, marks: Iterable[str], start: int = 0, end: int | None = None) -> int:
    """The place of the last mark between two places that ends a sentence; -1 without one. A mark is a sign with what
    follows it: `. `."""
    last = -1
    for mark in marks:
        place = text.rfind(mark, start, end)
        while place > last and not ends_sentence(text, place):
            place = text.rfind(mark, start, place)
        last = max(last, place)
    return last


def find_first_end(text: str, marks: Iterable[str]) -> int:
    """The place of the first mark that ends a sentence, not at the very beginning; -1 without one."""
    places: list[int] = []
    for mark in marks:
        place = text.find(mark, 1)
        while place > 0 and not ends_sentence(text, place):
            place = text.find(mark, place + 1)
        places += [place] if place > 0 else []
    return min(places, default=-1)
