"""What a sentence is, by the weights of its signals and words: a linear model whose tables are in `weights`.

`bench/extraction/fit.py` fits the tables to labelled conversations.
"""

from collections.abc import Collection, Iterable, Mapping
from math import exp
from typing import NamedTuple

from backstory.capture.text.signals import Place, find_signals
from backstory.capture.text.weights import AGENT_KINDS, PERSON_KINDS, name_table, sum_weights
from backstory.capture.text.wording import find_words


class Verdict(NamedTuple):
    """What a sentence is taken for, if it is one of some kinds."""

    kind: str
    """The likeliest of the kinds."""
    probability: float
    """How likely it is that the sentence is of one of them."""


def classify(at: Place, cues: Iterable[str], kinds: Collection[str], *, person: bool) -> Verdict:
    """The verdict on a sentence of the person or of an agent. `cues`: the kinds that patterns have found in it."""
    return choose_kind(measure_chances(at, cues, person=person), kinds)


def measure_chances(at: Place, cues: Iterable[str], *, person: bool) -> dict[str, float]:
    """Kind -> how likely a sentence is of it; `none` among them."""
    names = PERSON_KINDS if person else AGENT_KINDS
    cued = [f"cue {cue}" for cue in cues]
    signals = ["", *find_signals(at), *(cued or find_words(at))]
    scores = sum_weights(signals, name_table(person=person, cued=bool(cued)))
    return dict(zip(names, _normalize(scores), strict=True))


def choose_kind(chances: Mapping[str, float], kinds: Collection[str]) -> Verdict:
    """The verdict on a sentence that is of some kinds with these chances."""
    return Verdict(max(kinds, key=chances.__getitem__), sum(chances[kind] for kind in kinds))


def _normalize(scores: list[float]) -> list[float]:
    """Scores as probabilities."""
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]
