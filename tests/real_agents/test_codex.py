"""What was remembered reaches Codex's model through AGENTS.md, and nothing private reaches a commit."""

import sys

from runners import Machine
from stub import Call, Stub

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
    machine.backstory("init", "--yes")
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
    machine.codex("hello")
    assert stub.main[-1].seen("Retry three times") >= 1


def test_codex_leaves_no_trace_after_uninstall(machine: Machine, stub: Stub) -> None:
    before = sorted(p.relative_to(machine.repo) for p in machine.repo.rglob("*") if ".git" not in p.parts)
    exclude = (machine.repo / ".git/info/exclude").read_bytes()
    machine.backstory("init", "--yes")
    machine.codex("hello")
    machine.backstory("uninstall", "--yes")
    after = sorted(
        p.relative_to(machine.repo)
        for p in machine.repo.rglob("*")
        if ".git" not in p.parts and ".backstory" not in p.parts
    )
    assert after == before
    assert (machine.repo / ".git/info/exclude").read_bytes() == exclude
