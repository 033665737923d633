"""The slash commands of `init --user` reach the model with their argument, in the agents that take them headless."""

import pytest
from runners import Machine
from stub import Stub
from tests.sweeps import WHOLE


@pytest.mark.parametrize("agent", ["claude", "opencode", "qwen"])
def test_a_slash_command_is_expanded(machine: Machine, stub: Stub, agent: str) -> None:
    machine.backstory("init", "--user", "--agents", agent)
    if agent == "opencode":
        ran = machine.opencode("psycopg", "--command", "backstory")
    else:
        ran = getattr(machine, agent)("/backstory psycopg")
    assert ran.returncode == 0, ran.stderr
    assert stub.main[0].seen("Ask the memory of this project about: psycopg") == 1
    if agent == "opencode" and not WHOLE:  # each of its starts takes seconds of a processor
        return
    plain = len(stub.main)
    getattr(machine, agent)("hello")
    assert stub.main[plain].seen("Ask the memory of this project") == 0, "the person alone starts it"


def test_codex_loads_a_skill_that_is_named(machine: Machine, stub: Stub) -> None:
    machine.backstory("init", "--user", "--agents", "codex")
    ran = machine.codex("$backstory psycopg")
    assert ran.returncode == 0, ran.stderr
    assert stub.main[0].seen("Ask the memory of this project about: what the prompt says") == 1
    plain = len(stub.main)
    machine.codex("hello")
    assert stub.main[plain].seen("Look into the project memory") == 0, "the person alone starts it"


def test_copilot_does_not_tell_the_model_of_the_skills(machine: Machine, stub: Stub) -> None:
    """Only on a terminal does `/backstory` load one."""
    machine.backstory("init", "--user", "--agents", "copilot")
    skill = machine.home / ".copilot/skills/backstory/SKILL.md"
    machine.copilot("hello")
    assert stub.main[0].seen("Look into the project memory") == 0
    skill.write_text(skill.read_text().replace("disable-model-invocation: true\n", ""))
    plain = len(stub.main)
    machine.copilot("hello")
    assert stub.main[plain].seen("Look into the project memory") == 1, "the file is a skill, and the line hides it"
