"""Reads the store of Memdown (`ctx`): nodes, tags and edges in its database, or in what `ctx export` prints."""

from collections.abc import Iterator
from typing import Any, Final

from backstory.imports.databases import has_tables, read_table
from backstory.imports.files import list_of, objects_of, parse_json, peek, read_json, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.model.kinds import TIERS, find_kind

_ENDS: Final = (("from_id", "to_id"), ("from", "to"), ("source", "target"))
"""Names for the ends of an edge, in the database and in exports."""


def recognizes(path: str) -> bool:
    """Whether a file is Memdown's database or its export."""
    if has_tables(path, {"nodes": ("id", "type", "content"), "edges": ("type",)}):
        return True
    begin = peek(path).lstrip()
    if not (begin.startswith("{") and '"nodes"' in begin):
        return False
    document = read_json(path, Omissions())
    nodes = objects_of(document.get("nodes")) if isinstance(document, dict) else []
    return bool(nodes) and {"id", "type", "content"} <= nodes[0].keys()


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each node, of the same kind and tier, with its edges as links."""
    nodes, edges, tags = _read_store(path, omitted)
    links: dict[str, list[tuple[str, str]]] = {}
    for edge in edges:
        start, end = next(((text_of(edge.get(a)), text_of(edge.get(b))) for a, b in _ENDS if edge.get(a)), ("", ""))
        links.setdefault(start, []).append((text_of(edge.get("type")).lower().replace("-", "_"), end))
    for node in nodes:
        ident = text_of(node.get("id"))
        if text_of(node.get("content")):
            yield _read_node(node, ident, tags.get(ident, []), tuple(links.get(ident, ())))
        else:
            omitted.add(ident, "has no text")


def _read_node(node: dict[str, Any], ident: str, tags: list[str], links: tuple[tuple[str, str], ...]) -> Item:
    words = [*list_of(node.get("tags")), *tags]
    kind = find_kind(text_of(node.get("type")))
    tier = next((word[5:] for word in words if word.startswith("tier:") and word[5:] in TIERS), "")
    text = text_of(node.get("content"))
    draft = make_draft(kind.name if kind else "note", "", text=text, tier=tier, tags=clean_tags(words))
    return Item(draft, ident, read_time(node.get("created_at") or node.get("created")), links=links, is_whole=True)


def _read_store(
    path: str, omitted: Omissions
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, list[str]]]:
    if peek(path, 64).lstrip().startswith("{"):
        document = read_json(path, omitted)
        document = document if isinstance(document, dict) else {}
        return objects_of(document.get("nodes")), objects_of(document.get("edges")), {}
    tags: dict[str, list[str]] = {}
    for row in read_table(path, "tags", omitted):
        tags.setdefault(text_of(row.get("node_id")), []).append(text_of(row.get("tag")))
    nodes = [_with_metadata(row) for row in read_table(path, "nodes", omitted)]
    return nodes, list(read_table(path, "edges", omitted)), tags


def _with_metadata(row: dict[str, Any]) -> dict[str, Any]:
    metadata = parse_json(text_of(row.get("metadata"))) if row.get("metadata") else None
    return {**metadata, **row} if isinstance(metadata, dict) else row
