"""The code index: opens `code.db`, brings it up to the working tree, answers from it.

It is derived and disposable: whatever is wrong with the file, it is set aside and built anew. A refresh is one
transaction, so a killed one leaves the state before it. Work is proportional to what changed: with the same commit and
the same dirty files only `git status` runs.
"""

import os
import time
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw

from backstory.capture.code import scan
from backstory.capture.code.languages import language_of
from backstory.capture.code.roles import role_of, stem_of
from backstory.index.code.content import Reader, path_words
from backstory.index.code.log import FirstLog, follow
from backstory.index.code.schema import SCHEMA, VERSION
from backstory.model.errors import BackstoryError, Busy

if TYPE_CHECKING:
    from backstory.capture.git import Git

_BUSY_MS: Final = 5000
_OWN: Final = ".backstory/"


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

    def __init__(self, db: apsw.Connection, path: str) -> None:
        self.db = db
        self.path = path
        self.tree = 0
        self.root = ""
        self._files: dict[int, FileRow] | None = None
        self._touched: dict[str, tuple[int, int]] | None = None
        self._window: dict[int, int] | None = None

    @classmethod
    def open(cls, path: str) -> "CodeIndex":
        """Opens or makes the index at `path`; a damaged one, or one of another version, is replaced.

        Where nothing can be written (a read-only data home) it lives in memory for as long as it is open.
        """
        for _ in range(2):
            db: apsw.Connection | None = None
            try:
                db = _connect(path)
                version = db.pragma("user_version")
                if version == 0 and db.execute("SELECT count(*) FROM sqlite_schema").get == 0:
                    _create(db)
                    return cls(db, path)
                if version == VERSION:
                    db.execute("SELECT count(*) FROM tree").fetchall()
                    return cls(db, path)
            except (apsw.CantOpenError, apsw.ReadOnlyError, OSError):
                break
            except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError):
                pass
            if db is not None:
                db.close(True)
            _remove(path)
        db = apsw.Connection(":memory:")
        _create(db)
        return cls(db, ":memory:")

    def close(self) -> None:
        self.db.close()

    # -- bringing it up to date -------------------------------------------------------------------------------------

    def refresh(self, root: str, git: "Git | None") -> Refreshed:
        """Brings the index to the tree at `root`. `git` runs git there; None: a tree without git.

        Raises `Busy` when another process writes for longer than five seconds; the index then answers as it is.
        """
        began = time.perf_counter()
        root = os.path.realpath(root)
        status = None
        if git is not None:
            status = scan.status(git)
            seen = self._open_tree(root)
            stamp = _sparse_stamp(git)
            if seen is not None and seen[1:] == (status.head, stamp) and self._same_dirt(root, status):
                return Refreshed(self._count(), 0, 0, 0, 0, 0, False, time.perf_counter() - began)
        try:
            with self.db:
                done = self._refresh(root, git, status, began)
        except apsw.BusyError:
            raise Busy("another process is reading the code of this project") from None
        except apsw.CorruptError:
            self.db.close(True)
            _remove(self.path)
            self.db = CodeIndex.open(self.path).db
            with self.db:
                done = self._refresh(root, git, status, began)
        return done

    def _open_tree(self, root: str) -> tuple[int, str, str] | None:
        row = self.db.execute("SELECT id, head, stamp FROM tree WHERE root = ?", (root,)).get
        if row is None:
            return None
        self.tree, self.root = row[0], root
        return row  # type: ignore[no-any-return]

    def _same_dirt(self, root: str, status: scan.Status) -> bool:
        known = self._dirty()
        return len(known) == len(status.dirty) and all(
            p in known and known[p].stamp == scan.stamp_of(os.path.join(root, p)) for p in status.dirty
        )

    def _dirty(self) -> dict[str, scan.Dirty]:
        rows = self.db.execute("SELECT path, oid, stamp FROM dirty WHERE tree = ?", (self.tree,))
        return {path: scan.Dirty(path, oid, stamp) for path, oid, stamp in rows}

    def _count(self) -> int:
        return int(self.db.execute("SELECT count(*) FROM file WHERE tree = ?", (self.tree,)).get)

    def _refresh(self, root: str, git: "Git | None", status: scan.Status | None, began: float) -> Refreshed:
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
            rows = list(scan.walked(root, known))
            target = {r.path: r.oid for r in rows if r.oid}
            dirty: Sequence[scan.Dirty] = rows
            wanted, gone = self._against(target)
        else:
            wide = len(head) == 64
            dirty = list(scan.dirty_now(root, status.dirty, known, wide=wide))
            stamp = _sparse_stamp(git)
            partly = seen is not None and seen[1] and head and seen[2] == stamp
            changed = _difference(git, seen[1], head) if seen is not None and partly else None
            full = changed is None
            if changed is None:
                target = dict(scan.listed(git))
                target.update((d.path, d.oid) for d in dirty)
                wanted, gone = self._against({p: o for p, o in target.items() if o})
            else:
                target = dict(changed)
                dirty_paths = {d.path for d in dirty}
                clean_again = [p for p in known if p not in dirty_paths and p not in target]
                if clean_again:
                    target.update(dict.fromkeys(clean_again, ""))
                    target.update(_index_entries(git, clean_again))
                target.update((d.path, d.oid) for d in dirty)
                wanted, gone = self._partly(target)
        first = None
        if git is not None and head and self.db.execute("SELECT count(*) FROM log").get == 0:
            first = FirstLog(git, head)
        added, read, size = self._take(root, wanted, gone)
        self.db.execute("DELETE FROM dirty WHERE tree = ?", (self.tree,))
        self.db.executemany(
            "INSERT INTO dirty VALUES (?, ?, ?, ?)", ((self.tree, d.path, d.oid, d.stamp) for d in dirty)
        )
        commits = 0
        if git is not None and (seen is None or seen[1] != head):
            commits = follow(self.db, self.tree, git, head, first)
        stamp = _sparse_stamp(git) if git is not None else ""
        self.db.execute("UPDATE tree SET head = ?, stamp = ? WHERE id = ?", (head, stamp, self.tree))
        if added or gone:
            self._count_languages()
        return Refreshed(self._count(), added, len(gone), read, size, commits, full, time.perf_counter() - began)

    def _count_languages(self) -> None:
        self.db.execute(
            "UPDATE tree SET counts = (SELECT json_group_object(language, n) FROM (SELECT b.language, count(*) "
            "AS n FROM file f"
            " JOIN blob b ON b.id = f.blob WHERE f.tree = ?1 GROUP BY b.language)) WHERE id = ?1", (self.tree,)
        )  # fmt: skip

    def _against(self, target: dict[str, str]) -> tuple[dict[str, str], list[int]]:
        """What to add and what to drop so that the tree is exactly `target`."""
        gone: list[int] = []
        wanted = dict(target)
        rows = self.db.execute(
            "SELECT f.id, f.path, b.oid FROM file f JOIN blob b ON b.id = f.blob WHERE f.tree = ?", (self.tree,)
        )
        for id_, path, oid in rows:
            if wanted.get(path) == oid:
                del wanted[path]
            else:
                gone.append(id_)
        return wanted, gone

    def _partly(self, target: dict[str, str]) -> tuple[dict[str, str], list[int]]:
        """As `_against`, for some paths only; an empty id means that the path is gone."""
        gone: list[int] = []
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
                gone.append(row[0])
        return wanted, gone

    def _take(self, root: str, wanted: dict[str, str], gone: list[int]) -> tuple[int, int, int]:
        db = self.db
        orphans: set[int] = set()
        for id_ in gone:
            orphans.add(db.execute("DELETE FROM file WHERE id = ? RETURNING blob", (id_,)).get)
            db.execute("DELETE FROM place WHERE rowid = ?", (id_,))
        known: dict[tuple[str, str], int] = {}
        if len(wanted) > 2000:
            known = {(oid, kind): id_ for oid, kind, id_ in db.execute("SELECT oid, kind, id FROM blob")}
        else:
            for oid in set(wanted.values()):
                known.update({(oid, k): i for k, i in db.execute("SELECT kind, id FROM blob WHERE oid = ?", (oid,))})
        next_blob = (db.execute("SELECT max(id) FROM blob").get or 0) + 1
        next_file = (db.execute("SELECT max(id) FROM file").get or 0) + 1
        read = size = 0
        files: list[tuple[int, int, str, int, str, str]] = []
        reader = Reader(root)
        for path, oid in sorted(wanted.items()):
            if path.startswith(_OWN):
                continue
            language = language_of(path)
            kind = language.name if language else "" if "." in path[path.rfind("/") + 2 :] else "#"
            blob = known.get((oid, kind))
            if blob is None:
                blob = known[oid, kind] = next_blob
                next_blob += 1
                content = reader.content(path)
                db.execute(
                    "INSERT INTO blob VALUES (?, ?, ?, ?, ?, ?)",
                    (blob, oid, kind, content.language, content.size, content.state),
                )
                if content.body or content.names:
                    db.execute(
                        "INSERT INTO text (rowid, body, names, parts) VALUES (?, ?, ?, ?)",
                        (blob, content.body, content.names, content.parts),
                    )
                    db.execute("INSERT INTO symbol (rowid, name) VALUES (?, ?)", (blob, content.symbols))
                    read += 1
                    size += content.size
            orphans.discard(blob)
            role = role_of(path, language)
            files.append((next_file, self.tree, path, blob, role, stem_of(path, role)))
            next_file += 1
        db.executemany("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?)", files)
        db.executemany("INSERT INTO place (rowid, path) VALUES (?, ?)", ((f[0], path_words(f[2])) for f in files))
        for blob in orphans:
            if db.execute("SELECT 1 FROM file WHERE blob = ? LIMIT 1", (blob,)).get is None:
                for sql in (
                    "DELETE FROM blob WHERE id = ?",
                    "DELETE FROM text WHERE rowid = ?",
                    "DELETE FROM symbol WHERE rowid = ?",
                ):
                    db.execute(sql, (blob,))
        return len(files), read, size

    def _forget_gone_trees(self) -> None:
        """Worktrees that were removed since: their files go, and what only they held."""
        for tree, root in self.db.execute("SELECT id, root FROM tree WHERE id != ?", (self.tree,)).fetchall():
            if not os.path.isdir(str(root)):
                mine, self.tree = self.tree, int(str(tree))
                ids = [
                    int(str(i)) for (i,) in self.db.execute("SELECT id FROM file WHERE tree = ?", (tree,)).fetchall()
                ]
                self._take("", {}, ids)
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
    return " ".join(scan.stamp_of(os.path.join(git.git_dir, name)) for name in places)


def _difference(git: "Git", old: str, new: str) -> dict[str, str] | None:
    """path -> blob id between two commits; None when the old one is not there any more."""
    if old == new:
        return {}
    try:
        return dict(scan.changed_between(git, old, new))
    except BackstoryError:  # the old commit was pruned: compare whole listings instead
        return None


def _index_entries(git: "Git", paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Blob ids that git's index holds for `paths`."""
    for start in range(0, len(paths), 500):
        some_paths = [f":(literal){p}" for p in paths[start : start + 500]]
        for row in git.run("ls-files", "-s", "-z", "--", *some_paths).split(b"\0"):
            if row:
                meta, _, raw = row.partition(b"\t")
                yield raw.decode("utf-8", "surrogateescape"), meta.decode().split(" ")[1]
