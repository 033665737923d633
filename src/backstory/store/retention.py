"""Deletes old files: notes of past sessions, old backups, records that were removed long ago.

Records, snapshots and the text of journals are never deleted. Journals of past months are compressed, which changes
nothing for readers.
"""

import gzip
import os
import stat
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.base.journal_lines import acquire_lock
from backstory.model.errors import BackstoryError
from backstory.store.files import TEMPORARY, read_file, write_atomic
from backstory.store.journal import COMPRESSED, SUFFIX
from backstory.store.lock import try_lock

STAMP: Final = "retention"
"""An empty file in the private folder; its time is that of the last run."""
DAY: Final = 86_400
ABSENT: Final = 60 * DAY
"""After so long without a run the first one deletes nothing: the project was idle, or the clock is wrong."""
MONTHS: Final = 2
"""Months whose journals are not compressed: this one and the one before."""
_LIMIT: Final = 64 << 20
_NOTES: Final = (".seen", ".cursor")


class RetentionPeriods(NamedTuple):
    """The retention periods in days, and the number of backups kept whatever their age."""

    session_days: int = 30
    backups: int = 10
    backup_days: int = 90
    trash_days: int = 180


class Expired(NamedTuple):
    """A file that may be deleted. `kind`: its folder."""

    path: str
    kind: str
    size: int


def find_expired(private: str, keep: RetentionPeriods, *, now: float) -> list[Expired]:
    """The files below a project's private folder that have exceeded their period."""
    found: list[Expired] = []
    session = now - keep.session_days * DAY
    spool = os.path.join(private, "spool")
    files = list(_files(spool))
    waiting = {name.partition(SUFFIX)[0] for name, _ in files if SUFFIX in name}
    for name, info in files:
        stem, end = os.path.splitext(name)
        if end in _NOTES and stem not in waiting and _last(info) < session:
            found.append(Expired(os.path.join(spool, name), "spool", info.st_size))
    locks = os.path.join(private, "locks")
    found += [
        Expired(os.path.join(locks, name), "locks", info.st_size)
        for name, info in _files(locks)
        if name.endswith(".lock") and _last(info) < session
    ]
    backups = os.path.join(private, "backups")
    archives = sorted(((_last(i), n, i) for n, i in _files(backups) if not n.startswith(TEMPORARY)), reverse=True)
    found += [
        Expired(os.path.join(backups, name), "backups", info.st_size)
        for at, name, info in archives[keep.backups :]
        if at < now - keep.backup_days * DAY
    ]
    for kind in ("trash", "quarantine"):
        folder = os.path.join(private, kind)
        found += [
            Expired(os.path.join(folder, name), kind, info.st_size)
            for name, info in _files(folder)
            if _last(info) < now - keep.trash_days * DAY
        ]
    return found


def remove_files(expired: list[Expired]) -> int:
    """Deletes these files, except locks that a process holds; returns the number."""
    return sum(_removed(one) for one in expired)


def is_due(private: str, *, now: float) -> bool:
    """Whether a run is due, at most once a day; records the time of this one.

    A clock that was wrong for less than a day, or a project that was idle for months, deletes nothing.
    """
    path = os.path.join(private, STAMP)
    try:
        last = os.stat(path).st_mtime
    except OSError:
        last = 0.0
    if 0 <= now - last < DAY:
        return False
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        os.close(fd)
        os.utime(path, (now, now))
    except OSError:
        return False
    return 0 <= now - last < ABSENT


def find_closed_journals(folder: str, *, now: float, session_days: int) -> list[str]:
    """Journals of past months that no process has written for a while."""
    year, month = time.gmtime(now)[:2]
    first = year * 12 + month - MONTHS
    out: list[str] = []
    try:
        months = sorted(n for n in os.listdir(folder) if len(n) == 7 and n[:4].isdecimal() and n[5:].isdecimal())
    except OSError:
        return out
    for name in months:
        if int(name[:4]) * 12 + int(name[5:]) > first:
            continue
        for file, info in _files(os.path.join(folder, name)):
            if file.endswith(SUFFIX) and _last(info) < now - session_days * DAY and 0 < info.st_size < _LIMIT:
                out.append(os.path.join(folder, name, file))
    return out


def compress_journal(path: str) -> bool:
    """Compresses a journal; returns whether it did.

    A process that dies on the way leaves two files with the same events, which count once.
    """
    fd = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        if not acquire_lock(fd, 0.0):
            return False
        packed = path.removesuffix(SUFFIX) + COMPRESSED
        data = read_file(path, limit=_LIMIT)
        if os.path.exists(packed):  # left by one who died, or from before the session went on
            there = gzip.decompress(read_file(packed, limit=_LIMIT))
            known = set(there.split(b"\n"))
            data = there + b"".join(raw + b"\n" for raw in data.split(b"\n") if raw and raw not in known)
        write_atomic(packed, gzip.compress(data, 6, mtime=0))
        os.unlink(path)  # processes that wait for its lock check again which file the path names
        return True
    finally:
        os.close(fd)


def run_retention(private: str, keep: RetentionPeriods, *, now: float) -> list[str]:
    """Deletes expired files and compresses closed journals; returns a sentence for each kind of file."""
    done: list[str] = []
    expired = find_expired(private, keep, now=now)
    if gone := remove_files(expired):
        done.append(f"removed {gone} old files ({', '.join(sorted({one.kind for one in expired}))})")
    packed = 0
    for path in find_closed_journals(os.path.join(private, "journal"), now=now, session_days=keep.session_days):
        try:
            packed += compress_journal(path)
        except (BackstoryError, OSError, EOFError):
            continue  # damaged or locked: it is read uncompressed
    if packed:
        done.append(f"compressed {packed} journals of past months")
    return done


def _removed(one: Expired) -> bool:
    try:
        if one.kind != "locks":
            os.unlink(one.path)
            return True
        fd = os.open(one.path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        try:
            if not try_lock(fd):
                return False
            os.unlink(one.path)
        finally:
            os.close(fd)
    except OSError:
        return False
    return True


def _last(info: os.stat_result) -> float:
    """When a file was last written, or put where it is."""
    return max(info.st_mtime, info.st_ctime) if os.name == "posix" else info.st_mtime


def _files(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Name and state of every regular file in a folder, by name."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        try:
            info = os.lstat(os.path.join(folder, name))
        except OSError:
            continue
        if stat.S_ISREG(info.st_mode):
            yield name, info
