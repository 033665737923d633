"""Tells a password that was drawn from letters, digits and signs from code, text and placeholders.

`ujVX8t+GoJuK{Ee9` has the brackets of code, `4<kQ9>pz;W2` those of a placeholder. What tells them apart is how seldom
the characters of such a value follow one another where people write: in code, addresses and text a pair of neighbours
costs 4 to 6 bits, in drawn passwords 7 to 10.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.kinds import OTHER_THINGS
from backstory.redact.pack_files import read_pack_file

SHORTEST: Final = 8
LONGEST: Final = 128
"""Bytes of a value that is judged."""
_LETTERS_AND_DIGITS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_PRINTABLE: Final = bytes(range(33, 127))
_REGULAR: Final = (
    b"a-z", b"A-Z", b"0-9", b"\\d", b"\\w", b"\\s", b"\\S", b"\\W", b"(?", b"[^", b".*", b".+", b"://", b"</", b"%s",
    b"%d", b"\\u", b"\\x", b"\\n", b"\\t", b"...",
)  # fmt: skip
"""What stands in regular expressions, addresses, markup and escapes, and by chance in one drawn value of a hundred."""


@lru_cache(maxsize=4096)
def is_drawn_password(value: bytes) -> bool:
    """Whether a value without blanks was drawn from letters, digits and signs."""
    size = len(value)
    if not SHORTEST <= size <= LONGEST or value.translate(None, _PRINTABLE):
        return False
    signs = value.translate(None, _LETTERS_AND_DIGITS)
    if not signs.translate(None, _OF_PATHS_AND_DATA):
        return False
    kinds = _count_kinds(value)
    if len(signs) + kinds < _FEWEST or kinds < _FEWEST_KINDS or 5 * len(set(value)) < 3 * min(size, _DIFFERENT):
        return False
    if measure_cost_in_code(value) <= _least_cost(size) or any(part in value for part in _REGULAR):
        return False
    return not OTHER_THINGS.whole(value)


_OF_PATHS_AND_DATA: Final = b"-_./:+="
"""Signs of paths, versions and base64: a value that has no others is judged elsewhere."""
_FEWEST_KINDS: Final = 2
"""Of small letters, capitals and digits."""
_FEWEST: Final = 4
"""Signs and kinds together: three kinds and a sign, two kinds and two signs."""
_DIFFERENT: Final = 32
"""Characters of a value of which three of five are different."""


def _count_kinds(value: bytes) -> int:
    """How many of small letters, capitals and digits there are."""
    return any(char in DIGITS for char in value) + (value.lower() != value) + (value.upper() != value)


def _least_cost(size: int) -> float:
    """The cost of a pair above which hardly any run of code, and nearly every drawn value, of this length is."""
    return 7.4 if size < 10 else 7.2 if size < 12 else 7.0


def measure_cost_in_code(value: bytes) -> float:
    """Mean cost of a pair in bits, of printable characters, by how often they follow one another in code and text."""
    rows = _read_rows()
    previous = total = 0
    for code in value:
        total += rows[previous][code - 33]
        previous = code - 32
    return (total / len(value) - 33) / 4


@lru_cache(1)
def _read_rows() -> list[bytes]:
    """The rows of the table: `^` and the printable characters, each four times the cost in bits from `!` on."""
    return read_pack_file("code_pairs.txt").split(b"\n")
