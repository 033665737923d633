"""Undoes changes to records, the last command first, by the log of operations."""

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import FORGET, INGEST, SESSION, UNDO, read_command, read_operation, refuse_undo
from backstory.memory.kernel.recovery import is_tracked
from backstory.memory.kernel.workspace import NO_COMMAND
from backstory.memory.policy.rejections import ensure_not_rejected, unblock_retracted_text
from backstory.memory.policy.trust import preserving_trust
from backstory.memory.verbs.undo_import import IMPORT, undo_import
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.event import Event
from backstory.model.ids import short_id
from backstory.model.kinds import RETRACTED
from backstory.store.codec import decode_record
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT, SUFFIX

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.kernel.operations import Entry, Operation
    from backstory.model.record import Record
    from backstory.store.records import RecordStore


class Undone(NamedTuple):
    """The operations of a command that were undone, or a single one, and the titles of their records."""

    verb: str
    titles: tuple[str, ...]
    made: str
    restored: tuple[str, ...] = ()
    """Titles of records that the operation had removed and that are here again."""
    command: str = ""
    """Name of the command; empty for a change outside of any command."""
    tracked: tuple[str, ...] = ()
    """Titles of team records whose files git tracks and that are out of the repository now."""


def undo_last(workspace: Catalog) -> Undone:
    """Undoes the last operation that has not been undone, and the others of the same command.

    Raises `BackstoryError` if there is none, or if the journal has a line that Backstory does not write; nothing is
    changed then.
    """
    last = _find_last(workspace)
    if isinstance(last, Event) and last.kind == FORGET:
        log_undo(workspace, last.id, [])  # the next one passes over it
        raise BackstoryError(
            "the last command was `forget`, which cannot be undone: what it removed is kept nowhere",
            hint="nothing was changed; `backstory undo` again takes back the command before it",
        )
    if isinstance(last, Event) and last.data.get("verb") == INGEST:
        log_undo(workspace, last.id, [])  # the next one passes over it
        raise BackstoryError(
            f"the last command, `{read_command(last).name}`, made no record; the sessions that it ingested stay",
            hint="nothing was changed; `backstory undo` again takes back the command before it",
        )
    if isinstance(last, Event):
        outcome = undo_import(workspace, last)
        log_undo(workspace, last.id, [])
        return Undone(IMPORT, outcome.gone, last.made, outcome.back)
    for operation, files in last:
        for entry, _ in files if operation.verb == "reject" else ():
            _lift(workspace, entry.id)  # raises for all but a person, before anything is changed
    titles: dict[str, str] = {}
    tracked: dict[str, str] = {}
    for operation, files in last:
        for entry, file in files:
            leaves = file.scope == "team" and (bool(entry.moved) or entry.before is None)
            if leaves and is_tracked(workspace, file.path):
                tracked[entry.id] = file.title
            restore_record(workspace, entry, file)
            titles[entry.id] = file.title
        log_undo(workspace, operation.id, [entry.id for entry in operation.entries])
    newest = last[0][0]
    name = newest.command.name
    verb = name or newest.verb
    return Undone(verb, tuple(reversed(titles.values())), newest.made, command=name, tracked=tuple(tracked.values()))


def log_undo(workspace: Catalog, operation: str, ids: list[str]) -> None:
    """Notes that an operation was taken back, so that `undo` passes over it. Raises what the journal raises."""
    event = Event(
        id=workspace.new_id(),
        kind="operation",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data={"verb": UNDO, "undoes": operation, "records": [{"id": ident} for ident in ids]},
    )
    workspace.journal.append(event, sync=True, stream=SESSION)


class RecordFile(NamedTuple):
    """The present file of a record, and its title."""

    scope: str
    path: str
    title: str


def _find_last(workspace: Catalog) -> "list[tuple[Operation, list[tuple[Entry, RecordFile]]]] | Event":
    """Returns the last operation that has not been undone, with the present file of each of its records, and the
    others of the same command, the last first. For an import, a `forget`, and sessions without records, it returns the
    event itself.

    Operations without any record left, because all were forgotten or deleted by hand, are passed over.
    """
    events = [event for event in workspace.journal.read(SESSION).events if event.kind in ("operation", FORGET)]
    undone = {str(event.data.get("undoes")) for event in events if event.data.get("verb") == UNDO}
    last: list[tuple[Operation, list[tuple[Entry, RecordFile]]]] = []
    command = NO_COMMAND
    for event in reversed(events):
        if event.id in undone or event.data.get("verb") == UNDO:
            continue
        if last and (not command.id or read_command(event) != command):
            continue
        if event.data.get("verb") == IMPORT or (not last and _leaves_nothing(event)):
            return event
        if event.data.get("records"):
            operation = read_operation(event)
            files = _find_files(workspace, operation)
            if files:
                last.append((operation, files))
                command = operation.command
    if last:
        return last
    raise BackstoryError("there is nothing to undo", hint="`backstory log` shows what happened")


def _leaves_nothing(event: Event) -> bool:
    """Whether an event is of a command that `undo` has nothing of to take back."""
    return event.kind == FORGET or (event.data.get("verb") == INGEST and bool(read_command(event).id))


def _find_files(workspace: Catalog, operation: "Operation") -> "list[tuple[Entry, RecordFile]]":
    """Returns the present file of each record; none if all are gone. Raises `BackstoryError` if only some are."""
    files: list[tuple[Entry, RecordFile]] = []
    missing: list[Entry] = []
    for entry in operation.entries:
        file = find_record_file(workspace, entry)
        if file is None:
            missing.append(entry)
        else:
            files.append((entry, file))
    if files and missing:
        raise refuse_undo(missing[0], f"one of its records, {short_id(missing[0].id)}, is gone")
    return files


def find_record_file(workspace: Catalog, entry: "Entry") -> RecordFile | None:
    """Finds the file of a record, or returns None if it is gone for good.

    The path in the journal is only the first place to look. The file has to be among the records of its scope and hold
    the record of that id. Raises `BackstoryError` for a team record that may be on another branch.
    """
    store = workspace.stores[entry.scope]
    path = os.path.join(store.folder, entry.path)
    title = _title_in(store, path, entry.id)
    if title is not None:
        return RecordFile(entry.scope, path, title)
    row = _find_moved_row(workspace, entry)
    if row is None:
        return None
    scope = row.record.scope
    title = _title_in(workspace.stores[scope], row.path, entry.id)
    # The record can only have moved from a place where records are stored. A foreign file with the same id is another
    # record, and to undo a move must publish nothing but what was moved.
    moved = _is_place_in(store, path) and not (entry.moved or row.foreign)
    if title is None or (scope != entry.scope and not moved):
        raise refuse_undo(entry, f"record {row.record.short} does not lie among the {entry.scope} records")
    return RecordFile(scope, row.path, title)


def _find_moved_row(workspace: Catalog, entry: "Entry") -> "Row | None":
    """The record of an entry, renamed by hand or moved to another scope since: the id finds it."""
    try:
        return workspace.get(entry.id)
    except NotFound:
        if entry.scope != "team":
            return None
        raise refuse_undo(
            entry, f"record {short_id(entry.id)} is not in this working tree, perhaps on another branch"
        ) from None


def _title_in(store: "RecordStore", path: str, ident: str) -> str | None:
    """Returns the title of the record `ident` in a file of the store, or None if the file does not hold it."""
    if not _is_place_in(store, path):
        return None
    try:
        record = decode_record(read_file(path, limit=READ_LIMIT, base=store.base), scope=store.scope, name=path).record
    except BackstoryError:
        return None
    return record.title if record is not None and record.id == ident else None


def _is_place_in(store: "RecordStore", path: str) -> bool:
    """Whether the store would keep a record file at this path, which is `<folder>/<kind>/<name>.md`."""
    folder, name = os.path.split(path)
    parent, kind = os.path.split(folder)
    return parent == store.folder and name.endswith(SUFFIX) and not name.startswith(".") and not kind.startswith(".")


def restore_record(workspace: Catalog, entry: "Entry", file: RecordFile) -> None:
    """Moves a record back, restores its metadata, or removes it if the operation created it."""
    if entry.moved:
        from backstory.memory.kernel.writer import move_record

        move_record(workspace, entry.id, entry.moved, undoing=True)
        return
    store = workspace.stores[file.scope]
    if entry.before is None:
        store.remove(file.path, trash=os.path.join(workspace.project.private, "trash"), ident=entry.id)
        return

    _restore_metadata(workspace, entry, file, entry.before, entry.after or {})


def _restore_metadata(
    workspace: Catalog, entry: "Entry", file: RecordFile, before: dict[str, Any], after: dict[str, Any]
) -> None:
    store = workspace.stores[file.scope]
    was_retracted = after.get("status") == RETRACTED and before.get("status") != RETRACTED
    if was_retracted and not workspace.channel.agent:
        # The retraction itself blocks the text, so the block has to go before the change is checked.
        unblock_retracted_text(workspace, entry.id)
    with preserving_trust(workspace, file.path, entry.id, file.scope):
        store.change(file.path, lambda record: _restored_values(workspace, record, before, after), ident=entry.id)
    if was_retracted and workspace.channel.agent:
        unblock_retracted_text(workspace, entry.id)


def _lift(workspace: Catalog, ref: str) -> None:
    """Lifts the rejection that is undone. Only a person may do that, as only a person may reject."""
    from backstory.memory.verbs.reject import lift_rejection

    try:
        lift_rejection(workspace, ref)
    except NotFound:
        return  # `reject --undo` has lifted it already


def _restored_values(
    workspace: Catalog, record: "Record", before: dict[str, Any], after: dict[str, Any]
) -> dict[str, Any]:
    """Returns the metadata that undoes a change. Tags, links and anchors that were added later stay."""
    values: dict[str, Any] = dict(before)
    if values.get("status", RETRACTED) != RETRACTED and record.status == RETRACTED:
        ensure_not_rejected(workspace, record)  # to undo an older step must not bring back a claim rejected since
    for key, old in before.items():
        if isinstance(old, list) and isinstance(after.get(key), list):
            present = [str(value) for value in getattr(record, key, ())]
            values[key] = _undo_list_change(present, old, after[key])
    return values


def _undo_list_change(present: list[str], before: list[str], after: list[str]) -> list[str]:
    """Returns the present values without those that the change added, and with those that it removed."""
    added = set(after) - set(before)
    removed = [value for value in before if value not in after]
    return list(dict.fromkeys((*(value for value in present if value not in added), *removed)))
