"""Takes back an import: what came in goes to the trash, and what it removed comes back from the backup."""

import os
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import SESSION
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.event import Event
from backstory.model.ids import is_ulid, short_id
from backstory.model.kinds import SCOPES
from backstory.store.places import machine_key
from backstory.store.unfinished_files import BACKUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.model.record import Record
    from backstory.store.archive_import import ImportResult

IMPORT: Final = "import"
"""The verb of the operation."""
MOST: Final = 4_000
"""Records that one line of the journal can name. A larger import is taken back from its backup."""
_NAME: Final = re.compile(r"[0-9A-Za-z-]{1,80}\.tar\.gz")


class _Import(NamedTuple):
    """An import as the journal has it. Records are (scope, id)."""

    backup: str
    added: tuple[tuple[str, str], ...]
    removed: tuple[tuple[str, str], ...]


class UndoneImport(NamedTuple):
    """The titles of the records that went and of those that came back."""

    gone: tuple[str, ...]
    back: tuple[str, ...]


def log_import(workspace: Catalog, backup: str, merged: "ImportResult") -> None:
    """Logs an import that changed something. If the journal cannot be written, it cannot be undone."""
    removed = [(record.scope, record.id) for record in merged.gone]
    if not (merged.added or removed):
        return
    is_small = len(merged.added) + len(removed) <= MOST
    event = Event(
        id=workspace.new_id(),
        kind="operation",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data={
            "verb": IMPORT,
            "records": [],
            "backup": os.path.basename(backup),
            "added": [":".join(one) for one in merged.added] if is_small else None,
            "removed": [":".join(one) for one in removed] if is_small else None,
        },
    )
    try:
        workspace.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return


def undo_import(workspace: Catalog, event: Event) -> UndoneImport:
    """Takes back an import. Raises `BackstoryError` if its backup is gone or not ours; nothing is changed then."""
    logged = _read_import(workspace, event)
    returning = _read_backup(workspace, logged)
    trash = os.path.join(workspace.project.private, "trash")
    gone: list[str] = []
    paths = {scope: dict(store.by_id()) for scope, store in workspace.stores.items()}
    for scope, ident in logged.added:
        path = paths[scope].get(ident)
        if path is None:
            continue  # forgotten, or moved to another scope since
        record = workspace.stores[scope].read(path).record
        workspace.stores[scope].remove(path, trash, ident=ident)
        gone.append(record.title if record else short_id(ident))
    present = {ident for by_id in paths.values() for ident in by_id}
    back: list[str] = []
    for record in returning:
        if record.id not in present:
            workspace.stores[record.scope].add(record)
            back.append(record.title)
    workspace.index.refresh(workspace.stores, workspace.gate)
    return UndoneImport(tuple(gone), tuple(back))


def _read_import(workspace: Catalog, event: Event) -> _Import:
    """Reads an import from the journal. Raises `BackstoryError` for one that Backstory does not write."""
    backup, added, removed = (event.data.get(key) for key in ("backup", "added", "removed"))
    if not isinstance(backup, str) or not _NAME.fullmatch(backup):
        raise _refuse(event, "it names no backup of ours")
    if added is None and removed is None:
        path = os.path.join(workspace.project.private, BACKUPS, backup)
        raise BackstoryError(
            "the import was too large to be taken back record by record",
            hint=f"restore the previous memory: `backstory import {path} --replace`",
        )
    return _Import(backup, _read_places(event, added), _read_places(event, removed))


def _read_places(event: Event, value: object) -> tuple[tuple[str, str], ...]:
    places = [str(one).partition(":") for one in value] if isinstance(value, list) else [("", "", "")]
    if not all(scope in SCOPES and is_ulid(ident) for scope, _, ident in places):
        raise _refuse(event, "it does not name the records that it changed")
    return tuple((scope, ident) for scope, _, ident in places)


def _refuse(event: Event, why: str) -> Invalid:
    return Invalid(
        f"operation `{short_id(event.id)}` of the journal cannot be undone: {why}",
        hint=f"nothing was changed; `grep -rn {event.id}` in the folder that `backstory status --explain` names"
        " shows its line, which can be deleted",
    )


def _read_backup(workspace: Catalog, logged: _Import) -> "Sequence[Record]":
    """The records that the import removed, out of the backup that it made."""
    from backstory.memory.policy.rejections import filter_rejected
    from backstory.store.archive import read_archive

    if not logged.removed:
        return ()
    path = os.path.join(workspace.project.private, BACKUPS, logged.backup)
    if not os.path.isfile(path):
        raise BackstoryError(
            f"cannot undo: the backup `{path}` is gone, and the records that the import removed were in it",
            hint="look for them in the trash: `ls " + os.path.join(workspace.project.private, "trash") + "`",
        )
    archive = read_archive(path, key=machine_key(workspace.project.home))
    if not archive.sealed or archive.project != workspace.project.id:
        raise BackstoryError(
            f"cannot undo: `{path}` was not made here from this project",
            hint=f"look at what is in it: `backstory import {path} --dry-run`",
        )
    removed = set(logged.removed)
    records = [record for record in archive.records if (record.scope, record.id) in removed]
    return filter_rejected(workspace, records)[0]
