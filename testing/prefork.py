"""Command lines as processes without the wait for Python to load: each is forked from one that has it all loaded.

A child has its own working directory, environment, arguments, streams and end, as if it had been started afresh.
"""

import array
import marshal
import os
import shlex
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

LENGTH = struct.Struct("!I")
ANSWER = struct.Struct("!ii")
RELAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
LOADING = ("PYTHON", "LC_", "LANG", "TZ", "LD_")
"""Beginnings of variables that Python reads when it starts: a child with others has to be a process of its own."""


def can_fork() -> bool:
    """Whether commands are forked at all. `BACKSTORY_TEST_FORK=0` gives each a Python of its own."""
    return sys.platform.startswith("linux") and os.environ.get("BACKSTORY_TEST_FORK") != "0"


class Prefork:
    """A process that forks; see `run` and `relay`. With `serving` it has loaded the MCP server and its SDK too."""

    def __init__(self, environ: Mapping[str, str], *, serving: bool = False) -> None:
        self.loading = _loading(environ)
        self.folder = tempfile.mkdtemp(prefix="prefork-")
        self.path = os.path.join(self.folder, "socket")
        self.process = subprocess.Popen(
            [
                sys.executable, os.path.abspath(__file__), self.path, os.environ.get("BACKSTORY_TEST_FSYNC", ""),
                "serving" if serving else "",
            ],
            env=dict(environ), cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"

    def takes(self, environ: Mapping[str, str]) -> bool:
        return _loading(environ) == self.loading

    def relay(self) -> list[str]:
        """The beginning of a command line that runs in the forked process: for programs that start it themselves."""
        return [sys.executable, "-I", "-S", RELAY, self.path]

    def install(self, folder: Path) -> Path:
        """Writes a program `backstory` that runs in the forked process, and beside it the `python` of this one."""
        folder.mkdir(parents=True)
        program = folder / "backstory"
        program.write_text(f'#!/bin/sh\nexec {shlex.join(self.relay())} "$@"\n')
        program.chmod(0o755)
        python = folder / "python"
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
        return program

    def run(
        self,
        argv: Sequence[str | bytes],
        *,
        cwd: Path,
        env: Mapping[str, str],
        given: bytes | None = None,
        timeout: float = 90,
        tracer: Sequence[str] = (),
    ) -> "subprocess.CompletedProcess[bytes]":
        """Runs a command line to its end, or a program after `-c`. Input and output may be as large as they like.

        `tracer` is the beginning of a command line of strace: it attaches before the first line of the command, which
        really calls `fsync` then.
        """
        os.stat(cwd)
        request = marshal.dumps([[os.fsdecode(a) for a in argv], os.fspath(cwd), dict(env), bool(tracer)])
        with tempfile.TemporaryFile(dir=self.folder) as stdin, socket.socket(socket.AF_UNIX) as line:
            stdin.write(given or b"")
            stdin.seek(0)
            line.connect(self.path)
            line.settimeout(timeout)
            ends, inner = zip(os.pipe(), os.pipe(), strict=True)
            with open(os.devnull, "rb") as null:
                fds = [(stdin if given is not None else null).fileno(), *inner]
                line.sendmsg(
                    [LENGTH.pack(len(request))], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
                )
            for fd in inner:
                os.close(fd)
            line.sendall(request)
            readers = [_Reader(fd) for fd in ends]
            pid, tracing = 0, None
            try:
                pid, _ = ANSWER.unpack(_exactly(line, ANSWER.size))
                tracing = attach(tracer, pid, timeout) if tracer else None
                _, status = ANSWER.unpack(_exactly(line, ANSWER.size))
            except (TimeoutError, ChildProcessError) as error:
                if pid:
                    os.kill(pid, signal.SIGKILL)
                if isinstance(error, TimeoutError):
                    raise subprocess.TimeoutExpired(list(argv), timeout) from None
                raise
            if tracing:
                tracing.communicate(timeout=timeout)
            out, err = (reader.whole(timeout) for reader in readers)
        return subprocess.CompletedProcess(list(argv), os.waitstatus_to_exitcode(status), out, err)

    @cached_property
    def can_trace(self) -> bool:
        """Whether strace may attach to a process that is forked."""
        try:
            done = self.run(["-c", ""], cwd=Path(self.folder), env={}, tracer=["strace", "-qq", "-o", os.devnull])
        except OSError:
            return False
        return done.returncode == 0

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()
        for name in os.listdir(self.folder):
            os.unlink(os.path.join(self.folder, name))
        os.rmdir(self.folder)


def attach(tracer: Sequence[str], pid: int, timeout: float) -> "subprocess.Popen[bytes]":
    """Attaches a tracer to a process that stops itself, and has the process go on.

    Raises `TimeoutError`, and `ChildProcessError` when the tracer may not attach.
    """
    end = time.monotonic() + timeout
    while _state(pid) != b"T" and time.monotonic() < end:
        time.sleep(0.001)
    tracing = subprocess.Popen([*tracer, "-p", str(pid)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while _state(pid) != b"t":
        if tracing.poll() is not None:
            raise ChildProcessError((tracing.communicate()[1] or b"").decode())
        if time.monotonic() > end:
            tracing.kill()
            tracing.communicate()
            raise TimeoutError
        time.sleep(0.001)
    os.kill(pid, signal.SIGCONT)
    return tracing


def _state(pid: int) -> bytes:
    """The state of a process: `T` is stopped, `t` is held by a tracer."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0]


class _Reader(threading.Thread):
    """Reads a pipe to its end."""

    def __init__(self, fd: int) -> None:
        super().__init__(daemon=True)
        self.fd, self.data = fd, b""
        self.start()

    def run(self) -> None:
        with open(self.fd, "rb") as pipe:
            self.data = pipe.read()

    def whole(self, timeout: float) -> bytes:
        self.join(timeout)
        assert not self.is_alive(), "a child of the command keeps its output open"
        return self.data


def _loading(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environ.items() if name.startswith(LOADING)}


def _exactly(line: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = line.recv(count - len(data))
        if not more:
            raise EOFError("the process that forks went away")
        data += more
    return data


# In the process that forks


SYNC: list[Any] = []
"""The `fsync` of the system."""


def serve(path: str, fsync: str, serving: str) -> None:
    """Answers requests until it is killed. It loads what commands load, and opens and starts nothing."""
    import gc
    import importlib
    import pkgutil

    import backstory
    from backstory.base.light_imports import load_msgspec
    from backstory.redact.gate import Gate

    load_msgspec()
    for module in pkgutil.walk_packages(backstory.__path__, "backstory."):
        if serving or not module.name.endswith(("__main__", "server")):
            importlib.import_module(module.name)
    Gate().check("a first text, for which the rules are compiled")
    SYNC.append(os.fsync)
    if fsync != "1":
        os.fsync = os.fstat  # type: ignore[assignment]  # as in this process's tests: see `tests.conftest`
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen(64)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            line, _ = door.accept()
            if os.fork() == 0:
                door.close()
                _answer(line)
            line.close()


def _answer(line: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    head, control, _, _ = line.recvmsg(LENGTH.size, socket.CMSG_SPACE(12))
    fds = array.array("i", control[0][2])
    argv, cwd, env, traced = marshal.loads(_exactly(line, LENGTH.unpack(head)[0]))
    child = os.fork()
    if child == 0:
        line.close()
        _become(argv, cwd, env, fds, traced)
    for fd in fds:
        os.close(fd)
    os.close(1)
    try:
        line.sendall(ANSWER.pack(child, 0))
        _, status = os.waitpid(child, 0)
        line.sendall(ANSWER.pack(child, status))
    except OSError:  # whoever asked has gone
        pass
    os._exit(0)


def _become(argv: list[str], cwd: str, env: dict[str, str], fds: Sequence[int], traced: bool) -> None:
    code: Any = 1
    try:
        for number, fd in enumerate(fds):
            os.dup2(fd, number)
        for fd in fds:
            os.close(fd)
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(env)
        from backstory.__main__ import __file__ as program
        from backstory.__main__ import main

        sys.argv = [program, *argv]
        sys.path[0] = cwd
        if os.isatty(1):
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # as Python has it at a terminal
        if traced:
            os.fsync = SYNC[0]
            os.kill(os.getpid(), signal.SIGSTOP)  # until the tracer is there
        if argv[:1] == ["-c"]:
            sys.argv = ["-c", *argv[2:]]
            exec(argv[1], {"__name__": "__main__"})  # noqa: S102 - the program of a test
        else:
            main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


if __name__ == "__main__":
    serve(*sys.argv[1:])
