"""The graph of records: links made and cut, what is related, and the paths to where something came from."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.edit import edit
from backstory.model.errors import Invalid, NotFound
from backstory.model.record import Link, Record

if TYPE_CHECKING:
    from backstory.index.read import Edge

BACKWARD = ("supersedes", "depends_on", "derived_from", "part_of", "answers", "caused_by")
"""Relations that point to what was there before; `contradicts` and `relates_to` have no direction in time."""


class Step(NamedTuple):
    """A record met on a walk through the graph. `via` is the relation as it reads from the record before it."""

    id: str
    depth: int
    via: str
    parent: str


def make_edge_id(edge: "Edge") -> str:
    """A short name for an edge, stable over time: what `edges` prints and `unlink` takes."""
    return hashlib.blake2b(f"{edge.source} {edge.relation} {edge.target}".encode(), digest_size=4).hexdigest()


def add_link(workspace: Catalog, source: str, target: str, relation: str) -> Record:
    """Links two records; linking them again changes nothing."""
    return edit(workspace, source, add_links=[(relation, target)])


def remove_links(workspace: Catalog, source: str, target: str = "", relation: str = "") -> list["Edge"]:
    """Cuts edges: one by its id, or those between two records. Raises `NotFound` when there is none."""
    edges = workspace.fresh().links()
    if not target:
        gone = [e for e in edges if make_edge_id(e) == source.lower()]
    else:
        a, b = workspace.get(source).record.id, workspace.get(target).record.id
        gone = [e for e in edges if (e.source, e.target) == (a, b) and relation in ("", e.relation)]
    if not gone:
        raise NotFound("no such link", hint="`backstory edges` lists them with their ids")
    for edge in gone:
        edit(workspace, edge.source, remove_links=[(edge.relation, edge.target)])
    return gone


def find_edges(workspace: Catalog, *, source: str = "", target: str = "", either: str = "") -> list["Edge"]:
    """Edges from, to, or at a record."""
    a = workspace.get(source).record.id if source else ""
    b = workspace.get(target).record.id if target else ""
    c = workspace.get(either).record.id if either else ""
    return [
        e
        for e in workspace.fresh().links()
        if a in ("", e.source) and b in ("", e.target) and c in ("", e.source, e.target)
    ]


def find_related(workspace: Catalog, ref: str, depth: int = 1) -> list[Step]:
    """Records within `depth` links of one, in both directions, nearest first. Safe in circles."""
    start = workspace.get(ref).record.id
    neighbours = _neighbours(workspace.fresh().links(), both=True)
    return _walk(start, neighbours, depth)


def trace_sources(workspace: Catalog, ref: str, *, reverse: bool = False) -> list[list[Step]]:
    """The paths from a record to its sources, or with `reverse` to what followed from it; longest first."""
    start = workspace.get(ref).record.id
    neighbours: dict[str, list[tuple[str, str]]] = {}
    for edge in workspace.fresh().links():
        if edge.relation in BACKWARD:
            a, b = (edge.target, edge.source) if reverse else (edge.source, edge.target)
            word = f"{edge.relation} (by)" if reverse else edge.relation
            neighbours.setdefault(a, []).append((b, word))
    paths: list[list[Step]] = []
    stack: list[list[Step]] = [[Step(start, 0, "", "")]]
    while stack and len(paths) < 1_000:
        path = stack.pop()
        seen = {s.id for s in path}
        onward = [(b, w) for b, w in neighbours.get(path[-1].id, []) if b not in seen]
        if not onward and len(path) > 1:
            paths.append(path)
        stack += [[*path, Step(b, len(path), w, path[-1].id)] for b, w in sorted(onward, reverse=True)]
    return sorted(paths, key=lambda p: (-len(p), [s.id for s in p]))


def supersede(workspace: Catalog, old: str, new: str) -> Record:
    """Says that `new` replaces `old`. Raises `Invalid` when that would make a circle."""
    a, b = workspace.get(old).record, workspace.get(new).record
    if a.id == b.id:
        raise Invalid(f"a record cannot supersede itself (`{a.short}`)")
    older = {s.id for path in trace_sources(workspace, a.id) for s in path}
    if b.id in older:
        raise Invalid(
            f"`{a.short}` already came after `{b.short}`", hint=f"`backstory trace {a.short}` shows the chain"
        )
    return edit(workspace, b.id, add_links=[("supersedes", a.id)])


def latest_successors(workspace: Catalog) -> dict[str, list[str]]:
    """Superseded record -> the records that replace it and are not replaced themselves; more than one is a conflict."""
    rows = {r.record.id: r for r in workspace.fresh().rows()}
    out: dict[str, list[str]] = {}
    for row in rows.values():
        if len(row.superseded_by) > 1:
            standing = [i for i in row.superseded_by if i in rows and not rows[i].superseded_by]
            if len(standing) > 1:
                out[row.record.id] = standing
    return out


def summarize(workspace: Catalog, refs: Sequence[str], title: str, body: str, *, archive: bool) -> Record:
    """A summary of records, linked to all of them; `archive` moves the sources off-context. They are never deleted."""
    from backstory.memory.remember import remember
    from backstory.model.record import Draft

    ids = [workspace.get(ref).record.id for ref in refs]
    if not ids:
        raise Invalid("no records to summarize were named", hint='`backstory summarize ID ID --body "..."`')
    done = remember(
        workspace, Draft(kind="summary", title=title, body=body, links=[Link("derived_from", i) for i in ids])
    )
    if archive:
        for ref in ids:
            edit(workspace, ref, tier="off-context")
    return done.record


def find_sources(workspace: Catalog, ref: str) -> list[Record]:
    """The records that a summary was made of."""
    record = workspace.get(ref).record
    found: list[Record] = []
    for edge in record.links:
        if edge.relation == "derived_from":
            try:
                found.append(workspace.get(edge.target).record)
            except NotFound:
                continue  # forgotten, or of another branch
    return found


def _neighbours(links: "Iterable[Edge]", *, both: bool) -> dict[str, list[tuple[str, str]]]:
    out: dict[str, list[tuple[str, str]]] = {}
    for edge in links:
        out.setdefault(edge.source, []).append((edge.target, edge.relation))
        if both:
            out.setdefault(edge.target, []).append((edge.source, f"{edge.relation} (by)"))
    return out


def _walk(start: str, neighbours: dict[str, list[tuple[str, str]]], depth: int) -> list[Step]:
    found: list[Step] = []
    seen, ring = {start}, [start]
    for distance in range(1, depth + 1):
        outer: list[str] = []
        for here in ring:
            for there, via in sorted(neighbours.get(here, [])):
                if there not in seen:
                    seen.add(there)
                    outer.append(there)
                    found.append(Step(there, distance, via, here))
        ring = outer
    return found
