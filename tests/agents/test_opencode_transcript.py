"""OpenCode's database while it grows, its old files, what `opencode export` prints, and forks of its tables."""

import importlib.util
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.agents.opencode.transcript import find_sessions, read_turns, recognizes

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
conformance = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = conformance
spec.loader.exec_module(conformance)
reader: Any = sys.modules["backstory.agents.opencode.transcript"]

SCHEMA = """
CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text NOT NULL, title text,
    revert text, time_created integer, time_updated integer);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer, time_updated integer,
    data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer,
    time_updated integer, data text NOT NULL);
CREATE INDEX part_session_idx ON part (session_id);
"""
USER = {"role": "user", "time": {"created": 1763632800000}, "agent": "build"}
REPLY = {
    "role": "assistant", "parentID": "msg_1", "modelID": "opus", "path": {"cwd": "/shop", "root": "/shop"},
    "time": {"created": 1763632801000}, "tokens": {"input": 12, "output": 6, "reasoning": 1, "cache": {"read": 9}},
}  # fmt: skip


def tool(name: str, status: str, given: dict[str, Any], **state: Any) -> dict[str, Any]:
    return {"type": "tool", "callID": f"call-{name}", "tool": name, "state": {"status": status, "input": given} | state}


TEXT = {"type": "text", "text": "I look."}
RUNNING = tool("bash", "running", {"command": "pytest -q"})
FAILED = tool("bash", "completed", {"command": "pytest -q"}, output="1 failed", metadata={"exit": 1})
EDIT = tool("edit", "error", {"filePath": "wh.py", "oldString": "a", "newString": "b"}, error="oldString not found")


class Database:
    """OpenCode at work: its database with a write-ahead log that stays open."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = str(path)
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = wal")
        self.connection.executescript(SCHEMA)

    def session(self, ident: str, directory: str = "/shop", parent: str | None = None, revert: Any = None) -> None:
        row = (ident, "p", parent, directory, "", json.dumps(revert) if revert else None, 1763632800000, 1763632900000)
        self.connection.execute("INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def message(self, ident: str, data: dict[str, Any], session: str = "ses_1") -> None:
        row = (ident, session, data["time"]["created"], 0, json.dumps(data))
        self.connection.execute("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", row)

    def part(self, ident: str, message: str, data: dict[str, Any], session: str = "ses_1") -> None:
        row = (ident, message, session, 0, 0, json.dumps(data))
        self.connection.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", row)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(tmp_path / ".local/share/opencode/opencode.db")
    database.session("ses_1")
    database.message("msg_1", USER)
    database.part("prt_1", "msg_1", {"type": "text", "text": "Add retry"})
    database.part("prt_2", "msg_1", {"type": "text", "text": "Called the Read tool", "synthetic": True})
    return database


def test_a_database_that_grows_is_read_once(database: Database) -> None:
    def reply() -> None:
        database.message("msg_2", REPLY)
        database.part("prt_3", "msg_2", TEXT)
        database.part("prt_4", "msg_2", RUNNING)

    def done() -> None:
        database.part("prt_4", "msg_2", FAILED)
        database.part("prt_5", "msg_2", {"type": "patch", "hash": "9f", "files": ["/shop/wh.py"]})
        database.part("prt_6", "msg_2", EDIT)

    def summary() -> None:
        database.message("msg_3", REPLY | {"summary": True, "time": {"created": 1763632802000}})
        database.part("prt_7", "msg_3", {"type": "text", "text": "We added retry."})

    turns = conformance.check_growth(reader, [lambda: None, reply, done, summary], database.path, "ses_1")
    assert [(t.role, t.text or t.tool, t.exit_code, t.failed) for t in turns.values()] == [
        ("user", "Add retry", None, False), ("assistant", "I look.", None, False), ("tool", "bash", None, False),
        ("result", "1 failed", 1, True), ("tool", "edit", None, False),
        ("result", "oldString not found", None, True), ("summary", "We added retry.", None, False),
    ]  # fmt: skip
    assert [tuple(t.tokens) for t in turns.values() if any(t.tokens)] == [(12, 7, 9, 0)] * 2
    assert turns["prt_6"].edits == ("wh.py",) and turns["prt_4"].command == "pytest -q"
    counts = database.connection.execute(
        "SELECT (SELECT count(*) FROM message WHERE data ->> 'role' = 'user'),"
        " (SELECT count(*) FROM part WHERE data ->> 'type' = 'tool')"
    ).fetchone()
    roles = [t.role for t in turns.values()]
    assert counts == (roles.count("user"), roles.count("tool"))


@pytest.mark.parametrize(
    ("text", "prompt"),
    [
        ('"add retry, and say \\"hi\\""', 'add retry, and say "hi"'),
        ('"explain this log"\nboom "x"', 'explain this log\nboom "x"'),
        ('"a b" and "c d"', '"a b" and "c d"'),
        ('"retry"', '"retry"'),
    ],
)
def test_the_argument_of_run_is_read_without_its_quotation_marks(database: Database, text: str, prompt: str) -> None:
    database.message("msg_2", USER)
    database.part("prt_3", "msg_2", {"type": "text", "text": text})
    assert [turn.text for turn in read_turns(database.path, 0, "ses_1")] == ["Add retry", prompt]


def test_what_was_taken_back_is_marked(database: Database) -> None:
    database.message("msg_2", USER | {"time": {"created": 1763632803000}})
    database.part("prt_3", "msg_2", {"type": "text", "text": "Use a queue"})
    reading = read_turns(database.path, 0, "ses_1")
    assert [(t.text, t.abandoned) for t in reading] == [("Add retry", False), ("Use a queue", False)]
    database.session("ses_1", revert={"messageID": "msg_2"})
    assert [(t.text, t.abandoned) for t in read_turns(database.path, reading.end, "ses_1")] == [("Use a queue", True)]


def test_sessions_are_found_with_their_parents(database: Database, tmp_path: Path) -> None:
    database.session("ses_2", parent="ses_1")
    database.session("ses_3", "/other")
    database.message("msg_9", USER, "ses_2")
    database.part("prt_9", "msg_9", {"type": "text", "text": "look"}, "ses_2")
    listed = list(find_sessions({}, str(tmp_path), ["/shop"]))
    assert [(f.session, f.parent, f.size, f.modified) for f in listed] == [
        ("ses_1", "", 2000, 1763632900.0), ("ses_2", "ses_1", 1000, 1763632900.0),
    ]  # fmt: skip
    assert [(t.sidechain, t.subagent) for t in read_turns(database.path, 0, "ses_2")] == [(True, "ses_2")]
    assert len(list(find_sessions({"XDG_DATA_HOME": str(tmp_path / ".local/share")}, "/nowhere", ["/shop"]))) == 2
    moved = tmp_path / "elsewhere.db"
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    moved.write_bytes(Path(database.path).read_bytes())
    assert [f.path for f in find_sessions({"OPENCODE_DB": str(moved)}, "/nowhere", ["/other"])] == [str(moved)]
    assert recognizes(str(moved), moved.read_bytes()[:1000])


def test_a_database_where_nothing_may_be_written_is_read(database: Database) -> None:
    database.connection.close()
    folder = Path(database.path).parent
    folder.chmod(0o500)
    try:
        assert [t.text for t in read_turns(database.path)] == ["Add retry"]
    finally:
        folder.chmod(0o700)


def test_other_tables_and_damage_break_nothing(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE session (id text, name text)")
        connection.execute("INSERT INTO session VALUES ('ses_1', 'x')")
    assert list(read_turns(str(path))) == []
    path.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    reading = read_turns(str(path))
    assert list(reading) == [] and reading.unknown == {"unreadable": 1}


def test_messages_that_are_events_are_read(database: Database) -> None:
    database.connection.executescript(
        "DELETE FROM message; CREATE TABLE session_message"
        " (id text PRIMARY KEY, session_id text, type text, seq integer, time_created integer, data text)"
    )
    rows: list[tuple[str, dict[str, Any]]] = [
        ("user", {"text": "Add retry"}),
        ("agent-switched", {}),
        ("assistant", {"content": [TEXT, FAILED | {"id": "c1"}], "model": {"id": "opus"}, "tokens": {"output": 4}}),
        ("compaction", {"summary": "We added retry."}),
        ("from-the-future", {}),
    ]
    for number, (kind, data) in enumerate(rows):
        row = (f"evt_{number}", "ses_1", kind, number, 1763632800000, json.dumps(data))
        database.connection.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?)", row)
    reading = read_turns(database.path, 0, "ses_1")
    assert [(t.role, t.text or t.command) for t in reading] == [
        ("user", "Add retry"), ("assistant", "I look."), ("tool", "pytest -q"), ("result", "1 failed"),
        ("summary", "We added retry."),
    ]  # fmt: skip
    assert reading.unknown == {"from-the-future": 1}


def test_old_files_and_exports_are_read(tmp_path: Path) -> None:
    storage = tmp_path / ".local/share/opencode/storage"
    info = {"id": "ses_1", "projectID": "p", "directory": "/shop", "time": {"created": 1, "updated": 1763632900000}}
    parts = [TEXT | {"id": "prt_3", "messageID": "msg_2"}, FAILED | {"id": "prt_4", "messageID": "msg_2"}]
    user_part = {"id": "prt_1", "messageID": "msg_1", "sessionID": "ses_1", "type": "text", "text": "Add retry"}
    files = {
        "session/p/ses_1.json": info,
        "message/ses_1/msg_1.json": USER | {"id": "msg_1", "sessionID": "ses_1"},
        "message/ses_1/msg_2.json": REPLY | {"id": "msg_2", "sessionID": "ses_1"},
        "part/msg_1/prt_1.json": user_part,
        "part/msg_2/prt_3.json": parts[0],
        "part/msg_2/prt_4.json": parts[1],
    }
    for name, value in files.items():
        (storage / name).parent.mkdir(parents=True, exist_ok=True)
        (storage / name).write_text(json.dumps(value))
        assert recognizes(str(storage / name), (storage / name).read_bytes())
    (kept,) = find_sessions({}, str(tmp_path), ["/shop"])
    expected = [("user", "Add retry"), ("assistant", "I look."), ("tool", "bash"), ("result", "1 failed")]
    assert [(t.role, t.text or t.tool) for t in read_turns(kept.path)] == expected
    assert [t.text for t in read_turns(str(storage / "part/msg_1/prt_1.json"))] == ["Add retry"]
    export = tmp_path / "export.json"
    messages = [{"info": files["message/ses_1/msg_1.json"], "parts": [user_part]},
                {"info": files["message/ses_1/msg_2.json"], "parts": parts}]  # fmt: skip
    export.write_text(json.dumps({"info": info, "messages": messages}))
    assert recognizes(str(export), export.read_bytes())
    assert [(t.role, t.text or t.tool) for t in read_turns(str(export))] == expected
    info["id"] = "../../../etc"
    (storage / "session/p/ses_1.json").write_text(json.dumps(info))
    assert [t.role for t in read_turns(kept.path)] == [role for role, _ in expected], "an id is no path"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(["message", "part", "end", "earlier", "insert", "revert", "nothing"]), max_size=12),
    st.booleans(),
)
def test_a_mark_gives_what_is_read_without_it(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], damaged: bool
) -> None:
    database = Database(tmp_path_factory.mktemp("opencode") / "opencode.db")
    database.session("ses_1")
    database.session("ses_2")
    count, position, mark = 0, 0, b""
    for clock, step in enumerate(["message", "part", *steps], 1):
        if step == "message":
            count += 1
            database.message(f"msg_{count:02d}", REPLY | {"time": {"created": count}})
        elif step == "part":
            database.part(f"prt_{count:02d}_{clock}", f"msg_{count:02d}", RUNNING)
        elif step == "end":
            database.part(f"prt_{count:02d}_end", f"msg_{count:02d}", FAILED)
        elif step == "earlier":
            database.part("prt_01_2", "msg_01", TEXT | {"text": f"Changed {clock:02d}"})
        elif step == "insert":
            database.message(f"msg_00_{clock}", REPLY | {"time": {"created": 0}})
        elif step == "revert":
            database.session("ses_1", revert={"messageID": "msg_02"})
        database.message("msg_99", USER, "ses_2")  # another session does not count
        database.connection.execute("UPDATE part SET time_updated = ? WHERE rowid = last_insert_rowid()", (clock,))
        if step == "earlier":
            database.connection.execute("UPDATE part SET time_updated = ? WHERE id = 'prt_01_2'", (clock,))
        plain = read_turns(database.path, position, "ses_1")
        marked = reader.read_on(database.path, position, mark[:-1] if damaged else mark, "ses_1")
        assert (list(marked), marked.end) == (list(plain), plain.end)
        position, mark = marked.end, marked.seal()
        assert mark and list(reader.read_on(database.path, position, mark, "ses_1")) == []
    database.connection.close()


def test_with_a_mark_only_new_messages_are_decoded(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(2, 40):
        database.message(f"msg_{number}", REPLY | {"time": {"created": 1763632800000 + number}})
        database.part(f"prt_{number}", f"msg_{number}", TEXT)
    reading = read_turns(database.path, 0, "ses_1")
    mark = reading.seal() if reading.seal is not None else b""
    database.message("msg_40", REPLY | {"time": {"created": 1763632800040}})
    database.part("prt_40", "msg_40", FAILED)
    decoded: list[object] = []
    own = sys.modules["backstory.agents.opencode.database"]
    monkeypatch.setattr(own, "as_object", lambda value: (decoded.append(value), json.loads(value or "{}"))[1])
    turns = list(reader.read_on(database.path, reading.end, mark, "ses_1"))
    assert [turn.role for turn in turns] == ["tool", "result"]
    assert len(decoded) <= 5, "the session, the last message and the new one, each with its part"
