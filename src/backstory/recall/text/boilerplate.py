"""Sentences that come back in text after text, such as what a session cost: they say nothing."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final

from backstory.patterns.pattern import Pattern

_DIGITS: Final = Pattern(r"\d+(?:[.,]\d+)*")
_ROUTINE: Final = 4
"""Texts with the same sentence, but for its numbers, from which it is routine."""


@lru_cache(2_048)
def sentence_shape(sentence: str) -> str:
    """A sentence without what changes from one time to the next: its numbers."""
    return _DIGITS.sub("0", sentence.casefold())


def find_routine(texts: Iterable[Iterable[str]]) -> frozenset[str]:
    """The shapes of sentences that come back in text after text, such as what a session cost: they say nothing.
    `texts` are the sentences of each."""
    counts = Counter(chain.from_iterable({sentence_shape(sentence) for sentence in text} for text in texts))
    return frozenset(shape for shape, count in counts.items() if count >= _ROUTINE)
