"""Finds what was decided or tried about a prompt on another branch, whose work is not part of the one checked out.

Records of another branch stay hidden: what they state does not hold here, so that they answer no question. An order for
just that work again is told that there was such a decision, with the branch named.
"""

from backstory.base.candidates import TOGETHER, Candidate
from backstory.base.evidence import THRESHOLD, add_up, read_signals
from backstory.base.idle_prompts import needs_nothing, needs_only_rules
from backstory.base.search import MAX_COUNTED, WEIGHTS, Hit, fetch_visible
from backstory.base.visibility import OF_OTHER_BRANCHES, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.question import Question

KINDS = ("decision", "attempt", "failure")
"""What tells a reader elsewhere that a way was looked at. Rules and facts of a branch may not hold off it."""
MAX_JUDGED = 6

_RANKED = (
    f"SELECT rowid, -bm25(fts, {WEIGHTS}) AS score FROM fts WHERE fts MATCH ?2 AND EXISTS"
    " (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = fts.rowid AND NOT h.anywhere)"
    f" ORDER BY score DESC LIMIT {MAX_JUDGED}"
)
_BRANCH = "SELECT coalesce(json_extract(rest, '$.origin.branch'), '') FROM content WHERE doc = ?"


def find_on_other_branches(
    con: "apsw.Connection",
    view: View,
    question: "Question",
    candidates: "Sequence[Candidate]",
    skip: "frozenset[str] | set[str]",
) -> Hit | None:
    """The record of another branch that has more of an order than anything visible, with its branch; mostly none.

    `candidates` are what was judged of this branch, and `skip` the ids that the session already has.
    """
    if not (question.asked and question.is_order) or needs_nothing(question) or needs_only_rules(question):
        return None
    bar = max([one.covered for one in candidates], default=0.0)
    best: Candidate | None = None
    for hit in _fetch_hidden(con, view, question):
        one = Candidate(question, hit)
        if hit.kind not in KINDS or hit.id in skip or one.distinct < TOGETHER or one.covered <= bar:
            continue
        if add_up(read_signals(question, [one], has_sessions=False)) < THRESHOLD:
            continue
        if best is None or (one.covered, one.weight, one.hit.id) > (best.covered, best.weight, best.hit.id):
            best = one
    if best is None or not isinstance(best.hit, Hit):
        return None
    best.hit.branch = con.execute(_BRANCH, (best.hit.doc,)).get or ""
    return best.hit if best.hit.branch else None


def _fetch_hidden(con: "apsw.Connection", view: View, question: "Question") -> list[Hit]:
    counted = zip(question.asked, question.record_counts, strict=True)
    words = [term.match for term, count in counted if 0 < count < MAX_COUNTED]
    if not words:
        return []
    scores = dict(con.execute(_RANKED, (view.tree, " OR ".join(words))))
    return fetch_visible(con, View(view.tree, OF_OTHER_BRANCHES, view.branch), list(scores), scores, {})
