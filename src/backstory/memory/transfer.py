"""Export and import of the memory as a whole."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.model.record import Record

if TYPE_CHECKING:
    from backstory.memory.core import Memory


class Taken(NamedTuple):
    """What an import did, or would do."""

    new: int
    known: int
    refused: int
    backup: str = ""


def export_tar(m: "Memory", scopes: Sequence[str], path: str) -> int:
    """Writes a `.tar.gz` of the scopes' record files; returns how many records are in it."""
    from backstory.store.archive import export_archive

    return export_archive(path, {s: m.stores[s] for s in scopes}, m.gate, project=m.project.id)


def export_json(m: "Memory", scopes: Sequence[str]) -> str:
    """All records as JSON lines in a stable order, a head line first."""
    from backstory.store.archive import export_lines

    return export_lines({s: m.stores[s] for s in scopes}, m.gate, project=m.project.id)


def take_in(m: "Memory", path: str, *, replace: bool, dry_run: bool) -> Taken:
    """Reads and validates an archive whole, backs up what is here, then adds what is new by id.

    Raises `Invalid` for an archive that is hostile or broken; nothing was written then. Records keep their channel only
    when the archive came from this very project; else they are marked imported.
    """
    from backstory.store.archive import read_archive

    archive = read_archive(path)
    own = archive.project == m.project.id
    index = m.fresh()
    here = {r.record.id: r.record for r in index.rows(include_retracted=True)}
    fresh: list[Record] = []
    known = refused = 0
    for record in archive.records:
        old = here.get(record.id)
        if old is None:
            fresh.append(record if own else _imported(record))
        elif (old.title, old.body) == (record.title, record.body):
            known += 1
        else:
            refused += 1
    if dry_run:
        return Taken(len(fresh), known, refused)
    backup = os.path.join(m.project.private, "backups", f"{m.stamp().replace(':', '').replace('-', '')}.tar.gz")
    export_archive_of_all(m, backup)
    if replace:
        keep = {r.id for r in archive.records}
        for row in index.rows(include_retracted=True):
            if row.record.id not in keep and row.record.scope in {r.scope for r in archive.records}:
                m.stores[row.record.scope].remove(row.path, trash=os.path.join(m.project.private, "trash"))
    for record in fresh:
        m.stores[record.scope].add(record)
    m.index.refresh(m.stores, m.gate)
    return Taken(len(fresh), known, refused, backup)


def export_archive_of_all(m: "Memory", path: str) -> None:
    """A backup of every scope that an import or a removal could touch."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    export_tar(m, ("team", "private"), path)


def _imported(record: Record) -> Record:
    import msgspec

    return msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how="imported"))
