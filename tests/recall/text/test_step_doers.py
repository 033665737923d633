"""`you` in an answer is the person, and `me` the agent; in a prompt it is the other way round."""

import pytest

from backstory.model.session import Answer, Session
from backstory.recall.past.endings import list_steps
from backstory.recall.text.step_doers import PERSON, name_doers


def listed(*steps: str, by_agent: bool = True) -> list[str]:
    return list(name_doers(steps, steps if by_agent else ()))


def test_a_step_of_the_person_stands_behind_those_of_the_agent_and_says_so() -> None:
    steps = ("you: fix TestLegacyArgs by hand", "me: the user guide")
    assert listed(*steps) == ["the user guide", f"{PERSON}fix TestLegacyArgs by hand"]
    assert listed(*steps, by_agent=False) == ["fix TestLegacyArgs by hand", f"{PERSON}the user guide"]


@pytest.mark.parametrize(
    "step",
    ["**you**: sign it", "you - sign it", "(you) sign it", "sign it (you)", "you have to sign it", "du: sign it"],
)
def test_the_forms_of_giving_a_step_to_the_person(step: str) -> None:
    assert listed(step) == [f"{PERSON}sign it"]


@pytest.mark.parametrize("step", ["youtube: embed it", "measure it", "tell you: done", "me-too button", "I/O: retry"])
def test_other_steps_stay_as_they_are(step: str) -> None:
    assert listed(step) == [step]


def test_the_steps_of_a_session_say_who_is_to_do_them() -> None:
    steps = ("you: fix TestLegacyArgs by hand", "me: the user guide")
    session = Session(id="s1", agent="claude-code", answers=(Answer("What's left:", next=steps),), next=steps)
    assert list(list_steps(session)) == ["the user guide", f"{PERSON}fix TestLegacyArgs by hand"]
