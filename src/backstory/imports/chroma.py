"""Reads the databases of Chroma: MemPalace's drawers and knowledge graph, and the memories of agentmemory."""

import os
from collections.abc import Iterator
from typing import Any, Final

import apsw

from backstory.imports.claude_mem import is_of_project
from backstory.imports.databases import MAX_ROWS, has_tables, query_store, read_table
from backstory.imports.files import parse_json, text_of
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time
from backstory.imports.kinds import choose_kind
from backstory.model.record import Anchor

DATABASE: Final = "chroma.sqlite3"
_GRAPH: Final = "knowledge_graph.sqlite3"
_EXACT: Final = "sqlite_exact.sqlite3"
_TABLES: Final = {"embedding_metadata": ("id", "key", "string_value"), "embeddings": ("id", "embedding_id")}
_DOCUMENTS: Final = {"documents": ("id", "document", "metadata_json")}
_TRIPLES: Final = {"triples": ("subject", "predicate", "object")}
_QUERY: Final = f"""
    SELECT e.embedding_id, m.key, COALESCE(m.string_value, m.int_value, m.float_value), c.name
    FROM (SELECT * FROM embeddings ORDER BY id LIMIT {MAX_ROWS}) e
    JOIN embedding_metadata m ON m.id = e.id
    LEFT JOIN segments s ON s.id = e.segment_id
    LEFT JOIN collections c ON c.id = s.collection
    ORDER BY e.id
"""
_PEOPLE: Final = "wing_"
"""How the wings of persons and agents begin; other wings are projects."""
MAX_OVERLAP: Final = 400
"""Characters that a chunk may repeat of the one before it."""


def recognizes(path: str) -> bool:
    """Whether a folder has a palace, or a file is a database of Chroma."""
    if os.path.isdir(path):
        return any(os.path.isfile(os.path.join(path, name)) for name in (DATABASE, _EXACT, f"palace/{DATABASE}"))
    return any(has_tables(path, tables) for tables in (_TABLES, _DOCUMENTS, _TRIPLES))


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each document, its chunks put together, and a fact for each triple that still holds.

    Those of other projects are counted as omitted: of MemPalace the wings, which are named for projects.
    """
    others = 0
    for file in _find_databases(path):
        rows = _join_chunks(_read_rows(file, omitted))
        for row in rows:
            wing = text_of(row.get("wing"))
            if not wing.startswith(_PEOPLE) and not is_of_project(wing, place):
                others += 1
            elif (item := _read_document(row)) is not None:
                yield item
        if has_tables(file, _TRIPLES):
            yield from _read_triples(file, omitted)
    if others:
        omitted.add(path, f"{others} memories are of other projects")


def _find_databases(path: str) -> list[str]:
    """Return the databases of a palace, and the graph that is beside or above it."""
    if not os.path.isdir(path):
        return [path]
    names = (DATABASE, _EXACT, _GRAPH, f"palace/{DATABASE}", f"palace/{_EXACT}")
    files = [os.path.join(path, name) for name in names]
    return [file for file in files if os.path.isfile(file) and not os.path.islink(file)]


def _read_rows(path: str, omitted: Omissions) -> list[dict[str, Any]]:
    """Return the documents of a database with their metadata."""
    if has_tables(path, _DOCUMENTS):
        rows = read_table(path, "documents", omitted)
        return [{**_object(row["metadata_json"]), "id": row["id"], "document": row["document"]} for row in rows]
    if not has_tables(path, _TABLES):
        return []

    def query(connection: apsw.Connection) -> list[dict[str, Any]]:
        documents: dict[str, dict[str, Any]] = {}
        for ident, key, value, collection in connection.execute(_QUERY):
            name = "document" if key == "chroma:document" else str(key)
            documents.setdefault(str(ident), {"id": str(ident), "collection": collection})[name] = value
        return list(documents.values())

    documents = query_store(path, query)
    if documents is None:
        omitted.add(path, "its documents cannot be read")
    return documents or []


def _object(text: object) -> dict[str, Any]:
    value = parse_json(text) if isinstance(text, str) else None
    return value if isinstance(value, dict) else {}


def _join_chunks(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the chunks of a document together, in their order and without what they repeat."""
    first: dict[str, dict[str, Any]] = {}
    pieces: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: _number(row.get("chunk_index"))):
        key = text_of(row.get("parent_drawer_id")) or str(row.get("id"))
        text = str(row.get("document") or "")
        if key in first:
            text = text[_overlap(pieces[key][-1], text) :]
        first.setdefault(key, {**row, "id": key})
        pieces.setdefault(key, []).append(text)
    return [{**row, "document": "".join(pieces[key])} for key, row in first.items()]


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _overlap(before: str, text: str) -> int:
    """Return the number of characters at the beginning of a text that the end of another has as well."""
    longest = min(len(before), len(text), MAX_OVERLAP)
    return next((size for size in range(longest, 0, -1) if before.endswith(text[:size])), 0)


def _read_document(row: dict[str, Any]) -> Item | None:
    text = text_of(row.get("document"))
    if not text:
        return None
    room = text_of(row.get("room")) or text_of(row.get("category"))
    collection = text_of(row.get("collection"))
    own = collection if not room and not collection.startswith("mempalace") else room
    source = text_of(row.get("source_file"))
    return Item(
        make_draft(
            choose_kind(own) if choose_kind(own) != "note" else choose_kind(own.removesuffix("s")),
            "",
            text=text,
            tags=[one for one in (own, text_of(row.get("hall"))) if one],
            anchors=[Anchor(source)] if source else [],
        ),
        key=str(row.get("id")),
        made=next(filter(None, (read_time(row.get(name)) for name in ("filed_at", "created_at", "timestamp"))), ""),
        agent=text_of(row.get("agent")),
        is_whole=True,
    )


def _read_triples(path: str, omitted: Omissions) -> Iterator[Item]:
    """Yield a fact for each triple, with the names of its ends as people write them."""
    names = {}
    if has_tables(path, {"entities": ("id", "name")}):
        names = {row["id"]: text_of(row["name"]) for row in read_table(path, "entities", omitted)}
    for row in read_table(path, "triples", omitted):
        ends = [names.get(row[name]) or text_of(row[name]) for name in ("subject", "object")]
        text = f"{ends[0]} {text_of(row['predicate']).replace('_', ' ')} {ends[1]}"
        if row.get("valid_to"):
            omitted.add(text, f"held until {text_of(row['valid_to'])}")
        elif all(ends):
            created = read_time(row.get("valid_from")) or read_time(row.get("extracted_at"))
            yield Item(make_draft("fact", "", text=text), key=str(row.get("id") or text), made=created)
