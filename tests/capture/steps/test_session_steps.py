"""The next steps of a session: asked for by the person, or kept in the agent's plan, beside those of the answer."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.steps.session_steps import join_plan, read_answer_steps
from backstory.model.session import Session

LISTED = (
    "1. `Fire` and `Close` with a `quit` channel, until `TestFire` is green.\n2. The README: usage, and who calls"
    " `Close`. It"
    " is short.\n3. `BenchmarkFire` as a benchmark in the package.\n\nOpen: Halvard on `Dropped()` or `OnDrop`."
)
STEPS = [
    "`Fire` and `Close` with a `quit` channel, until `TestFire` is green",
    "The README: usage, and who calls `Close`",
    "`BenchmarkFire` as a benchmark in the package",
    "Halvard on `Dropped()` or `OnDrop`",
]


@pytest.mark.parametrize(
    "prompt",
    [
        "Yes, with quit. I have to leave now. What is left after that?",
        "ok and what's next?",
        "so what else is left?",
        "Any steps left?",
        "Was bleibt dann noch?",
        "¿qué falta?",
        "o que falta?",
    ],
)
def test_the_list_that_answers_what_is_left_holds_the_next_steps(prompt: str) -> None:
    assert read_answer_steps(prompt, LISTED) == STEPS


@pytest.mark.parametrize(
    "prompt", ["How does it close?", "What is left in the queue?", "What is left of the old parser does not matter."]
)
def test_another_list_holds_none(prompt: str) -> None:
    assert read_answer_steps(prompt, LISTED) == STEPS[3:]
    assert read_answer_steps("What is left?", "Nothing, all is committed.") == []


def test_a_plan_of_the_same_turn_is_joined_with_the_answer() -> None:
    plan = ("Fire and Close with a quit channel until TestFire is green", "BenchmarkFire into the repository", "Tag it")
    assert join_plan(plan, tuple(STEPS)) == (STEPS[0], STEPS[2], "Tag it", STEPS[1], STEPS[3])


def turns(*later: Turn) -> list[Turn]:
    todos = [{"content": text, "status": "pending"} for text in ("Write the README", "Measure `Fire`")]
    return [
        Turn(role="user", text="Do it with quit.", line=1, time="2026-11-20T09:00:00Z"),
        Turn(
            role="tool",
            text="",
            tool="TodoWrite",
            action="plan",
            input={"todos": todos},
            line=2,
            time="2026-11-20T09:01:00Z",
        ),
        Turn(role="assistant", text="Done.\n\nOpen: Halvard on `OnDrop`.", line=3, time="2026-11-20T09:02:00Z"),
        *later,
    ]


def test_an_open_point_in_the_answer_does_not_hide_the_plan() -> None:
    session = extend_session(Session(id="s", agent="claude-code"), turns())
    assert session.next == ("Write the README", "Measure `Fire`", "Halvard on `OnDrop`")


def test_a_later_answer_replaces_the_plan_of_an_earlier_turn() -> None:
    later = (
        Turn(role="user", text="What about the tag?", line=4, time="2026-11-20T09:03:00Z"),
        Turn(role="assistant", text="Next: tag 1.2.", line=5, time="2026-11-20T09:04:00Z"),
    )
    assert extend_session(Session(id="s", agent="claude-code"), turns(*later)).next == ("tag 1.2",)
