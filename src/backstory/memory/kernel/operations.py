"""The log of operations, which `undo` reads.

A line of the journal cannot be trusted: somebody may have planted it, or it may come from an archive of an earlier
version. It is accepted only if it has a form and values that Backstory writes.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from backstory.memory.kernel.workspace import NO_COMMAND, Change, Command, Workspace
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.event import Event
from backstory.model.ids import is_ulid, short_id
from backstory.model.kinds import SCOPES, TIERS
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor
from backstory.store.scalars import one_line

SESSION = "operations"
"""The journal that holds the operations; its lines carry ids and metadata, never text of records."""


def log_operation(workspace: Workspace, verb: str, records: list[dict[str, Any]]) -> None:
    """Logs a change. If the journal cannot be written, the change stays but cannot be undone.

    The paths of the records are those of files that stand there already, so the gate need not look at them again.
    """
    placed = [_place_below(workspace, record) for record in records]
    _append(workspace, {"verb": verb, "records": placed}, exempt=frozenset(record["path"] for record in placed))


def _append(workspace: Workspace, data: dict[str, Any], *, exempt: frozenset[str] = frozenset()) -> None:
    command = workspace.command
    group = {"command": command.id, "of": command.name} if command.id else {}
    event = Event(
        id=workspace.new_id(),
        kind="operation",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data={**data, **group},
    )
    try:
        workspace.journal.append(event, sync=False, stream=SESSION, exempt=exempt)
    except (OSError, BackstoryError):
        return
    workspace.note_change(Change(operation=event.id))


def log_sessions(workspace: Workspace, count: int) -> None:
    """Logs that a command took in sessions of which no record was kept, so that `undo` takes back none before it."""
    if workspace.command.id:
        _append(workspace, {"verb": INGEST, "records": [], "sessions": count})


def _place_below(workspace: Workspace, record: dict[str, Any]) -> dict[str, Any]:
    """The record with its path below its scope's folder: absolute ones hold ids, over which the gate takes long."""
    folder = os.path.join(workspace.stores[record["scope"]].folder, "")
    return {**record, "path": record["path"].removeprefix(folder)}


UNDO: Final = "undo"
FORGET: Final = "forget"
"""The kind of the event that notes what was forgotten."""
INGEST: Final = "ingest"
"""The verb of a command that took in sessions and kept no record of them."""
MOVES: Final[Mapping[str, tuple[str, ...]]] = {"share": ("private", "user"), "unshare": ("team",)}
"""Verb -> scopes that it moves a record from."""
CHANGES: Final = frozenset(("edit", "forget-source", "reject", "remember", "retract", "verify"))
"""Verbs that change metadata. `remember` does so if a record already has the same text."""
VERBS: Final = frozenset((*MOVES, *CHANGES))
_COMMAND: Final = late_pattern(r"[a-z][a-z -]{0,40}")
MAX_VALUE: Final = 1_000
"""Characters of a value that an operation may put back."""


class Entry(NamedTuple):
    """The effect of an operation on one record."""

    id: str
    scope: str
    path: str
    """The file at that time, below the folder of the scope; absolute in lines of earlier versions. It may have been
    renamed since."""
    before: dict[str, Any] | None = None
    """Metadata before the change; None if the record was new or moved."""
    after: dict[str, Any] | None = None
    moved: str = ""
    """The scope that the record was moved from."""


class Operation(NamedTuple):
    """A change to records that `undo` can take back."""

    id: str
    verb: str
    made: str
    entries: tuple[Entry, ...]
    command: Command = NO_COMMAND


def read_operation(event: "Event") -> Operation:
    """Reads an operation from an event. Raises `Invalid` for one that Backstory does not write."""
    verb, records = event.data.get("verb"), event.data.get("records")
    try:
        if not isinstance(verb, str) or verb not in VERBS:
            raise ValueError("its verb is none of ours")
        if not isinstance(records, list) or not records:
            raise ValueError("it names no records")
        entries = tuple(_read_entry(verb, record) for record in records)
        return Operation(event.id, verb, event.made, entries, read_command(event))
    except ValueError as err:
        raise Invalid(
            f"operation `{short_id(event.id)}` of the journal cannot be undone: {err}",
            hint=f"nothing was changed; `grep -rn {event.id}` in the folder that `backstory status --explain` names"
            " shows its line, which can be deleted",
        ) from err


def read_command(event: Event) -> Command:
    """The command that an operation was part of; `NO_COMMAND` where the line names none that Backstory writes."""
    ident, name = event.data.get("command"), event.data.get("of")
    is_valid = isinstance(ident, str) and is_ulid(ident) and isinstance(name, str) and _COMMAND.fullmatch(name)
    return Command(str(ident), str(name)) if is_valid else NO_COMMAND


def is_valid_change(key: str, value: object) -> bool:
    """Whether a command can set this key of the front matter to this value."""
    if key == "tier":
        return value in TIERS
    if key == "status":
        return _is_text(value)
    if key == "verified":
        return value is None or _is_text(value)
    if key in ("tags", "links", "anchors"):
        return isinstance(value, list) and all(_is_text(item) and _FORMS[key](item) for item in value)
    return False


def _read_entry(verb: str, record: object) -> Entry:
    if not isinstance(record, dict):
        raise ValueError("a record of it is no object")
    entry = _read_place(record)
    before, after, moved = record.get("before"), record.get("after"), record.get("moved")
    if verb in MOVES:
        return _read_move(verb, entry, moved, has_values=bool(before or after))
    if moved is not None:
        raise ValueError(f"`{verb}` moves no record")
    if before is None and after is None and verb == "remember":
        return entry
    _ensure_valid_change(entry.id, before, after)
    return entry._replace(before=before, after=after)


def _read_move(verb: str, entry: Entry, moved: object, *, has_values: bool) -> Entry:
    """The entry of a record that was moved to another scope."""
    is_move = moved in MOVES[verb] and (entry.scope == "team") == (verb == "share")
    if not is_move or has_values:
        raise ValueError(f"it does not say from where record {short_id(entry.id)} was moved")
    return entry._replace(moved=str(moved))


def _read_place(record: dict[str, Any]) -> Entry:
    """Reads the id of a record and where it lies. Raises `ValueError`."""
    ident, scope, path = record.get("id"), record.get("scope"), record.get("path")
    if not isinstance(ident, str) or not is_ulid(ident):
        raise ValueError("a record of it has no valid id")
    if scope not in SCOPES or not isinstance(path, str):
        raise ValueError(f"it does not say where record {short_id(ident)} lies")
    return Entry(ident, scope, path)


def _ensure_valid_change(ident: str, before: object, after: object) -> None:
    """Raises `ValueError` unless both sides set the same keys to values that a command can set."""
    if not isinstance(before, dict) or not isinstance(after, dict) or before.keys() != after.keys():
        raise ValueError(f"it does not say what changed in record {short_id(ident)}")
    for values in (before, after):
        odd = next((key for key, value in values.items() if not is_valid_change(key, value)), None)
        if odd is not None:
            raise ValueError(f"it would set `{one_line(odd)[:40]}` of record {short_id(ident)} to what no command sets")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_VALUE and one_line(value) == value


def _is_link(text: str) -> bool:
    relation, _, target = text.partition(" ")
    return bool(relation and target) and " ".join(text.split()) == text


_FORMS: Final[Mapping[str, Callable[[str], bool]]] = {
    "tags": bool,
    "links": _is_link,
    "anchors": lambda text: str(Anchor.parse(text)) == text,
}


def refuse_undo(entry: Entry, why: str) -> BackstoryError:
    """Returns the error for a record whose file is not among the records of its scope."""
    return BackstoryError(
        f"cannot undo: {why}",
        hint=f"nothing was changed; `backstory show {short_id(entry.id)}` shows it",
    )
