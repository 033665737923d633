"""Reads what the hooks of agents note: when they last fired, and which transcripts have gone on since."""

import os
from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.base.journal_lines import safe_name
from backstory.hook.process import EVENT_KINDS
from backstory.memory.catalog import Catalog
from backstory.model.event import Event
from backstory.store.event_lines import decode_events
from backstory.store.journal import SUFFIX

KINDS: Final = frozenset((*EVENT_KINDS.values(), "edit", "command", "tool"))
"""Kinds of events that only hooks note."""
MAX_SESSIONS: Final = 200
"""Number of sessions that are read, the newest first."""


class WaitingTranscript(NamedTuple):
    """The transcript of a session that hooks have noted events of since it was last taken in."""

    agent: str
    session: str
    path: str


def find_waiting_transcripts(workspace: Catalog) -> list[WaitingTranscript]:
    """The transcripts of the sessions whose events lie in the spool.

    An agent that was killed says nothing more, so what it wrote after its last reply is found by these events only.
    """
    waiting: dict[str, WaitingTranscript] = {}
    for path in _spool_files(workspace):
        for _, event in decode_events(path):
            transcript = _read_waiting(event)
            if transcript is not None:
                waiting[transcript.session] = transcript
    return list(waiting.values())


def has_session(workspace: Catalog, session: str) -> bool:
    """Whether anything is recorded of a session: a file of its own, events, or events that wait in the spool."""
    begin = safe_name(session) + SUFFIX
    return bool(
        any(os.path.basename(path).startswith(begin) for path in _spool_files(workspace))
        or workspace.journal.paths(session)  # after the spool: events go from there to the journal
        or workspace.sessions.find(session)
    )


def _read_waiting(event: object) -> WaitingTranscript | None:
    """The transcript that an event names; None for an event of a sub-agent, and for one without a transcript."""
    if not isinstance(event, Event) or not event.session or event.data.get("subagent"):
        return None
    path = event.data.get("transcript")
    return WaitingTranscript(event.agent, event.session, path) if isinstance(path, str) and path else None


def find_last_events(workspace: Catalog, agents: list[str]) -> dict[str, Event]:
    """The newest event that a hook of each agent noted in this project. An agent without any is left out."""
    last: dict[str, Event] = {}
    for path in _spool_files(workspace):
        _note_newest(path, agents, last)
    for path in _journal_files(workspace):
        if last.keys() >= set(agents):
            break
        _note_newest(path, agents, last)
    return last


def _note_newest(path: str, agents: list[str], last: dict[str, Event]) -> None:
    for _, event in decode_events(path):
        if isinstance(event, Event) and event.kind in KINDS and event.agent in agents:
            former = last.get(event.agent)
            if former is None or event.made > former.made:
                last[event.agent] = event


def _spool_files(workspace: Catalog) -> list[str]:
    """The files with the events that no process has swept into the journal yet."""
    folder = os.path.join(workspace.project.private, "spool")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if SUFFIX in name]


def _journal_files(workspace: Catalog) -> Iterator[str]:
    for session in workspace.journal.sessions()[:MAX_SESSIONS]:
        yield from reversed(workspace.journal.paths(session))
