"""Decides which private records belong to the branch that is checked out. The index caches the answer for each HEAD.

Team records need no decision: git itself adds their files to the tree or removes them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.fingerprint import head_text, refs_fingerprint
from backstory.index.counts import hidden_computed_for
from backstory.memory.kernel.workspace import Workspace
from backstory.model.ids import ulid_ms
from backstory.model.session import DETACHED

if TYPE_CHECKING:
    from backstory.git.ancestry import Arrival, WorkPlace
    from backstory.index.read import Row
    from backstory.model.record import Record


class Hidden(NamedTuple):
    """The records that a branch does not show."""

    reasons: dict[str, str]
    """Record id -> why it is hidden."""
    by_refs: bool
    """Whether the answer depends on other branches than the one that was asked for."""


def update_hidden(workspace: Workspace, *, force: bool = False, changed: bool = False) -> None:
    """Updates the set of hidden records. It does nothing while HEAD, the branches and the records stay the same.

    Records with a rejected claim and forgotten records that came back are hidden too. If there are such tombstones,
    the set is computed again whenever a file has `changed`.
    """
    head = head_text(*workspace.head)
    computed_for, computed_refs = hidden_computed_for(workspace.index)
    refs = refs_fingerprint(workspace.project.common_dir)
    is_current = not force and computed_for == head and computed_refs in ("", refs)
    if is_current and not changed:
        return
    from backstory.memory.policy.rejections import find_hidden, find_tombstones

    if is_current:
        tombstones = find_tombstones(workspace)
        if tombstones is None or not tombstones.hides:
            return
    hidden = find_hidden_records(workspace)
    refs = refs if hidden.by_refs else ""
    workspace.index.hide(hidden.reasons, anywhere=find_hidden(workspace), head=head, refs=refs)


def explain_hidden(workspace: Workspace) -> dict[str, str]:
    """Returns record id -> why it is hidden on this branch."""
    return find_hidden_records(workspace).reasons


def find_hidden_records(workspace: Workspace) -> Hidden:
    """Returns the records that are hidden on this branch."""
    commit, branch = workspace.head
    if not workspace.project.git_dir or not (commit or branch):
        return Hidden({}, False)  # without git, or with a HEAD that cannot be read, every record is visible
    from backstory.git.ancestry import decide_by_branch, find_arrivals
    from backstory.store.arrivals import read_carriers

    rows = workspace.index.rows(scopes=("private",), include_retracted=True, include_hidden=True)
    places = _places_of(rows)
    carriers = read_carriers(workspace.project.private)
    carried = {places[ident]: commits for ident, commits in carriers.items() if ident in places}
    verdicts = find_arrivals(workspace.git, places.values(), commit, branch, carried=carried)
    _note_carriers(workspace, places, verdicts, carriers)
    reasons = {ident: verdicts[place].why for ident, place in places.items() if not verdicts[place].arrived}
    by_refs = any(decide_by_branch(place, commit, branch) is None for place in verdicts)
    return Hidden(reasons, by_refs)


class Settled(NamedTuple):
    """The records that a branch shows wherever it goes, as long as one commit is part of its history."""

    base: str
    """The commit; empty where there is none."""
    ids: tuple[str, ...]


def find_settled(workspace: Workspace, idents: Iterable[str]) -> Settled:
    """The records that were on the trunk when this branch left it. No rebase removes them."""
    commit, branch = workspace.head
    if not workspace.project.git_dir or not commit or not branch:
        return Settled("", ())
    from backstory.git.ancestry import find_fork

    base = find_fork(workspace.git, branch)
    if not base:
        return Settled("", ())
    records = [workspace.index.get(ident) for ident in idents]
    return Settled(base, _list_arrived(workspace, (row for row in records if row.record.scope == "private"), base))


def _list_arrived(workspace: Workspace, rows: "Iterable[Row]", commit: str) -> tuple[str, ...]:
    """Ids of the records whose work is part of a commit's history."""
    from backstory.git.ancestry import find_arrivals
    from backstory.store.arrivals import read_carriers

    places = _places_of(rows)
    carriers = read_carriers(workspace.project.private)
    carried = {places[ident]: commits for ident, commits in carriers.items() if ident in places}
    verdicts = find_arrivals(workspace.git, places.values(), commit, "", carried=carried)
    return tuple(ident for ident, place in places.items() if verdicts[place].arrived)


def _places_of(rows: "Iterable[Row]") -> "dict[str, WorkPlace]":
    """Returns record id -> where it was made, for records that belong to a branch."""
    places: dict[str, WorkPlace] = {}
    for row in rows:
        place = _place_of_origin(row.record)
        if place is not None:
            places[row.record.id] = place
    return places


def _note_carriers(
    workspace: Workspace,
    places: "Mapping[str, WorkPlace]",
    verdicts: "Mapping[WorkPlace, Arrival]",
    noted: Mapping[str, Sequence[str]],
) -> None:
    """Keeps which commits brought records here: git forgets the branches they were made on."""
    from backstory.store.arrivals import add_carriers

    new: list[tuple[str, str]] = []
    for ident, place in places.items():
        carrier = verdicts[place].carrier
        if carrier and carrier not in noted.get(ident, ()):
            new.append((ident, carrier))
    add_carriers(workspace.project.private, new)


def _place_of_origin(record: "Record") -> "WorkPlace | None":
    """Returns the commit and branch a record was made on; None if it is pinned or was made outside of git."""
    from backstory.git.ancestry import WorkPlace

    branch = "" if record.origin.branch == DETACHED else record.origin.branch
    if record.tier == "pinned" or not (record.origin.commit or branch):
        return None
    return WorkPlace(branch, record.origin.commit, ulid_ms(record.id))
