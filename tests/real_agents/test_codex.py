"""What was remembered reaches Codex's model through its hooks and AGENTS.md, and nothing private reaches a commit."""

import json
import sys
import time

import pytest
from runners import Machine
from stub import Call, Say, Stub

DECISION = ("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Better typing support")


def test_codex_gets_a_decision_through_agents_md(machine: Machine, stub: Stub) -> None:
    machine.backstory("init", "--yes")
    machine.backstory(*DECISION)
    ran = machine.codex("hello")
    assert ran.returncode == 0, ran.stderr
    assert stub.main[0].seen("Use psycopg 3 instead of asyncpg") >= 1
    machine.git("add", "-A")
    assert "AGENTS.md" not in machine.git("ls-files").split()


def test_codex_gets_a_pointer_and_no_record_through_a_tracked_file(machine: Machine, stub: Stub) -> None:
    (machine.repo / "AGENTS.md").write_text("# Rules\n\nUse tabs.\n")
    machine.git("add", "AGENTS.md")
    machine.git("commit", "-q", "-m", "rules")
    machine.backstory("init", "--yes", "--team")
    machine.backstory(*DECISION)
    machine.backstory("remember", "fact", "The team deploys on Tuesdays", "--scope", "team")
    machine.codex("hello")
    assert stub.main[0].seen("Use tabs.") == 1
    assert stub.main[0].seen(".backstory/local/handoff.md") >= 1
    assert stub.main[0].seen("The team deploys on Tuesdays") == 0
    assert stub.main[0].seen("Use psycopg 3 instead of asyncpg") == 0
    assert machine.git("diff", "--stat", "HEAD").count("AGENTS.md") == 1
    before = (machine.repo / "AGENTS.md").read_text()
    machine.backstory("remember", "fact", "And on Fridays", "--scope", "team")
    assert (machine.repo / "AGENTS.md").read_text() == before, "a tracked file does not follow the memory"
    handoff = (machine.repo / ".backstory" / "local" / "handoff.md").read_text()
    assert "Use psycopg 3" in handoff and "Fridays" in handoff


def test_codex_stores_with_the_command_line(machine: Machine, stub: Stub) -> None:
    """The way that AGENTS.md tells an agent without hooks."""
    machine.backstory("init", "--yes")
    command = (
        f"{sys.executable} -m backstory remember decision 'Retry three times' --why 'the gateway drops one in nine'"
    )
    stub.script.append(Call("exec_command", {"cmd": command}))
    machine.codex("how often do we retry?", "--dangerously-bypass-approvals-and-sandbox")
    assert "Retry three times" in machine.backstory("recall", "retry").stdout
    for _ in range(600):  # the block is brought up to date in the background
        if "Retry three times" in (machine.repo / "AGENTS.md").read_text():
            break
        time.sleep(0.1)
    machine.codex("hello")
    assert stub.main[-1].seen("Retry three times") >= 1


@pytest.fixture
def tracked(machine: Machine) -> Machine:
    """A project whose AGENTS.md git tracks, so that no record gets into it."""
    (machine.repo / "AGENTS.md").write_text("# Rules\n\nUse tabs.\n")
    machine.git("add", "AGENTS.md")
    machine.git("commit", "-q", "-m", "rules")
    machine.backstory("init", "--yes")
    return machine


def test_codex_gets_a_decision_through_its_hook(tracked: Machine, stub: Stub) -> None:
    tracked.backstory(*DECISION)
    ran = tracked.codex("hello", hooks=True)
    assert ran.returncode == 0, ran.stderr
    assert stub.main[0].seen("Use psycopg 3 instead of asyncpg") >= 1
    assert stub.main[0].seen("<backstory-context") == stub.main[0].seen("</backstory-context") == 1, "once, and fenced"
    tracked.codex("hello again")
    assert stub.main[1].seen("<backstory-context") == 0, "hooks that nobody has reviewed do not run"


def test_codex_gets_a_brief_once_where_its_file_has_it_too(machine: Machine, stub: Stub) -> None:
    machine.backstory("init", "--yes")
    machine.backstory(*DECISION)
    machine.codex("hello", hooks=True)
    assert stub.main[0].seen("Use psycopg 3 instead of asyncpg") >= 1
    assert stub.main[0].seen("<backstory-context") == 1


def test_codex_gets_what_its_prompt_is_about(tracked: Machine, stub: Stub) -> None:
    tracked.backstory("config", "set", "brief.budget", "200")
    tracked.backstory(
        "remember",
        "decision",
        "The zeppelin exporter listens on port 7312, which the firewall of the old hall leaves open for"
        " three hosts of the metrics team, for nobody else, and only until the new hall is ready",
    )
    for subject in ("invoices", "shipping", "stock", "prices", "returns", "coupons", "taxes", "refunds"):
        text = f"All {subject} are kept in a table of their own, which is written by one process only"
        tracked.backstory("remember", "decision", text, "--why", f"two writers lost {subject}", "--tier", "pinned")
    tracked.codex("hello", hooks=True)
    tracked.codex("which port does the zeppelin exporter listen on?", hooks=True)
    hello, about = stub.main
    assert hello.seen("port 7312") == 0
    assert about.seen("port 7312") >= 1


def test_codex_gets_a_decision_again_after_a_compaction(tracked: Machine, stub: Stub) -> None:
    tracked.backstory(*DECISION)
    stub.script += [Call("exec_command", {"cmd": "true"}), Say("Summary: they said hello."), Say("Done.")]
    tracked.codex("hello", "-c", "model_auto_compact_token_limit=8", hooks=True)
    assert len(stub.requests) >= 3
    assert stub.requests[-1].seen("Use psycopg 3 instead of asyncpg") >= 1


def test_codex_stores_what_it_says_on_purpose(tracked: Machine, stub: Stub) -> None:
    told = '<backstory:remember kind="decision" tags="db">Pool of 20, as more starves it</backstory:remember>'
    stub.script.append(Say(f"Done.\n\n{told}"))
    tracked.codex("set the pool size", hooks=True)
    end = time.monotonic() + 15
    while "Pool of 20" not in (found := tracked.backstory("recall", "pool size").stdout) and time.monotonic() < end:
        time.sleep(0.3)
    assert "Pool of 20" in found
    tracked.codex("what do we know?", hooks=True)
    assert stub.main[-1].seen("Pool of 20, as more starves it") >= 1


def test_codex_runs_a_teams_hook_where_backstory_is_installed(machine: Machine, stub: Stub) -> None:
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", "AGENTS.md")
    machine.backstory("init", "--yes", "--team")
    commands = (machine.repo / ".codex/hooks.json").read_text()
    assert sys.executable not in commands and "SessionStart" in json.loads(commands)["hooks"]
    program = machine.home / "bin/backstory"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m backstory "$@"\n')
    program.chmod(0o755)
    machine.backstory(*DECISION)
    machine.codex("hello", hooks=True, PATH=f"{program.parent}:{machine.environ['PATH']}")
    assert stub.main[0].seen("<backstory-context") == 1
    machine.codex("hello", hooks=True)
    assert stub.main[1].seen("<backstory-context") == 0, "silent where Backstory is not installed"


def test_codex_keeps_its_own_hooks_byte_for_byte(machine: Machine, stub: Stub) -> None:
    path = machine.repo / ".codex/hooks.json"
    path.parent.mkdir()
    mine = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo mine >> mine.log"}]}]\n\n}}'
    path.write_text(mine)
    machine.backstory("init", "--yes")
    machine.codex("hello", "--dangerously-bypass-approvals-and-sandbox", hooks=True)
    assert (machine.repo / "mine.log").read_text() == "mine\n"
    machine.backstory("uninstall", "--yes")
    assert path.read_text() == mine


def test_codex_leaves_no_trace_after_uninstall(machine: Machine, stub: Stub) -> None:
    before = sorted(p.relative_to(machine.repo) for p in machine.repo.rglob("*") if ".git" not in p.parts)
    exclude = (machine.repo / ".git/info/exclude").read_bytes()
    machine.backstory("init", "--yes")
    assert (machine.repo / ".codex/hooks.json").exists()
    machine.git("add", "-A")
    staged = machine.git("ls-files").split()
    assert not [name for name in staged if not name.startswith((".backstory", "README.md"))], "personal files stay out"
    machine.git("reset", "-q")
    machine.codex("hello", hooks=True)
    machine.backstory("uninstall", "--yes")
    after = sorted(
        p.relative_to(machine.repo)
        for p in machine.repo.rglob("*")
        if ".git" not in p.parts and ".backstory" not in p.parts
    )
    assert after == before
    assert (machine.repo / ".git/info/exclude").read_bytes() == exclude
