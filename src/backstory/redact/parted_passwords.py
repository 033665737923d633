"""Tells a password with blanks between its parts, as people draw one, from words and terms."""

from typing import Final

from backstory.redact.patterns import Pattern

_PARTED: Final = Pattern(rb"[!-~]{1,16}(?:[ ][!-~]{1,16}){1,3}")
_NO_WORD: Final = Pattern(rb"[!-~]*[A-Za-z][!-~]*[0-9!#$%&*+?@^~][!-~]*|[!-~]*[0-9!#$%&*+?@^~][!-~]*[A-Za-z][!-~]*")
_TERM: Final = Pattern(
    rb"(?i)[(\[{<$%&*@#!/-].*|.*[(){}\[\]<>=:;,|\\\"'`/]|[a-z]+[!?]|.*[0-9](?:bit|byte|char|day|hour|min|sec|px|ms|[kmg]b)s?|"
    rb"(?:v|utf|sha|md|base|aes|rsa|ipv|http|oauth|[a-z])-?[0-9]+|[a-z0-9]*[0-9][a-z]{1,2}"
)


def is_parted_password(value: bytes) -> bool:
    """Whether every part of a value with blanks has letters and a digit or a sign: `4kz Jg9!q`."""
    if len(value) < 6 or not _PARTED.whole(value):
        return False
    parts = value.split(b" ")
    return all(map(_NO_WORD.whole, parts)) and not all(map(_TERM.whole, parts))
