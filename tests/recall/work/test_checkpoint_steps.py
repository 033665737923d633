"""The steps of a checkpoint end with what the person said since."""

import pytest

from backstory.model.session import Prompt, Session
from backstory.model.snapshot import Commit, GitState
from backstory.recall.past.sessions import PastWork
from backstory.recall.past.work_state import WorkItem
from backstory.recall.work.checkpoint_steps import drop_over

STEPS = ["ask security about the port", "docs section", "line in HISTORY.md"]


def left_after(make, said: str, made: str) -> list[str]:
    record = make(1, "checkpoint", "Redirects", next=STEPS).record
    items = [WorkItem(step, record) for step in STEPS]
    prompt = Prompt(said, made)
    session = Session(id="s2", agent="codex", started=made, ended=made, prompts=(prompt,))
    return [item.text for item in drop_over(items, PastWork((session,)), GitState())]


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("Priya from security looked at it: the port counts too", STEPS[0]),
        ("skip the docs section, the page goes away", STEPS[1]),
    ],
)
def test_what_the_person_says_later_ends_a_step(make, said: str, over: str) -> None:
    assert left_after(make, said, "2099-01-01T09:00:00Z") == [step for step in STEPS if step != over]


def test_what_was_said_before_the_checkpoint_ends_nothing(make) -> None:
    assert left_after(make, "Priya from security looked at it", "2001-01-01T09:00:00Z") == STEPS


def test_a_session_that_saw_a_newer_commit_counts_whatever_the_clocks_say(make) -> None:
    record = make(1, "checkpoint", "Redirects", next=STEPS, commit="aaaaaaaaaaaa").record
    made = "2001-01-01T09:00:00Z"
    prompt = Prompt("Priya from security looked at it: the port counts too", made)
    session = Session(id="s2", agent="codex", started=made, ended=made, prompts=(prompt,), commit="bbbbbbbbbbbb")
    git = GitState(commits=(Commit("bbbbbbbbbbbb", "b"), Commit("aaaaaaaaaaaa", "a")))
    items = [WorkItem(step, record) for step in STEPS]
    assert [item.text for item in drop_over(items, PastWork((session,)), git)] == STEPS[1:]
