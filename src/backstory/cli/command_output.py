"""Runs a command as if it were typed, and keeps what it printed."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, Final, NamedTuple

from backstory.cli import console
from backstory.model.errors import BackstoryError

KEPT: Final = 200_000
"""Bytes that are kept of an output: half of them from its beginning."""
BLOCK: Final = 1 << 16
NOT_RUN: Final = 127
NOT_EXECUTABLE: Final = 126


class Observed(NamedTuple):
    """How a command ended, and what it printed on both streams in the order in which it came."""

    exit_code: int
    output: str


class _Output:
    """The beginning and the end of what was printed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._head = bytearray()
        self._tail = bytearray()

    def add(self, data: bytes) -> None:
        with self._lock:
            room = KEPT // 2 - len(self._head)
            self._head += data[: max(0, room)]
            self._tail += data[max(0, room) :]
            if len(self._tail) > KEPT:
                del self._tail[: len(self._tail) - KEPT // 2]

    def text(self) -> str:
        return (bytes(self._head) + bytes(self._tail[-KEPT // 2 :])).decode("utf-8", "replace")


def observe_command(command: Sequence[str], *, cwd: str, quiet_stdout: bool = False) -> Observed:
    """Runs a command and passes on its input, its output and its signals; `quiet_stdout` sends all of it to stderr.

    A command that a signal ended has the code 128 and its number, as in a shell. Raises BackstoryError for one that
    cannot be started.
    """
    console.end_progress()  # what follows on the terminal is the command's
    output = _Output()
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the command as well, which decides
        try:
            process = subprocess.Popen(
                list(command),
                cwd=cwd,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                preexec_fn=_take_interrupts if os.name == "posix" else None,
            )
        except FileNotFoundError:
            raise _not_started(command, "was not found", NOT_RUN) from None
        except PermissionError:
            raise _not_started(command, "is not executable", NOT_EXECUTABLE) from None
        except OSError as error:
            raise _not_started(command, f"could not be started: {error.strerror}", NOT_EXECUTABLE) from None
        assert process.stdout is not None and process.stderr is not None
        out = sys.stderr if quiet_stdout else sys.stdout
        threads = [
            threading.Thread(target=_pass_on, args=(stream, target.buffer, output), daemon=True)
            for stream, target in ((process.stdout, out), (process.stderr, sys.stderr))
        ]
        for thread in threads:
            thread.start()
        code = process.wait()
        for thread in threads:
            thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    return Observed(code if code >= 0 else 128 - code, output.text())


def _take_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _not_started(command: Sequence[str], what: str, code: int) -> BackstoryError:
    program = command[0]
    hint = f"`backstory run -- sh -c '{program} ...'` runs a line of shell" if " " in program else "is it on PATH?"
    error = BackstoryError(f"`{program}` {what}", hint=hint)
    error.code = code  # type: ignore[assignment]  # as a shell would end
    return error


def _pass_on(stream: IO[bytes], target: IO[bytes], output: _Output) -> None:
    while data := os.read(stream.fileno(), BLOCK):
        output.add(data)
        try:
            target.write(data)
            target.flush()
        except (OSError, ValueError):
            pass
