"""The slow half of a hook: started detached by the hot path after a turn, or run in its place when the index is behind.

`python -m backstory.worker.process AGENT EVENT`, with the agent's payload as JSON on stdin. What it prints is the
hook's answer (session-start and prompt only). It fails open: whatever happens, the exit code is 0 and the reason goes
to `hook.log` in the data home.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from backstory.model.errors import BackstoryError, Busy

if TYPE_CHECKING:
    from backstory.api import Memory

MAX_PAYLOAD = 10 << 20
EVENTS = ("session-start", "prompt", "post-tool", "pre-compact", "stop", "session-end")


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point; never raises."""
    argv = list(sys.argv[1:] if argv is None else argv)
    agent, event = [*argv, "", ""][:2]
    try:
        answer = run(agent, event, _payload(sys.stdin.buffer.read(MAX_PAYLOAD)), os.environ)
        if answer:
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    except Exception as error:  # an agent's turn is never broken by its memory
        log_failure(f"{agent} {event}", error)


def run(agent: str, event: str, payload: dict[str, Any], environ: "os._Environ[str] | dict[str, str]") -> bytes:
    """Does what an event calls for and returns the bytes of the answer, empty for none."""
    from backstory.agents.registry import load
    from backstory.api import Channel, Memory
    from backstory.base.discovery import is_private

    module = load(agent)
    heard = module.hear(event, payload)
    memory = Memory.open(heard.cwd or os.getcwd(), environ, channel=Channel("stated", agent, heard.session))
    if not memory.settings.get("enabled") or not is_private(memory.project.home, memory.project.private):
        return b""
    if event == "session-start":
        return module.reply(event, compose(memory, agent))
    if event == "prompt":
        return module.reply(event, answer_prompt(memory, heard))
    try:
        take_in(memory, module, heard)
    finally:
        from backstory.deliver.surfaces import refresh

        refresh(memory)
        from backstory.memory.retention import tidy_daily

        tidy_daily(memory)
    return b""


def compose(memory: "Memory", agent: str) -> str:
    """The brief for a session that starts now; also kept, so that the next start finds it ready."""
    from backstory.deliver.surfaces import MAX_INJECTED, mode_of, refresh

    refresh(memory, agents=(agent,))
    composed = memory.brief(mode=mode_of(agent), agent=agent)
    return "" if composed.empty else composed.text[:MAX_INJECTED]


def answer_prompt(memory: "Memory", heard: Any) -> str:
    """What is relevant to a prompt, by the same search and the same gate as the hot path."""
    from backstory.hook.process import answer_from

    index = memory.fresh()
    return answer_from(index.connection, memory.project.root, memory.project.private, heard.session, heard.prompt)


def take_in(memory: "Memory", module: Any, heard: Any) -> int:
    """Sweeps the spool into the journal, reads what the agent said since last time and obeys its directives."""
    from backstory.base.journal_lines import safe_name
    from backstory.memory.directives import apply_directives
    from backstory.store.lock import Lock

    done = 0
    with Lock(os.path.join(memory.project.private, "locks", f"{safe_name(heard.session)}.lock"), wait=20):
        memory.journal.sweep(os.path.join(memory.project.private, "spool"))
        texts, moved = read_on(memory, module, heard)
        if heard.last_text and heard.last_text not in texts:
            texts.append(heard.last_text)
        for text in texts:
            done += apply_directives(memory, text, source=heard.transcript)
        moved()
    return done


def read_on(memory: "Memory", module: Any, heard: Any) -> tuple[list[str], Callable[[], None]]:
    """The assistant's own words in the transcript since the cursor of this session, and what moves the cursor on.

    It is moved when the words were taken in: a process that dies before reads them again, and exact repeats merge.
    """
    if not heard.transcript or not os.path.isfile(heard.transcript):
        return [], lambda: None
    from backstory.base.journal_lines import safe_name

    cursor = os.path.join(memory.project.private, "spool", f"{safe_name(heard.session)}.cursor")
    start = _read_cursor(cursor, heard.transcript)
    turns, end = module.turns(heard.transcript, start)
    texts = [t.text for t in turns if t.role == "assistant" and t.text and not t.sidechain]

    def moved() -> None:
        from backstory.store.files import write_atomic

        write_atomic(cursor, f"{end} {_mark(heard.transcript)}".encode(), sync=False)

    return texts, moved


def _read_cursor(cursor: str, transcript: str) -> int:
    try:
        with open(cursor, "rb") as handle:
            offset, _, mark = handle.read(128).decode("ascii", "replace").partition(" ")
        size = os.path.getsize(transcript)
        return int(offset) if mark == _mark(transcript) and int(offset) <= size else 0
    except (OSError, ValueError):
        return 0


def _mark(transcript: str) -> str:
    """Which file a cursor is for, without its name, which has not passed the gate."""
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
    """A line in `<data home>/hook.log`, kept below 256 KiB. No project and a busy one are no failures."""
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
