"""Whether a sentence says again what another text says, by the words that carry its meaning."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from backstory.base.tokenizer import STOP
from backstory.base.unspaced_words import PLAIN, space_words
from backstory.model.late_pattern import late_pattern

_REPEATED: Final = 0.7
"""Share of the words of a sentence from which something else says it already."""
_WHOLE: Final = 0.8
"""Share of the words of another text that a sentence has when it says that again."""
_FEW: Final = 6
"""Words that such a sentence may add without being news."""
_WORD: Final = late_pattern(r"[^\W_]+")
_MOST_WORDS: Final = 20_000
_ENDINGS: Final = ("ing", "ed", "es", "s", "d", "e")


class _Stems(dict[str, str]):
    """Word -> its beginning without an ending; empty for a word that carries no meaning."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        stem = self[word] = "" if word in STOP or word in PLAIN else strip_ending(word)[:6]
        return stem


_stems: Final = _Stems()
_NONE: Final = frozenset(("",))


@lru_cache(2_048)
def word_stems(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning, without their endings."""
    words = list_words(text) if text.isascii() else _WORD.findall(space_words(text).casefold())
    return frozenset(map(_stems.__getitem__, words)) - _NONE


@lru_cache(2_048)
def list_words(text: str) -> Sequence[str]:
    """The words of a text, each in small letters."""
    if text.isascii():
        return _WORD.findall(text.lower())
    return list(map(str.casefold, _WORD.findall(space_words(text))))


@lru_cache(8_192)
def strip_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + 3:
            return word.removesuffix(ending)
    return word


def repeats_any(stems: frozenset[str], texts: Iterable[frozenset[str]]) -> bool:
    """Whether one of the texts has most of the words of a sentence, or a sentence adds but a few to one of them."""
    return not stems or any(_repeats(stems, other) for other in texts)


def _repeats(stems: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(stems & other)
    adds_little = shared > 3 and shared >= _WHOLE * len(other) and len(stems) - shared <= _FEW
    return adds_little or shared >= _REPEATED * len(stems)


class Rarity(dict[str, float]):
    """Stem -> what it counts, the less the more utterances have it."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        super().__init__((stem, 1 / count) for stem, count in counts.items())

    def __missing__(self, stem: str) -> float:
        return 1.0
