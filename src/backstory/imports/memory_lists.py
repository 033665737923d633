"""Reads lists of memories: exports of mem0, OpenMemory and agentmemory, and databases that keep such lists."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from backstory.imports import chroma
from backstory.imports.claude_mem import is_of_project
from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import list_of, objects_of, parse_json, peek, read_json, read_json_lines, text_of
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time
from backstory.imports.kinds import choose_kind
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor

_LISTS: Final = ("results", "memories", "items", "data", "observations")
"""Keys of a document under which a list of memories is."""
_TEXTS: Final = ("memory", "content", "text", "narrative", "body", "new_memory", "document")
"""Keys of a memory's text, the first that has one counts."""
_TABLES: Final[dict[str, tuple[str, ...]]] = {
    "memories": ("content",), "observations": ("content",), "history": ("memory_id", "new_memory"),
}  # fmt: skip


def recognizes(path: str) -> bool:
    """Whether a file is a list of objects with texts, or a database with a table of memories."""
    if any(has_tables(path, {table: columns}) for table, columns in _TABLES.items()):
        return True
    begin = peek(path).lstrip()
    if begin[:1] == "{" and (row := parse_json(begin.split("\n")[0])) is not None:
        return _is_memory(row) or any(_is_memory(one) for name in _LISTS for one in objects_of(row.get(name))[:3])
    if begin[:1] not in ("{", "["):
        return False
    return any(_is_memory(row) for row in _find_list(read_json(path, Omissions()))[:3])


def _is_memory(row: object) -> bool:
    return isinstance(row, dict) and "id" in row and any(isinstance(row.get(name), str) for name in _TEXTS)


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each memory that is not deleted. Of a history the last text of each memory counts."""
    if chroma.recognizes(path):
        yield from chroma.read_items(path, place, omitted)
        return
    rows = list(_read_rows(path, omitted))
    if rows and "memory_id" in rows[0] and "event" in rows[0]:
        rows = _last_of_each(rows)
    others = 0
    for number, row in enumerate(rows, 1):
        if not is_of_project(text_of(row.get("project")), place):
            others += 1
        elif _is_gone(row):
            omitted.add(str(row.get("id") or number), "is deleted in the source")
        elif (item := _read_memory(row, str(number))) is not None:
            yield item
        else:
            omitted.add(str(row.get("id") or number), "has no text")
    if others:
        omitted.add(path, f"{others} memories are of other projects")


def _read_rows(path: str, omitted: Omissions) -> Iterator[dict[str, Any]]:
    for table, columns in _TABLES.items():
        if has_tables(path, {table: columns}):
            yield from read_table(path, table, omitted)
            return
    if path.endswith((".jsonl", ".ndjson")):
        yield from (row for _, row in read_json_lines(path, omitted))
        return
    yield from _find_list(read_json(path, omitted))


def _find_list(document: object) -> list[dict[str, Any]]:
    if isinstance(document, dict):
        for name in _LISTS:
            inner = document.get(name)
            if isinstance(inner, dict):
                inner = list(inner.values())
            if objects_of(inner):
                return objects_of(inner)
        return []
    return objects_of(document)


def _last_of_each(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the last row of each memory of mem0's history."""
    last: dict[str, dict[str, Any]] = {}
    for row in rows:
        ident = str(row.get("memory_id"))
        last.pop(ident, None)
        last[ident] = {**row, "id": ident}
    return list(last.values())


def _is_gone(row: dict[str, Any]) -> bool:
    state = text_of(row.get("state")).lower() or text_of(row.get("event")).lower()
    return bool(row.get("deleted_at") or row.get("is_deleted") == 1) or state in ("deleted", "delete", "archived")


def _read_memory(row: dict[str, Any], number: str) -> Item | None:
    text = next((text_of(row.get(name)) for name in _TEXTS if text_of(row.get(name))), "")
    title = text_of(row.get("title"))
    if not (text or title):
        return None
    word = _find_word(row)
    kind, status = choose_kind(word), text_of(row.get("status"))
    lists = (list_of(row.get(name)) for name in ("tags", "concepts", "categories"))
    return Item(
        make_draft(
            kind,
            title[:300],
            text=text,
            status=status if status in KINDS[kind].statuses else "",
            tags=[*chain.from_iterable(lists), *([word] if word != kind else [])],
            anchors=[Anchor.parse(path) for path in list_of(row.get("files"))[:5]],
        ),
        key=str(row.get("id") or number),
        made=_find_time(row),
        author=text_of(row.get("author")),
        agent=text_of(row.get("agent_id") or row.get("agent")),
        links=tuple((text_of(one.get("type")), text_of(one.get("id"))) for one in objects_of(row.get("links"))),
        is_whole=True,
    )


def _find_word(row: dict[str, Any]) -> str:
    """Return the word that a memory or its metadata has for its kind."""
    meta = row.get("metadata")
    meta = parse_json(meta) if isinstance(meta, str) else meta
    places = (row, meta) if isinstance(meta, dict) else (row,)
    words = (text_of(place.get(name)) for place in places for name in ("type", "category"))
    return next(filter(None, words), "")


def _find_time(row: dict[str, Any]) -> str:
    names = ("created_at", "createdAt", "timestamp", "created", "updated_at", "date")
    return next((time for name in names if (time := read_time(row.get(name)))), "")
