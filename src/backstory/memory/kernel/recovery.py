"""Completes imports and moves between scopes that a killed process left unfinished."""

import os
from typing import TYPE_CHECKING

from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import Busy
from backstory.store.lock import Lock
from backstory.store.places import IMPORTING

if TYPE_CHECKING:
    from backstory.store.lock import Lock


def settle_moves(workspace: Workspace) -> list[str]:
    """Completes or undoes interrupted moves; returns a sentence for each. Without any it only reads a folder."""
    from backstory.store.moves import finish_moves, pending_moves

    project = workspace.project
    if not pending_moves(project.private):
        return []
    return finish_moves(workspace.stores, project.private, project.root, lambda path: is_tracked(workspace, path))


def is_tracked(workspace: Workspace, path: str) -> bool:
    """Whether git tracks a file."""
    return bool(workspace.project.git_dir) and workspace.git.tracked(_relative(workspace, path))


def _relative(workspace: Workspace, path: str) -> str:
    return os.path.relpath(path, workspace.project.root).replace(os.sep, "/")


def settle_import(workspace: Workspace) -> str:
    """Settles an import whose process was killed. It does nothing while an import is running."""
    try:
        with import_lock(workspace.project.private, wait=0):
            return settle_import_locked(workspace)
    except Busy:
        return ""


def settle_import_locked(workspace: Workspace) -> str:
    """Settles an interrupted import while the caller holds its lock. Returns a sentence about it, or an empty text."""
    from backstory.store.archive_import import finish_import as end_import

    private = workspace.project.private
    return end_import(
        os.path.join(private, IMPORTING), workspace.stores, workspace.snapshots, os.path.join(private, "trash")
    )


def import_lock(private: str, *, wait: float = 10.0) -> "Lock":
    """Returns the lock that is held during an import, from the backup to the end. To enter it may raise `Busy`."""
    return Lock(os.path.join(private, "locks", "import.lock"), wait=wait)
