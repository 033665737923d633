"""A guest behind a command line, such as `claude -p` or `ollama run llama3.2`, without a shell.

The prompt is written to its stdin, or stands where the command line has `{prompt}`. It runs in an empty folder, so that
no repository's settings, hooks or instructions take part, and with Backstory switched off, so that it is not captured.
"""

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import IO, Final

from backstory.guests.guest import SENT, GuestError, Prompt, Reply
from backstory.model.errors import Invalid
from backstory.model.text import one_line

PLACEHOLDER: Final = "{prompt}"
MAX_OUTPUT: Final = 1 << 20
"""Bytes of an answer."""
MAX_ARGUMENT: Final = 131_071
"""Bytes of one argument that Linux takes."""
_MAX_ERROR: Final = 4096
_CHUNK: Final = 1 << 16
_GRACE: Final = 2.0
"""Seconds that a program has to end after it was asked to, and its pipes after it has ended."""


class Program:
    """A command line that reads a prompt and prints an answer."""

    def __init__(self, command: str, environ: Mapping[str, str], *, timeout: float, name: str = "") -> None:
        self.place = command
        self.words = split_command(command)
        self.model = name or name_command(self.words)
        self._environ = environ
        self._timeout = timeout

    def encode(self, prompt: Prompt) -> bytes:
        """The text that the program reads: the instructions, an empty line and the material."""
        return f"{prompt.instructions}\n\n{prompt.material}\n".encode("utf-8", "replace")

    def send(self, body: bytes) -> Reply:
        """Runs the program once."""
        words = self._place_prompt(body)
        words[0] = find_program(words[0], self._environ)
        stdin = b"" if PLACEHOLDER in self.words else body
        with tempfile.TemporaryDirectory(prefix="backstory-model-") as folder:
            output = self._run(words, stdin, folder)
        try:
            text = output.decode("utf-8").strip()
        except UnicodeDecodeError:
            raise GuestError(
                f"`{self.place}` printed bytes that are not UTF-8", hint=self._hint(), spent=SENT
            ) from None
        if not text:
            raise GuestError(f"`{self.place}` printed nothing", hint=self._hint(), spent=SENT)
        return Reply(text, self.model)

    def _hint(self) -> str:
        return f"try it by hand: `echo hello | {self.place}`"

    def _place_prompt(self, body: bytes) -> list[str]:
        """The words of the command line, with the prompt where they have `{prompt}`."""
        if PLACEHOLDER in self.words and len(body) > MAX_ARGUMENT:
            raise Invalid(
                f"the prompt has {len(body):,} bytes, and an argument has at most {MAX_ARGUMENT:,}",
                hint="send less: `backstory config set model.max_input 4000 --user`, or use a command that reads stdin",
            )
        text = body.decode("utf-8")
        return [text if word == PLACEHOLDER else word for word in self.words]

    def _run(self, words: list[str], stdin: bytes, folder: str) -> bytes:
        talk: _Talk | None = None
        try:
            with _hold_interrupts():
                talk = _Talk(self._start(words, folder), stdin)
            is_ended = talk.wait(self._timeout)
        finally:
            if talk:
                _end(talk.process)
                talk.close()
        self._check(talk, talk.process, is_ended)
        return bytes(talk.output)

    def _start(self, words: list[str], folder: str) -> "subprocess.Popen[bytes]":
        environ = {**self._environ, "BACKSTORY_ENABLED": "false", "PWD": folder}
        try:
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environ,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            raise GuestError(f"`{words[0]}` cannot be started: {error.strerror or error}") from None

    def _check(self, talk: "_Talk", process: "subprocess.Popen[bytes]", is_ended: bool) -> None:
        """Raises `GuestError` for all but a whole answer."""
        if talk.is_too_long:
            raise GuestError(
                f"`{self.place}` printed more than {MAX_OUTPUT:,} bytes, so it was ended", hint=self._hint(), spent=SENT
            )
        if not is_ended:
            raise GuestError(
                f"`{self.place}` did not end within {self._timeout:g} seconds",
                hint="give it more time: `backstory config set model.timeout 300 --user`",
                spent=SENT,
            )
        if process.returncode:
            reason = one_line(talk.errors.decode("utf-8", "replace").strip().rpartition("\n")[2], 200)
            raise GuestError(
                f"`{self.place}` ended with exit code {process.returncode}" + (f": {reason}" if reason else ""),
                hint=self._hint(),
                spent=SENT,
            )


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Has an interrupt wait until a process is started and known, so that it does not outlive this one.

    Only the main thread can set handlers, and a handler that is not Python's cannot be put back.
    """
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    former = signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
    if held and callable(former):
        former(*held[0])


class _Talk:
    """The pipes of a process, each with a thread, so that neither side waits for the other."""

    def __init__(self, process: "subprocess.Popen[bytes]", stdin: bytes) -> None:
        self.process = process
        self.output = bytearray()
        self.errors = bytearray()
        self.is_too_long = False
        assert process.stdin and process.stdout and process.stderr
        self._threads = [
            Thread(target=self._write, args=(process.stdin, stdin), daemon=True),
            Thread(target=self._read_output, args=(process.stdout,), daemon=True),
            Thread(target=self._read_errors, args=(process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> bool:
        """Waits for the end of the process, and returns whether it has ended in time."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        until = time.monotonic() + _GRACE
        for thread in self._threads[1:]:
            thread.join(max(until - time.monotonic(), 0))
        return True

    def close(self) -> None:
        """Waits for the threads of a process that was ended."""
        for thread in self._threads:
            thread.join(_GRACE)

    def _write(self, pipe: IO[bytes], data: bytes) -> None:
        try:
            with pipe:
                pipe.write(data)
        except OSError:
            pass  # it has ended, or does not read; its exit code and its answer tell

    def _read_output(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                if len(self.output) + len(chunk) > MAX_OUTPUT:
                    self.is_too_long = True
                    _kill(self.process)
                    return
                self.output += chunk

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                self.errors = (self.errors + chunk)[-_MAX_ERROR:]


def split_command(command: str) -> list[str]:
    """The words of a command line. Raises `Invalid` for none, and for an open quotation mark."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise Invalid(f"`{command}` is not a command line: {error}", hint="close the quotation mark") from None
    if not words:
        raise Invalid("the command line is empty", hint='`backstory model use "ollama run llama3.2"`')
    return words


def name_command(words: list[str]) -> str:
    """The name of the model behind a command line in records: `ollama run llama3.2`, without folders and the prompt."""
    rest = [word for word in words[1:] if word != PLACEHOLDER]
    return one_line(" ".join([os.path.basename(words[0]), *rest]), 80)


def find_program(name: str, environ: Mapping[str, str]) -> str:
    """The path of a program. Raises `GuestError` if it is not there. A name is looked for in `PATH` only."""
    folders = [folder for folder in environ.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]
    if os.path.dirname(name) and not os.path.isabs(name):
        raise GuestError(f"`{name}` is a relative path", hint="name the program by its whole path")
    path = shutil.which(name, path=os.pathsep.join(folders))
    if path is None:
        raise GuestError(
            f"there is no program `{name}`",
            hint="install it, or name another model: `backstory model use anthropic`",
        )
    return path


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends a process that still runs, and everything that it has started."""
    if process.poll() is not None and os.name != "posix":
        return
    _kill(process)
    try:
        process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        return


def _kill(process: "subprocess.Popen[bytes]") -> None:
    try:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # its own group: nothing of ours is in it
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        return  # all of it has ended
