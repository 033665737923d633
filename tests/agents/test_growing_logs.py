"""Logs whose rows reach back: whatever they change, reading on with a mark gives what reading them at once gives."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.agents import growing_logs
from backstory.agents.transcripts import find_resuming, load_reader
from backstory.agents.turns import Turn

Rows = list[dict[str, Any]]
NAMES = st.sampled_from(["a", "b", "c", "d", "e", "f"])
CALLS = st.sampled_from(["call-1", "call-2", "call-3"])
TEXTS = st.sampled_from(["one", "two", "exit code: 3", ""])


def qwen_parts() -> st.SearchStrategy[Any]:
    text = st.builds(lambda text: {"text": text}, TEXTS)
    tool = st.sampled_from([("run_shell_command", {"command": "make"}), ("read_file", {"path": "a"})])
    call = st.builds(lambda name, tool: {"functionCall": {"id": name, "name": tool[0], "args": tool[1]}}, CALLS, tool)
    result = st.builds(lambda name, out: {"functionResponse": {"id": name, "response": {"output": out}}}, CALLS, TEXTS)
    return st.lists(st.one_of(text, call, result), max_size=3)


QWEN: st.SearchStrategy[Rows] = st.lists(
    st.builds(
        lambda uuid, parent, kind, parts, sub, side: {
            "uuid": uuid, "parentUuid": parent, "sessionId": "s", "type": kind, "message": {"parts": parts},
            "subtype": sub, "isSidechain": side, "usageMetadata": {"promptTokenCount": 3},
            "systemPayload": {"compressedHistory": [{"parts": [{"text": "summary"}]}]},
        },
        st.sampled_from([*"abcdefghijklmnop", ""]), st.sampled_from([*"abcdefghijklmnop", ""]),
        st.sampled_from(["user", "assistant", "assistant", "tool_result", "system"]), qwen_parts(),
        st.sampled_from(["", "", "", "rewind", "chat_compression", "ui_telemetry"]),
        st.sampled_from([False] * 5 + [True]),
    ),
    max_size=14,
)  # fmt: skip


def as_chain(rows: Rows) -> Rows:
    """Rows of which most follow the one before them, under ids of their own."""
    chained: Rows = []
    for place, row in enumerate(rows):
        parent = row["parentUuid"] if row["parentUuid"] < "d" else (chained[-1]["uuid"] if chained else "")
        chained.append({**row, "uuid": row["uuid"] if row["uuid"] < "c" else f"row-{place}", "parentUuid": parent})
    return chained


def gemini_message() -> st.SearchStrategy[dict[str, Any]]:
    calls = st.lists(
        st.builds(
            lambda name, status: {"id": name, "name": "run_shell_command", "args": {"command": "ls"}, "status": status},
            CALLS, st.sampled_from(["", "success", "error"]),
        ), max_size=2,
    )  # fmt: skip
    reply = st.builds(
        lambda name, text, calls: {"id": name, "type": "gemini", "content": text, "toolCalls": calls},
        NAMES, TEXTS, calls,
    )  # fmt: skip
    prompt = st.builds(lambda name, text: {"id": name, "type": "user", "content": [{"text": text}]}, NAMES, TEXTS)
    result = st.builds(
        lambda name, call: {
            "id": name, "type": "user",
            "content": [{"functionResponse": {"id": call, "response": {"output": "done"}}}],
        },
        NAMES, CALLS,
    )  # fmt: skip
    return st.one_of(reply, prompt, result)


GEMINI: st.SearchStrategy[Rows] = st.lists(
    st.one_of(
        gemini_message(), gemini_message(), gemini_message(), gemini_message(),
        st.just({"$set": {"lastUpdated": "2026-01-01T00:00:00Z"}}),
        st.builds(lambda name: {"$rewindTo": name}, NAMES),
        st.builds(lambda messages: {"$set": {"messages": messages}}, st.lists(gemini_message(), max_size=3)),
        st.just({"$set": {"kind": "subagent"}}),
    ),
    max_size=14,
)  # fmt: skip
HEADER = {"sessionId": "s", "projectHash": "p", "kind": "main"}


COPILOT: st.SearchStrategy[Rows] = st.lists(
    st.builds(
        lambda kind, name, data: {"id": name, "type": kind, "timestamp": "2026-01-01T00:00:00Z", "data": data},
        st.sampled_from([
            "user.message", "assistant.message", "assistant.message", "tool.execution_start",
            "tool.execution_complete", "tool.execution_complete", "session.compaction_complete", "session.start",
            "session.resume", "session.context_changed", "session.model_change", "session.shutdown",
            "session.snapshot_rewind",
        ]),
        NAMES,
        st.fixed_dictionaries({
            "content": TEXTS, "summaryContent": TEXTS, "outputTokens": st.integers(0, 3),
            "toolCallId": st.one_of(CALLS, CALLS, st.just("")), "toolName": st.sampled_from(["bash", "view"]),
            "arguments": st.just({"command": "make"}), "result": st.builds(lambda text: {"content": text}, TEXTS),
            "cwd": st.sampled_from(["/a", "/b", ""]), "branch": st.sampled_from(["main", ""]),
            "newModel": st.sampled_from(["m", ""]), "sessionId": st.sampled_from(["s", ""]), "upToEventId": NAMES,
            "modelMetrics": st.just({"m": {"usage": {"inputTokens": 9, "outputTokens": 4}}}),
            "toolRequests": st.lists(
                st.builds(
                    lambda name, tool: {"toolCallId": name, "name": tool, "arguments": {"command": "make"}},
                    CALLS, st.sampled_from(["bash", "view"]),
                ), max_size=2,
            ),
        }),
    ),
    max_size=14,
)  # fmt: skip


def dump(rows: Rows) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in rows]


def check_pieces(name: str, path: Path, lines: list[bytes], cuts: set[int]) -> None:
    reader = load_reader(name)
    assert reader is not None
    read_on = find_resuming(reader)
    assert read_on is not None
    position, mark, merged = 0, b"", dict[str, Turn]()
    for cut in sorted({cut for cut in cuts if cut < len(lines)} | {len(lines)}):
        path.write_bytes(b"".join(lines[:cut]))
        reading = read_on(str(path), position, mark)
        merged.update((turn.id, turn) for turn in reading)
        position, mark = reading.end, reading.seal() if reading.seal is not None else mark
    plain, at = dict[str, Turn](), 0
    for cut in sorted({cut for cut in cuts if cut < len(lines)} | {len(lines)}):
        path.write_bytes(b"".join(lines[:cut]))
        once = reader.read_turns(str(path), at)
        plain.update((turn.id, turn) for turn in once)
        at = once.end
    assert merged == plain, "a mark changes nothing but the time that it takes"
    assert position == at


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(QWEN, st.sets(st.integers(0, 14), max_size=5), st.booleans())
def test_qwen_with_any_branches(tmp_path: Path, rows: Rows, cuts: set[int], chained: bool) -> None:
    check_pieces("qwen", tmp_path / "a.jsonl", dump(as_chain(rows) if chained else rows), cuts)


def test_qwen_with_a_row_that_comes_after_its_children(tmp_path: Path) -> None:
    links = (("b", "b"), ("b", "a"), ("one", "a"), ("two", "b"), ("a", "two"))
    rows = [
        {"uuid": uuid, "parentUuid": parent, "sessionId": "s", "type": "user", "message": {"parts": [{"text": uuid}]}}
        for uuid, parent in links
    ]
    check_pieces("qwen", tmp_path / "a.jsonl", dump(rows), {4})


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GEMINI, st.sets(st.integers(0, 14), max_size=5))
def test_gemini_with_any_changes(tmp_path: Path, rows: Rows, cuts: set[int]) -> None:
    check_pieces("gemini", tmp_path / "a.jsonl", dump([HEADER, *rows]), cuts)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GEMINI, st.sets(st.integers(0, 14), max_size=5))
def test_gemini_with_few_recent_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: Rows, cuts: set[int]
) -> None:
    monkeypatch.setattr("backstory.agents.gemini.log._RECENT", 2)
    check_pieces("gemini", tmp_path / "a.jsonl", dump([HEADER, *rows]), cuts)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(COPILOT, st.sets(st.integers(0, 14), max_size=5), st.booleans())
def test_copilot_with_any_events(tmp_path: Path, rows: Rows, cuts: set[int], single: bool) -> None:
    if single:
        rows = [{**row, "id": f"event-{place}"} for place, row in enumerate(rows)]
    check_pieces("copilot", tmp_path / "a.jsonl", dump(rows), cuts)


@pytest.mark.parametrize("name", ["qwen", "gemini", "copilot"])
def test_what_was_read_is_not_read_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversation without a way back: with its mark, only the new rows are read."""
    conversations = {
        "qwen": [
            {
                "uuid": f"row-{n}", "parentUuid": f"row-{n - 1}" if n else "", "sessionId": "s",
                "type": ["user", "assistant"][n % 2], "message": {"parts": [{"text": f"text {n}"}]},
            }
            for n in range(30)
        ],
        "gemini": [
            HEADER,
            *(
                {"id": f"m{n}", "type": ["user", "gemini"][n % 2], "content": [{"text": f"text {n}"}]}
                for n in range(30)
            ),
        ],
        "copilot": [
            {"id": f"e{n}", "type": ["user.message", "assistant.message"][n % 2], "data": {"content": f"text {n}"}}
            for n in range(30)
        ],
    }  # fmt: skip
    lines = dump(conversations[name])
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines[:20]))
    reader = load_reader(name)
    assert reader is not None
    read_on = find_resuming(reader)
    assert read_on is not None
    first = read_on(str(path), 0, b"")
    list(first)
    assert first.seal is not None
    path.write_bytes(b"".join(lines))
    starts = []
    read_rows = growing_logs.read_rows
    monkeypatch.setattr(growing_logs, "read_rows", lambda *given: starts.append(given[1]) or read_rows(*given))
    second = read_on(str(path), first.end, first.seal())
    assert [turn.text for turn in second] == [f"text {n}" for n in range(20 - (name == "gemini"), 30)]
    assert starts == [first.end]
