"""Takes in what a transcript says since it was last read: the session, directives, and what is worth remembering.

The position up to which a transcript was read is part of the session's file, which is written last, and in between
while a long one is read. If the process dies before, the same turns are read again: the session is folded anew from its
former state, and exact repeats of records merge.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from backstory.agents.transcripts import find_resuming, load_reader
from backstory.agents.turns import Reading, Turn
from backstory.base.journal_lines import safe_name
from backstory.capture.branches import note_head
from backstory.capture.candidates import find_candidates
from backstory.capture.digest import extend_session
from backstory.capture.paths import relative_path
from backstory.memory.candidates import keep_candidates
from backstory.memory.catalog import Catalog
from backstory.memory.copied_turns import leave_out_copied
from backstory.memory.directives import apply_directives
from backstory.memory.policy.rejections import make_rejection_filter
from backstory.memory.session_places import find_commits, set_place
from backstory.memory.session_reader import SessionReader, name_mark
from backstory.memory.sessions import COPIED, list_prompts
from backstory.memory.use import Deeds, note_signs
from backstory.memory.workspace import Channel
from backstory.model.session import Session, SubAgent
from backstory.model.session_parts import find_branch
from backstory.redact.paths import clean_name
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.memory.writer import Remembered

BATCH: Final = 400
"""Turns that are held in memory."""
SAVED_AFTER: Final = 20_000
"""Turns after which the session is written while a transcript is read; in the middle of edits, twice as many."""
WAIT: Final = 20.0
"""Seconds to wait for another process that takes in the same session."""
CONTEXT: Final = -1
"""Line of the turns that are given to the extraction again, as the context of new ones."""

Reader = Callable[[str, int], Reading]


class Live(NamedTuple):
    """What a hook says about a session that is going on."""

    last_text: str = ""
    """The reply that has just ended. The transcript may not have it yet."""
    closed: bool = False
    """Whether the session has ended."""


class Ingested(NamedTuple):
    """What was taken in."""

    session: Session
    turns: int = 0
    """Turns that were new."""
    directives: int = 0
    kept: "tuple[Remembered, ...]" = ()
    """Records that were extracted."""
    unknown: int = 0
    """Rows of types that the reader does not know."""
    damaged: int = 0


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
    one goes on from.
    """
    with session_lock(workspace, session), _speaking_as(workspace, agent, session):
        former = workspace.sessions.get(agent, session)
        stored = former or Session(id=session, agent=agent, parent=parent)
        state = stored if _is_same_file(workspace, stored.source, path) else _begin_anew(stored, path)
        reading = _read(workspace, agent, path, state.position, read, session)
        if not state.position:
            reading.turns = leave_out_copied(workspace, agent, state.parent, reading.turns)
        intake = _Intake(workspace, state, path)
        for _ in intake.add_all(reading, rewritten=lambda: _begin_anew(stored, path)):
            former = _save_between(intake, reading, former, live) or former
        if live is not None:
            intake.add_live(live)
        has_file = bool(path) and os.path.isfile(path)
        if not intake.turns and intake.state is state and (former is None or reading.end == former.position):
            return Ingested(stored)
        source = {"source": path, "position": reading.end} if has_file else {}
        session_file = set_place(workspace, intake.seen_on_head(live), source, is_live=live is not None)
        session_file = find_commits(workspace, session_file)
        session_file = workspace.sessions.write(session_file, former)
        _keep_mark(workspace, name_mark(path, session, reading.end), reading)
        note_signs(workspace, session, agent, intake.deeds, refresh=intake.refresh_index)
    damage = {"unknown": reading.unknown.total(), "damaged": reading.damaged}
    return Ingested(session_file, intake.turns, intake.directives, tuple(intake.kept), **damage)


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
        former = workspace.sessions.get(agent, session)
        state = former or Session(id=session, agent=agent)
        own = next((one for one in state.subagents if one.id == subagent), SubAgent(subagent))
        is_same = _is_same_file(workspace, own.source, path)
        position = own.position if is_same else 0
        reading = _read(workspace, agent, path, position, read, subagent)
        if not position:
            reading.turns = leave_out_copied(workspace, agent, session, reading.turns)
        intake = _Intake(workspace, state, path)
        turns = (turn._replace(sidechain=True, subagent=turn.subagent or subagent, line=0) for turn in reading)
        for _ in intake.add_all(turns):
            pass  # a sub-agent's transcript is short
        if live is not None and live.last_text:
            intake.add_report(subagent, live.last_text)
        if not intake.turns:
            return Ingested(state)
        read_to = {"source": path, "position": reading.end} if path else {}
        kept = workspace.sessions.write(_change_subagent(intake.state, subagent, read_to), former)
        _keep_mark(workspace, name_mark(path, subagent, reading.end), reading)
    return Ingested(kept, intake.turns, intake.directives, tuple(intake.kept))


def _save_between(intake: "_Intake", reading: Reading, former: Session | None, live: Live | None) -> Session | None:
    """Writes what was taken in so far, if it is time to and the reading can go on from there; returns it."""
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


class _Intake:
    """Turns on their way into the memory: into the session, as directives, as records."""

    def __init__(self, workspace: Catalog, state: Session, path: str) -> None:
        self.workspace = workspace
        self.state = state
        self.path = path
        self.turns = 0
        self.unsaved = 0
        """Turns since the session was written."""
        self.directives = 0
        self.kept: list[Remembered] = []
        self.deeds = Deeds()
        self.edited: dict[str, None] = {}
        """Files that the turns since the last prompt have edited."""
        self.has_read = self.is_nameless = False
        """Whether the transcript had new words, and none of them names its branch."""
        self._is_index_current = False
        self._roots = _find_roots(workspace)
        self._drop_rejected = make_rejection_filter(workspace)

    def add_all(self, turns: Iterable[Turn], *, rewritten: Callable[[], Session] | None = None) -> Iterator[None]:
        """Adds turns, and stops after each batch of them.

        `rewritten` gives the state to begin with if the file has been rewritten since it was read.
        """
        for batch in _split_into_batches(turns):
            first = next((turn.line for turn in batch if turn.line and not turn.abandoned), 0)
            if rewritten is not None and not self.turns and 0 < first <= self.state.line:
                self.state = rewritten()
            self._add(batch)
            spoken = [turn for turn in batch if turn.role in ("user", "assistant")]
            self.is_nameless = (self.is_nameless or not self.has_read) and not any(turn.branch for turn in spoken)
            self.has_read = self.has_read or bool(spoken)
            yield

    def add_live(self, live: Live) -> None:
        """Adds what a hook says: the reply that the transcript does not have yet, and the end of the session."""
        state = self.state
        if live.last_text:
            # The clock of the transcript, where there is one: it may be another machine's, and decides the order.
            turn = Turn("assistant", live.last_text, time=state.ended or _now(self.workspace), session=state.id)
            text = next((answer.text for answer in self._extend([turn]).answers[-1:]), "")
            # The transcript may have gone on since the hook fired, so any of its answers may be this one.
            if text and all(answer.text != text for answer in state.answers):
                self._add([turn])
        if live.closed and not self.state.closed:
            self.state = msgspec.structs.replace(self.state, closed=True)

    def seen_on_head(self, live: Live | None) -> Session:
        """The session with the branch that is checked out, where its transcript names none."""
        branch = self.workspace.head[1]
        if live is None or not (self.has_read and self.is_nameless and self.state.branch and branch):
            return self.state
        return note_head(self.state, branch)

    def add_report(self, subagent: str, text: str) -> None:
        """Adds the report that a hook gives, unless the transcript has it."""
        turn = Turn("assistant", text, time=self.state.ended or _now(self.workspace), sidechain=True, subagent=subagent)
        former = next((one.report for one in self.state.subagents if one.id == subagent), "")
        extended = self._extend([turn])
        if next((one.report for one in extended.subagents if one.id == subagent), "") != former:
            self._add([turn])

    def _add(self, batch: list[Turn]) -> None:
        before = self.state
        self.state = self._extend(batch)
        self.turns += len(batch)
        self.unsaved += len(batch)
        written = set(self.workspace.written)
        for turn in batch:
            if turn.action or turn.role == "assistant":
                paths = (relative_path(path, turn.cwd, self._roots) for path in (*turn.edits, *turn.reads))
                self.deeds.add(turn, paths)
            if turn.role == "user":
                self.edited.clear()
            elif turn.edits and not turn.abandoned:
                self.edited.update(dict.fromkeys(self._with_relative_edits(turn).edits))
            elif turn.role == "assistant" and turn.text and not turn.abandoned:
                if "backstory:" in turn.text or "ctx:" in turn.text:
                    self.refresh_index()
                edited = list(self.edited)
                self.directives += apply_directives(self.workspace, turn.text, source=self.path, edited=edited)
        if self.workspace.settings.get("capture.archive"):
            self._archive(batch)
        self._keep_candidates(before, batch)
        new = [ident for ident in self.workspace.written - written if ident not in self.state.records]
        if new:
            self.state = msgspec.structs.replace(self.state, records=(*self.state.records, *sorted(new)))

    def refresh_index(self) -> None:
        """Lets the index know all records: who was killed may have written some that a repeat is to merge with."""
        if not self._is_index_current:
            workspace = self.workspace
            workspace.index.refresh(workspace.stores, workspace.gate, oids=lambda: workspace.git.memory_oids())
            self._is_index_current = True

    def _archive(self, batch: list[Turn]) -> None:
        """Adds turns to the copy of the transcript."""
        month = (self.state.started or _now(self.workspace))[:7]
        names = ("role", "text", *COPIED)
        rows = ({name: value for name in names if (value := getattr(turn, name))} for turn in batch)
        self.workspace.archive.append(self.state.agent, self.state.id, month, rows)

    def _with_relative_edits(self, turn: Turn) -> Turn:
        if not turn.edits:
            return turn
        paths = (relative_path(path, turn.cwd, self._roots) for path in turn.edits)
        return turn._replace(edits=tuple(filter(None, paths)))

    def _extend(self, batch: list[Turn]) -> Session:
        return extend_session(self.state, batch, roots=self._roots, clean=self._clean)

    def _clean(self, text: str) -> str:
        """A text without secrets and without what a person has rejected."""
        return self._drop_rejected(self.workspace.gate.clean(text))

    def _keep_candidates(self, before: Session, batch: list[Turn]) -> None:
        """Keeps what the new turns say that is worth it. The last exchange before them is their context."""
        root = self.workspace.project.root

        def is_path(path: str) -> bool:
            return bool(path) and not os.path.isabs(path) and os.path.lexists(os.path.join(root, path))

        turns = [self._with_relative_edits(turn) for turn in batch if not turn.abandoned]
        turns = [*_context(before), *turns]
        candidates = find_candidates(turns, known_paths=is_path, earlier=lambda: list_prompts(self.workspace, before))
        new = [candidate for candidate in candidates if candidate.line != CONTEXT or candidate.overruled]
        if new:
            self.refresh_index()
            state = self.state
            if state.branches:
                new = [one._replace(branch=find_branch(state, one.line, one.made)) for one in new]
            kept = keep_candidates(self.workspace, new, session=state.id, agent=state.agent, source=self.path)
            self.kept += kept


def _context(session: Session) -> Iterator[Turn]:
    """The last exchange of a session, in the order in which it was said, with the edits that the prompt led to."""
    prompts = [Turn("user", prompt.text, line=CONTEXT) for prompt in session.prompts[-1:]]
    edits = [Turn("tool", "", line=CONTEXT, action="edit")] if session.has_edited else []
    answers = [Turn("assistant", answer.text, line=CONTEXT) for answer in session.answers[-1:]]
    return iter([*prompts, *edits, *answers] if session.answered else [*answers, *prompts, *edits])


def _split_into_batches(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    """The turns in lists; none ends within a row of the transcript."""
    rest = iter(turns)
    while batch := list(islice(rest, BATCH)):
        while isinstance(turns, Reading) and turns.pending and (turn := next(rest, None)) is not None:
            batch.append(turn)
        yield batch


@contextmanager
def _speaking_as(workspace: Catalog, agent: str, session: str) -> Iterator[None]:
    """What a transcript says is said by its agent, whoever takes it in."""
    channel = workspace.channel
    workspace.channel = Channel("stated", agent, session)
    try:
        yield
    finally:
        workspace.channel = channel


def _read(workspace: Catalog, agent: str, path: str, position: int, read: Reader | None, session: str) -> Reading:
    """The reading from a position on. `read` takes the place of the agent's reader."""
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
    """Keeps what the reader needs to go on. It follows the position that it belongs to, which counts."""
    if reading.seal is not None and (mark := reading.seal()):
        workspace.marks.put(name, mark)


def _is_same_file(workspace: Catalog, source: str, path: str) -> bool:
    """Whether the transcript at `path` is the one that was read before. The name was redacted when it was kept."""
    if not path or source == path or not os.path.exists(path):
        return True
    return source == clean_name(workspace.gate, path)


def _begin_anew(session: Session, path: str) -> Session:
    """The state before anything was read from a transcript. The records that were made from it stay."""
    return Session(
        id=session.id,
        agent=session.agent,
        records=session.records,
        parent=session.parent,
        previous=session.previous,
        source=path,
    )


def _change_subagent(session: Session, ident: str, changes: Mapping[str, Any]) -> Session:
    """The session with changes to one of its sub-agents."""
    subagents = tuple(msgspec.structs.replace(one, **changes) if one.id == ident else one for one in session.subagents)
    return msgspec.structs.replace(session, subagents=subagents)


def _find_roots(workspace: Catalog) -> tuple[str, ...]:
    """The working tree, also by its real path."""
    root = workspace.project.root
    return tuple(dict.fromkeys((root, os.path.realpath(root))))


def _now(workspace: Catalog) -> str:
    return workspace.stamp()
