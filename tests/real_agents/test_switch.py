"""What a model is told after a switch that no hook of git has seen, where git does not track the instruction file."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext

import pytest
from runners import Machine
from stub import Answer, Request, Stub
from test_moments import TITLES
from tests.sweeps import WHOLE
from turns import BY_TOOL, CONFIGURES_ITSELF, HOME_ONLY, NAMES, take_turn

from backstory.store.lock import Lock

SWITCHED = ("claude", "codex", "gemini", "copilot", "grok")
"""Agents of a usual run. The moments of the others have a switch too, with a file that git tracks."""
HERE, ELSEWHERE = "Use psycopg 3", "Round the rates up"


class Holder(Stub):
    """The stub, which keeps the instruction files as they are until the model is told of the memory.

    A hook has them refreshed in the background. Some agents read them after the hook has answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self._held = ExitStack()

    @contextmanager
    def hold(self, machine: Machine) -> Iterator[None]:
        """Holds the lock of a refresh; a worker that meets it leaves the work to the next one."""
        (folder,) = machine.home.glob(".local/share/backstory/projects/*/locks")
        with self._held:
            self._held.enter_context(Lock(str(folder / "surfaces.lock")))
            yield

    def answer(self, request: Request) -> Answer:
        if request.main and (request.seen(HERE) or request.seen(ELSEWHERE)):
            self._held.close()
        return super().answer(request)


@pytest.fixture
def stub() -> Iterator[Holder]:
    with Holder() as running:
        yield running


@pytest.mark.parametrize("agent", list(TITLES) if WHOLE else SWITCHED)
def test_the_brief_of_another_branch_is_replaced_once(machine: Machine, stub: Holder, agent: str) -> None:
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
    script = BY_TOOL.get(agent, ())
    told = []
    for hold in (stub.hold(machine), nullcontext()):
        machine.await_workers()
        with hold:
            asked = take_turn(machine, stub, agent, "hello there", script=script, **more)
        told.append(asked[-1 if agent in BY_TOOL else 0])
    first, second = told
    assert first.seen(f"{HERE}. Why") and first.seen("this one replaces it") == first.seen(ELSEWHERE)
    assert second.seen("Project memory of") == 1 and second.seen(HERE) and not second.seen(ELSEWHERE)
