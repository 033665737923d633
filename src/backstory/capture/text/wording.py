"""The words of a sentence as signals: single ones, pairs, those of its neighbours and of the heading above it.

`weights.tsv` has a row for each word that says something in the conversations of several people; all others count for
nothing. Scripts without spaces are read character by character.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.signals import Place

MAX_WORDS: Final = 40
"""Words of a sentence that are read, from its beginning."""
MAX_NEAR: Final = 25
"""Words of a neighbouring sentence that are read."""
_WORD: Final = Pattern(rf"{MASK}+|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[^\w\s]")
_UNSPACED: Final = Pattern(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MOST_PLACES: Final = 5


def find_words(at: Place) -> set[str]:
    """The names of the words of a sentence and around it."""
    sentence = at.sentence
    words = _read_words(sentence.plain)[:MAX_WORDS]
    names = {f"w {word}" for word in words}
    names.update(f"w {first} {second}" for first, second in pairwise(words))
    names.update(f"^ {word}" for word in words[:1])
    names.update(_name_near("<", at.sentences[at.place - 1] if at.place else None))
    names.update(_name_near(">", at.sentences[at.place + 1] if at.place + 1 < len(at.sentences) else None))
    names.update(f"# {word}" for word in _read_words(f"{sentence.heading} {sentence.section}"))
    names.add(f"place {min(at.place, _MOST_PLACES)}")
    names.add(f"rest {min(len(at.sentences) - at.place - 1, _MOST_PLACES)}")
    return names


def split_words(plain: str) -> list[str]:
    """The words and signs of a text in lower case; `CODE` stands for code and quotations, `0` for a number."""
    words: list[str] = []
    for word in _WORD.findall(plain):
        if word.isdigit():
            words.append("0")
        elif word[0] == MASK:
            words.append("CODE")
        elif not word.isascii() and _UNSPACED.search(word):
            words.extend(word)
        else:
            words.append(word)
    return words


@lru_cache(maxsize=256)
def _read_words(plain: str) -> tuple[str, ...]:
    """The words of a sentence, which is read for itself and for both of its neighbours."""
    return tuple(split_words(plain))


def _name_near(side: str, sentence: Sentence | None) -> Iterator[str]:
    """The names of the words of a neighbour; `-` where there is none."""
    words = _read_words(sentence.plain)[:MAX_NEAR] if sentence else ("-",)
    return (f"{side} {word}" for word in words)
