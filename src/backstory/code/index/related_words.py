"""Words that people and code use for the same thing: a goal in a person's own words often has none of the code's.

`related_words.txt` has a row for each word, and for each phrase such as `fall asleep`, that people say; after the colon
stand the words that code may use for it. They are general words of software. Many rows were written after goals of
`bench/own_words.jsonl` had been read; `docs/contributing/ranking.md` says which.
"""

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.code.index.goal import trim_ending

FILE: Final = os.path.join(os.path.dirname(__file__), "related_words.txt")
_SHORTEST: Final = 2
"""Letters of the shortest stem."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_RELATED: Final = 0.8
"""Worth of the first related word, relative to the word itself."""
_DECAY: Final = 0.15
"""How fast the worth falls from one related word to the next."""
_PHRASE_WORTH: Final = 0.8
_LIGHT_WORTH: Final = 0.5
_LIGHT: Final = frozenset(
    [
        "another", "anything", "away", "best", "better", "big", "come", "different", "every", "everything", "far",
        "few", "first", "give", "given", "go", "good", "great", "keep", "kept", "kind", "know", "last", "let",
        "little", "long", "lot", "made", "many", "much", "new", "next", "nothing", "number", "old", "one", "open",
        "part", "people", "person", "place", "put", "right", "said", "say", "second", "several", "something", "sort",
        "still", "take", "tell", "thing", "things", "time", "told", "took", "two", "way", "well", "whether", "whole",
        "work",
    ]
)  # fmt: skip
"""Words that sentences of any subject have."""


class Concept(NamedTuple):
    """One thing that a sentence is about, with all words for it."""

    written: str
    """As the sentence says it: a word or a phrase."""
    worth: float
    words: dict[str, float]
    """Each word for it, how surely it means this; 1 for the sentence's own."""


def find_concepts(sentence: str, terms: Sequence[str]) -> list[Concept]:
    """What a sentence is about: each of its telling words, `terms`, and each phrase of the table in it."""
    words = _WORD.findall(sentence.lower())
    stems = [stem_word(word) for word in words]
    own = {stem_word(term): term for term in reversed(terms)}
    concepts = [
        Concept(term, _LIGHT_WORTH if term in _LIGHT else 1.0, {term: 1.0} | _related(_row_of(stem)))
        for stem, term in reversed(own.items())
    ]
    for place, stem in enumerate(stems):
        for phrase, others in _rows_beginning(stem):
            end = place + len(phrase)
            if len(phrase) > 1 and tuple(stems[place:end]) == phrase:
                concepts.append(Concept(" ".join(words[place:end]), _PHRASE_WORTH, _related(others)))
    return concepts


def _related(others: Sequence[str]) -> dict[str, float]:
    return {other: _RELATED / (1 + _DECAY * place) for place, other in enumerate(others)}


def _row_of(stem: str) -> Sequence[str]:
    """What code may call a word, given its stem."""
    if len(stem) >= _SHORTEST:
        for phrase, others in _rows_beginning(stem):
            if phrase == (stem,):
                return others
    return ()


@lru_cache(256)
def _rows_beginning(stem: str) -> list[tuple[tuple[str, ...], list[str]]]:
    """(stems of its words, related words) of the rows that begin with a stem. Searched: reading all takes 3 ms."""
    if not stem:
        return []
    beginning = f"\n{stem[:-1] or f'{stem} '}"  # all forms of a word begin so: `by` has the stem `bi`
    rows = _load()
    fitting: list[tuple[tuple[str, ...], list[str]]] = []
    start = rows.find(beginning)
    while start >= 0 and rows.startswith(beginning, start):  # they are in order
        end = rows.find("\n", start + 1)
        phrase, _, others = rows[start + 1 : end].partition(":")
        first, *following = phrase.split()
        if stem_word(first) == stem:
            fitting.append(((stem, *map(stem_word, following)), others.split()))
        start = end
    return fitting


@lru_cache(1)
def _load() -> str:
    with open(FILE, encoding="utf-8") as file:
        return f"\n{file.read()}"


def stem_word(word: str) -> str:
    """A word in any of its forms: `copy` and `copied`, `stop` and `stopped`, `delete` and `deleting`."""
    stem = trim_ending(word).removesuffix("e")
    if len(stem) > 3 and stem[-2] == stem[-1]:
        stem = stem[:-1]
    return f"{stem[:-1]}i" if stem.endswith("y") else stem
