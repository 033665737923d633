"""Reads what the hooks of agents note: when they last fired, and which transcripts have gone on since.

Before the events leave the spool, the transcripts that they name are noted as unread. Such a note stays until its
transcript was taken in, so that a process which ends before leaves the work to the next one.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from backstory.agents.transcripts import load_reader
from backstory.base.journal_lines import safe_name
from backstory.hook.process import EVENT_KINDS
from backstory.hook.session_start import UNREAD
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import Ambiguous, BackstoryError
from backstory.model.event import Event
from backstory.redact.paths import clean_name
from backstory.store.event_lines import decode_events
from backstory.store.files import read_file, write_atomic
from backstory.store.journal import SUFFIX
from backstory.store.sessions import SHORTEST_TAIL

KINDS: Final = frozenset((*EVENT_KINDS.values(), "edit", "command", "tool"))
"""Kinds of events that only hooks note."""
MAX_SESSIONS: Final = 200
"""Number of sessions that are read, the newest first."""


class WaitingTranscript(NamedTuple):
    """The transcript of a session that hooks have noted events of since it was last taken in."""

    agent: str
    session: str
    path: str
    """Empty where the agent's hooks do not name it."""


def claim_waiting_transcripts(workspace: Catalog) -> list[WaitingTranscript]:
    """Sweeps the spool into the journal, and returns the transcripts that may hold more than was taken in.

    They are those of the sessions that had events in the spool, and those that an earlier process has left, without
    those that a person forgot. An agent
    that was killed says nothing more, so what it wrote after its last reply is found in this way only.
    """
    waiting = _list_unread(workspace)
    for name, one in _find_in_events(_spool_files(workspace)).items():
        waiting[name] = one if one.path or name not in waiting else waiting[name]
    _note_unread(workspace, waiting.values())
    swept = workspace.journal.sweep(_spool(workspace))
    late = [path for name in swept.sessions if name not in waiting for path in workspace.journal.paths(name)]
    if late:  # their first events have come since
        more = _find_in_events(late)
        _note_unread(workspace, more.values())
        waiting |= more
    return [one for one in waiting.values() if not _drop_forgotten(workspace, one)]


def _drop_forgotten(workspace: Catalog, waiting: WaitingTranscript) -> bool:
    """Removes what hooks have noted of a session that a person forgot; returns whether it is one."""
    from backstory.memory.policy.rejections import find_forgotten_session

    if find_forgotten_session(workspace, waiting.agent, waiting.session) is None:
        return False
    workspace.journal.remove(waiting.session)
    drop_unread(workspace, waiting.session)
    return True


def drop_unread(workspace: Catalog, session: str) -> None:
    """Removes the note of a session's transcript, now that it was taken in."""
    with suppress(OSError):
        os.unlink(_unread_file(workspace, session))


def _note_unread(workspace: Catalog, waiting: Iterable[WaitingTranscript]) -> None:
    """Notes transcripts as unread. Best effort: without the note a process that is killed leaves its work undone."""
    for one in waiting:
        path = _unread_file(workspace, one.session)
        lines = [clean_name(workspace.gate, text) for text in one]
        if not any("\n" in line for line in lines):
            with suppress(BackstoryError, OSError):
                write_atomic(path, "\n".join(lines).encode("utf-8", "surrogateescape"), sync=False)


def _list_unread(workspace: Catalog) -> dict[str, WaitingTranscript]:
    """Name of a session's files -> the transcript that is noted as unread."""
    try:
        names = sorted(name for name in os.listdir(_spool(workspace)) if name.endswith(UNREAD))
    except OSError:
        return {}
    unread: dict[str, WaitingTranscript] = {}
    for name in names:
        with suppress(BackstoryError, OSError):
            data = read_file(os.path.join(_spool(workspace), name), limit=1 << 14)
            words = data.decode("utf-8", "surrogateescape").split("\n")
            if len(words) == len(WaitingTranscript._fields):
                unread[name.removesuffix(UNREAD)] = WaitingTranscript(*words)
    return unread


def _find_in_events(paths: Iterable[str]) -> dict[str, WaitingTranscript]:
    """Name of a session's files -> the transcript that its events name."""
    waiting: dict[str, WaitingTranscript] = {}
    for path in paths:
        for _, event in decode_events(path):
            transcript = _read_waiting(event)
            name = safe_name(transcript.session) if transcript is not None else ""
            if transcript is not None and (transcript.path or name not in waiting):
                waiting[name] = transcript
    return waiting


def complete_session(workspace: Catalog, ref: str) -> str:
    """The id of the one session that begins or ends with a text, in the files of sessions or in the journal.

    It is the text itself where that is an id or fits none. Raises Ambiguous.
    """
    if not ref or workspace.journal.paths(ref):
        return ref
    tail = ref if len(ref) >= SHORTEST_TAIL else "\0"
    ids = {entry.name: workspace.sessions.read_id(entry) for entry in workspace.sessions.find(ref)}
    names = set(ids)
    names |= {name for name in workspace.journal.sessions() if name.startswith(ref) or name.endswith(tail)}
    if len(names) > 1 and safe_name(ref) not in names:
        some = ", ".join(sorted(names)[:5])
        raise Ambiguous(f"`{ref}` fits {len(names)} sessions: {some}", hint="give more characters of the id")
    if len(names) != 1:
        return ref
    name = names.pop()
    return ids.get(name, name)


def has_session(workspace: Catalog, session: str) -> bool:
    """Whether anything is recorded of a session: a file of its own, events, or events that wait in the spool."""
    begin = safe_name(session) + SUFFIX
    return bool(
        any(os.path.basename(path).startswith(begin) for path in _spool_files(workspace))
        or workspace.journal.paths(session)  # after the spool: events go from there to the journal
        or workspace.sessions.find(session)
    )


def _read_waiting(event: object) -> WaitingTranscript | None:
    """The transcript that an event names; None for an event of a sub-agent, and for one without a transcript.

    Where the agent's hooks name none it is looked for later.
    """
    if not isinstance(event, Event) or not event.session or event.data.get("subagent") or event.kind not in KINDS:
        return None
    path = event.data.get("transcript")
    if not isinstance(path, str) or not path:
        return WaitingTranscript(event.agent, event.session, "") if load_reader(event.agent) else None
    return WaitingTranscript(event.agent, event.session, path)


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


def _spool(workspace: Catalog) -> str:
    return os.path.join(workspace.project.private, "spool")


def _unread_file(workspace: Catalog, session: str) -> str:
    return os.path.join(_spool(workspace), safe_name(session) + UNREAD)


def _spool_files(workspace: Catalog) -> list[str]:
    """The files with the events that no process has swept into the journal yet."""
    folder = _spool(workspace)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if SUFFIX in name]


def _journal_files(workspace: Catalog) -> Iterator[str]:
    for session in workspace.journal.sessions()[:MAX_SESSIONS]:
        yield from reversed(workspace.journal.paths(session))
