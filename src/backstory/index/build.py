"""The index: built from the record files, kept in step with them, healed when it is damaged. The only writer.

Nothing here is the truth. Whatever goes wrong with the database, the caller gets answers: from a fresh index, or from
one in memory. Files that did not change are not read; contents that were seen before, on another branch or in another
working tree, are not parsed again.
"""

import os
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeVar, cast

import apsw

from backstory.base.path_codec import key
from backstory.base.trust import is_judged
from backstory.index import read, write
from backstory.index.changed import (
    Remembering,
    Seen,
    Stamps,
    Stores,
    folder_stamps,
    is_stale,
    known_files,
    look,
    settled,
)  # fmt: skip
from backstory.index.database import (
    DAMAGE,
    NARROW,
    Database,
    Reading,
    Writing,
    damaged,
    remove,
    scratch,
    sweep,
)  # fmt: skip
from backstory.index.read import Edge, Row
from backstory.model.errors import BackstoryError, NotWritable
from backstory.model.record import Record
from backstory.store.files import read_file
from backstory.store.lock import try_lock
from backstory.store.records import READ_LIMIT

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

T = TypeVar("T")

BATCH: Final = 1_000
"""Files per transaction: others wait for some 100 ms at most."""
ASK: Final = 32
"""Changed files from which on git is asked for their ids: fewer are read faster than git is started."""
TAIL: Final = 500
"""Files read at most while another process rebuilds: one builds, the others serve what is there and the newest."""
MERGE: Final = 2_000
"""New contents after which the full text is merged into one piece: a third off every later search."""
TURN_MS: Final = 300
"""How long to wait for another process's refresh before going on with a copy in memory."""
ADD_MS: Final = 250
"""How long `add` waits for another process's transaction before it gives up."""
OUTDATED: Final = "UPDATE tree SET head = 'outdated'"
"""After a new beginning nobody knows which records are hidden: it is to be computed before a hook answers."""


class Refreshed(NamedTuple):
    """What a refresh did."""

    read: int = 0
    """Files whose bytes were read."""
    parsed: int = 0
    """Contents that were new to the index."""
    removed: int = 0
    """Files that are no longer there."""
    unreadable: tuple[str, ...] = ()
    """Paths of files that cannot be read."""
    partial: bool = False
    """Whether files were left out because another process is at work."""
    memory: str = ""
    """Why the index is in memory; empty when it is in its file."""

    @property
    def changed(self) -> bool:
        return bool(self.read or self.parsed or self.removed)


class Index:
    """The index of one project as one working tree sees it. Close it, or let the process end.

    `stores` maps a scope to its store; a refresh looks at the scopes it is given and leaves the others as they are.
    """

    def __init__(self, db: Database, tree: str) -> None:
        self.db = db
        self.tree = tree
        self._key = key(tree)
        self._sources: tuple[Stores, Gate] | None = None

    @classmethod
    def open(cls, path: str, *, tree: str) -> "Index":
        """The index in `path`, as seen from the working tree whose root is `tree`. Never fails."""
        return cls(Database(path), tree)

    @property
    def connection(self) -> apsw.Connection:
        """For `base.search`, which reads the same tables."""
        return self.db.con

    @property
    def path(self) -> str:
        return self.db.path

    def close(self) -> None:
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # what lies in the files

    def refresh(
        self, stores: Stores, gate: "Gate", *, oids: Callable[[], Mapping[str, str]] | None = None
    ) -> Refreshed:
        """Brings the index in step with the files. Reads nothing when sizes and times are as they were.

        `oids` may give the blob ids of what lies in the working tree (path relative to its root -> id): entries of
        `git ls-files -s` that differ from the working tree must be left out. It is asked only when
        many files changed.
        """
        if self.db.in_memory and self._sources is not None:
            self.db.close()
            self.db = Database(self.path)  # what stood in the way a while ago may be gone
        self._sources = (dict(stores), gate)
        return self._healing(lambda: self._refresh(stores, gate, oids))

    def rebuild(self, stores: Stores, gate: "Gate", *, purge: bool = False) -> Refreshed:
        """Builds the index anew beside the old one and puts it in its place in one transaction.

        `purge` also removes indexes that were set aside and overwrites what is freed: nothing forgotten remains.
        """
        self._sources = (dict(stores), gate)
        if self.db.in_memory:
            self.db = Database(self.path)  # what stood in the way may be gone
        try:
            con = scratch(self.path)
        except apsw.Error as err:
            raise NotWritable(
                f"cannot build an index in `{os.path.dirname(self.path)}`: {err}",
                hint=f"make room on that disk: `df -h {os.path.dirname(self.path)}`",
            ) from err
        name = con.filename
        try:
            fresh = Index(_Scratch(self.path, con), self.tree)
            done = fresh._refresh(stores, gate, None)
            self._healing(lambda: self._replace(con, fresh, stores, gate))
        finally:
            con.close(True)
            if name:
                remove(name)
        if purge:
            for other in damaged(self.path):
                for tail in ("", "-wal", "-shm"):
                    remove(other + tail)
            self.db.con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        sweep(self.path)
        return done._replace(memory=self.db.reason)

    def add(self, record: Record, path: str) -> None:
        """Takes in a record that was just written to `path`. Gives up silently: the files are the truth."""
        try:
            data = read_file(path, limit=READ_LIMIT)
            info = os.lstat(path)
            prepared = write.prepare(
                record, write.blob_id(data), len(data), write.content_name(os.path.dirname(os.path.dirname(path)), path)
            )
            tree = self._key if record.scope == "team" else ""
            sure = len(data) == info.st_size and settled(info.st_mtime_ns, time.time_ns())
            place = write.Place(tree, key(path), record.scope, info.st_size, info.st_mtime_ns, sure)
            self.db.con.set_busy_timeout(ADD_MS)
            with Writing(self.db.con) as con:
                change = write.Change()
                self._put(con, prepared, place, change)
                if record.scope == "private":
                    self._outdate(con, own=False)
                change.finish(con)
        except (*DAMAGE, BackstoryError, OSError):
            return
        finally:
            self.db.con.set_busy_timeout(2_000)

    def discard(self, path: str) -> None:
        """Forgets a file that was just removed. Gives up silently like `add`."""
        try:
            self.db.con.set_busy_timeout(ADD_MS)
            with Writing(self.db.con) as con:
                change = write.Change()
                for tree in (self._key, ""):
                    write.take_presence(con, tree, key(path), change)
                change.finish(con)
        except (*DAMAGE, OSError):
            return
        finally:
            self.db.con.set_busy_timeout(2_000)

    def hide(self, ids: Iterable[str], *, head: str = "") -> None:
        """Names the records that are present but not visible from this tree, replacing what was named before.

        `head` is what this was computed for (`base.fingerprint.head_text`): the hook asks for a new computation when
        it differs from where HEAD stands. Empty: it holds for any HEAD.
        """
        wanted = set(ids)

        def run() -> None:
            with Writing(self.db.con) as con:
                con.execute("DELETE FROM hidden WHERE tree = ?", (self._key,))
                for ident in sorted(wanted):
                    con.execute(
                        "INSERT OR IGNORE INTO hidden SELECT ?1, p.doc FROM presence p JOIN content c ON c.doc = p.doc"
                        " WHERE c.id = ?2 AND p.tree IN (?1, '')",
                        (self._key, ident),
                    )
                con.execute(
                    "INSERT INTO tree VALUES (?1, 0, 0, ?2) ON CONFLICT DO UPDATE SET head = ?2", (self._key, head)
                )

        self._healing(run)

    def judge(self, private: str, *, anew: bool = False) -> None:
        """Brings the trust levels in step with the files that say who is believed, in `private`, the project's folder
        of the data home. With `anew` levels may fall as well."""

        def run() -> None:
            if anew or not is_judged(self.db.con, private):
                from backstory.index import trust

                with Writing(self.db.con) as con:
                    trust.update(con, private, anew=anew)

        self._healing(run)

    def digest(self, *, words: bool = False) -> str:
        """Digest of all that this tree sees: equal for an index kept in step and one built anew.

        `words` includes the full text, which takes as long as building it.
        """
        return self.run(lambda con: read.digest(con, self._key, self.tree, words=words))

    # what the records say

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
        """Records visible from this tree, newest first; one row per id (team before private before user).

        Empty filters let everything through; several values of one filter are alternatives, but a record must bear
        all `tags`. `since` compares with `made`, a date or a time in UTC. `limit` 0 means all.
        """
        wanted = read.Wanted(
            tuple(kinds), tuple(tiers), tuple(tags), tuple(scopes), tuple(statuses), since, limit,
            include_retracted, include_superseded, include_hidden,
        )  # fmt: skip
        return self.run(lambda con: read.rows(con, self._key, wanted))

    def get(self, ref: str) -> Row:
        """The record that `ref` names: an id, its beginning or its end (4 characters or more), or the path of its file.

        Case does not matter, nor do look-alikes (`o` for `0`, `i` and `l` for `1`). Finds hidden and retracted records
        too. Raises NotFound with the nearest in its hint, Ambiguous with the candidates.
        """
        return self.run(lambda con: read.get(con, self._key, ref))

    def doubled(self) -> list[str]:
        """Ids of records that lie in files of more than one scope."""
        return self.run(lambda con: read.doubled(con, self._key))

    def copies(self, ident: str) -> list[tuple[str, str]]:
        """(scope, path) of every file that holds the record: one, unless a copy came in beside it."""
        return self.run(lambda con: read.copies(con, self._key, ident))

    def links(self) -> list[Edge]:
        """All edges of visible records, by source and relation."""
        return self.run(lambda con: read.links(con, self._key))

    def tags(self) -> dict[str, int]:
        """Tag -> number of visible records that bear it, most first."""
        return self.run(lambda con: read.tags(con, self._key))

    def check(self, stores: Stores, gate: "Gate | None" = None, *, deep: bool = False) -> list[str]:
        """What is wrong with the index, a sentence each; nothing when it agrees with the files.

        The quick check looks at the database's structure and the list of files. With `deep` all files are read
        again and all that the index holds about them is compared: SQLite notices only half of random damage.
        """
        from backstory.index.check import check

        gate = gate or next((store.gate for store in stores.values()), None)
        if gate is None:
            return []
        return check(self, stores, gate, deep=deep)

    def run(self, action: Callable[[apsw.Connection], T]) -> T:
        """Runs a reading action on the connection; heals a damaged index and runs it again.

        All that it reads is of one moment. An action that finds Damaged raises it.
        """

        def reading() -> T:
            with Reading(self.db.con) as con:
                return action(con)

        return self._healing(reading)

    # inside

    def _healing(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except NARROW as err:
            self.db.to_memory(str(err))
        except DAMAGE as err:
            self.db.heal(err)
            self._fill()
        try:
            return action()
        except DAMAGE as err:
            if self.db.in_memory:
                raise
            self.db.to_memory(str(err))  # the disk itself: the last way out
            self.db.heal(err)
            self._fill()
        return action()

    def _fill(self) -> None:
        if self._sources is None:
            return
        try:
            self._refresh(*self._sources, None)
            self.db.con.execute(OUTDATED)
        except NARROW as err:
            self.db.to_memory(str(err))
            self._refresh(*self._sources, None)

    def _refresh(self, stores: Stores, gate: "Gate", oids: Callable[[], Mapping[str, str]] | None) -> Refreshed:
        now = time.time_ns()
        with Reading(self.db.con):
            known = known_files(self.db.con, self._key, stores)
        stamps = folder_stamps(self._key, stores, now)
        changed: list[Seen] = []
        for scope, store in stores.items():
            tree = self._key if scope == "team" else ""
            mine = known[scope]
            for file in store.files():
                was = mine.pop(key(file.path), None)
                if was is None or was[1] != file.size or was[2] != file.mtime_ns or not was[3]:
                    sure = settled(file.mtime_ns, now)
                    changed.append(Seen(tree, store, file, was[:2] if was else None, sure))
        gone = [(self._key if scope == "team" else "", path) for scope, rest in known.items() for path in rest]
        if not changed and not gone and not is_stale(self.db.con, self._key, stamps):
            return Refreshed(memory=self.db.reason)
        partial = False
        lock = -1
        if not self.db.in_memory:
            lock = self._turn()
            if lock < 0:
                self.db.to_memory("another process is building the index")
        try:
            if self.db.in_memory and "another process" in self.db.reason and len(changed) > TAIL:
                changed.sort(key=lambda seen: seen.file.mtime_ns, reverse=True)
                changed, partial = changed[:TAIL], True
            return self._take_in(changed, gone, stamps, gate, oids)._replace(partial=partial, memory=self.db.reason)
        finally:
            if lock >= 0:
                os.close(lock)

    def _take_in(
        self,
        changed: list[Seen],
        gone: list[tuple[str, str]],
        stamps: Stamps,
        gate: "Gate",
        oids: Callable[[], Mapping[str, str]] | None,
    ) -> Refreshed:
        ids = self._ids(oids) if oids is not None and sum(bool(seen.tree) for seen in changed) >= ASK else {}
        remembering = cast("Gate", Remembering(gate))
        read_files = parsed = 0
        unreadable: list[str] = []
        for start in range(0, max(1, len(changed)), BATCH):
            ready: list[tuple[write.Place, str, str, write.Prepared | None]] = []
            for seen in changed[start : start + BATCH]:
                oid, prepared, was_read, sure = look(self.db.con, seen, ids, remembering)
                read_files += was_read
                place = write.Place(
                    seen.tree, key(seen.file.path), seen.store.scope, seen.file.size, seen.file.mtime_ns, sure
                )
                if not oid:
                    unreadable.append(seen.file.path)
                    if seen.known:
                        gone.append((seen.tree, place.path))
                    continue
                parsed += prepared is not None
                ready.append((place, oid, write.content_name(seen.store.folder, seen.file.path), prepared))
            last = start + BATCH >= len(changed)
            with Writing(self.db.con) as con:
                change = write.Change()
                for place, oid, name, prepared in ready:
                    if prepared is not None:
                        self._put(con, prepared, place, change)
                        continue
                    # looked up again: another process may have collected it, or put a rebuilt index in this place
                    doc = write.known_content(con, oid, name)
                    if doc:
                        write.revive(con, doc)
                        write.put_presence(con, place, doc, change)
                if any(place.scope == "private" for place, *_ in ready):
                    self._outdate(con, own=True)
                if last:
                    for tree, path in gone:
                        write.take_presence(con, tree, path, change)
                    self._finish(con, stamps, change)
                change.finish(con)
        if parsed >= MERGE:
            with Writing(self.db.con) as con:
                con.execute("INSERT INTO fts (fts) VALUES ('optimize')")
        return Refreshed(read_files, parsed, len(gone), tuple(unreadable))

    def _outdate(self, con: apsw.Connection, *, own: bool) -> None:
        """Private records came or changed: which of them are hidden is to be computed again, by every working tree.

        A record that this tree has just written is made where HEAD stands and needs no second look here.
        """
        con.execute("UPDATE tree SET head = 'outdated' WHERE head <> '' AND (tree <> ?1 OR ?2)", (self._key, own))

    def _put(self, con: apsw.Connection, prepared: write.Prepared, place: write.Place, change: write.Change) -> None:
        doc = write.known_content(con, prepared.content.oid, prepared.content.name)
        if doc:
            write.revive(con, doc)
        else:
            doc = write.put_content(con, prepared)
        write.put_presence(con, place, doc, change)

    def _finish(self, con: apsw.Connection, stamps: Stamps, change: write.Change) -> None:
        for tree, scope in {(tree, scope) for tree, _, scope in stamps}:
            con.execute("DELETE FROM stamp WHERE tree = ? AND scope = ?", (tree, scope))
        for (tree, folder, scope), at in stamps.items():
            con.execute("INSERT OR REPLACE INTO stamp VALUES (?, ?, ?, ?)", (tree, folder, scope, at))
        for tree in (self._key, ""):
            con.execute("INSERT OR IGNORE INTO tree VALUES (?, 0, 0, '')", (tree,))
        others = [row[0] for row in con.execute("SELECT tree FROM tree WHERE tree NOT IN (?, '')", (self._key,))]
        write.drop_trees(con, [tree for tree in others if not os.path.isdir(read.path_of(tree))], change)

    def _ids(self, oids: Callable[[], Mapping[str, str]]) -> dict[str, str]:
        try:
            return {key(os.path.join(self.tree, path)): oid for path, oid in oids().items()}
        except (BackstoryError, OSError):
            return {}  # a help, not a need

    def _turn(self) -> int:
        """The lock of the one that writes, as a descriptor; -1 when another holds it for too long."""
        try:
            fd = os.open(self.path + ".lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError:
            return -1
        end = time.monotonic_ns() + TURN_MS * 1_000_000
        while not try_lock(fd):
            if time.monotonic_ns() > end:
                os.close(fd)
                return -1
            time.sleep(0.005)
        return fd

    def _replace(self, con: apsw.Connection, fresh: "Index", stores: Stores, gate: "Gate") -> None:
        """Copies the index that was built over this one, with what was written meanwhile: no record vanishes."""
        heads = self.db.con.execute("SELECT 1 FROM tree WHERE head <> ''").fetchone()
        with self.db.con.backup("main", con, "main") as backup:
            backup.step(1)  # from here on nobody else writes; what is added to the source goes along
            fresh._refresh(stores, gate, None)
            if heads:
                con.execute(OUTDATED)
            backup.step(-1)


class _Scratch(Database):
    """The index under construction of a rebuild: nobody else sees it."""

    def __init__(self, path: str, con: apsw.Connection) -> None:
        self.path = path
        self.reason = "rebuild"
        self.con = con
