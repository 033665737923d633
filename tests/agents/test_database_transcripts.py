"""Readers of databases: each goes through the states of a session, and gives what it gives when read at once."""

import importlib.util
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import apsw
import pytest

from backstory.agents.transcripts import READERS, load_reader, recognize_agent
from backstory.agents.turns import Transcript, Turn

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
rules = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = rules
spec.loader.exec_module(rules)

SHOP = "/home/ada/shop"
Statement = tuple[str, tuple[object, ...]]


def reader_of(name: str) -> Transcript:
    reader = load_reader(name)
    assert reader is not None
    return reader


def grow(name: str, path: Path, session: str, *states: list[Statement]) -> dict[str, Turn]:
    """Checks the reader with a database that goes through `states`; returns the turns of the last one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode=wal").fetchall()

    def apply(state: list[Statement]) -> Callable[[], None]:
        def change() -> None:
            for statement, values in state:
                connection.execute(statement, values)

        return change

    reader = reader_of(name)
    turns: dict[str, Turn] = rules.check_growth(reader, [apply(state) for state in states], str(path), session)
    assert count_turns(turns.values()) == count_marks(name, connection)
    assert recognize_agent(str(path)) == name
    head = path.read_bytes()[: rules.HEAD]
    assert [other for other, _ in READERS if reader_of(other).recognizes(str(path), head)] == [name]
    rules.check_members(reader)
    rules.check_absent(reader, path.parent)
    again = list(reader.read_turns(str(path), 10**40, session))
    assert {turn.id for turn in again} == set(turns), "a database that was replaced is read anew"
    connection.close()
    return turns


MARKS = {
    "crush": (r"\|user\|", '"type":"tool_call"', '"type":"tool_result"', '"is_error":true'),
    "goose": (r'\|user\|\[{"type":"text"', '"toolRequest"', '"toolResponse"', '"isError":true'),
    "warp": ('"Query":', "$^", "$^", "$^"),
    "zed": ('"User":', '"ToolUse":', '"tool_use_id":', '"is_error":true'),
    "kiro": ('"Prompt":', '"args":', '"tool_use_id":', '"status":"Error"'),
    "cursor": ('"type":1,|"role":"user"', '"toolFormerData"|"tool-call"', '"toolFormerData"|"tool-result"',
               r'exitCode\\":1'),
    "omnigent": ('"role":"user"', '"arguments"', '"output":', "exit code 1"),
}  # fmt: skip
"""The marks of a prompt, a call, a result and a failed result in the rows of a database."""


def count_turns(turns: Iterable[Turn]) -> tuple[int, ...]:
    roles = Counter(turn.role for turn in turns)
    return roles["user"], roles["tool"], roles["result"], sum(turn.failed for turn in turns)


def count_marks(name: str, connection: apsw.Connection) -> tuple[int, ...]:
    """The counts of all that is in a database, taken without its reader."""
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    rows = [row for table in tables for row in connection.execute(f"SELECT * FROM {table}")]
    values = ("|".join(v.decode("utf-8", "replace") if isinstance(v, bytes) else str(v) for v in row) for row in rows)
    text = "\n".join(values).replace('": ', '":').replace(', "', ',"')
    return tuple(len(re.findall(mark, text)) for mark in MARKS[name])


def sketch(turns: dict[str, Turn]) -> list[tuple[str, str]]:
    return [(turn.role, turn.command or turn.text or turn.tool) for turn in turns.values()]


EXPECTED = [("user", "Run the tests"), ("assistant", "I run them."), ("tool", "pytest -q"), ("result", "1 failed")]


def test_crush(tmp_path: Path) -> None:
    def message(ident: str, role: str, *parts: tuple[str, dict[str, object]]) -> Statement:
        value = json.dumps([{"type": kind, "data": data} for kind, data in parts])
        return ("INSERT INTO messages VALUES (?, 's1', ?, ?, 'gpt-5', 1760000000, 0)", (ident, role, value))

    schema = "CREATE TABLE sessions (id TEXT, parent_session_id TEXT, updated_at INTEGER)"
    table = (
        "CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INTEGER,"
        " is_summary_message INTEGER)"
    )
    call = {"id": "t1", "name": "bash", "input": json.dumps({"command": "pytest -q"}), "finished": True}
    answer = [("text", {"text": "I run them."}), ("tool_call", call)]
    finished = message("m2", "assistant", *answer, ("finish", {"reason": "tool_use"}))
    result = ("tool_result", {"tool_call_id": "t1", "name": "bash", "content": "1 failed", "is_error": True})
    turns = grow(
        "crush", tmp_path / "shop/.crush/crush.db", "s1",
        [(schema, ()), (table, ()), ("INSERT INTO sessions VALUES ('s1', NULL, 1760000009)", ())],
        [message("m1", "user", ("text", {"text": f"Run the tests\n{rules.FENCE}"}))],
        [message("m2", "assistant", answer[0])],
        [("UPDATE messages SET parts = ?2 WHERE id = ?1", (finished[1][0], finished[1][2]))],
        [message("m3", "tool", result)],
    )  # fmt: skip
    assert sketch(turns) == EXPECTED
    root = str(tmp_path / "shop")
    assert [file.session for file in reader_of("crush").find_sessions({}, "/nowhere", [root])] == ["s1"]


@pytest.mark.parametrize("is_new", (False, True))
def test_omnigent(tmp_path: Path, is_new: bool) -> None:
    """Older versions have names of types and texts as ids, newer ones numbers, bytes and a table of facts."""
    types = {"message": 1, "function_call": 2, "function_call_output": 3, "reasoning": 4, "compaction": 6}
    ident, below = (b"\x01" * 16, b"\x02" * 16) if is_new else ("c1", "c2")

    def item(position: int, kind: str, conversation: object = ident, **data: object) -> Statement:
        row = (conversation, position, types[kind] if is_new else kind, json.dumps(data), 1760000000 + position)
        query = "INSERT INTO conversation_items (conversation_id, position, type, data, created_at)"
        return (f"{query} VALUES (?, ?, ?, ?, ?)", row)

    def text(kind: str, said: str) -> list[dict[str, str]]:
        return [{"type": kind, "text": said}]

    facts = "workspace TEXT, git_branch TEXT"
    parents = "parent_conversation_id, root_conversation_id, updated_at INTEGER"
    items = "conversation_id, position INTEGER, type, data TEXT, created_at INTEGER"
    schema = [
        (f"CREATE TABLE conversations (id PRIMARY KEY, {parents}{'' if is_new else ', ' + facts})", ()),
        (f"CREATE TABLE conversation_items (id INTEGER PRIMARY KEY, {items})", ()),
        ("INSERT INTO conversations (id, root_conversation_id, updated_at) VALUES (?1, ?1, 1760000009)", (ident,)),
        ("INSERT INTO conversations (id, parent_conversation_id, root_conversation_id) VALUES (?, ?2, ?2)",
         (below, ident)),
    ]  # fmt: skip
    if is_new:
        schema += [(f"CREATE TABLE omnigent_conversation_metadata (id PRIMARY KEY, {facts})", ())]
        schema += [("INSERT INTO omnigent_conversation_metadata (id, workspace) VALUES (?, ?)", (ident, SHOP))]
    else:
        schema += [("UPDATE conversations SET workspace = ? WHERE id = ?", (SHOP, ident))]
    path, session = tmp_path / ".omnigent/chat.db", ident.hex() if isinstance(ident, bytes) else ident
    call = {"agent": "polly", "name": "sys_os_shell", "arguments": '{"command": "pytest -q"}', "call_id": "t1"}
    turns = grow(
        "omnigent", path, session,
        schema,
        [item(0, "message", role="user", content=text("input_text", f"Run the tests\n{rules.FENCE}"))],
        [item(1, "reasoning", summary=text("summary_text", "Which ones?")),
         item(2, "message", role="assistant", agent="polly", content=text("output_text", "I run them."))],
        [item(3, "function_call", **call)],
        [item(4, "function_call_output", call_id="t1", output="1 failed\nexit code 1")],
    )  # fmt: skip
    assert sketch(turns)[:3] == EXPECTED[:3]
    connection = apsw.Connection(str(path))
    connection.execute(*item(0, "message", below, role="assistant", content=text("output_text", "scout report")))
    connection.close()
    first, second = sorted(reader_of("omnigent").find_sessions({}, str(tmp_path), [SHOP]), key=lambda file: file.parent)
    assert (first.session, first.cwd, second.cwd, second.parent) == (session, SHOP, SHOP, session)
    (turn,) = reader_of("omnigent").read_turns(str(path), 0, second.session)
    assert (turn.text, turn.sidechain, turn.session, turn.subagent) == ("scout report", True, session, second.session)


def test_an_item_of_omnigent_in_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "call.json"
    call = {"agent": "polly", "name": "sys_os_shell", "arguments": '{"command": "pwd"}', "call_id": "t1"}
    path.write_text(json.dumps(call))
    assert recognize_agent(str(path)) == "omnigent"
    (turn,) = reader_of("omnigent").read_turns(str(path))
    assert (turn.role, turn.tool, turn.command) == ("tool", "shell", "pwd")


def test_goose(tmp_path: Path) -> None:
    def message(role: str, *parts: dict[str, object]) -> Statement:
        query = (
            "INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES ('s1', ?, ?, 1760000000)"
        )
        return (query, (role, json.dumps(parts)))

    table = (
        "CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content_json TEXT,"
        " created_timestamp INTEGER, metadata_json TEXT)"
    )
    call = {"status": "success", "value": {"name": "developer__shell", "arguments": {"command": "pytest -q"}}}
    result = {"status": "success", "value": {"content": [{"type": "text", "text": "1 failed"}], "isError": True}}
    folder = tmp_path / "goose/sessions"
    turns = grow(
        "goose", folder / "sessions.db", "s1",
        [("CREATE TABLE sessions (id TEXT, working_dir TEXT)", ()), (table, ()),
         ("INSERT INTO sessions VALUES ('s1', ?)", (SHOP,))],
        [message("user", {"type": "text", "text": f"Run the tests\n{rules.FENCE}"})],
        [message("assistant", {"type": "text", "text": "I run them."},
                 {"type": "toolRequest", "id": "t1", "toolCall": call})],
        [message("user", {"type": "toolResponse", "id": "t1", "toolResult": result})],
    )  # fmt: skip
    assert sketch(turns) == EXPECTED
    found = reader_of("goose").find_sessions({"XDG_DATA_HOME": str(tmp_path)}, "/nowhere", [SHOP])
    assert [(file.session, file.cwd) for file in found] == [("s1", SHOP)]


def test_warp(tmp_path: Path) -> None:
    def ask(ident: str, text: str) -> Statement:
        value = json.dumps([{"Query": {"text": text}}])
        return ("INSERT INTO ai_queries VALUES (?, 's1', '2026-05-01 10:00:00', ?, ?, 'auto')", (ident, value, SHOP))

    table = (
        "CREATE TABLE ai_queries (exchange_id TEXT, conversation_id TEXT, start_ts TEXT, input TEXT,"
        " working_directory TEXT, model_id TEXT)"
    )
    path = tmp_path / "warp-terminal/warp.sqlite"
    turns = grow(
        "warp", path, "s1", [(table, ())], [ask("e1", f"Run the tests\n{rules.FENCE}")], [ask("e2", "Use unittest")]
    )
    assert sketch(turns) == [("user", "Run the tests"), ("user", "Use unittest")]
    found = reader_of("warp").find_sessions({"XDG_STATE_HOME": str(tmp_path)}, "/nowhere", [SHOP])
    assert [file.session for file in found] == ["s1"] or sys.platform != "linux"


def zed_thread(*messages: object) -> bytes:
    return json.dumps({"version": "0.3.0", "title": "Tests", "messages": messages}).encode()


def test_zed(tmp_path: Path) -> None:
    def keep(*messages: object) -> list[Statement]:
        value = (zed_thread(*messages), SHOP)
        return [("REPLACE INTO threads VALUES ('s1', '2026-05-01T10:00:00Z', 'json', ?, ?, NULL)", value)]

    table = (
        "CREATE TABLE threads (id TEXT PRIMARY KEY, updated_at TEXT, data_type TEXT, data BLOB, folder_paths TEXT,"
        " parent_id TEXT)"
    )
    ask = {"User": {"id": "u1", "content": [{"Text": f"Run the tests\n{rules.FENCE}"}]}}
    call = {"id": "t1", "name": "terminal", "input": {"command": "pytest -q"}, "is_input_complete": True}
    content = [{"Text": "I run them."}, {"ToolUse": call}]
    result = {"tool_use_id": "t1", "is_error": True, "content": {"Text": "1 failed"}}
    turns = grow(
        "zed", tmp_path / "zed/threads/threads.db", "s1", [(table, ())], keep(ask),
        keep(ask, {"Agent": {"content": content, "tool_results": {}}}),
        keep(ask, {"Agent": {"content": content, "tool_results": {"t1": result}}}),
    )  # fmt: skip
    assert sketch(turns) == EXPECTED


def test_zed_compressed(tmp_path: Path) -> None:
    library = pytest.importorskip("zstandard")
    data = library.ZstdCompressor().compress(zed_thread({"User": {"content": [{"Text": "Run the tests"}]}}))
    connection = apsw.Connection(str(tmp_path / "threads.db"))
    connection.execute("CREATE TABLE threads (id TEXT, updated_at TEXT, data_type TEXT, data BLOB)")
    connection.execute("INSERT INTO threads VALUES ('s1', '', 'zstd', ?), ('s2', '', 'zstd', x'00')", (data,))
    reading = reader_of("zed").read_turns(str(tmp_path / "threads.db"))
    assert [turn.text for turn in reading] == ["Run the tests"]
    assert sum(reading.unknown.values()) == 1


def test_kiro(tmp_path: Path) -> None:
    def keep(*history: object) -> list[Statement]:
        value = json.dumps({"conversation_id": "s1", "history": history})
        return [("DELETE FROM conversations_v2", ()),
                ("INSERT INTO conversations_v2 VALUES (?, 's1', ?, 1, 1760000000000)", (SHOP, value))]  # fmt: skip

    table = (
        "CREATE TABLE conversations_v2 (key TEXT, conversation_id TEXT, value TEXT, created_at INTEGER,"
        " updated_at INTEGER)"
    )
    call = {"id": "t1", "name": "execute_bash", "args": {"command": "pytest -q"}}
    first = {
        "user": {"content": {"Prompt": {"prompt": f"Run the tests\n{rules.FENCE}"}}},
        "assistant": {"ToolUse": {"content": "I run them.", "tool_uses": [call]}},
    }
    output = {"tool_use_id": "t1", "content": [{"Text": "1 failed"}], "status": "Error"}
    second = {"user": {"content": {"ToolUseResults": {"tool_use_results": [output]}}}, "assistant": {}}
    path = tmp_path / "kiro-cli/data.sqlite3"
    turns = grow("kiro", path, "s1", [(table, ())], keep(first), keep(first, second))
    assert sketch(turns) == EXPECTED


def test_cursor_editor(tmp_path: Path) -> None:
    def put(key: str, value: object) -> Statement:
        return ("REPLACE INTO cursorDiskKV VALUES (?, ?)", (key, json.dumps(value)))

    def composer(*bubbles: str) -> Statement:
        headers = [{"bubbleId": bubble} for bubble in bubbles]
        place = {"uri": {"fsPath": SHOP}}
        return put("composerData:s1", {"fullConversationHeadersOnly": headers, "workspaceIdentifier": place})

    call = {"name": "run_terminal_cmd", "toolCallId": "t1", "status": "completed",
            "rawArgs": json.dumps({"command": "pytest -q"}),
            "result": json.dumps({"output": "1 failed", "exitCode": 1})}  # fmt: skip
    path = tmp_path / "Cursor/User/globalStorage/state.vscdb"
    turns = grow(
        "cursor", path, "s1", [("CREATE TABLE cursorDiskKV (key TEXT PRIMARY KEY, value BLOB)", ())],
        [put("bubbleId:s1:b1", {"type": 1, "text": f"Run the tests\n{rules.FENCE}"}), composer("b1")],
        [put("bubbleId:s1:b2", {"type": 2, "text": "I r"}), composer("b1", "b2")],
        [put("bubbleId:s1:b2", {"type": 2, "text": "I run them."})],
        [put("bubbleId:s1:b3", {"type": 2, "text": "", "toolFormerData": {**call, "result": ""}}),
         composer("b1", "b2", "b3")],
        [put("bubbleId:s1:b3", {"type": 2, "text": "", "toolFormerData": call}), composer("b1", "b2", "b3")],
    )  # fmt: skip
    assert sketch(turns) == EXPECTED


def test_cursor_command_line(tmp_path: Path) -> None:
    def blob(number: int, data: bytes) -> Statement:
        return ("REPLACE INTO blobs VALUES (?, ?)", (bytes([number] * 32).hex(), data))

    def root(number: int, *names: int) -> list[Statement]:
        node = b"".join(b"\x0a\x20" + bytes([name] * 32) for name in names)
        meta = json.dumps({"latestRootBlobId": bytes([number] * 32).hex(), "createdAt": 1760000000000}).encode().hex()
        return [blob(number, node), ("REPLACE INTO meta VALUES ('0', ?)", (meta,))]

    ask = {"role": "user", "content": f"<user_query>\nRun the tests\n</user_query>\n{rules.FENCE}"}
    call = {"type": "tool-call", "toolCallId": "t1", "toolName": "Shell", "args": {"command": "pytest -q"}}
    answer = {"role": "assistant", "content": [{"type": "text", "text": "I run them."}, call]}
    output = {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "t1", "result": "1 failed"}]}
    turns = grow(
        "cursor", tmp_path / "chats/x/s1/store.db", "s1",
        [("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)", ()),
         ("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)", ())],
        [blob(1, json.dumps(ask).encode()), *root(11, 1)],
        [blob(2, json.dumps(answer).encode()), *root(12, 1, 2)],
        [blob(3, json.dumps(output).encode()), *root(13, 1, 2, 3)],
    )  # fmt: skip
    assert sketch(turns) == EXPECTED
