"""The slash commands of `init --user` reach the model with their argument, in the agents that take them headless."""

import pytest
from runners import Machine
from stub import Stub


@pytest.mark.parametrize("agent", ["claude", "opencode", "qwen"])
def test_a_slash_command_is_expanded(machine: Machine, stub: Stub, agent: str) -> None:
    machine.backstory("init", "--user", "--agents", agent)
    if agent == "opencode":
        ran = machine.opencode("psycopg", "--command", "backstory")
    else:
        ran = getattr(machine, agent)("/backstory psycopg")
    assert ran.returncode == 0, ran.stderr
    assert stub.main[0].seen("Ask the memory of this project about: psycopg") == 1
    plain = len(stub.main)
    getattr(machine, agent)("hello")
    assert stub.main[plain].seen("Ask the memory of this project") == 0, "the person alone starts it"
