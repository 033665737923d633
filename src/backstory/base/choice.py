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
MAX_SHOWN = 320
"""Characters that a prompt shows of a passage, which leaves room for marks of what became of it."""
OF_HEAVIEST = 0.9
"""Share of the words of the prompt, by weight, in the best candidate that gives a record a place of its own."""
SAME = 0.8
"""Two candidates say the same if they share this part of the words of the shorter one ..."""
MUCH = 2
"""... unless the later one says more than so many times as much."""


def choose_hits(
    candidates: "Sequence[Candidate]", skip: "frozenset[str] | set[str]", limit: int, share: float = MIN_OF_BEST
) -> "list[Hit | PassageHit]":
    """Returns the candidates with the best scores, without repetitions and without those to `skip`.

    Those count as well for what is far below the best: what was given already leaves no room for something else. An
    answer without a word of the prompt says nothing without the request, which was given before.
    Rules have places of their own. Those about what the prompt asks to do come first.
    """
    new = [one for one in candidates if one.hit.id not in skip and (one.matched or one.answers not in skip)]
    ranked = sorted(new, key=lambda one: (-one.score, one.hit.id))
    best = max([one.score for one in candidates], default=0.0)
    related = _choose_related(ranked)
    beside = BESIDE * best if any(one.distinct for one in candidates) else float("inf")
    rest = [one for one in ranked if one.score >= (beside if one.is_beside else share * best)]
    against = [one for one in related if _comes_first(one)]
    laid_down = _choose_record(rest)
    chosen = _drop_repeats([*against, *rest[:1], *related, *laid_down, *rest], best, limit)
    bar = min([one.score for one in chosen if one in against], default=0.0)
    first = [one for one in chosen if bar and one in related and _is_rule(one) and one.score >= bar]
    return [
        one.hit for one in dict.fromkeys([*first, *(one for one in laid_down if one in chosen), *_by_score(chosen)])
    ]


def may_offer_options(hits: "Sequence[Hit | PassageHit]") -> bool:
    """Whether one of the hits may offer options that were decided between: what was said, or a checkpoint."""
    return any(not isinstance(hit, Hit) or hit.kind == "checkpoint" for hit in hits)


def drop_idle(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    """The candidates without requests like the prompt of which nothing else was said."""
    spoken = max([one.distinct for one in candidates if not one.is_record and not one.is_idle], default=0)
    return [one for one in candidates if not one.is_idle or spoken >= min(TOGETHER, one.distinct)]


def _drop_repeats(candidates: "Sequence[Candidate]", best: float, limit: int) -> "list[Candidate]":
    """The first candidates that repeat no earlier one, at most `limit`. Long passages are quoted."""
    chosen: list[Candidate] = []
    for one in dict.fromkeys(candidates):
        if len(chosen) == limit:
            break
        _quote(one, best)
        if not any(_says_same(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _quote(one: Candidate, best: float) -> None:
    """Chooses what is shown of a long passage: the sentences that match the prompt."""
    hit = one.hit
    if not isinstance(hit, PassageHit) or hit.role in WHOLE or len(hit.text) <= MAX_QUOTE:
        return
    hit.quote = one.quote()
    hit.is_minor = one.score < QUOTED * best
    if len(hit.text) > MAX_SHOWN and not one.question.is_put:
        hit.excerpt = one.quote(MAX_SHOWN)


def _choose_related(ranked: "Sequence[Candidate]") -> "list[Candidate]":
    """The rules that overlap most with the prompt, and at least one failed attempt."""
    related = sorted((one for one in ranked if one.touch >= MIN_TOUCH), key=lambda one: -one.touch)
    rules = [one for one in related if _is_rule(one)][:MAX_RELATED]
    others = [one for one in related if not _is_rule(one)]
    return [*rules, *others[: max(1, MAX_RELATED - len(rules))]]


def _choose_record(ranked: "Sequence[Candidate]") -> "list[Candidate]":
    """The best record that has about as much of the prompt as any passage. A passage scores for what stands beside it
    as well; a record stands alone, and is what was laid down in the end."""
    heaviest = max([one.weight for one in ranked], default=0.0)
    records = [one for one in ranked if isinstance(one.hit, Hit) and one.hit.kind in _LAID_DOWN]
    return [one for one in records[:1] if one.weight >= OF_HEAVIEST * heaviest and one.distinct > 1]


_LAID_DOWN = ("decision", "fact", "failure", "pattern", "rule")


def _by_score(candidates: "Sequence[Candidate]") -> "list[Candidate]":
    return sorted(candidates, key=lambda one: -one.score)


def _comes_first(one: Candidate) -> bool:
    """Whether it is a rule about what the prompt asks to do."""
    return _is_rule(one) and one.question.is_order and one.touch >= FIRST


def _is_rule(one: Candidate) -> bool:
    return isinstance(one.hit, Hit) and one.hit.kind == "rule"


def _says_same(one: Candidate, other: Candidate) -> bool:
    """Whether a candidate repeats a better one of which it, or that one, has little more to say. Two records never
    repeat each other."""
    if one.is_record and other.is_record:
        return False
    first, second = one.statement, other.statement
    shared = len(first & second)
    return shared >= SAME * (len(first) or 1) or (shared >= SAME * (len(second) or 1) and len(first) <= MUCH * shared)
