"""The stub and the real agents work together, with hooks and files written by hand: the ground the others stand on."""

import json
import socket
import struct
import time

import pytest
from runners import Machine
from stub import Call, Say, Stub


def test_claude_is_answered_and_its_request_holds_hook_and_file(machine: Machine, stub: Stub) -> None:
    stub.script.append(Say("Hello from the stub."))
    (machine.repo / "CLAUDE.md").write_text("Words of the file.\n")
    inside = {"hookEventName": "SessionStart", "additionalContext": "Words of the start."}
    machine.hook("SessionStart", f"echo '{json.dumps({'hookSpecificOutput': inside})}'", "startup")
    machine.hook("UserPromptSubmit", "echo Words of the prompt.")
    ran = machine.claude("hello")
    assert ran.stdout.strip() == "Hello from the stub.", ran.stderr
    for words in ("Words of the file.", "Words of the start.", "Words of the prompt.", "hello"):
        assert stub.main[0].seen(words) == 1, words


def test_claude_runs_tools_and_tells_its_hooks(machine: Machine, stub: Stub) -> None:
    stub.script += [
        Call("Write", {"file_path": str(machine.repo / "a.txt"), "content": "one\n"}),
        Call("Bash", {"command": "cat a.txt; echo $((20 + 22))", "description": "look"}),
        Say("Written."),
    ]
    log = machine.home / "events.jsonl"
    for event in ("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"):
        machine.hook(event, f"cat >> {log}; echo >> {log}")
    ran = machine.claude("write a file")
    assert ran.stdout.strip() == "Written.", ran.stderr
    assert (machine.repo / "a.txt").read_text() == "one\n"
    assert stub.main[-1].seen("one\n42") == 1
    heard = [json.loads(line) for line in log.read_text().splitlines() if line]
    assert [h["hook_event_name"] for h in heard] == [
        "SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUse", "Stop", "SessionEnd",
    ]  # fmt: skip
    assert len({h["session_id"] for h in heard}) == 1


def test_codex_is_answered_and_its_request_holds_agents_md(machine: Machine, stub: Stub) -> None:
    stub.script.append(Say("Hello from the stub."))
    (machine.repo / "AGENTS.md").write_text("Words of the file.\n")
    ran = machine.codex("hello")
    assert "Hello from the stub." in ran.stdout, ran.stderr
    assert stub.main[0].seen("Words of the file.") == 1
    assert stub.main[0].seen("hello") >= 1


def test_a_connection_that_an_agent_cuts_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with Stub() as stub:
        connection = socket.create_connection(("127.0.0.1", int(stub.url.rsplit(":", 1)[1])))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(b"POST /")
        time.sleep(0.05)
        connection.close()
        time.sleep(0.2)
    assert capfd.readouterr().err == ""
