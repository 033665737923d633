"""Explains the scores of what `recall` finds for a question by the signals that they come from."""

from math import isclose, prod
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.candidates import ROLES
from backstory.base.passages import PassageHit
from backstory.base.shares import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping

    from backstory.base.candidates import Candidate
    from backstory.base.shares import Weights
    from backstory.index.search import Hit


class Explained(NamedTuple):
    """A score, and the share of each signal in it."""

    score: float
    shares: dict[str, float]


def explain_candidate(one: "Candidate", factors: "Mapping[str, float]", weights: "Weights") -> Explained:
    """The score of a record or a passage by how it meets the question, and by further factors.

    `fit` is what makes it the sort of thing that the question asks for, and all that has no other name.
    """
    tally = Tally(weights)
    own, beside = (1.0 - one.moved) * one.weight, (1.0 + one.moved) * one.context
    tally.add("text", own)
    priors = one.priors
    if isinstance(one.hit, PassageHit):
        tally.add("context", beside)
        priors = {"role": ROLES.get(one.hit.role, 1.0)}
    for name, factor in priors.items():
        tally.multiply(name, factor)
    plain = (own + beside) * prod(priors.values())
    if plain > 0:
        fit = one.score / plain
        tally.multiply("fit", 1.0 if isclose(fit, 1.0) else fit)
    else:
        tally.add("fit", one.score)
    for name, factor in factors.items():
        tally.multiply(name, factor)
    if weights:
        return Explained(tally.score, tally.shares)
    return Explained(one.score * prod(factors.values()), tally.shares)


def explain_unjudged(hit: "Hit") -> Explained:
    """The score of a hit that the search matched by words but that others answer better: it counts 0."""
    return Explained(0.0, {**hit.why, "unjudged": -hit.score})
