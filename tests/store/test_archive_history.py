"""Sessions and runs in archives: they come in again whole, and leave without what belongs to this machine."""

from pathlib import Path

import pytest
from tests.store.conftest import SECRET

from backstory.model.errors import Invalid
from backstory.model.run import Run
from backstory.model.session import CommandRun, Prompt, Session, SubAgent
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, read_archive
from backstory.store.archive_history import add_history, parse_run, parse_session
from backstory.store.history_check import check_history
from backstory.store.runs import RunStore
from backstory.store.sessions import SessionStore

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
KEY = b"k" * 32
SESSION = Session(
    id="s1",
    agent="codex",
    ended="2026-11-20T10:00:00Z",
    prompts=(Prompt("Add retries", line=3),),
    commands=(CommandRun("pytest -q", "test", exit_code=1, failed=True),),
    subagents=(SubAgent("a7", source="/home/ada/.codex/a7.jsonl", position=9),),
    edited=("src/a.py",),
    source="/home/ada/.codex/s1.jsonl",
    position=1200,
    line=40,
)
RUN = Run(id="01JD8ZK3M7Q4T9W2R5X8Y1B6C9", goal="Add retries", started="2026-11-20T09:00:00Z", errors=("boom",))


@pytest.fixture
def stores(tmp_path: Path, gate: Gate) -> tuple[SessionStore, RunStore]:
    sessions, runs = SessionStore(str(tmp_path / "sessions"), gate), RunStore(str(tmp_path / "runs"), gate)
    sessions.write(SESSION)
    runs.write(RUN)
    return sessions, runs


def export(folder: Path, gate: Gate, stores: tuple[SessionStore, RunStore], *, stays: bool) -> str:
    path = str(folder / "a.tar.gz")
    sessions, runs = stores
    export_archive(
        path, {}, gate, project=ID, sessions=sessions, runs=runs, key=KEY, stays=stays, home="/home/ada"
    )  # fmt: skip
    return path


def test_what_stays_comes_in_again_whole(tmp_path: Path, gate: Gate, stores: tuple[SessionStore, RunStore]) -> None:
    archive = read_archive(export(tmp_path, gate, stores, stays=True), key=KEY)
    assert archive.sealed
    assert (archive.sessions, archive.runs) == ((SESSION,), (RUN,))
    sessions, runs = SessionStore(str(tmp_path / "2/sessions"), gate), RunStore(str(tmp_path / "2/runs"), gate)
    for _ in range(2):
        add_history(archive.sessions, archive.runs, sessions, runs)
        assert list(sessions.newest()) == [SESSION]
        assert list(runs.newest()) == [RUN]


def test_a_session_that_has_gone_on_stays(tmp_path: Path, gate: Gate, stores: tuple[SessionStore, RunStore]) -> None:
    sessions, runs = stores
    older = Session(id="s1", agent="codex", ended="2026-11-19T10:00:00Z")
    add_history([older], [], sessions, runs)
    assert list(sessions.newest()) == [SESSION]


def test_what_leaves_names_no_place_of_this_machine(
    tmp_path: Path, gate: Gate, stores: tuple[SessionStore, RunStore]
) -> None:
    (session,) = read_archive(export(tmp_path, gate, stores, stays=False), key=KEY).sessions
    assert (session.source, session.position, session.line) == ("", 0, 0)
    assert session.subagents == (SubAgent("a7"),)
    assert (session.prompts, session.commands) == (SESSION.prompts, SESSION.commands)


def test_a_secret_in_a_file_does_not_leave(tmp_path: Path, gate: Gate, stores: tuple[SessionStore, RunStore]) -> None:
    for path in [*tmp_path.glob("sessions/*/*.json"), *tmp_path.glob("runs/*/*.json")]:
        path.write_text(path.read_text().replace("Add retries", f"Use {SECRET}"))
    archive = read_archive(export(tmp_path, gate, stores, stays=False), key=KEY)
    assert SECRET not in str(archive.sessions) + str(archive.runs)
    assert len(archive.sessions) == len(archive.runs) == 1


def test_the_same_history_gives_the_same_bytes(
    tmp_path: Path, gate: Gate, stores: tuple[SessionStore, RunStore]
) -> None:
    first = Path(export(tmp_path, gate, stores, stays=True)).read_bytes()
    assert Path(export(tmp_path, gate, stores, stays=True)).read_bytes() == first


@pytest.mark.parametrize(
    ("parse", "data", "name"),
    [
        (parse_session, b"{", "backstory/private/sessions/codex.s1.json"),
        (parse_session, b'{"id": "s2", "agent": "codex"}', "backstory/private/sessions/codex.s1.json"),
        (parse_session, b'{"id": 7, "agent": "codex"}', "backstory/private/sessions/codex.7.json"),
        (parse_run, b'{"id": "r2"}', "backstory/private/runs/r1.json"),
        (parse_run, b'{"id": "r1", "outcome": "great"}', "backstory/private/runs/r1.json"),
    ],
)
def test_what_is_no_session_or_run_is_refused(parse: type, data: bytes, name: str) -> None:
    with pytest.raises(Invalid):
        parse(data, name)


def test_damaged_files_are_named(tmp_path: Path, stores: tuple[SessionStore, RunStore]) -> None:
    assert list(check_history(*stores)) == []
    paths = [*tmp_path.glob("sessions/*/*.json"), *tmp_path.glob("runs/*/*.json")]
    for path in paths:
        path.write_bytes(path.read_bytes()[:20])
    assert sorted(finding.path for finding in check_history(*stores)) == sorted(map(str, paths))
