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
DIGEST = "x-"
"""How the file name of a session begins that has a digest in place of its id."""
HIDDEN = "[REDACTED:name]"
"""In place of a part of a name that could be a secret."""
SHORTEST = 16
"""Characters from which a run could be a secret by its looks alone, as `redact.paths` has it."""
ULID = 26
"""Characters of a ULID."""
LONGEST_WORD = 40
"""Letters of the longest name that is made of words."""
_JOINTS = str.maketrans(dict.fromkeys("-_.+~@:,;\\()[]{}#%!$&'\"|<>?*`^\t\r", " "))
_CALLS = frozenset(("toolu", "call", "fc", "msg", "item", "tool"))
"""How ids of calls begin. What follows is drawn."""
_SESSIONS = frozenset(("ses", "sess", "session", "thread", "conv", "conversation"))
"""Prefixes of the session ids of agents."""
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *[f"com{port}" for port in range(10)], *[f"lpt{port}" for port in range(10)])
)
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT
for _flag in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK"):
    _FLAGS |= getattr(os, _flag, 0)
_CRC = (
    0x00000000, 0x77073096, 0xee0e612c, 0x990951ba, 0x076dc419, 0x706af48f, 0xe963a535, 0x9e6495a3, 0x0edb8832,
    0x79dcb8a4, 0xe0d5e91e, 0x97d2d988, 0x09b64c2b, 0x7eb17cbd, 0xe7b82d07, 0x90bf1d91, 0x1db71064, 0x6ab020f2,
    0xf3b97148, 0x84be41de, 0x1adad47d, 0x6ddde4eb, 0xf4d4b551, 0x83d385c7, 0x136c9856, 0x646ba8c0, 0xfd62f97a,
    0x8a65c9ec, 0x14015c4f, 0x63066cd9, 0xfa0f3d63, 0x8d080df5, 0x3b6e20c8, 0x4c69105e, 0xd56041e4, 0xa2677172,
    0x3c03e4d1, 0x4b04d447, 0xd20d85fd, 0xa50ab56b, 0x35b5a8fa, 0x42b2986c, 0xdbbbc9d6, 0xacbcf940, 0x32d86ce3,
    0x45df5c75, 0xdcd60dcf, 0xabd13d59, 0x26d930ac, 0x51de003a, 0xc8d75180, 0xbfd06116, 0x21b4f4b5, 0x56b3c423,
    0xcfba9599, 0xb8bda50f, 0x2802b89e, 0x5f058808, 0xc60cd9b2, 0xb10be924, 0x2f6f7c87, 0x58684c11, 0xc1611dab,
    0xb6662d3d, 0x76dc4190, 0x01db7106, 0x98d220bc, 0xefd5102a, 0x71b18589, 0x06b6b51f, 0x9fbfe4a5, 0xe8b8d433,
    0x7807c9a2, 0x0f00f934, 0x9609a88e, 0xe10e9818, 0x7f6a0dbb, 0x086d3d2d, 0x91646c97, 0xe6635c01, 0x6b6b51f4,
    0x1c6c6162, 0x856530d8, 0xf262004e, 0x6c0695ed, 0x1b01a57b, 0x8208f4c1, 0xf50fc457, 0x65b0d9c6, 0x12b7e950,
    0x8bbeb8ea, 0xfcb9887c, 0x62dd1ddf, 0x15da2d49, 0x8cd37cf3, 0xfbd44c65, 0x4db26158, 0x3ab551ce, 0xa3bc0074,
    0xd4bb30e2, 0x4adfa541, 0x3dd895d7, 0xa4d1c46d, 0xd3d6f4fb, 0x4369e96a, 0x346ed9fc, 0xad678846, 0xda60b8d0,
    0x44042d73, 0x33031de5, 0xaa0a4c5f, 0xdd0d7cc9, 0x5005713c, 0x270241aa, 0xbe0b1010, 0xc90c2086, 0x5768b525,
    0x206f85b3, 0xb966d409, 0xce61e49f, 0x5edef90e, 0x29d9c998, 0xb0d09822, 0xc7d7a8b4, 0x59b33d17, 0x2eb40d81,
    0xb7bd5c3b, 0xc0ba6cad, 0xedb88320, 0x9abfb3b6, 0x03b6e20c, 0x74b1d29a, 0xead54739, 0x9dd277af, 0x04db2615,
    0x73dc1683, 0xe3630b12, 0x94643b84, 0x0d6d6a3e, 0x7a6a5aa8, 0xe40ecf0b, 0x9309ff9d, 0x0a00ae27, 0x7d079eb1,
    0xf00f9344, 0x8708a3d2, 0x1e01f268, 0x6906c2fe, 0xf762575d, 0x806567cb, 0x196c3671, 0x6e6b06e7, 0xfed41b76,
    0x89d32be0, 0x10da7a5a, 0x67dd4acc, 0xf9b9df6f, 0x8ebeeff9, 0x17b7be43, 0x60b08ed5, 0xd6d6a3e8, 0xa1d1937e,
    0x38d8c2c4, 0x4fdff252, 0xd1bb67f1, 0xa6bc5767, 0x3fb506dd, 0x48b2364b, 0xd80d2bda, 0xaf0a1b4c, 0x36034af6,
    0x41047a60, 0xdf60efc3, 0xa867df55, 0x316e8eef, 0x4669be79, 0xcb61b38c, 0xbc66831a, 0x256fd2a0, 0x5268e236,
    0xcc0c7795, 0xbb0b4703, 0x220216b9, 0x5505262f, 0xc5ba3bbe, 0xb2bd0b28, 0x2bb45a92, 0x5cb36a04, 0xc2d7ffa7,
    0xb5d0cf31, 0x2cd99e8b, 0x5bdeae1d, 0x9b64c2b0, 0xec63f226, 0x756aa39c, 0x026d930a, 0x9c0906a9, 0xeb0e363f,
    0x72076785, 0x05005713, 0x95bf4a82, 0xe2b87a14, 0x7bb12bae, 0x0cb61b38, 0x92d28e9b, 0xe5d5be0d, 0x7cdcefb7,
    0x0bdbdf21, 0x86d3d2d4, 0xf1d4e242, 0x68ddb3f8, 0x1fda836e, 0x81be16cd, 0xf6b9265b, 0x6fb077e1, 0x18b74777,
    0x88085ae6, 0xff0f6a70, 0x66063bca, 0x11010b5c, 0x8f659eff, 0xf862ae69, 0x616bffd3, 0x166ccf45, 0xa00ae278,
    0xd70dd2ee, 0x4e048354, 0x3903b3c2, 0xa7672661, 0xd06016f7, 0x4969474d, 0x3e6e77db, 0xaed16a4a, 0xd9d65adc,
    0x40df0b66, 0x37d83bf0, 0xa9bcae53, 0xdebb9ec5, 0x47b2cf7f, 0x30b5ffe9, 0xbdbdf21c, 0xcabac28a, 0x53b39330,
    0x24b4a3a6, 0xbad03605, 0xcdd70693, 0x54de5729, 0x23d967bf, 0xb3667a2e, 0xc4614ab8, 0x5d681b02, 0x2a6f2b94,
    0xb40bbe37, 0xc30c8ea1, 0x5a05df1b, 0x2d02ef8d,
)  # fmt: skip
"""CRC-32 (IEEE 802.3) by bytes: importing `zlib` would load a library for a few hundred steps."""


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
            write_all(fd, line, path)
            if sync:
                sync_file(fd, attributes=False)
        except BaseException:
            os.ftruncate(fd, size)  # a short write must not look like a line
            raise
        if sync and not size:
            _sync_folder(os.path.dirname(path))
    finally:
        os.close(fd)  # frees the lock


def write_all(fd: int, data: bytes, path: str | None = None) -> None:
    """Writes all of `data` to the open file at `path`. Raises OSError when the disk is full or a quota is reached."""
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

    `data` holds texts, whole numbers, booleans, None, lists and mappings of them: names and pointers, no content. A
    session whose id could be a secret goes by its file name.
    """
    ms = ms or time.time_ns() // 1_000_000
    time_text = format_timestamp(ms // 1000)
    return format_line(
        {
            "a": agent,
            "d": data or {},
            "id": make_id(ms, randomness or os.urandom(10)),
            "k": kind,
            "s": safe_name(session) if _may_hold_token(session) else session,
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
        value = table[(value ^ byte) & 255] ^ value >> 8
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
    return f"{DIGEST}{compute_crc32(data):08x}{compute_crc32(data[::-1]):08x}"


def _like_id(name: str) -> bool:
    """Whether a name consists of words, numbers and ids, without a long run of letters and digits (a token)."""
    head, _, tail = name.partition("_" if "_" in name else "-")
    if head in _SESSIONS and tail.isalnum():
        return True
    if len(name) == 26 and name.isalnum() and name == name.upper():
        return True  # a ULID
    return not any(map(_like_token, name.replace("_", "-").replace(".", "-").split("-")))


def hide_tokens(name: str, familiar: str = "") -> str:
    """A name or path, with a mark in place of every part that could be a secret: the gate reads it later.

    Parts that `familiar` has stay: the folders of the project and of the person are known anyway.
    """
    if len(name) < SHORTEST:
        return name
    if "://" in name:
        return HIDDEN
    parts = name.split("/")
    return "/".join([HIDDEN if _may_hold_token(one) and not _is_part(one, familiar) else one for one in parts])


def _may_hold_token(part: str) -> bool:
    """Whether a part of a path, or an id, holds an assignment or a run of signs that looks drawn."""
    if len(part) < SHORTEST or (_like_id(part) and (len(part) == ULID or not part.isupper())):
        return False
    if "=" in part or ": " in part or "\n" in part:
        return True
    head, _, tail = part.partition("_" if "_" in part else "-")
    if head in _CALLS and tail.isalnum():
        return False
    return any(_is_drawn(run) for run in part.translate(_JOINTS).split())


def _is_drawn(run: str) -> bool:
    """Whether letters and digits are neither a word nor hexadecimal, as the ids of things mostly are."""
    if len(run) < SHORTEST or not run.lower().strip(_HEX):
        return False
    if not run.isalpha() or len(run) > LONGEST_WORD:
        return True
    return 4 * sum(map(str.isupper, run)) > len(run)  # capitals at the heads of words are fewer


def _is_part(part: str, whole: str) -> bool:
    """Whether a text has a part, also with other signs between its words: agents name folders after paths."""
    return part in whole or "".join(filter(str.isalnum, part)) in "".join(filter(str.isalnum, whole))


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


def sync_file(fd: int, *, attributes: bool = True) -> None:
    """Syncs a file's bytes. On macOS `fsync` stops at the drive's cache, so the full sync is asked for.

    Without `attributes` its mode, owner and times may be lost.
    """
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError:  # not every file system has it
            os.fsync(fd)
    elif not attributes and hasattr(os, "fdatasync"):
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
