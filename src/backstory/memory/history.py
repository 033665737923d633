"""The log of a project, newest first: records, snapshots and, if asked for, the events of sessions."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.telling import tell
from backstory.memory.catalog import Catalog
from backstory.memory.operations import SESSION
from backstory.model.ids import short_id
from backstory.model.kinds import MOMENTARY, RETRACTED
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.model.event import Event
    from backstory.store.snapshots import SnapshotSummary

PART_LABELS = (("state", "state: "), ("message", ""), ("next", "next: "), ("blockers", "blocked: "))
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

    The log of a branch includes what belongs to no branch.
    """
    session = _find_latest_session(workspace) if session == "latest" else session
    branches = ("", branch or workspace.head[1])

    def is_included(on_branch: str, in_session: str) -> bool:
        return in_session == session if session else everything or on_branch in branches

    rows = workspace.fresh().rows(include_retracted=True)
    origins = [(row, row.record.origin) for row in rows]
    entries = [_entry_of_record(row) for row, origin in origins if is_included(origin.branch, origin.session)]
    if not session:
        summaries = workspace.snapshots.summaries()
        entries += [_entry_of_snapshot(snapshot) for snapshot in summaries if is_included(snapshot.branch, "")]
    if events:
        entries += _event_entries(workspace, [session] if session else workspace.journal.sessions())
    recent = [entry for entry in entries if entry.made >= since]
    return sorted(recent, key=lambda entry: (entry.made, entry.ref), reverse=True)


def _find_latest_session(workspace: Catalog) -> str:
    return next((name for name in workspace.journal.sessions() if name != SESSION), "")


def _event_entries(workspace: Catalog, sessions: Iterable[str]) -> list[TimelineEntry]:
    entries: list[TimelineEntry] = []
    for session in sessions:
        entries += map(_entry_of_event, workspace.journal.read(session).events)
    return entries


def _entry_of_record(row: "Row") -> TimelineEntry:
    record, origin = row.record, row.record.origin
    parts = record.parts
    message = parts.get("message", "")
    told = tell(record.kind, record.title, message if isinstance(message, str) else "")
    parts["message"] = told.text
    details = _part_details(parts) if record.kind in MOMENTARY else ()
    title = told.headline + _state_marks(row)
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
    """Whether a record holds no more, and whether it is trusted."""
    state = " [retracted]" if row.record.status == RETRACTED else " [superseded]" if row.superseded_by else ""
    return f"{state} [untrusted]" if row.foreign else state


def _entry_of_snapshot(snapshot: "SnapshotSummary") -> TimelineEntry:
    title = snapshot.goal or format_count(snapshot.files, "file")
    return TimelineEntry(snapshot.made, short_id(snapshot.id), "snapshot", title, snapshot.branch)


def _entry_of_event(event: "Event") -> TimelineEntry:
    words: list[str] = []
    for key, value in event.data.items():
        if key == "records" and isinstance(value, list):
            words += [str(record.get("title", record.get("id", ""))) for record in value if isinstance(record, dict)]
        elif isinstance(value, str | int | float):
            words.append(str(value) if key in ("verb", "tool", "path") else f"{key}={value}")
    agent = f" ({event.agent})" if event.agent else ""
    title = one_line(" ".join(words), 120) + agent
    return TimelineEntry(event.made, short_id(event.id), event.kind, title, "", event.session)
