"""Review comments: `src/cart/total.ts:41 — nit: we don't abbreviate`. What a comment says of its line is an order for
that line; a rule in it is a rule, and `here` in it is the file.
"""

from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_FILE: Final = r"(?:[\w@.-]+/)*[\w@-][\w@.-]*\.[A-Za-z]{1,5}\d?"
_LINES: Final = r"(?::\d+(?:[-:,]\d+)?| ?\(?(?:L|l\.|line |lines |Zeile |ligne |línea )\d+(?:[-–]L?\d+)?\)?)"
_PLACE: Final = Pattern(
    rf"(?:(?:in|at|re|on) )?`?(?P<path>{_FILE})`?(?:{_LINES}`?|(?=:\s))[\s,:–—-]+(?=\S)"
    rf"|(?:in|re) `?(?P<named>{_FILE})`?:\s+(?=\S)"
)
_REMARK: Final = Pattern(
    r"(?:(?:nit(?:pick)?|comment(?: (?:by|from) [\w. -]{2,30})?|general comment(?: on the (?:pr|change|branch))?"
    r"|remark|note"
    r"|changes requested|minor|major|blocker|suggestion|style|question|again"
    r"|(?:this is )?(?:the )?(?:second|third|fourth|nth) time|same as (?:last time|above)"
    r"|as always)\s*(?:\([^)]*\))?[.:,–—-]+\s*)+"
)
"""What a comment begins with before it says anything."""

LINE_REMARK: Final = Pattern(
    rf"\s*(?:[-*•] )?`?(?P<path>{_FILE})`?{_LINES}`?[\s,:–—-]+(?P<text>(?!(?:error|warning|note|info|hint"
    rf"|[A-Z]{{1,4}}\d+)\b)(?=.*\b(?:please|we|our"
    r"|i|nit|don't|hands off|in here|not ours|again|belongs?|has no business|welcome)\b)(?!.*[\[(][\w/@-]+[\])]\s*$)"
    r"[A-Za-z`].{6,})$"
)
"""A line that somebody wrote about a line of a file, and no program: linters name their rule at the end."""


class Remark(NamedTuple):
    """A review comment in a sentence."""

    path: str
    """The file that it is about; empty for a comment on the whole change."""
    start: int
    """Where its words begin."""


def read_remark(sentence: Sentence) -> Remark | None:
    """The review comment that a sentence is; None for any other sentence."""
    place = _PLACE.match(sentence.text)
    start = place.end() if place else 0
    remark = _REMARK.match(sentence.plain, start)
    if place is None and remark is None:
        return None
    path = (place["path"] or place["named"]) if place else ""
    return Remark(path, remark.end() if remark else start)
