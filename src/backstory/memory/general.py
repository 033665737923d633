"""Answers a question that asks for a kind of answer as such: where the work stands, which rules there are, what was
tried, what was decided. Such a question has no word to search by."""

from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.asked_kinds import find_asked_kinds, is_general
from backstory.base.path_codec import encode_path
from backstory.base.recent import find_recent
from backstory.base.reversed_hits import mark_passages
from backstory.base.visible import View
from backstory.index.search import Hit
from backstory.memory.catalog import Catalog

if TYPE_CHECKING:
    import apsw

    from backstory.base.passages import PassageHit

SECTIONS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "rules": ("the rules", ("rule", "preference")),
    "tried": ("what was tried", ("attempt", "failure")),
    "failed": ("what failed last", ()),
    "green": ("the last runs", ()),
    "run": ("the last runs", ()),
    "deploy": ("the last runs", ()),
    "again": ("the last runs", ()),
    "next": ("what is next", ()),
    "task": ("where the work stands", ()),
    "resume": ("where the work stands", ()),
    "decided": ("what was decided", ("decision",)),
    "wish": ("what was decided", ("decision",)),
}
"""Kind of question -> what its answer is called, and the kinds of records in it. The first that fits counts."""
OWN_TIERS: Final = ("pinned", "working")


class GeneralAnswer(NamedTuple):
    """What is known of a kind, the newest first."""

    label: str
    hits: list[Hit]
    passages: "list[PassageHit]"


def answer_general(workspace: Catalog, text: str, *, limit: int = 8) -> GeneralAnswer | None:
    """What answers a question that names a kind of answer and nothing else; None for any other, or without an answer.

    Records of the work at hand come before those of the project's history.
    """
    kinds = find_asked_kinds(text)
    name = next((name for name in SECTIONS if name in kinds), "")
    if not name or not is_general(text, kinds):
        return None
    label, record_kinds = SECTIONS[name]
    view = View(encode_path(workspace.project.root))

    def find(con: "apsw.Connection") -> "list[PassageHit]":
        hits = find_recent(con, view, kinds, text)[:limit]
        mark_passages(con, view, hits)
        return hits

    passages = workspace.fresh().run(find)
    hits = _list_records(workspace, record_kinds, limit) if record_kinds else []
    return GeneralAnswer(label, hits, passages) if hits or passages else None


def _list_records(workspace: Catalog, kinds: tuple[str, ...], limit: int) -> list[Hit]:
    index = workspace.fresh()
    tiers = (OWN_TIERS, ("reference",))
    listed = [index.rows(kinds=kinds, tiers=each, limit=limit, include_superseded=False) for each in tiers]
    rows = [row for each in listed for row in each if row.record.fields.get("outcome") != "worked"]
    return [Hit(row, 0.0, {}) for row in rows[:limit]]
