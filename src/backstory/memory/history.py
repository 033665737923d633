"""What happened, newest first: records, snapshots and, when asked for, the events of sessions."""

from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.operations import SESSION
from backstory.model.ids import short
from backstory.model.text import counted, one_line

if TYPE_CHECKING:
    from backstory.model.event import Event


class Entry(NamedTuple):
    """A line of the log."""

    made: str
    ref: str
    kind: str
    title: str
    branch: str = ""
    session: str = ""
    details: tuple[str, ...] = ()


def read_timeline(
    workspace: Catalog, *, branch: str, everything: bool, session: str, events: bool, since: str
) -> list[Entry]:
    """The history of a branch (the current one, and what belongs to none), of one session, or of all."""
    here = branch or workspace.head[1]
    if session == "latest":
        session = next((s for s in workspace.journal.sessions() if s != SESSION), "")
    found: list[Entry] = []
    for row in workspace.fresh().rows(include_retracted=True):
        r = row.record
        if session and r.origin.session != session:
            continue
        if not session and not everything and r.origin.branch not in ("", here):
            continue
        parts = r.parts
        details: list[str] = []
        if r.kind in ("checkpoint", "handoff"):
            for name, label in (("state", "state: "), ("message", ""), ("next", "next: "), ("blockers", "blocked: ")):
                value = parts.get(name)
                texts = [value] if isinstance(value, str) else value or []
                details += [label + one_line(text, 110) for text in texts]
        marks = " [retracted]" if r.status == "retracted" else " [superseded]" if row.superseded_by else ""
        marks += " [untrusted]" if row.foreign else ""
        found.append(Entry(r.made, r.short, r.kind, r.title + marks, r.origin.branch, r.origin.session, tuple(details)))
    if not session:
        for snapshot in workspace.snapshots.summaries():
            if everything or snapshot.branch in ("", here):
                title = snapshot.goal or counted(snapshot.files, "file")
                found.append(Entry(snapshot.made, short(snapshot.id), "snapshot", title, snapshot.branch))
    if events:
        for name in [session] if session else workspace.journal.sessions():
            found += [_event(e) for e in workspace.journal.read(name).events]
    found = [e for e in found if e.made >= since]
    found.sort(key=lambda e: (e.made, e.ref), reverse=True)
    return found


def _event(event: "Event") -> Entry:
    words = []
    for key, value in event.data.items():
        if key == "records" and isinstance(value, list):
            words += [str(r.get("title", r.get("id", ""))) for r in value if isinstance(r, dict)]
        elif isinstance(value, str | int | float):
            words.append(f"{key}={value}" if key not in ("verb", "tool", "path") else str(value))
    who = f" ({event.agent})" if event.agent else ""
    return Entry(event.made, short(event.id), event.kind, one_line(" ".join(words), 120) + who, "", event.session)
