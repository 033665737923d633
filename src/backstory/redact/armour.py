"""Private keys between armour lines, as PEM and PGP write them."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

LONGEST_ARMOUR: Final = 64 * 1024
LONGEST_HEAD: Final = 256
"""Bytes of the line that begins an armour at most."""
SHORT_ARMOUR: Final = 400
"""Bytes between armour lines from which on most have to be lines of a key."""
ARMOUR: Final = Pattern(
    rb"-----BEGIN[ A-Z0-9_-]{0,60}?(?:PRIVATE KEY|SECRET KEY|PRIVATE)[ A-Z0-9_-]{0,40}?-----|"
    rb"-----BEGIN[ \w-]{0,40}?(?:Static key|(?:client|server) key|TUNNEL TOKEN|NKEY SEED|USER JWT|LICENSE KEY)"
    rb"[ \w-]{0,20}?-----"
)
"""Keys as PEM and PGP write them, and those of OpenVPN, NATS and tunnels. Only ever matched at a place that a trigger
named."""


def list_closings(text: bytes, start: int, last: int) -> list[int]:
    """Where the armours may end that begin from `start` to `last`: many that begin have one end to look for."""
    out: list[int] = []
    limit = last + LONGEST_HEAD + LONGEST_ARMOUR
    place = text.find(_END, start, limit)
    while place >= 0:
        out.append(place)
        place = text.find(_END, place + 1, limit)
    return out


def find_armoured_key(text: bytes, start: int, closings: list[int]) -> Iterator[Span]:
    """A private key between its armour lines; without an end, as far as its lines go."""
    first = ARMOUR.begin(text, start, min(len(text), start + LONGEST_HEAD))
    if first < 0:
        return
    number = bisect_left(closings, first)
    close = closings[number] if number < len(closings) else -1
    if close + len(_END) > first + LONGEST_ARMOUR:
        close = -1
    if close < 0 or (close - first >= SHORT_ARMOUR and not is_armoured(text[first:close])):
        close = max(first, _ARMOURED.begin(text, first, min(len(text), first + LONGEST_ARMOUR)))
    first, close = _strip_blanks(text, first, close)
    if close - first >= 16 and _BODY.find(text, first, close) and b"${" not in text[first : first + SHORT_ARMOUR]:
        yield Span(first, close, "private-key")


def _strip_blanks(text: bytes, first: int, last: int) -> tuple[int, int]:
    while first < last and text[first : first + 1] in b"\r\n \t":
        first += 1
    while first < last and text[last - 1 : last] in b"\r\n \t":
        last -= 1
    return first, last


def is_armoured(text: bytes) -> bool:
    """Whether most of what a rule took for a key is lines of one, and not a text that only names its armour."""
    lines = sum(groups[0][1] - groups[0][0] for groups in _LINE.each(text, 0, len(text)))
    return lines > 0 and (len(text) < SHORT_ARMOUR or 2 * lines > len(text))


_END: Final = b"-----END"
_LINE: Final = Pattern(rb"[A-Za-z0-9+/=]{24,}")
_BODY: Final = Pattern(rb"[A-Za-z0-9+/=]{12}")
_ARMOURED: Final = Pattern(rb"(?:[\w+/=]|\\+[nr]|\s|[\"',+]|[\w-]{1,20}: [^\n]{1,80}\n)*")
