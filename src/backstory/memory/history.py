"""The log of a project, newest first: records, snapshots and, if asked for, the events of sessions."""

from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.operations import SESSION
from backstory.model.ids import short_id
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
    if session == "latest":
        session = next((name for name in workspace.journal.sessions() if name != SESSION), "")
    branches = ("", branch or workspace.head[1])
    entries: list[TimelineEntry] = []
    for row in workspace.fresh().rows(include_retracted=True):
        origin = row.record.origin
        is_included = origin.session == session if session else everything or origin.branch in branches
        if is_included:
            entries.append(_entry_of_record(row))
    if not session:
        summaries = workspace.snapshots.summaries()
        entries += [_entry_of_snapshot(one) for one in summaries if everything or one.branch in branches]
    if events:
        for name in [session] if session else workspace.journal.sessions():
            entries += [_entry_of_event(event) for event in workspace.journal.read(name).events]
    recent = [entry for entry in entries if entry.made >= since]
    return sorted(recent, key=lambda entry: (entry.made, entry.ref), reverse=True)


def _entry_of_record(row: "Row") -> TimelineEntry:
    record = row.record
    details: list[str] = []
    if record.kind in ("checkpoint", "handoff"):
        parts = record.parts
        for name, label in PART_LABELS:
            value = parts.get(name, [])
            texts = [value] if isinstance(value, str) else value
            details += [label + one_line(text, 110) for text in texts]
    marks = ""
    if record.status == "retracted":
        marks = " [retracted]"
    elif row.superseded_by:
        marks = " [superseded]"
    if row.foreign:
        marks += " [untrusted]"
    origin = record.origin
    title = record.title + marks
    return TimelineEntry(record.made, record.short, record.kind, title, origin.branch, origin.session, tuple(details))


def _entry_of_snapshot(snapshot: "SnapshotSummary") -> TimelineEntry:
    title = snapshot.goal or format_count(snapshot.files, "file")
    return TimelineEntry(snapshot.made, short_id(snapshot.id), "snapshot", title, snapshot.branch)


def _entry_of_event(event: "Event") -> TimelineEntry:
    words: list[str] = []
    for key, value in event.data.items():
        if key == "records" and isinstance(value, list):
            words += [str(r.get("title", r.get("id", ""))) for r in value if isinstance(r, dict)]
        elif isinstance(value, str | int | float):
            words.append(str(value) if key in ("verb", "tool", "path") else f"{key}={value}")
    agent = f" ({event.agent})" if event.agent else ""
    title = one_line(" ".join(words), 120) + agent
    return TimelineEntry(event.made, short_id(event.id), event.kind, title, "", event.session)
