"""Reads the database of basic-memory, for when its notes are gone or on another machine."""

from collections.abc import Iterator
from typing import Final

from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import text_of
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
    """Yield a record for each entity, with its observations as a list and its relations as links."""
    titles = {row["id"]: text_of(row.get("title")) for row in read_table(path, "entity", omitted)}
    observations: dict[object, list[str]] = {}
    for row in read_table(path, "observation", omitted):
        line = f"- [{text_of(row.get('category')) or 'note'}] {text_of(row.get('content'))}"
        observations.setdefault(row["entity_id"], []).append(line)
    links: dict[object, list[tuple[str, str]]] = {}
    for row in read_table(path, "relation", omitted):
        target = titles.get(row.get("to_id")) or text_of(row.get("to_name"))
        relation = text_of(row["relation_type"]).lower().replace("-", "_").replace(" ", "_")
        links.setdefault(row["from_id"], []).append((relation, target))
    for row in read_table(path, "entity", omitted):
        kind = text_of(row.get("entity_type") or row.get("note_type")).lower()
        title = titles[row["id"]]
        if title:
            yield Item(
                make_draft(
                    kind if is_lasting(kind) else "note",
                    title,
                    "\n".join(observations.get(row["id"], [])),
                    tags=clean_tags([] if is_lasting(kind) or kind == "note" else [kind]),
                    fields={"permalink": text_of(row.get("permalink"))},
                ),
                key=title,
                made=read_time(row.get("created_at")),
                links=tuple(links.get(row["id"], [])),
                is_whole=True,
            )
