"""The basis of a snapshot: a digest of everything that decides what it describes.

Two snapshots with the same basis differ only in the state of the work, so the later one takes over what the earlier
one found in the files.
"""

import os
from typing import TYPE_CHECKING, Final

import msgspec

from backstory._version import VERSION
from backstory.git.tracked import sparse_fingerprint
from backstory.memory.kernel.catalog import Catalog

if TYPE_CHECKING:
    from backstory.model.snapshot import GitState, Snapshot

EXTRA: Final = "basis"
"""The member of `Snapshot.extra` that holds the basis."""
LISTING: Final = "listing"
"""The member that holds the digest of what decides which files there are."""
GATE: Final = "gate"
"""The member that holds the digest of the gate."""
UNREAD_FILES: Final = "unread"
"""The member that holds the number of changed files whose text the snapshot did not read."""
_SETTINGS: Final = (
    "capture.include", "capture.exclude", "capture.max_files", "capture.max_bytes", "capture.commits",
)  # fmt: skip


def describe_basis(workspace: Catalog, state: "GitState", goal: str) -> str:
    """Returns the basis of a snapshot taken now, or an empty text if git does not tell everything that has changed.

    It is keyed with the key of this machine, because it covers the values that are redacted.
    """
    if not state.commit or state.reason or state.more_changes:
        return ""
    if any(not change.oid and change.state != "deleted" for change in state.changes):
        return ""
    parts = (
        *_list_parts(workspace, state, goal),
        str(os.path.exists(os.path.join(workspace.project.private, "code.db"))),
        workspace.fresh().describe_state() if goal else "",
    )
    return workspace.gate.keyed_digest("\0".join(parts))


def describe_listing(workspace: Catalog, state: "GitState", goal: str) -> str:
    """Returns a digest of what decides which files a snapshot lists and how their names and commits rank them.

    Snapshots with the same one differ in edits of tracked files at most. Only for a state that has a basis.
    """
    from backstory.survey.reuse import is_edit

    listed = tuple(change for change in state.changes if not is_edit(change))
    parts = _list_parts(workspace, msgspec.structs.replace(state, changes=listed), goal)
    return workspace.gate.keyed_digest("\0".join(parts))


def _list_parts(workspace: Catalog, state: "GitState", goal: str) -> tuple[str, ...]:
    return (
        describe_gate(workspace),
        workspace.project.root,
        # The last commits follow from the latest one, and those of an earlier snapshot have passed the gate.
        msgspec.json.encode(msgspec.structs.replace(state, commits=())).decode(),
        sparse_fingerprint(workspace.git),
        repr([workspace.settings.get(name) for name in _SETTINGS]),
        goal,
    )


def describe_gate(workspace: Catalog) -> str:
    """Returns a keyed digest of all that decides what is redacted."""
    gate = workspace.gate
    patterns = [str(pattern) for pattern in workspace.settings.get("privacy.redact")]
    return gate.keyed_digest(repr((VERSION, gate.own_values, patterns)))


def find_earlier(workspace: Catalog) -> "Snapshot | None":
    """Returns the latest snapshot if the same gate let it through."""
    latest = workspace.snapshots.latest()
    return latest if latest is not None and latest.extra.get(GATE) == describe_gate(workspace) else None


def has_basis(snapshot: "Snapshot | None", basis: str) -> bool:
    """Whether a snapshot has this basis; the empty one is nobody's."""
    return bool(basis) and snapshot is not None and snapshot.extra.get(EXTRA) == basis
