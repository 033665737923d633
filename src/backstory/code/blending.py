"""Combines two rankings of files, by the words of a goal and by its meaning, where either may know more."""

import math
from collections.abc import Mapping
from typing import Final

from backstory.code.reasons import BLENDED, Certainty

BESIDE: Final = 1.25
"""Worth of the chance by the meaning of a goal relative to that by its words, where either may know more."""
ASIDE: Final = 0.75
"""The same where the goal has the project's own terms."""
_Shares = dict[int, dict[str, float]]
"""File id -> signal -> its share of the score."""


def blend_rankings(
    by_words: Mapping[int, dict[str, float]], by_meaning: Mapping[int, dict[str, float]], worth: float
) -> _Shares:
    """The files with the weighted mean of the chances that two rankings give them.

    Each file has the shares of the ranking that gives it the better chance, and one for what the other adds and for the
    different scales of the two. `worth` is that of the meaning.
    """
    rankings = [
        (shares, {id_: sum(parts.values()) for id_, parts in shares.items()}) for shares in (by_words, by_meaning)
    ]
    scales = [Certainty(totals.values()).scale for _, totals in rankings]
    weights = (0.0, math.log(worth))
    logs: dict[int, list[tuple[float, int]]] = {}
    for number, (_, totals) in enumerate(rankings):
        for id_, total in totals.items():
            logs.setdefault(id_, []).append((total - scales[number] + weights[number], number))
    blended: _Shares = {}
    for id_, chances in logs.items():
        best, number = max(chances)
        mean = best + math.log(sum(math.exp(each - best) for each, _ in chances))
        shares, totals = rankings[number]
        blended[id_] = {**shares[id_], BLENDED: mean + max(scales) - totals[id_]}
    return blended
