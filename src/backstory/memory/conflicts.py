"""Records that cannot both hold: two that replace the same one, and those that are said to contradict each other."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.model.ids import short

if TYPE_CHECKING:
    from backstory.index.read import Edge, Row


class Conflict(NamedTuple):
    """Two or more records that stand and exclude each other. `about` is what they both replace, or empty."""

    ids: tuple[str, ...]
    about: str = ""

    @property
    def what(self) -> str:
        named = " and ".join(short(i) for i in self.ids)
        return f"{named} both replace {short(self.about)}" if self.about else f"{named} contradict each other"

    @property
    def hint(self) -> str:
        """The command that settles it, in favour of the newest."""
        newest, *others = sorted(self.ids, reverse=True)
        return f"`backstory supersede {short(others[0])} {short(newest)}` keeps {short(newest)}, the newer one"


def find_conflicts(
    workspace: Catalog, rows: "Iterable[Row] | None" = None, edges: "Iterable[Edge] | None" = None
) -> list[Conflict]:
    """All conflicts between records that stand (visible, not retracted, not replaced), in a stable order.

    What came from elsewhere and is not trusted contradicts nothing."""
    index = workspace.fresh()
    links = index.links() if edges is None else list(edges)
    replaced: dict[str, int] = {}
    for edge in links:
        if edge.relation == "supersedes":
            replaced[edge.target] = replaced.get(edge.target, 0) + 1
    if not any(edge.relation == "contradicts" for edge in links) and not any(n > 1 for n in replaced.values()):
        return []  # most memories: no record had to be read
    known = {r.record.id: r for r in (index.rows() if rows is None else rows)}
    known = {i: r for i, r in known.items() if r.record.status != "retracted" and not r.foreign}
    standing = {i for i, r in known.items() if not r.superseded_by}
    found: set[Conflict] = set()
    for edge in links:
        if edge.relation == "contradicts" and {edge.source, edge.target} <= standing and edge.source != edge.target:
            found.add(Conflict(tuple(sorted((edge.source, edge.target)))))
    for row in known.values():
        rivals = tuple(sorted(i for i in row.superseded_by if i in standing))
        if len(rivals) > 1:
            found.add(Conflict(rivals, row.record.id))
    return sorted(found)


def find_disputes(found: Iterable[Conflict]) -> dict[str, tuple[str, ...]]:
    """Record id -> ids of the records that it is in conflict with."""
    out: dict[str, set[str]] = {}
    for conflict in found:
        for one in conflict.ids:
            out.setdefault(one, set()).update(i for i in conflict.ids if i != one)
    return {i: tuple(sorted(others)) for i, others in out.items()}
