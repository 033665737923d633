"""How likely it is that a string was drawn at random rather than written: letter pairs instead of plain entropy.

Entropy by character says nothing of short strings (`getElementsByName` scores like a key). Pairs of neighbours do: in
words, identifiers and numbers they cost 3 to 4 bits each, in random letters and digits more than 6.
"""

from binascii import a2b_base64
from functools import lru_cache
from typing import Final

CODES: Final = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    bytes([*range(1, 27), *range(1, 27), *range(27, 37)]),
)
"""Translation of ASCII letters and digits to the row numbers of the table; 0 stands for the start of a word."""

HEX: Final = b"0123456789abcdefABCDEF"
DIGITS: Final = b"0123456789"

_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")
_READABLE: Final = bytes([9, 10, 13, *range(32, 127)])
_costs: list[list[float]] = []


def measure_pair_cost(word: bytes) -> float:
    """Mean cost of a pair in bits. `word` must be ASCII letters and digits and not empty."""
    table = _costs or _load()
    previous, total = 0, 0.0
    for code in word.translate(CODES):
        total += table[previous][code]
        previous = code
    return total / len(word)


def is_random(word: bytes) -> bool:
    """Whether letters and digits look drawn at random; hexadecimal and plain numbers do not count."""
    size = len(word)
    if size < 5 or not word.strip(HEX):
        return False
    least = 6.9 if size < 8 else 6.2 if size < 12 else 5.7 if size < 20 else 5.5
    return (_measure_again(word) if size <= REMEMBERED else measure_pair_cost(word)) > least


REMEMBERED: Final = 64
"""Characters of a word up to which its cost is remembered: the words of a text repeat."""
_measure_again: Final = lru_cache(maxsize=16_384)(measure_pair_cost)


def measure_entropy(text: bytes) -> float:
    """Shannon entropy in bits per byte: what the packs' thresholds mean."""
    from math import log2  # a compiled module, not needed until a rule matched

    size = len(text)
    return -sum(count / size * log2(count / size) for count in (text.count(char) for char in set(text)))


def is_text(token: bytes) -> bool:
    """Whether a token is base64 of something readable: that was looked into and held no secret."""
    raw = token.rstrip(b"=").translate(_URL_SAFE)
    try:
        plain = a2b_base64(raw + b"=" * (-len(raw) % 4))
    except ValueError:
        return False
    return len(plain) >= 8 and not plain[:-1].translate(None, _READABLE)


def _load() -> list[list[float]]:
    from backstory.redact.pack_files import read_pack_file  # the table is not needed by most texts

    rows = read_pack_file("pairs.txt").split(b"\n")
    _costs.extend([0.0, *((code - 33) / 4 for code in row)] for row in rows[:37])
    return _costs
