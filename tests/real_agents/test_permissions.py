"""Agents run the commands that read, `remember` and `checkpoint` without asking, and no others of ours."""

import pytest
from runners import Machine
from stub import Call, Stub
from tests.sweeps import WHOLE
from turns import take_turn

FACT = "backstory remember fact 'The gateway drops one call in nine'"
RETRACT = "backstory retract --help"


def test_claude_may_remember_and_not_retract(machine: Machine, stub: Stub) -> None:
    path = machine.install_program()
    machine.backstory("init", "--yes", "--agents", "claude-code")
    for command in (FACT, RETRACT):
        stub.script.append(Call("Bash", {"command": command, "description": "store"}))
    machine.claude("how often do we retry?", allowed="Read", PATH=path)
    assert "The gateway drops" in machine.backstory("list").stdout
    assert stub.main[2].seen("requires approval") == 1
    assert stub.main[1].seen("requires approval") == 0


def test_gemini_may_remember_and_not_retract(machine: Machine, stub: Stub) -> None:
    path = machine.install_program()
    machine.log_in_gemini()
    machine.backstory("init", "--yes", "--agents", "gemini")
    machine.backstory("agents", "add", "gemini", "--global")
    for command in (FACT, RETRACT, "backstory log && touch stolen", "backstory log > stolen"):
        stub.script.append(Call("run_shell_command", {"command": command}))
    machine.gemini("how often do we retry?", yolo=False, PATH=path)
    assert "The gateway drops" in machine.backstory("list").stdout
    assert stub.main[-1].seen("Usage: backstory retract") == 0
    assert not (machine.repo / "stolen").exists()


@pytest.mark.parametrize("scope", ["project", "home"])
def test_gemini_runs_other_commands_where_the_person_allows_them(machine: Machine, stub: Stub, scope: str) -> None:
    machine.log_in_gemini()
    machine.backstory("init", "--yes", *(["--agents", "gemini"] if scope == "project" else ["--no-agents"]))
    if scope == "home":
        machine.backstory("agents", "add", "gemini", "--global")
    stub.script.append(Call("run_shell_command", {"command": "echo one > built"}))
    machine.gemini("build it")
    assert (machine.repo / "built").exists()


def test_qwen_may_remember_and_not_retract(machine: Machine, stub: Stub) -> None:
    path = machine.install_program()
    machine.backstory("init", "--yes", "--agents", "qwen")
    for command in (FACT, "backstory list", RETRACT):
        stub.script.append(Call("run_shell_command", {"command": command, "is_background": False}))
    machine.qwen("how often do we retry?", yolo=False, PATH=path)
    assert "The gateway drops" in machine.backstory("list").stdout
    assert stub.main[2].seen("requires permission") == 0, "also without an argument"
    assert stub.main[-1].seen("Usage: backstory retract") == 0 < stub.main[-1].seen("requires permission")


def test_codex_may_remember_in_a_sandbox_that_only_reads(machine: Machine, stub: Stub) -> None:
    path = machine.install_program()
    machine.backstory("init", "--yes", "--agents", "codex")
    stub.script.append(Call("exec_command", {"cmd": FACT}))
    machine.codex("how often do we retry?", "--sandbox", "read-only", hooks=True, PATH=path)
    assert "The gateway drops" in machine.backstory("list").stdout


@pytest.mark.parametrize(
    "line",
    [
        RETRACT,
        "backstory recall gateway; touch stolen",
        "backstory recall gateway && touch stolen",
        "backstory recall gateway | tee stolen",
        "backstory log > stolen",
        "backstory recall $(touch stolen)",
        "backstory recall `touch stolen`",
        "backstory recall gateway & touch stolen",
        "backstory recall gateway\ntouch stolen",
        "backstory brief --out stolen",
    ],
)
def test_grok_may_remember_and_nothing_beside_it(machine: Machine, stub: Stub, line: str) -> None:
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    machine.backstory("init", "--yes", "--agents", "grok")
    for command in (FACT, line):
        stub.script.append(Call("run_terminal_command", {"command": command, "description": "store"}))
    machine.grok("how often do we retry?", allow_all=False)
    assert "The gateway drops" in machine.backstory("list").stdout
    assert not (machine.repo / "stolen").exists()
    assert not stub.main[-1].seen("Usage: backstory retract")


def test_grok_may_remember_by_the_rules_of_the_home_folder(machine: Machine, stub: Stub) -> None:
    """Also beside the server, whose table is in the same file."""
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    take_turn(machine, stub, "grok", "hello there")  # its settings are there before we edit them
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("agents", "add", "grok", "--global")
    machine.backstory("agents", "add", "grok", "--mcp")
    script = tuple(Call("run_terminal_command", {"command": line, "description": "do"}) for line in (FACT, RETRACT))
    asked = take_turn(machine, stub, "grok", "how often do we retry?", script=script, allow_all=False)
    assert "The gateway drops" in machine.backstory("list").stdout
    assert not asked[-1].seen("Usage: backstory retract")
    assert asked[0].seen("backstory"), "the server is listed"


@pytest.mark.parametrize("scope", ["project", "home"])
def test_droid_may_remember_whatever_risk_its_model_states(machine: Machine, stub: Stub, scope: str) -> None:
    """Without a terminal it refuses what is of high risk, and asks for it with one."""
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    take_turn(machine, stub, "droid", "hello there")  # its settings are there before we edit them
    machine.backstory("init", "--yes", *(["--agents", "droid"] if scope == "project" else ["--no-agents"]))
    if scope == "home":
        machine.backstory("agents", "add", "droid", "--global")
    risk = {"riskLevel": "high", "riskLevelReason": "unknown", "summary": "do"}
    lines = (FACT, RETRACT, "backstory recall gateway; touch stolen", "touch stolen")
    ended = []
    for line in lines if WHOLE or scope == "project" else lines[:2]:
        stub.script[:] = [Call("Execute", {"command": line, **risk})]
        ended.append(machine.droid("how often do we retry?", allow_all=False).returncode)
    assert ended == [0, 1, 1, 1][: len(ended)], "it stops where nobody is there to ask"
    assert "The gateway drops" in machine.backstory("list").stdout
    assert not (machine.repo / "stolen").exists()
    assert not any(request.seen("Usage: backstory retract") for request in stub.main)
