"""Whether a sentence says again what another text says, by the words that carry its meaning."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from backstory.base.tokenizer import STOP

_REPEATED: Final = 0.7
"""Share of the words of a sentence from which something else says it already."""
_WHOLE: Final = 0.8
"""Share of the words of another text that a sentence has when it says that again."""
_FEW: Final = 6
"""Words that such a sentence may add without being news."""
_WORD: Final = re.compile(r"[^\W_]+")
_ENDINGS: Final = ("ing", "ed", "es", "s", "d", "e")


@lru_cache(2_048)
def word_stems(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning, without their endings."""
    return frozenset(strip_ending(word)[:6] for word in set(_WORD.findall(text.casefold())) if word not in STOP)


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
