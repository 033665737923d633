"""Passwords that are recognised by their form alone: letters of both cases, digits and a sign, as no name or word
has them.

`Crake22!Moor` opens something wherever it stands. Behind the name of an account or of what one signs in to, a sign
at the end is enough: `admin with Crake22!`.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE
from backstory.redact.chance import DIGITS
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.spans import Span

ALONE: Final = Pattern(
    rb"(?:^|[\s\"'`({\[,=/]|\xe2\x80[\x98-\x9f])"
    rb"([A-Za-z][\w-]*(?:[0-9][\w-]*[!#$%@~^*]|[!#$%@~^*][\w!#$%@~^*-]*[0-9])(?:[\w!#$%@~^*-]*[A-Za-z0-9!#$%@~^*])?)"
    rb"(?:[.:]?(?:\s|$)|[\"'`),;}\]?]|\\[nr]|\xe2\x80[\x98-\x9f])"
)
"""A token between blanks, quotes or brackets. Group: the token."""
_INSIDE: Final = Pattern(rb"[A-Za-z0-9]+[!~](?:[A-Za-z][A-Za-z0-9!~_-]*|[0-9]{2,}[A-Za-z!~_-]*)")
_NO_PASSWORD: Final = Pattern(
    rb"(?i)[a-z0-9]+![$]?[a-z]{1,3}[$]?[0-9]+|.*!important|.*%[0-9a-f]{2}.*|[a-z]*(?:8|16|32|64|128|256)[!*]|"
    rb"[a-z0-9-]+@[0-9][a-z0-9-]*|[a-z0-9_-]+@[a-z0-9_-]+|.*#[a-z]?[0-9]+(?:-[a-z]?[0-9]+)?|.*\\$[a-z_].*|.*[*][a-z0-9]+.*|[^*]*[*]{2}.*|"
    rb"[a-z0-9_]+#[a-z_]+[0-9]*"
)
"""A cell of a table, a rule of style, an encoded text, a type, a package with its version, an issue or a method, a
variable in a text, a product of two numbers, emphasis."""
_LEADS: Final = Pattern(
    rb"(?i)\b(?:admin\w*|root|sudo|user\w*|log-?ins?|log[ ]in|accounts?|creds?|credentials?|auth\w*|"
    rb"sign[ -]?in|konto|zugang\w*|benutzer\w*|"
    rb"compte|identifiants?|utilisateur|cuenta|usuario|conta|utente|acces\w*|open|connect\w*|localhost|suporte|soporte|guest|"
    rb"operator|oper|technik|service|svc\w*|deploy\w*|db|database|vpn|wi-?fi|ssh|ftp|smtp|imap|pin|key|"
    rb"unlock\w*|decrypt\w*)\b[^\n]{0,48}\z"
)
BEFORE: Final = 80
"""Bytes before a token in which a word may stand that makes a sign at its end enough."""


def _judge_alone(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A token with a sign between its letters, or with any where one signs in."""
    first, last = groups[1]
    value = text[first:last]
    if not _is_mixed(value) or _NO_PASSWORD.whole(value) or is_type_or_algorithm(value.rstrip(b"!*")):
        return
    if _INSIDE.whole(value) or _LEADS.within(text[max(0, first - BEFORE) : first]):
        yield Span(first, last, name)


_SIZES: Final = range(8, 33)


def _is_mixed(value: bytes) -> bool:
    """Whether a value has letters of both cases, two digits and a sign other than a joint."""
    digits = sum(char in DIGITS for char in value)
    return (
        digits > 1
        and len(value) in _SIZES
        and any(97 <= char <= 122 for char in value)
        and any(65 <= char <= 90 for char in value)
        and any(char in b"!#$%@~^*" for char in value)
    )


RULES: Final = ((ALONE, "prose-password", _judge_alone, SHAPE, (b"!", b"#", b"$", b"%", b"@", b"~", b"^", b"*")),)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"[A-Z][a-z]+[0-9]{2,}[a-z]*[!#$%@~^*]|[A-Z][a-z]+[!~_#-][a-z0-9]*[0-9]{2,}|[a-z]+[A-Z0-9]+[a-z]*[0-9][!~]|"
    rb"[a-z]+[0-9]+[A-Z]+[a-z]*[!#$%~^*]"
)
"""What announces one of them to the search."""
