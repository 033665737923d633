"""The log of operations, which `undo` reads.

A line of the journal proves nothing: it may have been planted, or come from an archive of an earlier version. So a line
counts as an operation only if it has the form and the values that ours have; anything else is refused.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.memory.workspace import Workspace
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.event import Event
from backstory.model.ids import is_ulid, short
from backstory.model.kinds import SCOPES, TIERS
from backstory.model.record import Anchor
from backstory.store.scalars import one_line

if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event
if TYPE_CHECKING:
    from backstory.model.event import Event

SESSION = "operations"
"""The journal that holds the operations; its lines carry ids and metadata, never text of records."""


def log_operation(workspace: Workspace, verb: str, records: list[dict[str, Any]]) -> None:
    """Notes a change. A journal that cannot be written costs the `undo`, not the change."""
    event = Event(
        id=workspace.new_id(),
        kind="operation",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data={"verb": verb, "records": records},
    )
    try:
        workspace.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return


UNDO: Final = "undo"


MOVES: Final[Mapping[str, tuple[str, ...]]] = {"share": ("private", "user"), "unshare": ("team",)}
"""Verb -> scopes that it moves a record from."""


CHANGES: Final = frozenset(("edit", "forget-source", "reject", "remember", "retract", "verify"))
"""Verbs that change metadata. `remember` does where the text is known already."""


VERBS: Final = frozenset((*MOVES, *CHANGES))


MAX_VALUE: Final = 1_000
"""Characters of a value that an operation may put back."""


class Entry(NamedTuple):
    """What an operation did to one record."""

    id: str
    scope: str
    path: str
    """Where its file was put; the file may have been renamed since."""
    before: dict[str, Any] | None = None
    """Metadata before the change; None where the record was new or moved."""
    after: dict[str, Any] | None = None
    moved: str = ""
    """The scope that it was moved from."""


class Operation(NamedTuple):
    id: str
    verb: str
    made: str
    entries: tuple[Entry, ...]


def read_operation(event: "Event") -> Operation:
    """The operation of an event. Raises `Invalid` for one that Backstory does not write."""
    verb, records = event.data.get("verb"), event.data.get("records")
    try:
        if not isinstance(verb, str) or verb not in VERBS:
            raise ValueError("its verb is none of ours")
        if not isinstance(records, list) or not records:
            raise ValueError("it names no records")
        return Operation(event.id, verb, event.made, tuple(_read_entry(verb, record) for record in records))
    except ValueError as err:
        raise Invalid(
            f"operation `{short(event.id)}` of the journal cannot be undone: {err}",
            hint=f"nothing was changed; `grep -rn {event.id}` in the folder that `backstory status --explain` names"
            " shows its line, which can be deleted",
        ) from err


def is_valid_change(key: str, value: object) -> bool:
    """Whether an operation may set this key of the front matter to this value."""
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
    ident, scope, path = record.get("id"), record.get("scope"), record.get("path")
    if not isinstance(ident, str) or not is_ulid(ident):
        raise ValueError("a record of it has no valid id")
    if scope not in SCOPES or not isinstance(path, str):
        raise ValueError(f"it does not say where record {short(ident)} lies")
    before, after, moved = record.get("before"), record.get("after"), record.get("moved")
    if verb in MOVES:
        if moved not in MOVES[verb] or (scope == "team") != (verb == "share") or before or after:
            raise ValueError(f"it does not say from where record {short(ident)} was moved")
        return Entry(ident, scope, path, moved=str(moved))
    if moved is not None:
        raise ValueError(f"`{verb}` moves no record")
    if before is None and after is None and verb == "remember":
        return Entry(ident, scope, path)
    if not isinstance(before, dict) or not isinstance(after, dict) or before.keys() != after.keys():
        raise ValueError(f"it does not say what changed in record {short(ident)}")
    for values in (before, after):
        odd = next((key for key, value in values.items() if not is_valid_change(key, value)), None)
        if odd is not None:
            raise ValueError(f"it would set `{one_line(odd)[:40]}` of record {short(ident)} to what no command sets")
    return Entry(ident, scope, path, before, after)


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
    """The error for a record whose file cannot be found where records of its scope lie."""
    return BackstoryError(
        f"cannot undo: {why}",
        hint=f"nothing was changed; `backstory show {short(entry.id)}` says what is known of it",
    )
