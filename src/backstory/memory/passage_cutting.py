"""Cuts changed sessions into passages for the index, and decides which sessions a branch shows."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from backstory.capture.passages import cut_into_passages
from backstory.index.passages import (
    PassageRow,
    SessionRow,
    describe_file,
    list_sessions,
    read_state,
    set_shown,
    write_sessions,
)
from backstory.memory.workspace import Workspace
from backstory.model.dates import epoch_seconds

if TYPE_CHECKING:
    from backstory.git.ancestry import WorkPlace
    from backstory.store.sessions import SessionEntry

MAX_SESSIONS: Final = 2_000
"""Newest sessions whose passages are searched."""


def write_changes(workspace: Workspace, state: str) -> None:
    """Cuts the sessions that are new or have changed, and notes the state of the folders."""
    former = list_sessions(workspace.index)
    entries = {os.path.basename(entry.path): entry for entry in islice(workspace.sessions.entries(), MAX_SESSIONS)}
    rejections = state.rpartition(" ")[2]
    states = {name: f"{describe_file(entry.path)}:{rejections}" for name, entry in entries.items()}
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


def write_shown(workspace: Workspace, key: str) -> None:
    """Decides again which sessions this branch shows, and notes what that was decided for."""
    sessions = list(list_sessions(workspace.index).values())
    set_shown(workspace.index, _find_shown(workspace, sessions), key)


def _find_shown(workspace: Workspace, sessions: Sequence[SessionRow]) -> Iterator[str]:
    """The files of the sessions whose work is part of what is checked out; all of them outside of git."""
    from backstory.git.ancestry import find_arrivals

    commit, branch = workspace.head
    is_in_git = bool(workspace.project.git_dir and (commit or branch))
    places = {row.file: _place_of(row) for row in sessions if is_in_git and (row.branch or row.head)}
    verdicts = find_arrivals(workspace.git, places.values(), commit, branch) if places else {}
    yield from (row.file for row in sessions if row.file not in places or verdicts[places[row.file]].arrived)


def _place_of(row: SessionRow) -> "WorkPlace":
    from backstory.git.ancestry import WorkPlace

    return WorkPlace(row.branch, row.head, int((epoch_seconds(row.ended) or 0) * 1000))
