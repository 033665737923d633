"""Exports and imports the memory, as an archive or as single records."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.journal_lines import safe_name
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.recovery import import_lock, settle_import_locked
from backstory.memory.kernel.spool import spool_folder
from backstory.memory.kernel.workspace import refuse_agent
from backstory.memory.policy.private_paths import person_home
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.kinds import CHANNELS, SCOPES
from backstory.model.record import Record, immutable_part
from backstory.model.snapshot import Snapshot
from backstory.store import spool as spool_files
from backstory.store.codec import decode_record
from backstory.store.files import make_folder, read_file
from backstory.store.manifest import TOP
from backstory.store.places import IMPORTING, machine_key
from backstory.store.records import READ_LIMIT
from backstory.store.regular_file import open_file

if TYPE_CHECKING:
    from backstory.model.snapshot import Snapshot
    from backstory.store.archive import Archive, Exported
    from backstory.store.archive_import import ImportResult


_OWN_ID: Final = re.compile(rb"^id: [0-9A-HJKMNP-TV-Z]{26}\r?$", re.MULTILINE)


class Imported(NamedTuple):
    """The numbers of an import, or those it would have."""

    new: int
    known: int
    refused: int
    removed: int = 0
    backup: str = ""
    barred: int = 0
    """Records that were left out because they were rejected or forgotten here."""
    history: int = 0
    """Parts that tell what happened and were left out, because only this machine may say what happened here."""
    unsaved: int = 0
    """Damaged files that the backup cannot contain. They stay in place."""
    gone: tuple[str, ...] = ()
    """Kind, short id and title of each record that was removed, in a line."""


def export_tar(
    workspace: Catalog, scopes: Sequence[str], path: str, *, history: bool = True, stays: bool = False
) -> "Exported":
    """Writes a `.tar.gz` of the scopes.

    With `history` it includes journal, snapshots, sessions and runs, if the private scope is among them. `stays` marks
    an archive that does not leave this machine.
    """
    from backstory.store.archive import export_archive

    private = "private" in scopes and history
    return export_archive(
        path,
        {scope: workspace.stores[scope] for scope in scopes},
        workspace.gate,
        project=workspace.project.id,
        journal=workspace.journal if private else None,
        snapshots=workspace.snapshots if private else None,
        sessions=workspace.sessions if private else None,
        runs=workspace.runs if private else None,
        key=machine_key(workspace.project.home),
        stays=stays,
        home=person_home(workspace),
    )


def export_json(workspace: Catalog, scopes: Sequence[str]) -> "Exported":
    """Returns all records as JSON lines in a stable order, after a head line."""
    from backstory.store.archive import export_lines

    return export_lines(
        {scope: workspace.stores[scope] for scope in scopes}, workspace.gate, project=workspace.project.id
    )


def import_archive(workspace: Catalog, path: str, *, replace: bool, dry_run: bool) -> Imported:
    """Validates a whole archive, backs up the present records, then adds those that are new by id.

    Raises `Invalid` for a hostile or broken archive, before anything is written. Records keep their channel only if
    this machine made the archive from this project. Otherwise they are marked as imported, and the journal and
    snapshots are left out. Operations are never imported: `undo` only takes back what happened here.
    """
    from backstory.store.archive import Sessions, read_archive

    archive = read_archive(path, key=machine_key(workspace.project.home))
    history = 0
    if not (archive.sealed and archive.project == workspace.project.id):
        history = len(archive.journal) + len(archive.snapshots) + len(archive.sessions) + len(archive.runs)
        records = tuple(_mark_imported(workspace, archive.records))
        archive = archive._replace(records=records, journal=Sessions({}), snapshots=(), sessions=(), runs=())
    return add_archive(workspace, archive, replace=replace, dry_run=dry_run)._replace(history=history)


def merge_records(workspace: Catalog, path: str, project: str) -> Imported:
    """Takes in the archive that this machine made from another of its projects, with journal and snapshots.

    Records keep their channel: they were written here. Raises `Invalid` for any other archive.
    """
    from backstory.store.archive import read_archive

    archive = read_archive(path, key=machine_key(workspace.project.home))
    if not archive.sealed or archive.project != project:
        raise Invalid(f"`{path}` was not made from that project", hint=f"import its records: `backstory import {path}`")
    return add_archive(workspace, archive, replace=False, dry_run=False)


def add_archive(workspace: Catalog, archive: "Archive", *, replace: bool, dry_run: bool) -> Imported:
    """Merges an archive into the stores after a backup, and logs it for `undo`."""
    from backstory.memory.kernel.operations import SESSION
    from backstory.memory.policy.rejections import filter_rejected, without_forgotten
    from backstory.memory.verbs.undo_import import log_import
    from backstory.store.archive_import import import_archive as merge_archive

    archive = _leave_out_forgotten(workspace, archive)
    accepted, barred = filter_rejected(workspace, archive.records)
    archive = archive._replace(
        records=tuple(accepted),
        journal=without_forgotten(workspace, archive.journal.without(SESSION)),
        snapshots=tuple(_without_forgotten(workspace, archive.snapshots)),
    )
    if dry_run:
        merged = merge_archive(archive, workspace.stores, replace=replace, dry_run=True)
        return _summarize(merged, barred)
    private = workspace.project.private
    with import_lock(private):
        settle_import_locked(workspace)
        backup, unsaved = _back_up(workspace)
        merged = merge_archive(
            archive,
            workspace.stores,
            journal=workspace.journal,
            snapshots=workspace.snapshots,
            replace=replace,
            trash=os.path.join(private, "trash"),
            marker=os.path.join(private, IMPORTING),
        )
        _add_history(workspace, archive)
        log_import(workspace, backup, merged)
    workspace.index.refresh(workspace.stores, workspace.gate)
    return _summarize(merged, barred)._replace(backup=backup, unsaved=unsaved)


def _leave_out_forgotten(workspace: Catalog, archive: "Archive") -> "Archive":
    """The archive without the sessions that a person forgot, their journals and runs."""
    from backstory.memory.policy.rejections import find_forgotten_session

    gone = {one.id for one in archive.sessions if find_forgotten_session(workspace, one.agent, one.id) is not None}
    if not gone:
        return archive
    journal = archive.journal
    for name in gone:
        journal = journal.without(safe_name(name).lower())
    return archive._replace(
        journal=journal,
        sessions=tuple(session for session in archive.sessions if session.id not in gone),
        runs=tuple(run for run in archive.runs if run.session not in gone),
    )


def _add_history(workspace: Catalog, archive: "Archive") -> None:
    """Adds the sessions and runs of an archive, without what a person has rejected."""
    from backstory.memory.policy.rejections import make_rejection_filter
    from backstory.store.archive_history import add_history, map_texts

    drop = make_rejection_filter(workspace)
    sessions = [map_texts(session, drop) for session in archive.sessions]
    runs = [map_texts(run, drop) for run in archive.runs]
    add_history(sessions, runs, workspace.sessions, workspace.runs)


def _summarize(merged: "ImportResult", barred: int) -> Imported:
    gone = tuple(f'{record.kind} {record.short} "{record.title}"' for record in merged.gone)
    return Imported(merged.new, merged.known, merged.refused, merged.removed, barred=barred, gone=gone)


def _back_up(workspace: Catalog) -> tuple[str, int]:
    """Backs up the records; returns the path of the archive and the number of files that it cannot contain.

    Journals and snapshots need no backup, because an import removes nothing from them.
    """
    from backstory.store.unfinished_files import BACKUPS

    name = f"{workspace.stamp().replace(':', '').replace('-', '')}.tar.gz"
    backup = free_path(os.path.join(workspace.project.private, BACKUPS, name))
    make_folder(os.path.dirname(backup))
    exported = export_tar(workspace, SCOPES, backup, history=False, stays=True)
    return backup, len(exported.left_out)


def free_path(path: str) -> str:
    """Returns the path, or one with a number if it exists already: a backup must not replace another."""
    stem, number = path.removesuffix(".tar.gz"), 1
    while os.path.lexists(path):
        number += 1
        path = f"{stem}-{number}.tar.gz"
    return path


def _without_forgotten(workspace: Catalog, snapshots: "Sequence[Snapshot]") -> "Iterator[Snapshot]":
    """Yields the snapshots without the parts that came from forgotten records, goals of such checkpoints included."""
    from backstory.memory.policy.rejections import find_tombstones
    from backstory.store.purge import forgotten_text, without_work

    tombstones = find_tombstones(workspace)
    forgotten = forgotten_text(tombstones.gone if tombstones else (), (), ())
    for snapshot in snapshots:
        if forgotten.ids:
            if snapshot.work.checkpoint in forgotten.ids:
                snapshot = msgspec.structs.replace(snapshot, goal="")
            snapshot = msgspec.convert(without_work(msgspec.to_builtins(snapshot), forgotten), Snapshot)
        yield snapshot


def _mark_imported(workspace: Catalog, records: Sequence[Record]) -> Iterator[Record]:
    """Yields the records marked as imported. A record that exists here already keeps the channel that it has here."""
    files = {scope: dict(store.by_id()) for scope, store in workspace.stores.items()}
    for record in records:
        how = "imported"
        for scope in (record.scope, *files):
            path = files.get(scope, {}).get(record.id)
            if path is not None:
                existing = workspace.stores[scope].read(path).record
                how = existing.origin.how if existing is not None else how
                break
        yield msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how=how))


def is_own_file(path: str) -> bool:
    """Whether a file is a record with its id, or is compressed, as archives are. Lines of JSON may be of any tool."""
    with open_file(path) as file:
        head = file.read(1 << 12)
    return head[:2] == b"\x1f\x8b" or (head[:3] == b"---" and bool(_OWN_ID.search(head)))


def is_export(path: str) -> bool:
    """Whether a file begins like an archive or like the lines of JSON that `export` writes, or is empty."""
    with open_file(path) as file:
        head = file.read(64)
    if head[:2] != b"\x1f\x8b":
        return not head or head.startswith(b'{"backstory":')
    import gzip
    import zlib

    try:
        with gzip.open(path) as unpacked:
            return unpacked.read(len(TOP)) == TOP.encode()
    except (OSError, EOFError, zlib.error):
        return False


def import_record(workspace: Catalog, path: str, *, dry_run: bool = False) -> "Imported":
    """Imports a single record file. The record becomes private and imported, whatever the file says.

    A file in the spool is removed afterwards. Raises `Invalid` for an agent or a file without a record, and
    `BackstoryError` if the id belongs to another record here.
    """
    from backstory.memory.policy.rejections import filter_rejected

    refuse_agent(workspace, f"backstory import {path}")
    record = decode_record(read_file(path, limit=READ_LIMIT), name=path).record
    if record is None:
        raise Invalid(f"`{path}` holds no record", hint=f"look at it: `cat {path}`")
    record = msgspec.structs.replace(
        record, scope="private", origin=msgspec.structs.replace(record.origin, how=CHANNELS[-1])
    )
    if not filter_rejected(workspace, [record])[0]:
        return Imported(0, 0, 0, barred=1)
    existing = _find_existing(workspace, record, path)
    result = Imported(int(existing is None), int(existing is not None), 0)
    if dry_run:
        return result
    if existing is None:
        _add_imported(workspace, record)
    if os.path.realpath(os.path.dirname(path)) == os.path.realpath(spool_folder(workspace)):
        spool_files.remove_from_spool(path, spool_folder(workspace))
    return result


def _add_imported(workspace: Catalog, record: Record) -> None:
    from backstory.memory.kernel.operations import log_operation

    written, place = workspace.stores["private"].add(record)
    workspace.index.add(written, place)
    log_operation(
        workspace, "remember", [{"id": written.id, "scope": "private", "path": place, "title": written.title}]
    )


def _find_existing(workspace: Catalog, record: Record, path: str) -> Record | None:
    """The record of this id here. Raises `BackstoryError` where it is another one."""
    try:
        existing = workspace.get(record.id).record
    except NotFound:
        return None
    if immutable_part(existing)[1:4] != immutable_part(record)[1:4]:
        raise BackstoryError(
            f"`{path}` has the id of another record here, {existing.short}",
            hint=f"compare them: `backstory show {existing.short}`, `cat {path}`",
        )
    return existing
