"""Steps of an earlier session that a person takes out by their numbers."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.past.sessions import PastWork
from backstory.recall.work.older_steps import list_older_steps

STEPS = ("docs/api.md: the new type", "`shell_complete`, which offers the units", "a row in tests/test_info_dict.py")
LIST = "Left:\n\n" + "\n".join(f"{number}. {step}" for number, step in enumerate(STEPS, 1))


def talk(name: str, day: int, prompt: str, answer: str, *steps: str) -> Session:
    made = f"2026-11-{day}T09:00:00Z"
    return Session(
        id=name, agent="claude-code", branch="duration", started=made, ended=f"2026-11-{day}T10:00:00Z",
        prompts=(Prompt(prompt, made, 1),), answers=(Answer(answer, f"2026-11-{day}T10:00:00Z", 2, next=steps),),
        answered=True, next=steps, edited=("src/types.py",),
    )  # fmt: skip


FIRST = talk("s1", 18, "what is left?", LIST, *STEPS)


def list_open(*later: Session) -> list[str]:
    last = talk("s9", 22, "thanks, go on", "It prints the unit now.")
    return [one.text for one in list_older_steps(PastWork((last, *later, FIRST)), GitState())]


@pytest.mark.parametrize(
    ("prompt", "place"),
    [
        ("Wanjiru needs no completion, so your point 2 is cancelled. And rename the class.", 1),
        ("Good morning. Skip 3, Ada did it.", 2),
        ("point 1 is obsolete", 0),
    ],
)
def test_a_number_of_the_last_list_takes_its_step_out(prompt: str, place: int) -> None:
    assert list_open() == list(STEPS)
    assert list_open(talk("s2", 19, prompt, "Renamed.")) == [one for one in STEPS if one != STEPS[place]]


def test_a_number_of_a_newer_list_takes_out_nothing_of_an_older_one() -> None:
    options = talk("s2", 19, "how could we name it?", "Options:\n1. `Duration`\n2. `TimeSpan`")
    assert list_open(talk("s3", 20, "your point 2 is cancelled", "Understood."), options) == list(STEPS)
    pasted = talk("s2", 19, "Her review:\n\n1. no bare numbers\n2. min and max\n\n2 is cancelled", "Done.")
    assert list_open(pasted) == list(STEPS)


def test_a_question_and_a_number_of_nothing_take_nothing_out() -> None:
    assert list_open(talk("s2", 19, "is your point 2 cancelled?", "No.")) == list(STEPS)
    assert list_open(talk("s2", 19, "2 is not done yet", "Right.")) == list(STEPS)
