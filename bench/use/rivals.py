"""What a brief is compared with: the plain baseline that pastes from transcripts, and what git says anyway."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]

RULE = re.compile(
    r"\b(never|always|must(n.t)?|don.t|do not|only|from (now|here) on|rules?|unless|no new|stop \w+ing|hands off)\b",
    re.IGNORECASE,
)
TEST = re.compile(
    r"\b(pytest|vitest|jest|go test|cargo (\+\S+ )?test|ctest|npm test|make test|tox|phpunit|gradlew? \S*test)\b"
)
MOST_ANSWER, MOST_PROMPT, LINES_OF_RUN = 1500, 800, 15


class Talk(NamedTuple):
    """What the baseline takes from one transcript."""

    started: str
    prompts: list[str]
    answer: str
    runs: list[tuple[str, str, str]]  # when, command, output


def read_blocks(content: object) -> list[Row]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [x for x in content if isinstance(x, dict)] if isinstance(content, list) else []


def read_claude(rows: list[Row]) -> Talk:
    prompts, answer, runs = [], "", []
    commands: dict[str, str] = {}
    for row in rows:
        if row.get("isSidechain") or row.get("type") not in ("user", "assistant"):
            continue
        for block in read_blocks(row["message"].get("content")):
            if block.get("type") == "text" and row["type"] == "user" and not row.get("isCompactSummary"):
                prompts.append(block["text"])
            elif block.get("type") == "text" and row["type"] == "assistant":
                answer = block["text"]
            elif block.get("type") == "tool_use":
                commands[block["id"]] = str(block["input"].get("command", ""))
            elif block.get("type") == "tool_result" and TEST.search(commands.get(block["tool_use_id"], "")):
                output = "\n".join(x.get("text", "") for x in read_blocks(block["content"]))
                runs.append((row["timestamp"], commands[block["tool_use_id"]], output))
    return Talk(rows[0]["timestamp"], prompts, answer, runs)


def read_codex(rows: list[Row]) -> Talk:
    prompts, answer, runs = [], "", []
    commands: dict[str, str] = {}
    for row in rows:
        payload = row.get("payload", {})
        kind = payload.get("type")
        if kind == "user_message":
            prompts.append(payload["message"])
        elif kind == "agent_message" and "message" in payload:
            answer = payload["message"]
        elif kind == "function_call":
            commands[payload["call_id"]] = payload["arguments"]
        elif kind == "function_call_output" and TEST.search(commands.get(payload["call_id"], "")):
            runs.append((row["timestamp"], commands[payload["call_id"]], str(payload["output"])))
    return Talk(rows[0]["timestamp"], prompts, answer, runs)


def read_talks(home: Path) -> list[Talk]:
    """The transcripts of a home folder, the oldest first."""
    talks = []
    for folder, read in ((home / ".claude/projects", read_claude), (home / ".codex/sessions", read_codex)):
        for file in sorted(folder.rglob("*.jsonl")):
            rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
            if rows and "subagents" not in file.parts:
                talks.append(read(rows))
    return sorted(talks, key=lambda x: x.started)


def paste_history(home: Path) -> str:
    """The last answers of three sessions, the prompts with words of a rule, and the last test run."""
    talks = read_talks(home)
    parts = [talk.answer[:MOST_ANSWER] for talk in talks[-3:]]
    parts += [prompt[:MOST_PROMPT] for talk in talks for prompt in talk.prompts if RULE.search(prompt)]
    runs = sorted(run for talk in talks for run in talk.runs)
    if runs:
        _, command, output = runs[-1]
        parts += [command, *output.strip().split("\n")[-LINES_OF_RUN:]]
    return "\n".join(parts)


def describe_repository(root: Path) -> str:
    """What an agent is told without any memory: branch, status and the last commits."""
    text = ""
    for command in (["status", "--short", "--branch"], ["log", "-5", "--format=%h %s"]):
        text += subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True, text=True).stdout
    return text
