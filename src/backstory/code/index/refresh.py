"""Brings the tables of one tree up to the working tree: plans what changed, then applies it within one transaction.

Work is proportional to what changed: between two commits only the paths that differ are looked at.
"""

import os
import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw
import msgspec

from backstory.code.index.content import Content, Reader, path_words
from backstory.code.index.log import FirstLog, follow_history
from backstory.code.index.tree import Refreshed, TreeRow, count_files, find_tree, is_own, read_stored_dirty
from backstory.code.read.language import Language
from backstory.code.read.languages import language_of
from backstory.code.read.roles import role_of, stem_of
from backstory.git import tracked
from backstory.model.errors import BackstoryError
from backstory.redact.paths import clean_paths

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.redact.gate import Gate

_AT_ONCE: Final = 250
"""Paths that pass the gate in one text."""
_MANY: Final = 2000
"""Paths from which on the known contents are read whole rather than one by one."""


class _Plan(NamedTuple):
    """The changes that bring the tables up to the working tree."""

    additions: dict[str, str]
    """Path -> blob id of files to add or replace."""
    gone: dict[str, int]
    """Path -> file id of files to replace or remove."""
    dirty: list[tracked.Dirty]
    full: bool
    """Whether all files of the tree were compared."""


def refresh_tree(
    db: apsw.Connection, root: str, git: "Git | None", status: tracked.Status | None, gate: "Gate | None"
) -> tuple[int, Refreshed]:
    """Brings the tree at `root` up to date; gives its id and the result. The caller holds the transaction."""
    began = time.perf_counter()
    row = find_tree(db, root)
    tree = row.id if row is not None else _new_tree(db, root)
    head = status.head if status else ""
    first = FirstLog(git, head) if git is not None and head and not _has_log(db) else None
    refresh = _Refresh(db, tree, root, gate)
    if git is None or status is None:
        plan = refresh.plan_without_git()._replace(full=row is None)
    else:
        plan = refresh.plan_with_git(git, status, row)
    counts = refresh.apply(plan)
    commits = 0
    if git is not None and (row is None or row.head != head):
        commits = follow_history(db, tree, git, head, first, gate)
    stamp = tracked.sparse_fingerprint(git) if git is not None else ""
    db.execute("UPDATE tree SET head = ?, stamp = ? WHERE id = ?", (head, stamp, tree))
    if counts.moved:
        _count_languages(db, tree)
    spent = time.perf_counter() - began
    files = count_files(db, tree)
    return tree, Refreshed(files, counts.added, counts.removed, counts.read, counts.bytes, commits, plan.full, spent)


def _has_log(db: apsw.Connection) -> bool:
    return bool(db.execute("SELECT count(*) FROM log").get)


def _new_tree(db: apsw.Connection, root: str) -> int:
    db.execute(
        "INSERT INTO tree (root, head, stamp, log, touched, counts) VALUES (?, '', '', x'', '{}', '{}')", (root,)
    )
    tree = db.last_insert_rowid()
    _forget_gone_trees(db, tree)
    return tree


def _forget_gone_trees(db: apsw.Connection, kept: int) -> None:
    """Removes worktrees whose folder is gone, with the contents that only they held."""
    for tree, root in db.execute("SELECT id, root FROM tree WHERE id != ?", (kept,)).fetchall():
        if not os.path.isdir(str(root)):
            rows = db.execute("SELECT path, id FROM file WHERE tree = ?", (tree,)).fetchall()
            gone = {str(path): int(str(id_)) for path, id_ in rows}
            _Refresh(db, int(str(tree)), "", None).take({}, gone)
            db.execute("DELETE FROM dirty WHERE tree = ?", (tree,))
            db.execute("DELETE FROM tree WHERE id = ?", (tree,))


class _Refresh:
    """One refresh of one tree."""

    def __init__(self, db: apsw.Connection, tree: int, root: str, gate: "Gate | None") -> None:
        self.db = db
        self.tree = tree
        self.root = root
        self.gate = gate

    def plan_without_git(self) -> _Plan:
        """Compares every file of a walk."""
        rows = list(tracked.hash_dirty(self.root, tracked.walk_paths(self.root), read_stored_dirty(self.db, self.tree)))
        additions, gone = self._against({row.path: row.oid for row in rows if row.oid})
        return self._clean(_Plan(additions, gone, rows, True))

    def plan_with_git(self, git: "Git", status: tracked.Status, row: TreeRow | None) -> _Plan:
        """Compares the paths that differ between the commits and in the working tree; all where that is not known."""
        before = read_stored_dirty(self.db, self.tree)
        algorithm = "sha256" if len(status.head) == 64 else "sha1"
        dirty = list(tracked.hash_dirty(self.root, status.dirty, before, algorithm))
        changed = self._changed_paths(git, status, row)
        target = dict(tracked.list_tracked(git)) if changed is None else dict(changed)
        if changed is not None:
            target.update(_cleaned(git, before, dirty, target))
        target.update((each.path, each.oid) for each in dirty)
        if changed is None:
            additions, gone = self._against({path: oid for path, oid in target.items() if oid})
        else:
            additions, gone = self._partly(target)
        return self._clean(_Plan(additions, gone, dirty, changed is None))

    def _changed_paths(self, git: "Git", status: tracked.Status, row: TreeRow | None) -> dict[str, str] | None:
        """Path -> blob id of what differs from the commit that was seen; None where all has to be compared."""
        if row is None or not row.head or not status.head or row.stamp != tracked.sparse_fingerprint(git):
            return None
        return _difference(git, row.head, status.head)

    def apply(self, plan: _Plan) -> "_FileCounts":
        """Writes the planned changes."""
        counts = self.take(plan.additions, plan.gone)
        self.db.execute("DELETE FROM dirty WHERE tree = ?", (self.tree,))
        self.db.executemany(
            "INSERT INTO dirty VALUES (?, ?, ?, ?)",
            ((self.tree, dirty.path, dirty.oid, dirty.stamp) for dirty in plan.dirty),
        )
        return counts

    def _clean(self, plan: _Plan) -> _Plan:
        """The plan without our own files and without paths that hold a secret.

        What stands in the tables already is not judged again: its path passed the gate when it came.
        """
        additions = {path: oid for path, oid in plan.additions.items() if not is_own(path)}
        passed = plan.gone.keys() | read_stored_dirty(self.db, self.tree).keys()
        paths = dict.fromkeys([*additions, *(dirty.path for dirty in plan.dirty)])
        refused = self._refused([path for path in paths if path not in passed])
        if not refused:
            return plan._replace(additions=additions)
        return plan._replace(
            additions={path: oid for path, oid in additions.items() if path not in refused},
            dirty=[dirty for dirty in plan.dirty if dirty.path not in refused],
        )

    def _against(self, target: dict[str, str]) -> tuple[dict[str, str], dict[str, int]]:
        """What to add and what to drop so that the tree is exactly `target`."""
        gone: dict[str, int] = {}
        additions = dict(target)
        rows = self.db.execute(
            "SELECT f.id, f.path, b.oid FROM file f JOIN blob b ON b.id = f.blob WHERE f.tree = ?", (self.tree,)
        )
        for id_, path, oid in rows:
            if additions.get(path) == oid:
                del additions[path]
            else:
                gone[path] = id_
        return additions, gone

    def _partly(self, target: dict[str, str]) -> tuple[dict[str, str], dict[str, int]]:
        """As `_against`, for some paths only; an empty id means that the path is gone."""
        gone: dict[str, int] = {}
        additions = {path: oid for path, oid in target.items() if oid}
        rows: list[Any] = self.db.execute(
            "SELECT f.id, f.path, b.oid FROM json_each(?) j CROSS JOIN file f ON f.tree = ? AND f.path = j.value"
            " JOIN blob b ON b.id = f.blob", (_as_list(target), self.tree),
        ).fetchall()  # fmt: skip
        for id_, path, oid in rows:
            if target[path] == oid:
                additions.pop(path, None)
            else:
                gone[path] = id_
        return additions, gone

    def take(self, additions: dict[str, str], gone: dict[str, int]) -> "_FileCounts":
        """Reads the wanted contents that are not known, and puts them in place of the files that are gone."""
        blobs = self._stored_blobs(additions)
        next_blob, next_file = _next_id(self.db, "blob"), _next_id(self.db, "file")
        before = self._list_blobs(gone.values())
        files: list[_NewFile] = []
        changed: list[tuple[int, int]] = []
        counts = _FileCounts()
        reader = Reader(self.root, self.gate)
        for path, oid in sorted(additions.items()):
            language = language_of(path)
            kind = _kind(path, language)
            blob = blobs.get((oid, kind))
            if blob is None:
                blob = blobs[oid, kind] = next_blob
                next_blob += 1
                counts.note(self._add(blob, oid, kind, reader.content(path)))
            counts.added += 1
            counts.moved = counts.moved or kind == "#"
            same = gone.pop(path, None)
            if same is not None:
                changed.append((blob, same))
                counts.removed += 1
            else:
                role = role_of(path, language)
                files.append(_NewFile(next_file, self.tree, path, blob, role, stem_of(path, role)))
                next_file += 1
        self.db.executemany("UPDATE file SET blob = ?, surface = NULL WHERE id = ?", changed)
        removed = [(id_,) for id_ in gone.values()]
        self.db.executemany("DELETE FROM file WHERE id = ?", removed)
        self.db.executemany("DELETE FROM place WHERE rowid = ?", removed)
        counts.removed += len(gone)
        counts.moved = counts.moved or bool(files or gone)
        self._add_files(files)
        self._drop_orphans(before)
        return counts

    def _list_blobs(self, files: Iterable[int]) -> set[int]:
        """The contents that some files have, by their ids."""
        query = "SELECT blob FROM file WHERE id IN (SELECT value FROM json_each(?))"
        return {int(str(blob)) for (blob,) in self.db.execute(query, (_as_list(files),))}

    def _add_files(self, files: "Sequence[_NewFile]") -> None:
        self.db.executemany("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, NULL)", files)
        places = ((file.id, path_words(file.path)) for file in files)
        self.db.executemany("INSERT INTO place (rowid, path) VALUES (?, ?)", places)

    def _drop_orphans(self, blobs: Iterable[int]) -> None:
        """Removes those of some contents that no file has any more."""
        query = "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM file WHERE blob = value)"
        orphans: list[Any] = self.db.execute(query, (_as_list(blobs),)).fetchall()
        for table, column in (("blob", "id"), ("text", "rowid"), ("symbol", "rowid"), ("outline", "blob")):
            self.db.executemany(f"DELETE FROM {table} WHERE {column} = ?", orphans)

    def _refused(self, paths: Sequence[str]) -> set[str]:
        """The paths that hold a secret. Many are checked at once, since as a rule none does."""
        if self.gate is None or not paths:
            return set()
        refused: set[str] = set()
        harmless = set(self.gate.find_harmless(paths))
        suspects = [path for path in paths if path not in harmless]
        for start in range(0, len(suspects), _AT_ONCE):
            some_paths = suspects[start : start + _AT_ONCE]
            whole = "\n".join(some_paths)
            if clean_paths(self.gate, whole) != whole:
                refused.update(path for path in some_paths if clean_paths(self.gate, path) != path)
        return refused

    def _stored_blobs(self, additions: dict[str, str]) -> dict[tuple[str, str], int]:
        """(oid, kind) -> blob of the wanted contents that are already read, perhaps for another tree."""
        if len(additions) > _MANY:
            return {(oid, kind): id_ for oid, kind, id_ in self.db.execute("SELECT oid, kind, id FROM blob")}
        query = "SELECT b.oid, b.kind, b.id FROM json_each(?) j CROSS JOIN blob b ON b.oid = j.value"
        rows: list[Any] = self.db.execute(query, (_as_list(set(additions.values())),)).fetchall()
        return {(oid, kind): id_ for oid, kind, id_ in rows}

    def _add(self, blob: int, oid: str, kind: str, content: Content) -> int:
        """Indexes one content; gives its bytes, or 0 when only its name counts."""
        db = self.db
        row = (blob, oid, kind, content.language, content.size, content.state)
        db.execute("INSERT INTO blob VALUES (?, ?, ?, ?, ?, ?)", row)
        if not (content.body or content.names):
            return 0
        words = (blob, content.body, content.names, content.parts)
        db.execute("INSERT INTO text (rowid, body, names, parts) VALUES (?, ?, ?, ?)", words)
        db.execute("INSERT INTO symbol (rowid, name) VALUES (?, ?)", (blob, content.symbols))
        return content.size


class _NewFile(NamedTuple):
    """A row of the table `file`."""

    id: int
    tree: int
    path: str
    blob: int
    role: str
    stem: str


class _FileCounts:
    """What `_Refresh.take` did."""

    def __init__(self) -> None:
        self.added = self.removed = self.read = self.bytes = 0
        self.moved = False
        """Whether paths came or went, so that counts by language may differ."""

    def note(self, size: int) -> None:
        self.read += size > 0
        self.bytes += size


def _as_list(values: Iterable[str | int]) -> str:
    """Values as one argument of a statement, for `json_each`."""
    return msgspec.json.encode(list(values)).decode()


def _next_id(db: apsw.Connection, table: str) -> int:
    return (db.execute(f"SELECT max(id) FROM {table}").get or 0) + 1


def _kind(path: str, language: Language | None) -> str:
    """The way in which a content is read: by the language of its name, or `#` where its first line may tell."""
    if language is not None:
        return language.name
    return "" if "." in path[path.rfind("/") + 2 :] else "#"


def _cleaned(
    git: "Git", before: Collection[str], dirty: Sequence[tracked.Dirty], target: Collection[str]
) -> dict[str, str]:
    """Path -> blob id of files that were changed before and are not now; an empty id where git's index has none."""
    dirty_now = {each.path for each in dirty}
    paths = [path for path in before if path not in dirty_now and path not in target]
    oids = dict.fromkeys(paths, "")
    if paths:
        oids.update(tracked.read_index_oids(git, paths))
    return oids


def _count_languages(db: apsw.Connection, tree: int) -> None:
    db.execute(
        "UPDATE tree SET counts = (SELECT json_group_object(language, n) FROM (SELECT b.language, count(*) AS n"
        " FROM file f JOIN blob b ON b.id = f.blob WHERE f.tree = ?1 GROUP BY b.language)) WHERE id = ?1", (tree,)
    )  # fmt: skip


def _difference(git: "Git", old: str, new: str) -> dict[str, str] | None:
    """Path -> blob id of the paths that differ between two commits; None when the old one is gone."""
    if old == new:
        return {}
    try:
        return dict(tracked.changed_between(git, old, new))
    except BackstoryError:  # the old commit was pruned: compare whole listings instead
        return None
