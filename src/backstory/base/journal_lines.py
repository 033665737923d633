"""Appends lines to journals: under a lock, whole or not at all, after closing a line that a crash left torn.

A line is JSON with sorted keys and, last, `c`: the CRC-32 of every byte before `,"c":`. Imports `os`, `time` and, in
functions, the system's lock. `store.journal` reads the lines.
"""

import errno
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
MAX_LINE = 256 * 1024
"""Longest line in bytes; readers take a longer one for damage."""
WAIT = 2.0
"""Seconds to wait for a lock, so that memory never blocks an agent's turn for longer."""

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_HEX = "0123456789abcdef"
_SESSIONS = frozenset(("ses", "sess", "session", "thread", "conv", "conversation"))
"""Prefixes of the session ids of agents."""
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *[f"com{port}" for port in range(10)], *[f"lpt{port}" for port in range(10)])
)
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT
for _flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK"):
    _FLAGS |= getattr(os, _flag, 0)
_CRC = (
    0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
)  # fmt: skip
"""CRC-32 (IEEE 802.3) by half bytes: importing `zlib` would load a library for a few hundred steps."""


def append_line(path: str, line: bytes, sync: bool) -> None:
    """Appends `line` (or several; adds a missing final newline) to the file at `path`, which it creates if needed.

    Either the whole text is written, or OSError is raised and the file is as it was. With `sync` it also survives a
    power loss. A torn line at the end of the file is closed first, so that it does not damage the new one.
    """
    if not line.endswith(b"\n"):
        line += b"\n"
    fd, size = _open_locked(path)
    try:
        if size and _torn(fd, size):
            line = b"\n" + line
        try:
            _write_all(fd, line, path)
            if sync:
                _sync(fd)
        except BaseException:
            os.ftruncate(fd, size)  # a short write must not look like a line
            raise
        if sync and not size:
            _sync_folder(os.path.dirname(path))
    finally:
        os.close(fd)  # frees the lock


def _write_all(fd: int, data: bytes, path: str) -> None:
    view = memoryview(data)
    while view:
        written = os.write(fd, view)
        if written <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        view = view[written:]


def event_line(
    kind: str,
    *,
    session: str = "",
    agent: str = "",
    data: "Mapping[str, object] | None" = None,
    ms: int = 0,
    randomness: bytes = b"",
) -> bytes:
    """A journal line, with its newline, for something that happened now (or at `ms` since the epoch).

    `data` holds texts, whole numbers, booleans, None, lists and mappings of them: names and pointers, no content.
    """
    ms = ms or time.time_ns() // 1_000_000
    time_text = format_timestamp(ms // 1000)
    return format_line(
        {
            "a": agent,
            "d": data or {},
            "id": make_id(ms, randomness or os.urandom(10)),
            "k": kind,
            "s": session,
            "t": time_text,
            "v": VERSION,
        }
    )


def format_timestamp(seconds: float) -> str:
    """A time (seconds since the epoch) as records and journals write it. For rooms above: `model.dates`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def format_line(members: "Mapping[str, object]") -> bytes:
    """A journal line, with its newline, of these members; empty texts and mappings are left out."""
    kept = {key: value for key, value in members.items() if value != "" and value != {}}
    body = to_json(kept)[:-1].encode("utf-8", "replace")
    return b'%s,"c":"%08x"}\n' % (body, compute_crc32(body))


def compute_crc32(data: bytes) -> int:
    """CRC-32 as `zlib.crc32` has it."""
    table, value = _CRC, 0xFFFFFFFF
    for byte in data:
        value ^= byte
        value = table[value & 15] ^ value >> 4
        value = table[value & 15] ^ value >> 4
    return value ^ 0xFFFFFFFF


def make_id(ms: int, randomness: bytes) -> str:
    """A ULID of a time and ten random bytes."""
    number = (ms & 0xFFFFFFFFFFFF) << 80 | int.from_bytes(randomness[:10], "big")
    return "".join([_DIGITS[number >> shift & 31] for shift in range(125, -1, -5)])


def to_json(value: object) -> str:
    """Canonical JSON: sorted keys, no blanks, UTF-8. A value that JSON does not know becomes its text."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([to_json(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([f"{_quote(str(key))}:{to_json(value[key])}" for key in sorted(value, key=str)]) + "}"
    return _quote(str(value))


def safe_name(session: str) -> str:
    """A session id as a file name: itself if it is harmless and has the form of an id, else a digest of it.

    File names do not pass the gate, so a name that could be a secret becomes a digest.
    """
    if not session:
        return "none"
    stem = session.partition(".")[0].lower()
    harmless = len(session) <= 80 and set(session) <= _NAME and session[0] not in ".-" and session[-1] != "."
    if harmless and stem not in _RESERVED and _like_id(session):
        return session
    data = session.encode("utf-8", "replace")
    return f"x-{compute_crc32(data):08x}{compute_crc32(data[::-1]):08x}"


def _like_id(name: str) -> bool:
    """Whether a name consists of words, numbers and ids, without a long run of letters and digits (a token)."""
    head, _, tail = name.partition("_" if "_" in name else "-")
    if head in _SESSIONS and tail.isalnum():
        return True
    if len(name) == 26 and name.isalnum() and name == name.upper():
        return True  # a ULID
    return not any(map(_like_token, name.replace("_", "-").replace(".", "-").split("-")))


def _like_token(part: str) -> bool:
    """Whether a part of a name is long, not hexadecimal, and not a word of letters alone."""
    if len(part) <= 8 or not part.lower().strip(_HEX):
        return False
    return not part.isalpha() or len(part) > 20


def make_folder(path: str) -> None:
    """Makes a folder and its parents, private to this user, and syncs their names.

    `os.makedirs` applies the mode to the last folder only, and a folder whose name is not synced may vanish with all
    its content.
    """
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        above = os.path.dirname(path)
        if above in ("", path):
            raise
        make_folder(above)
        make_folder(path)
        return
    _sync_folder(os.path.dirname(path))


def acquire_lock(fd: int, wait: float = WAIT) -> bool:
    """Locks an open file; returns False if another process holds the lock for `wait` seconds."""
    end = time.monotonic() + wait
    pause = 0.0005
    while not _try_lock(fd):
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
    return True


def _open_locked(path: str) -> tuple[int, int]:
    """(descriptor, size) of the file at `path`, locked. A file that was moved meanwhile is closed and opened again."""
    while True:
        try:
            fd = os.open(path, _FLAGS, 0o600)
        except FileNotFoundError:
            make_folder(os.path.dirname(path))
            fd = os.open(path, _FLAGS, 0o600)
        try:
            if not acquire_lock(fd):
                raise OSError(errno.EBUSY, "another process holds the journal", path)
            opened = os.fstat(fd)
            if opened.st_mode & 0o170000 != 0o100000:
                raise OSError(errno.EINVAL, "not a regular file", path)
            try:
                current = os.stat(path)
            except FileNotFoundError:
                current = None
            if current is not None and (current.st_ino, current.st_dev) == (opened.st_ino, opened.st_dev):
                return fd, opened.st_size
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def _try_lock(fd: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            position = os.lseek(fd, 0, os.SEEK_CUR)
            os.lseek(fd, 1 << 40, os.SEEK_SET)  # far past the end: a lock there does not prevent reading
            try:
                msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(fd, position, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as err:
        if err.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
            return False
        raise
    return True


def _torn(fd: int, size: int) -> bool:
    if hasattr(os, "pread"):
        return os.pread(fd, 1, size - 1) != b"\n"
    os.lseek(fd, size - 1, os.SEEK_SET)
    return os.read(fd, 1) != b"\n"


def _sync(fd: int) -> None:
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    elif hasattr(os, "fdatasync"):
        os.fdatasync(fd)
    else:
        os.fsync(fd)


def _sync_folder(folder: str) -> None:
    if sys.platform == "win32":
        return
    try:
        fd = os.open(folder or ".", os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return  # a folder that may be written and not read
    try:
        os.fsync(fd)
    except OSError:
        pass  # some file systems cannot sync a folder
    finally:
        os.close(fd)


def _quote(text: str) -> str:
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join([_escape(character) for character in text]) + '"'


def _escape(c: str) -> str:
    if c in '"\\':
        return "\\" + c
    if c < " ":
        short = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        return short.get(c) or f"\\u{ord(c):04x}"
    return "\ufffd" if "\ud800" <= c <= "\udfff" else c
