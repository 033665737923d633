"""A failed build is no blocker once the agent says that it passes, even if nobody ran the command again."""

import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.work.red_checks import list_red_checks

DAY = "2026-11-18T09:"


def blockers(kind: str, answer: str, made: str = "12:00Z") -> list[CommandRun]:
    failed = CommandRun("make header", kind, f"{DAY}10:00Z", 2, True, (), "exit 2", ("a.hpp:8: no 'min' in 'std'",))
    one = Session(
        id="s1", agent="codex", branch="feat/pool", started=f"{DAY}00:00Z", ended=f"{DAY}30:00Z", answered=True,
        prompts=(Prompt("add the pool", f"{DAY}00:00Z"),), commands=(failed,),
        answers=(Answer(answer, f"{DAY}{made}"),),
    )  # fmt: skip
    return [run for run, _ in list_red_checks(PastWork((one,)))]


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("build", "The include was outside of the marker. Moved it inside, now it compiles."),
        ("build", "It builds again without the flag."),
        ("build", "Der Header fehlte, jetzt kompiliert es."),
        ("types", "Two casts were wrong; mypy is quiet now."),
        ("lint", "Sorted the imports, now the linter is clean."),
    ],
)
def test_what_goes_through_by_the_agents_words_is_no_blocker(kind: str, answer: str) -> None:
    assert blockers(kind, answer) == []
    assert blockers(kind, answer, made="05:00Z") != []  # it was said before


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("build", "It does not compile now."),
        ("build", "With C++17 it would compile again."),
        ("build", "Does it build now?"),
        ("lint", "Now it compiles."),
        ("build", "I look at the marker now."),
    ],
)
def test_what_is_only_hoped_or_about_something_else_leaves_it(kind: str, answer: str) -> None:
    assert blockers(kind, answer) != []
