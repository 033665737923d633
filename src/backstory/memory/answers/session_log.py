"""Sessions, and commands that were run under observation, as entries of the log: one line each."""

from backstory.base.session_names import short_session
from backstory.memory.answers.history import TimelineEntry
from backstory.memory.answers.observed_commands import list_observed_runs
from backstory.memory.answers.sessions import count_sessions, list_sessions
from backstory.memory.kernel.catalog import Catalog
from backstory.model.ids import short_id
from backstory.model.run import Run
from backstory.model.session import Session
from backstory.model.text import one_line
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
    runs = _list_run_entries(workspace, {one.session for one in sessions}, limit=limit, branch=branch, since=since)
    entries = _drop_own_checkpoints(entries, {one.session for one in sessions})
    is_filtered = bool(branch or since)
    total = len(entries) + len(runs) + (len(sessions) if is_filtered else count_sessions(workspace))
    merged = sorted([*sessions, *runs, *entries[:limit]], key=lambda entry: entry.made[:19], reverse=True)
    return merged[:limit], total


def _drop_own_checkpoints(entries: list[TimelineEntry], sessions: set[str]) -> list[TimelineEntry]:
    """The entries without the automatic checkpoints of sessions, whose own lines tell the same."""
    marks = ("[session] ", "[compact] ")
    return [
        one
        for one in entries
        if not (one.kind == "checkpoint" and one.session in sessions and one.title.startswith(marks))
    ]


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


def _list_run_entries(
    workspace: Catalog, sessions: set[str], *, limit: int, branch: str, since: str
) -> list[TimelineEntry]:
    """The newest runs that were observed outside of the sessions."""
    runs = list_observed_runs(workspace, sessions, limit=limit)
    return [_entry_of_run(run) for run in runs if run.started >= since and branch in ("", run.branch)]


def _entry_of_run(run: Run) -> TimelineEntry:
    last = run.commands[-1] if run.commands else None
    summary = one_line(last.summary, 80) if last is not None else ""
    title = f"{one_line(run.goal, 80)} — {run.outcome}" + (f": {summary}" if summary else "")
    return TimelineEntry(run.ended or run.started, short_id(run.id), "run", title, run.branch, run.session)
