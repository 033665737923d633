"""Export and import of the memory as a whole."""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.recovery import _settle_import, import_lock
from backstory.model.kinds import SCOPES
from backstory.model.record import Record
from backstory.store.places import IMPORTING

if TYPE_CHECKING:
    from backstory.model.snapshot import Snapshot
    from backstory.store.archive import Exported


class Taken(NamedTuple):
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
    m: Catalog, scopes: Sequence[str], path: str, *, history: bool = True, stays: bool = False
) -> "Exported":
    """Writes a `.tar.gz` of the scopes, with journal and snapshots when the private one is among them and `history` is
    wanted. `stays`: the archive is for this machine."""
    from backstory.store.archive import export_archive
    from backstory.store.places import machine_key

    private = "private" in scopes and history
    return export_archive(
        path,
        {s: m.stores[s] for s in scopes},
        m.gate,
        project=m.project.id,
        journal=m.journal if private else None,
        snapshots=m.snapshots if private else None,
        key=machine_key(m.project.home),
        stays=stays,
    )


def export_json(m: Catalog, scopes: Sequence[str]) -> "Exported":
    """All records as JSON lines in a stable order, a head line first."""
    from backstory.store.archive import export_lines

    return export_lines({s: m.stores[s] for s in scopes}, m.gate, project=m.project.id)


def take_in(m: Catalog, path: str, *, replace: bool, dry_run: bool) -> Taken:
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

    archive = read_archive(path, key=machine_key(m.project.home))
    history = 0
    if not (archive.sealed and archive.project == m.project.id):
        history = len(archive.journal) + len(archive.snapshots)
        archive = archive._replace(records=tuple(_imported(m, archive.records)), journal=Sessions({}), snapshots=())
    archive = archive._replace(journal=archive.journal.without(SESSION))
    kept, barred = filter_rejected(m, archive.records)
    archive = archive._replace(records=tuple(kept), journal=without_forgotten(m, archive.journal))
    archive = archive._replace(snapshots=tuple(_without_forgotten(m, archive.snapshots)))
    if dry_run:
        done = merge(archive, m.stores, replace=replace, dry_run=True)
        return Taken(done.new, done.known, done.refused, done.removed, "", barred, history)
    private = m.project.private
    with import_lock(private):
        _settle_import(m)
        backup, unsaved = _back_up(m)
        done = merge(
            archive,
            m.stores,
            journal=m.journal,
            snapshots=m.snapshots,
            replace=replace,
            trash=os.path.join(private, "trash"),
            marker=os.path.join(private, IMPORTING),
        )
    m.index.refresh(m.stores, m.gate)
    return Taken(done.new, done.known, done.refused, done.removed, backup, barred, history, unsaved)


def _back_up(m: Catalog) -> tuple[str, int]:
    """(archive of the records that are here, files that it cannot hold). An import changes records only: of journals
    and snapshots it takes nothing away."""
    from backstory.store.check import BACKUPS
    from backstory.store.files import make_folder

    name = f"{m.stamp().replace(':', '').replace('-', '')}.tar.gz"
    backup = free_path(os.path.join(m.project.private, BACKUPS, name))
    make_folder(os.path.dirname(backup))
    done = export_tar(m, SCOPES, backup, history=False, stays=True)
    return backup, len(done.left_out)


def free_path(path: str) -> str:
    """The path itself, or one beside it where there is a file already: a backup replaces no other."""
    stem, number = path.removesuffix(".tar.gz"), 1
    while os.path.lexists(path):
        number += 1
        path = f"{stem}-{number}.tar.gz"
    return path


def _without_forgotten(m: Catalog, snapshots: "Sequence[Snapshot]") -> "Iterator[Snapshot]":
    """Snapshots without what they took over from records that were forgotten since, a goal beside it included."""
    from backstory.memory.policy.rejections import find_tombstones
    from backstory.model.snapshot import Snapshot
    from backstory.store.purge import without_work, words

    stones = find_tombstones(m)
    gone = words(stones.gone if stones else (), (), ())
    for snapshot in snapshots:
        if gone.ids:
            if snapshot.work.checkpoint in gone.ids:
                snapshot = msgspec.structs.replace(snapshot, goal="")
            snapshot = msgspec.convert(without_work(msgspec.to_builtins(snapshot), gone), Snapshot)
        yield snapshot


def _imported(m: Catalog, records: Sequence[Record]) -> Iterator[Record]:
    """The records marked as imported; one that is here already, and says the same, keeps the channel it has here."""
    here = {scope: dict(store.by_id()) for scope, store in m.stores.items()}
    for record in records:
        scopes = (record.scope, *here)
        scope = next((s for s in scopes if record.id in here.get(s, {})), "")
        old = m.stores[scope].read(here[scope][record.id]).record if scope else None
        how = old.origin.how if old is not None else "imported"
        yield msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how=how))
