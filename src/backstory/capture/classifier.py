"""What a sentence is, by the weights of its signals: a linear model whose table is `weights`.

`bench/extraction/fit.py` fits the table to labelled conversations.
"""

from collections.abc import Iterable
from math import exp
from typing import Final, NamedTuple

from backstory.capture.signals import Place, find_signals
from backstory.capture.weights import AGENT, AGENT_KINDS, PERSON, PERSON_KINDS

NONE: Final = "none"
"""What is not worth keeping."""


class Verdict(NamedTuple):
    """What a sentence is taken for."""

    kind: str
    """The likeliest kind besides `none`."""
    probability: float
    """How likely it is that kind."""
    none: float
    """How likely it is that the sentence is not worth keeping."""


def classify(at: Place, cues: Iterable[str] = (), *, person: bool) -> Verdict:
    """The verdict on a sentence of the person or of an agent. `cues`: the kinds that patterns have found in it."""
    kinds, table = (PERSON_KINDS, PERSON) if person else (AGENT_KINDS, AGENT)
    signals = ["", *find_signals(at), *(f"cue {cue}" for cue in cues)]
    rows = [table[name] for name in signals if name in table]
    chances = _normalize([sum(column) for column in zip(*rows, strict=True)])
    likeliest = max(range(1, len(kinds)), key=chances.__getitem__)
    return Verdict(kinds[likeliest], chances[likeliest], chances[0])


def _normalize(scores: list[float]) -> list[float]:
    """Scores as probabilities."""
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]
