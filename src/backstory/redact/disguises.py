"""Text as it is seen: without colours of a terminal and characters that have no width, with characters that only look
or are written otherwise in their plain form.

A name or a value that such a character cuts in two is read as one by whoever looks at it, and so it is here.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from backstory.redact.decode import find_in_view
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span

if TYPE_CHECKING:
    from backstory.redact.rules import Rules

LONGEST: Final = 1024
"""Bytes of a line before and behind such a character that are read with it."""
_SIGNS: Final = (b"\x1b", b"\\", b"&", b"\xe2", b"\xc2", b"\xef", b"\0")
"""Bytes without one of which a text has none of these characters."""
_DISGUISE: Final = Pattern(
    rb"((?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;?]*[A-Za-z]|"
    rb"\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xa4]|\xc2\xad|\xef\xbb\xbf|\\u20(?:0[b-fB-F]|60)|\\u00[aA][dD]|\x00)|"
    rb"(\xc2\xa0|\xe2\x80\xaf|\\u00[aA]0|&#160;|&nbsp;)|"
    rb"((?:\xef\xbc[\x81-\xbf]|\xef\xbd[\x80-\x9e]){4,})|"
    rb"&#([0-9]{2,3});|&#[xX]([0-9A-Fa-f]{2});|\\([01][0-7]{2})"
)
"""Groups: what is not seen, blanks, wide letters, and numbers of characters in three notations."""


def find_disguised(
    text: bytes, start: int, end: int, rules: "Rules", find: Callable[..., list[Span]]
) -> Iterator[Span]:
    """Secrets in `text[start:end]` that show only when such characters are read as what they stand for."""
    for sign in _SIGNS:
        if text.find(sign, start, end) >= 0:
            break
    else:
        return
    edits: list[tuple[int, int, bytes]] = []
    left = right = -1
    for groups in _DISGUISE.each(text, start, end):
        first, last = groups[0]
        if edits and first > right:
            yield from find_in_view(text, left, right, edits, rules, find, joined=False)
            edits = []
        if not edits:
            floor = max(start, right, first - LONGEST)
            left = max(floor, text.rfind(b"\n", floor, first) + 1)
        if last > right:
            right = text.find(b"\n", last, min(end, last + LONGEST))
            right = min(end, last + LONGEST) if right < 0 else right
        edits += _read(text, groups)
    if edits:
        yield from find_in_view(text, left, right, edits, rules, find, joined=False)


def find_disguises(text: bytes) -> Iterator[tuple[int, int]]:
    """The places of such characters."""
    if any(sign in text for sign in _SIGNS):
        yield from (groups[0] for groups in _DISGUISE.each(text, 0, len(text)))


def _read(text: bytes, groups: Spans) -> list[tuple[int, int, bytes]]:
    """What the characters of a match stand for, each with its place."""
    first, last = groups[0]
    if groups[1][0] >= 0:
        return [(first, last, b"")]
    if groups[2][0] >= 0:
        return [(first, last, b" ")]
    if groups[3][0] >= 0:
        wide = text[first:last].decode("utf-8")
        return [(first + 3 * n, first + 3 * n + 3, bytes((ord(char) - 0xFEE0,))) for n, char in enumerate(wide)]
    base, place = next((base, place) for base, place in zip((10, 16, 8), groups[4:7], strict=True) if place[0] >= 0)
    code = int(text[slice(*place)], base)
    return [(first, last, bytes((code,)))] if 9 <= code < 127 else []
