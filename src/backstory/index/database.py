"""Opens `index.db` and never fails: a damaged file is set aside, a file that cannot be written is copied to memory.

It relies on three facts of SQLite: the bundled library is newer than the WAL-reset bug (fixed in 3.51.3); the
journal mode is set once, at creation; a connection whose file was renamed does not touch its successor's `-wal`.
"""

import os
from typing import Final

import apsw

from backstory.index.schema import APPLICATION_ID, SCHEMA, SCHEMA_VERSION, schema_digest
from backstory.store.files import make_folder
from backstory.store.lock import try_lock

WAIT_MS: Final = 2_000
"""Wait of a reader or a refresh for another process's transaction."""
MAX_LOG: Final = 4 << 20
"""Bytes of the log that stay on the disk once its content is in the file: a large change leaves a large log."""
DAMAGED: Final = ".damaged-"
SCRATCH: Final = ".new-"
UNUSABLE_ERRORS: Final = (
    apsw.BusyError, apsw.LockedError, apsw.ReadOnlyError, apsw.FullError, apsw.CantOpenError, apsw.PermissionsError,
    apsw.AuthError, apsw.NoMemError, apsw.InterruptError, apsw.NoLFSError,
)  # fmt: skip
"""The file is sound, but this process cannot use it now and goes on in memory."""
DAMAGE_ERRORS: Final = (apsw.Error, UnicodeError, ValueError, TypeError, OverflowError, KeyError)
"""Errors of reading a damaged file: SQLite's own, and those of altered values."""


class Damaged(ValueError):
    """The index disagrees with itself."""


class Outdated(Damaged):
    """The index was built by another version."""


class Database:
    """A connection to one index, in its file or in memory. `reason` says why it is in memory."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.reason = ""
        self._inode: tuple[int, int] = (0, 0)
        remove_stale_scratch(path)
        self.con = self._open()

    @property
    def in_memory(self) -> bool:
        return bool(self.reason)

    def _open(self) -> apsw.Connection:
        for _ in range(2):
            try:
                return self._open_file()
            except UNUSABLE_ERRORS as err:
                return self._without_writing(str(err))
            except DAMAGE_ERRORS as err:
                if not self._aside():
                    return self._fresh(str(err))
            except OSError as err:
                return self._without_writing(str(err))
        return self._fresh("could not be set aside")

    def _open_file(self) -> apsw.Connection:
        folder = os.path.dirname(self.path)
        if not os.path.isdir(folder):
            make_folder(folder)
        if os.path.isdir(self.path):
            raise Damaged("a folder is in its place")
        if not os.path.exists(self.path):
            # SQLite would make it with the umask's permissions
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
        con = apsw.Connection(self.path)
        try:
            info = os.stat(self.path)
            self._inode = (info.st_dev, info.st_ino)
            con.set_busy_timeout(WAIT_MS)
            if _pragma(con, "user_version") == 0 and not con.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
                _create(con)
            _verify(con)
            # derived data: an index lost to a power cut is built again
            con.execute(f"PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit={MAX_LOG}").fetchall()
            if not os.access(self.path, os.W_OK):
                raise apsw.ReadOnlyError("the file cannot be written")
        except BaseException:
            con.close(True)
            raise
        return con

    def _without_writing(self, reason: str) -> apsw.Connection:
        """A copy in memory of a file that can be read but not written; an empty index if it cannot be read either."""
        self.reason = reason
        for uri in (f"file:{_quoted(self.path)}?mode=ro", f"file:{_quoted(self.path)}?mode=ro&immutable=1"):
            if "immutable" in uri and os.path.exists(self.path + "-wal"):
                break  # SQLite would ignore the content of its journal
            try:
                con = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
                con.set_busy_timeout(WAIT_MS // 10)
                try:
                    _verify(con)
                    return copy_to_memory(con)
                finally:
                    con.close(True)
            except (*DAMAGE_ERRORS, OSError):
                continue
        return self._fresh(reason)

    def _fresh(self, reason: str) -> apsw.Connection:
        self.reason = reason or "memory"
        con = apsw.Connection(":memory:")
        _create(con)
        return con

    def to_memory(self, reason: str) -> None:
        """Goes on in a copy in memory, because another process writes, the disk is full, or the folder is read-only."""
        if self.in_memory:
            return
        self.reason = reason or "memory"
        try:
            copy = copy_to_memory(self.con)
        except DAMAGE_ERRORS:
            copy = self._fresh(reason)
        self.con.close(True)
        self.con = copy

    def heal(self, err: BaseException) -> None:
        """Replaces a damaged file by an empty index (or opens one in memory), ready to be filled."""
        self.con.close(True)
        if self.in_memory or not self._aside():
            self.con = self._fresh(str(err))
        else:
            self.con = self._open()

    def _aside(self) -> bool:
        """Renames the file and its journal away, unless another process has done so since it was opened."""
        try:
            lock = os.open(self.path + ".lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError:
            return False
        try:
            if not try_lock(lock):
                return False
            if self._is_still_there():
                self._rename_aside()
            return True
        except OSError:
            return False
        finally:
            os.close(lock)

    def _is_still_there(self) -> bool:
        """Whether the path still has the file that was opened. Raises OSError."""
        try:
            info = os.stat(self.path)
        except FileNotFoundError:
            return False
        return self._inode in ((0, 0), (info.st_dev, info.st_ino))

    def _rename_aside(self) -> None:
        """Renames the file and its journal away, and removes those that were renamed earlier. Raises OSError."""
        old = find_damaged(self.path)
        number = max((int(name.rpartition("-")[2]) for name in old), default=0) + 1
        for tail in ("-wal", "-shm", ""):
            if os.path.lexists(self.path + tail):
                os.replace(self.path + tail, f"{self.path}{DAMAGED}{number}{tail}")
        for name in old:
            for tail in ("", "-wal", "-shm"):
                remove_file(name + tail)
        self._inode = (0, 0)

    def close(self) -> None:
        self.con.close(True)


class WriteTransaction:
    """A short transaction that takes the write lock first, so that it cannot fail half-way for lack of the lock."""

    def __init__(self, con: apsw.Connection) -> None:
        self.con = con

    def __enter__(self) -> apsw.Connection:
        self.con.execute("BEGIN IMMEDIATE")
        return self.con

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, trace: object) -> None:
        if kind is None:
            try:
                self.con.execute("COMMIT")
                return
            except apsw.Error:
                self._roll_back()
                raise
        self._roll_back()

    def _roll_back(self) -> None:
        if self.con.in_transaction:
            try:
                self.con.execute("ROLLBACK")
            except apsw.Error:
                pass  # SQLite has rolled back by itself; the first error is the one to raise


class ReadTransaction:
    """A transaction in which all reads see the same state, whatever other processes write meanwhile."""

    def __init__(self, con: apsw.Connection) -> None:
        self.con = con
        self.mine = not con.in_transaction

    def __enter__(self) -> apsw.Connection:
        if self.mine:
            self.con.execute("BEGIN")
        return self.con

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, trace: object) -> None:
        if self.mine and self.con.in_transaction:
            try:
                self.con.execute("ROLLBACK")
            except apsw.Error:
                pass  # reading has nothing to lose


def data_version(con: apsw.Connection) -> int:
    """A number that changes when another connection writes to the database. Call it in a transaction."""
    return int(con.execute("PRAGMA data_version").get)


def find_damaged(path: str) -> list[str]:
    """Paths of the indexes that were set aside."""
    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return []
    head = name + DAMAGED
    return sorted(
        os.path.join(folder, entry) for entry in names if entry.startswith(head) and entry[len(head) :].isdecimal()
    )


def remove_file(path: str) -> None:
    """Removes a file if it exists."""
    try:
        os.unlink(path)
    except OSError:
        pass


def create_scratch(path: str) -> apsw.Connection:
    """Creates an empty index under a temporary name, without a journal, for a rebuild to fill."""
    name = f"{path}{SCRATCH}{os.getpid()}"
    remove_file(name)
    try:
        os.close(os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600))
        con = apsw.Connection(name)
        con.execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF").fetchall()
    except (OSError, apsw.Error):
        remove_file(name)
        con = apsw.Connection(":memory:")
    try:
        _create(con, wal=False)
    except BaseException:
        con.close(True)
        remove_file(name)
        raise
    return con


def remove_stale_scratch(path: str) -> None:
    """Removes unfinished rebuilds of processes that died."""
    folder, name = os.path.split(path)
    try:
        leftovers = [other for other in os.listdir(folder) if other.startswith(name + SCRATCH)]
    except OSError:
        return
    for other in leftovers:
        number = other[len(name + SCRATCH) :].partition("-")[0]
        if number.isdecimal() and not _alive(int(number)):
            remove_file(os.path.join(folder, other))


def _alive(process: int) -> bool:
    """Whether a process of this machine runs; assumed if it cannot be determined."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _create(con: apsw.Connection, *, wal: bool = True) -> None:
    if wal and con.filename:
        con.execute("PRAGMA journal_mode=WAL").fetchall()
    with WriteTransaction(con):
        if con.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
            return  # another process has created it since
        con.execute(SCHEMA)
        con.execute("INSERT INTO meta VALUES ('schema', ?), ('refreshes', '0')", (schema_digest(),))
        con.execute(f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={SCHEMA_VERSION}")


def _verify(con: apsw.Connection) -> None:
    if _pragma(con, "application_id") != APPLICATION_ID or _pragma(con, "user_version") != SCHEMA_VERSION:
        raise Outdated("another version of the index")
    row = con.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None or row[0] != schema_digest():
        raise Outdated("another schema of the index")


def _pragma(con: apsw.Connection, name: str) -> int:
    row = con.execute(f"PRAGMA {name}").fetchone()
    return row[0] if row and isinstance(row[0], int) else -1


def copy_to_memory(con: apsw.Connection) -> apsw.Connection:
    """A copy of a database in memory."""
    copy = apsw.Connection(":memory:")
    with copy.backup("main", con, "main") as backup:
        backup.step(-1)
    return copy


def _quoted(path: str) -> str:
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
