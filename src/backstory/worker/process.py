"""The worker of a hook, started by the hook process after a turn, or run in its place when the index is behind.

`python -m backstory.worker.process AGENT EVENT [PROCESS]`, with the agent's payload as JSON on stdin. It prints the
hook's answer (session-start and prompt only). It fails open: whatever happens, the exit code is 0 and the reason goes
to `hook.log` in the data home.
"""

import gc
import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

GENERIC = "agents-md"
"""The agent whose dialect reads the payload of a command."""

SAVED_AT = {"pre-compact": "compact", "session-end": "session"}
"""Events at which the work is saved -> the reason that the checkpoint names."""


if TYPE_CHECKING:
    from backstory.agents.base import Agent, HookInput
    from backstory.api import Memory
    from backstory.worker.session_intake import TakeIn


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point. Never raises."""
    gc.set_threshold(200_000, 20, 100)  # most turns are taken in before a collection pays
    from backstory.base.light_imports import load_msgspec
    from backstory.hook.process import MAX_PAYLOAD
    from backstory.model.light_tuples import install_light_tuples

    install_light_tuples()
    load_msgspec()
    argv = list(sys.argv[1:] if argv is None else argv)
    agent, event, process = [*argv, "", "", ""][:3]
    try:
        payload = _payload(sys.stdin.buffer.read(MAX_PAYLOAD))
        answer = run(agent, event, payload, os.environ, int(process) if process.isdigit() else 0)
        if answer:
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    except Exception as error:  # an agent's turn is never broken by its memory
        from backstory.worker.failure_log import log_failure

        log_failure(f"{agent} {event}", error)


def end_process() -> NoReturn:
    """Ends the process at once: the shutdown of the interpreter takes a thirtieth of what a turn does.

    The connections are closed, so that SQLite clears its logs and no prompt has to read them.
    """
    if "apsw" in sys.modules:
        import apsw

        for connection in apsw.connections():
            connection.close(True)
    os._exit(0)


def run(
    name: str, event: str, payload: dict[str, Any], environ: "os._Environ[str] | dict[str, str]", process: int = 0
) -> bytes:
    """Handles an event of the agent `name` and returns the bytes of the answer, empty for none.

    `process` is that of the agent, 0 if it is not known. Without a name only `REFRESH` is an event: a command has
    changed the memory of the project in `cwd`.
    """
    from backstory.agents.registry import load_agent
    from backstory.api import Channel, Memory, keep_patterns, load_patterns
    from backstory.base.discovery import is_private
    from backstory.hook.process import ANSWERED, find_folder

    agent = load_agent(name or GENERIC)
    call = agent.parse_event(event, payload)
    folder = find_folder(call.cwd or str(payload.get("cwd") or ""), agent.dialect)
    memory = Memory.open(os.path.abspath(folder), environ, channel=Channel("stated", name, call.session))
    if not memory.settings.get("enabled") or not is_private(memory.project.home, memory.project.private):
        return b""
    load_patterns(memory)
    try:
        if event in ANSWERED:
            return _answer(memory, name, agent, call, payload)
        _take_in(memory, name, agent, call, process)
        return b""
    finally:
        keep_patterns(memory)


def _answer(memory: "Memory", name: str, agent: "Agent", call: "HookInput", payload: dict[str, Any]) -> bytes:
    """The answer of an event that has one."""
    from backstory.base.dialect import choose_replies
    from backstory.hook.reply import format_reply
    from backstory.worker.answers import answer_event

    replies = choose_replies(agent.dialect, payload)
    defers = call.event not in replies and agent.dialect.DEFERRED_TO in replies
    answer = format_reply(agent.dialect, call.event, *answer_event(memory, name, call, defers=defers), payload=payload)
    if call.event == "session-start":
        _prepare_next(memory, name, payload)
    return answer


def _take_in(memory: "Memory", name: str, agent: "Agent", call: "HookInput", process: int) -> None:
    """Takes in what happened, and brings the index and the agents' files up to date."""
    from backstory.hook.worker import REFRESH, TAKE_IN

    if call.event == "subagent-stop":
        ingest(memory, agent, call)  # its agent goes on, and the next brief is composed when that one stops
        return
    folders = [folder for folder in (memory.project.team, memory.project.private) if os.path.isdir(folder)]
    try:
        if call.event == TAKE_IN:
            from backstory.worker.other_sessions import take_in_others

            take_in_others(memory, call.session)
        elif call.event != REFRESH:
            ingest(memory, agent, call, process)
    finally:
        if all(map(os.path.isdir, folders)):  # else it was uninstalled meanwhile, and nothing may come back
            _bring_up_to_date(memory, name)
    if call.event == REFRESH:
        memory.read_deferred()


def _prepare_next(memory: "Memory", name: str, payload: dict[str, Any]) -> None:
    """Prepares the brief of the next start, in a process of its own unless the person wants to wait."""
    if memory.settings.get("deliver.background"):
        _refresh_later(name, payload)
        return
    from backstory.deliver.surfaces import refresh_surfaces

    refresh_surfaces(memory, agents=(name,))


def _bring_up_to_date(memory: "Memory", name: str) -> None:
    """Brings the index, the agents' files and the compiled modules up to date, and tidies once a day."""
    from backstory.api import tidy_daily
    from backstory.deliver.surfaces import refresh_surfaces
    from backstory.worker.compiled_modules import refresh_compiled_modules

    memory.renewed()  # the page of the session was written since a record of it had the index read
    refresh_surfaces(memory, agents=(name,) if name else ())
    tidy_daily(memory)
    refresh_compiled_modules()


def _refresh_later(agent: str, payload: dict[str, Any]) -> None:
    """Starts a process that prepares the briefs of the next starts. Nobody waits for it."""
    import json

    from backstory.hook.worker import REFRESH, spawn_worker

    fields = {key: value for key, value in payload.items() if isinstance(value, str)}
    spawn_worker(agent, REFRESH, json.dumps(payload).encode(), fields)


def ingest(memory: "Memory", agent: "Agent", call: "HookInput", process: int = 0) -> int:
    """Sweeps the spool into the journal and takes in what the transcript says since it was last read.

    Returns the number of directives that were applied. `process` is that of the agent. Where the transcript lags behind
    what the hook says, it is followed until it has that too.
    """
    from backstory.api import drop_unread
    from backstory.worker.other_sessions import take_in_others
    from backstory.worker.session_intake import TakeIn

    session = call.session or os.path.splitext(os.path.basename(call.transcript))[0]
    path = take_in_others(memory, session)
    taking = TakeIn(memory, agent, call, session, call.transcript or path)
    if call.event == "subagent-stop":
        if call.subagent == session:
            return 0  # its payload does not name the session that started it, whose next reply has it read
        return taking.take_in_subagent()
    is_complete = not taking.take_in()
    if not (is_complete or taking.is_uninstalled()):
        from backstory.worker.transcript_following import choose_patience, follow

        _save(memory, taking)  # the next session may begin while the transcript is followed
        _bring_up_to_date(memory, memory.channel.agent or agent.name)
        patience = choose_patience(process, is_end=call.event == "session-end")
        is_complete = follow(taking.take_in, taking.find_paths, process, taking.is_left, patience)
    if taking.is_uninstalled():
        return taking.directives  # nothing may come back
    _save(memory, taking)
    if is_complete:
        drop_unread(memory, session)
    return taking.directives


def _save(memory: "Memory", taking: "TakeIn") -> None:
    """Notes what the session has done so far, and writes the checkpoint of an event that has one."""
    call = taking.call
    try:
        if call.event in SAVED_AT and memory.settings.get("capture.checkpoints"):
            from backstory.api import write_session_checkpoint

            write_session_checkpoint(memory, taking.session, SAVED_AT[call.event])
    finally:
        _note_work(memory, call.session)


def _note_work(memory: "Memory", session: str) -> None:
    """Notes what a session knows because it did it: the records that were made of its words, and the commit of HEAD."""
    from backstory.base import deliveries

    if session:
        commit = memory.head[0]
        marks = [*sorted(memory.written), *([deliveries.head_mark(commit, time.time_ns())] if commit else [])]
        deliveries.add_seen(deliveries.seen_file(memory.project.private, session), marks)


def _payload(data: bytes) -> dict[str, Any]:
    import json

    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


if __name__ == "__main__":
    main()
