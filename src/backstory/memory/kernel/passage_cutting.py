"""Cuts changed sessions into passages for the index, and decides which sessions a branch shows.

Of a session that goes on, only the turns that are new or have changed are cut: a digest of each turn tells which.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Final
from zlib import crc32

from backstory.capture.sessions.passages import cut_turns, list_branches, list_turns
from backstory.index.passages import (
    UNSETTLED,
    Cut,
    Kept,
    PassageRow,
    SessionRow,
    change_shown,
    describe_file,
    join_parts,
    list_sessions,
    set_shown,
    split_parts,
    write_sessions,
)
from backstory.memory.kernel.workspace import Workspace
from backstory.model.dates import epoch_seconds
from backstory.model.session_parts import split_by_branch

if TYPE_CHECKING:
    from backstory.capture.sessions.passages import SpokenTurn
    from backstory.git.ancestry import WorkPlace
    from backstory.model.session import Session
    from backstory.store.sessions import SessionEntry

MAX_SESSIONS: Final = 2_000
"""Newest sessions whose passages are searched."""
DIGITS: Final = 6
"""Characters of the digest of a turn."""


def write_changes(workspace: Workspace, former_state: str, state: str) -> list[SessionRow]:
    """Cuts the sessions that are new or have changed, and notes the state of the folders. Returns the changed ones."""
    months = _find_changed_months(former_state, state)
    if months is not None:
        former = list_sessions(workspace.index, months)
        entries = {os.path.basename(one.path): one for one in workspace.sessions.entries(months)}
        new, gone = _compare(former, entries, state)
        renamed = {(former[name].agent, former[name].id) for name in gone}
        cuts = list(_cut_sessions(workspace, new, former))
        if renamed <= {(cut.session.agent, cut.session.id) for cut in cuts}:
            return _write(workspace, cuts, (), state, is_noted=state == former_state)
    former = list_sessions(workspace.index)
    entries = {os.path.basename(one.path): one for one in islice(workspace.sessions.entries(), MAX_SESSIONS)}
    new, gone = _compare(former, entries, state)
    return _write(workspace, list(_cut_sessions(workspace, new, former)), gone, state, is_noted=state == former_state)


def _write(
    workspace: Workspace, cuts: Sequence[Cut], gone: Collection[str], state: str, *, is_noted: bool
) -> list[SessionRow]:
    if cuts or gone or not is_noted:
        write_sessions(workspace.index, cuts, gone, state, MAX_SESSIONS)
    return [cut.session for cut in cuts]


def _find_changed_months(former_state: str, state: str) -> list[str] | None:
    """The folders that have changed since the last look; None if all sessions have to be looked at."""
    former, now = former_state.split(), state.split()
    if former[-1:] != now[-1:] or any(UNSETTLED in word for word in former[-1:]):
        return None
    times = dict(word.split(":", 1) for word in former[:-1])
    months = dict(word.split(":", 1) for word in now[:-1])
    if times.keys() - months.keys():
        return None
    return [name for name, time in months.items() if time == UNSETTLED or times.get(name) != time]


def _compare(
    former: Mapping[str, SessionRow], entries: "Mapping[str, SessionEntry]", state: str
) -> "tuple[list[tuple[str, str, SessionEntry]], list[str]]":
    """(name, state and entry of the sessions that are new or have changed; names of those that are gone)."""
    rejections = state.rpartition(" ")[2]
    states = {name: f"{describe_file(entry.path)}:{rejections}" for name, entry in entries.items()}
    new = [
        (name, its, entries[name])
        for name, its in states.items()
        if name not in former or former[name].state.partition(" ")[0] != its
    ]
    return new, [name for name in former if name not in entries]


def _cut_sessions(
    workspace: Workspace, entries: "Sequence[tuple[str, str, SessionEntry]]", former: Mapping[str, SessionRow]
) -> Iterator[Cut]:
    """The passages of sessions, without what a person has rejected."""
    from backstory.memory.policy.rejections import make_rejection_filter

    drop_rejected = make_rejection_filter(workspace)
    states = {(row.agent, row.id): row.state for row in former.values()} if entries else {}
    for name, state, entry in entries:
        session = workspace.sessions.load(entry)
        if session is None:
            continue
        turns = list_turns(session)
        branches = list_branches(session, turns)
        digests = [_digest(turn, branch) for turn, branch in zip(turns, branches, strict=True)]
        before = states.get((session.agent, session.id), "")
        reused, count = _find_kept(before, state, digests)
        own = f"{state} {''.join(digests)}"
        parts = _describe_parts(session)
        row = SessionRow(name, own, session.agent, session.id, session.branch, session.commit, session.ended, parts)
        cut = (
            PassageRow(each.role, each.made, each.turn, drop_rejected(each.text), branches[each.turn])
            for each in cut_turns(turns, count)
        )
        yield Cut(row, [each for each in cut if each.text], reused, before)


def _describe_parts(session: "Session") -> str:
    """The parts of a session that changed its branch; empty for all others."""
    parts = split_by_branch(session, session.branch)
    return join_parts((part.branch, part.commit, part.ended) for part in parts) if len(parts) > 1 else ""


def _digest(turn: "SpokenTurn", branch: str) -> str:
    """A digest of a turn and its branch, in so few characters that a session can have one for each of its turns."""
    text = f"{turn.role}\0{turn.made}\0{turn.text}" + (f"\0{branch}" if branch else "")
    crc = crc32(text.encode("utf-8", "surrogatepass"))
    return f"{crc >> 8:06x}"


def _find_kept(former: str, state: str, digests: Sequence[str]) -> tuple[list[Kept], int]:
    """The turns whose passages the index has, by the state that it was left in; and how many of all they are.

    They are the first ones: a session drops some of its turns, and gets new ones at its end.
    """
    before, _, rest = former.partition(" ")
    if before.rpartition(":")[2] != state.rpartition(":")[2]:
        return [], 0  # new, or what a person has rejected is another
    reused: list[Kept] = []
    count, own = 0, frozenset(digests)
    for place in range(0, len(rest), DIGITS):
        number, digest = place // DIGITS, rest[place : place + DIGITS]
        if count < len(digests) and digests[count] == digest:
            if reused and reused[-1].last == number - 1:
                reused[-1] = reused[-1]._replace(last=number)
            else:
                reused.append(Kept(number, number, count))
            count += 1
        elif digest in own:
            break
    return reused, count


def write_shown(workspace: Workspace, key: str, changed: Sequence[SessionRow] | None, *, former: str) -> None:
    """Decides which sessions this branch shows: those that have changed, or all. Notes what that was decided for."""
    branch = workspace.head[1]
    if changed is None:
        set_shown(workspace.index, _find_shown(workspace, list(list_sessions(workspace.index).values())), key, branch)
    else:
        names = list(_find_shown(workspace, changed))
        change_shown(workspace.index, [row.file for row in changed], names, former, key, branch)


def _find_shown(workspace: Workspace, sessions: Sequence[SessionRow]) -> Iterator[tuple[str, str]]:
    """The files of the sessions whose work is part of what is checked out, each with its branches of which that is so,
    if it is not all of it; all of them outside of git."""
    from backstory.git.ancestry import find_arrivals

    commit, branch = workspace.head
    is_in_git = bool(workspace.project.git_dir and (commit or branch))
    places = {row.file: _list_places(row) for row in sessions if is_in_git and (row.branch or row.head)}
    every = list(chain.from_iterable(places.values()))
    verdicts = find_arrivals(workspace.git, every, commit, branch) if every else {}
    for row in sessions:
        own = places.get(row.file, [])
        arrived = [place.branch for place in own if verdicts[place].arrived]
        if arrived or row.file not in places:
            yield row.file, "" if len(arrived) == len(own) else "\n".join(arrived)


def _list_places(row: SessionRow) -> "list[WorkPlace]":
    """Where the work of a session is: of one that changed its branch, that of each part."""
    from backstory.git.ancestry import WorkPlace

    parts = split_parts(row.parts) or [[row.branch, row.head, row.ended]]
    return [WorkPlace(name, head, int((epoch_seconds(ended) or 0) * 1000)) for name, head, ended in parts]
