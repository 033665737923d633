import pytest

from backstory.model.session import Prompt, Session
from backstory.recall.work.answered_steps import find_answered


def later(text: str) -> list[Session]:
    return [Session(agent="claude-code", id="s2", ended="2026-11-19", prompts=(Prompt(text=text),))]


@pytest.mark.parametrize(
    ("step", "prompt"),
    [
        ("let SRE look at the budget", "Imke from SRE has read the branch. what counts is the server, she says."),
        ("ask Henrike if her import takes it", "Henrike runs the loads and tried the file: COPY takes it for a text"),
        ("ask security about port changes", "Priya from security looked at the branch: a changed port counts too"),
        ("wait for the design team", "design says the button stays blue"),
        ("let Marc review it", "Marc went through it, two remarks"),
        ("check with legal whether the notice may go", "ok, legal are fine with the notice"),
        ("hear how Radek's nightly run would use it", "Radek answered. His nightly takes the list from ls."),
        ("Jonas fragen", "Jonas hat es angeschaut, passt"),
        ("demander à Claire", "Claire a dit que non"),
    ],
)
def test_a_step_that_is_up_to_somebody_ends_with_what_they_say(step: str, prompt: str) -> None:
    report = find_answered(step, later(prompt))
    assert report is not None
    assert report.text in prompt


@pytest.mark.parametrize(
    ("step", "prompt"),
    [
        ("ask Ida about the port", "Ida is away until Monday, go on without"),
        ("ask Ida about the port", "Ida hasn't read it yet"),
        ("ask Ida about the port", "once Ida says yes, merge it"),
        ("ask Ida about the port", "has Ida said anything?"),
        ("let Marc review it", "Marc will look at it on Friday"),
        ("let the tests run", "tests said no"),
        ("split the parser", "Marc looked at the parser"),
    ],
)
def test_it_stays_open_as_long_as_they_say_nothing(step: str, prompt: str) -> None:
    assert find_answered(step, later(prompt)) is None
