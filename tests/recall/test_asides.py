"""What lies beside the work at the end of a session, and what does not."""

import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.asides import drop_asides
from backstory.recall.older_steps import list_older_steps
from backstory.recall.sessions import PastWork

TIMES = [f"2026-05-01T10:0{minute}:00Z" for minute in range(8)]
WORK = Session(
    id="one", agent="codex", started=TIMES[0], ended=TIMES[1], answered=True, edited=("cli.py",), next=("port insert",),
    prompts=(Prompt("port the six commands to the new option parser", TIMES[0], 1, ("cli.py",)),),
    answers=(Answer("Vacuum is ported.\n\nNext: port insert.", TIMES[1], 2, ("port insert",)),),
)  # fmt: skip


def ask(answer: str, *steps: str) -> Session:
    return Session(
        id="two", agent="codex", started=TIMES[2], ended=TIMES[3], answered=True, next=steps,
        prompts=(Prompt("what is the plan for the error messages?", TIMES[2], 1),),
        answers=(Answer(answer, TIMES[3], 2, steps),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "steps", "session"),
    [
        ("Each gets a number of its own.", (), "one"),
        ("Each gets a number.\n\nNext: collect them.", ("collect them",), "two"),
        ("Each gets a number.\n\nBlocked: I need the catalogue from Priya.", (), "two"),
        ("Each gets a number.\n\nOpen question: should exit codes stay?", (), "two"),
    ],
)
def test_a_question_whose_answer_leaves_something_open_is_the_end(answer: str, steps: tuple[str], session: str) -> None:
    last = drop_asides((ask(answer, *steps), WORK))
    assert last is not None and last.id == session


def test_the_step_before_a_session_that_only_asks_is_still_open() -> None:
    past = PastWork((ask("Each gets a number.\n\nNext: collect them.", "collect them"), WORK))
    assert [one.text for one in list_older_steps(past, GitState())] == ["port insert"]


def test_the_only_answer_closes_the_work_before_its_question() -> None:
    runs = (CommandRun("mypy src", "types", TIMES[1], 0, line=2),)
    prompts = (Prompt("run the type checker and mend it", TIMES[0], 1), Prompt("why did you revert?", TIMES[3], 5))
    answers = (Answer("Windows has no such module, so I took it back.", TIMES[4], 6),)
    session = Session(id="one", agent="codex", answered=True, prompts=prompts, answers=answers, commands=runs)
    assert drop_asides((session,)) == session
