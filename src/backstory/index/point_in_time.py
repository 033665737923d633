"""An in-memory copy of the index as it was at an earlier time."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import apsw

from backstory.base.path_codec import encode_path
from backstory.index import write
from backstory.index.build import Index
from backstory.index.database import Database, WriteTransaction, copy_to_memory
from backstory.index.refresh import put_record
from backstory.model.record import Record


class HistoricalRecord(NamedTuple):
    """A record to add. `oid` distinguishes its content from others of the same name."""

    record: Record
    path: str
    oid: str
    mtime_ns: int


class _InMemory(Database):
    """A database without a file."""

    def __init__(self, con: apsw.Connection, reason: str) -> None:
        self.path = ""
        self.reason = reason
        self.con = con


def index_as_of(
    index: Index,
    *,
    keeps: Callable[[str, str, str], bool],
    changed: Mapping[str, Callable[[Record], Record]],
    more: Iterable[HistoricalRecord] = (),
    until_ns: int,
    reason: str = "as it stood",
) -> Index:
    """A copy of the index as it was at a time. Do not refresh it. The original is not changed.

    `keeps` decides about each record by its scope, id and `made`; `changed` maps an id to a function that restores the
    record's earlier metadata; `more` are records to add. Hidden records stay hidden.
    """
    con = index.run(copy_to_memory)
    tree = encode_path(index.tree)
    files = "FROM presence p JOIN content c ON c.doc = p.doc WHERE p.tree IN (?1, '')"
    some = ", ".join(f"c.{name}" for name in write.Content._fields)
    shown = "AND c.id = ?2 AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = p.doc)"
    with WriteTransaction(con):
        change = write.Change()
        for home, path, scope, ident, made in list[Any](
            con.execute(f"SELECT p.tree, p.path, p.scope, c.id, c.made {files}", (tree,))
        ):
            if not keeps(scope, ident, made):
                write.remove_presence(con, home, path, change)
        for ident in changed:
            query = f"SELECT p.tree, p.path, p.scope, p.mtime_ns, {some} {files} {shown}"
            for home, path, scope, mtime_ns, *rest in list[Any](con.execute(query, (tree, ident))):
                content = write.Content(*rest)
                record = changed[ident](write.restore_record(content, scope))
                prepared = write.prepare_rows(record, f"{content.oid} {until_ns}", content.size, content.name)
                put_record(con, prepared, write.FileRow(home, path, scope, content.size, mtime_ns, True), change)
        for record, path, oid, mtime_ns in more:
            prepared = write.prepare_rows(record, oid, 0, encode_path(f"{record.kind}/{os.path.basename(path)}"))
            home = tree if record.scope == "team" else ""
            put_record(con, prepared, write.FileRow(home, encode_path(path), record.scope, 0, mtime_ns, True), change)
        con.execute("UPDATE presence SET mtime_ns = ?1 WHERE mtime_ns > ?1", (until_ns,))
        change.finish(con)
    return Index(_InMemory(con, reason), index.tree)
