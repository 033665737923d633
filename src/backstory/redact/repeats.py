"""Further occurrences of a secret in the same text: what is one in one place is one wherever it stands."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.judge import is_distinct
from backstory.redact.readable_values import is_distinct_phrase
from backstory.redact.spans import Cut, Span

MESSAGE: Final = 2 * 1024
"""Bytes of a text up to which words that were a secret in one place are one in every other."""
REPEATED: Final = 64 << 20
"""Bytes that may be searched."""


def find_repeats(data: bytes, cuts: list[Cut]) -> list[Span]:
    """Further occurrences of what is cut out of a text."""
    out: list[Span] = []
    left = REPEATED
    places = {(cut.start, cut.end) for cut in cuts}
    for secret, rule in {data[cut.start : cut.end]: cut.rule for cut in cuts}.items():
        if left < 0:
            break
        if len(secret) < 8:
            continue
        phrase = not is_distinct(secret)
        if phrase and (len(data) > MESSAGE or not is_distinct_phrase(secret)):
            continue
        left -= len(data)
        out += [
            Span(*place, rule)
            for place in _find_all(data, secret)
            if place not in places and not (phrase and _is_part(data, *place))
        ]
    return out


def _is_part(data: bytes, start: int, end: int) -> bool:
    """Whether words are part of a longer name, a path or an address."""
    return data[max(0, start - 1) : start] in _JOINTS or (
        data[end : end + 1] in _JOINTS and data[end + 1 : end + 2].isalnum()
    )


_JOINTS: Final = (b"-", b"_", b"/", b".", b"@")


def _find_all(data: bytes, secret: bytes) -> Iterator[tuple[int, int]]:
    """The places of a text, one after the other."""
    position = data.find(secret)
    while position >= 0:
        yield position, position + len(secret)
        position = data.find(secret, position + len(secret))
