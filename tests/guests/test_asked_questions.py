"""`ask` answers a question with what was replied to it, in the words in which it was uttered."""

from collections.abc import Callable

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.guests.ask import answer_from_memory
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]


def read(opened: Opened, question: str, *talk: str) -> list[str]:
    """The statements that answer a question from a talk of a person and an agent, in turn, each with its quotes."""
    prompts = [
        Prompt(text, f"2026-11-20T{at:02}:00:00Z", line=10 * at + 1) for at, text in enumerate(talk) if not at % 2
    ]
    answers = [Answer(text, f"2026-11-20T{at:02}:00:00Z", line=10 * at + 1) for at, text in enumerate(talk) if at % 2]
    keep(opened(), "s1", prompts=tuple(prompts), answers=tuple(answers))
    claims = answer_from_memory(opened(), question)
    assert all("changed since" not in one.quote for claim in claims for one in claim.support)
    return [claim.text for claim in claims]


@pytest.mark.parametrize(
    ("asked", "answer", "reply", "done", "question"),
    [
        (
            "how should the cache be keyed?",
            "By the hash of the options: equal options give equal entries.",
            "No, key it by the queue id, because options are mutable.",
            "The cache is keyed by the queue id.",
            "how is the cache keyed?",
        ),
        (
            "should we ship type declarations for v8?",
            "Only if somebody asks for them; v8 is in maintenance.",
            "no, v9 only",
            "OK, declarations for v9 only.",
            "do we ship type declarations for v8?",
        ),
        (
            "which parser do we take for the invoices?",
            "The streaming parser is faster.",
            "ok then the streaming one",
            "The invoices go through the streaming parser.",
            "which parser do we take for the invoices?",
        ),
    ],
)
def test_the_decision_answers_and_not_the_question(
    opened: Opened, asked: str, answer: str, reply: str, done: str, question: str
) -> None:
    stated = read(opened, question, asked, answer, reply, done)
    assert asked not in stated
    assert reply in stated


def test_a_question_that_nobody_answered_answers_nothing(opened: Opened) -> None:
    assert read(opened, "what about Redis streams?", "What if we used Redis streams instead?") == []


def test_the_answer_of_the_agent_answers_where_nobody_decides(opened: Opened) -> None:
    talk = ("how does the cache evict its entries?", "The cache drops the oldest entry first.", "add a test for that")
    assert "The cache drops the oldest entry first." in read(
        opened, "how does the cache evict entries?", *talk, "Done."
    )


def test_a_prompt_brings_no_question_without_its_answer(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt("What if we used Redis streams instead?", "2026-11-20T01:00:00Z", line=1),))
    from backstory.base.path_codec import encode_path
    from backstory.base.relevance import find_relevant
    from backstory.base.visibility import View

    memory = opened()
    view = View(encode_path(memory.project.root))
    assert memory.run_search(view, lambda con: find_relevant(con, view, "what about Redis streams instead?")) == []
