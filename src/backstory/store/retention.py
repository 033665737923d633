"""Deletes old files: notes and traces of past sessions, old backups, records that were removed long ago.

Records, snapshots, and sessions and journals that a record names are never deleted. Journals of past months are
compressed, which changes nothing for readers.
"""

import os
import stat
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from backstory.base.journal_lines import acquire_lock
from backstory.base.receipts import FOLDER
from backstory.model.errors import BackstoryError
from backstory.store.event_lines import COMPRESSED
from backstory.store.files import TEMPORARY, read_file, write_atomic
from backstory.store.journal import SUFFIX
from backstory.store.lock import try_lock

STAMP: Final = "retention"
"""An empty file in the private folder; its time is that of the last run."""
DAY: Final = 86_400
ABSENT: Final = 60 * DAY
"""After so long without a run the first one deletes nothing: the project was idle, or the clock is wrong."""
MONTHS: Final = 2
"""Months whose journals are not compressed: this one and the one before."""
ASIDE: Final = f"{os.sep}index.db.damaged-"
"""How indexes begin that were set aside, for somebody who looks into it: of another version, or damaged."""
_LIMIT: Final = 64 << 20
MAX_RECEIPTS: Final = 1_000
"""Receipts that stay, however new they all are; their names begin with their time."""
_NOTES: Final = (".seen", ".cursor", ".process", ".deferred", ".unread")


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
    session = now - keep.session_days * DAY
    trash = now - keep.trash_days * DAY
    expired = _find_notes(os.path.join(private, "spool"), session)
    locks = _find_older(os.path.join(private, "locks"), session)
    expired += [lock for lock in locks if lock.path.endswith(".lock")]
    expired += _find_backups(os.path.join(private, "backups"), keep, now)
    expired += _find_trash(os.path.join(private, "trash"), trash)
    expired += _find_older(os.path.join(private, "quarantine"), trash)
    expired += _find_receipts(os.path.join(private, FOLDER), session)
    expired += [one._replace(kind="indexes set aside") for one in _find_older(private, session) if ASIDE in one.path]
    return expired


def _find_receipts(folder: str, before: float) -> list[Expired]:
    """The receipts of a time that has passed, and all but the newest ones."""
    old = {one.path: one for one in _find_older(folder, before)}
    newest = sorted(_files(folder), reverse=True)
    more = (Expired(os.path.join(folder, name), FOLDER, info.st_size) for name, info in newest[MAX_RECEIPTS:])
    return list((old | {one.path: one for one in more}).values())


def _find_notes(spool: str, before: float) -> list[Expired]:
    """The notes of sessions that were last heard of before a time and whose lines are all swept."""
    files = list(_files(spool))
    waiting = {name.partition(SUFFIX)[0] for name, _ in files if SUFFIX in name}
    expired: list[Expired] = []
    for name, info in files:
        stem, end = os.path.splitext(name)
        if end in _NOTES and stem not in waiting and _last(info) < before:
            expired.append(Expired(os.path.join(spool, name), "spool", info.st_size))
    return expired


def _find_older(folder: str, before: float) -> list[Expired]:
    """The files in a folder that were last written before a time."""
    kind = os.path.basename(folder)
    old = ((name, info) for name, info in _files(folder) if _last(info) < before)
    return [Expired(os.path.join(folder, name), kind, info.st_size) for name, info in old]


def _find_trash(folder: str, before: float) -> list[Expired]:
    """The files in the trash that were put there before a time, also those in the folders of removed repositories."""
    return [
        expired._replace(kind="trash")
        for current, _, _ in sorted(os.walk(folder), reverse=True)
        for expired in _find_older(current, before)
    ]


def _find_backups(folder: str, keep: RetentionPeriods, now: float) -> list[Expired]:
    """The backups that are neither among the newest nor within their period."""
    archives = [(_last(info), name, info) for name, info in _files(folder) if not name.startswith(TEMPORARY)]
    archives.sort(reverse=True)
    return [
        Expired(os.path.join(folder, name), "backups", info.st_size)
        for written, name, info in archives[keep.backups :]
        if written < now - keep.backup_days * DAY
    ]


def find_old_sessions(private: str, before: float, is_cited: Callable[[str], bool]) -> list[Expired]:
    """The file names of what is kept of sessions that ended before a time, except cited ones.

    That is the session, its journal, the copy of its transcript, and runs that were observed at that time.
    """
    limit = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(before))
    expired: list[Expired] = []
    for folder in ("sessions", "journal", "archive", "runs"):
        for month in _months(os.path.join(private, folder)):
            path = os.path.join(private, folder, month)
            for name, info in _files(path):
                stamp, _, rest = name.partition(".")
                is_session = folder == "sessions" and stamp.endswith("Z")
                session = rest.partition(".")[2].removesuffix(".json") if is_session else _stem(name)
                session = rest.removesuffix(".jsonl.gz") if folder == "archive" else session
                old = "0000" < stamp < limit if is_session else _last(info) < before
                if old and not name.startswith(TEMPORARY) and not is_cited(session):
                    expired.append(Expired(os.path.join(path, name), folder, info.st_size))
    return expired


def _stem(name: str) -> str:
    return name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(".json")


def remove_files(expired: list[Expired]) -> int:
    """Deletes these files, except locks that a process holds; returns the number."""
    return sum(_removed(one) for one in expired)


def claim_daily_run(private: str, *, now: float) -> bool:
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
    out: list[str] = []
    for month in _past_months(folder, now):
        path = os.path.join(folder, month)
        for name, info in _files(path):
            if name.endswith(SUFFIX) and _last(info) < now - session_days * DAY and 0 < info.st_size < _LIMIT:
                out.append(os.path.join(path, name))
    return out


def _past_months(folder: str, now: float) -> list[str]:
    """The folders of months, `yyyy-mm`, whose journals may be compressed."""
    year, month = time.gmtime(now)[:2]
    last = year * 12 + month - MONTHS
    return [name for name in _months(folder) if int(name[:4]) * 12 + int(name[5:]) <= last]


def _months(folder: str) -> list[str]:
    """The folders of months, `yyyy-mm`, in a folder."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [name for name in names if len(name) == 7 and name[:4].isdecimal() and name[5:].isdecimal()]


def compress_journal(path: str) -> bool:
    """Compresses a journal; returns whether it did.

    A process that dies on the way leaves two files with the same events, which count once.
    """
    import gzip  # once a month

    fd = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        if not acquire_lock(fd, 0.0):
            return False
        packed = path.removesuffix(SUFFIX) + COMPRESSED
        data = read_file(path, limit=_LIMIT)
        if os.path.exists(packed):  # left by one who died, or from before the session went on
            before = gzip.decompress(read_file(packed, limit=_LIMIT))
            if before and not before.endswith(b"\n"):
                before += b"\n"  # a torn line must not take the next one along
            present = set(before.split(b"\n"))
            data = before + b"".join(raw + b"\n" for raw in data.split(b"\n") if raw and raw not in present)
        write_atomic(packed, gzip.compress(data, 6, mtime=0))
        os.unlink(path)  # processes that wait for its lock check again which file the path names
        return True
    finally:
        os.close(fd)


def run_retention(private: str, keep: RetentionPeriods, *, now: float) -> list[str]:
    """Deletes expired files and compresses closed journals; returns what it did, in sentences."""
    report: list[str] = []
    expired = find_expired(private, keep, now=now)
    gone = remove_files(expired)
    _remove_empty(os.path.join(private, "trash"))
    if gone:
        report.append(f"removed {gone} old files ({', '.join(sorted({one.kind for one in expired}))})")
    packed = 0
    for path in find_closed_journals(os.path.join(private, "journal"), now=now, session_days=keep.session_days):
        try:
            packed += compress_journal(path)
        except (BackstoryError, OSError, EOFError, zlib.error):
            continue  # damaged or locked: it is read uncompressed
    if packed:
        report.append(f"compressed {packed} journals of past months")
    return report


def _remove_empty(folder: str) -> None:
    """Removes the empty folders below a folder."""
    for current, _, _ in os.walk(folder, topdown=False):
        if current != folder:
            with suppress(OSError):
                os.rmdir(current)


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
