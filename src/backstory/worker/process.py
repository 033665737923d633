"""The worker of a hook, started by the hook process after a turn, or run in its place when the index is behind.

`python -m backstory.worker.process AGENT EVENT`, with the agent's payload as JSON on stdin. It prints the hook's answer
(session-start and prompt only). It fails open: whatever happens, the exit code is 0 and the reason goes to `hook.log`
in the data home.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

GENERIC = "agents-md"
"""The agent whose dialect reads the payload of a command."""

SAVED_AT = {"pre-compact": "compact", "session-end": "session"}
"""Events at which the work is saved -> the reason that the checkpoint names."""

MOST_WAITS = 18
"""Times that a process waits for the lock of the memory, ten seconds each, before it gives up."""
LATE_TRIES = 10
LATE_PAUSE = 0.2
"""Seconds between two looks at the transcript of an agent that writes a prompt late."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.agents.base import Agent, HookInput
    from backstory.agents.turns import Reading
    from backstory.api import Ingested, Memory

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
        from backstory.worker.failure_log import log_failure

        log_failure(f"{agent} {event}", error)


def run(name: str, event: str, payload: dict[str, Any], environ: "os._Environ[str] | dict[str, str]") -> bytes:
    """Handles an event of the agent `name` and returns the bytes of the answer, empty for none.

    Without a name only `REFRESH` is an event: a command has changed the memory of the project in `cwd`.
    """
    from backstory.agents.registry import load_agent
    from backstory.api import Channel, Memory
    from backstory.base.dialect import choose_replies
    from backstory.base.discovery import is_private
    from backstory.hook.process import ANSWERED, find_folder
    from backstory.hook.reply import format_reply
    from backstory.hook.worker import REFRESH, TAKE_IN

    agent = load_agent(name or GENERIC)
    call = agent.parse_event(event, payload)
    folder = find_folder(call.cwd or str(payload.get("cwd") or ""), agent.dialect)
    memory = Memory.open(os.path.abspath(folder), environ, channel=Channel("stated", name, call.session))
    if not memory.settings.get("enabled") or not is_private(memory.project.home, memory.project.private):
        return b""
    if event in ANSWERED:
        from backstory.worker.answers import answer_event

        replies = choose_replies(agent.dialect, payload)
        defers = event not in replies and agent.dialect.DEFERRED_TO in replies
        answer = format_reply(agent.dialect, event, *answer_event(memory, name, call, defers=defers), payload=payload)
        if event == "session-start":
            _prepare_next(memory, name, payload)
        return answer
    if event == "subagent-stop":
        ingest(memory, agent, call)  # its agent goes on, and the next brief is composed when that one stops
        return b""
    try:
        if event == TAKE_IN:
            from backstory.worker.others import take_in_others

            take_in_others(memory, call.session)
        elif event != REFRESH:
            ingest(memory, agent, call)
    finally:
        _bring_up_to_date(memory, name)
    if event == REFRESH:
        memory.read_deferred()
    return b""


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

    memory.renewed()  # the page of the session was written since a record of it had the index read
    refresh_surfaces(memory, agents=(name,) if name else ())
    tidy_daily(memory)


def _refresh_later(agent: str, payload: dict[str, Any]) -> None:
    """Starts a process that prepares the briefs of the next starts. Nobody waits for it."""
    import json

    from backstory.hook.worker import REFRESH, spawn_worker

    fields = {key: value for key, value in payload.items() if isinstance(value, str)}
    spawn_worker(agent, REFRESH, json.dumps(payload).encode(), fields)


def ingest(memory: "Memory", agent: "Agent", call: "HookInput") -> int:
    """Sweeps the spool into the journal and takes in what the transcript says since it was last read.

    Returns the number of directives that were applied.
    """
    from backstory.agents.transcripts import load_reader
    from backstory.api import Live, ingest_session_subagents, ingest_subagent, ingest_transcript
    from backstory.worker.others import take_in_others

    name = memory.channel.agent or agent.name
    session = call.session or os.path.splitext(os.path.basename(call.transcript))[0]
    take_in_others(memory, session)
    live = Live(call.last_text, closed=call.event == "session-end")
    read: Reader | None = None if load_reader(agent.name) else agent.read_turns  # a plugin has its own
    is_subagent = call.event == "subagent-stop"
    path = call.subagent_transcript if is_subagent else call.transcript
    if is_subagent and call.subagent == session:
        return 0  # its payload does not name the session that started it, whose next reply has it read
    is_named = bool(path) or read is not None
    if not is_named:
        path, read = _find_transcript(memory, agent.name, call.subagent if is_subagent else session)
    if is_subagent:
        ingested = _wait_for(lambda: ingest_subagent(memory, name, path, session, call.subagent, read=read, live=live))
    else:
        ingested = _wait_for(lambda: ingest_transcript(memory, name, path, session, read=read, live=live))
        tries = LATE_TRIES if agent.dialect.LATE_PROMPT else 0
        while tries and not ingested.session.prompts:
            tries -= 1
            time.sleep(LATE_PAUSE)
            more = ingest_transcript(memory, name, path, session, read=read, live=live)
            ingested = more._replace(directives=ingested.directives + more.directives)
        if not is_named:
            count = ingest_session_subagents(memory, name, ingested.session)
            ingested = ingested._replace(directives=ingested.directives + count)
    _note_work(memory, call.session)
    if call.event in SAVED_AT and memory.settings.get("capture.checkpoints"):
        from backstory.api import write_session_checkpoint

        write_session_checkpoint(memory, ingested.session, SAVED_AT[call.event])
    return ingested.directives


def _wait_for(take_in: "Callable[[], Ingested]") -> "Ingested":
    """Takes in a transcript once other processes have done with theirs, for some minutes: nobody waits for this one,
    and its events are no longer in the spool, where a later process would look for them."""
    from backstory.model.errors import Busy

    for _ in range(MOST_WAITS):
        try:
            return take_in()
        except Busy:
            continue
    return take_in()


def _note_work(memory: "Memory", session: str) -> None:
    """Notes what a session knows because it did it: the records that were made of its words, and the commit of HEAD."""
    from backstory.base import seen

    if session:
        commit = memory.head[0]
        marks = [*sorted(memory.written), *([seen.head_mark(commit, time.time_ns())] if commit else [])]
        seen.add_seen(seen.seen_file(memory.project.private, session), marks)


def _find_transcript(memory: "Memory", agent: str, session: str) -> "tuple[str, Reader | None]":
    """(the path of a session's transcript, its reader) for an agent whose hooks do not name it; empty without one."""
    from backstory.api import find_session_source, make_reader

    source = find_session_source(memory, agent, session)
    return (source.file.path, make_reader(source)) if source is not None else ("", None)


def _payload(data: bytes) -> dict[str, Any]:
    import json

    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


if __name__ == "__main__":
    main()
