"""Orders what `recall` finds for a question: records and passages together, by what each says about it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import is_question
from backstory.base.settled_options import Settled, find_settled
from backstory.base.visibility import View
from backstory.memory.answers.answer_shares import Explained, explain_candidate, explain_unjudged
from backstory.memory.kernel.catalog import Catalog

if TYPE_CHECKING:
    from backstory.base.candidates import Candidate
    from backstory.base.shares import Weights
    from backstory.index.search import Hit

_ANSWERED: Final = 0.6
"""Share of the weight of a question that one entry has, from which others must have a part of it as well."""
_BESIDE: Final = 0.6
"""Share of the best score that an entry without a word of the question needs then."""
_NEAR: Final = 0.3
"""Share of the best score that any entry needs: in a small memory everything shares a word with any question."""
_STATED: Final = 1.25
"""Factor of a record that somebody made on purpose."""
_REASON: Final = 1.5
"""Factor of a record with a reason, for a question why."""
_NOTHING: Final = Explained(0.0, {"context": 0.0})


class Ordered(NamedTuple):
    """Records and passages without those that are about something else, and the order of all of them."""

    hits: "list[Hit]"
    passages: "list[PassageHit]"
    all: "list[Hit | PassageHit]"


def order_answers(
    workspace: Catalog, text: str, hits: "Sequence[Hit]", passages: "Sequence[PassageHit]"
) -> "Ordered | None":
    """What was found for a question, merged by relevance; passages keep their order. None for no question.

    Scores and shares are then those by which it was merged.
    """
    if not is_question(text):
        return None
    view = View(encode_path(workspace.project.root))
    last = workspace.last_question
    candidates = workspace.fresh().run(lambda con: last.explain(con, view, text)).candidates
    best = max((one.score for one in candidates), default=0.0)
    is_answered = any(one.covered >= _ANSWERED for one in candidates)
    judged: dict[str | int, Candidate] = {}
    remote: set[str | int] = set()
    for one in candidates:
        key = one.hit.passage if isinstance(one.hit, PassageHit) else one.hit.id
        judged[key] = one
        if is_answered and not one.distinct and one.score < _BESIDE * best:
            remote.add(key)
    asks_why = "why" in find_asked_kinds(text)
    records = [
        _explain_record(hit, judged.get(hit.row.record.id), workspace.recall_weights, asks_why=asks_why)
        for hit in hits
        if hit.row.record.id not in remote
    ]
    relevant = [hit for hit in passages if hit.passage not in remote]
    _explain_passages(relevant, judged, workspace.recall_weights)
    settled = workspace.fresh().run(lambda con: find_settled(con, view, relevant))
    records = _add_decisions(workspace, records, settled)
    records.sort(key=lambda hit: -hit.score)
    relevant = [hit for hit in relevant if not any(one.is_only_list(hit) for one in settled)]
    least = _NEAR * max([0.0, *(hit.score for hit in records), *(hit.score for hit in relevant)])
    records = [hit for hit in records if hit.score >= least]
    relevant = [hit for hit in relevant if hit.score >= least]
    return Ordered(records, relevant, _merge(records, relevant))


def _add_decisions(workspace: Catalog, records: "Sequence[Hit]", settled: "Sequence[Settled]") -> "list[Hit]":
    """The records with what was decided between options that were found: as good as what offers these, and without
    checkpoints that only tell what was offered."""
    from backstory.index.search import Hit  # most questions are about no options

    out = [hit for hit in records if not any(_tells_offer(hit, one) for one in settled)]
    for one in settled:
        score = max([offer.score for offer in one.offers])
        former = next((hit for hit in out if hit.row.record.id == one.decision.id), None)
        if former is None:
            out.append(Hit(workspace.get(one.decision.id), score, {"context": score}))
        elif former.score < score:
            gained = {"context": former.why.get("context", 0.0) + score - former.score}
            out[out.index(former)] = former._replace(score=score, why={**former.why, **gained})
    return out


def _tells_offer(hit: "Hit", one: "Settled") -> bool:
    """Whether a record is a checkpoint of the session in which the options were offered, and tells of them."""
    record = hit.row.record
    is_there = record.kind == "checkpoint" and record.origin.session == one.decision.session
    return is_there and one.is_offered_in(f"{record.title}\n{record.body}")


def _explain_record(hit: "Hit", one: "Candidate | None", weights: "Weights", *, asks_why: bool) -> "Hit":
    """The record with its score for the question, and what it counts beside a passage."""
    if one is None:
        explained = explain_unjudged(hit)
    else:
        record = hit.row.record
        factors = {
            "stated": _STATED if record.origin.how in ("explicit", "stated") else 1.0,
            "reason": _REASON if asks_why and record.parts.get("why") else 1.0,
        }
        explained = explain_candidate(one, factors, weights)
    return hit._replace(score=explained.score, why=explained.shares)


def _explain_passages(
    passages: "Sequence[PassageHit]", judged: "Mapping[str | int, Candidate]", weights: "Weights"
) -> None:
    """Sets the score of each passage for the question. What corrects the next one stands with that."""
    next_one = _NOTHING
    for passage in reversed(passages):
        one = judged.get(passage.passage)
        explained = Explained(next_one.score, {"context": next_one.score})
        if one is not None:
            explained = explain_candidate(one, {}, weights)
        passage.score, passage.why = explained
        next_one = explained


def _merge(hits: "Sequence[Hit]", passages: "Sequence[PassageHit]") -> "list[Hit | PassageHit]":
    """Both lists as one, of the first of each the better one before the other; records before passages as good."""
    merged: list[Hit | PassageHit] = []
    next_hit, next_passage = 0, 0
    while next_hit < len(hits) or next_passage < len(passages):
        if next_passage == len(passages) or (
            next_hit < len(hits) and hits[next_hit].score >= passages[next_passage].score
        ):
            merged.append(hits[next_hit])
            next_hit += 1
        else:
            merged.append(passages[next_passage])
            next_passage += 1
    return merged
