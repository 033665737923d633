"""Compares the index with the files and with itself. SQLite notices about half of random damage, this module the rest.

The deep check has two steps. It compares the files with the table of contents, and that table with everything derived
from it. For the second step it builds the full text again under the same row numbers and compares word by word.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import apsw

from backstory.base.path_codec import decode_path, encode_path
from backstory.index import write
from backstory.index.database import DAMAGE_ERRORS, ReadTransaction
from backstory.index.schema import SCHEMA
from backstory.index.write import COLUMNS, Content, Prepared, content_checksum, restore_record
from backstory.model.errors import BackstoryError
from backstory.store.codec import decode_record
from backstory.store.files import read_file
from backstory.store.record_redaction import redact_record
from backstory.store.records import READ_LIMIT, RecordStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from backstory.index.build import Index

MOST: Final = 20
"""Problems that are named."""


def check_index(index: "Index", stores: "Mapping[str, RecordStore]", *, deep: bool = False) -> list[str]:
    """Problems of the index, a sentence each, at most `MOST`; none when it agrees with the files.

    The quick check reads the database's structure and the list of files. With `deep` it reads all files again and
    compares everything that the index holds about them.
    """
    db = index._db
    out: list[str] = []
    if db.in_memory:
        out.append(f"the index cannot be kept in `{db.path}`: {db.reason}")
    tree = encode_path(index.tree)
    steps = [_structure(db.con, deep), _places(db.con), _listing(db.con, tree, stores)]
    if deep:
        steps += [_contents(db.con, tree, stores), _derived(db.con)]
    for step in steps:
        try:
            with ReadTransaction(db.con):
                for problem in step:
                    out.append(problem)
                    if len(out) >= MOST:
                        return out
        except DAMAGE_ERRORS as err:
            out.append(f"the index cannot be read: {type(err).__name__}: {err}")
    return out


def _structure(con: apsw.Connection, deep: bool) -> Iterator[str]:
    for row in con.execute(f"PRAGMA {'integrity_check' if deep else 'quick_check'}({MOST})"):
        if row[0] != "ok":
            yield f"the database is damaged: {row[0]}"


def _places(con: apsw.Connection) -> Iterator[str]:
    """Compares the list of files with its digest, for every working tree."""
    counted: dict[str, tuple[int, int]] = {}
    for tree, *row in con.execute("SELECT tree, path, scope, doc, size, mtime_ns, sure FROM presence"):
        files, total = counted.get(tree, (0, 0))
        counted[tree] = (files + 1, (total + write.presence_digest(*row)) % write.MODULUS)
    noted = {tree: (docs, digest) for tree, docs, digest in con.execute("SELECT tree, docs, digest FROM tree")}
    for tree in sorted(counted.keys() | noted.keys()):
        if counted.get(tree, (0, 0)) != noted.get(tree, (0, 0)):
            yield f"the list of files of `{tree or 'the data home'}` does not add up"


def _listing(con: apsw.Connection, tree: str, stores: "Mapping[str, RecordStore]") -> Iterator[str]:
    indexed = {
        decode_path(path): (scope, size, mtime_ns)
        for path, scope, size, mtime_ns in con.execute(
            "SELECT path, scope, size, mtime_ns FROM presence WHERE tree IN (?, '')", (tree,)
        )
        if scope in stores
    }
    for scope, store in stores.items():
        for file in store.files():
            was = indexed.pop(file.path, None)
            if was is None and file.size > READ_LIMIT:
                continue  # `doctor` names it among the records: no index takes it in
            if was is None:
                yield f"`{file.path}` is not in the index"
            elif was != (scope, file.size, file.mtime_ns):
                yield f"`{file.path}` has changed since it was indexed"
    for path in indexed:
        yield f"`{path}` is in the index and not on disk"


def _contents(con: apsw.Connection, tree: str, stores: "Mapping[str, RecordStore]") -> Iterator[str]:
    """Reads every file again and compares it with its row."""
    columns = ", ".join(f"c.{name}" for name in COLUMNS.split(", "))
    query = f"SELECT c.crc, {columns} FROM presence p JOIN content c ON c.doc = p.doc WHERE p.tree = ? AND p.path = ?"
    for scope, store in stores.items():
        home = tree if scope == "team" else ""
        for file in store.files():
            row: Any = con.execute(query, (home, encode_path(file.path))).fetchone()
            try:
                data = read_file(file.path, limit=READ_LIMIT)
            except BackstoryError:
                continue  # `doctor` names unreadable files by itself
            if row is not None:  # `_listing` reports a file without one
                problem = _compare_content(Content(*row[1:]), row[0], data, file.path, store)
                if problem:
                    yield problem


def _compare_content(content: Content, crc: int, data: bytes, path: str, store: RecordStore) -> str:
    """How the index's content of a file differs from the file's bytes, in a sentence; empty when it does not."""
    name = write.content_name(store.folder, path)
    oid = write.blob_id(data)
    if (content.oid, content.name) != (oid, name) and len(content.oid) == len(oid):
        return f"`{path}` is not what the index has of it, though its size and time are the same"
    record = decode_record(data, scope=store.scope, name=path).record
    ready = write.prepare_rows(redact_record(record, store.gate) if record else None, content.oid, len(data), name)
    if ready.content != content or ready.crc != crc:
        return f"the index holds something else than `{path}` says"
    return ""


def _derived(con: apsw.Connection) -> Iterator[str]:
    """Derives everything from the contents again and compares."""
    fresh = apsw.Connection(":memory:")
    fresh.execute(SCHEMA)
    docs: set[int] = set()
    for doc, gone, crc, *row in con.execute(f"SELECT doc, gone, crc, {COLUMNS} FROM content ORDER BY doc"):
        content = Content(*row)
        docs.add(doc)
        if content_checksum(content) != crc:
            yield f"content {doc} ({content.name}) is not what was written"
            continue
        prepared = _prepared_again(content)
        for problem in _tables(con, doc, prepared):
            yield f"{problem} of content {doc} ({content.name}) are wrong"
        if not gone and content.id:
            fresh.execute(write.FTS_INSERT, write.full_text_row(doc, prepared))
        present = con.execute("SELECT 1 FROM presence WHERE doc = ? LIMIT 1", (doc,)).fetchone()
        if bool(present) == bool(gone):
            yield f"content {doc} ({content.name}) is {'present but marked as gone' if gone else 'nowhere'}"
    yield from _orphans(con, docs)
    yield from _words(con, fresh)


def _orphans(con: apsw.Connection, docs: set[int]) -> Iterator[str]:
    """Rows of the derived tables that name a content which is none of `docs`."""
    for table in ("link", "tag", "anchor", "presence"):
        for (doc,) in con.execute(f"SELECT DISTINCT doc FROM {table}"):
            if doc not in docs:
                yield f"`{table}` names content {doc}, which does not exist"


def _prepared_again(content: Content) -> Prepared:
    record = restore_record(content) if content.id else None
    return write.prepare_rows(record, content.oid, content.size, content.name)


def _tables(con: apsw.Connection, doc: int, prepared: Prepared) -> Iterator[str]:
    anchors = {
        (anchor.path, anchor.symbol, anchor.digest, anchor.path.rstrip("/").rpartition("/")[2], int(anchor.is_glob))
        for anchor in prepared.anchors
    }
    tables: tuple[tuple[str, str, set[Any]], ...] = (
        ("links", "SELECT relation, target FROM link WHERE doc = ?", set(prepared.links)),
        ("tags", "SELECT tag FROM tag WHERE doc = ?", {(tag,) for tag in prepared.tags}),
        ("anchors", "SELECT path, symbol, digest, base, glob FROM anchor WHERE doc = ?", anchors),
    )
    for name, query, expected in tables:
        if set(con.execute(query, (doc,))) != expected:
            yield name


def _words(con: apsw.Connection, fresh: apsw.Connection) -> Iterator[str]:
    """Compares the full text with a new one: every word, every length, and the totals that ranking divides by."""
    for name, query in (
        ("words", "SELECT term, doc, col, offset FROM temp.words"),
        ("lengths", "SELECT id, sz FROM fts_docsize ORDER BY id"),
    ):
        for each in (con, fresh):
            each.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'fts', 'instance')")
        try:
            for indexed, expected in zip_longest(con.execute(query), fresh.execute(query)):
                if indexed != expected:
                    yield f"the {name} of the full text differ from those of the contents"
                    break
        finally:
            for each in (con, fresh):
                each.execute("DROP TABLE IF EXISTS temp.words")
    if _totals(con) != _totals(fresh):
        yield "the totals of the full text differ from those of the contents"


def _totals(con: apsw.Connection) -> list[int]:
    """Number of rows and words per column, as FTS5 keeps them for BM25 (record 1 of its data table, varints)."""
    row = con.execute("SELECT block FROM fts_data WHERE id = 1").fetchone()
    out: list[int] = []
    value = 0
    for byte in bytes(row[0]) if row and isinstance(row[0], bytes) else b"":
        value = value << 7 | byte & 127
        if not byte & 128:
            out.append(value)
            value = 0
    return out if any(out) else []
