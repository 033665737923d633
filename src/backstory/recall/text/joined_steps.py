"""Steps that the person named, joined with those that were read of a session."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from backstory.model.similarity import word_set


def add_planned(planned: Sequence[str], steps: Iterable[str]) -> tuple[str, ...]:
    """The steps that the person named, and others that these do not repeat.

    A step that the person names in a word or two is told in the words of the one that says more of it.
    """
    if not planned:
        return tuple(steps)
    rest = list(steps)
    named: list[str] = []
    for step in planned:
        words = word_set(step) - SMALL
        same = [one for one in rest if _is_same(words, one)]
        others = [one for one in planned if one != step]
        is_one = len(same) == 1 and not any(_is_same(word_set(one) - SMALL, same[0]) for one in others)
        says_more = is_one and len(words) <= _FEW and words <= word_set(same[0])
        named.append(same[0] if says_more else step)
        rest = [one for one in rest if one != same[0]] if is_one else rest
    covered = word_set(" ".join(named)) | SMALL
    return (*named, *(step for step in rest if not word_set(step) <= covered))


def _is_same(words: AbstractSet[str], step: str) -> bool:
    """Whether a step has most of the words of another one."""
    return bool(words) and len(words & word_set(step)) >= _SAME * len(words)


_SAME: Final = 0.6
"""Share of the words of a step that another one has from which it is the same step."""
_FEW: Final = 3
"""Words of a step that says little."""
SMALL: Final = frozenset(
    ("the", "and", "a", "an", "with", "then", "first", "last", "after", "that", "of", "all", "und", "der", "die", "das",
     "dann", "zuerst", "zuletzt", "danach", "et", "le", "la", "puis", "enfin", "y", "luego")
)  # fmt: skip
