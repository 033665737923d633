"""A session of the real Claude Code is kept as it was: what was asked, what failed, commits, sub-agents."""

import json
import time
from typing import Any

import pytest
from runners import Machine
from stub import Call, Say, Stub

FINDING = '<backstory:remember kind="fact" tags="pool">The pool is opened in two places</backstory:remember>'


@pytest.fixture
def project(machine: Machine) -> Machine:
    machine.backstory("init", "--yes")
    return machine


def kept_session(machine: Machine, *, seconds: float = 30) -> dict[str, Any]:
    """The session, when the slow half of the hooks has closed it."""
    end = time.monotonic() + seconds
    while True:
        ran = machine.backstory("session", "show", "--json", check=False)
        document: dict[str, Any] = json.loads(ran.stdout) if not ran.returncode else {}
        if document.get("closed") or time.monotonic() > end:
            return document
        time.sleep(0.5)


def test_claude_is_kept_as_it_worked(project: Machine, stub: Stub) -> None:
    pool = str(project.repo / "pool.py")
    stub.script += [
        Call("Write", {"file_path": pool, "content": "size = 20\n"}, text="I set the pool."),
        Call("Bash", {"command": "python3 -c 'import nothing_here'", "description": "check"}),
        Call("Task", {"description": "Find it", "prompt": "Find who opens it", "subagent_type": "general-purpose"}),
        Say(f"In a.py and b.py.\n\n{FINDING}"),
        Call("Bash", {"command": "git add -A && git commit -qm 'Bound the pool'", "description": "commit"}),
        Say("The pool is bounded.\n\nNext steps:\n1. write the docs"),
    ]
    ran = project.claude("bound the pool", "--allowedTools", "Edit,Write,Read,Bash,Task")
    assert ran.returncode == 0, ran.stderr
    session = kept_session(project)
    assert session["title"] == "bound the pool"
    assert session["edited"] == ["pool.py"]
    failed, committed = session["commands"]
    assert failed["failed"] and failed["exit_code"] == 1 and "nothing_here" in failed["summary"]
    assert not committed.get("failed")
    (commit,) = session["commits"]
    assert commit["subject"] == "Bound the pool"
    assert project.git("rev-parse", "HEAD").startswith(commit["id"])
    (agent,) = session["subagents"]
    assert agent["task"] == "Find who opens it" and agent["report"].startswith("In a.py and b.py.")
    assert session["answers"][-1]["text"].startswith("The pool is bounded.")
    assert session["next"] == ["write the docs"]
    (fact,) = [one for one in session["kept"] if one["kind"] == "fact"]
    assert fact["title"] == "The pool is opened in two places" and fact["how"] == "stated"
    assert project.backstory("log").stdout.count("bound the pool") >= 1
