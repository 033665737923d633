"""`recall` tells of the commands that failed: which, with what error, and what worked instead."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

MODULE = "Error: Cannot find module 'vitest/config'"
PORT = "Error response from daemon: Bind for 0.0.0.0:5432 failed: port is already allocated"
COMMANDS = (
    ("npm test", f"Exit code 1\n\n> vitest run\n\n{MODULE}", True),
    ("pnpm test", " ✓ tests/form.test.ts (4 tests)\n\n Test Files  1 passed (1)\n      Tests  4 passed (4)", False),
    ("docker compose up -d db", f"Exit code 1\n{PORT}", True),
    ("npx prisma migrate dev", "Exit code 1\nError: P1001: Can't reach database server at `localhost:5432`", True),
)  # fmt: skip


@pytest.fixture
def ingested(project: Path, home: Path, run: Run) -> Run:
    """A session that ran commands, three of which failed."""
    folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace("_", "-").replace(".", "-")
    folder.mkdir(parents=True)
    messages: list[tuple[str, Any]] = [("user", "Reject empty addresses in the form.")]
    for number, (command, output, failed) in enumerate(COMMANDS):
        call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": command}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": failed}
        messages += [("assistant", [call]), ("user", [result])]
    messages.append(("assistant", [{"type": "text", "text": "The form rejects them now."}]))
    rows = [
        {"type": role, "uuid": f"u{number}", "sessionId": "aaaa", "cwd": str(project),
         "timestamp": f"2026-11-20T10:{number:02d}:00.000Z", "message": {"role": role, "content": content}}
        for number, (role, content) in enumerate(messages)
    ]  # fmt: skip
    (folder / "aaaa.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("ingest")
    return run


def failed(run: Run, text: str) -> list[str]:
    return [one["command"] for one in run("recall", text, "--json").json["failures"]]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("why did npm test fail", "npm test"),
        ("why do the tests fail?", "npm test"),
        ("warum sind die tests fehlgeschlagen?", "npm test"),
        (MODULE, "npm test"),
        ("what happened with docker compose up?", "docker compose up -d db"),
        ("port is already allocated", "docker compose up -d db"),
        ("prisma migrate error", "npx prisma migrate dev"),
    ],
)
def test_a_failure_is_told_by_its_command_or_its_error(ingested: Run, text: str, command: str) -> None:
    assert failed(ingested, text) == [command]


def test_all_are_told_where_nothing_else_is_asked_for(ingested: Run) -> None:
    listed = failed(ingested, "which commands failed?")
    assert listed == ["npx prisma migrate dev", "docker compose up -d db", "npm test"], "open ones, the last first"


@pytest.mark.parametrize(
    "text",
    [
        "how does it work?",
        "how do I run the tests?",
        "why the form?",
        "how do we report errors of the parser?",
        "error",
    ],
)
def test_what_asks_for_something_else_brings_no_failure(ingested: Run, text: str) -> None:
    assert failed(ingested, text) == []


def test_only_what_worked_is_written_as_a_command(ingested: Run) -> None:
    text = ingested("recall", "why did npm test fail").out
    assert MODULE in text
    assert "instead `pnpm test` worked" in text
    assert "  `npm test`" not in text
