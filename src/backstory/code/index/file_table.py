"""Looks up the files of a tree for ranking: by path, by stem, by content."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.code.index.store import CodeIndex
from backstory.code.read.roles import stands_as_test

DEEP: Final = 200
"""Contents, or paths, that one signal keeps: the cost does not grow with the tree."""
COLUMNS: Final = "f.id, f.path, f.role, f.stem"
"""The columns of `file` that a row for `FileTable.add` ends with."""
_AT_ONCE: Final = 400
"""Ids that one query asks for."""
_OF_ROLES: Final = {
    "": "",
    "test": " AND f.role = 'test'",
    "doc": " AND f.role = 'doc'",
    "code": " AND f.role != 'test'",
}


class File(NamedTuple):
    """A file of the tree. `stem` is the subject it is named for, see `code.read.roles.stem_of`."""

    id: int
    path: str
    role: str
    stem: str


def tests_beside(test: File, code: File) -> bool:
    """Whether a file named like another is a test to show beside it."""
    return test.role == "test" and code.role != "test" and stands_as_test(test.path, code.path)


class FileTable:
    """The files that a ranking has met. `files` holds each once, by its id."""

    def __init__(self, index: CodeIndex) -> None:
        self.index = index
        self.files: dict[int, File] = {}
        self._by_path: dict[str, int] = {}
        self._held: dict[int, list[int]] = {}
        """Content -> the files of the tree that hold it, as far as they were asked for."""

    def add(self, row: Sequence[Any]) -> int:
        """Remembers a file from a row that ends with id, path, role, stem."""
        id_ = row[-4]
        if id_ not in self.files:
            self.files[id_] = File(*row[-4:])
            self._by_path[row[-3]] = id_
        return int(id_)

    def find(self, path: str) -> int | None:
        """The id of a file of the tree by its path."""
        if path in self._by_path:
            return self._by_path[path]
        row = self.index.db.execute(
            f"SELECT {COLUMNS} FROM file f WHERE f.tree = ? AND f.path = ?",
            (self.index.tree, path),
        ).fetchone()
        return None if row is None else self.add(row)

    def find_all(self, paths: Iterable[str]) -> set[int]:
        """The ids of those of the paths that are files of the tree."""
        return {id_ for id_ in map(self.find, paths) if id_ is not None}

    def find_by_stem(self, stems: Iterable[str], *, roles: str = "", ends: str = "") -> dict[str, list[File]]:
        """Files of the tree called after any of `stems`. The caller keeps those that matter with `keep`.

        A project may have hundreds of one name, so they are not in `files` at once. `roles`: only tests (`test`),
        only documents (`doc`), or all but tests (`code`). `ends`: only paths that end so.
        """
        by_stem: dict[str, list[File]] = {}
        names = list(dict.fromkeys(stems))
        condition = _OF_ROLES[roles] + (" AND substr(f.path, ?) = ?" if ends else "")
        ending = (-len(ends), ends) if ends else ()
        for start in range(0, len(names), 200):
            piece = names[start : start + 200]
            for row in self.index.db.execute(
                f"SELECT {COLUMNS} FROM file f WHERE f.stem IN ({_marks(piece)}) AND +f.tree = ?{condition}",
                (*piece, self.index.tree, *ending),
            ):
                by_stem.setdefault(row[-1], []).append(File(*row))
        return by_stem

    def keep(self, file: File) -> int:
        """Remembers a file that `named` gave; its id."""
        return self.add(file)

    def holders(self, by_blob: Mapping[int, float]) -> dict[int, float]:
        """The files of the tree that hold the best of these contents."""
        best = self._best(by_blob)
        new = [blob for blob in best if blob not in self._held]
        for start in range(0, len(new), _AT_ONCE):
            self._ask_holders(new[start : start + _AT_ONCE])
        values: dict[int, float] = {}
        for blob in best:
            values.update(dict.fromkeys(self._held[blob], by_blob[blob]))
        return values

    def _ask_holders(self, blobs: Sequence[int]) -> None:
        self._held.update((blob, []) for blob in blobs)
        rows: list[Any] = self.index.db.execute(
            f"SELECT f.blob, {COLUMNS} FROM file f WHERE f.blob IN ({_marks(blobs)}) AND +f.tree = ?",
            (*blobs, self.index.tree),
        ).fetchall()
        for row in rows:
            self._held[row[0]].append(self.add(row))

    def _best(self, by_blob: Mapping[int, float]) -> list[int]:
        """The best `DEEP` contents. At the edge the id of the content decides, not when it was indexed."""
        if len(by_blob) <= DEEP:
            return sorted(by_blob)
        edge = sorted(by_blob.values(), reverse=True)[DEEP - 1]
        best = [blob for blob, worth in by_blob.items() if worth > edge]
        tied = [blob for blob, worth in by_blob.items() if worth == edge]
        return sorted(best + self._by_oid(tied)[: DEEP - len(best)])

    def _by_oid(self, blobs: Sequence[int]) -> list[int]:
        """The contents in the order of their ids in git."""
        rows: list[Any] = []
        for start in range(0, len(blobs), _AT_ONCE):
            piece = blobs[start : start + _AT_ONCE]
            rows += self.index.db.execute(
                f"SELECT oid, kind, id FROM blob WHERE id IN ({_marks(piece)})", tuple(piece)
            ).fetchall()
        return [id_ for _, _, id_ in sorted(rows)]


def _marks(values: Sequence[Any]) -> str:
    """The marks of a query for so many values."""
    return ",".join("?" * len(values))
