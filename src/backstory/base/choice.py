"""Chooses the records and passages that a prompt brings, and orders them."""

from backstory.base.candidates import MAX_QUOTE, TOGETHER, Candidate
from backstory.base.passages import PassageHit
from backstory.base.search import Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = ("command", "next")
"""Roles of passages that are shown whole."""
MIN_OF_BEST = 0.2
"""Share of the best score below which a candidate is dropped."""
BESIDE = 0.6
"""The same for a passage that has no word of the prompt. It does not come where nothing else has a word of it."""
MIN_TOUCH = 1.5
"""The least overlap with the prompt that lets a rule take a place of its own."""
MAX_RELATED = 2
FIRST = 2.5
"""The least overlap with an order that puts a rule before candidates with a better score."""
QUOTED = 0.6
"""Share of the best score below which a long passage is cut to the sentences that match the prompt."""
SAME = 0.8
"""Two candidates say the same if they share this part of the words of the shorter one."""


def choose_hits(
    candidates: "Sequence[Candidate]", skip: "frozenset[str] | set[str]", limit: int, share: float = MIN_OF_BEST
) -> "list[Hit | PassageHit]":
    """Returns the candidates with the best scores, without repetitions and without those to `skip`.

    Those count as well for what is far below the best: what was given already leaves no room for something else.
    Rules have places of their own. Those about what the prompt asks to do come first.
    """
    ranked = sorted((one for one in candidates if one.hit.id not in skip), key=lambda one: (-one.score, one.hit.id))
    best = max([one.score for one in candidates], default=0.0)
    related = _choose_related(ranked)
    beside = BESIDE * best if any(one.distinct for one in candidates) else float("inf")
    rest = [one for one in ranked if one.score >= (beside if one.is_beside else share * best)]
    chosen = _drop_repeats([*rest[:1], *related, *rest])[:limit]
    bar = min([one.score for one in chosen if one in related and _comes_first(one)], default=0.0)
    first = [one for one in chosen if bar and one in related and _is_rule(one) and one.score >= bar]
    for one in chosen:
        if isinstance(one.hit, PassageHit) and one.hit.role not in WHOLE and len(one.hit.text) > MAX_QUOTE:
            one.hit.quote = one.quote()
            one.hit.is_minor = one.score < QUOTED * best
    return [one.hit for one in dict.fromkeys([*first, *_by_score(chosen)])]


def drop_idle(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    """The candidates without requests like the prompt of which nothing else was said."""
    spoken = max([one.distinct for one in candidates if not one.is_record and not one.is_idle], default=0)
    return [one for one in candidates if not one.is_idle or spoken >= min(TOGETHER, one.distinct)]


def _drop_repeats(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    """Drops candidates that repeat an earlier one."""
    chosen: list[Candidate] = []
    for one in dict.fromkeys(candidates):
        if not any(_says_same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _choose_related(ranked: "Sequence[Candidate]") -> "list[Candidate]":
    """The rules that overlap most with the prompt, and at least one failed attempt."""
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
    """Whether a passage repeats a record or another passage. Two records never repeat each other."""
    if one.is_record and other.is_record:
        return False
    first, second = one.statement, other.statement
    return len(first & second) >= SAME * (min(len(first), len(second)) or 1)
