"""Runs queries of the query language over the memory of a project."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.index import filter as index_filter
from backstory.index.read import Condition, RowFilter
from backstory.index.record_counts import encode_ids
from backstory.memory.kernel.catalog import Catalog
from backstory.model.query import And, Node, Not, Or, Predicate, QueryError, Text, parse_query
from backstory.store.origins import opaque_session

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.index.search import Hit


class Matches(NamedTuple):
    """The matches of a text. `misread` says why a text that looks like a query was searched as plain words."""

    hits: "list[Hit]"
    misread: str = ""


def run_query(
    workspace: Catalog,
    text: str,
    *,
    limit: int = 0,
    kinds: Sequence[str] = (),
    tiers: Sequence[str] = (),
    tags: Sequence[str] = (),
    scopes: Sequence[str] = (),
    statuses: Sequence[str] = (),
    since: str = "",
    include_retracted: bool = False,
    include_superseded: bool = False,
    words_only: bool = False,
) -> "list[Hit]":
    """Runs a query: best first if it has free text, else newest first. `limit` 0 returns all.

    The filters narrow the result further, as in `Memory.recall`. With `words_only` the text is plain words and no
    query. Raises `QueryError`, which points at the character.
    """
    filters = RowFilter(
        tuple(kinds), tuple(tiers), tuple(tags), tuple(scopes), tuple(statuses), since, limit,
        include_retracted, include_superseded,
    )  # fmt: skip
    node = Text(tuple(text.split())) if words_only else parse_query(text)
    return run_node(workspace, node, text, filters)


def list_newest(workspace: Catalog, limit: int, **filters: Any) -> "tuple[list[Row], int]":
    """(the newest records that pass the filters, the number of all that do). Reads no others."""
    return workspace.fresh().rows_and_count(_to_filter(filters)._replace(limit=limit))


def list_ids(workspace: Catalog, among: Collection[str], **filters: Any) -> list[str]:
    """The ids whose records pass the filters of `list_newest`. Reads no record."""
    among_ids = Condition("c.id IN (SELECT value FROM json_each(?))", (encode_ids(among),))
    return workspace.fresh().ids(_to_filter(filters)._replace(also=among_ids, few=True))


def _to_filter(filters: Mapping[str, Any]) -> RowFilter:
    return RowFilter(
        kinds=tuple(filters["kinds"]),
        tiers=tuple(filters["tiers"]),
        tags=tuple(filters["tags"]),
        scopes=tuple(filters["scopes"]),
        since=filters["since"],
        retracted=filters["include_retracted"],
        superseded=filters["include_superseded"],
    )


def run_query_or_words(workspace: Catalog, text: str, **filters: Any) -> Matches:
    """Runs a query as `run_query` does. A text that is no valid query is searched as plain words, so no text fails."""
    try:
        return Matches(run_query(workspace, text, **filters))
    except QueryError as error:
        return Matches(run_query(workspace, text, words_only=True, **filters), error.reason)


def run_node(workspace: Catalog, node: Node | None, text: str, filters: RowFilter) -> "list[Hit]":
    """Runs a parsed query; `text` is its source."""
    return index_filter.run_query(
        workspace.fresh(),
        _name_sessions(workspace, node),
        now=workspace.now(),
        text=text,
        filters=filters,
        stale=lambda rows: _states(workspace, rows),
        weights=workspace.recall_weights,
    )


def _name_sessions(workspace: Catalog, node: Node | None) -> Node | None:
    """The query in which the id of a session also stands for the digest that team records have in its place."""
    match node:
        case Not(item):
            inner = _name_sessions(workspace, item)
            return Not(inner) if inner is not None else node
        case And(items) | Or(items):
            named = (_name_sessions(workspace, item) for item in items)
            return type(node)(tuple(item for item in named if item is not None))
        case Predicate(key="session", value=value) if value and "*" not in value:
            return Or((node, node._replace(value=opaque_session(value, workspace.gate))))
    return node


def find_matching(workspace: Catalog, text: str) -> set[str]:
    """Returns the ids of the records that a query finds, including retracted and superseded ones."""
    filters = RowFilter(retracted=True)
    return {hit.row.record.id for hit in run_node(workspace, parse_query(text), text, filters)}


def _states(workspace: Catalog, rows: "Sequence[Row]") -> Mapping[str, str]:
    """Returns record id -> staleness. For a past moment it is empty, since only the present code can be read."""
    from backstory.memory.kernel.staleness import anchor_states

    if workspace.past and not workspace.is_other_branch:
        return {}
    return {ident: status.state for ident, status in anchor_states(workspace, rows).items()}
