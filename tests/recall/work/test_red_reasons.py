"""Why a test is red: what the agent said of it after the run, and nothing that was said of other things."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Remark, Session
from backstory.recall.past.named_red import add_named_red
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.red_reasons import LABEL, explain_red

RED = CommandRun(
    "pytest -q",
    "test",
    "2026-05-01T10:00:00Z",
    failed=True,
    red=("t.py::test_takes_from_an_idle_pool",),
    line=4,
)
GREEN = CommandRun("pytest -q", "test", "2026-05-01T10:09:00Z", summary="9 passed", line=40)


def explain(*answers: str, runs: tuple[CommandRun, ...] = (RED,), budget: int = 1_200) -> list[str]:
    replies = tuple(Answer(text, f"2026-05-01T10:0{place}:30Z", line=5 + place) for place, text in enumerate(answers))
    session = Session(id="s1", agent="codex", commands=runs, answers=replies)
    return [note.text for note in explain_red(BriefRequest(budget=budget), PastWork((session,)))]


@pytest.mark.parametrize(("answer", "reason"), [
    ("`test_takes_from_an_idle_pool` is red, as it should be: `take` returns the lock before the check.",
     "`take` returns the lock before the check."),
    ("The test is there and fails, two connections where one is expected; it is not committed.",
     "two connections where one is expected"),
    ("The test fails as intended (`None` instead of a connection); it is not committed. Next: mend `take`.",
     "`None` instead of a connection"),
    ("Red: `t.py::test_takes_from_an_idle_pool`, as expected, the code for it is not there yet.",
     "the code for it is not there yet."),
    ("No.\n\n`test_takes_from_an_idle_pool` is red: expected `idle`, got `busy`. `take` sets the state before it asks.",
     "expected `idle`, got `busy`. `take` sets the state before it asks."),
    ("So it is: the pool counts in whole seconds, and `idle_since` is a float. The test is red.\n\nWays:\n- a",
     "So it is: the pool counts in whole seconds, and `idle_since` is a float."),
    ("Der Test ist rot: `take` liefert `None` statt einer Id.", "`take` liefert `None` statt einer Id."),
])  # fmt: skip
def test_the_reason_is_what_the_agent_said_of_the_red_test(answer: str, reason: str) -> None:
    assert explain(answer) == [reason]


def test_a_later_answer_gives_the_reason_that_the_first_one_does_not() -> None:
    first, later = (
        "Good question, let me look.",
        "Everything is green except the uncommitted `test_takes_from_an_idle_pool`: ",
    )
    assert explain(first, later + "`take` holds the lock while it waits.") == ["`take` holds the lock while it waits."]


@pytest.mark.parametrize("answer", [
    "Left red and not committed: `test_takes_from_an_idle_pool`.",
    "Next:\n- mend `take`, so that the red test passes and stays so\n- the docs of `Pool`",
    "The test is written and red, not committed.",
    "Shall I mend it?",
])  # fmt: skip
def test_what_gives_no_reason_is_none(answer: str) -> None:
    assert explain(answer) == []


def test_a_test_that_passes_needs_no_reason() -> None:
    assert explain("It is red: `take` returns too early for an idle pool.", runs=(RED, GREEN)) == []


def test_a_small_brief_has_no_room_for_it_and_a_large_one_shortens_it() -> None:
    long = "It is red: `take` returns too early for an idle pool, because " + ", and ".join(
        f"the connection number {number} waits for the lock of its neighbour" for number in range(12)
    )
    assert explain(long, budget=500) == []
    [reason] = explain(long)
    assert reason.startswith("`take` returns too early")
    assert len(reason) < 360


def test_what_the_agent_remarked_before_the_run_is_no_reason() -> None:
    before = Remark("It will be red: `take` has no lock at all yet.", "2026-05-01T09:59:00Z", line=2)
    session = Session(id="s1", agent="codex", commands=(RED,), remarks=(before,))
    assert explain_red(BriefRequest(), PastWork((session,))) == []


def test_the_note_names_whose_words_they_are() -> None:
    session = Session(
        id="s1", agent="codex", commands=(RED,), answers=(Answer("Red: `take` has no lock at all yet.", line=9),)
    )
    [note] = explain_red(BriefRequest(), PastWork((session,)))
    assert (note.label, note.session) == (LABEL, "s1")


# The reason has to be the one of this test, and the last word on it: other tests, mended ones, plans, guesses that were
# given up and what nobody has looked at give none.
@pytest.mark.parametrize("answer", [
    ("I repaired `test_counts_waiters`, which failed because `count` skipped the last one."
     " `test_takes_from_an_idle_pool` is still red, I haven't looked at it."),
    "`test_counts_waiters` was red, `count` skips one, it is green now. `test_takes_from_an_idle_pool` is red.",
    "`test_takes_from_an_idle_pool` is red. I'll split `take` so that it asks first.",
    "`test_takes_from_an_idle_pool` is red. I thought of the clock in `idle_since`, but it wasn't the cause.",
])  # fmt: skip
def test_another_test_a_plan_or_a_guess_is_no_reason(answer: str) -> None:
    assert explain(answer) == []


def test_because_does_not_begin_a_reason() -> None:
    assert explain("`test_takes_from_an_idle_pool` is red because `take` drops the lock too early.") == [
        "`take` drops the lock too early."
    ]


@pytest.mark.parametrize(("prompt", "answer", "reason"), [
    ("Nope, that's not why, the pool starts two workers.", "Right, I see it.", ["the pool starts two workers."]),
    ("That isn't the cause.", "Hm, I'll look.", []),
    ("really?", "I was wrong, `take` is fine. `test_takes_from_an_idle_pool` is red because `close` runs twice.",
     ["`close` runs twice."]),
    ("go on", "Went on with the docs.", ["`take` drops the lock too early."]),
])  # fmt: skip
def test_the_reason_is_the_last_word_on_it(prompt: str, answer: str, reason: list[str]) -> None:
    first = Answer("`test_takes_from_an_idle_pool` is red because `take` drops the lock too early.", line=5)
    session = Session(
        id="s1",
        agent="codex",
        prompts=(Prompt(prompt, line=6),),
        commands=(RED,),
        answers=(first, Answer(answer, line=7)),
    )
    assert [note.text for note in explain_red(BriefRequest(), PastWork((session,)))] == reason


def test_a_red_test_that_the_output_does_not_name_is_named_as_the_agent_does() -> None:
    run = CommandRun("pytest -q tests/test_keys.py", "test", "2026-11-19T09:00:00Z", 1, failed=True, summary="1 failed")
    text = "Done: the keys. Red: `tests/test_keys.py::test_deleted` with `KeyError: 'k'`, as the code is missing."
    session = Session(
        id="s1", agent="codex", branch="feat/keys", commands=(run,), ended="2026-11-19T10:00:00Z",
        answers=(Answer(text, "2026-11-19T09:10:00Z"),),
    )  # fmt: skip
    past = PastWork((session,))
    assert add_named_red(run, past).red == ("tests/test_keys.py::test_deleted",)
    green = msgspec.structs.replace(session, answers=(Answer("Red: nothing of ours.", "2026-11-19T09:10:00Z"),))
    assert add_named_red(run, PastWork((green,))).red == ()
