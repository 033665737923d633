"""Finds records that cannot both hold: two that replace the same one, or two that are linked as contradictions."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.model.ids import short_id

if TYPE_CHECKING:
    from backstory.index.read import Edge, Row


class Conflict(NamedTuple):
    """Two or more current records that exclude each other. `about` is the record that they replace, or empty."""

    ids: tuple[str, ...]
    about: str = ""

    @property
    def what(self) -> str:
        """The conflict in words."""
        names = " and ".join(short_id(i) for i in self.ids)
        return f"{names} both replace {short_id(self.about)}" if self.about else f"{names} contradict each other"

    @property
    def hint(self) -> str:
        """The command that settles the conflict in favour of the newest record."""
        newest, *others = sorted(self.ids, reverse=True)
        return f"`backstory supersede {short_id(others[0])} {short_id(newest)}` keeps {short_id(newest)}, the newer one"


def find_conflicts(
    workspace: Catalog, rows: "Iterable[Row] | None" = None, edges: "Iterable[Edge] | None" = None
) -> list[Conflict]:
    """Finds all conflicts between current records, in a stable order.

    A current record is visible, trusted, and neither retracted nor replaced.
    """
    index = workspace.fresh()
    links = index.links() if edges is None else list(edges)
    contradictions = [edge for edge in links if edge.relation == "contradicts"]
    replaced = Counter(edge.target for edge in links if edge.relation == "supersedes")
    if not contradictions and all(count == 1 for count in replaced.values()):
        return []  # true of most memories, and no record has been read
    trusted: dict[str, Row] = {}
    for row in index.rows() if rows is None else rows:
        if row.record.status != "retracted" and not row.foreign:
            trusted[row.record.id] = row
    current = {i for i, row in trusted.items() if not row.superseded_by}
    conflicts: set[Conflict] = set()
    for edge in contradictions:
        if edge.source in current and edge.target in current and edge.source != edge.target:
            conflicts.add(Conflict(tuple(sorted((edge.source, edge.target)))))
    for row in trusted.values():
        rivals = tuple(sorted(i for i in row.superseded_by if i in current))
        if len(rivals) > 1:
            conflicts.add(Conflict(rivals, row.record.id))
    return sorted(conflicts)


def find_disputes(conflicts: Iterable[Conflict]) -> dict[str, tuple[str, ...]]:
    """Returns record id -> ids of the records that it is in conflict with."""
    opponents: dict[str, set[str]] = {}
    for conflict in conflicts:
        for one in conflict.ids:
            opponents.setdefault(one, set()).update(i for i in conflict.ids if i != one)
    return {i: tuple(sorted(others)) for i, others in opponents.items()}
