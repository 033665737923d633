"""Kilo Code, which has OpenCode's plugins: ours brings the brief."""

import pytest
from runners import Machine, missing
from stub import Call, Stub

REASON = "Kilo Code is not installed: npm install --ignore-scripts @kilocode/cli@7.7.9 @kilocode/cli-linux-x64@7.7.9"
"""Its own script of installation fails where npm leaves out the package of the platform."""

pytestmark = pytest.mark.skipif(missing("kilo"), reason=REASON)

DRIVER = "Use psycopg 3 instead of asyncpg"


@pytest.mark.parametrize("scope", ["project", "person"])
def test_kilo_hears_the_memory_once_and_keeps_no_trace(machine: Machine, stub: Stub, scope: str) -> None:
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")  # a tracked file holds no brief, so the plugin alone can bring it
    machine.backstory("init", "--yes", "--agents", "kilo", *(["--no-hooks"] if scope == "person" else []))
    if scope == "person":
        machine.backstory("init", "--user", "--agents", "kilo")
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")
    stub.script.append(Call("bash", {"command": "false", "description": "check"}))
    ran = machine.opencode("which database driver do we use?", program="kilo")
    assert ran.returncode == 0, ran.stderr
    assert [request.seen(DRIVER) for request in stub.main] == [1, 1], "the same in every request"
    if scope == "person":
        plain = len(stub.main)
        machine.opencode("psycopg", "--command", "backstory", program="kilo")
        assert stub.main[plain].seen("Ask the memory of this project about: psycopg") == 1
    machine.backstory("uninstall", "--yes")
    ours = [path for path in machine.home.rglob("*") if path.stem in ("backstory", "handoff", "remember")]
    assert [path for path in ours if ".config" in path.parts] == []
    assert not (machine.repo / ".kilo/plugins").exists()
