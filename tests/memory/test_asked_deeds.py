"""A question what became of a thing, and why, is answered whatever word it has for that, active or passive."""

from collections.abc import Callable

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.guests.ask import answer_from_memory
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
MIND = "Actually I changed my mind about the pragma: it starves the other writers. Retry in Python after all."


@pytest.fixture
def memory(opened: Opened) -> Memory:
    prompts = (
        Prompt("We need to wait when the database is locked.", "2026-11-20T01:00:00Z", line=1),
        Prompt("a, the pragma. sqlite does the waiting better than we ever will.", "2026-11-20T02:00:00Z", line=11),
        Prompt(MIND, "2026-11-20T03:00:00Z", line=21),
    )
    answers = (
        Answer("I set `PRAGMA busy_timeout` on the connection.", "2026-11-20T02:30:00Z", line=15),
        Answer("Replaced the pragma with a retry loop in Python.", "2026-11-20T03:30:00Z", line=25),
    )
    keep(opened(), "s1", prompts=prompts, answers=answers)
    return opened()


@pytest.mark.parametrize(
    "question",
    [
        "why was the pragma dropped",
        "why did we drop the pragma?",
        "why was the pragma removed?",
        "why is the pragma gone?",
        "why did they ditch the pragma?",
        "what made us drop the pragma?",
        "who rejected the pragma?",
        "why has the pragma been abandoned?",
        "warum wurde das pragma entfernt",
        "warum haben wir das pragma verworfen?",
        "pourquoi le pragma a été abandonné ?",
        "why was the pragma chosen?",
    ],
)
def test_the_thing_is_enough(memory: Memory, question: str) -> None:
    assert not memory.is_beyond(question)
    assert any("changed my mind about the pragma" in claim.text for claim in answer_from_memory(memory, question))


@pytest.mark.parametrize(
    "question",
    [
        "why was kubernetes dropped",
        "why was the logo removed from the pragma page?",
        "why did we remove the dark theme?",
        "why was the invoice exporter abandoned?",
        "who was chosen as the new pope?",
        "warum wurde die mauer entfernt",
        "why was the meeting with the tax office moved?",
        "why did Napoleon leave Elba?",
    ],
)
def test_another_thing_is_not(memory: Memory, question: str) -> None:
    assert memory.is_beyond(question)
