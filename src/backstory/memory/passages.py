"""Keeps the passages of sessions in the index in step with the files of sessions."""

import os
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from backstory.base.fingerprint import head_text, refs_fingerprint
from backstory.capture.passages import cut_into_passages
from backstory.index.passages import (
    PassageRow,
    SessionRow,
    list_sessions,
    read_shown_key,
    read_state,
    set_shown,
    write_sessions,
)
from backstory.index.scan import is_settled
from backstory.memory.workspace import Workspace
from backstory.model.dates import epoch_seconds

if TYPE_CHECKING:
    from backstory.git.ancestry import WorkPlace
    from backstory.store.sessions import SessionEntry

MAX_SESSIONS: Final = 2_000
"""Newest sessions whose passages are searched."""
_UNSETTLED: Final = "?"


def update_passages(workspace: Workspace) -> None:
    """Brings the passages in step with the sessions of the project, and decides which of them this branch shows.

    Opens no file while the folders of sessions are as they were at the last look.
    """
    state = _read_folders(workspace)
    if state != read_state(workspace.index) or _UNSETTLED in state:
        _write_changes(workspace, state)
    update_shown(workspace, state)


def _read_folders(workspace: Workspace) -> str:
    """The times of the folders of sessions, and what else the passages depend on."""
    from backstory.memory.policy.rejections import find_tombstones

    now = time.time_ns()
    times = [f"{name}:{_format_time(mtime, now)}" for name, mtime in _list_months(workspace.sessions.folder)]
    tombstones = find_tombstones(workspace)
    return " ".join([*times, str(len(tombstones.values) if tombstones else 0)])


def _format_time(mtime_ns: int, now: int) -> str:
    return str(mtime_ns) if is_settled(mtime_ns, now) else _UNSETTLED


def _list_months(folder: str) -> list[tuple[str, int]]:
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.is_dir())
    except OSError:
        return []


def _write_changes(workspace: Workspace, state: str) -> None:
    former = list_sessions(workspace.index)
    entries = {os.path.basename(entry.path): entry for entry in islice(workspace.sessions.entries(), MAX_SESSIONS)}
    rejections = state.rpartition(" ")[2]
    states = {name: f"{_stat(entry.path)}:{rejections}" for name, entry in entries.items()}
    new = [name for name, its in states.items() if name not in former or former[name].state != its]
    gone = former.keys() - entries.keys()
    if new or gone or state != read_state(workspace.index):
        changed = list(_cut_sessions(workspace, [(name, states[name], entries[name]) for name in new]))
        write_sessions(workspace.index, changed, gone, state)


def _cut_sessions(
    workspace: Workspace, entries: "Sequence[tuple[str, str, SessionEntry]]"
) -> Iterator[tuple[SessionRow, Sequence[PassageRow]]]:
    """The passages of sessions, without what a person has rejected."""
    from backstory.memory.policy.rejections import make_rejection_filter

    drop_rejected = make_rejection_filter(workspace)
    for name, state, entry in entries:
        session = workspace.sessions.load(entry)
        if session is None:
            continue
        row = SessionRow(name, state, session.agent, session.id, session.branch, session.commit, session.ended)
        cut = (PassageRow(*each)._replace(text=drop_rejected(each.text)) for each in cut_into_passages(session))
        yield row, [each for each in cut if each.text]


def _stat(path: str) -> str:
    try:
        info = os.stat(path)
    except OSError:
        return ""
    return f"{info.st_size}:{info.st_mtime_ns}:{info.st_ino}"


def update_shown(workspace: Workspace, state: str) -> None:
    """Decides which sessions this branch shows, by the rules of private records."""
    key = f"{head_text(*workspace.head)} {refs_fingerprint(workspace.project.common_dir)} {state}"
    if key != read_shown_key(workspace.index) or _UNSETTLED in state:
        sessions = list(list_sessions(workspace.index).values())
        set_shown(workspace.index, _find_shown(workspace, sessions), key)


def _find_shown(workspace: Workspace, sessions: Sequence[SessionRow]) -> Iterator[str]:
    """The files of the sessions whose work is part of what is checked out; all of them outside of git."""
    from backstory.git.ancestry import find_arrivals

    commit, branch = workspace.head
    is_in_git = bool(workspace.project.git_dir and (commit or branch))
    places = {row.file: _place_of(row) for row in sessions if is_in_git and (row.branch or row.head)}
    verdicts = find_arrivals(workspace.git, places.values(), commit, branch) if places else {}
    yield from (row.file for row in sessions if row.file not in places or verdicts[places[row.file]].here)


def _place_of(row: SessionRow) -> "WorkPlace":
    from backstory.git.ancestry import WorkPlace

    return WorkPlace(row.branch, row.head, int((epoch_seconds(row.ended) or 0) * 1000))
