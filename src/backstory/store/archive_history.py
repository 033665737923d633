"""The sessions and runs of an archive: how they are written into one, read from it, and taken in.

In an archive for other machines a session does not say which transcript it was read from, and paths below the person's
home begin with `~`.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from backstory.base.journal_lines import safe_name
from backstory.model.run import Run
from backstory.model.session import Session
from backstory.redact.home_paths import shorten_home
from backstory.store.manifest import TOP
from backstory.store.runs import RunStore, redact_run
from backstory.store.sessions import SessionStore, file_name_of, redact_session
from backstory.store.tarball import archive_error

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".json"
_LOCAL_FIELDS: Final = {"source": "", "position": 0, "line": 0}
"""Fields that mean something on this machine only."""
_S = TypeVar("_S", Session, Run)


def list_sessions(store: SessionStore, gate: "Gate", *, stays: bool, home: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each session, by name. `stays`: the archive is for this machine."""
    sessions = {file_name_of(session): session for session in store.newest()}
    for name, session in sorted(sessions.items()):
        value = session if stays else _leave_home(redact_session(session, gate), home)
        yield f"{TOP}private/sessions/{name}{SUFFIX}", msgspec.json.encode(value, order="deterministic")


def list_runs(store: RunStore, gate: "Gate", *, stays: bool, home: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each run, by name."""
    runs = {safe_name(run.id): run for run in store.newest()}
    for name, run in sorted(runs.items()):
        value = run if stays else _shorten(redact_run(run, gate), home)
        yield f"{TOP}private/runs/{name}{SUFFIX}", msgspec.json.encode(value, order="deterministic")


def parse_session(data: bytes, name: str) -> Session:
    """Raises Invalid for what is no session, or another one than its name says."""
    session = _decode(data, Session, name)
    if not name.endswith(f"/{file_name_of(session)}{SUFFIX}"):
        raise archive_error(f"holds `{name}`, which is the session {session.id[:40]}")
    return session


def parse_run(data: bytes, name: str) -> Run:
    """Raises Invalid for what is no run, or another one than its name says."""
    run = _decode(data, Run, name)
    if not name.endswith(f"/{safe_name(run.id)}{SUFFIX}"):
        raise archive_error(f"holds `{name}`, which is the run {run.id[:40]}")
    return run


def add_history(
    sessions: Iterable[Session], runs: Iterable[Run], session_store: SessionStore, run_store: RunStore
) -> None:
    """Adds the sessions and runs that are not there. Those that are there have gone on, and stay."""
    for session in sessions:
        if session_store.get(session.agent, session.id) is None:
            session_store.write(session)
    stored = {run.id for run in run_store.newest()}
    for run in runs:
        if run.id not in stored:
            run_store.write(run)


def _decode(data: bytes, kind: type[_S], name: str) -> _S:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise archive_error(f"holds `{name}`, which does not read") from err


def _leave_home(session: Session, home: str) -> Session:
    subagents = tuple(msgspec.structs.replace(one, source="", position=0) for one in session.subagents)
    return _shorten(msgspec.structs.replace(session, subagents=subagents, **_LOCAL_FIELDS), home)


def _shorten(value: _S, home: str) -> _S:
    return map_texts(value, lambda text: shorten_home(text, home))


def map_texts(value: _S, change: Callable[[str], str]) -> _S:
    """A session or a run with all its texts changed."""
    changed: _S = msgspec.convert(_map_all(msgspec.to_builtins(value), change), type(value))
    return changed


def _map_all(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_map_all(item, change) for item in value]
    if isinstance(value, dict):
        return {key: _map_all(item, change) for key, item in value.items()}
    return value
