"""Finds sentences of the talk of which a clause says what a superseded record says: they no longer hold either."""

from collections.abc import Sequence
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.recall.text.likeness import word_stems

_CLAUSE: Final = Pattern(r"[,;:.()–—]+(?:\s|$)")
_FEWEST: Final = 3
"""Words of a clause from which it says something by itself."""
_SHARE: Final = 0.75
"""Share of the words of a clause that a superseded record has."""
_REVISES: Final = Pattern(
    r"\b(?:no longer|not any ?more|any ?more|instead|rather than|from now|changed|revised|replaced|wrong|mistake|never"
    r" again|nicht mehr|stattdessen|plus (?:de|maintenant)|au lieu|ya no|en lugar|en vez)\b"
)
"""Words of a sentence that is itself the revision."""


def says_outdated(sentence: str, outdated: Sequence[frozenset[str]]) -> bool:
    """Whether a clause of a sentence repeats one of the texts that no longer hold, given by their stems."""
    stems = word_stems(sentence)
    near = [one for one in outdated if len(stems & one) >= _FEWEST]
    if not near or _REVISES.search(sentence.lower()):
        return False
    clauses = [word_stems(clause) for clause in _CLAUSE.split(sentence)]
    return any(len(clause & one) >= max(_FEWEST, _SHARE * len(clause)) for clause in clauses for one in near)
