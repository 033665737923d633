"""What a value looks like that people choose for a secret: words and a number, and no label of something else."""

from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.patterns import Pattern

_LABEL: Final = Pattern(
    rb"(?i).*[._-]v[0-9][0-9.]*|(?:.*[._-])?(?:x{2,}|your)(?:[._-].*)?|(?:.*[^a-z])?(?:test(?:ing)?|tests|mock|fake|dummy|sample|example|demo|invalid|expired|stub|fixture|"
    rb"alias|gpt|claude|llama|gemini|oauth2?|rfc)(?:[^a-z].*)?|"
    rb"(?:.*[._-])?(?:version|ver|step|part|phase|level|tier|issue|ticket|section|chapter|page|release|line|port)[._-]?[0-9].*|"
    rb"(?:rsa|aes|hmac|sha|hs|rs|es|ps|ecdsa|ed|utf|gpl|agpl|lgpl|bsd|apache|mit|mpl|win|id_|p)[_-]?[0-9].*|"
    rb".*[0-9][ _-]?(?:bits?|bytes?|chars?|characters|days|hours|min|sec|px|ms)|"
    rb".*\.(?:git|txt|py|jsx?|tsx?|json|gz|zip|html?|ya?ml|md|log|sql|pem|key|crt|env|png|jpe?g|svg|css|toml|ini|go|rs|rb|"
    rb"php|java|cs|sh|com|org|net|io|dev)|(?:[A-Za-z0-9]+\.)+[A-Za-z_]\w*"
)
"""What is readable and no credential: a version, a fixture, the name of a standard, a model, a licence or a file."""
_REFERRING: Final = Pattern(
    rb"(?i)(?:.*[^a-z])?(?:key|token|secret|credentials?|name|id|ref|env|var|header|hash|user)(?:[^a-z].*)?"
)
_NUMBER_AT_END: Final = Pattern(rb".*[A-Za-z][_.-]?[0-9]{1,2}|(?i:.*(?:key|token|secret|id|name))")


def is_readable_secret(value: bytes) -> bool:
    """Whether a value has words and a number as people choose them for a secret, and is no label of something else."""
    if not any(char in DIGITS for char in value) or not _THREE_LETTERS.within(value) or _LABEL.whole(value):
        return False
    if value[:1] in _REFERENCE_SIGNS or not _READABLE.whole(value):
        return False
    return not (_REFERRING.whole(value) and _NUMBER_AT_END.whole(value))


_REFERENCE_SIGNS: Final = b"$%{<[(&*@#/."
_THREE_LETTERS: Final = Pattern(rb"[A-Za-z]{3}")
_READABLE: Final = Pattern(rb"[\w.!+?^~@#$%&*-]+")
"""What a chosen value is made of: no blanks, no strokes, no brackets."""


def has_words_and_number(value: bytes) -> bool:
    """Whether a readable value has signs between its words, and two digits or two signs: no name is told by less."""
    if not is_readable_secret(value) or not _SIGNS_BETWEEN.within(value):
        return False
    digits = len(value) - len(value.translate(None, DIGITS))
    return digits >= 2 or value.count(b"-") + value.count(b"_") + value.count(b".") >= 2


_SIGNS_BETWEEN: Final = Pattern(rb"[A-Za-z0-9][._!+?^~@#$%&*-]+[A-Za-z0-9]")
_STEP: Final = Pattern(rb"(?i)(?:.*[._-])?(?:[0-9]{0,2}[05]0|[0-9]|[0-9]{1,2}(?:px|rem|em|xs|sm|md|lg|xl))")


def is_no_step(value: bytes) -> bool:
    """Whether a value does not end like a step of a scale, as names of colours and sizes do: `gray-100`, `space-4`."""
    return not _STEP.whole(value)
