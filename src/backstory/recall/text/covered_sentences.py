"""Whether a brief already says what a sentence says."""

import re
from collections.abc import Iterable
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.likeness import word_stems

_SAME: Final = 0.8
"""Share of the words of a text from which another one says it."""
_STATEMENT: Final = 4
"""Fewest words of a statement that a longer sentence can repeat."""


def is_covered(sentence: str, covered: Iterable[frozenset[str]]) -> bool:
    """Whether a text has nearly all words of a sentence, or nearly all but those with which it is introduced."""
    bare = _RESTATES.sub("", sentence)
    stems = word_stems(bare)
    for other in covered if len(stems) > (1 if bare != sentence else 2) else ():
        shared = len(stems & other)
        is_whole = shared >= _SAME * len(other) and len(other) >= _STATEMENT
        if shared >= _SAME * len(stems) or (is_whole and _only_introduces(sentence, other)):
            return True
    return False


_RESTATES: Final = Pattern(
    r"^(?:as|like) (?:i|we)(?:['’]ve| have)? (?:already |just )?(?:said|told you|mentioned)(?: before)?[,:] ?|^as"
    r" said[,:] ?"
    r"|^wie (?:schon )?gesagt[,:] ?|^comme (?:je l['’]ai |déjà )?dit[,:] ?|^como (?:ya )?(?:te )?(?:dije|he"
    r" dicho)[,:] ?",
    re.IGNORECASE,
)
"""How a person begins to say something again."""


def _only_introduces(sentence: str, other: frozenset[str]) -> bool:
    """Whether a sentence that holds a whole statement has beside it no name and no number."""
    return not any(worth > 1 and not word_stems(term) <= other for term, worth in read_terms(sentence).items())
