"""Keeps the passages of sessions in the index in step with the files of sessions."""

import os
import time
from typing import TYPE_CHECKING, Final

from backstory.base.fingerprint import head_text, refs_fingerprint
from backstory.index.passages import UNSETTLED, describe_file, read_looked
from backstory.index.scan import is_settled
from backstory.memory.kernel.workspace import Workspace
from backstory.store.tombstone_files import list_tombstone_files

if TYPE_CHECKING:
    from backstory.index.passages import Looked, SessionRow

NO_REJECTIONS: Final = "0"


def update_passages(workspace: Workspace) -> None:
    """Brings the passages in step with the sessions of the project, and decides which of them this branch shows.

    Opens no file while the folders of sessions are as they were at the last look.
    """
    state = _read_folders(workspace)
    before = after = read_looked(workspace.index)
    changed: list[SessionRow] = []
    if state != before.state or UNSETTLED in state:
        from backstory.memory.kernel.passage_cutting import write_changes

        changed = write_changes(workspace, before.state, state)
        after = read_looked(workspace.index)
    _update_shown(workspace, before, after, changed)


def _read_folders(workspace: Workspace) -> str:
    """The times of the folders of sessions, and what else the passages depend on."""
    now = time.time_ns()
    project = workspace.project
    months = _list_months(os.path.join(project.private, "sessions"))
    times = [f"{name}:{_format_time(mtime, now)}" for name, mtime in months]
    files = list_tombstone_files(project.private, os.path.join(project.team, "memory"), project.user)
    return " ".join([*times, "+".join(filter(None, map(describe_file, files))) or NO_REJECTIONS])


def _format_time(mtime_ns: int, now: int) -> str:
    return str(mtime_ns) if is_settled(mtime_ns, now) else UNSETTLED


def _list_months(folder: str) -> list[tuple[str, int]]:
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.is_dir())
    except OSError:
        return []


def _update_shown(workspace: Workspace, before: "Looked", after: "Looked", changed: "list[SessionRow]") -> None:
    """Decides which sessions this branch shows, by the rules of private records.

    Where the others were decided for this very state of the branches, only for those that have just been written.
    """
    place = f"{head_text(*workspace.head)} {refs_fingerprint(workspace.project.common_dir)}"
    key = f"{place} {after.changes}"
    if key == after.shown:
        return
    from backstory.memory.kernel.passage_cutting import write_shown

    is_known = after.changes == before.changes + 1 and after.shown == f"{place} {before.changes}"
    write_shown(workspace, key, changed if is_known else None, former=after.shown)
