"""Chooses among records and passages that a prompt may be about those that are told with it, and their order."""

from backstory.base.candidates import MAX_QUOTE, Candidate
from backstory.base.passages import PassageHit
from backstory.base.search import Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = ("command", "next")
"""Roles of passages that are shown whole."""
MIN_OF_BEST = 0.2
"""What scores less than this share of the best is dropped."""
MIN_TOUCH = 1.5
"""What a rule must have in common with a prompt to be told before what scores better."""
MAX_RELATED = 2
FIRST = 2.5
"""What a rule must have in common with an order to stand before what scores better."""
QUOTED = 0.6
"""Share of the best score below which a longer passage is cut to what meets the prompt."""
SAME = 0.8
"""Share of the words of the shorter one from which two candidates say the same."""


def choose_hits(
    candidates: "Sequence[Candidate]", skip: "frozenset[str] | set[str]", limit: int, share: float = MIN_OF_BEST
) -> "list[Hit | PassageHit]":
    """The candidates that score best, each saying something that none before it says.

    Rules have places of their own. Those about what the prompt asks to do come first.
    """
    ranked = sorted((one for one in candidates if one.hit.id not in skip), key=lambda one: (-one.score, one.hit.id))
    related = _choose_related(ranked)
    least = share * ranked[0].score if ranked else 0.0
    rest = [one for one in ranked if one.score >= least]
    chosen = _drop_repeats([*ranked[:1], *related, *rest])[:limit]
    bar = min([one.score for one in chosen if one in related and _comes_first(one)], default=0.0)
    first = [one for one in chosen if bar and one in related and _is_rule(one) and one.score >= bar]
    for one in chosen:
        if isinstance(one.hit, PassageHit) and one.hit.role not in WHOLE and len(one.hit.text) > MAX_QUOTE:
            one.hit.quote = one.quote()
            one.hit.is_minor = one.score < QUOTED * ranked[0].score
    return [one.hit for one in dict.fromkeys([*first, *_by_score(chosen)])]


def _drop_repeats(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    """The candidates that say something that none before them says."""
    chosen: list[Candidate] = []
    for one in dict.fromkeys(candidates):
        if not any(_says_same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _choose_related(ranked: "Sequence[Candidate]") -> "list[Candidate]":
    """The rules that have most in common with the prompt, and at least one way that failed."""
    related = sorted((one for one in ranked if one.touch >= MIN_TOUCH), key=lambda one: -one.touch)
    rules = [one for one in related if _is_rule(one)][:MAX_RELATED]
    others = [one for one in related if not _is_rule(one)]
    return [*rules, *others[: max(1, MAX_RELATED - len(rules))]]


def _by_score(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    return sorted(candidates, key=lambda one: -one.score)


def _comes_first(one: Candidate) -> bool:
    """Whether it is a rule about what the prompt asks to do."""
    return _is_rule(one) and one.question.is_order and one.touch >= FIRST


def _is_rule(one: Candidate) -> bool:
    return isinstance(one.hit, Hit) and one.hit.kind == "rule"


def _says_same(one: Candidate, other: Candidate) -> bool:
    """Whether a passage says what a record or another passage says. Records are distinct as they are."""
    if one.is_record and other.is_record:
        return False
    first, second = one.statement, other.statement
    return len(first & second) >= SAME * (min(len(first), len(second)) or 1)
