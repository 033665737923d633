"""The worker of a hook, started by the hook process after a turn, or run in its place when the index is behind.

`python -m backstory.worker.process AGENT EVENT`, with the agent's payload as JSON on stdin. It prints the hook's answer
(session-start and prompt only). It fails open: whatever happens, the exit code is 0 and the reason goes to `hook.log`
in the data home.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from backstory.model.errors import BackstoryError, Busy

if TYPE_CHECKING:
    from backstory.agents.base import Agent, HookInput
    from backstory.api import Memory


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point. Never raises."""
    from backstory.hook.process import MAX_PAYLOAD

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
    """Handles an event of the agent `name` and returns the bytes of the answer, empty for none."""
    from backstory.agents.registry import load_agent
    from backstory.api import Channel, Memory
    from backstory.base.discovery import is_private
    from backstory.hook.reply import format_reply

    agent = load_agent(name)
    call = agent.parse_event(event, payload)
    memory = Memory.open(call.cwd or os.getcwd(), environ, channel=Channel("stated", name, call.session))
    if not memory.settings.get("enabled") or not is_private(memory.project.home, memory.project.private):
        return b""
    if event == "session-start":
        return format_reply(agent.dialect, event, compose(memory, name))
    if event == "prompt":
        return format_reply(agent.dialect, event, answer_prompt(memory, call))
    try:
        ingest(memory, agent, call)
    finally:
        from backstory.deliver.surfaces import refresh_surfaces

        refresh_surfaces(memory)
        from backstory.api import tidy_daily

        tidy_daily(memory)
    return b""


def compose(memory: "Memory", agent: str) -> str:
    """The brief for a session that starts now. Also prepares it, so that the next start finds it ready."""
    from backstory.deliver.surfaces import compose_brief, refresh_surfaces

    refresh_surfaces(memory, agents=(agent,))
    return compose_brief(memory, agent).text


def answer_prompt(memory: "Memory", call: "HookInput") -> str:
    """The records that are relevant to a prompt, by the same search and the same threshold as in the hook process."""
    from backstory.hook.process import answer_from_index

    index = memory.fresh()
    return answer_from_index(index.connection, memory.project.root, memory.project.private, call.session, call.prompt)


def ingest(memory: "Memory", agent: "Agent", call: "HookInput") -> int:
    """Sweeps the spool into the journal, reads the assistant's new texts and applies the directives in them."""
    from backstory.api import apply_directives
    from backstory.base.journal_lines import safe_name
    from backstory.store.lock import Lock

    applied = 0
    with Lock(os.path.join(memory.project.private, "locks", f"{safe_name(call.session)}.lock"), wait=20):
        memory.journal.sweep(os.path.join(memory.project.private, "spool"))
        texts, save_cursor = read_new_texts(memory, agent, call)
        if call.last_text and call.last_text not in texts:
            texts.append(call.last_text)
        for text in texts:
            applied += apply_directives(memory, text, source=call.transcript)
        save_cursor()
    return applied


def read_new_texts(memory: "Memory", agent: "Agent", call: "HookInput") -> tuple[list[str], Callable[[], None]]:
    """The assistant's own texts in the transcript since the cursor of this session, and a function that moves it on.

    The caller moves the cursor after it has applied the texts. If the process dies before, the texts are read again,
    and exact repeats merge.
    """
    if not call.transcript or not os.path.isfile(call.transcript):
        return [], lambda: None
    from backstory.base.journal_lines import safe_name

    cursor = os.path.join(memory.project.private, "spool", f"{safe_name(call.session)}.cursor")
    start = _read_cursor(cursor, call.transcript)
    turns, end = agent.turns(call.transcript, start)
    texts = [turn.text for turn in turns if turn.role == "assistant" and turn.text and not turn.sidechain]

    def save_cursor() -> None:
        from backstory.store.files import write_atomic

        write_atomic(cursor, f"{end} {_mark(call.transcript)}".encode(), sync=False)

    return texts, save_cursor


def _read_cursor(cursor: str, transcript: str) -> int:
    try:
        with open(cursor, "rb") as handle:
            offset, _, mark = handle.read(128).decode("ascii", "replace").partition(" ")
        size = os.path.getsize(transcript)
        return int(offset) if mark == _mark(transcript) and int(offset) <= size else 0
    except (OSError, ValueError):
        return 0


def _mark(transcript: str) -> str:
    """Identifies the file of a cursor without its name, which has not been redacted."""
    import hashlib

    return hashlib.blake2b(os.fsencode(transcript), digest_size=16).hexdigest()


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
    import traceback

    from backstory.base.discovery import data_home, is_private
    from backstory.redact.gate import Gate
    from backstory.store.files import make_folder

    try:
        home = data_home(os.environ)
        if not is_private(home, home):
            return
        make_folder(home)
        path = os.path.join(home, "hook.log")
        if os.path.exists(path) and os.path.getsize(path) > 256 * 1024:
            os.replace(path, path + ".1")
        frame = traceback.extract_tb(error.__traceback__)[-1:] if error.__traceback__ else []
        at = f" at {os.path.basename(frame[0].filename)}:{frame[0].lineno}" if frame else ""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = f"{now} {where}: {type(error).__name__}: {str(error)[:300]}{at}\n"
        fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(fd, Gate().clean(line).encode("utf-8", "replace"))
        finally:
            os.close(fd)
    except Exception:
        return


if __name__ == "__main__":
    main()
