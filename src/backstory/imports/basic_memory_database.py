"""Reads the database of basic-memory, for when its notes are gone or on another machine."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import list_of, parse_json, text_of
from backstory.imports.item import Item, Omissions, clean_tags, make_draft, read_time
from backstory.imports.kinds import is_lasting

TABLES: Final = {
    "entity": ("id", "title", "permalink"), "observation": ("entity_id", "content", "category"),
    "relation": ("from_id", "relation_type"),
}  # fmt: skip


def recognizes(path: str) -> bool:
    """Whether a file is such a database."""
    return has_tables(path, TABLES)


def read_items(path: str, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each entity, with its observations as a list and its relations as links.

    Entities whose notes are on this machine are counted as omitted, because the notes hold more.
    """
    entities = list(read_table(path, "entity", omitted))
    titles = {row["id"]: text_of(row.get("title")) for row in entities}
    folders = {row.get("id"): text_of(row.get("path")) for row in read_table(path, "project", omitted)}
    files: Counter[str] = Counter()
    observations: dict[object, list[str]] = {}
    for row in read_table(path, "observation", omitted):
        line = f"- [{text_of(row.get('category')) or 'note'}] {text_of(row.get('content'))}"
        observations.setdefault(row["entity_id"], []).append(line)
    links: dict[object, list[tuple[str, str]]] = {}
    for row in read_table(path, "relation", omitted):
        target = titles.get(row.get("to_id")) or text_of(row.get("to_name"))
        links.setdefault(row["from_id"], []).append((name_relation(text_of(row["relation_type"])), target))
    for row in entities:
        folder = folders.get(row.get("project_id"), "")
        if folder and os.path.isfile(os.path.join(folder, text_of(row.get("file_path")) or "?")):
            files[folder] += 1
            continue
        kind = text_of(row.get("entity_type") or row.get("note_type")).lower()
        title = titles[row["id"]]
        if title:
            yield Item(
                make_draft(
                    kind if is_lasting(kind) else "note",
                    title,
                    "\n".join(observations.get(row["id"], [])),
                    tags=clean_tags([*_read_tags(row), *([] if is_lasting(kind) or kind == "note" else [kind])]),
                    fields={"permalink": text_of(row.get("permalink"))},
                ),
                key=title,
                made=read_time(row.get("created_at")),
                links=tuple(links.get(row["id"], [])),
                is_whole=True,
            )
    for folder, count in files.items():
        omitted.add(path, f"{count} notes are files, which hold more: `backstory import basic-memory {folder}`")


def name_relation(words: str) -> str:
    """Return the words of a relation as the name of a link."""
    return "_".join(words.lower().replace("-", " ").split())


def _read_tags(row: dict[str, Any]) -> list[str]:
    """Return the tags of an entity's metadata: a list, or the text of one with either kind of quotes."""
    metadata = parse_json(text_of(row.get("entity_metadata")))
    value = metadata.get("tags") if isinstance(metadata, dict) else None
    return list_of(value.replace("'", '"') if isinstance(value, str) else value)
