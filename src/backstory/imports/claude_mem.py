"""Reads the database of claude-mem: its observations and the summaries of its sessions."""

import os
from collections.abc import Iterator
from typing import Any, Final

from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import list_of, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.model.record import Anchor

_KINDS: Final = {
    "decision": "decision", "discovery": "fact", "bugfix": "fact", "feature": "note", "refactor": "note",
    "change": "note", "security_alert": "failure", "gotcha": "failure",
}  # fmt: skip


def recognizes(path: str) -> bool:
    """Whether a database has claude-mem's observations."""
    return has_tables(path, {"observations": ("project", "narrative", "concepts")})


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield the observations and summaries of this project. Those of other projects are counted as omitted."""
    others = 0
    for table, make in (("observations", _read_observation), ("session_summaries", _read_summary)):
        for row in read_table(path, table, omitted):
            if is_of_project(text_of(row.get("project")), place):
                item = make(row, f"{table}/{row.get('id')}")
                if item is not None:
                    yield item
            else:
                others += 1
    if others:
        omitted.add(path, f"{others} memories are of other projects")


def is_of_project(name: str, place: Place) -> bool:
    """Whether the name or path of a project is that of this one. No name counts as this one."""
    base = os.path.basename(place.root.rstrip(os.sep)).lower()
    return not name or name.rstrip("/\\").replace("\\", "/").rpartition("/")[2].lower() == base


def _read_observation(row: dict[str, Any], key: str) -> Item | None:
    facts = [f"- {fact}" for fact in list_of(row.get("facts"))]
    story = text_of(row.get("narrative")) or text_of(row.get("text"))
    title = text_of(row.get("title")) or story
    if not title:
        return None
    body = "\n\n".join(filter(None, (text_of(row.get("subtitle")), story if story != title else "", "\n".join(facts))))
    kind = text_of(row.get("type"))
    return Item(
        make_draft(
            _KINDS.get(kind, "note"),
            title if len(title) <= 300 else "",
            body if len(title) <= 300 else title,
            tags=clean_tags([*list_of(row.get("concepts")), kind]),
            anchors=[Anchor(path) for path in list_of(row.get("files_modified"))[:5]],
        ),
        key=key,
        made=read_time(row.get("created_at_epoch") or row.get("created_at")),
        agent=text_of(row.get("agent_type")) or "claude-mem",
        is_whole=True,
    )


def _read_summary(row: dict[str, Any], key: str) -> Item | None:
    request = text_of(row.get("request"))
    names = ("investigated", "learned", "completed", "next_steps", "notes")
    parts = [f"## {name.replace('_', ' ').capitalize()}\n{text_of(row.get(name))}" for name in names if row.get(name)]
    if not request or not parts:
        return None
    return Item(
        make_draft("summary", request, "\n\n".join(parts), tags=["session"]),
        key=key,
        made=read_time(row.get("created_at_epoch") or row.get("created_at")),
        agent="claude-mem",
        is_whole=True,
    )
