"""The one write path: policy first, then the file, the index, the mark of ownership, and the operation for `undo`."""

import errno
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.recovery import is_tracked
from backstory.model.errors import BackstoryError, Invalid, NotFound, is_shortage
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.redact.counting import CountingGate
from backstory.store.records import redacted

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.index.read import Row
    from backstory.model.record import Record


def change_record(
    workspace: Catalog, ref: str, changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]", *, verb: str
) -> Record:
    """Writes metadata into a record's file and notes what was there before; a copy of the file is changed as well.

    What depends on the values that are there is worked out by a function, under the lock: others write as well.
    """
    from backstory.memory.operations import log_operation
    from backstory.memory.policy.rejections import find_tombstones, unblock_retracted_text
    from backstory.memory.policy.visibility import update_hidden

    done = workspace.at_its_place(ref, lambda row: _write(workspace, row, changes))
    record, before = done[-1].record, done[-1].before
    if not any(d.after for d in done):
        return record
    for each in done:
        if each.after:
            workspace.index.add(each.record, each.path)
    if before.get("status") == RETRACTED and record.status != RETRACTED:
        unblock_retracted_text(workspace, record.id)
    elsewhere = record.scope == "private" and record.origin.branch not in ("", workspace.head[1])
    if elsewhere or ((stones := find_tombstones(workspace)) and stones.hides):
        update_hidden(workspace, force=True)  # the changed file is another content: it would not be hidden any more
    entries = [
        {"id": record.id, "scope": each.record.scope, "path": each.path, "title": record.title,
         "before": each.before, "after": each.after}
        for each in done if each.after
    ]  # fmt: skip
    log_operation(workspace, verb, entries)
    return record


class _Changed(NamedTuple):
    """A file that was changed, and the values of the changed keys."""

    record: Record
    path: str
    before: dict[str, Any]
    after: dict[str, Any]


def _find_copies(workspace: Catalog, ident: str, shown: tuple[str, str]) -> list[tuple[str, str]]:
    """(scope, path) of the other files of a record that say the same as the one that is shown."""
    from backstory.store.records import substance

    others = [place for place in workspace.index.copies(ident) if place != shown]
    if not others:
        return []

    def substance_of(place: tuple[str, str]) -> object:
        record = workspace.stores[place[0]].read(place[1]).record
        return None if record is None else substance(record)

    wanted = substance_of(shown)
    return [place for place in others if wanted is not None and substance_of(place) == wanted]


def _write(
    workspace: Catalog, row: "Row", changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]"
) -> list[_Changed]:
    """Changes the files that hold a record: copies first, the one that is shown last. A file that only bears the same
    id, and says something else, is another record."""
    from backstory.memory.policy.rejections import ensure_not_rejected
    from backstory.memory.policy.trust import preserving_trust

    ident = row.record.id
    shown = (row.record.scope, row.path)
    done: list[_Changed] = []
    for scope, path in [*_find_copies(workspace, ident, shown), shown]:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}

        def wanted(record: Record, before: dict[str, Any] = before, after: dict[str, Any] = after) -> dict[str, Any]:
            after.update(changes(record) if callable(changes) else changes)
            for key in after:
                value = getattr(record, key, record.fields.get(key))
                before[key] = [str(v) for v in value] if isinstance(value, tuple) else value
            if record.status == RETRACTED and after.get("status", RETRACTED) != RETRACTED:
                ensure_not_rejected(workspace, record)  # what was rejected is not brought back by its status
            return after

        try:
            with preserving_trust(workspace, path, ident, scope):
                record = workspace.stores[scope].change(path, wanted, ident=ident)
        except NotFound:
            if (scope, path) == shown:
                raise
            continue  # the copy went meanwhile
        done.append(_Changed(record, path, before, after))
    return done


UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT)
"""Errors of a data home after which a record waits in the working tree: read-only, not ours, or full."""


class Remembered(NamedTuple):
    """What a write did. `notes` are (message, hint) pairs for the person; none of them stopped the write."""

    record: Record
    path: str
    new: bool
    notes: tuple[tuple[str, str], ...] = ()
    redacted: int = 0
    """Secrets that the gate took out."""
    spooled: bool = False
    """The private store could not be written: the record waits in the working tree and is swept in later."""
    sealed: bool = True
    """Whether a spooled record is swept in by itself; without a seal a person takes it in, `backstory import FILE`."""


def add_record(workspace: Catalog, record: Record, notes: list[tuple[str, str]] | None = None) -> Remembered:
    """The write itself: the file first, then the index, then the operation for `undo`."""
    from backstory.memory.operations import log_operation
    from backstory.memory.policy.quotes import downgrade_unverified
    from backstory.memory.policy.rejections import ensure_not_rejected
    from backstory.memory.policy.trust import mark_own

    notes = notes or []
    ensure_not_rejected(workspace, record)
    if record.origin.quote:
        record = downgrade_unverified(workspace, record)
    store = workspace.stores[record.scope]
    try:
        written, path = store.add(record)
    except OSError as error:
        if record.scope == "team" or error.errno not in UNWRITABLE:
            raise
        return _spool(workspace, record, notes, error)
    workspace.written.add(written.id)
    try:
        workspace.index.add(written, path)
        mark_own(workspace, path, written.id, written.scope)
        log_operation(
            workspace, "remember", [{"id": written.id, "scope": written.scope, "path": path, "title": written.title}]
        )
    except (MemoryError, ImportError) as error:
        if not is_shortage(error):
            raise
        notes = [*notes, ("there was too little memory to index it", "it is kept; the next command finds its file")]
    return Remembered(written, path, True, tuple(notes))


def _spool(workspace: Catalog, record: Record, notes: list[tuple[str, str]], error: OSError) -> Remembered:
    """The data home cannot be written (a sandboxed agent): the record waits in the working tree."""
    from backstory.memory.spool import put_in_spool

    try:
        path, sealed = put_in_spool(workspace, record)
    except OSError:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise error from None  # its hint says to make room
        raise BackstoryError(
            f"cannot write to `{workspace.project.home}`, nor to `{workspace.project.local}`",
            hint="set `BACKSTORY_HOME` to a folder that can be written",
        ) from error
    workspace.written.add(record.id)
    return Remembered(record, path, True, tuple(notes), 0, True, sealed)


class Moved(NamedTuple):
    """A record in its new place. `redacted`: what the gate took out on the way; `history`: git still has it."""

    record: "Record"
    path: str
    redacted: int = 0
    history: bool = False


def move_record(workspace: Catalog, ref: str, scope: str) -> Moved:
    """Moves a record to another scope, as it stands in its file at that moment: all of it or nothing.

    Raises `Invalid` when it is there already.
    """
    from backstory.memory.operations import log_operation
    from backstory.memory.policy.rejections import ensure_not_rejected
    from backstory.memory.policy.trust import mark_own
    from backstory.memory.workspace import require_person
    from backstory.store.moves import move as move_file

    def carry(row: "Row") -> Moved:
        old = row.record
        if old.scope == scope:
            raise Invalid(
                f"{old.kind} {old.short} is {scope} already", hint="`backstory list --scope team` shows what is shared"
            )
        history = old.scope == "team" and is_tracked(workspace, row.path)
        ensure_not_rejected(workspace, old)
        strange = row.foreign
        if strange:
            require_person(workspace, f"backstory {'share' if scope == 'team' else 'unshare'} {old.short}")
        source, target, p = workspace.stores[old.scope], workspace.stores[scope], workspace.project
        done = move_file(source, target, row.path, old.id, private=p.private, root=p.root)
        workspace.index.discard(row.path)
        workspace.index.add(done.record, done.path)
        if not strange:
            mark_own(workspace, done.path, old.id, scope)
        gate = CountingGate(workspace.gate)
        redacted(done.before, gate)
        entry = {"id": old.id, "scope": scope, "path": done.path, "title": old.title, "moved": old.scope}
        log_operation(workspace, "share" if scope == "team" else "unshare", [entry])
        return Moved(done.record, done.path, gate.count, history)

    return workspace.at_its_place(ref, carry)
