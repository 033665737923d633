"""A program that runs and what it prints, without `subprocess`, which costs a short command a twentieth of its time."""

import os
import time
from collections.abc import Mapping, Sequence
from typing import Final

from backstory.base.light_imports import load_signals

_AT_ONCE: Final = 1 << 16
_STANDARD: Final = 3
"""The first descriptor that is not one of a standard stream."""


class Late(Exception):
    """The program takes longer than it may. `output` is what it printed until then."""

    def __init__(self, output: bytes) -> None:
        super().__init__()
        self.output = output


class Child:
    """A running program, on systems with `posix_spawn`. Raises OSError where it cannot be started.

    `stdin`: whether `communicate` gives it input.
    """

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], *, stdin: bool = False) -> None:
        self.args = list(command)
        self.returncode: int | None = None
        self._pipes: list[int] = []
        self._input: list[int] = []
        """The end of the pipe that input is written to, until all of it is written."""
        try:
            self.pid = self._spawn(environ, stdin=stdin)
        except BaseException:
            self.close()
            raise

    def _spawn(self, environ: Mapping[str, str], *, stdin: bool) -> int:
        ends = [self._add_pipe(), self._add_pipe()]
        actions: list[tuple[int, int, str, int, int] | tuple[int, int, int]] = [
            (os.POSIX_SPAWN_DUP2, end, number) for number, end in enumerate(ends, 1)
        ]
        if stdin:
            self._input = [self._add_pipe()]
            self._pipes.remove(self._input[0])
            os.set_blocking(self._input[0], False)
            ends.append(self._pipes[-1])
            actions.append((os.POSIX_SPAWN_DUP2, self._pipes[-1], 0))
        else:
            actions.append((os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0))
        signal = load_signals()
        ignored = [signal.SIGPIPE, signal.SIGXFSZ]  # by Python for itself
        argv = [os.fsencode(word) for word in self.args]
        pid = os.posix_spawn(argv[0], argv, environ, file_actions=actions, setsigdef=ignored)
        for end in ends:
            os.close(end)
            self._pipes.remove(end)
        return pid

    def _add_pipe(self) -> int:
        """Opens a pipe; its end to write to."""
        ends = list(os.pipe())
        self._pipes += ends
        if min(ends) < _STANDARD:  # a standard stream is closed, and the program's would take the place of the pipe
            from fcntl import F_DUPFD_CLOEXEC, fcntl

            for end in ends:
                self._pipes.append(fcntl(end, F_DUPFD_CLOEXEC, _STANDARD))
                self._pipes.remove(end)
                os.close(end)
        return self._pipes[-1]

    def communicate(self, seconds: float, stdin: bytes = b"") -> tuple[bytes, bytes]:
        """The output on both streams until the program ends. Raises `Late` after `timeout` seconds."""
        from select import POLLIN, POLLOUT, poll

        ends = time.monotonic() + seconds
        waiting = poll()
        parts: dict[int, list[bytes]] = {pipe: [] for pipe in self._pipes}
        out, err = parts.values()
        for pipe in parts:
            waiting.register(pipe, POLLIN)
        left_to_write = memoryview(stdin)
        for pipe in self._input:
            waiting.register(pipe, POLLOUT)
        while self._pipes or self._input:
            remaining = ends - time.monotonic()
            if remaining <= 0:  # also of a program that goes on printing
                raise Late(b"".join(out))
            for pipe, _ in waiting.poll(remaining * 1000):
                if pipe in self._input:
                    left_to_write = left_to_write[_write(pipe, left_to_write) :]
                    if not left_to_write:
                        waiting.unregister(pipe)
                        self._input.remove(pipe)
                        os.close(pipe)
                elif data := os.read(pipe, _AT_ONCE):
                    parts[pipe].append(data)
                else:
                    waiting.unregister(pipe)
                    self._pipes.remove(pipe)
                    os.close(pipe)
        self._wait(ends, b"".join(out))
        return b"".join(out), b"".join(err)

    def _wait(self, ends: float, output: bytes) -> None:
        """Waits for the end of a program that has closed its streams, as a rule because it ends."""
        pause = 0.0005
        while self.poll() is None:
            if time.monotonic() > ends:
                raise Late(output)
            time.sleep(pause)
            pause = min(2 * pause, 0.05)

    def poll(self) -> int | None:
        """The exit code, negative for a signal; None while it runs."""
        if self.returncode is None:
            self._reap(os.WNOHANG)
        return self.returncode

    def _reap(self, flags: int) -> None:
        try:
            pid, status = os.waitpid(self.pid, flags)
        except ChildProcessError:
            self.returncode = 0  # somebody else has waited for it, or nobody has to: `subprocess` takes it so as well
            return
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)

    def end(self) -> None:
        """Ends the program and closes the pipes, also when the caller was interrupted."""
        try:
            if self.poll() is None:
                os.kill(self.pid, load_signals().SIGKILL)
                self._reap(0)
        finally:
            self.close()

    def close(self) -> None:
        """Closes the pipes."""
        for pipes in (self._pipes, self._input):
            while pipes:
                os.close(pipes.pop())


def _write(pipe: int, data: memoryview) -> int:
    """Writes as much of the data as the pipe takes. Returns how much; all of it if the reader is gone."""
    try:
        return os.write(pipe, data[:_AT_ONCE])
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(data)
