"""The code index: opens `code.db`, brings it up to the working tree, answers from it.

It is derived and disposable: whatever is wrong with the file, it is set aside and built anew. A refresh is one
transaction, so a killed one leaves the state before it. Work is proportional to what changed: with the same commit and
the same dirty files only `git status` runs.
"""

import gc
import os
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw

from backstory.code.index.content import Content, Reader, path_words
from backstory.code.index.log import FirstLog, follow
from backstory.code.index.own import is_own
from backstory.code.index.schema import SCHEMA, VERSION
from backstory.code.read.languages import language_of
from backstory.code.read.roles import role_of, stem_of
from backstory.git import tracked
from backstory.model.errors import BackstoryError, Busy

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.redact.gate import Gate

_BUSY_MS: Final = 5000
_AT_ONCE: Final = 250
"""Paths that pass the gate in one text."""


DAMAGED: Final = (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError, ValueError, LookupError)
"""What reading a damaged file may raise: SQLite sees broken pages, not wrong bytes in whole ones."""


class Refreshed(NamedTuple):
    """What a refresh did."""

    files: int
    added: int
    """Paths new or changed."""
    removed: int
    read: int
    """Blobs read and indexed."""
    bytes: int
    commits: int
    """Commits newly read."""
    full: bool
    seconds: float


class FileRow(NamedTuple):
    id: int
    path: str
    blob: int
    role: str
    language: str
    state: str
    size: int


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
        """Closes the index and removes its file: the next one is built anew."""
        self.db.close(True)
        if self.path != ":memory:":
            _remove(self.path)

    # -- bringing it up to date -------------------------------------------------------------------------------------

    def refresh(self, root: str, git: "Git | None") -> Refreshed:
        """Brings the index to the tree at `root`. `git` runs git there; None: a tree without git.

        Raises `Busy` when another process writes for longer than five seconds; the index then answers as it is.
        """
        began = time.perf_counter()
        root = os.path.realpath(root)
        status = None
        if git is not None:
            status = tracked.read_dirty(git)
            status = status._replace(dirty=tuple(p for p in status.dirty if not is_own(p)))
            seen = self._open_tree(root)
            stamp = _sparse_stamp(git)
            if seen is not None and seen[1:] == (status.head, stamp) and self._same_dirt(root, status):
                return Refreshed(self._count(), 0, 0, 0, 0, 0, False, time.perf_counter() - began)
        try:
            with _uncollected(), self.db:
                done = self._refresh(root, git, status, began)
        except apsw.BusyError:
            raise Busy("another process is reading the code of this project") from None
        except apsw.CorruptError:
            self.db.close(True)
            _remove(self.path)
            self.db = CodeIndex.open(self.path, self.gate).db
            with self.db:
                done = self._refresh(root, git, status, began)
        return done

    def _open_tree(self, root: str) -> tuple[int, str, str] | None:
        row = self.db.execute("SELECT id, head, stamp FROM tree WHERE root = ?", (root,)).get
        if row is None:
            return None
        self.tree, self.root = row[0], root
        return row  # type: ignore[no-any-return]

    def _same_dirt(self, root: str, status: tracked.Status) -> bool:
        known = self._dirty()
        return len(known) == len(status.dirty) and all(
            p in known and known[p].stamp == tracked.stamp_of(os.path.join(root, p)) for p in status.dirty
        )

    def _dirty(self) -> dict[str, tracked.Dirty]:
        rows = self.db.execute("SELECT path, oid, stamp FROM dirty WHERE tree = ?", (self.tree,))
        return {path: tracked.Dirty(path, oid, stamp) for path, oid, stamp in rows}

    def _count(self) -> int:
        return int(self.db.execute("SELECT count(*) FROM file WHERE tree = ?", (self.tree,)).get)

    def _refresh(self, root: str, git: "Git | None", status: tracked.Status | None, began: float) -> Refreshed:
        self._files = self._touched = self._window = None
        seen = self._open_tree(root)
        if seen is None:
            self.db.execute(
                "INSERT INTO tree (root, head, stamp, log, touched, counts) VALUES (?, '', '', x'', '{}', '{}')",
                (root,),
            )
            self.tree, self.root = self.db.last_insert_rowid(), root
            self._forget_gone_trees()
        head = status.head if status else ""
        full = seen is None
        known = self._dirty()
        if git is None or status is None:
            rows = list(tracked.hash_dirty(root, tracked.walk(root), known))
            target = {r.path: r.oid for r in rows if r.oid}
            dirty: Sequence[tracked.Dirty] = rows
            wanted, gone = self._against(target)
        else:
            algorithm = "sha256" if len(head) == 64 else "sha1"
            dirty = list(tracked.hash_dirty(root, status.dirty, known, algorithm))
            stamp = _sparse_stamp(git)
            partly = seen is not None and seen[1] and head and seen[2] == stamp
            changed = _difference(git, seen[1], head) if seen is not None and partly else None
            full = changed is None
            if changed is None:
                target = dict(tracked.list_tracked(git))
                target.update((d.path, d.oid) for d in dirty)
                wanted, gone = self._against({p: o for p, o in target.items() if o})
            else:
                target = dict(changed)
                dirty_paths = {d.path for d in dirty}
                clean_again = [p for p in known if p not in dirty_paths and p not in target]
                if clean_again:
                    target.update(dict.fromkeys(clean_again, ""))
                    target.update(tracked.read_index_oids(git, clean_again))
                target.update((d.path, d.oid) for d in dirty)
                wanted, gone = self._partly(target)
        wanted = {path: oid for path, oid in wanted.items() if not is_own(path)}
        first = None
        if git is not None and head and self.db.execute("SELECT count(*) FROM log").get == 0:
            first = FirstLog(git, head)
        odd = self._refused([*wanted, *(d.path for d in dirty)])
        if odd:
            wanted = {p: o for p, o in wanted.items() if p not in odd}
            dirty = [d for d in dirty if d.path not in odd]
        taken = self._take(root, wanted, gone)
        self.db.execute("DELETE FROM dirty WHERE tree = ?", (self.tree,))
        self.db.executemany(
            "INSERT INTO dirty VALUES (?, ?, ?, ?)", ((self.tree, d.path, d.oid, d.stamp) for d in dirty)
        )
        commits = 0
        if git is not None and (seen is None or seen[1] != head):
            commits = follow(self.db, self.tree, git, head, first, self.gate)
        stamp = _sparse_stamp(git) if git is not None else ""
        self.db.execute("UPDATE tree SET head = ?, stamp = ? WHERE id = ?", (head, stamp, self.tree))
        if taken.moved:
            self._count_languages()
        spent = time.perf_counter() - began
        return Refreshed(self._count(), taken.added, taken.removed, taken.read, taken.bytes, commits, full, spent)

    def _count_languages(self) -> None:
        self.db.execute(
            "UPDATE tree SET counts = (SELECT json_group_object(language, n) FROM (SELECT b.language, count(*) "
            "AS n FROM file f"
            " JOIN blob b ON b.id = f.blob WHERE f.tree = ?1 GROUP BY b.language)) WHERE id = ?1", (self.tree,)
        )  # fmt: skip

    def _against(self, target: dict[str, str]) -> tuple[dict[str, str], dict[str, int]]:
        """What to add and what to drop so that the tree is exactly `target`."""
        gone: dict[str, int] = {}
        wanted = dict(target)
        rows = self.db.execute(
            "SELECT f.id, f.path, b.oid FROM file f JOIN blob b ON b.id = f.blob WHERE f.tree = ?", (self.tree,)
        )
        for id_, path, oid in rows:
            if wanted.get(path) == oid:
                del wanted[path]
            else:
                gone[path] = id_
        return wanted, gone

    def _partly(self, target: dict[str, str]) -> tuple[dict[str, str], dict[str, int]]:
        """As `_against`, for some paths only; an empty id means that the path is gone."""
        gone: dict[str, int] = {}
        wanted = {p: o for p, o in target.items() if o}
        for path, oid in target.items():
            row = self.db.execute(
                "SELECT f.id, b.oid FROM file f JOIN blob b ON b.id = f.blob WHERE f.tree = ? AND f.path = ?",
                (self.tree, path),
            ).get
            if row is None:
                continue
            if row[1] == oid:
                wanted.pop(path, None)
            else:
                gone[path] = row[0]
        return wanted, gone

    def _take(self, root: str, wanted: dict[str, str], gone: dict[str, int]) -> "_Taken":
        """Reads what is wanted and not known, and makes the tree hold it in place of what is gone (path -> file id)."""
        db = self.db
        known = self._known(wanted)
        next_blob = (db.execute("SELECT max(id) FROM blob").get or 0) + 1
        next_file = (db.execute("SELECT max(id) FROM file").get or 0) + 1
        orphans: set[int] = set()
        files: list[tuple[int, int, str, int, str, str]] = []
        taken = _Taken()
        reader = Reader(root, self.gate)
        for path, oid in sorted(wanted.items()):
            language = language_of(path)
            kind = language.name if language else "" if "." in path[path.rfind("/") + 2 :] else "#"
            blob = known.get((oid, kind))
            if blob is None:
                blob = known[oid, kind] = next_blob
                next_blob += 1
                taken.note(self._add(blob, oid, kind, reader.content(path)))
            taken.added += 1
            taken.moved = taken.moved or kind == "#"
            orphans.discard(blob)
            same = gone.pop(path, None)
            if same is not None:
                orphans.add(db.execute("SELECT blob FROM file WHERE id = ?", (same,)).get)
                db.execute("UPDATE file SET blob = ? WHERE id = ?", (blob, same))
                taken.removed += 1
                continue
            role = role_of(path, language)
            files.append((next_file, self.tree, path, blob, role, stem_of(path, role)))
            next_file += 1
        for id_ in gone.values():
            orphans.add(db.execute("DELETE FROM file WHERE id = ? RETURNING blob", (id_,)).get)
            db.execute("DELETE FROM place WHERE rowid = ?", (id_,))
        taken.removed += len(gone)
        taken.moved = taken.moved or bool(files or gone)
        db.executemany("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)", files)
        db.executemany("INSERT INTO place (rowid, path) VALUES (?, ?)", ((f[0], path_words(f[2])) for f in files))
        for blob in orphans:
            if db.execute("SELECT 1 FROM file WHERE blob = ? LIMIT 1", (blob,)).get is None:
                db.execute("DELETE FROM blob WHERE id = ?", (blob,))
                db.execute("DELETE FROM text WHERE rowid = ?", (blob,))
                db.execute("DELETE FROM symbol WHERE rowid = ?", (blob,))
                db.execute("DELETE FROM outline WHERE blob = ?", (blob,))
        return taken

    def _refused(self, paths: Sequence[str]) -> set[str]:
        """Of the paths, those that hold a secret; looked for in many of them at once, since none does as a rule."""
        if self.gate is None:
            return set()
        from backstory.redact.paths import clean_paths

        refused: set[str] = set()
        for start in range(0, len(paths), _AT_ONCE):
            some_paths = paths[start : start + _AT_ONCE]
            whole = "\n".join(some_paths)
            if clean_paths(self.gate, whole) != whole:
                refused.update(p for p in some_paths if clean_paths(self.gate, p) != p)
        return refused

    def _known(self, wanted: dict[str, str]) -> dict[tuple[str, str], int]:
        """(oid, kind) -> blob of what is wanted and already read, perhaps for another tree."""
        if len(wanted) > 2000:
            return {(oid, kind): id_ for oid, kind, id_ in self.db.execute("SELECT oid, kind, id FROM blob")}
        known: dict[tuple[str, str], int] = {}
        for oid in set(wanted.values()):
            for kind, id_ in self.db.execute("SELECT kind, id FROM blob WHERE oid = ?", (oid,)):
                known[oid, kind] = id_
        return known

    def _add(self, blob: int, oid: str, kind: str, content: Content) -> int:
        """Indexes one content; its bytes, or 0 when only its name counts."""
        db = self.db
        row = (blob, oid, kind, content.language, content.size, content.state)
        db.execute("INSERT INTO blob VALUES (?, ?, ?, ?, ?, ?)", row)
        if not (content.body or content.names):
            return 0
        words = (blob, content.body, content.names, content.parts)
        db.execute("INSERT INTO text (rowid, body, names, parts) VALUES (?, ?, ?, ?)", words)
        db.execute("INSERT INTO symbol (rowid, name) VALUES (?, ?)", (blob, content.symbols))
        return content.size

    def _forget_gone_trees(self) -> None:
        """Worktrees that were removed since: their files go, and what only they held."""
        for tree, root in self.db.execute("SELECT id, root FROM tree WHERE id != ?", (self.tree,)).fetchall():
            if not os.path.isdir(str(root)):
                mine, self.tree = self.tree, int(str(tree))
                rows = self.db.execute("SELECT path, id FROM file WHERE tree = ?", (tree,)).fetchall()
                self._take("", {}, {str(path): int(str(id_)) for path, id_ in rows})
                self.tree = mine
                self.db.execute("DELETE FROM dirty WHERE tree = ?", (tree,))
                self.db.execute("DELETE FROM tree WHERE id = ?", (tree,))

    # -- reading ----------------------------------------------------------------------------------------------------

    def use(self, root: str) -> bool:
        """Points the readers below at the tree of `root`; False when it has not been indexed."""
        self._files = self._touched = self._window = None
        return self._open_tree(os.path.realpath(root)) is not None

    def files(self) -> dict[int, FileRow]:
        """All files of the tree by file id; kept until the next refresh."""
        if self._files is None:
            rows = self.db.execute(
                "SELECT f.id, f.path, f.blob, f.role, b.language, b.state, b.size FROM file f JOIN blob b ON "
                "b.id = f.blob"
                " WHERE f.tree = ?", (self.tree,)
            )  # fmt: skip
            self._files = {r[0]: FileRow(*r) for r in rows}
        return self._files

    def touched(self) -> dict[str, tuple[int, int]]:
        """path -> (commits since its last change, commits that changed it), within the window of history."""
        if self._touched is None:
            import msgspec

            raw: Any = self.db.execute("SELECT touched FROM tree WHERE id = ?", (self.tree,)).get
            self._touched = msgspec.json.decode(raw or "{}", type=dict[str, tuple[int, int]])
        return self._touched

    def counts(self) -> dict[str, int]:
        """Language -> number of files; the empty name: no known language."""
        import msgspec

        raw: Any = self.db.execute("SELECT counts FROM tree WHERE id = ?", (self.tree,)).get
        return msgspec.json.decode(raw or "{}", type=dict[str, int])

    def window(self) -> dict[int, int]:
        """Log row -> its age in commits."""
        if self._window is None:
            raw: Any = self.db.execute("SELECT log FROM tree WHERE id = ?", (self.tree,)).get
            self._window = {id_: age for age, id_ in enumerate(array("I", raw or b""))}
        return self._window


class _Taken:
    """What `_take` did."""

    def __init__(self) -> None:
        self.added = self.removed = self.read = self.bytes = 0
        self.moved = False
        """Whether paths came or went, so that counts by language may differ."""

    def note(self, size: int) -> None:
        self.read += size > 0
        self.bytes += size


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
    db.pragma("synchronous", 0)  # derived: what a power cut damages is built anew
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


def _sparse_stamp(git: "Git") -> str:
    """Changes when a sparse checkout is made wider, narrower or ended: git's status says nothing of it."""
    places = ("info/sparse-checkout", "config.worktree")
    return " ".join(tracked.stamp_of(os.path.join(git.git_dir, name)) for name in places)


def _difference(git: "Git", old: str, new: str) -> dict[str, str] | None:
    """path -> blob id between two commits; None when the old one is not there any more."""
    if old == new:
        return {}
    try:
        return dict(tracked.changed_between(git, old, new))
    except BackstoryError:  # the old commit was pruned: compare whole listings instead
        return None
