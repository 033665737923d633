"""Finds the record files that changed since the index last read them.

In a small memory every file is looked at. In a large one only the folders that changed are, and every file once a
minute: a file that is added, removed or replaced changes the time of its folder, and one that is written in place, by
an editor, waits for that minute.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import apsw

from backstory.base.path_codec import decode_path, encode_path
from backstory.index import write
from backstory.index.database import DAMAGE_ERRORS, Damaged, WriteTransaction
from backstory.store.records import RecordFile, RecordStore

Stores = Mapping[str, RecordStore]
FolderTimes = dict[tuple[str, str, str], int]
"""(tree, folder, scope) -> time of modification in ns; see the table `stamp`."""
IndexedFiles = dict[str, dict[str, tuple[int, int, int, int]]]
"""scope -> path -> (doc, size, mtime_ns, sure)."""

SLACK_NS: Final = 50_000_000
"""A file that changed so shortly before a refresh may change again within one clock tick (4 to 10 ms): its time proves
nothing yet."""
COARSE_SLACK_NS: Final = 2_000_000_000
"""The same for file systems that store whole seconds."""
LARGE: Final = 5_000
"""Record files from which a refresh does not look at each of them every time."""
RESCAN_NS: Final = 60_000_000_000
"""Time after which it does, all the same."""


class ChangedFile(NamedTuple):
    """A file whose time or size differs from its row in the index."""

    tree: str
    store: RecordStore
    file: RecordFile
    indexed: tuple[int, int] | None
    """(doc, size) as the index has it."""
    sure: bool


class Extent(NamedTuple):
    """The files and folders that a refresh examines."""

    folders: frozenset[str] | None
    """The folders, absolute and encoded; None for all."""
    note_scan: bool
    """Whether the time of this look is to be noted: it is one at every file of a large memory."""

    def covers(self, folder: str) -> bool:
        return self.folders is None or encode_path(folder) in self.folders


def choose_extent(con: apsw.Connection, tree: str, times: FolderTimes, now: int, *, by_folders: bool) -> Extent:
    """The files to examine, given the current state of the folders. `by_folders`: only in those that have changed."""
    if not by_folders:
        files = con.execute("SELECT sum(docs) FROM tree WHERE tree IN (?, '')", (tree,)).get or 0
        if files < LARGE:
            return Extent(None, False)
        scanned = con.execute("SELECT value FROM meta WHERE key = ?", (_scan_key(tree),)).get
        if scanned is None or not 0 <= now - int(scanned) < RESCAN_NS:
            return Extent(None, True)
    stored = _stored_times(con, tree)
    gone = {folder for place, folder, scope in stored.keys() - times.keys()}
    stale = {name[1] for name, mtime_ns in times.items() if not mtime_ns or stored.get(name, 0) != mtime_ns}
    return Extent(frozenset(gone | stale), False)


def note_scan(con: apsw.Connection, tree: str, now: int) -> None:
    """Notes that every file was looked at. Gives up silently: then the next refresh looks again."""
    try:
        with WriteTransaction(con):
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_scan_key(tree), str(now)))
    except DAMAGE_ERRORS:
        return


def _scan_key(tree: str) -> str:
    return f"scanned {tree}"


def find_changes(
    con: apsw.Connection, tree: str, stores: Stores, extent: Extent, now: int
) -> tuple[list[ChangedFile], list[tuple[str, str]]]:
    """(files that differ from their rows, (tree, path) of files that are gone). Raises `Damaged`."""
    indexed = _read_indexed(con, tree, stores, extent)
    changed: list[ChangedFile] = []
    for scope, store in stores.items():
        rows = indexed[scope]
        for files in _list_files(store, extent):
            some: list[ChangedFile] = []
            for path, info in files:
                row = rows.pop(path if path.isascii() else encode_path(path), None)
                if row is None or row[1] != info.st_size or row[2] != info.st_mtime_ns or not row[3]:
                    file = RecordFile(path, info.st_size, info.st_mtime_ns)
                    sure = is_settled(file.mtime_ns, now)
                    some.append(ChangedFile(_home_of(scope, tree), store, file, row[:2] if row else None, sure))
            changed += sorted(some, key=lambda one: one.file)
    gone: list[tuple[str, str]] = []
    for scope, rest in indexed.items():
        gone += [(_home_of(scope, tree), path) for path in rest]
    return changed, gone


def _home_of(scope: str, tree: str) -> str:
    """The tree that a scope's files are listed under: the working tree for the team's, none for the others."""
    return tree if scope == "team" else ""


def _list_files(store: RecordStore, extent: Extent) -> Iterator[list[tuple[str, os.stat_result]]]:
    if extent.folders is None:
        return store.files_by_kind()
    return store.files_by_kind([kind for kind in store.dirs() if extent.covers(os.path.join(store.folder, kind))])


def _read_indexed(con: apsw.Connection, tree: str, stores: Stores, extent: Extent) -> IndexedFiles:
    """The rows of the files in the extent. Raises `Damaged` where a tree's digest does not fit its rows."""
    if extent.folders is None:
        return read_indexed_files(con, tree, stores)
    out: IndexedFiles = {scope: {} for scope in stores}
    query = (
        "SELECT path, scope, doc, size, mtime_ns, sure FROM presence"
        " WHERE tree = ? AND path > ? || '/' AND path < ? || '0'"
    )
    for folder in sorted(extent.folders):
        if os.path.dirname(decode_path(folder)) not in {store.folder for store in stores.values()}:
            continue  # the folder of the kinds holds no files of its own
        for home in (tree, ""):
            for path, scope, doc, size, mtime_ns, sure in con.execute(query, (home, folder, folder)):
                if scope in out:
                    out[scope][path] = (doc, size, mtime_ns, sure)
    return out


def read_indexed_files(con: apsw.Connection, own_tree: str, stores: Stores) -> IndexedFiles:
    """The rows of all files. Raises `Damaged` where a tree's digest does not fit."""
    out: IndexedFiles = {scope: {} for scope in stores}
    for tree in (own_tree, ""):
        total = files = 0
        query = "SELECT path, scope, doc, size, mtime_ns, sure FROM presence WHERE tree = ?"
        for path, scope, doc, size, mtime_ns, sure in con.execute(query, (tree,)):
            total += write.presence_digest(path, scope, doc, size, mtime_ns, sure)
            files += 1
            if scope in out:
                out[scope][path] = (doc, size, mtime_ns, sure)
        row = con.execute("SELECT docs, digest FROM tree WHERE tree = ?", (tree,)).fetchone() or (0, 0)
        if row != (files, total % write.MODULUS):
            raise Damaged(f"the files of `{tree}` do not add up")
    return out


def folder_times(own_tree: str, stores: Stores, now: int) -> FolderTimes:
    """The times of the folders that hold record files. Call it before the files are listed."""
    out: FolderTimes = {}
    for scope, store in stores.items():
        tree = _home_of(scope, own_tree)
        try:
            times = {store.folder: os.stat(store.folder).st_mtime_ns}
        except OSError:
            times = {store.folder: -1}
        times.update((os.path.join(store.folder, name), mtime_ns) for name, mtime_ns in store.dirs().items())
        for folder, mtime_ns in times.items():
            out[tree, encode_path(folder), scope] = mtime_ns if mtime_ns < 0 or is_settled(mtime_ns, now) else 0
    return out


def is_stale(con: apsw.Connection, own_tree: str, now: FolderTimes) -> bool:
    """Whether folders came, went or changed since the index noted their times."""
    stored = _stored_times(con, own_tree)
    scopes = {scope for _, _, scope in now}
    gone = any(name not in now for name in stored if name[2] in scopes)
    return gone or any(stored.get(name, 0) != mtime_ns for name, mtime_ns in now.items() if mtime_ns)


def _stored_times(con: apsw.Connection, own_tree: str) -> FolderTimes:
    query = "SELECT tree, folder, scope, mtime_ns FROM stamp WHERE tree IN (?, '')"
    return {(str(row[0]), str(row[1]), str(row[2])): int(str(row[3])) for row in con.execute(query, (own_tree,))}


def is_settled(mtime_ns: int, now: int) -> bool:
    """Whether a change after `now` would show in the time of modification."""
    return mtime_ns < now - (COARSE_SLACK_NS if mtime_ns % 1_000_000_000 == 0 else SLACK_NS)
