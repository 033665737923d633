"""Orders what `recall` finds for a question: records and passages together, by what each says about it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.relevance import explain_relevant, is_question
from backstory.base.visibility import View
from backstory.memory.catalog import Catalog

if TYPE_CHECKING:
    from backstory.index.search import Hit

_ANSWERED: Final = 0.6
"""Share of the weight of a question that one entry has, from which others must have a part of it as well."""
_LEAST: Final = 0.45
"""Share of the best score that an entry without a word of the question needs then."""
_STATED: Final = 1.25
"""Factor of a record that somebody made on purpose."""
_REASON: Final = 1.5
"""Factor of a record with a reason, for a question why."""


class _Rank(NamedTuple):
    score: float
    is_remote: bool
    """Whether it has no word of the question, in a memory that has something on it."""


class Ordered(NamedTuple):
    """Records and passages without those that are about something else, and the order of all of them."""

    hits: "list[Hit]"
    passages: "list[PassageHit]"
    all: "list[Hit | PassageHit]"


def order_answers(
    workspace: Catalog, text: str, hits: "Sequence[Hit]", passages: "Sequence[PassageHit]"
) -> "Ordered | None":
    """What was found for a question, merged by relevance; passages keep their order. None for no question."""
    if not is_question(text):
        return None
    view = View(encode_path(workspace.project.root))
    candidates = workspace.fresh().run(lambda con: explain_relevant(con, view, text, is_put=True)).candidates
    best = max((one.score for one in candidates), default=0.0)
    is_answered = any(one.covered >= _ANSWERED for one in candidates)
    ranks: dict[str | int, _Rank] = {}
    for one in candidates:
        is_remote = is_answered and not one.distinct and one.score < _LEAST * best
        key = one.hit.passage if isinstance(one.hit, PassageHit) else one.hit.id
        ranks[key] = _Rank(one.score, is_remote)
    unknown = _Rank(0.0, is_remote=False)
    records = [hit for hit in hits if not ranks.get(hit.row.record.id, unknown).is_remote]
    said = [hit for hit in passages if not ranks.get(hit.passage, unknown).is_remote]
    asks_why = "why" in find_asked_kinds(text)
    scores = {id(hit): ranks.get(hit.row.record.id, unknown).score * _weigh(hit, asks_why) for hit in records}
    records.sort(key=lambda hit: -scores[id(hit)])
    merged = _merge(records, [scores[id(hit)] for hit in records], said, _score_passages(said, ranks))
    return Ordered(records, said, merged)


def _weigh(hit: "Hit", asks_why: bool) -> float:
    """What a record counts beside a passage."""
    record = hit.row.record
    stated = _STATED if record.origin.how in ("explicit", "stated") else 1.0
    return stated * (_REASON if asks_why and record.parts.get("why") else 1.0)


def _score_passages(passages: "Sequence[PassageHit]", ranks: dict[str | int, _Rank]) -> list[float]:
    """The score of each passage. What corrects the next one stands with that."""
    scores: list[float] = []
    for passage in reversed(passages):
        rank = ranks.get(passage.passage)
        scores.append(rank.score if rank is not None else scores[-1] if scores else 0.0)
    return scores[::-1]


def _merge(
    hits: "Sequence[Hit]", hit_scores: Sequence[float], passages: "Sequence[PassageHit]", scores: Sequence[float]
) -> "list[Hit | PassageHit]":
    """Both lists as one, of the first of each the better one before the other; records before passages as good."""
    merged: list[Hit | PassageHit] = []
    taken, said = 0, 0
    while taken < len(hits) or said < len(passages):
        if said == len(passages) or (taken < len(hits) and hit_scores[taken] >= scores[said]):
            merged.append(hits[taken])
            taken += 1
        else:
            merged.append(passages[said])
            said += 1
    return merged
