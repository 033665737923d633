"""Imports an archive: all of it or nothing, even if the process dies on the way.

A marker that names the new records is written before the first of them. With the marker the next process
(`finish_import`) removes what was added, or, once everything was added, finishes the removals of a `replace`.
"""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.record import Record, immutable_part
from backstory.store.codec import normalize_record
from backstory.store.files import read_file, sync_folder, write_atomic
from backstory.store.records import RecordStore

if TYPE_CHECKING:
    from backstory.model.snapshot import Snapshot
    from backstory.store.archive_reader import Archive
    from backstory.store.journal import Journal
    from backstory.store.snapshots import SnapshotStore

_LIMIT: Final = 1 << 28


class ImportResult(NamedTuple):
    """What an import did, or would do."""

    new: int
    known: int
    refused: int
    """Records whose id exists here with another text; the existing one stays."""
    removed: int = 0
    paths: tuple[str, ...] = ()
    """Files written."""
    added: tuple[tuple[str, str], ...] = ()
    """(scope, id) of the new records."""
    gone: tuple[Record, ...] = ()
    """The records that were removed, or would be."""


class _Marker(msgspec.Struct, omit_defaults=True):
    adding: list[tuple[str, str]] = []
    """(scope, id) of the new records."""
    snapshots: list[str] = []
    complete: bool = False
    """Whether everything was added, so that only `removing` is left to do."""
    removing: list[tuple[str, str]] = []
    """(scope, file below the scope's folder)."""


class _Plan(NamedTuple):
    """How an archive compares with the records here."""

    new: list[Record]
    existing_count: int
    refused: int
    removing: list[tuple[str, str]]
    """(scope, path) of records that the archive lacks."""


def import_archive(
    archive: "Archive",
    stores: Mapping[str, RecordStore],
    *,
    journal: "Journal | None" = None,
    snapshots: "SnapshotStore | None" = None,
    replace: bool = False,
    trash: str = "",
    marker: str = "",
    dry_run: bool = False,
) -> ImportResult:
    """Adds the new records, by id. With `replace` records of its scopes that it lacks go to the folder `trash`.

    Make a backup before a `replace`: `export_archive`. If something cannot be written, everything added is removed.
    With the path of a `marker` this holds for a process that dies, too: see `finish_import`. One process at a time.
    """
    plan = _compare(archive, stores, replace=replace)
    result = ImportResult(
        len(plan.new), plan.existing_count, plan.refused, len(plan.removing), gone=_read_all(plan, stores)
    )
    if dry_run:
        return result
    new_snapshots = _missing_snapshots(archive, snapshots)
    note = _Marker(
        adding=[(record.scope, record.id) for record in plan.new],
        snapshots=[snapshot.id for snapshot in new_snapshots],
        removing=[(scope, os.path.relpath(path, stores[scope].folder)) for scope, path in plan.removing],
    )
    _write(marker, note)
    added = _add_or_take_back(plan.new, new_snapshots, stores, snapshots, marker)
    note.complete = True
    if plan.removing:
        _write(marker, note)
    for scope, path in plan.removing:
        stores[scope].remove(path, trash)
    _clear(marker)
    if journal is not None:
        _add_events(archive, journal)
    return result._replace(paths=tuple(path for _, path in added), added=tuple(note.adding))


def _read_all(plan: _Plan, stores: Mapping[str, RecordStore]) -> tuple[Record, ...]:
    """The records that an import removes, before it does."""
    read = [stores[scope].read(path).record for scope, path in plan.removing]
    return tuple(record for record in read if record is not None)


def _missing_snapshots(archive: "Archive", snapshots: "SnapshotStore | None") -> "list[Snapshot]":
    if snapshots is None:
        return []
    existing = set(snapshots.ids())
    return [snapshot for snapshot in archive.snapshots if snapshot.id not in existing]


def _add_or_take_back(
    records: Sequence[Record],
    new_snapshots: "Sequence[Snapshot]",
    stores: Mapping[str, RecordStore],
    snapshots: "SnapshotStore | None",
    marker: str,
) -> list[tuple[RecordStore, str]]:
    """Adds records and snapshots, all or none. Returns where each record is."""
    added: list[tuple[RecordStore, str]] = []
    try:
        for record in records:
            store = stores[record.scope]
            added.append((store, store.add(record)[1]))
        if snapshots is not None:
            for snapshot in new_snapshots:
                snapshots.add(snapshot)
    except BaseException:
        _remove_records(added)
        if snapshots is not None:
            _drop_snapshots(snapshots, [snapshot.id for snapshot in new_snapshots])
        _clear(marker)
        raise
    return added


def _compare(archive: "Archive", stores: Mapping[str, RecordStore], *, replace: bool) -> _Plan:
    by_scope = {scope: dict(store.by_id()) for scope, store in stores.items()}
    removing = _find_absent(archive, by_scope) if replace else []
    staying = _find_staying(by_scope, {path for _, path in removing})
    new: list[Record] = []
    existing_count = refused = 0
    for record in archive.records:
        if record.scope not in stores:
            raise Invalid(f"no place for records of the scope `{record.scope}`", hint="run `backstory init`")
        old = _read_present(stores, by_scope, staying, record)
        if old is None:
            new.append(record)
        elif _is_same(old, record):
            existing_count += 1
        else:
            refused += 1
    return _Plan(new, existing_count, refused, removing)


def _read_present(
    stores: Mapping[str, RecordStore],
    by_scope: Mapping[str, Mapping[str, str]],
    staying: Mapping[str, tuple[str, str]],
    record: Record,
) -> Record | None:
    """The record of the same id that is here, in its scope or in another."""
    path = by_scope[record.scope].get(record.id)
    scope, path = (record.scope, path) if path else staying.get(record.id, ("", ""))
    return stores[scope].read(path).record if path else None


def _find_absent(archive: "Archive", by_scope: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """(scope, path) of the records that an archive lacks, in the scopes of its records."""
    present = {(record.scope, record.id) for record in archive.records}
    absent: list[tuple[str, str]] = []
    for scope in {record.scope for record in archive.records} & by_scope.keys():
        absent += [(scope, path) for ident, path in by_scope[scope].items() if (scope, ident) not in present]
    return absent


def _find_staying(by_scope: Mapping[str, Mapping[str, str]], leaving: set[str]) -> dict[str, tuple[str, str]]:
    """Id -> (scope, path), whatever the scope: a record that stays is not added to a second one."""
    staying: dict[str, tuple[str, str]] = {}
    for scope, paths in by_scope.items():
        staying.update({ident: (scope, path) for ident, path in paths.items() if path not in leaving})
    return staying


def _is_same(old: Record, record: Record) -> bool:
    """Whether both are one record, whatever the scope and the metadata."""
    return immutable_part(msgspec.structs.replace(old, scope=record.scope)) == immutable_part(normalize_record(record))


def _remove_records(added: list[tuple[RecordStore, str]]) -> None:
    for store, path in added:
        try:
            store.remove(path)
        except (BackstoryError, OSError):
            continue  # the caller raises the first error


def _add_events(archive: "Archive", journal: "Journal") -> None:
    """Adds the events that the journal lacks: a second run completes one that died."""
    for session, events in archive.journal.items():
        present = {event.id for event in journal.read(session).events}
        journal.extend([event for event in events if event.id not in present], stream=session)


def finish_import(marker: str, stores: Mapping[str, RecordStore], snapshots: "SnapshotStore", trash: str) -> str:
    """Ends an import whose process died: removes what it added, or finishes it if everything was added.

    Returns a sentence about it; empty without such an import. Removed records go to the folder `trash`. The caller
    makes sure that no import is running.
    """
    try:
        note = msgspec.json.decode(read_file(marker, limit=_LIMIT), type=_Marker)
    except NotFound:
        return ""
    except (BackstoryError, msgspec.MsgspecError, RecursionError, ValueError):
        _clear(marker)
        return "the marker of an import was damaged and is removed; what came in stays"
    if note.complete:
        _finish_removals(note, stores, trash)
        _clear(marker)
        return "an import that was cut short is finished"
    _remove_added(note, stores, trash)
    _drop_snapshots(snapshots, note.snapshots)
    _clear(marker)
    return "an import that was cut short is taken back; run it again"


def _finish_removals(note: _Marker, stores: Mapping[str, RecordStore], trash: str) -> None:
    for scope, name in note.removing:
        path = os.path.join(stores[scope].folder, name) if scope in stores else ""
        if path and name.count(os.sep) == 1 and ".." not in name and os.path.lexists(path):
            stores[scope].remove(path, trash)


def _remove_added(note: _Marker, stores: Mapping[str, RecordStore], trash: str) -> None:
    for scope, store in stores.items():
        ids = {ident for of_scope, ident in note.adding if of_scope == scope}
        for ident, path in list(store.by_id()) if ids else ():
            if ident in ids:
                store.remove(path, trash)


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
