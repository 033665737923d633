"""`undo`: every change to records is noted with what was there before, and taken back last first."""

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.operations import SESSION
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.event import Event
from backstory.model.ids import short
from backstory.model.kinds import RETRACTED

if TYPE_CHECKING:
    from backstory.memory.operations import Entry
    from backstory.model.record import Record
    from backstory.store.records import RecordStore


class Undone(NamedTuple):
    verb: str
    titles: tuple[str, ...]
    made: str


def undo_last(workspace: Catalog) -> Undone:
    """Takes back the last operation that still stands. Raises `BackstoryError` when there is none, and for a line of
    the journal that is no operation of ours: nothing is changed then."""
    from backstory.memory.operations import UNDO, read_operation, refuse_undo

    operations = [e for e in workspace.journal.read(SESSION).events if e.kind == "operation"]
    undone = {str(e.data.get("undoes")) for e in operations if e.data.get("verb") == UNDO}
    standing = (e for e in reversed(operations) if e.data.get("verb") != UNDO and e.id not in undone)
    for last in standing:
        if not last.data.get("records"):
            continue  # of what was forgotten nothing is left to undo
        operation = read_operation(last)
        found = [(entry, _file_of(workspace, entry)) for entry in operation.entries]  # all, before anything is changed
        files = [(entry, file) for entry, file in found if file is not None]
        lost = next((entry for entry, file in found if file is None), None)
        if files and lost is not None:
            raise refuse_undo(lost, f"one of its records, {short(lost.id)}, is gone")
        if files:
            break  # nor is it of what was deleted by hand
    else:
        raise BackstoryError("there is nothing to undo", hint="`backstory log` shows what happened")
    titles: list[str] = []
    for entry, file in files:
        if operation.verb == "reject":
            _lift(workspace, entry.id)
        _take_back(workspace, entry, file)
        titles.append(file.title)
    event = Event(
        id=workspace.new_id(),
        kind="operation",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data={"verb": UNDO, "undoes": operation.id, "records": [{"id": e.id} for e in operation.entries]},
    )
    workspace.journal.append(event, sync=True, stream=SESSION)
    return Undone(operation.verb, tuple(titles), operation.made)


class RecordFile(NamedTuple):
    """Where the record of an operation lies now, and its title."""

    scope: str
    path: str
    title: str


def _file_of(workspace: Catalog, entry: "Entry") -> RecordFile | None:
    """The file of the record that an entry speaks of. The path that the journal names is only where to look first: what
    counts is that the file lies where records of its scope lie and holds the record of that id. None where it is gone
    for good: a file of the team may lie on another branch, so that one raises `BackstoryError`.
    """
    from backstory.memory.operations import refuse_undo

    store = workspace.stores[entry.scope]
    title = _title_in(store, entry.path, entry.id)
    if title is not None:
        return RecordFile(entry.scope, entry.path, title)
    try:
        row = workspace.get(entry.id)  # renamed by hand, or moved to another scope since: the id finds it
    except NotFound:
        if entry.scope != "team":
            return None
        raise refuse_undo(
            entry, f"record {short(entry.id)} is not in this working tree, perhaps on another branch"
        ) from None
    scope = row.record.scope
    title = _title_in(workspace.stores[scope], row.path, entry.id)
    # It has moved only from a place where it could lie. A stranger's file that bears the id is another record, and an
    # undone move publishes only what it had moved.
    moved = _is_place_in(store, entry.path) and not (entry.moved or row.foreign)
    if title is None or (scope != entry.scope and not moved):
        raise refuse_undo(entry, f"record {row.record.short} does not lie among the {entry.scope} records")
    return RecordFile(scope, row.path, title)


def _title_in(store: "RecordStore", path: str, ident: str) -> str | None:
    """The title of the record `ident` in a file of the store; None where the path is no such file."""
    from backstory.store.codec import decode
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    if not _is_place_in(store, path):
        return None
    try:
        record = decode(read_file(path, limit=READ_LIMIT, base=store.base), scope=store.scope, name=path).record
    except BackstoryError:
        return None
    return record.title if record is not None and record.id == ident else None


def _is_place_in(store: "RecordStore", path: str) -> bool:
    """Whether a path is one where record files of the store lie: `<folder>/<kind>/<name>.md`."""
    from backstory.store.records import SUFFIX

    folder, name = os.path.split(path)
    above, kind = os.path.split(folder)
    return above == store.folder and name.endswith(SUFFIX) and not name.startswith(".") and not kind.startswith(".")


def _take_back(workspace: Catalog, entry: "Entry", file: RecordFile) -> None:
    if entry.moved:
        from backstory.memory.writer import move_record

        move_record(workspace, entry.id, entry.moved)
        return
    store = workspace.stores[file.scope]
    if entry.before is None:
        store.remove(file.path, trash=os.path.join(workspace.project.private, "trash"), ident=entry.id)
        return
    from backstory.memory.policy.rejections import unblock_retracted_text
    from backstory.memory.policy.trust import preserving_trust

    before, after = entry.before, entry.after or {}
    again = after.get("status") == RETRACTED != before.get("status")
    if again and not workspace.channel.agent:
        unblock_retracted_text(workspace, entry.id)  # what stands against it is this very retraction, now taken back
    with preserving_trust(workspace, file.path, entry.id, file.scope):
        store.change(file.path, lambda record: _restored(workspace, record, before, after), ident=entry.id)
    if again and workspace.channel.agent:
        unblock_retracted_text(workspace, entry.id)


def _lift(workspace: Catalog, ref: str) -> None:
    """Undoing a rejection lifts it: a person's command, like rejecting itself."""
    from backstory.memory.reject import lift_rejection

    try:
        lift_rejection(workspace, ref)
    except NotFound:
        return  # lifted by its own command already


def _restored(workspace: Catalog, record: "Record", before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What to write to take a change back. Of tags, links and anchors only what it added goes: others may have more."""
    from backstory.memory.policy.rejections import ensure_not_rejected

    made: dict[str, Any] = dict(before)
    if made.get("status", RETRACTED) != RETRACTED and record.status == RETRACTED:
        ensure_not_rejected(workspace, record)  # what was rejected since is not brought back by undoing an older step
    for key, old in before.items():
        if isinstance(old, list) and isinstance(after.get(key), list):
            now = [str(v) for v in getattr(record, key, ())]
            added, lost = set(after[key]) - set(old), [v for v in old if v not in after[key]]
            made[key] = list(dict.fromkeys((*(v for v in now if v not in added), *lost)))
    return made
