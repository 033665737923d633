"""Finds the turns that a transcript repeats of another one: some agents begin a fork with its parent's."""

import os
from collections.abc import Iterable, Iterator

from backstory.agents.transcripts import find_sessions, load_reader
from backstory.agents.turns import Turn
from backstory.base.discovery import user_home
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.policy.rejections import find_forgotten_session


def leave_out_copied(workspace: Catalog, agent: str, parent: str, turns: Iterable[Turn]) -> Iterator[Turn]:
    """The turns without those of the parent's transcript, which some agents repeat at the top of a fork's.

    A parent whose transcript is gone has no turns to compare with, so nothing is left out.
    """
    copied: set[int] | None = None if parent else set()
    for turn in turns:
        if copied is None:
            copied = _list_digests(workspace, agent, parent)
        if _digest(turn) not in copied:
            yield turn


def _list_digests(workspace: Catalog, agent: str, session: str) -> set[int]:
    """Digests of the turns in a session's transcript. That of a forgotten session is where its agent keeps it."""
    stored = workspace.sessions.get(agent, session)
    source = stored.source if stored is not None else _find_forgotten(workspace, agent, session)
    reader = load_reader(agent)
    if reader is None or not os.path.isfile(source):
        return set()
    return {_digest(turn) for turn in reader.read_turns(source, 0, session)}


def _find_forgotten(workspace: Catalog, agent: str, session: str) -> str:
    """The transcript of a session that a person forgot; empty for any other."""
    if find_forgotten_session(workspace, agent, session) is None:
        return ""
    environ = workspace.environ
    files = find_sessions(environ, user_home(environ), (workspace.project.root,), (agent,))
    return next((file.path for _, file in files if file.session == session and not file.parent), "")


def _digest(turn: Turn) -> int:
    """A number for what a turn says under its id: an id that only counts lines is no copy's in itself."""
    return hash((turn.id, turn.role, turn.text, turn.tool, turn.command))
