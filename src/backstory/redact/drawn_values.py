"""Passwords drawn from letters, digits and signs that stand behind the word for one, whatever signs they begin with.

`password: {9kQ;z<W2`, `Das Passwort lautet ,&TEUTF^h>#ZS`. The grammar of assignments ends such a value at its first
bracket or mark. What is read here goes on to the closing quote, or to the blank, and counts only if it was drawn.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.drawn_passwords import LONGEST, SHORTEST, is_drawn_password
from backstory.redact.names import classify_name_at
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

_FOR: Final = (
    rb"(?:[ ](?:for|of|to|on|in|at|f\xc3\xbcr|von|vom|van|voor|pour|de|du|del|di|della|para|do|da|dla)"
    rb"(?:[ ][\w\x80-\xff.@/-]+)+)?"
)
_COPULA: Final = (
    rb"(?:is|was|becomes|be|to|as|by|ist|war|lautet|auf|est|\xc3\xa9tait|es|era|jest|\xc3\xa8|\xc3\xa9|er|\xc3\xa4r)"
    rb"(?:[ ](?:now|still|set|changed|reset|to|jetzt|noch|ahora|teraz|agora|maintenant))*:?"
)
_SIGN: Final = (
    rb"(?:[ \t]*(?:=>|->|:=|={1,3}|:|,|\|[ \t]|\(|\xe2\x86\x92|\xef\xbc[\x9a\x9d]|\xe6\x98\xaf|\xe3\x81\xaf|"
    rb"\xe2\x80[\x93\x94])[*_]*|[ ]*>|" + _FOR + rb"[ ]" + _COPULA + rb"|[ \t])"
)
_DRAWN: Final = Pattern(
    rb"([\w.-]*)\\?[\"'`*\])]*" + _SIGN + rb"(?:[ \t]*(?:\r?\n[ \t]+)?)"
    rb"(?:[\w.]*\(|[$@bru])?(?:\\*\"([^\"\s]+[^\"\s\\])\\*\"|'([^'\s]+)'|`([^`\s]+)`|([^\s\"'`\x80-\xff][^\s\"'`]+))"
)  # fmt: skip
"""From the end of a word for a password to the end of a value. Groups: the rest of the name; the value, in one of three
quotes or bare."""
_NEXT: Final = Pattern(rb"[&;][A-Za-z][\w .-]*=|</|&quot;")
"""What ends a bare value: the next field of an address or a connection, the closing of an element."""
_CLOSINGS: Final = (b")", b";", b"\n", b"}", b"]")
"""Signs right behind a word after which no value of it follows."""
_NUMBERS: Final = (b"pin", b"pat", b"otp")
"""Words for numbers and tokens: `pin-sha256="..."` gives a digest."""
GAP: Final = 120
"""Bytes from the word for a password to its value at most."""


def find_drawn_value(text: bytes, start: int, last: int, end: int) -> Iterator[Span]:
    """The drawn password behind the word for one that stands at `start` to `last`."""
    if text[last : last + 1] in _CLOSINGS or text[start:last].lower() in _NUMBERS:
        return
    groups = _DRAWN.at(text, last, min(end, last + GAP + LONGEST))
    if not groups:
        return
    first, stop = max(groups[2:])
    if stop - first < SHORTEST or not text[first:stop].translate(None, _PLAIN):
        return
    if groups[5][0] >= 0:
        stop = _end_of_bare(text, first, stop)
    if is_drawn_password(text[first:stop]) and classify_name_at(text, start, last, text[start : groups[1][1]], True):
        yield Span(first, stop, "password")


_PLAIN: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:+="
"""What names, paths and base64 are made of: without another sign none is judged."""


def _end_of_bare(text: bytes, first: int, stop: int) -> int:
    """Where a value without quotes ends: before the next field, and without a mark or a bracket that closes nothing."""
    following = _NEXT.find(text, first, stop)
    if following:
        stop = following[0][0]
    while stop > first and text[stop - 1] in b",;.:)]}":
        opening = _OPENING.get(text[stop - 1])
        if opening and text.count(opening, first, stop) >= text.count(text[stop - 1 : stop], first, stop):
            break
        stop -= 1
    return stop


_OPENING: Final = {41: b"(", 93: b"[", 125: b"{"}
