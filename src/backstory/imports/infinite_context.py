"""Reads the store of Infinite Context: decisions and pinned files in `.infctx/metadata/state.db`."""

import os
from collections.abc import Iterator
from typing import Any

from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import list_of, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.model.record import Anchor


def recognizes(path: str) -> bool:
    """Whether a folder has the database of Infinite Context, or a file is one."""
    return has_tables(_find_database(path), {"decisions": ("summary", "rationale"), "pins": ("path", "note")})


def _find_database(path: str) -> str:
    return os.path.join(path, "metadata", "state.db") if os.path.isdir(path) else path


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield its decisions, and a pinned note for each file that it pins."""
    database = _find_database(path)
    for row in read_table(database, "decisions", omitted):
        yield _read_decision(row)
    for row in read_table(database, "pins", omitted):
        file, note = text_of(row.get("path")), text_of(row.get("note"))
        if file:
            yield Item(
                make_draft("note", note or file, tier="pinned", anchors=[Anchor(file)]),
                key=f"pin/{file}",
                made=read_time(row.get("created_at")),
                is_whole=True,
            )
    snapshots = sum(1 for _ in read_table(database, "snapshots", omitted))
    if snapshots:
        omitted.add(path, f"{snapshots} snapshots: `backstory snapshot` takes new ones")


def _read_decision(row: dict[str, Any]) -> Item:
    parts: dict[str, str | list[str]] = {
        "why": text_of(row.get("rationale")),
        "alternatives": list_of(row.get("alternatives_json")),
        "impact": list_of(row.get("impact")),
    }
    return Item(
        make_draft(
            "decision", text_of(row.get("summary")), parts=parts, tags=clean_tags(list_of(row.get("tags_json")))
        ),
        key=str(row.get("id")),
        made=read_time(row.get("created_at")),
        is_whole=True,
    )
