"""A run is a strategy for others only if its words state a task."""

import pytest

from backstory.capture.sessions.strategies import find_strategies
from backstory.model.run import Run


def offered(goal: str) -> bool:
    return bool(find_strategies([Run(id="r1", goal=goal, outcome="success", edited=("src/walk.rs",))]))


@pytest.mark.parametrize(
    "goal",
    [
        "wait why is the commit message not a full sentence...: (it was committed: 5d6e7f8)",
        "back. do 1 and 2",
        "morning!",
        "do 2 now",
        "which test is red",
    ],
)
def test_a_greeting_a_question_or_a_number_is_no_task(goal: str) -> None:
    assert not offered(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "add a --color flag to the cli",
        "morning, port the pool to psycopg 3",
        "why is the build red? fix it",
        "so the walk hangs under load, mend that",
        "back up the database before migrations",
    ],
)
def test_a_task_is_offered(goal: str) -> None:
    assert offered(goal)
