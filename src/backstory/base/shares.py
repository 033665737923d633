"""Adds up a score from named signals, each with a weight, and keeps what each of them changes as its share."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from backstory.base.passages import PassageHit

    Weights = Mapping[str, int]
    """Signal -> its weight in hundredths of the usual; those that are not named have the usual one."""

USUAL = 100


class Tally:
    """Adds up one score. `shares` holds what each signal contributed, and its values sum to `score`."""

    def __init__(self, weights: "Weights") -> None:
        self._weights = weights
        self.score = 0.0
        self.shares: dict[str, float] = {}

    def add(self, signal: str, amount: float, detail: str = "") -> None:
        """Adds an amount. `detail` says in the shares what the signal has met."""
        if signal in self._weights:
            amount *= self._weights[signal] / USUAL
        self.score += amount
        self.shares[f"{signal} {detail}" if detail else signal] = amount

    def multiply(self, signal: str, factor: float) -> None:
        """Multiplies what there is by a factor; a weight is its exponent, so that at 0 it changes nothing."""
        if signal in self._weights:
            factor **= self._weights[signal] / USUAL
        before = self.score
        self.score *= factor
        self.shares[signal] = self.score - before


def explain_passages(hits: "Sequence[PassageHit]", weights: "Weights") -> None:
    """Sets the shares of passages as the search has scored them, and their scores where a weight is not the usual.

    Passages that have them already stay as they are. One without a score corrects the next one, and stands with that.
    """
    next_score = 0.0
    for hit in reversed(hits):
        if hit.why is not None:
            next_score = hit.score
            continue
        tally = Tally(weights)
        if not hit.score:
            hit.score, hit.why = next_score, {"context": next_score}
            continue
        if hit.with_context:
            tally.add("text", hit.own)
            tally.add("context", hit.with_context - hit.own)
            tally.multiply("role", hit.score / hit.with_context)
        else:
            tally.add("fit", hit.score)
        if weights:
            hit.score = tally.score
        hit.why = tally.shares
        next_score = hit.score
