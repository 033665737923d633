"""Tells names of several words, as code has them for types and values, by their capitals."""

from typing import Final

from backstory.redact.judge import mixed_case
from backstory.redact.words import split_words


def is_type_name(value: bytes) -> bool:
    """Whether a value is the name of a type: `CharArray`, `SignatureKey`."""
    return is_pascal(value) and split_words(value)[-1].lower() in _TYPES


_TYPES: Final = frozenset(
    b"key token secret buffer array string str data value object source provider options config type input".split()
)
"""Last words of names of types."""


def is_camel(value: bytes) -> bool:
    """Whether a value is one name of several words: `clientSecret`."""
    if not value.isalpha() or value.islower() or value.isupper():
        return False
    return value[:1].islower() and not mixed_case(value)


def is_pascal(value: bytes) -> bool:
    """Whether a value is a name of several words that begin with capitals, as those of types are: `HiddenText`."""
    return value[:1].isupper() and not value.isupper() and not value[1:].islower() and value.isalpha()
