"""The log of a project, newest first: records, snapshots and, if asked for, the events of sessions."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.statement import split_statement
from backstory.index.read import RowFilter
from backstory.memory.answers.branches import include_all_branches, view_branch
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.hook_events import complete_session
from backstory.memory.kernel.operations import SESSION
from backstory.model.ids import short_id
from backstory.model.kinds import MOMENTARY, RETRACTED
from backstory.model.text import format_count, one_line
from backstory.store.origins import opaque_session
from backstory.store.snapshots import PREFIX

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.model.event import Event
    from backstory.store.snapshots import SnapshotSummary

TIME = 10
"""Characters of an id that tell the time, in milliseconds."""
PART_LABELS = (
    ("done", "done: "),
    ("state", "state: "),
    ("message", ""),
    ("next", "next: "),
    ("blockers", "blocked: "),
)
"""Parts of checkpoints and handoffs that the log quotes, and the label of each."""


class TimelineEntry(NamedTuple):
    """One line of the log."""

    made: str
    ref: str
    kind: str
    title: str
    branch: str = ""
    session: str = ""
    details: tuple[str, ...] = ()


def read_timeline(
    workspace: Catalog, *, branch: str, everything: bool, session: str, events: bool, since: str
) -> list[TimelineEntry]:
    """Returns the log of a branch (by default the current one), of one session, or of everything.

    The log of a branch has the records that the branch shows, those of the person alone only if they were made in the
    session that is asked for. Raises `Invalid` for a branch that does not exist.
    """
    session = _find_latest_session(workspace) if session == "latest" else complete_session(workspace, session)
    if branch:
        workspace = view_branch(workspace, branch)
    if everything or session:
        include_all_branches(workspace)

    if not session:
        return _read_records(workspace, everything=everything, events=events, since=since, limit=0).entries
    return _read_session(workspace, session, events=events, since=since)


def _read_session(workspace: Catalog, session: str, *, events: bool, since: str) -> list[TimelineEntry]:
    """The log of one session."""
    names = (session, opaque_session(session, workspace.gate))
    rows = workspace.fresh().rows(include_retracted=True)
    entries = {row.record.id: _entry_of_record(row) for row in rows if row.record.origin.session in names}
    entries |= _event_entries(workspace, [session]) if events else {}
    return _newest_first({ident: entry for ident, entry in entries.items() if entry.made >= since})


class Timeline(NamedTuple):
    """The newest entries of a log."""

    entries: list[TimelineEntry]
    unread: int
    """Older records, which were only counted."""


def read_newest(workspace: Catalog, *, branch: str, everything: bool, events: bool, since: str, limit: int) -> Timeline:
    """The log as `read_timeline` returns it, without the records before the newest `limit`."""
    if branch:
        workspace = view_branch(workspace, branch)
    if everything:
        include_all_branches(workspace)
    return _read_records(workspace, everything=everything, events=events, since=since, limit=limit)


def _read_records(workspace: Catalog, *, everything: bool, events: bool, since: str, limit: int) -> Timeline:
    scopes = () if everything else ("team", "private")  # those of the person hold in other projects as well
    rows_filter = RowFilter(scopes=scopes, since=since, limit=limit, retracted=True)
    rows, total = workspace.fresh().rows_and_count(rows_filter)
    entries = {row.record.id: _entry_of_record(row) for row in rows}
    entries |= _snapshot_entries(workspace, everything=everything)
    if events:
        entries |= _event_entries(workspace, workspace.journal.sessions())
    newest = _newest_first({ident: entry for ident, entry in entries.items() if entry.made >= since})
    return Timeline(newest, total - len(rows))


def _newest_first(entries: dict[str, TimelineEntry]) -> list[TimelineEntry]:
    """Sorts entries, by id, newest first.

    Within a second the time in the id decides, to the millisecond, and then the order in which they were read: that
    of the journal. The rest of an id is random.
    """
    ids = list(entries)
    order = {ident: (entries[ident].made, ident[:TIME].upper(), position) for position, ident in enumerate(ids)}
    return [entries[ident] for ident in sorted(ids, key=order.__getitem__, reverse=True)]


def _snapshot_entries(workspace: Catalog, *, everything: bool) -> dict[str, TimelineEntry]:
    branches = ("", workspace.head[1])
    summaries = [each for each in workspace.snapshots.summaries() if everything or each.branch in branches]
    return {snapshot.id.removeprefix(PREFIX): _entry_of_snapshot(snapshot) for snapshot in summaries}


def _find_latest_session(workspace: Catalog) -> str:
    return next((name for name in workspace.journal.sessions() if name != SESSION), "")


def _event_entries(workspace: Catalog, sessions: Iterable[str]) -> dict[str, TimelineEntry]:
    """Event id -> entry, in the order of the journal."""
    entries: dict[str, TimelineEntry] = {}
    for session in sessions:
        events = {event.id: event for event in workspace.journal.read(session).events}
        entries |= {ident: _entry_of_event(event, events) for ident, event in events.items()}
    return entries


def _entry_of_record(row: "Row") -> TimelineEntry:
    record, origin = row.record, row.record.origin
    parts = record.parts
    message = parts.get("message", "")
    statement = split_statement(record.kind, record.title, message if isinstance(message, str) else "")
    parts["message"] = statement.text
    details = _part_details(parts) if record.kind in MOMENTARY else ()
    is_step = statement.headline in parts.get("done", [])
    details = tuple(one for one in details if not (is_step and one == f"done: {one_line(statement.headline, 110)}"))
    title = ("done: " if is_step else "") + statement.headline + _state_marks(row)
    return TimelineEntry(record.made, record.short, record.kind, title, origin.branch, origin.session, details)


def _part_details(parts: Mapping[str, str | list[str]]) -> tuple[str, ...]:
    """The parts of a checkpoint or handoff that the log quotes."""
    details: list[str] = []
    for name, label in PART_LABELS:
        value = parts.get(name, [])
        texts = list(filter(None, [value])) if isinstance(value, str) else value
        details += [label + one_line(text, 110) for text in texts]
    return tuple(details)


def _state_marks(row: "Row") -> str:
    """Whether a way failed, whether a record holds no more, and whether it is trusted."""
    state = " [failed]" if row.record.fields.get("outcome") == "failed" else ""
    state += " [retracted]" if row.record.status == RETRACTED else " [superseded]" if row.superseded_by else ""
    return f"{state} [untrusted]" if row.foreign else state


def _entry_of_snapshot(snapshot: "SnapshotSummary") -> TimelineEntry:
    title = snapshot.goal or format_count(snapshot.files, "file")
    return TimelineEntry(snapshot.made, short_id(snapshot.id), "snapshot", title, snapshot.branch)


_COMMAND_KEYS: Final = ("command", "of")
"""Keys of the data of an operation that only say which command it belongs to."""


def _entry_of_event(event: "Event", events: "Mapping[str, Event]") -> TimelineEntry:
    agent = f" ({event.agent})" if event.agent else ""
    undone = events.get(str(event.data.get("undoes", "")))
    if undone is None:
        title = one_line(_describe_event(event), 120)
    else:
        title = one_line(f"{event.data.get('verb', '')} {short_id(undone.id)}: {_describe_event(undone)}", 120)
    return TimelineEntry(event.made, short_id(event.id), event.kind, title + agent, "", event.session)


def _describe_event(event: "Event") -> str:
    words: list[str] = []
    for key, value in sorted(event.data.items(), key=lambda item: item[0] != "verb"):
        if key == "records" and isinstance(value, list):
            records = [record for record in value if isinstance(record, dict)]
            names = [str(record.get("title") or short_id(str(record.get("id", "")))) for record in records]
            words += [f'"{one_line(name, 60)}"' for name in names if name]
        elif isinstance(value, str | int | float) and not (event.kind == "operation" and key in _COMMAND_KEYS):
            words.append(str(value) if key in ("verb", "tool", "path") else f"{key}={value}")
    return " ".join(words)
