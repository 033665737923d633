"""Decides which private records belong to the branch that is checked out. Git answers, the index keeps it by HEAD.

Team records need none of this: git itself puts them into the tree or takes them out.
"""

from typing import TYPE_CHECKING

from backstory.memory.workspace import Workspace

if TYPE_CHECKING:
    from backstory.git.ancestry import Place
    from backstory.model.record import Record


def update_hidden(workspace: Workspace, *, force: bool = False, changed: bool = False) -> None:
    """Brings the set of hidden records in step with HEAD. Costs nothing while HEAD and the records stay as they are.

    Records that hold a rejected value, and forgotten ones that came back, are hidden as well: with such tombstones
    the set is worked out anew whenever a file `changed`.
    """
    from backstory.base.fingerprint import head_text
    from backstory.index.counts import computed_for

    head = head_text(*workspace.head)
    stands = not force and computed_for(workspace.index) == head
    if stands and not changed:
        return
    from backstory.memory.policy.rejections import find_hidden, find_tombstones

    if stands and not ((stones := find_tombstones(workspace)) and stones.hides):
        return
    workspace.index.hide({**explain_hidden(workspace), **find_hidden(workspace)}, head=head)


def explain_hidden(workspace: Workspace) -> dict[str, str]:
    """Record id -> why it is not visible on this branch."""
    commit, branch = workspace.head
    if not workspace.project.git_dir or not (commit or branch):
        return {}  # no git, or a HEAD that cannot be read: nothing to judge by
    from backstory.git.ancestry import arrivals

    rows = workspace.index.rows(scopes=("private",), include_retracted=True, include_hidden=True)
    places = {r.record.id: place for r in rows if (place := _place(r.record)) is not None}
    found = arrivals(workspace.git, places.values(), commit, branch)
    return {i: found[p].why for i, p in places.items() if not found[p].here}


def _place(record: "Record") -> "Place | None":
    """Where a record was made; None when it belongs to no branch: pinned, or made outside git."""
    from backstory.git.ancestry import Place
    from backstory.model.ids import ulid_ms

    if record.tier == "pinned" or not (record.origin.commit or record.origin.branch):
        return None
    return Place(record.origin.branch, record.origin.commit, ulid_ms(record.id))
