"""What is read of every recorded transcript, as it was looked at; and counts that are taken without the readers.

`BACKSTORY_GOLDEN=accept pytest tests/agents/test_transcript_golden.py` writes the files anew: read the change.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backstory.agents.transcripts import READERS, load_reader
from backstory.agents.turns import Turn

HERE = Path(__file__).parent
FILES = [
    (name, path)
    for name, _ in READERS
    for path in sorted((HERE / name.replace("-", "_") / "transcripts").glob("**/*"))
    if path.is_file() and path.suffix in (".jsonl", ".json")
]
IDS = [f"{name}-{path.name}" for name, path in FILES]


def read(name: str, path: Path) -> list[Turn]:
    reader = load_reader(name)
    assert reader is not None
    return list(reader.read_turns(str(path)))


def line_of(turn: Turn) -> str:
    """All of a turn that is not empty, in one line."""
    parts = [turn.role, json.dumps(turn.text[:90], ensure_ascii=False) if turn.text else "", turn.tool, turn.action]
    parts += [f"$ {turn.command}" if turn.command else "", *(f"edits {path}" for path in turn.edits)]
    parts += [*(f"reads {path}" for path in turn.reads), f"call {turn.call}" if turn.call else ""]
    parts += [f"exit {turn.exit_code}" if turn.exit_code is not None else "", "failed" if turn.failed else ""]
    parts += ["sidechain" if turn.sidechain else "", f"sub-agent {turn.subagent}" if turn.subagent else ""]
    parts += ["abandoned" if turn.abandoned else "", f"tokens {tuple(turn.tokens)}" if any(turn.tokens) else ""]
    parts += [f"model {turn.model}" if turn.model else "", f"in {turn.cwd} @{turn.branch}", turn.time]
    return f"{turn.line}: " + " | ".join(part for part in parts if part)


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_what_is_read_is_what_was_looked_at(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    golden = HERE / "golden" / f"{name}-{path.stem}.txt"
    text = "".join(f"{line_of(turn)}\n" for turn in read(name, path))
    if os.environ.get("BACKSTORY_GOLDEN") == "accept":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


FAILED = re.compile("[Ee]xit [Cc]ode:? [1-9]")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def count_claude(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in rows(path):
        if row["type"] not in ("user", "assistant") or row.get("isApiErrorMessage"):
            continue
        content = row["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        kinds = Counter(block["type"] for block in blocks)
        counts["calls"] += kinds["tool_use"]
        counts["results"] += kinds["tool_result"]
        counts["failed"] += sum(block.get("is_error") is True for block in blocks if block["type"] == "tool_result")
        counts["edits"] += sum(block.get("name") in ("Edit", "Write", "MultiEdit") for block in blocks)
        text = "".join(block.get("text", "") for block in blocks if block["type"] == "text")
        told = row.get("isMeta") or row.get("isCompactSummary") or text.startswith(("<", "Caveat", "This session is"))
        counts["prompts"] += row["type"] == "user" and kinds["text"] > 0 and not told
    counts["prompts"] += sum(row.get("attachment", {}).get("type") == "queued_command" for row in rows(path))
    return counts


def count_codex(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    calls = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call")
    known = {row["payload"].get("call_id") for row in rows(path) if row["payload"].get("type") in calls}
    for row in rows(path):
        payload, kind = row["payload"], row["payload"].get("type")
        alone = kind in ("mcp_tool_call_end", "patch_apply_end", "exec_command_end")
        alone = alone and " " not in payload["call_id"] and payload["call_id"] not in known
        counts["calls"] += (kind in calls) + alone
        counts["results"] += kind in ("function_call_output", "custom_tool_call_output") or alone
        counts["edits"] += kind == "patch_apply_end" and alone
        counts["failed"] += bool(re.search("exited with code [1-9]", str(payload.get("output"))))
        counts["edits"] += "*** Begin Patch" in str(payload.get("arguments"))
        counts["prompts"] += kind == "user_message"
    completed = {r["payload"]["item"]["content"][0]["text"] for r in rows(path)
                 if r["payload"].get("item", {}).get("type") == "UserMessage"}  # fmt: skip
    told = {row["payload"]["message"] for row in rows(path) if row["payload"].get("type") == "user_message"}
    counts["prompts"] += len(completed - told)
    return counts


def count_gemini(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    text = path.read_text(encoding="utf-8")
    messages = json.loads(text)["messages"] if path.suffix == ".json" else [r for r in rows(path) if "type" in r]
    for message in {message["id"]: message for message in messages}.values():
        calls = message.get("toolCalls", [])
        counts["prompts"] += message["type"] == "user" and "functionResponse" not in str(message["content"])
        counts["calls"] += len(calls)
        counts["results"] += len(calls)
        counts["edits"] += sum(call["name"] in ("replace", "write_file") for call in calls)
        counts["failed"] += sum(call["status"] == "error" or bool(FAILED.search(str(call["result"]))) for call in calls)
    return counts


def count_qwen(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in rows(path):
        parts = row.get("message", {}).get("parts", [])
        counts["prompts"] += row["type"] == "user" and row.get("subtype") in (None, "mid_turn_user_message")
        counts["calls"] += sum("functionCall" in part for part in parts)
        counts["results"] += sum("functionResponse" in part for part in parts)
        counts["failed"] += row.get("toolCallResult", {}).get("status") == "error" or bool(FAILED.search(str(parts)))
        counts["edits"] += sum(p.get("functionCall", {}).get("name") in ("edit", "write_file") for p in parts)
    return counts


def count_copilot(path: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    if "chatSessions" in path.parts:
        text = path.read_text(encoding="utf-8")
        counts["prompts"] = text.count('"message":') - text.count('"message": "')
        counts["calls"] = counts["results"] = text.count("toolInvocationSerialized")
        counts["edits"] = text.count("textEditGroup")
        counts["failed"] = text.count('"exitCode": 1')
        return counts
    seen: set[str] = set()
    for row in rows(path):
        data = row["data"]
        requests = [request["toolCallId"] for request in data.get("toolRequests", [])]
        requests += [data["toolCallId"]] if row["type"] == "tool.execution_start" else []
        new = [call for call in requests if " " in call or call not in seen]
        if row["type"] == "tool.execution_start" and " " in requests[0]:
            new = [row["id"]]
        counts["calls"] += len(new)
        seen.update(new)
        done = row["type"] == "tool.execution_complete" and (" " in data["toolCallId"] or data["toolCallId"] in seen)
        counts["results"] += done
        counts["failed"] += done and (data.get("success") is False or bool(FAILED.search(str(data["result"]))))
        counts["edits"] += sum(request["name"] in ("create", "edit") for request in data.get("toolRequests", []))
        counts["prompts"] += row["type"] == "user.message"
    return counts


COUNTS = {
    "claude-code": count_claude, "codex": count_codex, "gemini": count_gemini, "qwen": count_qwen,
    "copilot": count_copilot,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path"),
    [pair for pair in FILES if pair[0] in COUNTS],
    ids=[i for i, (n, _) in zip(IDS, FILES, strict=True) if n in COUNTS],
)
def test_counts_are_those_of_a_few_lines_of_python(name: str, path: Path) -> None:
    turns = read(name, path)
    ours = {
        "prompts": sum(turn.role == "user" for turn in turns),
        "calls": sum(turn.role == "tool" for turn in turns),
        "results": sum(turn.role == "result" for turn in turns),
        "failed": sum(turn.failed for turn in turns),
        "edits": sum(bool(turn.edits) for turn in turns),
    }
    theirs = COUNTS[name](path)
    assert ours == {key: theirs[key] for key in ours}
