"""Tells by the words of a text which patterns cannot match it, so that they are neither compiled nor searched.

A sentence is looked at by hundreds of patterns, and matches two or three. Most of them need one of a few words: a text
without any of those has no match. `pattern_keys.tsv`, written by `scripts/pattern_keys.py`, has these words as keys:

- the first four letters of a word, or its first two where the pattern leaves the third or fourth open;
- a word of up to three letters, with a blank behind it;
- a character that is neither a letter of ASCII nor a digit.

Keys are in lower case. A pattern that the file does not have is searched in every text.
"""

import os
import re
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from backstory.base.digests import blake2b
from backstory.model.late_pattern import late_pattern

FILE: Final = os.path.join(os.path.dirname(__file__), "pattern_keys.tsv")
LONGEST: Final = 4
"""Characters of a key that is the beginning of a word."""
MOST: Final = 4_000
"""Characters of a text. In a longer one most words are."""
_MOST_WORDS: Final = 20_000
"""Words whose patterns are remembered."""
_WORD: Final = re.compile(r"\w+|[^\w\s]")
_ODD: Final = late_pattern("[İıſµẛẞKÅΩﬅﬆ\u0345\u0370-\u03ff\u1c80-\u1c88\u1f00-\u1fff]")
"""Letters that a pattern takes for others, or that have no lower case of their own."""
FREE: Final = 1
"""The bit of all patterns that need no word of the file."""
ANY: Final = -1
"""The patterns that a text may match: all of them."""


def digest_source(source: str, flags: int) -> str:
    """What names a pattern in the file."""
    return blake2b(f"{flags} {source}".encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_odd(text: str) -> bool:
    """Whether a text has letters by which keys cannot be compared."""
    return not text.isascii() and _ODD.search(text) is not None


def find_bit(source: str, flags: int) -> int:
    """The bit of a pattern in the sets of `find_possible`; `FREE` for one that the file does not have."""
    return _load().bits.get(digest_source(source, flags), FREE)


@lru_cache(maxsize=1024)
def find_possible(text: str) -> int:
    """The set of the patterns that may match a text, each a bit."""
    if len(text) > MOST or is_odd(text):
        return ANY
    words = _load().words
    if len(words) > _MOST_WORDS:
        words.clear()
    return reduce(or_, map(words.__getitem__, set(_WORD.findall(text.lower()))), FREE)


def list_keys(word: str) -> set[str]:
    """The keys of a word or of a sign."""
    keys = {sign for sign in word if not (sign.isascii() and sign.isalnum())}
    return keys | {word[:2], word[:LONGEST] if len(word) >= LONGEST else f"{word} "}


class _Words(dict[str, int]):
    """Word -> the patterns that need it. The lines of the file are read when a word with their key comes up."""

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines

    def __missing__(self, word: str) -> int:
        lines = [self.lines[key] for key in list_keys(word) if key in self.lines]
        patterns = self[word] = sum(2 << number for number in {int(one) for line in lines for one in line.split()})
        return patterns


class _Table(NamedTuple):
    bits: dict[str, int]
    """Digest of a pattern -> its bit."""
    words: _Words


@lru_cache(maxsize=1)
def _load() -> _Table:
    with open(FILE, encoding="utf-8") as handle:
        first, *lines = handle.read().split("\n")
    numbers = dict(line.split("\t", 1) for line in lines if line)
    return _Table({digest: 2 << number for number, digest in enumerate(first.split())}, _Words(numbers))
