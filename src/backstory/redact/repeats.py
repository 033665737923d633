"""Further occurrences of a secret in the same text: what is one in one place is one wherever it stands."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.forms import list_spellings
from backstory.redact.judge import is_distinct
from backstory.redact.looks import DOUBTFUL, NONE, is_joined_password, is_slight_password, name_look
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import is_distinct_phrase
from backstory.redact.spans import Cut, Span

MESSAGE: Final = 2 * 1024
"""Bytes of a text up to which words that were a secret in one place are one in every other."""
SHORTEST: Final = 6
_MIXED: Final = Pattern(
    rb"[!-~]*(?:[a-z][!-~]*[A-Z]|[A-Z][!-~]*[a-z])[!-~]*(?:[0-9][!-~]*[!@#$%^&*?+~/=]|[!@#$%^&*?+~/=][!-~]*[0-9])[!-~]*"
)
"""Letters of both cases and, behind them, a digit and a sign."""
LONGEST: Final = 256
"""Bytes of a secret that is looked for in other spellings."""
REPEATED: Final = 64 << 20
"""Bytes that may be searched."""


def find_repeats(data: bytes, cuts: list[Cut]) -> list[Span]:
    """Further occurrences of what is cut out of a text."""
    out: list[Span] = []
    left = REPEATED
    places = {(cut.start, cut.end) for cut in cuts}
    is_message = len(data) <= MESSAGE
    for secret, rule in {data[cut.start : cut.end]: cut.rule for cut in cuts}.items():
        if left < 0:
            break
        is_chosen = is_message and _is_chosen(secret)
        if len(secret) < 8 and not is_chosen:
            continue
        phrase = not is_distinct(secret)
        if phrase and not is_chosen and not (is_message and is_distinct_phrase(secret)):
            continue
        if is_message:
            for spelling in _list_others(secret):
                out += [Span(*place, rule) for place in _find_all(data, spelling)]
        left -= len(data)
        out += [
            Span(*place, rule)
            for place in _find_all(data, secret)
            if place not in places and not (phrase and _is_part(data, *place))
        ]
    return out


def _is_chosen(secret: bytes) -> bool:
    """Whether a secret has words and a number as people choose them, so that it is hardly the name of something."""
    if len(secret) < SHORTEST or len(secret) > LONGEST:
        return False
    return (
        _MIXED.whole(secret)
        or is_slight_password(secret)
        or is_joined_password(secret)
        or name_look(secret) not in (NONE, DOUBTFUL)
    )


def _list_others(secret: bytes) -> list[bytes]:
    """How a secret is written in addresses and headers, where that differs."""
    if len(secret) > LONGEST or not secret.isascii():
        return []
    return [spelling for spelling in list_spellings(secret.decode("ascii")) if spelling != secret]


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
