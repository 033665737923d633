"""Checks the files of sessions and runs for `doctor`. Damaged ones are set aside, not deleted."""

from collections.abc import Iterator

from backstory.model.errors import BackstoryError
from backstory.store.file_check import Finding, set_aside
from backstory.store.places import Project
from backstory.store.runs import RunStore
from backstory.store.sessions import SessionStore


def check_history(sessions: SessionStore, runs: RunStore) -> Iterator[Finding]:
    """The files that do not read. Their sessions are taken in again from their transcripts, where these are kept."""
    for what, path in _list_damaged(sessions, runs):
        hint = "`backstory doctor --fix` sets it aside"
        if what == "session":
            hint += "; `backstory ingest --auto --all` reads its transcript again"
        yield Finding("sessions", "fail", f"`{path}` holds no {what} that can be read", hint, True, path)


def repair_history(project: Project, sessions: SessionStore, runs: RunStore) -> list[str]:
    """Sets the files that do not read aside; returns a line for each."""
    report: list[str] = []
    try:
        for _, path in list(_list_damaged(sessions, runs)):
            report.append(f"set `{path}` aside as `{set_aside(project, path)}`")
    except (BackstoryError, OSError) as err:
        report.append(f"could not go on: {err}")
    return report


def _list_damaged(sessions: SessionStore, runs: RunStore) -> Iterator[tuple[str, str]]:
    yield from (("session", path) for path in sessions.list_damaged())
    yield from (("run", path) for path in runs.list_damaged())
