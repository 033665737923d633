"""Logs id, size and digest of every private record file written here, so that changes from outside are noticed.

Git tracks the team's files, but no other program knows the content of private ones. A line is appended before the file
is written, without a sync: a process that dies in between leaves a superfluous digest, which is harmless.
"""

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

from backstory.model.errors import BackstoryError
from backstory.model.ids import is_ulid
from backstory.store.files import PRIVATE_FILE, make_folder, read_file, write_atomic

FILE: Final = "written"
"""Beside the folder `memory`."""
_LIMIT: Final = 256 << 20


class WrittenFile(NamedTuple):
    """The content of a record file at some time, as size and digest."""

    id: str
    size: int
    digest: str


def digest_of(ident: str, data: bytes) -> WrittenFile:
    """The entry of a file."""
    from backstory.base.digests import blake2b

    return WrittenFile(ident, len(data), blake2b(data, digest_size=16).hexdigest())


def log_written(folder: str, ident: str, data: bytes) -> None:
    """Logs a file that is about to be written. Best effort: without it a change from outside goes unnoticed."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        make_folder(folder)
        fd = os.open(os.path.join(folder, FILE), flags, PRIVATE_FILE)
        try:
            os.write(fd, _line(digest_of(ident, data)))
        finally:
            os.close(fd)
    except OSError:
        return


def read_write_log(folder: str) -> dict[str, list[WrittenFile]]:
    """Id -> its entries, the latest last. Skips damaged lines."""
    try:
        text = read_file(os.path.join(folder, FILE), limit=_LIMIT).decode("ascii", "replace")
    except BackstoryError:
        return {}
    out: dict[str, list[WrittenFile]] = {}
    for line in text.splitlines():
        parts = line.split(" ")
        if len(parts) == 3 and is_ulid(parts[0]) and parts[1].isdecimal() and len(parts[2]) == 32:
            out.setdefault(parts[0], []).append(WrittenFile(parts[0], int(parts[1]), parts[2]))
    return out


def replace_written(folder: str, notes: Iterable[WrittenFile]) -> None:
    """Replaces the log by these entries."""
    write_atomic(os.path.join(folder, FILE), b"".join(map(_line, notes)))


def forget_written(folder: str, ids: Iterable[str]) -> None:
    """Removes records from the log, since a digest reveals something about their text."""
    gone = set(ids)
    noted = read_write_log(folder)
    if not noted.keys() & gone:
        return
    remaining: list[WrittenFile] = []
    for ident, notes in noted.items():
        if ident not in gone:
            remaining += notes
    replace_written(folder, remaining)


def _line(one: WrittenFile) -> bytes:
    return f"{one.id} {one.size} {one.digest}\n".encode()
