"""What is left to do is told by what was said of the work, and not by what was asked for fun."""

from collections.abc import Callable

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory, answer_general
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
HAIKU = "Two hands on one door\nthe key waits, then turns again\npatience is a loop"


def left(memory: Memory, question: str = "what is left to do") -> list[str]:
    answer = answer_general(memory, question)
    assert answer is not None
    return [hit.text for hit in answer.passages]


def talk(opened: Opened, asked: str, answer: str, last: str) -> Memory:
    prompts = (
        Prompt("Please write the helper for the locks.", "2026-11-20T01:00:00Z", line=1),
        Prompt(asked, "2026-11-20T02:00:00Z", line=11),
        Prompt(last, "2026-11-20T03:00:00Z", line=21),
    )
    answers = (
        Answer("Added `helper` to app.py.", "2026-11-20T01:30:00Z", line=5),
        Answer(answer, "2026-11-20T02:30:00Z", line=15),
        Answer("See you tomorrow!", "2026-11-20T03:30:00Z", line=25),
    )
    keep(opened(), "s1", prompts=prompts, answers=answers)
    return opened()


@pytest.mark.parametrize(
    "asked",
    [
        "Great. Could you write a haiku about locks?",
        "tell me a joke about databases",
        "make a limerick of it lol",
        "schreib mir ein Gedicht über Schlüssel",
        "une blague sur les tests ?",
    ],
)
@pytest.mark.parametrize("question", ["what is left to do", "what's next?", "where were we?"])
def test_a_poem_is_no_step(opened: Opened, asked: str, question: str) -> None:
    texts = left(talk(opened, asked, HAIKU, "ok, tomorrow: docs/cli.rst and the changelog entry."), question)
    assert not any("Two hands" in text for text in texts)
    assert any("docs/cli.rst" in text for text in texts)


@pytest.mark.parametrize(
    "last",
    ["Great. I'm off, tomorrow: docs/cli.rst and the changelog entry.", "Bye! Tomorrow we go on with cli.py."],
)
def test_a_farewell_that_names_a_file_tells_what_comes(opened: Opened, last: str) -> None:
    assert last in left(talk(opened, "Use the helper in app.py.", "The helper is used in app.py.", last))


@pytest.mark.parametrize("last", ["Thanks, see you tomorrow!", "bye, going to lunch", "Danke, bis morgen"])
def test_other_farewells_do_not(opened: Opened, last: str) -> None:
    texts = left(talk(opened, "Use the helper in app.py.", "The helper is used in app.py.", last))
    assert last not in texts
    assert "The helper is used in app.py." in texts
