"""Ingests the new part of a transcript: updates the session, applies directives, and keeps what is worth remembering.

The session's file holds the position up to which the transcript was read. It is written last, and at intervals while a
long transcript is read. If the process dies first, the same turns are read again: the session is rebuilt from its
former state, and records that repeat exactly are merged.
"""

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from backstory.agents.documents import LISTED
from backstory.agents.transcripts import find_parent, find_resuming, load_reader
from backstory.agents.turns import Reading, Turn
from backstory.base.journal_lines import safe_name
from backstory.memory.intake.copied_files import adds_nothing, is_continued
from backstory.memory.intake.copied_turns import leave_out_copied
from backstory.memory.intake.intake import Intake, Live, split_into_batches
from backstory.memory.intake.off_record import find_off_times, leave_out_off_record
from backstory.memory.intake.session_places import find_commits, set_place
from backstory.memory.intake.session_reader import SessionReader, name_mark
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.record_usage import Deeds, note_signs
from backstory.memory.kernel.workspace import Channel
from backstory.memory.policy.rejections import find_forgotten_session
from backstory.model.session import Session, SubAgent
from backstory.redact.paths import clean_name
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.memory.kernel.writer import Remembered

SAVED_AFTER: Final = 20_000
"""Turns after which the session is written while a transcript is read; in the middle of edits, twice as many."""
WAIT: Final = 20.0
"""Seconds to wait for another process that takes in the same session."""

Reader = Callable[[str, int], Reading]


class Ingested(NamedTuple):
    """The result of ingesting a transcript."""

    session: Session
    turns: int = 0
    """Turns that were new."""
    directives: int = 0
    kept: "tuple[Remembered, ...]" = ()
    """Records that were extracted."""
    unknown: int = 0
    """Rows of types that the reader does not know."""
    damaged: int = 0
    prompts_left_out: int = 0
    """Prompts beyond those that a session keeps."""
    records_left_out: int = 0
    """Statements beyond the records that are made of one part of a transcript."""
    failures: tuple[Exception, ...] = ()
    """What failed in the reading of sentences, which were left out."""


def session_lock(workspace: Catalog, session: str) -> Lock:
    """The lock under which the state of a session is read and written."""
    return Lock(os.path.join(workspace.project.private, "locks", f"{safe_name(session)}.lock"), wait=WAIT)


def ingest_transcript(
    workspace: Catalog,
    agent: str,
    path: str,
    session: str,
    *,
    read: Reader | None = None,
    live: Live | None = None,
    parent: str = "",
) -> Ingested:
    """Takes in the turns of a transcript that are new since it was last read. `live`: a hook reports them.

    A transcript that is missing adds nothing, except for what the hook itself says. `parent` is the session that this
    one goes on from. Nothing is taken in of a session that a person forgot.
    """
    with session_lock(workspace, session), _speaking_as(workspace, agent, session):
        if find_forgotten_session(workspace, agent, session) is not None:
            return Ingested(Session(id=session, agent=agent))
        former = workspace.sessions.get(agent, session)
        stored = former or Session(id=session, agent=agent, parent=parent)
        if not stored.parent and not stored.position:
            stored = msgspec.structs.replace(stored, parent=_find_parent(agent, path, session))
        if live is None and stored.source != path and adds_nothing(stored.source, path, stored.position):
            return Ingested(stored)  # a copy
        state = stored if _is_same_file(workspace, stored, path) else _begin_anew(stored, path)
        moment = time.time_ns()  # as the agent's files have it, whatever clock the memory goes by
        reading = _read_new(workspace, agent, path, state.position, read, session, state.parent)
        batches = split_into_batches(reading)
        first = next(batches, [])
        omitted = _list_omitted(workspace, agent, path, state, read, session)
        if omitted or _reaches_back(state, reading, first):
            new = [*first, *chain.from_iterable(batches), *omitted]
            reading = _read_new(workspace, agent, path, 0, read, session, state.parent)
            intake = Intake(workspace, _begin_anew(stored, path), path, reading)
            intake.add_again(reading, new)
            _add_subagents_again(intake, stored, read)
        else:
            intake = Intake(workspace, state, path, reading)
            for _ in intake.add_all(filter(None, chain([first], batches))):
                former = _save_between(intake, reading, former, live) or former
        if not intake.turns and not state.line and reading.end < state.position:
            reading.end = state.position  # it is being written anew, and what was read comes again
        if live is not None:
            intake.add_live(live)
        has_file = bool(path) and os.path.isfile(path)
        if not intake.turns and intake.state is state and (former is None or reading.end == former.position):
            _note_look(workspace, stored, moment)
            return Ingested(stored)
        source = {"source": path, "position": reading.end} if has_file else {}
        session_file = set_place(workspace, intake.seen_on_head(live), source, is_live=live is not None)
        session_file = find_commits(workspace, session_file)
        session_file = workspace.sessions.write(session_file, former)
        _note_look(workspace, session_file, moment)
        _keep_mark(workspace, name_mark(path, session, reading.end), reading)
        note_signs(workspace, session, agent, intake.deeds, refresh=intake.refresh_index)
    return Ingested(
        session_file,
        intake.turns,
        intake.directives,
        tuple(intake.kept),
        unknown=reading.unknown.total(),
        damaged=reading.damaged,
        prompts_left_out=intake.prompts_left_out,
        records_left_out=intake.left_out,
        failures=tuple(intake.failures),
    )


def ingest_subagent(
    workspace: Catalog,
    agent: str,
    path: str,
    session: str,
    subagent: str,
    *,
    read: Reader | None = None,
    live: Live | None = None,
) -> Ingested:
    """Takes in the transcript of a sub-agent, whose words belong to the session that started it."""
    with session_lock(workspace, session), _speaking_as(workspace, agent, session):
        if find_forgotten_session(workspace, agent, session) is not None:
            return Ingested(Session(id=session, agent=agent))
        former = workspace.sessions.get(agent, session)
        state = former or Session(id=session, agent=agent)
        own = next((one for one in state.subagents if one.id == subagent), SubAgent(subagent))
        is_same = _is_same_file(workspace, own, path)
        reading = _read_new(workspace, agent, path, own.position if is_same else 0, read, subagent, session)
        intake = Intake(workspace, state, path, reading)
        turns = (_as_subagent(turn, subagent) for turn in reading)
        for _ in intake.add_all(split_into_batches(turns)):
            pass  # a sub-agent's transcript is short
        if live is not None and live.last_text:
            intake.add_report(subagent, live.last_text)
        if not intake.turns:
            return Ingested(state)
        read_to = {"source": path, "position": reading.end} if path else {}
        written = workspace.sessions.write(_change_subagent(intake.state, subagent, read_to), former)
        _keep_mark(workspace, name_mark(path, subagent, reading.end), reading)
    return Ingested(written, intake.turns, intake.directives, tuple(intake.kept), failures=tuple(intake.failures))


def _add_subagents_again(intake: Intake, stored: Session, read: Reader | None) -> None:
    """Adds the work of a session's sub-agents, from their own transcripts, to a rebuilt state.

    Skips transcripts that have grown since they were read; they are ingested separately.
    """
    read = None if isinstance(read, SessionReader) else read
    for own in stored.subagents:
        if own.source and own.position and os.path.isfile(own.source):
            reading = _read_new(intake.workspace, stored.agent, own.source, 0, read, own.id, stored.id)
            turns = [_as_subagent(turn, own.id) for turn in reading]
            if reading.end == own.position:
                intake.add_processed(turns)


def _as_subagent(turn: Turn, ident: str) -> Turn:
    """A turn of a sub-agent's transcript, without its line number, which means nothing in the session's transcript."""
    return turn._replace(sidechain=True, subagent=turn.subagent or ident, line=0)


def _save_between(intake: Intake, reading: Reading, former: Session | None, live: Live | None) -> Session | None:
    """Writes the state so far, if enough turns are unsaved and the reading can resume there; returns it."""
    due = 2 * SAVED_AFTER if intake.edited else SAVED_AFTER  # a session does not hold the files since its prompt
    if reading.pause is None or intake.unsaved < due:
        return None
    position, mark = reading.pause()
    if position <= intake.state.position:  # these turns stand before the position, and come again
        return None
    workspace, state = intake.workspace, intake.state
    place = {"source": intake.path, "position": position}
    state = set_place(workspace, state, place, is_live=live is not None)
    intake.state = workspace.sessions.write(state, former)
    workspace.marks.put(intake.path, mark)
    note_signs(workspace, state.id, state.agent, intake.deeds, refresh=intake.refresh_index)
    intake.deeds, intake.unsaved = Deeds(), 0
    return intake.state


@contextmanager
def _speaking_as(workspace: Catalog, agent: str, session: str) -> Iterator[None]:
    """Attributes records to the agent of the transcript, whoever ingests it."""
    channel = workspace.channel
    workspace.channel = Channel("stated", agent, session)
    try:
        with workspace.ingesting():
            yield
    finally:
        workspace.channel = channel


def _note_look(workspace: Catalog, session: Session, moment: int) -> None:
    """Notes when a transcript was looked at, if its position does not show whether it has grown since."""
    if session.position >= LISTED:
        workspace.sessions.note_look(session.agent, session.id, moment)


def _reaches_back(state: Session, reading: Reading, first: Collection[Turn]) -> bool:
    """Whether a reading changes earlier turns or starts over; `first` are its first turns.

    Some agents write a turn more than once, and some rewrite the whole transcript. A turn that was taken back later
    does not change the session's lines.
    """
    if not first or not state.turns:
        return False
    return reading.repeats or any(0 < turn.line <= state.line and not turn.abandoned for turn in first)


def _read_new(
    workspace: Catalog, agent: str, path: str, position: int, read: Reader | None, session: str, parent: str
) -> Reading:
    """The reading from a position on, without what was said while the memory was switched off. From the beginning, it
    also omits the turns copied from the `parent` session."""
    reading = _read(workspace, agent, path, position, read, session)
    off_times = find_off_times(workspace.project, workspace.settings)
    if off_times and not (isinstance(read, SessionReader) and read.is_named):
        reading.turns = leave_out_off_record(off_times, reading.turns)
    if not position:
        reading.turns = leave_out_copied(workspace, agent, parent, reading.turns)
    return reading


def _list_omitted(
    workspace: Catalog, agent: str, path: str, state: Session, read: Reader | None, session: str
) -> list[Turn]:
    """The turns that were left out of a session so far because the memory was off, where a person names its file."""
    if not (state.position and isinstance(read, SessionReader) and read.is_named):
        return []
    times = find_off_times(workspace.project, workspace.settings)
    if not times or any(one.covers(prompt.made) for prompt in state.prompts for one in times):
        return []
    turns = list(_read(workspace, agent, path, 0, read, session))
    kept = set(map(id, leave_out_off_record(times, turns)))
    return [turn for turn in turns if id(turn) not in kept]


def _read(workspace: Catalog, agent: str, path: str, position: int, read: Reader | None, session: str) -> Reading:
    """The reading from a position on. `read` replaces the agent's reader."""
    if not path or not os.path.isfile(path):  # to open a pipe would wait for ever
        return Reading(iter(()), position)
    reader = load_reader(agent)
    resume = read.read_on if isinstance(read, SessionReader) else None
    if read is None and reader is not None:
        read, resume = reader.read_turns, find_resuming(reader)
    if resume is not None:
        return resume(path, position, workspace.marks.get(name_mark(path, session, position)) if position else b"")
    return read(path, position) if read is not None else Reading(iter(()), position)


def _keep_mark(workspace: Catalog, name: str, reading: Reading) -> None:
    """Keeps what the reader needs to resume. It is written after its position; if they differ, the position counts."""
    if reading.seal is not None and (mark := reading.seal()):
        workspace.marks.put(name, mark)


def _find_parent(agent: str, path: str, session: str) -> str:
    """The session of which a transcript says that it is a fork; empty for any other."""
    reader = load_reader(agent)
    if reader is None or not path or not os.path.isfile(path):
        return ""
    parent = find_parent(reader, path)
    return parent if parent != session else ""


def _is_same_file(workspace: Catalog, read: Session | SubAgent, path: str) -> bool:
    """Whether the transcript at `path` is the one that was read before, or a copy of it that has what was read. The
    name was redacted when it was kept."""
    if not path or read.source == path or not os.path.exists(path):
        return True
    if read.source == clean_name(workspace.gate, path):
        return True
    return bool(read.source and read.position) and is_continued(read.source, path, read.position)


def _begin_anew(session: Session, path: str) -> Session:
    """The state of a session before its transcript was read. Records made from it stay."""
    return Session(
        id=session.id,
        agent=session.agent,
        records=session.records,
        parent=session.parent,
        previous=session.previous,
        source=path,
        subagents=session.subagents,
        commit=session.commit,
        cost=session.cost,
        closed=session.closed,
    )


def _change_subagent(session: Session, ident: str, changes: Mapping[str, Any]) -> Session:
    """The session with changes to one of its sub-agents."""
    subagents = tuple(msgspec.structs.replace(one, **changes) if one.id == ident else one for one in session.subagents)
    return msgspec.structs.replace(session, subagents=subagents)
