"""Finds records that cannot both hold: two that replace the same one, or two that are linked as contradictions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.model.ids import LENGTH, short_id
from backstory.model.kinds import RETRACTED

if TYPE_CHECKING:
    from backstory.index.read import Edge, Row


class Conflict(NamedTuple):
    """Two or more current records that exclude each other. `about` is the record that they replace, or empty."""

    ids: tuple[str, ...]
    about: str = ""

    @property
    def what(self) -> str:
        """The conflict in words."""
        names = " and ".join(map(short_id, self.ids))
        if not self.about:
            return f"{names} contradict each other"
        return f"{names} {'both' if len(self.ids) == 2 else 'all'} replace {short_id(self.about)}"

    @property
    def hint(self) -> str:
        """The command that settles the conflict in favour of the newest record."""
        newest, *others = sorted(self.ids, reverse=True)
        return f"`backstory supersede {short_id(others[0])} {short_id(newest)}` keeps {short_id(newest)}, the newer one"


def find_conflicts(workspace: Catalog, rows: "Iterable[Row] | None" = None) -> list[Conflict]:
    """Finds all conflicts between current records, in a stable order.

    A current record is visible, trusted, and neither retracted nor replaced. `rows` may be given where all rows are
    read already.
    """
    index = workspace.fresh()
    links = index.links()
    contradictions = [edge for edge in links if edge.relation == "contradicts"]
    if not contradictions and not _may_have_rivals(links):
        return []  # as in most memories: no record has to be read
    trusted = [row for row in (index.rows() if rows is None else rows) if _is_trusted(row)]
    current = {row.record.id for row in trusted if not row.superseded_by}
    return sorted(_find_contradictions(contradictions, current) | _find_rivals(trusted, current))


def _may_have_rivals(links: "Sequence[Edge]") -> bool:
    """Whether a record may be replaced by two others; a shortened id does not tell which one it means."""
    replaced = Counter(edge.target for edge in links if edge.relation == "supersedes")
    return any(len(target) < LENGTH for target in replaced) or any(count != 1 for count in replaced.values())


def _is_trusted(row: "Row") -> bool:
    return row.record.status != RETRACTED and not row.foreign


def _find_contradictions(edges: "Iterable[Edge]", current: AbstractSet[str]) -> set[Conflict]:
    """Finds pairs of current records that a link calls contradictory."""
    pairs = {tuple(sorted({edge.source, edge.target})) for edge in edges if {edge.source, edge.target} <= current}
    return {Conflict(pair) for pair in pairs if len(pair) > 1}


def _find_rivals(rows: "Iterable[Row]", current: AbstractSet[str]) -> set[Conflict]:
    """Finds the current records that replace the same one."""
    rivals = {row.record.id: tuple(sorted(current & set(row.superseded_by))) for row in rows}
    return {Conflict(ids, about) for about, ids in rivals.items() if len(ids) > 1}


def find_disputes(conflicts: Iterable[Conflict]) -> dict[str, tuple[str, ...]]:
    """Returns record id -> ids of the records that it is in conflict with."""
    opponents: dict[str, set[str]] = {}
    for conflict in conflicts:
        for one in conflict.ids:
            opponents.setdefault(one, set()).update(other for other in conflict.ids if other != one)
    return {ident: tuple(sorted(others)) for ident, others in opponents.items()}
