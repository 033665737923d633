"""What a model is told after a switch that no hook of git has seen, where git does not track the instruction file."""

import json

import pytest
from runners import Machine
from stub import Stub
from test_moments import TITLES
from turns import BY_TOOL, CONFIGURES_ITSELF, HOME_ONLY, NAMES, take_turn

HERE, ELSEWHERE = "Use psycopg 3", "Round the rates up"


@pytest.mark.parametrize("agent", list(TITLES))
def test_the_brief_of_another_branch_is_replaced_once(machine: Machine, stub: Stub, agent: str) -> None:
    name = NAMES.get(agent, agent)
    more = {"hooks": True} if agent == "codex" else {}
    if agent in CONFIGURES_ITSELF:
        take_turn(machine, stub, agent, "hello there")
    if agent == "gemini":
        (machine.home / ".gemini").mkdir()
        login = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        (machine.home / ".gemini/settings.json").write_text(json.dumps(login))
    machine.backstory("init", "--yes", "--agents", name)
    if agent in HOME_ONLY:
        machine.backstory("init", "--user", "--agents", name)
    machine.backstory("remember", "decision", HERE, "--why", "typed rows")
    machine.git("switch", "-q", "-c", "rates")
    machine.git("commit", "-q", "--allow-empty", "-m", "rates")
    machine.backstory("remember", "decision", ELSEWHERE)
    machine.git("switch", "-q", "main")
    told = []
    for _ in range(2):
        machine.await_workers()
        asked = take_turn(machine, stub, agent, "hello there", script=BY_TOOL.get(agent, ()), **more)
        told.append(asked[-1 if agent in BY_TOOL else 0])
    first, second = told
    assert first.seen(f"{HERE}. Why") and first.seen("this one replaces it") == first.seen(ELSEWHERE)
    assert second.seen("Project memory of") == 1 and second.seen(HERE) and not second.seen(ELSEWHERE)
