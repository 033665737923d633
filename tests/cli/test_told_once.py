"""A session is not told again what it has been told, or has said itself."""

import json
import os
from pathlib import Path

import apsw
from tests.cli.conftest import Run

from backstory.worker.process import run as run_worker

PROMPT = json.dumps({"type": "user", "message": {"role": "user", "content": "Go on."}}) + "\n"
"""The beginning of a transcript: the worker waits for a prompt that is not there yet."""


def call(event: str, project: Path, **payload: str) -> str:
    """What an event brings, from the slow half of the hook."""
    given = {"session_id": "s1", "cwd": str(project), **payload}
    return run_worker("claude-code", event, given, dict(os.environ)).decode()


def test_the_brief_of_a_slow_start_does_not_come_again_with_a_prompt(project: Path, run: Run) -> None:
    run("remember", "decision", "Proxy tests need the env var HTTPX_TEST_PROXY", "--tag", "proxy")
    question = "the proxy tests fail, which env var do they need? HTTPX_TEST_PROXY"
    assert "HTTPX_TEST_PROXY" in call("prompt", project, session_id="s0", prompt=question)
    assert "HTTPX_TEST_PROXY" in call("session-start", project, source="startup")
    assert call("prompt", project, prompt=question) == ""


def test_what_an_agent_has_said_does_not_come_back_to_it(project: Path, run: Run, tmp_path: Path) -> None:
    said = '<backstory:remember kind="fact">The zebra cache lives in sevenkeys</backstory:remember>'
    row = {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": said}]}}
    (tmp_path / "t.jsonl").write_text(PROMPT + json.dumps(row) + "\n")
    call("stop", project, transcript_path=str(tmp_path / "t.jsonl"))
    question = "where does the zebra cache live? sevenkeys"
    assert "zebra" not in call("prompt", project, prompt=question)
    assert "zebra" in call("prompt", project, session_id="s2", prompt=question)


def test_what_was_said_in_a_turn_that_made_a_record_is_found_right_after_it(project: Path, tmp_path: Path) -> None:
    said = (
        "I chose Redis over Memcached for the gateway cache because Memcached drops sessions on restart. The lamp of "
        "the harbour is wired to pin seventeen."
    )
    message = {"role": "assistant", "content": [{"type": "text", "text": said}]}
    (tmp_path / "t.jsonl").write_text(PROMPT + json.dumps({"type": "assistant", "message": message}) + "\n")
    call("stop", project, transcript_path=str(tmp_path / "t.jsonl"))
    index = next((Path(os.environ["BACKSTORY_HOME"]) / "projects").glob("*/index.db"))
    con = apsw.Connection(str(index))
    assert con.execute("SELECT count(*) FROM content WHERE title LIKE '%Memcached%'").get == 1
    assert [text for (text,) in con.execute("SELECT text FROM passage") if "pin seventeen" in text]


def test_a_session_that_goes_on_is_not_told_how_it_ended_itself(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "decision", "Proxy tests need the env var HTTPX_TEST_PROXY")
    assert "HTTPX_TEST_PROXY" in call("session-start", project, source="startup")
    content = [{"type": "text", "text": "The proxy tests are ported.\n\nNext:\n- document the proxy in docs/proxy.md"}]
    edit = {"file_path": str(project / "proxy.py"), "old_string": "a", "new_string": "b"}
    check = {"command": "ruff check ."}
    uses = [
        {"type": "tool_use", "id": "t1", "name": "Edit", "input": edit},
        {"type": "tool_use", "id": "t2", "name": "Bash", "input": check},
    ]
    results = [
        {"type": "tool_result", "tool_use_id": "t1", "content": "ok"},
        {"type": "tool_result", "tool_use_id": "t2", "content": "proxy.py:1: F401\nFound 1 error.", "is_error": True},
    ]
    turns = (
        ("user", "Port the proxy tests to the new runner."),
        ("assistant", uses),
        ("user", results),
        ("assistant", content),
    )
    rows = [{"type": role, "cwd": str(project), "message": {"role": role, "content": said}} for role, said in turns]
    (tmp_path / "t.jsonl").write_text("".join([json.dumps(row) + "\n" for row in rows]))
    for event in ("stop", "session-end"):
        call(event, project, transcript_path=str(tmp_path / "t.jsonl"))
    assert "docs/proxy.md" in call("session-start", project, session_id="s2", source="startup")
    assert list((Path(os.environ["BACKSTORY_HOME"]) / "projects").glob("*/memory/checkpoint/*.md"))
    assert "docs/proxy.md" not in call("session-start", project, source="resume")
