"""Sessions as files: what is written is read, the newest are found by names, nothing secret stays."""

import os
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.store.conftest import SECRET

from backstory.model.session import (
    Answer,
    CommandRun,
    Commit,
    Prompt,
    Session,
    SubAgent,
    WaitingCall,
)  # fmt: skip
from backstory.redact.gate import Gate
from backstory.store import sessions
from backstory.store.sessions import SessionStore


@pytest.fixture
def store(tmp_path: Path, gate: Gate) -> SessionStore:
    return SessionStore(str(tmp_path / "sessions"), gate)


def make(ident: str = "s1", ended: str = "2026-11-20T10:00:00Z", **more: Any) -> Session:
    return Session(id=ident, agent="claude-code", ended=ended, **more)


def files(store: SessionStore) -> list[str]:
    return sorted(str(path.relative_to(store.folder)) for path in Path(store.folder).rglob("*.json"))


def test_what_is_written_is_read(store: SessionStore) -> None:
    session = make(
        title="Add retries",
        prompts=(Prompt("Add retries", "2026-11-20T09:00:00Z", 3),),
        answers=(Answer("Done.", next=("docs",)),),
        edited=("src/a.py",),
        commands=(CommandRun("pytest", "test", exit_code=1, failed=True, red=("test_a",), summary="1 failed"),),
        commits=(Commit("9f1c2e4", "Add retries"),),
        subagents=(SubAgent("a7", "find callers", "two"),),
        waiting=(WaitingCall("e1e1", ("src/b.py",)),),
        turns=12,
        closed=True,
    )
    assert store.write(session) == session
    assert store.get("claude-code", "s1") == session
    assert store.get("codex", "s1") is None
    path = Path(store.folder) / files(store)[0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_session_that_goes_on_has_one_file(store: SessionStore) -> None:
    first = store.write(make())
    store.write(make(ended="2026-12-01T08:00:00.123Z"), first)
    assert files(store) == ["2026-12/20261201T080000Z.claude-code.s1.json"]


def test_of_two_files_after_a_death_the_newer_counts(store: SessionStore) -> None:
    store.write(make())
    old = Path(store.folder) / files(store)[0]
    data = old.read_bytes()
    store.write(make(ended="2026-12-01T08:00:00Z", title="on"))
    old.parent.mkdir(exist_ok=True)
    old.write_bytes(data)
    assert [session.title for session in store.newest()] == ["on"]
    store.write(make(ended="2026-12-01T09:00:00Z"))
    assert len(files(store)) == 1


def test_the_newest_come_first_and_others_are_not_opened(store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(1, 29):
        store.write(make(f"s{day}", f"2026-{day % 3 + 9:02d}-{day:02d}T10:00:00Z"))
    opened: list[str] = []
    read = sessions.read_file
    monkeypatch.setattr(sessions, "read_file", lambda path, **more: opened.append(path) or read(path, **more))
    newest = store.newest()
    assert [next(newest).ended[:10] for _ in range(3)] == ["2026-11-26", "2026-11-23", "2026-11-20"]
    assert len(opened) == 3
    assert len(list(store.entries())) == 28 and len(opened) == 3


def test_a_session_without_a_time_is_kept_and_comes_last(store: SessionStore) -> None:
    store.write(make("s1"))
    store.write(make("s2", ended=""))
    assert [entry.name for entry in store.entries()] == ["s1", "s2"]


def test_sessions_are_found_by_the_beginning_of_their_id(store: SessionStore) -> None:
    for ident in ("3f0c6c1e-aaaa", "3f0c6c1e-bbbb", "77aa"):
        store.write(make(ident))
    assert [entry.name for entry in store.find("77")] == ["77aa"]
    assert len(store.find("3f0c")) == 2
    assert [entry.name for entry in store.find("bbbb")] == ["3f0c6c1e-bbbb"]
    assert store.find("bb") == []
    store.write(make("../../etc/passwd"))
    assert len(store.find("../../etc/passwd")) == 1, "an id that can be no file name"
    assert store.get("claude-code", "../../etc/passwd") is not None


def test_a_damaged_file_harms_no_other(store: SessionStore) -> None:
    store.write(make("s1"))
    path = Path(store.folder) / files(store)[0]
    path.with_name("20261121T100000Z.claude-code.s2.json").write_bytes(b'{"id": "s2", "agent"')
    path.with_name("strange").write_bytes(b"x")
    os.symlink("/etc/passwd", path.with_name("20261122T100000Z.claude-code.s3.json"))
    assert [session.id for session in store.newest()] == ["s1"]
    assert store.get("claude-code", "s2") is None


def test_a_session_that_moved_on_since_it_was_listed_is_found(store: SessionStore) -> None:
    store.write(make())
    entry = next(store.entries())
    store.write(make(ended="2026-12-01T08:00:00Z", title="on"))
    session = store.load(entry)
    assert session is not None and session.title == "on"


def _strings(value: object) -> Any:
    """The value with a secret in every string."""
    if isinstance(value, str):
        return f"{value} {SECRET}"
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(
            value, **{n: _strings(getattr(value, n)) for n in value.__struct_fields__ if n != "kind"}
        )
    return tuple(map(_strings, value)) if isinstance(value, tuple) else value


def test_no_field_lets_a_secret_through(store: SessionStore) -> None:
    whole = make(
        title="t", branch="b", commit="c", model="m", parent="p", source="/x", started="x",
        prompts=(Prompt("p"),), answers=(Answer("a", next=("n",)),), edited=("e",), read=("r",), next=("n",),
        commands=(CommandRun("c", red=("r",), summary="s", commit="c", made="m"),), records=("r",),
        commits=(Commit("i", "s", "m"),), subagents=(SubAgent("i", "t", "r", source="s", made="m"),),
        waiting=(WaitingCall("c", ("e",)),),
    )  # fmt: skip
    former = store.write(whole)
    for session in (store.write(_strings(whole)), store.write(_strings(whole), former)):
        assert SECRET not in msgspec.json.encode(session).decode()
    paths = list(Path(store.folder).rglob("*"))
    assert any(path.is_file() for path in paths)
    for path in paths:
        assert path.is_dir() or SECRET.encode() not in path.read_bytes()
        assert SECRET not in path.name


@pytest.mark.parametrize("tail", ["6yq17q", "1w3tzx", "36ft7r", "h7jj9b", "32wa8q"])
def test_a_name_that_was_drawn_for_a_session_is_kept(store: SessionStore, tail: str) -> None:
    times = ("094459", "065637", "090817", "050207", "060549")
    names = [f"{agent}-20261129T{time}Z-{tail}" for time in times for agent in ("cli", "claude-code")]
    assert [store.write(Session(id=name, agent="cli")).id for name in names] == names


def test_what_is_clean_already_is_not_read_again(store: SessionStore, monkeypatch: pytest.MonkeyPatch) -> None:
    former = store.write(make(prompts=tuple(Prompt(f"prompt {i}") for i in range(50))))
    texts: list[str] = []
    clean = Gate.clean
    monkeypatch.setattr(Gate, "clean", lambda self, text: texts.append(text) or clean(self, text))
    store.write(msgspec.structs.replace(former, prompts=(*former.prompts, Prompt("new"))), former)
    assert texts == ["new"]
