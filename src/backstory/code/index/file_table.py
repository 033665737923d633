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

    def named(self, stems: Iterable[str], *, roles: str = "", ends: str = "") -> dict[str, list[File]]:
        """Files of the tree called after any of `stems`. The caller keeps those that matter with `keep`.

        A project may have hundreds of one name, so they are not in `files` at once. `roles`: only tests (`test`) or
        only others (`code`). `ends`: only paths that end so.
        """
        out: dict[str, list[File]] = {}
        wanted = list(dict.fromkeys(stems))
        only = {"": "", "test": " AND f.role = 'test'", "code": " AND f.role != 'test'"}[roles]
        if ends:
            only += " AND substr(f.path, ?) = ?"
        for start in range(0, len(wanted), 200):
            piece = wanted[start : start + 200]
            marks = ",".join("?" * len(piece))
            bound = (*piece, self.index.tree, *((-len(ends), ends) if ends else ()))
            for row in self.index.db.execute(
                f"SELECT {COLUMNS} FROM file f WHERE f.stem IN ({marks}) AND +f.tree = ?{only}", bound
            ):
                out.setdefault(row[-1], []).append(File(*row))
        return out

    def keep(self, file: File) -> int:
        """Remembers a file that `named` gave; its id."""
        return self.add(file)

    def holders(self, by_blob: Mapping[int, float]) -> dict[int, float]:
        """The files of the tree that hold the best of these contents."""
        best = self._best(by_blob)
        held = self._held
        new = [b for b in best if b not in held]
        for start in range(0, len(new), 400):
            piece = new[start : start + 400]
            held.update((b, []) for b in piece)
            marks = ",".join("?" * len(piece))
            of_piece: list[Any] = self.index.db.execute(
                f"SELECT f.blob, {COLUMNS} FROM file f WHERE f.blob IN ({marks}) AND +f.tree = ?",
                (*piece, self.index.tree),
            ).fetchall()
            for row in of_piece:
                held[row[0]].append(self.add(row))
        return {id_: by_blob[b] for b in best for id_ in held[b]}

    def _best(self, by_blob: Mapping[int, float]) -> list[int]:
        """The best `DEEP` contents. At the edge the id of the content decides, not when it was indexed."""
        if len(by_blob) <= DEEP:
            return sorted(by_blob)
        edge = sorted(by_blob.values(), reverse=True)[DEEP - 1]
        best = [b for b, worth in by_blob.items() if worth > edge]
        tied = [b for b, worth in by_blob.items() if worth == edge]
        names: list[Any] = []
        for start in range(0, len(tied), 400):
            piece = tied[start : start + 400]
            marks = ",".join("?" * len(piece))
            names += self.index.db.execute(f"SELECT oid, kind, id FROM blob WHERE id IN ({marks})", piece).fetchall()
        return sorted([*best, *(b for _, _, b in sorted(names)[: DEEP - len(best)])])
