"""Finds the record files that are new or have changed since they were indexed, and reads them.

A file whose size and time are the same is not read. For many files at once git's blob ids save reading too.
"""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import apsw

from backstory.base.path_codec import key
from backstory.index import write
from backstory.index.database import Damaged
from backstory.model.errors import BackstoryError
from backstory.store.codec import decode
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT, RecordFile, RecordStore, redacted

if TYPE_CHECKING:
    from backstory.redact.gate import Gate, Redacted

Stores = Mapping[str, RecordStore]
FolderTimes = dict[tuple[str, str, str], int]
"""(tree, folder, scope) -> time of modification in ns; see the table `stamp`."""

SLACK_NS: Final = 50_000_000
"""A file that changed so shortly before a refresh may change again within one clock tick (4 to 10 ms): its time proves
nothing yet."""
COARSE_SLACK_NS: Final = 2_000_000_000
"""The same for file systems that store whole seconds."""


class ChangedFile(NamedTuple):
    """A file whose time or size differs from its row in the index."""

    tree: str
    store: RecordStore
    file: RecordFile
    known: tuple[int, int] | None
    """(doc, size) as the index has it."""
    sure: bool


class Inspected(NamedTuple):
    """What the inspection of a changed file found."""

    oid: str
    """Its blob id; empty for a file that cannot be indexed."""
    prepared: "write.Prepared | None"
    """The rows of a content that is new to the index."""
    was_read: bool
    sure: bool
    """Whether the same time at the next refresh proves that the file is unchanged."""


def indexed_files(con: apsw.Connection, mine: str, stores: Stores) -> dict[str, dict[str, tuple[int, int, int, int]]]:
    """scope -> path -> (doc, size, mtime_ns, sure). Raises Damaged where a tree's digest does not fit."""
    out: dict[str, dict[str, tuple[int, int, int, int]]] = {scope: {} for scope in stores}
    for tree in (mine, ""):
        total = files = 0
        query = "SELECT path, scope, doc, size, mtime_ns, sure FROM presence WHERE tree = ?"
        for path, scope, doc, size, mtime_ns, sure in con.execute(query, (tree,)):
            total += write.digest_of(path, scope, doc, size, mtime_ns, sure)
            files += 1
            if scope in out:
                out[scope][path] = (doc, size, mtime_ns, sure)
        row = con.execute("SELECT docs, digest FROM tree WHERE tree = ?", (tree,)).fetchone() or (0, 0)
        if row != (files, total % write.MODULUS):
            raise Damaged(f"the files of `{tree}` do not add up")
    return out


def folder_times(mine: str, stores: Stores, now: int) -> FolderTimes:
    """The times of the folders that hold record files. Call it before the files are listed."""
    out: FolderTimes = {}
    for scope, store in stores.items():
        tree = mine if scope == "team" else ""
        try:
            times = {store.folder: os.stat(store.folder).st_mtime_ns}
        except OSError:
            times = {store.folder: -1}
        times.update((os.path.join(store.folder, name), at) for name, at in store.dirs().items())
        for folder, at in times.items():
            out[tree, key(folder), scope] = at if at < 0 or is_settled(at, now) else 0
    return out


def is_stale(con: apsw.Connection, mine: str, now: FolderTimes) -> bool:
    query = "SELECT tree, folder, scope, mtime_ns FROM stamp WHERE tree IN (?, '')"
    there = {row[:3]: row[3] for row in con.execute(query, (mine,))}
    scopes = {scope for _, _, scope in now}
    gone = any(name not in now for name in there if name[2] in scopes)
    return gone or any(there.get(name, 0) != at for name, at in now.items() if at)


def inspect_file(con: apsw.Connection, seen: ChangedFile, ids: Mapping[str, str], gate: "Gate") -> Inspected:
    """Reads a changed file, unless the index already knows the blob id that git has for it."""
    store, file = seen.store, seen.file
    name = write.content_name(store.folder, file.path)
    oid = ids.get(key(file.path), "")
    if oid:
        row = con.execute("SELECT doc, size FROM content WHERE oid = ? AND name = ?", (oid, name)).fetchone()
        # git's own entry must have changed too: an entry that did not, beside a time that did, is an edit by hand
        if row and row[1] == file.size and (seen.known is None or seen.known[0] != row[0]):
            return Inspected(oid, None, False, seen.sure)
    try:
        data = read_file(file.path, limit=READ_LIMIT)
    except BackstoryError:
        return Inspected("", None, True, False)
    sure = seen.sure and len(data) == file.size
    oid = write.blob_id(data)
    if write.known_content(con, oid, name):
        return Inspected(oid, None, True, sure)
    try:
        record = decode(data, scope=store.scope, name=file.path).record
        prepared = write.prepare(redacted(record, gate) if record else None, oid, len(data), name)
        return Inspected(oid, prepared, True, sure)
    except Exception:  # a gate or a reader that fails on one file must not stop the others; ungated text is not kept
        return Inspected("", None, True, False)


class CachingGate:
    """A gate that caches its verdicts on short texts, since authors, branches, tags and paths recur."""

    def __init__(self, gate: "Gate") -> None:
        self._gate = gate
        self._known: dict[str, Redacted] = {}

    def check(self, text: str) -> "Redacted":
        found = self._known.get(text)
        if found is None:
            found = self._gate.check(text)
            if len(text) <= 400 and len(self._known) < 50_000:
                self._known[text] = found
        return found

    def clean(self, text: str) -> str:
        return self.check(text).text

    def value(self, obj: object) -> object:
        return self._gate.value(obj) if obj else obj


def is_settled(mtime_ns: int, now: int) -> bool:
    """Whether a change after `now` would show in the time of modification."""
    return mtime_ns < now - (COARSE_SLACK_NS if mtime_ns % 1_000_000_000 == 0 else SLACK_NS)
