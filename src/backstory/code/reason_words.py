"""Lists the words by which a file fits a goal, for the reason that is given."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.code.index.goal import Goal, trim_ending
from backstory.code.index.issue_form import list_form_words
from backstory.code.windows import begins_word

if TYPE_CHECKING:
    from backstory.code.index.related_words import Concept

_ENOUGH_WORDS: Final = 2
"""The goal's own words in a file that are enough: a reason then names no other words for what the goal says."""


def has_own_words(data: bytes, lower: bytes, concepts: "Sequence[Concept]") -> bool:
    """Whether a text has two of the goal's own words, or the only one; `lower` is the text, `data`, in lower case."""
    own = [concept.written for concept in concepts if concept.written in concept.words]
    number = sum(begins_word(data, lower, trim_ending(word).encode()) for word in own)
    return number >= max(1, min(_ENOUGH_WORDS, len(own)))


def list_meanings(
    name: bytes, data: bytes, lower: bytes, concepts: "Sequence[Concept]", words: Sequence[tuple[bytes, float]]
) -> tuple[list[str], dict[str, str]]:
    """The words by which a file has what the goal says, the most telling first, and the goal's word for each other one.

    Of the words for one thing the goal's own is taken, else one in the name of the file, else one in its text. Those in
    the name come first, then the goal's own, and where these are few, the others. `lower` is the text, `data`, in lower
    case.
    """
    weights = dict(words)
    named: dict[str, float] = {}
    own: dict[str, float] = {}
    meanings: dict[str, str] = {}
    for concept in sorted(concepts, key=lambda concept: -concept.worth):
        word, is_named = _find_word(concept, name, data, lower)
        if word is None:
            continue
        is_own = word in concept.written.split()
        if not is_own:
            meanings.setdefault(word, concept.written)
        if is_named or is_own:
            (named if is_named else own).setdefault(word, weights.get(trim_ending(word).encode(), 0.0))
    listed = sorted(named, key=lambda word: -named[word])
    listed += [word for word in sorted(own, key=lambda word: -own[word]) if word not in named]
    others = [word for word in meanings if word not in listed] if len(listed) < _ENOUGH_WORDS else []
    return listed + others, {word: written for word, written in meanings.items() if word not in own}


def _find_word(concept: "Concept", name: bytes, data: bytes, lower: bytes) -> tuple[str | None, bool]:
    """(the word of a concept that is in a file, the goal's own before others and the name before the text; whether it
    is in the name)."""
    own = concept.written.split()
    for words in ([word for word in concept.words if word in own], [word for word in concept.words if word not in own]):
        for text, small in ((name, name.lower()), (data, lower)):
            for word in words:
                if begins_word(text, small, trim_ending(word).encode()):
                    return word, text is name
    return None, False


def list_words(data: bytes, lower: bytes, goal: Goal, words: Sequence[tuple[bytes, float]]) -> list[str]:
    """The words of a goal that a text has, as the goal writes them, the most telling first; not those of a form."""
    of_form = list_form_words(goal.text)
    written = {trim_ending(term).encode(): term for term in reversed(goal.terms) if term not in of_form}
    return [written[word] for word, _ in words if word in written and begins_word(data, lower, word)]
