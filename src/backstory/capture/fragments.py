"""Statements of a few words that another one of the same prompt says in full: `keyword only pls. Public parameters are
keyword-only here, always.`"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.patterns import Pattern

_WORD: Final = Pattern(r"[^\W_]+")
_SAYS_NOTHING: Final = frozenset(
    ("please", "pls", "plz", "bitte", "merci", "ok", "okay", "just", "only", "always", "never", "ever", "immer", "nur",
     "the", "a", "an", "this", "that", "it")
)  # fmt: skip
_FEW: Final = 4
"""Words of a fragment."""


def drop_fragments(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those of a few words that a surer one of the same kind has, with more."""
    words = [frozenset(_WORD.findall(one.text.lower())) - _SAYS_NOTHING for one in candidates]
    return [
        one
        for one, mine in zip(candidates, words, strict=True)
        if not mine
        or len(mine) > _FEW
        or not any(
            mine < others and one.kind == other.kind and one.confidence <= other.confidence
            for other, others in zip(candidates, words, strict=True)
        )
    ]
