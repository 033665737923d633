"""An index in memory over records that are handed in: how a memory stood, asked in the same ways as the one that is."""

import os
from collections.abc import Iterable
from typing import NamedTuple

from backstory.hot.stored import key
from backstory.index import write
from backstory.index.build import Index
from backstory.index.database import Database, Writing
from backstory.model.record import Record


class Still(NamedTuple):
    """A record as it stood. `oid` tells its content from others with the same name."""

    record: Record
    path: str
    oid: str
    mtime_ns: int


class _InMemory(Database):
    """A database that has no file."""

    def __init__(self, reason: str) -> None:
        self.path = ""
        self.reason = reason
        self.con = self._fresh(reason)


def still(records: Iterable[Still], *, tree: str, reason: str = "as it stood") -> Index:
    """An index that holds exactly these records, seen from the working tree `tree`. It is not to be refreshed."""
    db = _InMemory(reason)
    with Writing(db.con) as con:
        change = write.Change()
        for record, path, oid, mtime_ns in records:
            name = key(f"{record.kind}/{os.path.basename(path)}")
            prepared = write.prepare(record, oid, 0, name)
            doc = write.known_content(con, oid, name) or write.put_content(con, prepared)
            home = key(tree) if record.scope == "team" else ""
            write.put_presence(con, write.Place(home, key(path), record.scope, 0, mtime_ns, True), doc, change)
        change.finish(con)
    return Index(db, tree)
