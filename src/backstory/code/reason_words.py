"""Lists the words by which a file fits a goal, for the reason that is given."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.code.index.goal import Goal, trim_ending
from backstory.code.index.issue_form import list_form_words
from backstory.code.windows import begins_word

if TYPE_CHECKING:
    from backstory.code.index.related_words import Concept

_ENOUGH_WORDS: Final = 2
"""The goal's own words in a file from which on a reason names no other words for what it says."""


def list_meanings(
    data: bytes, lower: bytes, concepts: "Sequence[Concept]", words: Sequence[tuple[bytes, float]]
) -> tuple[list[str], dict[str, str]]:
    """The goal's own words that a text has, the most telling first, and where these are few its words for others.

    With those words, the goal's own word for each.
    """
    weights = dict(words)
    own: dict[str, float] = {}
    meanings: dict[str, str] = {}
    for concept in sorted(concepts, key=lambda concept: -concept.worth):
        word = next((word for word in concept.words if begins_word(data, lower, trim_ending(word).encode())), None)
        if word in concept.written.split():
            own.setdefault(word, weights.get(trim_ending(word).encode(), 0.0))
        elif word is not None:
            meanings.setdefault(word, concept.written)
    listed = sorted(own, key=lambda word: -own[word])
    others = [word for word in meanings if word not in own] if len(listed) < _ENOUGH_WORDS else []
    return listed + others, meanings


def list_words(data: bytes, lower: bytes, goal: Goal, words: Sequence[tuple[bytes, float]]) -> list[str]:
    """The words of a goal that a text has, as the goal writes them, the most telling first; not those of a form."""
    of_form = list_form_words(goal.text)
    written = {trim_ending(term).encode(): term for term in reversed(goal.terms) if term not in of_form}
    return [written[word] for word, _ in words if word in written and begins_word(data, lower, word)]
