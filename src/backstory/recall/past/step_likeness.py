"""Whether two wordings name the same step, and whether a sentence names a step."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.step_deeds import SMALL, list_stems
from backstory.recall.text.content import Note
from backstory.recall.text.substance import split_sentences

_LONG: Final = 6
"""Words of a step from which one that is as good as the same may have another word ..."""
_SHARE: Final = 0.8
"""... and the share of them that it has."""
_WORD: Final = late_pattern(r"\w+(?:[./_-]\w+)*")


def repeats_step(step: str, listed: Iterable[str]) -> bool:
    """Whether one of some steps is the same one in other words. Steps of a row differ in one word: `document the dev
    port`, `document the test port`."""
    stems = list_stems(step, SMALL)
    core = list_stems(step) or stems
    for other in listed:
        others = list_stems(other, SMALL)
        if core <= others and not _has_other_words(core, other):
            return True
        if len(stems) >= _LONG and len(stems & others) >= _SHARE * len(stems) and not _differs_in_one(stems, others):
            return True
    return False


def names_step(sentence: str, step: str) -> bool:
    """Whether a sentence has the words of a step in a row: one that shares words with it tells something else."""
    words, named = _list_words(sentence), _list_words(step)
    return bool(named) and any(words[at : at + len(named)] == named for at in range(len(words) - len(named) + 1))


def drop_named_steps(steps: Sequence[Note], seen: Sequence[Note]) -> list[Note]:
    """The steps that no sentence of what the last session left behind names already."""
    texts = [note.text for note in seen if note.label != "last tests"]
    sentences = list(chain.from_iterable(map(split_sentences, texts)))
    return [step for step in steps if not any(names_step(one, step.text) for one in sentences)]


def _has_other_words(core: frozenset[str], other: str) -> bool:
    """Whether a step of one telling word is only a part of what another one is about."""
    return len(core) == 1 and len(list_stems(other)) > 1 + len(core)


def _differs_in_one(stems: frozenset[str], others: frozenset[str]) -> bool:
    """Whether each of two steps has one word that the other one has not, in its place."""
    return len(stems - others) == 1 == len(others - stems)


def _list_words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in SMALL]
