"""Sessions as entries of the log: one line each."""

from backstory.base.session_names import short_session
from backstory.memory.catalog import Catalog
from backstory.memory.history import TimelineEntry
from backstory.memory.sessions import count_sessions, list_sessions
from backstory.model.session import Session
from backstory.render.sessions import session_line


def list_session_entries(workspace: Catalog, *, limit: int, branch: str = "", since: str = "") -> list[TimelineEntry]:
    """The newest sessions, of a branch or of all, as entries of the log. No others are read."""
    sessions = list_sessions(workspace, limit=limit, branch=branch, since=since)
    return [_entry_of_session(session) for session in sessions]


def merge_timeline(
    workspace: Catalog, entries: list[TimelineEntry], *, limit: int, branch: str = "", since: str = ""
) -> tuple[list[TimelineEntry], int]:
    """The newest entries with the sessions among them, and how many there are in all."""
    sessions = list_session_entries(workspace, limit=limit, branch=branch, since=since)
    is_filtered = bool(branch or since)
    total = len(entries) + (len(sessions) if is_filtered else count_sessions(workspace))
    merged = sorted([*sessions, *entries[:limit]], key=lambda entry: entry.made[:19], reverse=True)
    return merged[:limit], total


def _entry_of_session(session: Session) -> TimelineEntry:
    title = session.title or "(nothing was asked)"
    line = session_line(session)
    return TimelineEntry(
        session.ended[:19] + "Z" if session.ended else "",
        short_session(session.id),
        "session",
        f"{title} — {line}" if line else title,
        session.branch,
        session.id,
    )
