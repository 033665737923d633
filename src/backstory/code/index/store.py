"""The code index: opens `code.db`, brings it up to the working tree, answers from it.

It is derived and disposable: a damaged file is removed and built again. A refresh is one
transaction, so a killed one leaves the state before it. Work is proportional to what changed: with the same commit and
the same dirty files only `git status` runs.
"""

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw
import msgspec

from backstory.code.index.schema import SCHEMA, VERSION
from backstory.code.index.tree import Refreshed, TreeRow, count_files, count_unread, find_tree, is_own
from backstory.git import tracked
from backstory.model.errors import Busy

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.redact.gate import Gate

_BUSY_MS: Final = 5000
DAMAGED: Final = (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError, ValueError, LookupError)
"""What reading a damaged file may raise: SQLite sees broken pages, not wrong bytes in whole ones."""


class FileRow(NamedTuple):
    """A file of the tree, as the index has it."""

    id: int
    path: str
    blob: int
    role: str
    language: str
    state: str
    size: int


def is_below(path: str, folder: str) -> bool:
    """Whether a path is `folder`, which may be a file, or below it; everything is below the empty one."""
    return not folder or path == folder or path.startswith(folder + "/")


class CodeIndex:
    """One connection to one `code.db`. Not for use by two threads at once."""

    def __init__(self, db: apsw.Connection, path: str, gate: "Gate | None" = None) -> None:
        self.db = db
        self.path = path
        self.gate = gate
        self.tree = 0
        self.root = ""
        self._files: dict[int, FileRow] | None = None
        self._touched: dict[str, tuple[int, int]] | None = None
        self._window: dict[int, int] | None = None

    @classmethod
    def open(cls, path: str, gate: "Gate | None" = None) -> "CodeIndex":
        """Opens or makes the index at `path`; a damaged one, or one of another version, is replaced.

        What is kept of contents and commits passes `gate`; files whose name it does not let through are left out.
        Where nothing can be written (a read-only data home) it lives in memory for as long as it is open.
        """
        for _ in range(2):
            db: apsw.Connection | None = None
            try:
                db = _connect(path)
                version = db.pragma("user_version")
                if version == 0 and db.execute("SELECT count(*) FROM sqlite_schema").get == 0:
                    _create(db)
                    return cls(db, path, gate)
                if version == VERSION:
                    db.execute("SELECT count(*) FROM tree").fetchall()
                    return cls(db, path, gate)
            except (apsw.CantOpenError, apsw.ReadOnlyError, OSError):
                break
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError):
                pass
            if db is not None:
                db.close(True)
            _remove(path)
        db = apsw.Connection(":memory:")
        _create(db)
        return cls(db, ":memory:", gate)

    def close(self) -> None:
        self.db.close()

    def discard(self) -> None:
        """Closes the index and removes its file: the next one is built from scratch."""
        self.db.close(True)
        if self.path != ":memory:":
            _remove(self.path)

    # -- bringing it up to date -------------------------------------------------------------------------------------

    def refresh(self, root: str, git: "Git | None", status: tracked.Status | None = None) -> Refreshed:
        """Brings the index to the tree at `root`. `git` runs git there; None: a tree without git.

        `status` is git's status where the caller has it already. Raises `Busy` when another process writes for longer
        than five seconds; the index then answers as it is.
        """
        began = time.perf_counter()
        root = os.path.realpath(root)
        if git is None:
            status = None
        else:
            status = _without_own(status or tracked.read_dirty(git))
            row = self._open_tree(root)
            if row is not None and count_unread(self.db, root, row, git, status) == 0:
                files = count_files(self.db, row.id)
                return Refreshed(files, 0, 0, 0, 0, 0, False, time.perf_counter() - began)
        from backstory.code.index.refresh import refresh_tree

        self._files = self._touched = self._window = None
        try:
            with _uncollected(), self.db:
                self.tree, refreshed = refresh_tree(self.db, root, git, status, self.gate)
        except apsw.BusyError:
            self.db.set_busy_timeout(0)  # it was waited for: what is read from now on is stored only where it may be
            raise Busy("another process is reading the code of this project") from None
        except apsw.CorruptError:
            self.db.close(True)
            _remove(self.path)
            self.db = CodeIndex.open(self.path, self.gate).db
            with self.db:
                self.tree, refreshed = refresh_tree(self.db, root, git, status, self.gate)
        self.root = root
        return refreshed._replace(seconds=time.perf_counter() - began)

    def count_unread(self, root: str, git: "Git", status: tracked.Status) -> int | None:
        """The number of files that changed since the last refresh of the tree at `root`, which the readers then answer
        for as it was; None where it was of another commit or there was none.
        """
        root = os.path.realpath(root)
        row = find_tree(self.db, root)
        unread = count_unread(self.db, root, row, git, _without_own(status)) if row else None
        if unread is not None:
            self.use(root)
        return unread

    def _open_tree(self, root: str) -> TreeRow | None:
        tree = find_tree(self.db, root)
        if tree is not None:
            self.tree, self.root = tree.id, root
        return tree

    # -- reading ----------------------------------------------------------------------------------------------------

    def use(self, root: str) -> bool:
        """Points the readers below at the tree of `root`; False when it has not been indexed."""
        self._files = self._touched = self._window = None
        return self._open_tree(os.path.realpath(root)) is not None

    def files(self) -> dict[int, FileRow]:
        """All files of the tree by file id; kept until the next refresh."""
        if self._files is None:
            self._files = {row.id: row for row in self._read_files("")}
        return self._files

    def unread_surfaces(self) -> list[FileRow]:
        """The files whose routes, commands and variables are not stored."""
        return self._read_files(" AND f.surface IS NULL")

    def _read_files(self, condition: str) -> list[FileRow]:
        rows: Any = self.db.execute(
            "SELECT f.id, f.path, f.blob, f.role, b.language, b.state, b.size FROM file f JOIN blob b ON b.id = f.blob"
            " WHERE f.tree = ?" + condition, (self.tree,)
        )  # fmt: skip
        return [tuple.__new__(FileRow, row) for row in rows]  # there may be 100,000

    def dirty(self) -> list[str]:
        """Paths whose content differs from the commit, as the last refresh found them; without git: all files."""
        return [str(path) for (path,) in self.db.execute("SELECT path FROM dirty WHERE tree = ?", (self.tree,))]

    def touched(self) -> dict[str, tuple[int, int]]:
        """path -> (commits since its last change, commits that changed it), within the window of history."""
        if self._touched is None:
            raw: Any = self.db.execute("SELECT touched FROM tree WHERE id = ?", (self.tree,)).get
            self._touched = msgspec.json.decode(raw or "{}", type=dict[str, tuple[int, int]])
        return self._touched

    def counts(self) -> dict[str, int]:
        """Language -> number of files; the empty name: no known language."""
        raw: Any = self.db.execute("SELECT counts FROM tree WHERE id = ?", (self.tree,)).get
        return msgspec.json.decode(raw or "{}", type=dict[str, int])

    def window(self) -> dict[int, int]:
        """Log row -> its age in commits."""
        if self._window is None:
            from array import array

            raw: Any = self.db.execute("SELECT log FROM tree WHERE id = ?", (self.tree,)).get
            self._window = {id_: age for age, id_ in enumerate(array("I", raw or b""))}
        return self._window


def _without_own(status: tracked.Status) -> tracked.Status:
    return status._replace(dirty=tuple(path for path in status.dirty if not is_own(path)))


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile: there are many small objects and no cycles, and looking costs a twentieth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _connect(path: str) -> apsw.Connection:
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    if not os.path.exists(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    db = apsw.Connection(path)
    db.set_busy_timeout(_BUSY_MS)
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", 0)  # derived: a file that a power cut damages is built again
    db.pragma("cache_size", -32768)
    db.pragma("wal_autocheckpoint", 4000)
    db.transaction_mode = "IMMEDIATE"
    return db


def _create(db: apsw.Connection) -> None:
    with db:
        db.execute(SCHEMA)
        db.pragma("user_version", VERSION)


def _remove(path: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        try:
            os.remove(path + suffix)
        except FileNotFoundError:
            continue
