"""Takes in sessions that are on this machine: those that agents keep of this project, and files that are named."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from backstory.agents import transcripts
from backstory.agents.documents import LISTED
from backstory.agents.turns import SessionFile
from backstory.base.discovery import user_home
from backstory.base.journal_lines import safe_name
from backstory.memory.intake.copied_files import adds_nothing, is_continued, leave_out_older
from backstory.memory.intake.ingest import Ingested, ingest_subagent, ingest_transcript
from backstory.memory.intake.off_record import find_off_times, is_off_record
from backstory.memory.intake.session_reader import SessionReader
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import log_sessions
from backstory.memory.kernel.writer import Remembered
from backstory.memory.policy.rejections import find_forgotten_session
from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError, Invalid, Rejected
from backstory.model.session import Session, SubAgent
from backstory.redact.paths import clean_name
from backstory.store.file_errors import missing_error
from backstory.store.places import project_roots

if TYPE_CHECKING:
    from backstory.agents.turns import Transcript

CHATS: Final = "chats"
"""The reader of conversations that have no id of their own."""
MAX_FILES: Final = 20_000
"""Files of a folder that are looked at."""
HIDDEN: Final = (
    ".specstory", ".aider", ".cursor", ".kiro", ".claude", ".codex", ".gemini", ".qwen", ".copilot", ".factory",
    ".crush", ".kimi", ".grok", ".pi", ".omp", ".openclaw", ".vibe", ".continue", ".hermes", ".posit",
    ".omnigent", ".local",
)  # fmt: skip
"""Beginnings of the names of hidden folders in which agents keep sessions."""
SETTLED: Final = 2.0
"""Resolution of file times in seconds: two changes within it may have the same time."""
SPEED: Final = 20_000_000
"""Bytes a second that are read, redacted and kept, for an estimate."""
PER_SESSION: Final = 0.05
"""Seconds that a session costs beyond its bytes, for an estimate."""

Progress = Callable[[int, int, str], None]
"""Called with the number of finished sessions, the total, and the name of the next session."""


class SessionSource(NamedTuple):
    """A session that can be taken in."""

    agent: str
    file: SessionFile
    is_shared: bool = False
    """Whether its file holds other sessions as well."""
    is_named_by_file: bool = False
    """Whether nothing but the name of its file tells it from others."""
    turns: int = 0
    """Its turns in a file that was named."""
    is_named: bool = False
    """Whether a person named its file or the folder of it."""


class IngestSummary(NamedTuple):
    """The result of ingesting several sessions."""

    sessions: tuple[Session, ...] = ()
    turns: int = 0
    directives: int = 0
    kept: tuple[Remembered, ...] = ()
    unknown: int = 0
    damaged: int = 0
    problems: tuple[str, ...] = ()
    torn: tuple[tuple[str, int], ...] = ()
    """Paths of transcripts, each with the number of its rows that could not be read."""
    prompts_left_out: int = 0
    """Prompts beyond those that a session keeps."""
    records_left_out: int = 0
    """Statements beyond the records that are made of one part of a transcript."""


def find_new_sessions(
    workspace: Catalog,
    *,
    agents: Sequence[str] = (),
    since: str = "",
    again: bool = False,
    off_record: bool = False,
) -> list[SessionSource]:
    """The sessions that agents on this machine keep of this project, oldest first.

    Those that were held while the memory was switched off are left out; with `off_record` they are returned instead.
    Those that a person forgot are never returned.
    Fully ingested sessions are left out unless `again` is set. Of the copies of a session the newest counts. `since` is
    a time in the format of records.
    """
    environ = workspace.environ
    home = user_home(environ)
    entries = {(entry.agent, entry.name): entry for entry in workspace.sessions.entries()}
    sources: list[SessionSource] = []
    files = transcripts.find_sessions(environ, home, _find_roots(workspace), agents)
    for agent, file in leave_out_older(files):
        if find_forgotten_session(workspace, agent, file.parent or file.session) is not None:
            continue
        if since and format_timestamp(file.modified) < since:
            continue
        entry = entries.get((agent, safe_name(file.session))) or entries.get((agent, safe_name(file.parent)))
        session = workspace.sessions.load(entry) if entry is not None and not again else None
        if session is None or entry is None or not _is_complete(session, file, entry.path):
            sources.append(SessionSource(agent, file))
    sources = [source for source in sources if _is_off_record(workspace, source) is off_record]
    return sorted(sources, key=lambda source: (bool(source.file.parent), source.file.modified, source.file.path))


def _is_off_record(workspace: Catalog, source: SessionSource) -> bool:
    """Whether a session was held while the memory was switched off."""
    times = find_off_times(workspace.project, workspace.settings)
    file = source.file
    try:
        return bool(times) and is_off_record(times, make_reader(source)(file.path, 0), file.modified)
    except (BackstoryError, OSError):
        return False  # to take it in says what is wrong


def find_session_source(workspace: Catalog, agent: str, session: str) -> SessionSource | None:
    """The place where an agent keeps a session, for agents whose hooks do not name it. None where it is not found.

    If it was read before, it is not searched again, and only its path and name are set.
    """
    stored = workspace.sessions.get(agent, session)
    if stored is not None and stored.source and os.path.isfile(stored.source):
        return SessionSource(agent, SessionFile(stored.source, session, "", 0.0, 0, stored.parent))
    environ = workspace.environ
    files = transcripts.find_sessions(environ, user_home(environ), _find_roots(workspace), (agent,))
    named = (
        file for _, file in leave_out_older(files) if file.session == session != file.parent
    )  # sub-agents may have its name
    return next((SessionSource(agent, file) for file in named), None)


def ingest_session_subagents(workspace: Catalog, agent: str, session: Session, *, find: bool) -> int:
    """Ingests the transcripts of a session's sub-agents, if the agent keeps them in files of their own.

    Continues files that have grown since. With `find` it also looks for the files of sub-agents that were not read yet.
    Returns the number of directives.
    """
    grown_agents = [one for one in session.subagents if one.source and _has_grown(one)]
    count = sum(ingest_subagent(workspace, agent, one.source, session.id, one.id).directives for one in grown_agents)
    if not find or all(one.source for one in session.subagents):
        return count
    environ = workspace.environ
    files = transcripts.find_sessions(environ, user_home(environ), _find_roots(workspace), (agent,))
    sources = [SessionSource(agent, file) for _, file in files if file.parent == session.id]
    return count + sum(_ingest_source(workspace, source).directives for source in sources)


def _has_grown(subagent: SubAgent) -> bool:
    """Whether the file of a sub-agent, a log of lines, is longer than what was read of it."""
    try:
        return subagent.source.endswith(".jsonl") and 0 < subagent.position < os.path.getsize(subagent.source)
    except OSError:
        return False


def _is_complete(session: Session, file: SessionFile, page: str) -> bool:
    """Whether a file has been read up to its end: by its size, where positions are offsets, else by times.

    `page` is the file of the session. It has the time at which the transcript was looked at before it was read.
    """
    read: tuple[Session | SubAgent, ...] = (session, *session.subagents)
    position = max((one.position for one in read if one.source == file.path), default=-1)
    try:
        if position < 0 and not file.parent and _is_copy(session, file.path):
            position = session.position
        if position < file.size:
            return False
        return position < LISTED or os.stat(page).st_mtime - SETTLED > file.modified
    except OSError:  # the session has gone on meanwhile
        return False


def _is_copy(session: Session, path: str) -> bool:
    """Whether a file holds nothing but what was read of the session's transcript."""
    former, position = session.source, session.position
    if not (former and position):
        return False
    return (is_continued if position >= LISTED else adds_nothing)(former, path, position)


def find_file_sessions(paths: Sequence[str], *, agent: str = "") -> list[SessionSource]:
    """The sessions in files and in the files of folders, whatever project they belong to.

    Of several files with the same session the one with most of its turns counts.
    Raises NotFound for a path that does not exist, and Invalid for a file that no reader recognises.
    """
    sources: list[SessionSource] = []
    for path in paths:
        if os.path.isdir(path):
            for file in walk_folder(path):
                sources += _describe_file(file, agent)
        elif not os.path.exists(path):
            raise missing_error(path)
        else:
            described = _describe_file(path, agent)
            if not described and not os.path.getsize(path):
                raise Invalid(f"`{path}` is empty", hint="name a file with a conversation: `backstory ingest FILE`")
            if not described:
                raise Invalid(
                    f"`{path}` is not a conversation that can be read",
                    hint=f"name its agent with `--agent`, or keep it as it is: `backstory ingest {path} --as source`",
                )
            sources += described
    return _leave_out_copies(sources)


def _leave_out_copies(sources: Sequence[SessionSource]) -> list[SessionSource]:
    """The sources with one for each session that has an id of its own, in their order."""
    best: dict[tuple[str, str, str], SessionSource] = {}
    for source in sources:
        key = source.agent, source.file.session, source.file.path if source.is_named_by_file else ""
        former = best.get(key)
        if former is None or _measure(source) > _measure(former):
            best[key] = source
    chosen = set(map(id, best.values()))
    return [source for source in sources if id(source) in chosen]


def _measure(source: SessionSource) -> tuple[int, bool, float]:
    return source.turns, not source.is_shared, source.file.modified


def estimate_seconds(sources: Sequence[SessionSource]) -> int:
    """A rough estimate of the seconds to ingest sessions; at least one."""
    seconds = sum(source.file.size for source in sources) / SPEED + PER_SESSION * len(sources)
    return max(1, round(seconds))


def ingest_sessions(
    workspace: Catalog, sources: Sequence[SessionSource], progress: Progress | None = None
) -> IngestSummary:
    """Ingests sessions one after the other. The summary names failures; they do not stop the others."""
    sessions: dict[tuple[str, str], Session] = {}
    remembered: list[Remembered] = []
    problems: list[str] = []
    torn: list[tuple[str, int]] = []
    turns = directives = unknown = damaged = prompts = records = 0
    for number, source in enumerate(sources):
        if progress is not None:
            progress(number, len(sources), source.file.session)
        try:
            ingested = _ingest_source(workspace, source)
        except (BackstoryError, OSError) as error:
            problems.append(f"`{source.file.path}`: {error}")
            continue
        if ingested.turns:
            sessions[ingested.session.agent, ingested.session.id] = ingested.session
        remembered += ingested.kept
        turns += ingested.turns
        directives += ingested.directives
        unknown += ingested.unknown
        damaged += ingested.damaged
        prompts += ingested.prompts_left_out
        records += ingested.records_left_out
        torn += [(source.file.path, ingested.damaged)] if ingested.damaged else []
        problems += [f"`{source.file.path}`: sentences were left out: {error!r}" for error in ingested.failures[:1]]
    if sessions and not any(one.new for one in remembered):
        log_sessions(workspace, len(sessions))
    summary = IngestSummary(
        tuple(sessions.values()), turns, directives, tuple(remembered), unknown, damaged, tuple(problems)
    )
    return summary._replace(torn=tuple(torn), prompts_left_out=prompts, records_left_out=records)


def _ingest_source(workspace: Catalog, source: SessionSource) -> Ingested:
    agent, file = source.agent, source.file
    stone = find_forgotten_session(workspace, agent, file.parent or file.session)
    if stone is not None:
        raise Rejected(
            f"a person had session `{file.parent or file.session}` forgotten on {stone.made[:10]}",
            hint="what was forgotten does not come back: `backstory help forget`",
        )
    read = make_reader(source)
    if file.parent:
        first = next(iter(read(file.path, 0)), None)
        if first is None:
            return Ingested(Session(id=file.session, agent=agent))  # a sub-agent that has not spoken yet
        if first.sidechain:
            name = first.subagent or file.session
            return ingest_subagent(workspace, agent, file.path, file.parent, name, read=read)
    return ingest_transcript(
        workspace, agent, file.path, _name_session(workspace, source), read=read, parent=file.parent
    )


def _name_session(workspace: Catalog, source: SessionSource) -> str:
    """The id under which a session is kept. Of files with the same name the later ones get the digest of their path."""
    agent, file = source.agent, source.file
    former = workspace.sessions.get(agent, file.session) if source.is_named_by_file else None
    if former is None or former.source in ("", file.path, clean_name(workspace.gate, file.path)):
        return file.session
    if not os.path.isfile(former.source):
        return file.session  # it was moved
    return f"{file.session}-{crc32(os.fsencode(file.path)):08x}"


def make_reader(source: SessionSource) -> SessionReader:
    """A reader of that session alone, also where its file holds others. Reads from a position on."""
    return SessionReader(source.agent, source.file, is_shared=source.is_shared, is_named=source.is_named)


def _describe_file(path: str, agent: str) -> list[SessionSource]:
    """The sessions of one file; none if no reader recognises it."""
    try:
        name = agent or transcripts.recognize_agent(path)
        status = os.stat(path)
    except OSError:
        return []
    reader = transcripts.load_reader(name)
    if reader is None:
        return []
    names = _count_turns(reader, path)
    path = os.path.abspath(path)
    stem = os.path.splitext(os.path.basename(path))[0]
    return [
        SessionSource(
            name,
            SessionFile(path, ident or stem, "", status.st_mtime, status.st_size),
            len(names) > 1,
            is_named_by_file=not ident or (name == CHATS and (ident == stem or ident.startswith(f"{stem}-"))),
            turns=turns,
            is_named=True,
        )
        for ident, turns in names.items()
    ]


def _count_turns(reader: "Transcript", path: str) -> dict[str, int]:
    """Session of a file -> the number of its turns. Turns of sub-agents and turns without a session name none."""
    counts: Counter[str] = Counter()
    is_empty = True
    for turn in reader.read_turns(path):
        is_empty = False
        if turn.session and not turn.sidechain:
            counts[turn.session] += 1
    return counts or ({} if is_empty else {"": 0})


def walk_folder(folder: str) -> Iterator[str]:
    """The files of a folder, by name. Of hidden folders only those in which agents keep sessions are looked into."""

    def files() -> Iterator[str]:
        for above, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith(".") or name.startswith(HIDDEN))
            yield from (os.path.join(above, name) for name in sorted(names))

    return islice(files(), MAX_FILES)


def _find_roots(workspace: Catalog) -> list[str]:
    """The working trees of the project on this machine, also by their real paths."""
    roots = [workspace.project.root, *project_roots(workspace.project.private)[0]]
    return list(dict.fromkeys(path for root in roots for path in (root, os.path.realpath(root))))
