"""The query language over one project's memory."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from backstory.index.filter import select
from backstory.index.read import Wanted
from backstory.memory.catalog import Catalog
from backstory.model.query import Node, parse

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.index.search import Hit


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
) -> "list[Hit]":
    """The records that a query finds: best first where it has free text, else newest first. `limit` 0 means all.

    The filters narrow it further, as those of `Memory.recall`. Raises `QueryError`, which points at the character.
    """
    wanted = Wanted(
        tuple(kinds), tuple(tiers), tuple(tags), tuple(scopes), tuple(statuses), since, limit,
        include_retracted, include_superseded,
    )  # fmt: skip
    return run_node(workspace, parse(text), text, wanted)


def run_node(workspace: Catalog, node: Node | None, text: str, wanted: Wanted) -> "list[Hit]":
    """The same for a tree; `text` is what it was read from."""
    return select(
        workspace.fresh(),
        node,
        now=workspace.now(),
        text=text,
        wanted=wanted,
        stale=lambda rows: _states(workspace, rows),
    )


def find_matching(workspace: Catalog, text: str) -> set[str]:
    """Ids of the records that a query finds, retracted and superseded ones too."""
    wanted = Wanted(retracted=True)
    return {h.row.record.id for h in run_node(workspace, parse(text), text, wanted)}


def _states(workspace: Catalog, rows: "Sequence[Row]") -> Mapping[str, str]:
    """How the records stand against the code; of the past that is not known."""
    from backstory.memory.staleness import anchor_states

    return {} if workspace.past else {i: standing.state for i, standing in anchor_states(workspace, rows).items()}
