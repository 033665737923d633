"""Records come up with the file that Claude Code is about to read or edit, once per session."""

import json

import pytest
from runners import Machine
from stub import Call, Say, Stub


@pytest.fixture
def project(machine: Machine) -> Machine:
    machine.backstory("init", "--yes")
    machine.backstory("config", "set", "brief.budget", "200")
    (machine.repo / "src").mkdir(exist_ok=True)
    (machine.repo / "src/pool.py").write_text("size = 20\n")
    (machine.repo / "src/other.py").write_text("x = 1\n")
    return machine


def test_claude_gets_the_records_of_a_file_that_it_reads(project: Machine, stub: Stub) -> None:
    project.backstory(
        "remember",
        "decision",
        "The zeppelin pool holds 7312 slots, as the old hall has room for three hosts, and it"
        " has to hold as many until the new one is ready and the last of them has moved",
        "--at",
        "src/pool.py",
    )
    for subject in ("invoices", "shipping", "stock", "prices", "returns", "coupons", "taxes", "refunds"):
        text = f"All {subject} are kept in a table of their own, which is written by one process only"
        project.backstory("remember", "decision", text, "--why", f"two writers lost {subject}", "--tier", "pinned")
    settings = project.repo / ".claude/settings.local.json"
    before = json.loads(settings.read_text())
    assert "Read" in before["hooks"]["PreToolUse"][0]["matcher"]
    stub.script += [
        Call("Read", {"file_path": str(project.repo / "src/other.py")}),
        Call("Read", {"file_path": str(project.repo / "src/pool.py")}),
        Call("Edit", {"file_path": str(project.repo / "src/pool.py"), "old_string": "20", "new_string": "30"}),
        Say("Done."),
    ]

    ran = project.claude("tidy the numbers up")

    assert ran.returncode == 0, ran.stderr
    assert [request.seen("zeppelin pool holds 7312 slots") for request in stub.main[:4]] == [0, 0, 1, 1]
