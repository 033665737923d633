"""Brings an index up to date with the record files: finds the changed files, reads them and writes their rows.

A file with the same size and time is not read. If many files changed, git's blob ids save reading as well. Several
processes may refresh at once: one writes, the others continue with a copy in memory.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import apsw

from backstory.base.fingerprint import BEHIND, OUTDATED
from backstory.base.path_codec import encode_path
from backstory.index import read, write
from backstory.index.database import Database, ReadTransaction, WriteTransaction, data_version
from backstory.index.scan import (  # fmt: skip
    ChangedFile,
    FolderTimes,
    Stores,
    choose_extent,
    find_changes,
    folder_times,
    is_stale,
    note_scan,
)
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file
from backstory.store.lock import try_lock
from backstory.store.records import READ_LIMIT

if TYPE_CHECKING:
    from backstory.model.record import Record
    from backstory.redact.gate import Gate, Redacted

BlobIds = Callable[[], Mapping[str, str]]
"""Returns path -> blob id of files in the working tree, as git has them."""

BATCH: Final = 1_000
"""Files per transaction: others wait for some 100 ms at most."""
ASK: Final = 32
"""Minimum of changed files for asking git for their ids. Fewer files are read faster than git starts."""
TAIL: Final = 500
"""Maximum of files read while another process rebuilds. This process then serves the old index and the newest files."""
MERGE: Final = 2_000
"""Number of new contents after which the full-text index is merged, which makes later searches a third faster."""
SCREENED: Final = 16
"""Minimum of texts for searching them all at once."""
TURN_MS: Final = 300
"""Milliseconds to wait for another process's refresh before continuing with a copy in memory."""


class Refreshed(NamedTuple):
    """Counts of a refresh."""

    read: int = 0
    """Files whose bytes were read."""
    parsed: int = 0
    """Contents that were new to the index."""
    removed: int = 0
    """Files that are gone."""
    unreadable: tuple[str, ...] = ()
    """Paths of files that cannot be read."""
    partial: bool = False
    """Whether files were left out because another process is at work."""
    memory: str = ""
    """Why the index is in memory; empty when it is in its file."""

    @property
    def changed(self) -> bool:
        return bool(self.read or self.parsed or self.removed)


class Inspected(NamedTuple):
    """The result of inspecting a changed file."""

    oid: str
    """Its blob id; empty for a file that cannot be indexed."""
    prepared: "write.Prepared | None"
    """The rows of a content that is new to the index."""
    was_read: bool
    sure: bool
    """Whether an equal modification time at the next refresh will prove the file unchanged."""


class _Decoded(NamedTuple):
    """A file whose content is new to the index."""

    seen: Inspected
    name: str
    size: int
    record: "Record | None"


class _Ready(NamedTuple):
    """A file to write, read before the transaction begins. `prepared` is None if its content is indexed already."""

    place: write.FileRow
    oid: str
    name: str
    prepared: write.Prepared | None
    former: int
    """The content that the index has at this place; 0 for none."""


def refresh_index(
    db: Database, root: str, stores: Stores, gate: "Gate", oids: BlobIds | None, by_folders: bool = False
) -> Refreshed:
    """Brings the index up to date with the files; see `Index.refresh`. `root` is the root of the working tree."""
    tree = encode_path(root)
    now = time.time_ns()
    times = folder_times(tree, stores, now)
    with ReadTransaction(db.con):
        extent = choose_extent(db.con, tree, times, now, by_folders=by_folders)
        changed, gone = find_changes(db.con, tree, stores, extent, now)
        stale = is_stale(db.con, tree, times)
        version = data_version(db.con)
    if extent.note_scan:
        note_scan(db.con, tree, now)
    if not changed and not gone and not stale:
        return Refreshed(memory=db.reason)
    lock = -1 if db.in_memory else _lock_or_go_to_memory(db)
    try:
        partial = db.in_memory and "another process" in db.reason and len(changed) > TAIL
        if partial:
            changed.sort(key=lambda file: file.file.mtime_ns, reverse=True)
            changed = changed[:TAIL]
        of_team = sum(bool(file.tree) for file in changed)
        ids = _blob_ids(root, oids) if oids is not None and of_team >= ASK else {}
        version = 0 if db.in_memory else version  # what is copied may be newer than what was read
        refreshed = _write_changes(db, tree, changed, gone, times, CachingGate(gate), ids, version)
        return refreshed._replace(partial=partial, memory=db.reason)
    finally:
        if lock >= 0:
            os.close(lock)


def _lock_or_go_to_memory(db: Database) -> int:
    """The lock of the writing process, as a descriptor; -1 when another process holds it, and the index is copied."""
    lock = _acquire_refresh_lock(db.path)
    if lock < 0:
        db.to_memory("another process is building the index")
    return lock


def put_record(con: apsw.Connection, prepared: write.Prepared, place: write.FileRow, change: write.Change) -> None:
    """Writes a content, unless the index has it already, and the place of its file."""
    doc = write.find_content(con, prepared.content.oid, prepared.content.name)
    if doc:
        write.restore_content(con, doc)
    else:
        doc = write.put_content(con, prepared)
    write.put_presence(con, place, doc, change)


def mark_behind(con: apsw.Connection, tree: str, head: str) -> None:
    """Marks the visibility of records in other working trees as outdated after `tree` wrote a private record.

    The record has passed the policy and is visible at `head`, so what was computed for that HEAD still holds."""
    query = (
        "UPDATE tree SET head = ?2 || head"
        " WHERE (tree <> ?1 OR head <> ?4) AND head NOT IN ('', ?3) AND head NOT LIKE ?2 || '%'"
    )
    con.execute(query, (tree, BEHIND, OUTDATED, head))


def outdate_hidden(con: apsw.Connection, *, every: bool = False) -> None:
    """Marks the computed visibility of records as outdated, because private files arrived that no policy has judged.

    With `every`, also in working trees that have not computed it yet."""
    con.execute("UPDATE tree SET head = ?1 WHERE head <> '' OR ?2", (OUTDATED, every))


def keep_hidden(con: apsw.Connection, ident: str) -> None:
    """Hides a new content of a record wherever an earlier one is hidden."""
    con.execute(
        "INSERT OR IGNORE INTO hidden SELECT h.tree, new.doc, h.anywhere FROM content new"
        " JOIN content old ON old.id = new.id JOIN hidden h ON h.doc = old.doc WHERE new.id = ?",
        (ident,),
    )


def _write_changes(
    db: Database,
    tree: str,
    changed: list[ChangedFile],
    gone: list[tuple[str, str]],
    times: FolderTimes,
    gate: "CachingGate",
    ids: Mapping[str, str],
    version: int,
) -> Refreshed:
    """Reads and writes the changed files in batches. `version` is the data version of the compared index, or 0."""
    read_files = parsed = 0
    unreadable: list[str] = []
    for start in range(0, max(1, len(changed)), BATCH):
        ready: list[_Ready] = []
        files = changed[start : start + BATCH]
        for file, (oid, prepared, was_read, sure) in zip(files, inspect_files(db.con, files, ids, gate), strict=True):
            read_files += was_read
            size, mtime_ns = file.file.size, file.file.mtime_ns
            place = write.FileRow(file.tree, encode_path(file.file.path), file.store.scope, size, mtime_ns, sure)
            if not oid:
                unreadable.append(file.file.path)
                if file.indexed:
                    gone.append((file.tree, place.path))
                continue
            parsed += prepared is not None
            name = write.content_name(file.store.folder, file.file.path)
            ready.append(_Ready(place, oid, name, prepared, file.indexed[0] if file.indexed else 0))
        with WriteTransaction(db.con) as con:
            change = write.Change()
            if "private" in _put_all(con, ready, change, version):
                outdate_hidden(con)
            if start + BATCH >= len(changed):
                for home, path in gone:
                    write.remove_presence(con, home, path, change)
                _note_folders(con, tree, times, change)
            change.finish(con)
    if parsed >= MERGE:
        with WriteTransaction(db.con) as con:
            con.execute("INSERT INTO fts (fts) VALUES ('optimize')")
    return Refreshed(read_files, parsed, len(gone), tuple(unreadable))


def _put_all(con: apsw.Connection, ready: list[_Ready], change: write.Change, version: int) -> set[str]:
    """Writes the rows of files. Returns the scopes in which a place holds another content than before."""
    from backstory.index import bulk  # not for a look that finds no change

    new = [bulk.NewFile(one.place, one.prepared) for one in ready if one.prepared is not None and not one.former]
    if len(new) < bulk.LEAST or data_version(con) != version:
        return {one.place.scope for one in ready if _put(con, one, change)}
    bulk.put_files(con, new, change)
    others = (one for one in ready if one.prepared is None or one.former)
    return {place.scope for place, _ in new} | {one.place.scope for one in others if _put(con, one, change)}


def _put(con: apsw.Connection, ready: _Ready, change: write.Change) -> bool:
    """Writes a file's rows. Returns whether its place holds another content than before."""
    if ready.prepared is not None:
        put_record(con, ready.prepared, ready.place, change)
        return True
    # looked up again: another process may have collected the content, or put a rebuilt index in this place
    doc = write.find_content(con, ready.oid, ready.name)
    if doc:
        write.restore_content(con, doc)
        write.put_presence(con, ready.place, doc, change)
    return doc != ready.former


def _note_folders(con: apsw.Connection, tree: str, times: FolderTimes, change: write.Change) -> None:
    """Notes the times of the folders, and forgets working trees that no longer exist."""
    for home, scope in dict.fromkeys((home, scope) for home, _, scope in times):
        con.execute("DELETE FROM stamp WHERE tree = ? AND scope = ?", (home, scope))
    for (home, folder, scope), mtime_ns in times.items():
        con.execute("INSERT OR REPLACE INTO stamp VALUES (?, ?, ?, ?)", (home, folder, scope, mtime_ns))
    for home in (tree, ""):
        con.execute("INSERT OR IGNORE INTO tree VALUES (?, 0, 0, '', '')", (home,))
    others = [row[0] for row in con.execute("SELECT tree FROM tree WHERE tree NOT IN (?, '')", (tree,))]
    write.remove_trees(con, [other for other in others if not os.path.isdir(read.path_of(other))], change)


def _blob_ids(root: str, oids: BlobIds) -> dict[str, str]:
    try:
        return {encode_path(os.path.join(root, path)): oid for path, oid in oids().items()}
    except (BackstoryError, OSError):
        return {}  # the ids only save reading


def _acquire_refresh_lock(path: str) -> int:
    """The lock of the writing process, as a descriptor; -1 when another process holds it for too long."""
    try:
        fd = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:
        return -1
    end = time.monotonic_ns() + TURN_MS * 1_000_000
    while not try_lock(fd):
        if time.monotonic_ns() > end:
            os.close(fd)
            return -1
        time.sleep(0.005)
    return fd


def inspect_files(
    con: apsw.Connection, files: Sequence[ChangedFile], ids: Mapping[str, str], gate: "CachingGate"
) -> Iterator[Inspected]:
    """Reads changed files, unless the index already knows the blob ids that git has for them."""
    read_files = [_read_content(con, file, ids) for file in files]
    records = [one.record for one in read_files if isinstance(one, _Decoded) and one.record]
    gate.screen([text for record in records for text in _texts_of(record)])
    for one in read_files:
        yield _prepare(one, gate) if isinstance(one, _Decoded) else one


def _texts_of(record: "Record") -> list[str]:
    """The texts of a record that no other record is likely to have, as the gate is asked about them."""
    from backstory.redact.paths import compose_check

    paths = [anchor.path for anchor in record.anchors]
    return [record.title, record.body, *(compose_check(path) for path in paths)]


def _prepare(decoded: _Decoded, gate: "CachingGate") -> Inspected:
    """The rows of a content. Everything in them has passed the gate."""
    from backstory.store.record_redaction import redact_record

    record, seen = decoded.record, decoded.seen
    try:
        clean = redact_record(record, cast("Gate", gate)) if record else None
        return seen._replace(prepared=write.prepare_rows(clean, seen.oid, decoded.size, decoded.name))
    except Exception:  # a gate that fails on one file must not stop the others; ungated text is not kept
        return Inspected("", None, True, False)


def _read_content(con: apsw.Connection, changed: ChangedFile, ids: Mapping[str, str]) -> Inspected | _Decoded:
    """Reads a changed file; what of it is known is not decoded."""
    from backstory.store.codec import decode_record

    store, file = changed.store, changed.file
    name = write.content_name(store.folder, file.path)
    oid = ids.get(encode_path(file.path), "")
    if oid and _is_in_index(con, changed, oid, name):
        return Inspected(oid, None, False, changed.sure)
    try:
        data = read_file(file.path, limit=READ_LIMIT)
    except BackstoryError:
        return Inspected("", None, True, False)
    sure = changed.sure and len(data) == file.size
    oid = write.blob_id(data)
    if write.find_content(con, oid, name):
        return Inspected(oid, None, True, sure)
    try:
        record = decode_record(data, scope=store.scope, name=file.path).record
        return _Decoded(Inspected(oid, None, True, sure), name, len(data), record)
    except Exception:  # a reader that fails on one file must not stop the others
        return Inspected("", None, True, False)


def _is_in_index(con: apsw.Connection, changed: ChangedFile, oid: str, name: str) -> bool:
    """Whether the index has the content that git names for a file, and git's own entry is new as well.

    An entry that did not change, beside a time that did, is an edit by hand.
    """
    row: Any = con.execute("SELECT doc, size FROM content WHERE oid = ? AND name = ?", (oid, name)).fetchone()
    return bool(row) and row[1] == changed.file.size and (changed.indexed is None or changed.indexed[0] != row[0])


class CachingGate:
    """A gate that caches its verdicts on short texts, since authors, branches, tags and paths recur."""

    def __init__(self, gate: "Gate") -> None:
        self._gate = gate
        self._known: dict[str, Redacted] = {}
        self._harmless: dict[str, Redacted] = {}

    def screen(self, texts: Sequence[str]) -> None:
        """Screens many texts at once and caches the verdict on those without a secret. Drops earlier verdicts."""
        from backstory.redact.gate import Redacted

        screen = getattr(self._gate, "find_harmless", None) if len(texts) >= SCREENED else None
        try:
            self._harmless = {text: Redacted(text, ()) for text in screen(texts)} if screen else {}
        except Exception:
            self._harmless = {}  # each text is checked by itself, and only one on which that fails is left out

    def check(self, text: str) -> "Redacted":
        verdict = self._known.get(text) or self._harmless.get(text)
        if verdict is None:
            verdict = self._gate.check(text)
            if len(text) <= 400 and len(self._known) < 50_000:
                self._known[text] = verdict
        return verdict

    def clean(self, text: str) -> str:
        return self.check(text).text

    def holds_own_value(self, text: str) -> bool:
        return self._gate.holds_own_value(text)

    def value(self, obj: object) -> object:
        return self._gate.value(obj) if obj else obj
