"""The worker of a hook, started by the hook process after a turn, or run in its place when the index is behind.

`python -m backstory.worker.process AGENT EVENT`, with the agent's payload as JSON on stdin. It prints the hook's answer
(session-start and prompt only). It fails open: whatever happens, the exit code is 0 and the reason goes to `hook.log`
in the data home.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from backstory.model.errors import BackstoryError, Busy

MAX_OTHERS = 5
"""Other sessions that are taken in on the way."""
GENERIC = "agents-md"
"""The agent whose dialect reads the payload of a command."""

SAVED_AT = {"pre-compact": "compact", "session-end": "session"}
"""Events at which the work is saved -> the reason that the checkpoint names."""

ANSWERED = ("session-start", "subagent-start", "prompt")
"""Events whose answer the agent waits for."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.agents.base import Agent, HookInput
    from backstory.agents.turns import Reading
    from backstory.api import Memory

    Reader = Callable[[str, int], Reading]


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point. Never raises."""
    from backstory.base.light_imports import load_msgspec
    from backstory.hook.process import MAX_PAYLOAD
    from backstory.model.light_tuples import install_light_tuples

    install_light_tuples()
    load_msgspec()
    argv = list(sys.argv[1:] if argv is None else argv)
    agent, event = [*argv, "", ""][:2]
    try:
        answer = run(agent, event, _payload(sys.stdin.buffer.read(MAX_PAYLOAD)), os.environ)
        if answer:
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    except Exception as error:  # an agent's turn is never broken by its memory
        log_failure(f"{agent} {event}", error)


def run(name: str, event: str, payload: dict[str, Any], environ: "os._Environ[str] | dict[str, str]") -> bytes:
    """Handles an event of the agent `name` and returns the bytes of the answer, empty for none.

    Without a name only `REFRESH` is an event: a command has changed the memory of the project in `cwd`.
    """
    from backstory.agents.registry import load_agent
    from backstory.api import Channel, Memory
    from backstory.base.discovery import is_private
    from backstory.hook.process import find_folder
    from backstory.hook.reply import format_reply
    from backstory.hook.worker import REFRESH, TAKE_IN

    agent = load_agent(name or GENERIC)
    call = agent.parse_event(event, payload)
    folder = find_folder(call.cwd or str(payload.get("cwd") or ""), agent.dialect)
    memory = Memory.open(os.path.abspath(folder), environ, channel=Channel("stated", name, call.session))
    if not memory.settings.get("enabled") or not is_private(memory.project.home, memory.project.private):
        return b""
    if event in ANSWERED:
        answer = format_reply(agent.dialect, event, _answer(memory, name, call, event))
        if event == "session-start":
            _prepare_next(memory, name, payload)
        return answer
    if event == "subagent-stop":
        ingest(memory, agent, call)  # its agent goes on, and the next brief is composed when that one stops
        return b""
    try:
        if event == TAKE_IN:
            take_in_others(memory, call.session)
        elif event != REFRESH:
            ingest(memory, agent, call)
    finally:
        _bring_up_to_date(memory, name)
    return b""


def _answer(memory: "Memory", name: str, call: "HookInput", event: str) -> str:
    """The answer to one of the events `ANSWERED`."""
    if event == "prompt":
        return answer_prompt(memory, call)
    if event == "subagent-start":
        return compose(memory, name)
    take_in_others(memory, call.session)
    return compose(memory, name, call.session)


def _prepare_next(memory: "Memory", name: str, payload: dict[str, Any]) -> None:
    """Prepares the brief of the next start, in a process of its own unless the person wants to wait."""
    if memory.settings.get("deliver.background"):
        _refresh_later(name, payload)
        return
    from backstory.deliver.surfaces import refresh_surfaces

    refresh_surfaces(memory, agents=(name,))


def _bring_up_to_date(memory: "Memory", name: str) -> None:
    """Brings the index and the agents' files up to date, and tidies once a day."""
    from backstory.api import tidy_daily
    from backstory.deliver.surfaces import refresh_surfaces

    memory.fresh()
    refresh_surfaces(memory, agents=(name,) if name else ())
    tidy_daily(memory)


def compose(memory: "Memory", agent: str, session: str = "") -> str:
    """The brief for a session that starts now. Its records do not come again with the session's prompts."""
    from backstory.api import compose_agent_brief

    brief = compose_agent_brief(memory, agent)
    _note_seen(memory, session, brief.ids)
    return brief.text


def _note_seen(memory: "Memory", session: str, ids: Iterable[str]) -> None:
    """Notes that a session knows these records."""
    from backstory.base import seen

    if session:
        seen.add_seen(seen.seen_file(memory.project.private, session), sorted(ids))


def _refresh_later(agent: str, payload: dict[str, Any]) -> None:
    """Starts a process that prepares the briefs of the next starts. Nobody waits for it."""
    import json

    from backstory.hook.worker import REFRESH, spawn_worker

    fields = {key: value for key, value in payload.items() if isinstance(value, str)}
    spawn_worker(agent, REFRESH, json.dumps(payload).encode(), fields)


def answer_prompt(memory: "Memory", call: "HookInput") -> str:
    """The records that are relevant to a prompt, by the same search and the same threshold as in the hook process."""
    from backstory.worker.prompt_answer import answer_from_index

    project = memory.project
    return memory.fresh().run(
        lambda con: answer_from_index(con, project.root, project.private, call.session, call.prompt)
    )


def ingest(memory: "Memory", agent: "Agent", call: "HookInput") -> int:
    """Sweeps the spool into the journal and takes in what the transcript says since it was last read.

    Returns the number of directives that were applied.
    """
    from backstory.agents.transcripts import load_reader
    from backstory.api import Live, ingest_subagent, ingest_transcript

    name = memory.channel.agent or agent.name
    session = call.session or os.path.splitext(os.path.basename(call.transcript))[0]
    take_in_others(memory, session)
    live = Live(call.last_text, closed=call.event == "session-end")
    read: Reader | None = None if load_reader(agent.name) else agent.read_turns  # a plugin has its own
    is_subagent = call.event == "subagent-stop"
    path = call.subagent_transcript if is_subagent else call.transcript
    if not path and read is None:
        path, read = _find_transcript(memory, agent.name, call.subagent if is_subagent else session)
    if is_subagent:
        ingested = ingest_subagent(memory, name, path, session, call.subagent, read=read, live=live)
    else:
        ingested = ingest_transcript(memory, name, path, session, read=read, live=live)
    _note_seen(memory, call.session, memory.written)  # the agent has said it itself
    if call.event in SAVED_AT and memory.settings.get("capture.checkpoints"):
        from backstory.api import write_session_checkpoint

        write_session_checkpoint(memory, ingested.session, SAVED_AT[call.event])
    return ingested.directives


def _find_transcript(memory: "Memory", agent: str, session: str) -> "tuple[str, Reader | None]":
    """(the path of a session's transcript, its reader) for an agent whose hooks do not name it; empty without one."""
    from backstory.api import find_session_source, make_reader

    source = find_session_source(memory, agent, session)
    return (source.file.path, make_reader(source)) if source is not None else ("", None)


def take_in_others(memory: "Memory", session: str) -> None:
    """Sweeps the spool into the journal, and takes in the transcripts of the other sessions that had events in it.

    Their agents may be at work, or may have been killed: then nobody else does it.
    """
    from backstory.api import find_waiting_transcripts, ingest_transcript

    waiting = [one for one in find_waiting_transcripts(memory) if one.session != session]
    memory.journal.sweep(os.path.join(memory.project.private, "spool"))
    for one in waiting[:MAX_OTHERS]:
        try:
            ingest_transcript(memory, one.agent, one.path, one.session)
        except (BackstoryError, OSError) as error:
            log_failure(f"{one.agent} transcript", error)


def _payload(data: bytes) -> dict[str, Any]:
    import json

    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def log_failure(where: str, error: BaseException) -> None:
    """Writes a line to `<data home>/hook.log`, kept below 256 KiB. A missing or busy project is not a failure."""
    if isinstance(error, BackstoryError) and (error.code == 10 or isinstance(error, Busy)):
        return
    import time

    from backstory.base.discovery import data_home, is_private
    from backstory.model.dates import format_timestamp

    try:
        home = data_home(os.environ)
        if is_private(home, home):
            text = f"{type(error).__name__}: {str(error)[:300]}{_name_line(error)}"
            _append_line(home, f"{format_timestamp(time.time())} {where}: {text}\n")
    except Exception:
        return


def _name_line(error: BaseException) -> str:
    """` at FILE:LINE`, where the error was raised; empty if it is not known."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)[-1:]
    return f" at {os.path.basename(frames[0].filename)}:{frames[0].lineno}" if frames else ""


def _append_line(home: str, line: str) -> None:
    """Appends a line, redacted, to the log in the data home; a full log is put aside."""
    from backstory.redact.gate import Gate
    from backstory.store.files import make_folder

    make_folder(home)
    path = os.path.join(home, "hook.log")
    if os.path.exists(path) and os.path.getsize(path) > 256 * 1024:
        os.replace(path, path + ".1")
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(fd, Gate().clean(line).encode("utf-8", "replace"))
    finally:
        os.close(fd)


if __name__ == "__main__":
    main()
