"""A later list of what is left replaces the lists before it, and older steps stand back behind a list of next steps."""

from collections.abc import Sequence

import pytest

from backstory.capture.steps.session_steps import read_answer_steps
from backstory.model.session import Answer, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.patterns.remaining_lists import asks_rest, lists_rest
from backstory.recall.past.planned_steps import read_plan
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements
from backstory.recall.work.older_steps import list_older_steps

OLD = ("cap the delay", "port the async transport", "an option for the jitter")


def session(day: int, prompt: str, answer: str, steps: Sequence[str] = (), branch: str = "retry") -> Session:
    time = f"2026-11-{day}T09:0{{}}:00Z"
    return Session(
        id=f"s{day}", agent="codex", branch=branch, started=time.format(0), ended=time.format(2), edited=("pool.py",),
        prompts=(Prompt(prompt, time.format(1), 1, edited=("pool.py",)),), answered=True, next=tuple(steps),
        answers=(Answer(answer, time.format(2), 2, tuple(steps)),),
    )  # fmt: skip


WAIT = "make the wait work under trio"
FIRST = session(18, "honour Retry-After", "Done. Next: three things.", OLD)
LAST = session(20, WAIT, "It waits.")


def still_open(*sessions: Session) -> list[str]:
    return [one.text for one in list_older_steps(PastWork(sessions), GitState())]


LISTS = [
    "Two commits. Left on the list: the docs page, metrics.",
    "What is left: the docs page, metrics.",
    "Still open: the docs page, metrics.",
    "Remaining on this branch: the docs page, metrics.",
    "Open on the pool:\n\n- the docs page\n- metrics",
    "What I have on the list:\n\n1. the docs page\n2. metrics",
    "On my list: the docs page, metrics.",
    "Still to come: the docs page, metrics.",
    "My list now:\n- the docs page\n- metrics",
    "That leaves:\n- the docs page\n- metrics",
    "Outstanding: the docs page, metrics.",
    "Noch offen: the docs page, metrics.",
    "Il reste : the docs page, metrics.",
]


@pytest.mark.parametrize("answer", LISTS)
def test_a_later_list_of_what_is_left_replaces_the_earlier_one(answer: str) -> None:
    steps = read_answer_steps("commit, please", answer)
    assert steps == ["the docs page", "metrics"]
    assert still_open(LAST, session(19, "commit", answer, steps), FIRST) == steps


@pytest.mark.parametrize(
    "answer", ["Next: measure the pool.", "Done, it waits under trio, too.", "Open questions: whether trio matters."]
)
def test_a_next_step_replaces_nothing(answer: str) -> None:
    assert not lists_rest(answer)
    later = session(19, "go on", answer, read_answer_steps("go on", answer))
    assert set(OLD) <= set(still_open(LAST, later, FIRST))


def test_where_everybodys_work_meets_the_lists_share_a_step() -> None:
    first = session(18, "honour Retry-After", "Done.", OLD, branch="main")
    other = session(19, "a report", "Still open: the docs page, metrics.", ("the docs page", "metrics"), branch="main")
    same = session(19, "go on", "Still open: cap the delay.", OLD[:1], branch="main")
    last = session(20, WAIT, "It waits.", branch="main")
    assert set(OLD) <= set(still_open(last, other, first))
    assert still_open(last, same, first) == ["cap the delay"]


@pytest.mark.parametrize(
    ("prompt", "asks"),
    [
        ("what's left", True),
        ("what else is there?", True),
        ("what do you have on the list?", True),
        ("was fehlt noch", True),
        ("what is left of the old parser does not matter.", False),
        ("what is left in the queue?", False),
    ],
)
def test_a_question_for_the_rest_needs_no_question_mark(prompt: str, asks: bool) -> None:
    assert asks_rest(prompt) == asks
    later = session(19, prompt, "From my side:\n\n1. the docs page\n2. metrics", ("the docs page", "metrics"))
    assert (OLD[0] not in still_open(LAST, later, FIRST)) == asks


@pytest.mark.parametrize(
    ("prompt", "over"),
    [
        ("Jitter: the server adds its own. Strike it from your list.", OLD[2]),
        ("The transport goes to trio, so that's off the list.", OLD[1]),
        ("Make it a constant of 300 ms; no option.", OLD[2]),
        ("strike the jitter option", OLD[2]),
        ("the async transport is out of scope", OLD[1]),
    ],
)
def test_what_the_person_struck_is_over(prompt: str, over: str) -> None:
    assert still_open(LAST, session(19, prompt, "Right."), FIRST) == [step for step in OLD if step != over]


@pytest.mark.parametrize(
    "prompt", ["The transport is slow. Take it up tomorrow.", "no option is worth that", "is the jitter out?"]
)
def test_what_only_points_to_a_step_strikes_none(prompt: str) -> None:
    assert still_open(LAST, session(19, prompt, "Right."), FIRST) == list(OLD)


def test_beside_a_list_of_next_steps_stand_two_older_ones_of_which_nothing_speaks() -> None:
    old = ("cap the delay", "port the async transport", "a metric for retries", "the licence header", "windows support")
    first = session(18, "honour Retry-After", "Done.", old)
    last = session(20, "does asyncio cope?", "The async transport copes.", ("the docs page", "a benchmark"))
    moment = BriefRequest(project="shop", branch="retry", now="2026-11-21T09:00:00Z", budget=1200)

    def told(*sessions: Session) -> list[str]:
        notes = [note for _, note in now_statements(moment, (), past=PastWork(sessions))]
        return [note.text for note in notes if "still open" in note.label]

    assert told(last, first) == ["cap the delay", "a metric for retries"], "the async transport was spoken of"
    assert len(told(LAST, first)) > 2, "without a list all of them count"


@pytest.mark.parametrize(
    "sentence",
    ["I want to look at the diff in the morning", "tomorrow I'll look at the results", "tomorrow: the diff"],
)
def test_what_the_person_only_looks_at_is_no_step(sentence: str) -> None:
    assert read_plan(sentence) == ()
