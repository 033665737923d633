"""The only write path: checks the policy, then updates the file, the index, the ownership mark and the undo log."""

import errno
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.base.fingerprint import head_text
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.recovery import is_tracked
from backstory.memory.kernel.workspace import Change, refuse_agent, require_enabled
from backstory.memory.policy.private_paths import ensure_no_private_path
from backstory.memory.policy.trust import mark_own, preserving_trust
from backstory.memory.policy.visibility import update_hidden
from backstory.model.errors import BackstoryError, Invalid, NotFound, is_shortage
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record, immutable_part
from backstory.redact.counting import CountingGate
from backstory.store.record_redaction import redact_record
from backstory.store.tombstone_files import has_tombstones

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.index.read import Row


def change_record(
    workspace: Catalog, ref: str, changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]", *, verb: str
) -> Record:
    """Changes metadata in a record's file and its copies, and logs the values before and after for `undo`.

    If the changes depend on the current values, pass a function: it is called under the lock, since others write too.
    """
    from backstory.memory.kernel.operations import log_operation

    files = workspace.at_its_place(ref, lambda row: _write(workspace, row, changes))
    record, before = files[-1].record, files[-1].before
    changed = [file for file in files if file.after]
    if not changed:
        return record
    for file in changed:
        workspace.index.add(file.record, file.path, head=head_text(*workspace.head))
    if before.get("status") == RETRACTED and record.status != RETRACTED:
        from backstory.memory.policy.rejections import unblock_retracted_text

        unblock_retracted_text(workspace, record.id)
    if _may_be_hidden(workspace, record):
        # The index hides by content, and the content has changed: without this the record would show up.
        update_hidden(workspace, force=True)
    entries = [
        {"id": record.id, "scope": file.record.scope, "path": file.path, "title": record.title,
         "before": file.before, "after": file.after}
        for file in changed
    ]  # fmt: skip
    log_operation(workspace, verb, entries)
    return record


def _may_be_hidden(workspace: Catalog, record: Record) -> bool:
    """Whether a record may be one that is not shown: of another branch, forgotten or rejected."""
    if record.scope == "private" and record.origin.branch not in ("", workspace.head[1]):
        return True
    if not _has_tombstones(workspace):
        return False
    from backstory.memory.policy.rejections import find_tombstones

    tombstones = find_tombstones(workspace)
    return tombstones is not None and tombstones.hides


def _has_tombstones(workspace: Catalog) -> bool:
    project = workspace.project
    return has_tombstones(project.private, os.path.join(project.team, "memory"), project.user)


def _ensure_not_rejected(workspace: Catalog, record: Record) -> None:
    """Raises `Rejected` for a record that holds a rejected claim. Without tombstones it only looks for their files."""
    if _has_tombstones(workspace):
        from backstory.memory.policy.rejections import ensure_not_rejected

        ensure_not_rejected(workspace, record)


class _Changed(NamedTuple):
    """A file of a record, and the values of the changed keys; `after` is empty if nothing changed."""

    record: Record
    path: str
    before: dict[str, Any]
    after: dict[str, Any]


def _find_copies(workspace: Catalog, ident: str, main_place: tuple[str, str]) -> list[tuple[str, str]]:
    """Returns (scope, path) of the other files of a record, if they say the same as the one that is shown."""
    others = [place for place in workspace.index.copies(ident) if place != main_place]
    if not others:
        return []

    def substance_of(place: tuple[str, str]) -> object:
        record = workspace.stores[place[0]].read(place[1]).record
        return None if record is None else immutable_part(record)

    shown_substance = substance_of(main_place)
    if shown_substance is None:
        return []
    return [place for place in others if substance_of(place) == shown_substance]


def _write(
    workspace: Catalog, row: "Row", changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]"
) -> list[_Changed]:
    """Changes the files that hold a record: copies first, the one that is shown last.

    A file that has the same id but says something else is another record and is left alone.
    """
    ident = row.record.id
    place = (row.record.scope, row.path)
    files: list[_Changed] = []
    for scope, path in [*_find_copies(workspace, ident, place), place]:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        change = Change(ident, scope, path, before, after)

        def new_values(
            record: Record, before: dict[str, Any] = before, after: dict[str, Any] = after, change: Change = change
        ) -> dict[str, Any]:
            for key, value in (changes(record) if callable(changes) else changes).items():
                former = getattr(record, key, record.fields.get(key))
                former = [str(one) for one in former] if isinstance(former, tuple) else former
                if former != (list(value) if isinstance(value, tuple) else value):
                    before[key], after[key] = former, value
            if record.status == RETRACTED and after.get("status", RETRACTED) != RETRACTED:
                _ensure_not_rejected(workspace, record)  # a new status must not bring back a rejected claim
            if after:  # noted before it is written: an error may come after the file is in place
                workspace.note_change(change)
            return after

        try:
            with preserving_trust(workspace, path, ident, scope):
                record = workspace.stores[scope].change(path, new_values, ident=ident)
        except NotFound:
            if (scope, path) == place:
                raise
            continue  # another process has removed the copy meanwhile
        files.append(_Changed(record, path, before, after))
    return files


UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT)
"""Errors of a data home that is read-only, owned by another user, or full: the record then waits in the spool."""


class Remembered(NamedTuple):
    """The result of a write. `notes` are (message, hint) pairs for the person; none of them stopped the write."""

    record: Record
    path: str
    new: bool
    notes: tuple[tuple[str, str], ...] = ()
    redacted: int = 0
    """Number of secrets that the gate removed."""
    spooled: bool = False
    """Whether the record waits in the working tree because the private store could not be written."""
    sealed: bool = True
    """Whether a spooled record is swept in automatically; without a seal a person runs `backstory import FILE`."""


def add_record(workspace: Catalog, record: Record, notes: list[tuple[str, str]] | None = None) -> Remembered:
    """Writes a new record: its file, then the index, the ownership mark and the undo log. Raises `Rejected`."""

    notes = notes or []
    require_enabled(workspace)
    _ensure_not_rejected(workspace, record)
    if record.origin.quote:
        from backstory.memory.policy.quotes import downgrade_unverified

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
        _register(workspace, written, path)
    except (MemoryError, ImportError) as error:
        if not is_shortage(error):
            raise
        notes = [*notes, ("there was too little memory to index it", "it is kept; the next command finds its file")]
    return Remembered(written, path, True, tuple(notes))


def _register(workspace: Catalog, written: Record, path: str) -> None:
    """Adds a new record to the index, to the person's own and to the undo log."""
    from backstory.memory.kernel.operations import log_operation

    workspace.index.add(written, path, head=_head_of(workspace, written))
    mark_own(workspace, path, written.id, written.scope)
    log_operation(
        workspace, "remember", [{"id": written.id, "scope": written.scope, "path": path, "title": written.title}]
    )


def _head_of(workspace: Catalog, record: Record) -> str:
    """The HEAD that shows a new record without a question to git; empty for one that was made elsewhere."""
    commit, branch = workspace.head
    origin = record.origin
    if origin.branch == branch and (branch or commit.startswith(origin.commit)):
        return head_text(commit, branch)
    return "" if origin.branch or origin.commit else head_text(commit, branch)


def _spool(workspace: Catalog, record: Record, notes: list[tuple[str, str]], error: OSError) -> Remembered:
    """Leaves the record in the working tree, because the data home cannot be written: the agent may be sandboxed."""
    from backstory.memory.kernel.spool import put_in_spool

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
    """A record in its new scope."""

    record: Record
    path: str
    redacted: int = 0
    """Number of secrets that the gate removed."""
    history: bool = False
    """Whether git still has the file."""


def move_record(workspace: Catalog, ref: str, scope: str, *, undoing: bool = False) -> Moved:
    """Moves a record to another scope, either completely or not at all. Raises `Invalid` if it is there already.

    A move that undoes another one is no operation of its own: `undo` would move the record to and fro.
    """
    from backstory.memory.kernel.operations import log_operation
    from backstory.store.moves import move_record as move_file

    def carry(row: "Row") -> Moved:
        old = row.record
        ensure_movable(workspace, row, scope)
        history = old.scope == "team" and is_tracked(workspace, row.path)
        source, target, project = workspace.stores[old.scope], workspace.stores[scope], workspace.project
        moved = move_file(source, target, row.path, old.id, private=project.private, root=project.root)
        workspace.note_change(Change(old.id, scope, moved.path, moved=old.scope))
        workspace.index.discard(row.path)
        workspace.index.add(moved.record, moved.path)
        if not row.foreign:
            mark_own(workspace, moved.path, old.id, scope)
        gate = CountingGate(workspace.gate)
        redact_record(moved.before, gate)  # only to count
        entry = {"id": old.id, "scope": scope, "path": moved.path, "title": old.title, "moved": old.scope}
        if not undoing:
            log_operation(workspace, "share" if scope == "team" else "unshare", [entry])
        if old.scope == "team":
            _hide_if_empty(workspace)
        return Moved(moved.record, moved.path, gate.count, history)

    return workspace.at_its_place(ref, carry)


def ensure_movable(workspace: Catalog, row: "Row", scope: str) -> None:
    """Raises `Invalid` for a record that is in the scope already, that may not be shared, or that was rejected."""
    record = row.record
    if record.scope == scope:
        raise Invalid(
            f"{record.kind} {record.short} is {scope} already",
            hint="`backstory list --scope team` shows what is shared",
        )
    _ensure_not_rejected(workspace, record)
    if scope == "team":
        ensure_no_private_path(workspace, record)
    if row.foreign:
        refuse_agent(workspace, f"backstory {'share' if scope == 'team' else 'unshare'} {record.short}")


def _hide_if_empty(workspace: Catalog) -> None:
    """Hides the team's folder from git again, as it was before something was shared, where nothing of it is left.

    A folder that git has files of, or that is to hold the team's records, stays in sight.
    """
    from backstory.store.scaffold import hide_folder

    project = workspace.project
    if workspace.settings.get("memory.scope") == "team" or project.sparse or not project.git_dir:
        return
    if any(True for _ in workspace.stores["team"].files()) or is_tracked(workspace, project.team):
        return
    hide_folder(project.team)
