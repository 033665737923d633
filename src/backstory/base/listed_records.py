"""Lists records for a prompt that asks for all of a kind: `which rules are there?`."""

from backstory.base.recent_work import SCORE, STEP
from backstory.base.search import Hit, fetch_visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.visibility import View

LISTED = {"rules": ("rule",), "tried": ("attempt", "failure")}
"""What a prompt asks for -> the kinds of records that are listed for it."""


def list_newest(con: "apsw.Connection", view: "View", groups: "Iterable[str]", most: int) -> "Sequence[Hit]":
    """The newest rules, or ways that failed, of the groups that are asked for. Their scores are what they gain."""
    kinds = [kind for group in groups for kind in LISTED.get(group, ())]
    if not kinds:
        return ()
    marks = ", ".join(["?"] * len(kinds))
    query = (
        f"SELECT doc FROM content WHERE kind IN ({marks}) AND (kind = 'rule' OR tier <> 'reference')"
        f" ORDER BY made DESC, id DESC LIMIT {most:d}"
    )
    docs = [doc for (doc,) in con.execute(query, kinds)]
    hits = [hit for hit in fetch_visible(con, view, docs, {}, {}) if hit.outcome != "worked"]
    hits.sort(key=lambda hit: docs.index(hit.doc))
    for place, hit in enumerate(hits):
        hit.score = SCORE - STEP * place
    return hits
