"""The graph of records: adds and removes links, finds related records and traces their sources."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.base.digests import blake2b
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.prepare import make_origin
from backstory.memory.kernel.workspace import refuse_agent
from backstory.memory.verbs.edit import edit
from backstory.memory.verbs.remember import remember
from backstory.memory.verbs.restatements import find_restatements
from backstory.model.errors import Ambiguous, Invalid, NotFound
from backstory.model.kinds import RETRACTED
from backstory.model.record import Draft, Link, Record

if TYPE_CHECKING:
    from backstory.index.read import Edge

BACKWARD = ("supersedes", "depends_on", "derived_from", "part_of", "answers", "caused_by")
"""Relations that point to an earlier record; `contradicts` and `relates_to` have no direction in time."""
MAX_PATHS = 1_000
"""Paths that are traced; a dense graph has too many to list."""


class TraceStep(NamedTuple):
    """A record on a walk through the graph. `via` is the relation, read from the record before it."""

    id: str
    depth: int
    via: str
    parent: str


def make_edge_id(edge: "Edge") -> str:
    """Returns a short, stable name for an edge. `edges` prints it and `unlink` takes it."""
    return blake2b(f"{edge.source} {edge.relation} {edge.target}".encode(), digest_size=4).hexdigest()


def add_link(workspace: Catalog, source: str, target: str, relation: str) -> Record:
    """Links two records. To link them again changes nothing."""
    return edit(workspace, source, add_links=[(relation, target)])


def remove_links(workspace: Catalog, source: str, target: str = "", relation: str = "") -> list["Edge"]:
    """Removes the edge with the id `source`, or those between two records. Raises `NotFound` if there is none."""
    removed = _choose_edges(workspace, workspace.fresh().links(), source, target, relation)
    if not removed:
        raise NotFound("no such link", hint="`backstory edges` lists them with their ids")
    for edge in removed:
        edit(workspace, edge.source, remove_links=[(edge.relation, edge.target)])
    return removed


def _choose_edges(workspace: Catalog, edges: "Iterable[Edge]", source: str, target: str, relation: str) -> "list[Edge]":
    """The edges with an id, or those of a relation between two records."""
    if not target:
        return [edge for edge in edges if make_edge_id(edge) == source.lower()]
    ends = workspace.get(source).record.id, workspace.get(target).record.id
    between = [edge for edge in edges if (edge.source, edge.target) == ends]
    return [edge for edge in between if relation in ("", edge.relation)]


def find_edges(workspace: Catalog, *, source: str = "", target: str = "", either: str = "") -> list["Edge"]:
    """Returns the edges from `source`, to `target`, or with `either` at one of their ends."""
    source_id = workspace.get(source).record.id if source else ""
    target_id = workspace.get(target).record.id if target else ""
    either_id = workspace.get(either).record.id if either else ""

    def is_match(edge: "Edge") -> bool:
        ends = (edge.source, edge.target)
        return source_id in ("", edge.source) and target_id in ("", edge.target) and either_id in ("", *ends)

    return [edge for edge in workspace.fresh().links() if is_match(edge)]


def find_related(workspace: Catalog, ref: str, depth: int = 1) -> list[TraceStep]:
    """Finds the records within `depth` links of one, in both directions, nearest first. Cycles are safe."""
    start = workspace.get(ref).record.id
    neighbours = _neighbours(workspace.fresh().links())
    return _walk(start, neighbours, depth)


def trace_sources(workspace: Catalog, ref: str, *, reverse: bool = False) -> list[list[TraceStep]]:
    """Returns the paths from a record to its sources, longest first; with `reverse`, to the records made from it."""
    start = workspace.get(ref).record.id
    edges = [edge for edge in workspace.fresh().links() if edge.relation in BACKWARD]
    neighbours: dict[str, list[tuple[str, str]]] = {}
    for edge in edges:
        if reverse:
            neighbours.setdefault(edge.target, []).append((edge.source, f"{edge.relation} (by)"))
        else:
            neighbours.setdefault(edge.source, []).append((edge.target, edge.relation))
    return _list_paths(start, neighbours)


def _list_paths(start: str, neighbours: Mapping[str, list[tuple[str, str]]]) -> list[list[TraceStep]]:
    """Returns every path from a record that goes on as far as it can, longest first."""
    paths: list[list[TraceStep]] = []
    stack: list[list[TraceStep]] = [[TraceStep(start, 0, "", "")]]
    while stack and len(paths) < MAX_PATHS:
        path = stack.pop()
        last = path[-1].id
        visited = {step.id for step in path}
        onward = [neighbour for neighbour in neighbours.get(last, []) if neighbour[0] not in visited]
        if not onward and len(path) > 1:
            paths.append(path)
        for ident, relation in sorted(onward, reverse=True):
            stack.append([*path, TraceStep(ident, len(path), relation, last)])
    return sorted(paths, key=lambda path: (-len(path), [step.id for step in path]))


def supersede(workspace: Catalog, old: str, new: str) -> Record:
    """Links `new` as the successor of `old`, and of what was extracted from the talk of its session and says the same.

    Raises `Invalid` if that would close a cycle.
    """
    old_record, new_record = workspace.get(old).record, workspace.get(new).record
    if old_record.id == new_record.id:
        raise Invalid(f"a record cannot supersede itself (`{old_record.short}`)")
    for path in trace_sources(workspace, old_record.id):
        if any(step.id == new_record.id for step in path):
            raise Invalid(
                f"`{old_record.short}` already came after `{new_record.short}`",
                hint=f"`backstory trace {old_record.short}` shows the chain",
            )
    same = find_restatements(workspace, old_record, new_record)
    return edit(workspace, new_record.id, add_links=[("supersedes", one.id) for one in (old_record, *same)])


def latest_successors(workspace: Catalog) -> dict[str, list[str]]:
    """Returns superseded record -> its successors that are not superseded themselves, if there is more than one."""
    rows = {row.record.id: row for row in workspace.fresh().rows()}
    successors: dict[str, list[str]] = {}
    for row in rows.values():
        if len(row.superseded_by) > 1:
            latest = [
                successor for successor in row.superseded_by if successor in rows and not rows[successor].superseded_by
            ]
            if len(latest) > 1:
                successors[row.record.id] = latest
    return successors


def list_restored(workspace: Catalog, ref: str) -> list[Record]:
    """Returns the records that hold again because the record that replaced them, `ref`, does not hold any more."""
    restored: list[Record] = []
    visited, waiting = set[str](), [workspace.get(ref).record]
    while waiting:
        record = waiting.pop()
        if record.id in visited:
            continue
        visited.add(record.id)
        for target in (link.target for link in record.links if link.relation == "supersedes"):
            try:
                row = workspace.get(target)
            except (NotFound, Ambiguous):
                continue  # it was forgotten, or belongs to another branch
            if row.record.status == RETRACTED:
                waiting.append(row.record)
            elif not row.superseded_by:
                restored.append(row.record)
    return list({one.id: one for one in restored}.values())


def summarize(
    workspace: Catalog, refs: Sequence[str], title: str, body: str, *, archive: bool, model: str = ""
) -> Record:
    """Writes a summary of records and links it to them. `archive` moves the sources off-context; they stay.

    A summary by a `model` is `inferred` and carries its name, and what a person said on purpose is not moved for it.
    Raises `Invalid` for an agent where a source is not trusted: the summary would be.
    """
    rows = [workspace.get(ref) for ref in refs]
    for row in rows:
        if row.foreign:
            refuse_agent(workspace, f"backstory summarize {row.record.short}")
    ids = [row.record.id for row in rows]
    if not ids:
        raise Invalid("no records given to summarize", hint='`backstory summarize ID ID --body "..."`')
    links = [Link("derived_from", ident) for ident in ids]
    draft = Draft(kind="summary", title=title, body=body, links=links, fields={"model": model} if model else {})
    origin = msgspec.structs.replace(make_origin(workspace, draft), how="inferred") if model else None
    summary = remember(workspace, draft, origin=origin)
    if archive:
        for row in rows:
            if not (model and row.record.origin.how == "explicit"):
                edit(workspace, row.record.id, tier="off-context")
    return summary.record


def find_sources(workspace: Catalog, ref: str) -> list[Record]:
    """Returns the records that a summary was made from."""
    record = workspace.get(ref).record
    sources: list[Record] = []
    for link in record.links:
        if link.relation == "derived_from":
            try:
                sources.append(workspace.get(link.target).record)
            except NotFound:
                continue  # it was forgotten, or belongs to another branch
    return sources


def _neighbours(links: "Iterable[Edge]") -> dict[str, list[tuple[str, str]]]:
    """Returns record id -> (neighbour, relation), in both directions."""
    neighbours: dict[str, list[tuple[str, str]]] = {}
    for edge in links:
        neighbours.setdefault(edge.source, []).append((edge.target, edge.relation))
        neighbours.setdefault(edge.target, []).append((edge.source, f"{edge.relation} (by)"))
    return neighbours


def _walk(start: str, neighbours: dict[str, list[tuple[str, str]]], depth: int) -> list[TraceStep]:
    """Walks the graph breadth first."""
    steps: list[TraceStep] = []
    visited, ring = {start}, [start]
    for distance in range(1, depth + 1):
        next_ring: list[str] = []
        for ident in ring:
            for neighbour, relation in sorted(neighbours.get(ident, [])):
                if neighbour not in visited:
                    visited.add(neighbour)
                    next_ring.append(neighbour)
                    steps.append(TraceStep(neighbour, distance, relation, ident))
        ring = next_ring
    return steps
