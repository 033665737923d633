"""Tells by the words of a text which patterns cannot match it, so that they are neither compiled nor searched.

A sentence is looked at by hundreds of patterns, and matches two or three. Most of them need one of a few words, many
one of each of two or three such sets: a text without has no match. `keys.tsv`, written by
`scripts/pattern_keys.py`, has these words as keys:

- the first letters of a word, two to six of them;
- a word of up to five letters, with a blank behind it;
- a character that is neither a letter of ASCII nor a digit.

Keys are in lower case. A pattern that the file does not have is searched in every text.
"""

import os
import re
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from backstory.base.digests import blake2b

FILE: Final = os.path.join(os.path.dirname(__file__), "keys.tsv")
LONGEST: Final = 6
"""Characters of a key that is the beginning of a word."""
MOST: Final = 4_000
"""Characters of a text. In a longer one most words are."""
_MOST_WORDS: Final = 20_000
"""Words whose patterns are remembered."""
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_ODD: Final = re.compile("[İıſµẛẞKÅΩﬅﬆ\u0345\u0370-\u03ff\u1c80-\u1c88\u1f00-\u1fff]")
"""Letters that a pattern takes for others, or that have no lower case of their own."""
FREE: Final = 1
"""The bit that no text misses."""


def digest_source(source: str, flags: int) -> str:
    """What names a pattern in the file."""
    return blake2b(f"{flags} {source}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_odd(text: str) -> bool:
    """Whether a text has letters by which keys cannot be compared."""
    return not text.isascii() and _ODD.search(text) is not None


def find_needs(source: str, flags: int) -> int:
    """The sets of keys without one of which a pattern matches no text, each a bit; `FREE` for one without keys."""
    return _load_needs().get(digest_source(source, flags), FREE)


@lru_cache(maxsize=8192)
def find_missing(text: str) -> int:
    """The sets of keys of which a text has none, each a bit. 0 for a text whose words are not looked at."""
    if len(text) > MOST or is_odd(text):
        return 0
    words = _load_words()
    if len(words) > _MOST_WORDS:
        words.clear()
    return ~reduce(or_, map(words.__getitem__, set(_WORD.findall(text.lower()))), FREE)


def list_keys(word: str) -> set[str]:
    """The keys of a word or of a sign."""
    is_plain = word.isascii() and word.isalnum()
    keys = set[str]() if is_plain else {sign for sign in word if not (sign.isascii() and sign.isalnum())}
    keys.update(word[:size] for size in range(2, LONGEST + 1))
    return keys if len(word) >= LONGEST else keys | {f"{word} "}


class _Words(dict[str, int]):
    """Word -> the sets that have it. The lines of the file are read when a word with their key comes up."""

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines
        self._read: dict[str, int] = {}
        """Key -> the sets of its line, where a word had it."""

    def __missing__(self, word: str) -> int:
        bits = 0
        for key in list_keys(word) & self.lines.keys():
            bits |= self._read[key] if key in self._read else self._read_line(key)
        self[word] = bits
        return bits

    def _read_line(self, key: str) -> int:
        numbers = list(map(int, self.lines[key].split()))
        field = bytearray(max(numbers, default=0) // 8 + 1)  # a number of that size for each bit would cost more
        for number in numbers:
            field[number >> 3] |= 1 << (number & 7)
        bits = self._read[key] = int.from_bytes(field, "little") << 1
        return bits


@lru_cache(maxsize=1)
def _read() -> tuple[str, str]:
    """The first line of the file, and the others."""
    with open(FILE, "rb") as handle:  # to look for line ends of other systems would take most of the time
        first, _, rest = handle.read().replace(b"\r\n", b"\n").decode().partition("\n")
    return first, rest


@lru_cache(maxsize=1)
def _load_needs() -> dict[str, int]:
    """Digest of a pattern -> the bits of its sets."""
    needs: dict[str, int] = {}
    for number, digest in enumerate(_read()[0].split()):
        needs[digest] = needs.get(digest, 0) | 2 << number
    return needs


@lru_cache(maxsize=1)
def _load_words() -> _Words:
    return _Words(dict(line.split("\t", 1) for line in _read()[1].split("\n") if line))
