"""The list of steps that an agent keeps, and what comes next by it."""

from typing import Any

import pytest

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.steps.plans import open_steps, update_plan
from backstory.model.session import PlannedStep, Session

PLAN = (PlannedStep("write the test", done=True), PlannedStep("write the code"))


@pytest.mark.parametrize(
    "given",
    [
        {"todos": [{"content": "write the test", "status": "completed"}, {"content": "write the code"}]},
        {"plan": [{"step": "write the test", "status": "completed"}, {"step": "write the code", "status": "pending"}]},
        {"todos": "- [x] write the test\n- [ ] write the code"},
        {"items": [{"text": "write the test", "done": True}, {"text": "write the code", "done": False}]},
    ],
)
def test_a_list_is_read_whatever_the_agent_calls_its_parts(given: dict[str, Any]) -> None:
    assert update_plan((), given) == PLAN
    assert open_steps(PLAN) == ("write the code",)


def test_single_steps_are_added_and_set() -> None:
    plan = update_plan(update_plan((), {"subject": "write the test"}), {"subject": "write the code"})
    assert update_plan(plan, {"taskId": "1", "status": "completed"}) == PLAN
    assert update_plan(plan, {"taskId": "9", "status": "completed"}) == plan
    assert update_plan(plan, {}) == plan


def _plan(line: int, *items: tuple[str, str]) -> Turn:
    todos = [{"content": text, "status": status} for text, status in items]
    return Turn("tool", "", tool="TodoWrite", action="plan", input={"todos": todos}, line=line)


def _next(*turns: Turn) -> tuple[str, ...]:
    return extend_session(Session(id="s1", agent="claude-code"), turns).next


def test_the_open_steps_of_the_list_are_next() -> None:
    turns = [Turn("user", "go on", line=1), _plan(2, ("a test", "completed"), ("the code", "pending"))]
    assert _next(*turns, Turn("assistant", "It stays like that.", line=3)) == ("the code",)
    assert _next(*turns, Turn("assistant", "Next: the docs.", line=3)) == ("the docs",)
    assert _next(*turns, _plan(4, ("a test", "completed"))) == ()


def test_a_list_that_was_left_behind_is_not_next() -> None:
    answers = [Turn(role, f"words {n}", line=10 + n) for n in range(8) for role in ("user", "assistant")]  # type: ignore[arg-type]
    assert _next(_plan(2, ("the code", "pending")), *answers) == ()


def test_what_the_last_prompt_leaves_for_later_is_next() -> None:
    prompt = Turn("user", "I have to stop. When we carry on: write the code, then the docs.", line=5)
    turns = [Turn("user", "hello", line=1), Turn("assistant", "Next: a test.", line=2), prompt]
    assert _next(*turns) == ("write the code", "the docs")
    edit = Turn("tool", "", edits=("/r/a.py",), line=6)
    session = extend_session(Session(id="s1", agent="claude-code"), [*turns, edit], roots=("/r",))
    assert session.next == ("a test",)


def test_a_list_is_the_same_when_it_is_read_in_pieces() -> None:
    turns = [Turn("user", "go", line=1), _plan(2, ("x y", "pending")), Turn("assistant", "Done.", line=3)]
    session = Session(id="s1", agent="claude-code")
    for turn in turns:
        session = extend_session(session, [turn])
    assert session == extend_session(Session(id="s1", agent="claude-code"), turns)
