"""Starts the worker of a hook, `worker.process`, in an interpreter with the same module folders.

The payload goes to its standard input through memory or a pipe, so that nothing unredacted touches the disk.
"""

import os
import sys

from backstory.base.regular_file import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

REFRESH = "refresh"
"""The event of a worker that brings the index and the agents' files up to date and has nothing to answer."""
TAKE_IN = "take-in"
"""The event of a worker that takes in what other sessions have done, and then does what `REFRESH` asks for."""
SHELLS = (b"sh", b"dash", b"bash", b"zsh", b"ksh", b"fish", b"busybox")
MOST_SHELLS = 3
"""Shells in shells that are looked through."""
PIPE = 16_000
"""Bytes that every pipe takes without a reader. Payloads are cut down to it where there is no `memfd`."""


def site_paths() -> list[str]:
    """The folders that `backstory` and its dependencies are imported from, for `sys.path` of another interpreter.

    Only folders of installed packages and the folder of this package: never the current folder, where a repository
    could keep a `json.py`.
    """
    if sys.flags.isolated:
        return [path for path in sys.path if os.path.isabs(path)]
    own = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    out = [own]
    out += [
        _package_folder(name, file)
        for name in ("backstory", "apsw", "msgspec")
        if (file := getattr(sys.modules.get(name), "__file__", None))
    ]
    out += [
        path
        for path in sys.path
        if os.path.isabs(path) and os.path.basename(path) in ("site-packages", "dist-packages")
    ]
    return list(dict.fromkeys(out))


def _package_folder(name: str, file: str) -> str:
    """The folder that holds a package or module, by the file that it was imported from."""
    folder = os.path.dirname(os.path.abspath(file))
    return folder if os.path.basename(file).startswith(name + ".") else os.path.dirname(folder)


def find_agent() -> int:
    """The process of the agent that called this hook: the parent, or the one that started it if that is a shell.

    Such a shell ends with the call. Without `/proc` the parent is taken for the agent.
    """
    process = os.getppid()
    for _ in range(MOST_SHELLS):
        name, _, rest = (read_regular(f"/proc/{process}/stat", 512) or b"").rpartition(b")")
        words = rest.split()
        if name.rpartition(b"(")[2] not in SHELLS or len(words) < 2:
            break
        process = int(words[1])
    return process


def worker_command(agent: str, event: str, process: int = 0) -> list[str]:
    """The command line of the worker: isolated, without `site`, with this process's module folders."""
    code = (
        f"import sys;sys.path[:0]={site_paths()!r}\n"
        "try:\n"
        " from backstory.worker.process import end_process, main\n"
        " main(sys.argv[1:])\n"
        " end_process()\n"
        "except BaseException:\n"
        " pass\n"
    )
    return [sys.executable, "-I", "-S", "-c", code, agent, event, *([str(process)] if process else [])]


def spawn_worker(agent: str, event: str, payload: bytes, fields: "Mapping[str, str]", process: int = 0) -> None:
    """Starts the worker in a session of its own and does not wait for it. Raises OSError.

    `process` is the agent's, which tells when nothing more is written.
    """
    if os.name != "posix":
        _spawn_on_windows(agent, event, payload, fields)
        return
    source = _readable(payload, fields)
    try:
        null = os.open(os.devnull, os.O_RDWR)
        try:
            actions = [
                (os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2),
            ]  # fmt: skip
            argv = worker_command(agent, event, process)
            try:
                os.posix_spawn(argv[0], argv, os.environ, file_actions=actions, setsid=True)
            except NotImplementedError:
                os.posix_spawn(argv[0], argv, os.environ, file_actions=actions, setpgroup=0)
        finally:
            os.close(null)
    finally:
        os.close(source)


def exec_worker(agent: str, event: str, payload: bytes, fields: "Mapping[str, str]") -> None:
    """Continues as the worker, which answers on this process's standard output. Returns only by raising OSError."""
    os.dup2(_readable(payload, fields), 0)
    argv = worker_command(agent, event)
    if os.name == "posix":
        os.execve(argv[0], argv, os.environ)
    os._exit(
        os.spawnve(os.P_WAIT, argv[0], [_argument(word) for word in argv], os.environ) and 0
    )  # exec would not wait there


def _readable(payload: bytes, fields: "Mapping[str, str]") -> int:
    """A descriptor from which the payload can be read."""
    if hasattr(os, "memfd_create"):
        try:
            fd = os.memfd_create("backstory")
            _write(fd, payload)
            os.lseek(fd, 0, os.SEEK_SET)
            return fd
        except OSError:
            pass  # kernels and sandboxes without it: the pipe
    if len(payload) > PIPE:
        payload = reduce_payload(fields)
    read, write = os.pipe()
    try:
        _write(write, payload[:PIPE])
    finally:
        os.close(write)
    return read


def reduce_payload(fields: "Mapping[str, str]") -> bytes:
    """A payload of the fields alone, cut so that it fits into a pipe."""
    from backstory.base.journal_lines import to_json

    room = PIPE // 2 // max(1, len(fields))
    kept: dict[str, object] = {}
    for name, value in fields.items():
        outer, dot, inner = name.partition(".")
        if dot:
            into = kept.setdefault(outer, {})
            if isinstance(into, dict):
                into[inner] = value[:room]
        else:
            kept[name] = value[: room // (1 if value.isascii() else 4)]
    return to_json(kept).encode("utf-8", "replace")


def _spawn_on_windows(agent: str, event: str, payload: bytes, fields: "Mapping[str, str]") -> None:
    """Redirects this process's standard streams first, since the child inherits them."""
    os.dup2(_readable(payload, fields), 0)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    argv = worker_command(agent, event)
    os.spawnve(os.P_NOWAIT, argv[0], [_argument(word) for word in argv], os.environ)


def _argument(text: str) -> str:
    """An argument quoted by the rules of Windows, which passes one line of text to a program."""
    quote = '"' if not text or " " in text or "\t" in text else ""
    out: list[str] = [quote]
    slashes = 0
    for character in text:
        if character == "\\":
            slashes += 1
            continue
        out.append("\\" * (2 * slashes + 1 if character == '"' else slashes))
        slashes = 0
        out.append(character)
    return "".join(out) + "\\" * (2 * slashes if quote else slashes) + quote


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
