"""Export and import of the memory as a whole."""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.recovery import _settle_import, import_lock
from backstory.memory.spool import spool_folder
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.kinds import HOWS, SCOPES
from backstory.model.record import Record
from backstory.store import spool as files
from backstory.store.places import IMPORTING

if TYPE_CHECKING:
    from backstory.model.snapshot import Snapshot
    from backstory.store.archive import Exported


class Imported(NamedTuple):
    """What an import did, or would do."""

    new: int
    known: int
    refused: int
    removed: int = 0
    backup: str = ""
    barred: int = 0
    """Records that were rejected or forgotten here: they stay out."""
    history: int = 0
    """Sessions and snapshots that stayed out: what happened here is told by this machine only."""
    unsaved: int = 0
    """Damaged files that the backup cannot hold; they stay as they are."""


def export_tar(
    workspace: Catalog, scopes: Sequence[str], path: str, *, history: bool = True, stays: bool = False
) -> "Exported":
    """Writes a `.tar.gz` of the scopes, with journal and snapshots when the private one is among them and `history` is
    wanted. `stays`: the archive is for this machine."""
    from backstory.store.archive import export_archive
    from backstory.store.places import machine_key

    private = "private" in scopes and history
    return export_archive(
        path,
        {s: workspace.stores[s] for s in scopes},
        workspace.gate,
        project=workspace.project.id,
        journal=workspace.journal if private else None,
        snapshots=workspace.snapshots if private else None,
        key=machine_key(workspace.project.home),
        stays=stays,
    )


def export_json(workspace: Catalog, scopes: Sequence[str]) -> "Exported":
    """All records as JSON lines in a stable order, a head line first."""
    from backstory.store.archive import export_lines

    return export_lines({s: workspace.stores[s] for s in scopes}, workspace.gate, project=workspace.project.id)


def import_archive(workspace: Catalog, path: str, *, replace: bool, dry_run: bool) -> Imported:
    """Reads and validates an archive whole, backs up what is here, then adds what is new by id.

    Raises `Invalid` for an archive that is hostile or broken; nothing was written then. Records keep their channel only
    when this machine made the archive from this very project; else they are marked imported, and its journal and
    snapshots stay out. Operations come from no archive: what `undo` takes back happened here.
    """
    from backstory.memory.operations import SESSION
    from backstory.memory.policy.rejections import filter_rejected, without_forgotten
    from backstory.store.archive import Sessions, read_archive
    from backstory.store.intake import take_in as merge
    from backstory.store.places import machine_key

    archive = read_archive(path, key=machine_key(workspace.project.home))
    history = 0
    if not (archive.sealed and archive.project == workspace.project.id):
        history = len(archive.journal) + len(archive.snapshots)
        archive = archive._replace(
            records=tuple(_imported(workspace, archive.records)), journal=Sessions({}), snapshots=()
        )
    archive = archive._replace(journal=archive.journal.without(SESSION))
    kept, barred = filter_rejected(workspace, archive.records)
    archive = archive._replace(records=tuple(kept), journal=without_forgotten(workspace, archive.journal))
    archive = archive._replace(snapshots=tuple(_without_forgotten(workspace, archive.snapshots)))
    if dry_run:
        done = merge(archive, workspace.stores, replace=replace, dry_run=True)
        return Imported(done.new, done.known, done.refused, done.removed, "", barred, history)
    private = workspace.project.private
    with import_lock(private):
        _settle_import(workspace)
        backup, unsaved = _back_up(workspace)
        done = merge(
            archive,
            workspace.stores,
            journal=workspace.journal,
            snapshots=workspace.snapshots,
            replace=replace,
            trash=os.path.join(private, "trash"),
            marker=os.path.join(private, IMPORTING),
        )
    workspace.index.refresh(workspace.stores, workspace.gate)
    return Imported(done.new, done.known, done.refused, done.removed, backup, barred, history, unsaved)


def _back_up(workspace: Catalog) -> tuple[str, int]:
    """(archive of the records that are here, files that it cannot hold). An import changes records only: of journals
    and snapshots it takes nothing away."""
    from backstory.store.check import BACKUPS
    from backstory.store.files import make_folder

    name = f"{workspace.stamp().replace(':', '').replace('-', '')}.tar.gz"
    backup = free_path(os.path.join(workspace.project.private, BACKUPS, name))
    make_folder(os.path.dirname(backup))
    done = export_tar(workspace, SCOPES, backup, history=False, stays=True)
    return backup, len(done.left_out)


def free_path(path: str) -> str:
    """The path itself, or one beside it where there is a file already: a backup replaces no other."""
    stem, number = path.removesuffix(".tar.gz"), 1
    while os.path.lexists(path):
        number += 1
        path = f"{stem}-{number}.tar.gz"
    return path


def _without_forgotten(workspace: Catalog, snapshots: "Sequence[Snapshot]") -> "Iterator[Snapshot]":
    """Snapshots without what they took over from records that were forgotten since, a goal beside it included."""
    from backstory.memory.policy.rejections import find_tombstones
    from backstory.model.snapshot import Snapshot
    from backstory.store.purge import without_work, words

    stones = find_tombstones(workspace)
    gone = words(stones.gone if stones else (), (), ())
    for snapshot in snapshots:
        if gone.ids:
            if snapshot.work.checkpoint in gone.ids:
                snapshot = msgspec.structs.replace(snapshot, goal="")
            snapshot = msgspec.convert(without_work(msgspec.to_builtins(snapshot), gone), Snapshot)
        yield snapshot


def _imported(workspace: Catalog, records: Sequence[Record]) -> Iterator[Record]:
    """The records marked as imported; one that is here already, and says the same, keeps the channel it has here."""
    here = {scope: dict(store.by_id()) for scope, store in workspace.stores.items()}
    for record in records:
        scopes = (record.scope, *here)
        scope = next((s for s in scopes if record.id in here.get(s, {})), "")
        old = workspace.stores[scope].read(here[scope][record.id]).record if scope else None
        how = old.origin.how if old is not None else "imported"
        yield msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how=how))


def import_record(workspace: Catalog, path: str, *, dry_run: bool = False) -> "Imported":
    """Takes a single record file in, as private and imported whatever it says. A person's command.

    A file in the spool goes afterwards. Raises `Invalid` for an agent or a file that holds no record, `BackstoryError`
    when its id belongs to another record here.
    """
    from backstory.memory.operations import log_operation
    from backstory.memory.policy.rejections import filter_rejected
    from backstory.memory.transfer import Imported
    from backstory.memory.workspace import require_person
    from backstory.store.codec import decode
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT, substance

    require_person(workspace, f"backstory import {path}")
    record = decode(read_file(path, limit=READ_LIMIT), name=path).record
    if record is None:
        raise Invalid(f"`{path}` holds no record", hint=f"look at it: `cat {path}`")
    record = msgspec.structs.replace(
        record, scope="private", origin=msgspec.structs.replace(record.origin, how=HOWS[-1])
    )
    if not filter_rejected(workspace, [record])[0]:
        return Imported(0, 0, 0, barred=1)
    try:
        known = workspace.get(record.id).record
    except NotFound:
        known = None
    if known is not None and substance(known)[1:4] != substance(record)[1:4]:
        raise BackstoryError(
            f"`{path}` has the id of another record here, {known.short}",
            hint=f"compare them: `backstory show {known.short}`, `cat {path}`",
        )
    if dry_run:
        return Imported(int(known is None), int(known is not None), 0)
    if known is None:
        written, place = workspace.stores["private"].add(record)
        workspace.index.add(written, place)
        log_operation(
            workspace, "remember", [{"id": written.id, "scope": "private", "path": place, "title": written.title}]
        )
    if os.path.realpath(os.path.dirname(path)) == os.path.realpath(spool_folder(workspace)):
        files.drop(path, spool_folder(workspace))
    return Imported(int(known is None), int(known is not None), 0)
