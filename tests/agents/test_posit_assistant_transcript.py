"""Posit Assistant's conversations: a tree and a file of words that both grow, a branch that was left, a sub-agent."""

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from backstory.agents.posit_assistant.transcript import find_sessions, read_turns, recognizes
from backstory.agents.transcripts import recognize_agent

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
rules = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = rules
spec.loader.exec_module(rules)

reader: Any = sys.modules["backstory.agents.posit_assistant.transcript"]
SHOP = "/home/ada/shop"
MAIN, SUB = "1111", "2222"
USAGE = {"inputTokens": 10, "outputTokens": 5, "cacheReadTokens": 3, "cacheWriteTokens": 2}
FACTS = {"positai": {"timestamp": 1735689601000, "modelId": "claude-sonnet-4-6", "usage": USAGE}}
WORDS: list[dict[str, Any]] = [
    {"role": "user", "content": f"Run the tests\n{rules.FENCE}"},
    {
        "role": "assistant", "providerOptions": {"providerMetadata": FACTS},
        "content": [
            {"type": "reasoning", "text": "Which ones?"},
            {"type": "text", "text": "I run them.<MESSAGESUMMARY>running tests</MESSAGESUMMARY>"},
            {"type": "tool-call", "toolCallId": "t1", "toolName": "bash", "input": {"command": "pytest -q"}},
        ],
    },
    {"role": "tool", "content": [
        {"type": "tool-result", "toolCallId": "t1", "output": {"type": "error-text", "value": "1 failed"}},
    ]},
    {"role": "assistant", "content": [{"type": "text", "text": "One test fails."}]},
    {"role": "user", "content": "Leave it then"},
]  # fmt: skip
NODES = [("n1", [0], True), ("n2", [1, 2], True), ("n3", [3], True), ("n4", [4], False)]


def write(folder: Path, count: int, **facts: Any) -> None:
    """The first nodes of a conversation, and the words that they name."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [
        {"id": name, "parentId": MAIN, "isActive": active, "lmMessageIds": words, "timestamp": 1735689600000 + place}
        for place, (name, words, active) in enumerate(NODES[:count])
    ]
    root = {"id": folder.name, "summary": "Tests", "timestamp": 1735689600000, "metadata": {"kind": "main"} | facts}
    (folder / "conversation.json").write_text(json.dumps({"schemaVersion": "3", "root": root, "messages": nodes}))
    known = [number for _, words, _ in NODES[:count] for number in words]
    rows = [json.dumps({"id": number, "message": WORDS[number]}) + "\n" for number in known]
    (folder / "lm-messages.jsonl").write_text("".join(rows))


def workspace(home: Path) -> Path:
    folder = home / ".posit/assistant/workspaces/a1b2"
    folder.mkdir(parents=True)
    (folder / "workspace.json").write_text(json.dumps({"path": SHOP}))
    return folder


def test_a_conversation_that_grows(tmp_path: Path) -> None:
    folder = workspace(tmp_path) / MAIN

    def grown(count: int) -> Callable[[], None]:
        return lambda: write(folder, count, gitBranch="feat/pay")

    path = str(folder / "conversation.json")
    turns = list(rules.check_growth(reader, [grown(count) for count in range(1, 5)], path, MAIN).values())
    assert [(turn.role, turn.command or turn.text or turn.tool) for turn in turns] == [
        ("user", "Run the tests"), ("assistant", "I run them."), ("tool", "pytest -q"), ("result", "1 failed"),
        ("assistant", "One test fails."), ("user", "Leave it then"),
    ]  # fmt: skip
    said, call, result = turns[1:4]
    assert (said.tokens, said.model, said.time[:19]) == ((10, 5, 3, 2), "claude-sonnet-4-6", "2025-01-01T00:00:01")
    assert not any(call.tokens) and result.failed and result.call == call.call
    assert {(turn.cwd, turn.branch, turn.session) for turn in turns} == {(SHOP, "feat/pay", MAIN)}
    assert [turn.abandoned for turn in turns] == [False] * 5 + [True]
    assert list(read_turns(str(folder / "lm-messages.jsonl"))) == turns
    assert {recognize_agent(str(file)) for file in folder.iterdir()} == {"posit-assistant"}
    rules.check_members(reader)
    (tmp_path / "nowhere").mkdir()
    rules.check_absent(reader, tmp_path / "nowhere")


def test_sub_agents_belong_to_their_conversation(tmp_path: Path) -> None:
    folder = workspace(tmp_path) / MAIN
    write(folder, 1)
    write(folder / "subagents" / SUB, 3, kind="subagent", parentTreeId=MAIN)
    files = list(find_sessions({}, str(tmp_path), [SHOP]))
    assert [(file.session, file.parent, file.cwd) for file in files] == [(MAIN, "", SHOP), (SUB, MAIN, SHOP)]
    assert files[1].size > (folder / "subagents" / SUB / "conversation.json").stat().st_size
    turns = list(read_turns(files[1].path))
    assert {(turn.sidechain, turn.session, turn.subagent, turn.cwd) for turn in turns} == {(True, MAIN, SUB, SHOP)}
    assert not list(find_sessions({}, str(tmp_path), ["/home/ada/other"]))


def test_without_its_words_a_conversation_has_its_summary(tmp_path: Path) -> None:
    write(tmp_path / MAIN, 3)
    (tmp_path / MAIN / "lm-messages.jsonl").unlink()
    path = tmp_path / MAIN / "conversation.json"
    assert [(turn.role, turn.text) for turn in read_turns(str(path))] == [("summary", "Tests")]
    path.write_text('{"schemaVersion": "3", "root": [], "messages": [1, {"lmMessageIds": {}}, null]}')
    assert recognizes(str(path), path.read_bytes()) and list(read_turns(str(path))) == []
