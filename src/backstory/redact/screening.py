"""Tells of many texts at once in which of them a secret could be.

Nothing is found in a text without a place that the search starts from. Such places are searched in all texts joined,
which takes a third of the time of as many searches; a text with such a place has to be checked by itself.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from backstory.redact import readable_credentials
from backstory.redact.codes import ANNOUNCED
from backstory.redact.disguises import find_disguises
from backstory.redact.login_words import LOGIN, SYSTEMS, find_login_words
from backstory.redact.scan import SHAPED, find_announced, find_drawn, find_given
from backstory.redact.syntax import CREDENTIAL_WORD

if TYPE_CHECKING:
    from backstory.redact.rules import Rules

BETWEEN: Final = b"\n\n"
"""Between two texts. No pattern of a single run or word reaches over it, and one that does is a place in both."""
_MARK: Final = b"[REDACTED:"
STARTS: Final = (
    *SHAPED.patterns, CREDENTIAL_WORD, *readable_credentials.ANNOUNCED.patterns, LOGIN, ANNOUNCED,
)  # fmt: skip
"""The patterns of places that the search starts from, apart from runs that may be drawn, disguises and marks.

Those of `SYSTEMS` have digits, and are told by these.
"""


def choose_suspects(texts: Sequence[bytes], rules: "Rules") -> set[int]:
    """The numbers of the texts in which something could be found."""
    joined = BETWEEN.join(texts)
    starts = [0, *accumulate(len(text) + len(BETWEEN) for text in texts)]
    suspects: set[int] = set()
    for first, last in _places(joined, rules):
        suspects.update(range(bisect_right(starts, first) - 1, min(bisect_right(starts, last), len(texts))))
    return suspects


def _places(data: bytes, rules: "Rules") -> Iterator[tuple[int, int]]:
    """Every place that the search starts from: runs that may be drawn, shapes, telling words, what is
    given, disguises, and marks."""
    hits, _ = find_drawn(data, 0, len(data), rules)
    yield from ((first, last) for first, last, _ in hits)
    yield from (groups[0] for groups in SHAPED.each(data, 0, len(data)))
    yield from ((first, last) for first, last, _ in find_announced(data, 0, len(data)))
    yield from ((first, last) for first, last, _ in find_given(data, 0, len(data)))
    yield from ((word.start, word.end) for word in find_login_words(data, 0, len(data), len(data)))
    yield from (groups[0] for groups in ANNOUNCED.each(data, 0, len(data)))
    yield from (groups[0] for groups in SYSTEMS.each(data, 0, len(data)))
    yield from find_disguises(data)
    place = data.find(_MARK)
    while place >= 0:
        yield place, place + len(_MARK)
        place = data.find(_MARK, place + 1)
