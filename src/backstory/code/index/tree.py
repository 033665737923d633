"""A working tree as the index last saw it, and whether anything has changed since: all that most commands need."""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

import apsw

from backstory.git import tracked

if TYPE_CHECKING:
    from backstory.git.repository import Git

OWN_FOLDER: Final = ".backstory/"


class Refreshed(NamedTuple):
    """The result of a refresh."""

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


class TreeRow(NamedTuple):
    """A working tree as the index last saw it."""

    id: int
    head: str
    stamp: str
    """Changes when a sparse checkout is made wider or narrower."""


def find_tree(db: apsw.Connection, root: str) -> TreeRow | None:
    """The row of the tree at `root`; None when it was never indexed."""
    row = db.execute("SELECT id, head, stamp FROM tree WHERE root = ?", (root,)).get
    return None if row is None else TreeRow(*row)


def count_unread(db: apsw.Connection, root: str, tree: TreeRow, git: "Git", status: tracked.Status) -> int | None:
    """The number of files that changed since the tree was indexed; None where it was another commit."""
    if (tree.head, tree.stamp) != (status.head, tracked.sparse_fingerprint(git)):
        return None
    before = read_stored_dirty(db, tree.id)
    changed = sum(
        path not in before or before[path].stamp != tracked.file_fingerprint(os.path.join(root, path))
        for path in status.dirty
    )
    return changed + len(before.keys() - set(status.dirty))


def count_files(db: apsw.Connection, tree: int) -> int:
    """The number of files of a tree."""
    return int(db.execute("SELECT count(*) FROM file WHERE tree = ?", (tree,)).get)


def read_stored_dirty(db: apsw.Connection, tree: int) -> dict[str, tracked.Dirty]:
    rows = db.execute("SELECT path, oid, stamp FROM dirty WHERE tree = ?", (tree,))
    return {path: tracked.Dirty(path, oid, stamp) for path, oid, stamp in rows}


def is_own(path: str) -> bool:
    """Whether a path is in a `.backstory` folder, of this project or of one inside it.

    The index leaves such files out: their names hold the titles of records.
    """
    return path.startswith(OWN_FOLDER) or "/" + OWN_FOLDER in path
