"""A test that a statement calls red: green since by a run, or by the words of a later answer. The last word counts."""

import pytest

from backstory.model.session import Answer, CommandRun, Session
from backstory.recall.past.green_tests import is_green_since, only_tells_state
from backstory.recall.past.sessions import PastWork

MADE = "2026-11-20T09:00:00Z"
RED = "One test is red: test_unsign"


def past(*answers: str, runs: tuple[CommandRun, ...] = ()) -> PastWork:
    said = tuple(Answer(text, f"2026-11-20T1{number}:00:00Z", number) for number, text in enumerate(answers))
    return PastWork((Session(id="s1", agent="a", answers=said, commands=runs, ended="2026-11-20T19:00:00Z"),))


@pytest.mark.parametrize(
    "answer",
    [
        "Done. test_unsign is green now: 61 passed.",
        "`test_unsign` passes. Next: the changelog.",
        "All 61 tests pass.",
        "I fixed the rounding.\nThe whole suite passes.",
    ],
)
def test_a_later_answer_says_that_it_is_green(answer: str) -> None:
    assert is_green_since(RED, MADE, past(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "test_unsign is still red.",
        "test_unsign should pass now, I have not run it.",
        "test_sign is green.",
        "Once test_unsign passes, we can release.",
        "The changelog is updated.",
    ],
)
def test_other_answers_do_not(answer: str) -> None:
    assert not is_green_since(RED, MADE, past(answer))


def test_the_last_word_counts() -> None:
    assert not is_green_since(RED, MADE, past("test_unsign is green.", "test_unsign is red again, it fails on main."))
    assert is_green_since(RED, MADE, past("test_unsign is still red.", "test_unsign is green."))
    assert not is_green_since(RED, "2026-11-20T18:00:00Z", past("test_unsign is green."))


def test_a_run_says_it() -> None:
    red = CommandRun(
        "pytest", "test", "2026-11-20T08:00:00Z", 1, True, ("tests/a.py::test_unsign",), "1 failed", line=1
    )
    green = CommandRun("pytest", "test", "2026-11-20T12:00:00Z", 0, summary="61 passed", line=2)
    assert is_green_since(RED + ", because the clock is naive", MADE, past(runs=(red, green)))
    assert not is_green_since(RED, MADE, past(runs=(red,)))


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("The signer is red in the mockup", "stated"), ("The build is red", "stated"), ("Sort the tests", "stated"),
    ],
)  # fmt: skip
def test_other_statements_are_of_no_test(text: str, how: str) -> None:
    assert not is_green_since(text, MADE, past("test_unsign is green."))


def test_what_holds_beyond_the_moment_is_more_than_a_state() -> None:
    assert only_tells_state("test_unsign fails", is_purposeful=True)
    assert not only_tells_state("test_paths fails on Windows", is_purposeful=False)
    assert not only_tells_state("test_age is red whenever the clock is naive", is_purposeful=False)
    reason = "test_unsign fails because the signer rounds up"
    assert only_tells_state(reason, is_purposeful=False) and not only_tells_state(reason, is_purposeful=True)
