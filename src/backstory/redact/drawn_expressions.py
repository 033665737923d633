"""Tells a password that reads like an expression of code from one: `SYniKR_.w75a`, `bn50Hg==42w`, `Jjv@8Do.KhGE`.

A password with a dot, an at-sign or a pair of equals signs has the form of a member, an address of a person or a
comparison. Its letters together say what it is: names in code are words, and seldom have digits among capitals.
"""

from typing import Final

from backstory.redact.chance import DIGITS, is_random
from backstory.redact.patterns import Pattern

LONGEST: Final = 40
"""Bytes above which an expression is long enough to be judged by its parts."""
FEWEST: Final = 8
"""Letters and digits below which the pairs of them say nothing."""
_WORD: Final = Pattern(rb"[a-z]{5}")
_PART: Final = Pattern(rb"[A-Za-z0-9]+")
_SIGNS: Final = bytes(range(0x30)) + bytes(range(0x3A, 0x41)) + b"[\\]^_`" + bytes(range(0x7B, 0x100))
_BRACKETS: Final = frozenset(b"()[]{}<>$\"' ")


def is_drawn_member(value: bytes) -> bool:
    """Whether two words with a dot between them are a password and no member of an object: `Otter.n5rkGLoZ1`."""
    name, _, member = value.partition(b".")
    return name.isalnum() and len(member) >= 6 and member.isalnum() and is_random(member)


def is_drawn_expression(value: bytes) -> bool:
    """Whether the letters and digits of an expression without brackets were drawn at random."""
    if len(value) > LONGEST or not _BRACKETS.isdisjoint(value):
        return False
    letters = value.translate(None, _SIGNS)
    if len(letters) < FEWEST or letters.islower() or letters.isupper() or not any(char in DIGITS for char in letters):
        return False
    return is_random(letters) and not _WORD.within(value) and _has_both_cases(value)


def _has_both_cases(value: bytes) -> bool:
    """Whether some part has small letters and capitals: constants and modules have one of them (`ec.SECP256R1`)."""
    parts = [value[slice(*groups[0])] for groups in _PART.each(value, 0, len(value))]
    return any(part.lower() != part and part.upper() != part for part in parts)
