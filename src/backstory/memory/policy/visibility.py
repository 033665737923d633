"""Decides which private records belong to the branch that is checked out. The index caches the answer for each HEAD.

Team records need no decision: git itself adds their files to the tree or removes them.
"""

from typing import TYPE_CHECKING

from backstory.base.fingerprint import head_text
from backstory.index.counts import hidden_computed_for
from backstory.memory.workspace import Workspace
from backstory.model.ids import ulid_ms

if TYPE_CHECKING:
    from backstory.git.ancestry import WorkPlace
    from backstory.model.record import Record


def update_hidden(workspace: Workspace, *, force: bool = False, changed: bool = False) -> None:
    """Updates the set of hidden records. It does nothing while HEAD and the records stay the same.

    Records with a rejected claim and forgotten records that came back are hidden too. If there are such tombstones,
    the set is computed again whenever a file has `changed`.
    """
    head = head_text(*workspace.head)
    is_current = not force and hidden_computed_for(workspace.index) == head
    if is_current and not changed:
        return
    from backstory.memory.policy.rejections import find_hidden, find_tombstones

    if is_current:
        tombstones = find_tombstones(workspace)
        if tombstones is None or not tombstones.hides:
            return
    workspace.index.hide(explain_hidden(workspace), anywhere=find_hidden(workspace), head=head)


def explain_hidden(workspace: Workspace) -> dict[str, str]:
    """Returns record id -> why it is hidden on this branch."""
    commit, branch = workspace.head
    if not workspace.project.git_dir or not (commit or branch):
        return {}  # without git, or with a HEAD that cannot be read, every record is visible
    from backstory.git.ancestry import find_arrivals

    rows = workspace.index.rows(scopes=("private",), include_retracted=True, include_hidden=True)
    places: dict[str, WorkPlace] = {}
    for row in rows:
        place = _place_of_origin(row.record)
        if place is not None:
            places[row.record.id] = place
    verdicts = find_arrivals(workspace.git, places.values(), commit, branch)
    return {ident: verdicts[place].why for ident, place in places.items() if not verdicts[place].here}


def _place_of_origin(record: "Record") -> "WorkPlace | None":
    """Returns the commit and branch a record was made on; None if it is pinned or was made outside of git."""
    from backstory.git.ancestry import WorkPlace

    if record.tier == "pinned" or not (record.origin.commit or record.origin.branch):
        return None
    return WorkPlace(record.origin.branch, record.origin.commit, ulid_ms(record.id))
