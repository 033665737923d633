"""Sessions on the command line: the log's line, the page, sessions and events by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from backstory.api import Channel, Live, Memory, ingest_transcript


def row(role: str, content: Any, minute: int, **more: Any) -> str:
    made = f"2026-11-20T10:{minute:02d}:00.000Z"
    message = {"role": role, "content": content}
    rows = {"type": role, "uuid": f"u{minute}", "sessionId": "3f0c6c1e", "timestamp": made, "message": message}
    return json.dumps(rows | {"gitBranch": "main"} | more) + "\n"


@pytest.fixture
def worked(project: Path, home: Path) -> Path:
    """A session of Claude Code in which something was asked, edited, run, and committed; its transcript."""
    path = home / ".claude" / "projects" / "x" / "3f0c6c1e.jsonl"
    path.parent.mkdir(parents=True)
    edit = {"type": "tool_use", "id": "t1", "name": "Edit", "input": {"file_path": str(project / "src/db/pool.py")}}
    test = {"type": "tool_use", "id": "t2", "name": "Bash", "input": {"command": "pytest -q tests/test_pool.py"}}
    commit = {"type": "tool_use", "id": "t3", "name": "Bash", "input": {"command": "git commit -qm 'Bound the pool'"}}
    failed = "Exit code 1\nFAILED tests/test_pool.py::test_get - assert 1 == 2\n1 failed, 2 passed in 0.10s"
    path.write_text(
        row("user", "Bound the pool\nat twenty connections", 1)
        + row("assistant", [edit], 2)
        + row("user", [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}], 3)
        + row("assistant", [test], 4)
        + row("user", [{"type": "tool_result", "tool_use_id": "t2", "is_error": True, "content": failed}], 5)
        + row("assistant", [commit], 6)
        + row("user", [{"type": "tool_result", "tool_use_id": "t3", "content": ""}], 7)
        + row(
            "assistant", [{"type": "text", "text": "The pool is bounded. One test is red.\n\n<backstory:status/>"}], 8
        )
    )
    memory = _open(project, home, "3f0c6c1e")
    ingest_transcript(memory, "claude-code", str(path), "3f0c6c1e", live=Live(closed=True))
    return path


def _open(project: Path, home: Path, session: str) -> Memory:
    environ = {"HOME": str(home), "BACKSTORY_HOME": str(home.parent / "data"), "PATH": "/usr/bin:/bin"}
    return Memory.open(str(project), environ, channel=Channel("stated", "claude-code", session))


def test_the_log_has_a_line_for_each_session(worked: Path, run: Run) -> None:
    run("remember", "decision", "Twenty connections at most")
    out = run("log").out
    line = next(line for line in out.splitlines() if " session " in line)
    for words in (
        "3f0c6c1e",
        "Bound the pool",
        "1 file edited; ",
        "1 commit; ",
        "7 min",
        "red: pytest -q tests/test_pool.py",
    ):
        assert words in line
    assert "Twenty connections" in out
    assert run("log", "--json").json["total"] == 3, "with the snapshot of `init`"
    assert run("timeline", "--limit", "1").out.count("\n") == 2


def test_a_session_has_a_page(worked: Path, run: Run) -> None:
    for ref in ("3f0c6c1e", "3f0c", "6c1e"):
        out = run("show", ref).out
        for words in ("Bound the pool", "you: Bound the pool", "agent: The pool is bounded", "src/db/pool.py",
                      "pytest -q tests/test_pool.py", "test_get", "session of claude-code"):  # fmt: skip
            assert words in out
        assert "<backstory" not in out, "what an answer says, without its directives"
    document = run("session", "show", "--json").json
    assert document["schema"] == "backstory.session/1"
    assert document["edited"] == ["src/db/pool.py"]
    assert "position" not in document


def test_a_command_that_failed_is_marked_on_the_page(worked: Path, run: Run) -> None:
    assert "pytest -q tests/test_pool.py [failed: 1 failed, 2 passed" in run("show", "3f0c6c1e").out


def test_a_conversation_without_times_has_a_page_without_blanks(worked: Path, run: Run, tmp_path: Path) -> None:
    chat = tmp_path / "retries.txt"
    chat.write_text("User: How should the retries back off?\n\nAssistant: With jitter, since the gateway throttles.\n")
    run("ingest", str(chat))
    lines = run("session", "show", "retries").out.splitlines()
    assert lines[1:3] == ["retries  session of chats", "undated, not closed"]
    assert "you: How should the retries back off?" in lines
    assert not any(line != line.rstrip() for line in run("session", "list").out.splitlines())
    log = run("log").out.splitlines()
    assert log[-2:] == ["undated", "         retries   session   How should the retries back off?"]
    assert "unknown" not in log[-2]


def test_the_log_names_what_an_undo_took_back(project: Path, run: Run) -> None:
    run("remember", "decision", "Twenty connections at most")
    run("undo")
    (line,) = [line for line in run("log", "--events", "--all").out.splitlines() if "undo" in line]
    assert ': remember "Twenty connections at most"' in line


def test_its_turns_are_read_while_the_transcript_is_there(worked: Path, run: Run) -> None:
    turns = run("show", "3f0c6c1e", "--turns").out
    assert "call: Bash pytest -q" in turns and "result: " in turns
    roles = [turn["role"] for turn in run("show", "3f0c6c1e", "--turns", "--json").json["dialogue"]]
    assert roles[:3] == ["user", "tool", "result"] and roles[-1] == "assistant"
    worked.unlink()
    ran = run("show", "3f0c6c1e", "--turns")
    assert "agent: The pool is bounded" in ran.out and "no longer exists" in ran.err


def test_sessions_are_listed_by_branch_and_agent(worked: Path, run: Run) -> None:
    assert run("session", "list", "--json").json["total"] == 1
    assert run("session", "list", "--branch", "other", "--json").json["items"] == []
    assert run("session:list", "--agent", "claude-code", "--json").json["items"][0]["id"] == "3f0c6c1e"
    assert run("show", "nothing", ok=False).code == 1


def test_a_session_by_hand(project: Path, run: Run) -> None:
    """The commands of another system, with the program's name changed."""
    ident = run("session:new", "--agent", "codex-cli", "--project", "my-app", "--goal", "fix auth bug").out.strip()
    assert ident.startswith("codex-cli-2")
    run("event:add", "--session", ident, "--role", "user", "--kind", "prompt", "--text", "start")
    run("event", "add", "--session", ident, "--kind", "command", "pytest -q")
    run("checkpoint", "--session", ident, "--summary", "auth fix done", "--status", "running")
    page = run("show", ident).out
    for words in ("fix auth bug", "you: start", "pytest -q", "auth fix done", "not closed"):
        assert words in page
    kinds = [item["kind"] for item in run("timeline", "--session", ident, "--limit", "30", "--json").json["items"]]
    assert {"session.start", "prompt", "command", "checkpoint"} <= set(kinds)
    run("session", "close", ident)
    assert run("session", "show", ident, "--json").json["closed"]
    second = run("session", "new", "--goal", "next").out.strip()
    assert run("session", "show", second, "--json").json["previous"] == ident
    assert run("session", "new", "--session-id", second, ok=False).code == 2
    assert run("event", "add", "--session", "nosuch", "x", ok=False).code == 1


def test_what_events_say_is_kept_when_their_session_is_closed(project: Path, run: Run) -> None:
    run("session", "new", "--goal", "go work")
    run("event", "add", "from now on never vendor dependencies. always run go vet before a commit")
    run("event", "add", "--kind", "command", "go test ./...", "--field", "exit_code=1")
    run("event", "add", "--kind", "error", "build failed: missing symbol")
    assert "no number" in run("event", "add", "--kind", "command", "go vet", "--field", "exit_code=x", ok=False).err
    assert "`go test ./...`: exit code 1" in run("brief").out
    run("event", "add", "--kind", "command", "go test -race ./...")
    assert "passed" not in run("brief").out, "nobody knows how it ended"
    run("session", "close", "latest")
    titles = {item["title"] for item in run("list", "rule", "--json").json["items"]}
    assert titles == {"from now on never vendor dependencies", "always run go vet before a commit"}


def test_no_session_yet(project: Path, run: Run) -> None:
    assert "backstory ingest" in run("session", "list").err
    assert run("session", "show", ok=False).code == 1


def test_recall_answers_a_question_for_a_kind_by_kind_and_says_so(project: Path, run: Run) -> None:
    why = "The auditors compare sums. " * 12
    run("remember", "--kind", "rule", "Ledgers stay in cents", "--why", why)
    answer = run("recall", "which rules are there?")
    assert "Ledgers stay in cents" in answer.out
    assert why.strip() in " ".join(answer.out.split())
    assert "answered by kind: the rules" in answer.err
    assert run("recall", "which rules are there?", "--json").json["general"] == "the rules"


def test_recall_prints_the_commands_that_a_question_asks_for(project: Path, run: Run) -> None:
    (project / "CONTRIBUTING.md").write_text("Run the tests:\n\n```\npytest -q\n```\n")
    run("remember", "--kind", "rule", "The tests of the ledger take a minute")
    answer = run("recall", "how do I run the tests of the ledger?")
    assert "all tests: `pytest -q`  CONTRIBUTING.md" in answer.out
    commands = run("recall", "how do I run the tests of the ledger?", "--json").json["commands"]
    assert [(one["purpose"], one["command"]) for one in commands] == [
        ("one test", "pytest PATH::NAME"),
        ("all tests", "pytest -q"),
    ]


def test_recall_prints_what_was_said_after_the_records(project: Path, run: Run) -> None:
    ident = run("session", "new", "--goal", "numbers").out.strip()
    run("event", "add", "--session", ident, "--kind", "prompt", "The auditors insist on gapless invoice numbers")
    recalled = run("recall", "gapless numbers").out
    assert "gapless invoice numbers" in recalled
    assert recalled.split()[0] == run("session", "list").out.split("\n")[1].split()[1]
    said = run("recall", "gapless numbers", "--json").json["passages"]
    assert [passage["role"] for passage in said] == ["user"]
    assert "gapless" not in run("recall", "gapless numbers", "--kind", "decision").out


def test_without_a_command_the_sessions_are_listed(project: Path, run: Run) -> None:
    run("session", "new", "--agent", "codex-cli", "--goal", "fix the login")
    run("session", "new", "--agent", "other", "--goal", "fix the logout")
    assert run("session").out == run("session", "list").out != ""
    assert "logout" not in run("session", "--agent", "codex-cli").out
    assert run("session", "--json").json == run("session", "list", "--json").json


def test_sessions_with_one_short_form_are_listed_by_their_whole_ids(project: Path, run: Run) -> None:
    """What the list prints, `session show` and `forget` take; of a form of several both are named."""
    ends = ((0, "bbbb"), (1, "bbbb"), (0, "cccc"))
    first, second, third = (f"{number}c1d2e3f-0000-4000-8000-00000000{end}" for number, end in ends)
    for ident in (first, second, third):
        run("session", "new", "--agent", "x", "--session-id", ident, "--goal", f"goal {ident[-4:]}")
    listed = run("session", "list").out
    assert first in listed and second in listed and third not in listed
    for command in (("session", "show"), ("forget", "--dry-run")):
        ran = run(*command, "0000bbbb", ok=False)
        assert ran.code and first in ran.err and second in ran.err
        for ident in (first, "0000cccc"):
            assert run(*command, ident).code == 0
