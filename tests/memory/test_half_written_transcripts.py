"""A transcript that is read while its agent writes it: in the end the session is as if it had been read at once."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.sweeps import every

from backstory.agents.transcripts import READERS, recognize_agent
from backstory.api import Live, Memory, find_session, ingest_subagent, ingest_transcript
from backstory.model.session import Session

Opened = Callable[..., Memory]
AGENTS = Path(__file__).parents[1] / "agents"
MAX_BYTES = 200_000
FILES = [
    path
    for name, _ in READERS
    for path in sorted((AGENTS / name.replace("-", "_") / "transcripts").glob("**/*"))
    if path.is_file() and path.stat().st_size < MAX_BYTES and recognize_agent(str(path))
][:: every(2)]


def list_states(data: bytes) -> dict[str, list[bytes | None]]:
    """What a reader may find one after the other; None: no file. The last state is the whole transcript."""
    lines = data.splitlines(keepends=True)
    some = b"".join(lines[: len(lines) // 2])
    return {
        "half": [data[: len(data) // 2]],
        "bit by bit": [data[: len(data) // 3], data[: len(data) // 2], data[: len(data) * 5 // 6]],
        "some lines": [some],
        "a torn line": [some, some[:-3]],
        "without its last character": [data.rstrip()[:-1]],
        "without its last newline": [data.rstrip(b"\n")],
        "emptied": [data, b""],
        "gone": [data, None],
        "cut and written anew": [data, data[: len(data) // 2]],
    }


def read_through(opened: Opened, agent: str, path: Path, name: str, states: Sequence[bytes | None]) -> Session:
    """The session of a transcript that is read in each of its states."""
    for state in states:
        if state is None:
            path.unlink()
        else:
            path.write_bytes(state)
        session = ingest_transcript(opened(), agent, str(path), name).session
    return session


def shape(session: Session) -> dict[str, Any]:
    """What a session says, without its name, and without what a transcript does not hold."""
    names = (
        "title", "turns", "tool_calls", "prompts", "answers", "answered", "remarks", "commands", "commits", "edited",
        "read", "next", "subagents", "tokens_in", "tokens_out", "errors", "position", "line",
    )  # fmt: skip
    return {name: getattr(session, name) for name in names}


def test_there_are_transcripts_of_many_agents() -> None:
    assert len({recognize_agent(str(path)) for path in FILES}) > 12


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=[f"{path.relative_to(AGENTS).parts[0]}-{path.name}" for path in FILES])
def test_however_far_it_was_written_in_the_end_all_is_there_once(opened: Opened, path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    shutil.copytree(path.parent, folder)
    copy = folder / path.name
    agent, data = recognize_agent(str(path)), path.read_bytes()
    whole = read_through(opened, agent, copy, "whole", [data])
    assert whole.turns
    for number, (how, states) in enumerate(list_states(data).items()):
        assert shape(read_through(opened, agent, copy, f"s{number}", [*states, data])) == shape(whole), how


def test_a_file_that_is_renamed_into_place_is_read_where_it_goes_on(opened: Opened, tmp_path: Path) -> None:
    path, new = tmp_path / "session.jsonl", tmp_path / "session.jsonl.new"
    rows = [row("user", "Port the pool", 1), row("assistant", "Ported.", 2), row("user", "Now the queue", 3)]
    for count in (1, 2, 3):
        new.write_text("".join(rows[:count]))
        new.replace(path)
        session = ingest_transcript(opened(), "claude-code", str(path), "s1").session
    assert [prompt.text for prompt in session.prompts] == ["Port the pool", "Now the queue"]
    assert [answer.text for answer in session.answers] == ["Ported."]


def row(role: str, text: str, number: int) -> str:
    """A row of a transcript as Claude Code writes it."""
    content = text if role == "user" else [{"type": "text", "text": text}]
    value = {
        "type": role, "uuid": f"u{number}", "sessionId": "s1", "cwd": "", "gitBranch": "main",
        "timestamp": f"2026-11-20T10:00:{number:02}.000Z", "message": {"role": role, "content": content},
    }  # fmt: skip
    return json.dumps(value) + "\n"


class Database:
    """A database of OpenCode, which changes the parts of a message until they are done."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.executescript(
            "PRAGMA journal_mode = wal;"
            "CREATE TABLE session (id, parent_id, directory, revert, time_created, time_updated);"
            "CREATE TABLE message (id PRIMARY KEY, session_id, time_created, time_updated, data);"
            "CREATE TABLE part (id PRIMARY KEY, message_id, session_id, time_created, time_updated, data);"
            "INSERT INTO session VALUES ('s1', NULL, '/shop', NULL, 1, 1);"
        )

    def message(self, ident: str, role: str, number: int, **more: Any) -> None:
        data = {"role": role, "time": {"created": number}, **more}
        values = (ident, "s1", number, number, json.dumps(data))
        self.connection.execute("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", values)

    def part(self, ident: str, message: str, **data: Any) -> None:
        values = (ident, message, "s1", 1, 1, json.dumps(data))
        self.connection.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", values)

    def steps(self) -> Iterator[None]:
        """A session in the order in which it is written; a reader may look after each step."""
        self.message("m1", "user", 1)
        yield
        self.part("p1", "m1", type="text", text="Run the tests and mend them")
        yield
        self.message("m2", "assistant", 2)
        self.part("p2", "m2", type="text", text="I run")
        yield
        self.part("p2", "m2", type="text", text="I run them.")
        given = {"command": "pytest -q"}
        self.part("p3", "m2", type="tool", callID="c1", tool="bash", state={"status": "running", "input": given})
        yield
        state = {"status": "completed", "input": given, "output": "1 failed", "metadata": {"exit": 1}}
        self.part("p3", "m2", type="tool", callID="c1", tool="bash", state=state)
        yield
        self.part("p4", "m2", type="text", text="One test is")
        yield
        self.part("p4", "m2", type="text", text="One test is red, in `pool.py`.")
        self.message("m2", "assistant", 2, tokens={"input": 12, "output": 6})
        yield
        self.message("m3", "user", 3)
        self.part("p5", "m3", type="text", text="Never round in the database")
        yield


@pytest.mark.parametrize("every", (1, 2, 3))
def test_a_database_that_is_read_between_its_changes(opened: Opened, tmp_path: Path, every: int) -> None:
    database = Database(tmp_path / "opencode.db")
    for number, _ in enumerate(database.steps()):
        if number % every == 0:
            ingest_transcript(opened(), "opencode", database.path, "s1")
    ingest_transcript(opened(), "opencode", database.path, "s1")
    session = find_session(opened(), "s1")

    again = Database(tmp_path / "opencode-2.db")
    for _ in again.steps():
        pass
    assert shape(session) == shape(ingest_transcript(opened(), "opencode", again.path, "s1").session)
    assert [run.command for run in session.commands] == ["pytest -q"]
    rules = [one.record.title for one in opened().fresh().rows(kinds=("rule", "preference"))]
    assert rules == ["Never round in the database"], "once, however often it was read"


def test_a_directive_in_a_row_that_comes_again_is_applied_once(opened: Opened, tmp_path: Path) -> None:
    database = Database(tmp_path / "opencode.db")
    said = '<backstory:remember kind="fact">The gateway drops one call in nine</backstory:remember>'
    database.message("m1", "user", 1)
    database.part("p1", "m1", type="text", text="How reliable is it?")
    database.message("m2", "assistant", 2)
    database.part("p2", "m2", type="text", text=said)
    first = ingest_transcript(opened(), "opencode", database.path, "s1")
    database.part("p3", "m2", type="text", text="That is all.")
    second = ingest_transcript(opened(), "opencode", database.path, "s1")
    database.message("m3", "user", 3)
    database.part("p4", "m3", type="text", text="Thanks")
    third = ingest_transcript(opened(), "opencode", database.path, "s1")
    assert (first.directives, third.directives) == (1, 0)
    assert second.session.records == first.session.records
    assert len(opened().fresh().rows(kinds=("fact",))) == 1


def test_a_reply_that_a_hook_reports_before_all_else_is_there_once(opened: Opened, tmp_path: Path) -> None:
    """The agent's program writes the conversation when it ends, and its hooks have said the replies before."""
    path = tmp_path / "session.jsonl"
    for live in ("Ported.", "Ported, too."):
        ingest_transcript(opened(), "claude-code", str(path), "s1", live=Live(live))
    said = [("user", "Port the pool"), ("assistant", "I look."), ("assistant", "Ported."),
            ("user", "And the queue"), ("assistant", "Ported, too.")]  # fmt: skip
    path.write_text("".join(row(role, text, number) for number, (role, text) in enumerate(said, 1)))
    session = ingest_transcript(opened(), "claude-code", str(path), "s1", live=Live(closed=True)).session
    assert [prompt.text for prompt in session.prompts] == ["Port the pool", "And the queue"]
    assert [answer.text for answer in session.answers] == ["Ported.", "Ported, too."]
    assert session.remarks == () and session.closed


def test_a_session_that_is_read_anew_stays_closed(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(row("user", "Port the pool", 1) + row("assistant", "Ported.", 2))
    closed = ingest_transcript(opened(), "claude-code", str(path), "s1", live=Live(closed=True)).session
    path.write_text(row("user", "Port all of the pools", 1) + row("assistant", "Ported.", 2))
    again = ingest_transcript(opened(), "claude-code", str(path), "s1").session
    assert [prompt.text for prompt in again.prompts] == ["Port all of the pools"]
    assert (again.closed, again.commit) == (True, closed.commit)


def test_what_a_sub_agent_did_stays_when_its_session_is_read_anew(opened: Opened, tmp_path: Path) -> None:
    path, own = tmp_path / "session.jsonl", tmp_path / "agent-a7.jsonl"
    path.write_text(row("user", "Port the pool", 1) + row("assistant", "Ported.", 2))
    call = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "pytest -q"}}
    own.write_text(
        row("user", "Run them", 3)
        + row("assistant", "They pass.", 4).replace(
            '{"type": "text", "text": "They pass."}', json.dumps(call) + ', {"type": "text", "text": "They pass."}'
        )
    )
    ingest_transcript(opened(), "claude-code", str(path), "s1")
    before = ingest_subagent(opened(), "claude-code", str(own), "s1", "a7").session
    path.write_text(row("user", "Port all of the pools", 1) + row("assistant", "Ported.", 2))
    after = ingest_transcript(opened(), "claude-code", str(path), "s1").session
    assert [run.command for run in after.commands] == [run.command for run in before.commands] == ["pytest -q"]
    assert after.subagents == before.subagents
    assert ingest_subagent(opened(), "claude-code", str(own), "s1", "a7").turns == 0
