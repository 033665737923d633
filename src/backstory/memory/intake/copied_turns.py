"""Finds the turns that a transcript repeats of another one: some agents begin a fork with its parent's."""

import os
from collections.abc import Iterable, Iterator

from backstory.agents.transcripts import load_reader
from backstory.agents.turns import Turn
from backstory.memory.kernel.catalog import Catalog


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
    """Digests of the turns in a session's transcript."""
    stored = workspace.sessions.get(agent, session)
    reader = load_reader(agent)
    if stored is None or reader is None or not os.path.isfile(stored.source):
        return set()
    return {_digest(turn) for turn in reader.read_turns(stored.source, 0, session)}


def _digest(turn: Turn) -> int:
    """A number for what a turn says under its id: an id that only counts lines is no copy's in itself."""
    return hash((turn.id, turn.role, turn.text, turn.tool, turn.command))
