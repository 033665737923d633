"""The index: built from the record files, kept in step with them, replaced when it is damaged. The only writer.

The files are the truth. Whatever goes wrong with the database, the caller gets answers: from a new index, or from one
in memory. Unchanged files are not read. Contents that the index has seen before, on another branch or in another
working tree, are not parsed again.
"""

import os
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Self, TypeVar

import apsw

from backstory.base.path_codec import encode_path
from backstory.base.trust import is_judged
from backstory.index import read, write
from backstory.index.database import (  # fmt: skip
    DAMAGE_ERRORS,
    UNUSABLE_ERRORS,
    WAIT_MS,
    Database,
    ReadTransaction,
    WriteTransaction,
    create_scratch,
    find_damaged,
    remove_file,
    remove_stale_scratch,
)
from backstory.index.read import Edge, Row
from backstory.index.refresh import (
    BlobIds,
    Refreshed,
    keep_hidden,
    mark_behind,
    outdate_hidden,
    put_record,
    refresh_index,
)
from backstory.index.scan import Stores, is_settled
from backstory.index.state import describe_state
from backstory.model.errors import BackstoryError, NotWritable
from backstory.model.record import Record
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

T = TypeVar("T")

ADD_MS: Final = 250
"""Wait of `add` for another process's transaction before it gives up."""


class Index:
    """The index of one project as one working tree sees it. Close it, or let the process end.

    `stores` maps a scope to its store. A refresh reads the given scopes and leaves the others as they are.
    """

    def __init__(self, db: Database, tree: str) -> None:
        self._db = db
        self.tree = tree
        self._key = encode_path(tree)
        self._sources: tuple[Stores, Gate] | None = None

    @classmethod
    def open(cls, path: str, *, tree: str) -> "Index":
        """The index in `path`, as seen from the working tree whose root is `tree`. Never fails."""
        return cls(Database(path), tree)

    @property
    def path(self) -> str:
        return self._db.path

    @property
    def fallback_reason(self) -> str:
        """Why the index is in memory; empty when it is in its file."""
        return self._db.reason

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(
        self, stores: Stores, gate: "Gate", *, oids: BlobIds | None = None, by_folders: bool = False
    ) -> Refreshed:
        """Brings the index in step with the files. Reads nothing when sizes and times are as they were.

        With `by_folders` it looks only where files came, went or were replaced; one that was edited in place waits.

        `oids` may return the blob ids of files in the working tree (path relative to its root -> id), without the
        entries of `git ls-files -s` that differ from the working tree. It is called only when many files changed.
        """
        if self._db.in_memory and self._sources is not None:
            self._db.close()
            self._db = Database(self.path)  # the reason may have passed
        self._sources = (dict(stores), gate)
        return self._with_recovery(lambda: refresh_index(self._db, self.tree, stores, gate, oids, by_folders))

    def rebuild(self, stores: Stores, gate: "Gate", *, purge: bool = False) -> Refreshed:
        """Builds a new index beside the old one and puts it in its place in one transaction.

        `purge` also removes indexes that were set aside and overwrites freed pages: nothing forgotten remains.
        """
        self._sources = (dict(stores), gate)
        if self._db.in_memory:
            self._db = Database(self.path)  # the reason may have passed
        try:
            con = create_scratch(self.path)
        except apsw.Error as err:
            raise NotWritable(
                f"cannot build an index in `{os.path.dirname(self.path)}`: {err}",
                hint=f"make room on that disk: `df -h {os.path.dirname(self.path)}`",
            ) from err
        try:
            new = _Scratch(self.path, con)
            refreshed = refresh_index(new, self.tree, stores, gate, None)
            self._with_recovery(lambda: self._replace(new, stores, gate))
        finally:
            name = con.filename
            con.close(True)
            if name:
                remove_file(name)
        if purge:
            self._purge()
        remove_stale_scratch(self.path)
        return refreshed._replace(memory=self._db.reason)

    def _purge(self) -> None:
        """Leaves no word in the index's files that no record has any more. Raises `NotWritable`.

        A reader that goes on for long keeps the log from being emptied: it keeps the old files to itself, and there
        are new ones.
        """
        try:
            self._truncate_wal()
        except NotWritable:
            self._db.heal(apsw.BusyError("a reader holds the log"))
            self._fill()
            self._truncate_wal()
        for other in find_damaged(self.path):
            for tail in ("", "-wal", "-shm"):
                remove_file(other + tail)

    def _truncate_wal(self) -> None:
        """Moves everything into the database file and empties its log. Raises `NotWritable`."""
        try:
            self._db.con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error as error:
            raise NotWritable(
                f"cannot clear the log of the index `{self.path}`: {error}",
                hint="`backstory index rebuild` does it again",
            ) from error

    def add(self, record: Record, path: str, *, head: str = "") -> None:
        """Adds a record that was just written to `path`. Gives up silently: the next refresh finds the file.

        `head` is where it is known to be visible (`base.fingerprint.head_text`); empty if that has to be computed.
        """
        from backstory.store.codec import decode_record

        try:
            data, info = read_file(path, limit=READ_LIMIT), os.lstat(path)
            if decode_record(data, scope=record.scope, name=path).record != record:
                return  # another process has changed the file: these rows would stand for its new content
            name = write.content_name(os.path.dirname(os.path.dirname(path)), path)
            prepared = write.prepare_rows(record, write.blob_id(data), len(data), name)
            home = self._key if record.scope == "team" else ""
            sure = len(data) == info.st_size and is_settled(info.st_mtime_ns, time.time_ns())
            place = write.FileRow(home, encode_path(path), record.scope, info.st_size, info.st_mtime_ns, sure)
            self._db.con.set_busy_timeout(ADD_MS)
            with WriteTransaction(self._db.con) as con:
                change = write.Change()
                put_record(con, prepared, place, change)
                keep_hidden(con, record.id)
                if record.scope == "private":
                    mark_behind(con, self._key, head)
                change.finish(con)
        except (*DAMAGE_ERRORS, BackstoryError, OSError):
            return
        finally:
            self._db.con.set_busy_timeout(WAIT_MS)

    def discard(self, path: str) -> None:
        """Removes a file that was just deleted. Gives up silently like `add`."""
        try:
            self._db.con.set_busy_timeout(ADD_MS)
            with WriteTransaction(self._db.con) as con:
                change = write.Change()
                for tree in (self._key, ""):
                    write.remove_presence(con, tree, encode_path(path), change)
                change.finish(con)
        except (*DAMAGE_ERRORS, OSError):
            return
        finally:
            self._db.con.set_busy_timeout(WAIT_MS)

    def hide(self, ids: Iterable[str], *, anywhere: Iterable[str] = (), head: str = "", refs: str = "") -> None:
        """Sets the records that are present but not visible from this tree, in place of the earlier set.

        `anywhere` are those among them that no branch shows: a person rejected or forgot them.
        `head` is the state that the set was computed for (`base.fingerprint.head_text`). The hook requests a new
        computation when HEAD has moved since. An empty `head` holds for any HEAD. `refs` is the fingerprint of the
        branches that the set depends on, empty if it does not (`base.fingerprint.refs_fingerprint`).
        """
        everywhere = set(anywhere)
        hidden = {ident: ident in everywhere for ident in (*ids, *everywhere)}

        def run() -> None:
            with WriteTransaction(self._db.con) as con:
                con.execute("DELETE FROM hidden WHERE tree = ?", (self._key,))
                for ident, is_everywhere in sorted(hidden.items()):
                    con.execute(
                        "INSERT OR IGNORE INTO hidden SELECT ?1, p.doc, ?3 FROM presence p"
                        " JOIN content c ON c.doc = p.doc WHERE c.id = ?2 AND p.tree IN (?1, '')",
                        (self._key, ident, is_everywhere),
                    )
                con.execute(
                    "INSERT INTO tree VALUES (?1, 0, 0, ?2, ?3) ON CONFLICT DO UPDATE SET head = ?2, refs = ?3",
                    (self._key, head, refs),
                )

        self._with_recovery(run)

    def judge(self, private: str, *, anew: bool = False) -> None:
        """Brings the trust levels in step with the trust files in `private`, the project's folder in the data home.

        With `anew` levels may fall as well.
        """

        def run() -> None:
            if anew or not is_judged(self._db.con, private):
                from backstory.index import trust

                with WriteTransaction(self._db.con) as con:
                    trust.update_trust(con, private, anew=anew)

        self._with_recovery(run)

    def digest(self, *, words: bool = False) -> str:
        """Digest of all that this tree sees: equal for an index that was kept in step and one that was rebuilt.

        `words` includes the full text, which takes as long as building it.
        """
        from backstory.index.digest import index_digest

        return self.run(lambda con: index_digest(con, self._key, self.tree, words=words))

    # the records

    def rows(
        self,
        *,
        kinds: Iterable[str] = (),
        tiers: Iterable[str] = (),
        tags: Iterable[str] = (),
        scopes: Iterable[str] = (),
        statuses: Iterable[str] = (),
        since: str = "",
        limit: int = 0,
        include_retracted: bool = False,
        include_superseded: bool = True,
        include_hidden: bool = False,
    ) -> list[Row]:
        """Records visible from this tree, newest first, one row per id (team before private before user).

        An empty filter matches everything. Several values of one filter are alternatives, except that a record must
        have all `tags`. `since` compares with `made`, a date or a time in UTC. `limit` 0 means all.
        """
        conditions = read.RowFilter(
            tuple(kinds), tuple(tiers), tuple(tags), tuple(scopes), tuple(statuses), since, limit,
            include_retracted, include_superseded, include_hidden,
        )  # fmt: skip
        return self.run(lambda con: read.read_rows(con, self._key, conditions))

    def rows_and_count(self, row_filter: read.RowFilter) -> tuple[list[Row], int]:
        """The records that pass a filter, at most its limit, and the number of all that pass."""
        from backstory.index.record_counts import count_rows

        key = self._key
        return self.run(lambda con: (read.read_rows(con, key, row_filter), count_rows(con, key, row_filter)))

    def describe_state(self) -> str:
        """A text that is equal as long as this tree sees the same records."""
        return self.run(lambda con: describe_state(con, self._key))

    def ids(self, row_filter: read.RowFilter) -> list[str]:
        """Ids of all records that pass a filter, whatever its limit. Reads no contents."""
        return self.run(lambda con: read.list_ids(con, self._key, row_filter))

    def get(self, ref: str) -> Row:
        """The record that `ref` names: an id, its beginning or its end (4 characters or more), or the path of its file.

        Case does not matter, nor do look-alikes (`o` for `0`, `i` and `l` for `1`). Finds hidden and retracted records
        too. Raises NotFound with the nearest in its hint, Ambiguous with the candidates.
        """
        return self.run(lambda con: read.find_row(con, self._key, ref))

    def doubled(self) -> list[str]:
        """Ids of records that have files in more than one scope."""
        return self.run(lambda con: read.ids_in_several_scopes(con, self._key))

    def copies(self, ident: str) -> list[tuple[str, str]]:
        """(scope, path) of every file that holds the record: one, unless somebody copied it."""
        return self.run(lambda con: read.list_copies(con, self._key, ident))

    def links(self) -> list[Edge]:
        """All edges of visible records, by source and relation."""
        return self.run(lambda con: read.read_links(con, self._key))

    def tags(self) -> dict[str, int]:
        """Tag -> number of visible records that have it, most frequent first."""
        from backstory.index.record_counts import count_tags

        return self.run(lambda con: count_tags(con, self._key))

    def run(self, action: Callable[[apsw.Connection], T]) -> T:
        """Runs a reading action in one snapshot of the database. Replaces a damaged index and runs it again.

        An action that notices damage raises Damaged.
        """

        def reading() -> T:
            with ReadTransaction(self._db.con) as con:
                return action(con)

        return self._with_recovery(reading)

    def write(self, action: Callable[[apsw.Connection], None]) -> bool:
        """Runs an action that writes what is derived from other files than records. Returns whether it was done.

        Gives up while another process writes: the next one does it.
        """
        try:
            self._db.con.set_busy_timeout(ADD_MS)
            action(self._db.con)
        except UNUSABLE_ERRORS:
            return False
        finally:
            self._db.con.set_busy_timeout(WAIT_MS)
        return True

    def prepare(self, sql: str) -> None:
        """Runs a statement that lasts as long as this connection, such as one that makes a temporary table."""
        self._with_recovery(lambda: self._db.con.execute(sql))

    def _with_recovery(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except UNUSABLE_ERRORS as err:
            self._db.to_memory(str(err))
        except DAMAGE_ERRORS as err:
            self._db.heal(err)
            self._fill()
        try:
            return action()
        except DAMAGE_ERRORS as err:
            if self._db.in_memory:
                raise
            self._db.to_memory(str(err))  # the disk itself fails
            self._db.heal(err)
            self._fill()
        return action()

    def _fill(self) -> None:
        if self._sources is None:
            return
        stores, gate = self._sources
        try:
            refresh_index(self._db, self.tree, stores, gate, None)
            outdate_hidden(self._db.con, every=True)
        except UNUSABLE_ERRORS as err:
            self._db.to_memory(str(err))
            refresh_index(self._db, self.tree, stores, gate, None)

    def _replace(self, new: Database, stores: Stores, gate: "Gate") -> None:
        """Copies the new index over this one, together with files that changed meanwhile: no record vanishes."""
        heads = self._db.con.execute("SELECT 1 FROM tree WHERE head <> ''").fetchone()
        with self._db.con.backup("main", new.con, "main") as backup:
            backup.step(1)  # from here on no other process writes, and additions to the source are copied too
            refresh_index(new, self.tree, stores, gate, None)
            if heads:
                outdate_hidden(new.con, every=True)
            backup.step(-1)


class _Scratch(Database):
    """The index that a rebuild fills. No other process opens it."""

    def __init__(self, path: str, con: apsw.Connection) -> None:
        self.path = path
        self.reason = "rebuild"
        self.con = con
