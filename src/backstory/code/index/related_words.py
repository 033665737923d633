"""Words that people and code use for the same thing: a goal in a person's own words often has none of the code's.

The words are those of `code.index.word_rows`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.code.index.goal import trim_ending
from backstory.code.index.word_rows import ROWS

_BEGINNING: Final = 2
"""Letters that all forms of a word begin with."""
_SHORTEST: Final = 3
"""Letters of the shortest stem."""


def related_terms(terms: Iterable[str]) -> tuple[str, ...]:
    """What code may call the things that the terms name; without the terms themselves."""
    stems = dict.fromkeys(stem for stem in map(_stem, terms) if len(stem) >= _SHORTEST)
    related = dict.fromkeys(other for stem in stems for other in _related_to(stem))
    return tuple(other for other in related if _stem(other) not in stems)


def _related_to(stem: str) -> Iterator[str]:
    """The words of the rows whose first word has this stem. Searched, since reading all rows takes 2 ms."""
    beginning = f"\n{stem[:_BEGINNING]}"
    start = ROWS.find(beginning)
    while start >= 0:
        end = ROWS.find("\n", start + 1)
        first, *others = ROWS[start:end].split()
        if _stem(first) == stem:
            yield from others
        start = ROWS.find(beginning, end)


def _stem(word: str) -> str:
    """A word in any of its forms: `copy` and `copied`, `stop` and `stopped`, `delete` and `deleting`."""
    stem = trim_ending(word).removesuffix("e")
    if len(stem) > _SHORTEST and stem[-2] == stem[-1]:
        stem = stem[:-1]
    return f"{stem[:-1]}i" if stem.endswith("y") else stem
