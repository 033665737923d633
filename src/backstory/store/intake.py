"""Taking an archive in: all of it or nothing, also when the process dies on the way.

Before the first file is written a marker names what is about to come. From the marker whoever opens the memory next
takes back what came (`settle`), or, once everything is in, finishes taking away what a `replace` leaves out.
"""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.store.codec import normal
from backstory.store.files import read_file, sync_folder, write_atomic
from backstory.store.records import RecordStore, substance

if TYPE_CHECKING:
    from backstory.model.record import Record
    from backstory.store.archive_reader import Archive
    from backstory.store.journal import Journal
    from backstory.store.snapshots import SnapshotStore

_LIMIT: Final = 1 << 28


class Taken(NamedTuple):
    """What taking an archive in did, or would do."""

    new: int
    known: int
    refused: int
    """Records whose id is here with another text; the one here stays."""
    removed: int = 0
    paths: tuple[str, ...] = ()
    """Files written."""


class _Marker(msgspec.Struct, omit_defaults=True):
    adding: list[tuple[str, str]] = []
    """(scope, id) of records that were not here before."""
    snapshots: list[str] = []
    complete: bool = False
    """Whether all of it is in: what is left to do is to take `removing` away."""
    removing: list[tuple[str, str]] = []
    """(scope, file below the scope's folder)."""


def take_in(
    archive: "Archive",
    stores: Mapping[str, RecordStore],
    *,
    journal: "Journal | None" = None,
    snapshots: "SnapshotStore | None" = None,
    replace: bool = False,
    trash: str = "",
    marker: str = "",
    dry_run: bool = False,
) -> Taken:
    """Adds what is new, by id. With `replace` the records of its scopes that it lacks go to the folder `trash`.

    Make a backup before a `replace`: `export_archive`. When something cannot be written, all that was added goes. With
    the path of a `marker` this holds for a process that dies, too: see `settle`. One process at a time.
    """
    all_here = {scope: dict(store.by_id()) for scope, store in stores.items()}
    here = {scope: all_here[scope] for scope in {r.scope for r in archive.records} & stores.keys()}
    kept = {(r.scope, r.id) for r in archive.records}
    gone = [(s, p) for s, paths in here.items() for i, p in paths.items() if (s, i) not in kept] if replace else []
    leaving = {path for _, path in gone}
    places: dict[str, tuple[str, str]] = {}
    """Id -> (scope, path) of a record that stays, whatever its scope: it is not put into a second one."""
    for scope, paths in all_here.items():
        places.update({i: (scope, path) for i, path in paths.items() if path not in leaving})
    fresh: list[Record] = []
    known = other = 0
    for record in archive.records:
        if record.scope not in stores:
            raise Invalid(f"no place for records of the scope `{record.scope}`", hint="run `backstory init`")
        path = here[record.scope].get(record.id)
        scope, path = (record.scope, path) if path else places.get(record.id, ("", ""))
        old = stores[scope].read(path).record if path else None
        if old is None:
            fresh.append(record)
        elif substance(msgspec.structs.replace(old, scope=record.scope)) == substance(normal(record)):
            known += 1
        else:
            other += 1
    if dry_run:
        return Taken(len(fresh), known, other, len(gone))
    there = set(snapshots.ids()) if snapshots is not None else set()
    shots = [s for s in archive.snapshots if s.id not in there] if snapshots is not None else []
    removing = [(scope, os.path.relpath(path, stores[scope].folder)) for scope, path in gone]
    note = _Marker([(r.scope, r.id) for r in fresh], [s.id for s in shots], False, removing)
    _write(marker, note)
    added: list[tuple[RecordStore, str]] = []
    try:
        for record in fresh:
            store = stores[record.scope]
            added.append((store, store.add(record)[1]))
        for snapshot in shots:
            if snapshots is not None:
                snapshots.add(snapshot)
    except BaseException:
        for store, path in added:
            try:
                store.remove(path)
            except (BackstoryError, OSError):
                continue  # the first error is the one to tell
        if snapshots is not None:
            _drop_snapshots(snapshots, note.snapshots)
        _clear(marker)
        raise
    note.complete = True
    if removing:
        _write(marker, note)
    for scope, path in gone:
        stores[scope].remove(path, trash)
    _clear(marker)
    if journal is not None:  # an event counts once: a second run brings what a dead one did not
        for session, events in archive.journal.items():
            ids = {e.id for e in journal.read(session).events}
            journal.extend([e for e in events if e.id not in ids], stream=session)
    return Taken(len(fresh), known, other, len(gone), tuple(path for _, path in added))


def settle(marker: str, stores: Mapping[str, RecordStore], snapshots: "SnapshotStore", trash: str) -> str:
    """Ends an import whose process died: takes it back, or finishes it where all of it was in. Says which; empty when
    there is none. The caller makes sure that none is under way. What is taken back goes to the folder `trash`.
    """
    try:
        note = msgspec.json.decode(read_file(marker, limit=_LIMIT), type=_Marker)
    except NotFound:
        return ""
    except (BackstoryError, msgspec.MsgspecError, RecursionError, ValueError):
        _clear(marker)
        return "the marker of an import was damaged and is removed; what came in stays"
    if note.complete:
        for scope, name in note.removing:
            path = os.path.join(stores[scope].folder, name) if scope in stores else ""
            if path and name.count(os.sep) == 1 and ".." not in name and os.path.lexists(path):
                stores[scope].remove(path, trash)
        _clear(marker)
        return "an import that was cut short is finished"
    wanted = {scope: {i for s, i in note.adding if s == scope} for scope in stores}
    for scope, ids in wanted.items():
        for ident, path in list(stores[scope].by_id()) if ids else ():
            if ident in ids:
                stores[scope].remove(path, trash)
    _drop_snapshots(snapshots, note.snapshots)
    _clear(marker)
    return "an import that was cut short is taken back; run it again"


def _drop_snapshots(snapshots: "SnapshotStore", ids: list[str]) -> None:
    for ident in set(ids) & set(snapshots.ids()):
        try:
            snapshots.remove(ident)
        except BackstoryError:
            continue


def _write(marker: str, note: _Marker) -> None:
    if marker and (note.adding or note.snapshots or note.removing):
        write_atomic(marker, msgspec.json.encode(note))


def _clear(marker: str) -> None:
    if not marker:
        return
    try:
        os.unlink(marker)
    except FileNotFoundError:
        return
    sync_folder(os.path.dirname(marker))
