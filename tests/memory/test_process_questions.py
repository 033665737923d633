"""A question how existing code does something brings what the work talked about, and nothing that shares its words."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.memory.kernel.test_passages import ask, keep

from backstory.api import Memory
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
TALK: dict[str, Any] = {
    "prompts": (Prompt("The retry loop has to stop after four attempts, the vendor bans us otherwise.", line=1),),
    "answers": (Answer("The retry loop stops after four attempts and logs the last status.", line=3),),
}


@pytest.fixture
def memory(opened: Opened) -> Memory:
    keep(opened(), "s1", **TALK)
    agent = opened("observed", "claude-code", "s0")
    agent.remember(Draft(kind="observation", title="The parser reads the front matter and counts its lines"))
    return opened()


@pytest.mark.parametrize(
    "prompt",
    [
        "how does the parser decide where the front matter ends?",
        "what happens when the front matter is missing?",
        "where do we count the lines of a page?",
        "which modules read the front matter?",
        "which parsers are there?",
        "wie wird die front matter gelesen?",
        "où est le parser ?",
        "dónde está el parser?",
    ],
)
def test_what_only_shares_words_with_it_stays_out(memory: Memory, prompt: str) -> None:
    assert ask(memory, prompt) == []


@pytest.mark.parametrize(
    "prompt", ["how does the retry loop decide when to stop?", "what happens when the retry loop has four attempts?"]
)
def test_what_the_work_talked_about_comes(memory: Memory, prompt: str) -> None:
    assert TALK["prompts"][0].text in ask(memory, prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "why does the parser count the lines of the front matter?",
        "how does this parser read the front matter now?",
        "how did we decide to read the front matter in the parser?",
    ],
)
def test_a_question_for_more_is_not_one_of_them(memory: Memory, prompt: str) -> None:
    assert "The parser reads the front matter and counts its lines" in ask(memory, prompt)


@pytest.mark.parametrize("prompt", ["yes, stop it", "ok, retry", "oui, retry"])
def test_a_short_answer_to_the_agent_brings_nothing(memory: Memory, prompt: str) -> None:
    assert ask(memory, prompt) == []


def test_an_answer_with_a_subject_is_a_prompt(memory: Memory) -> None:
    assert ask(memory, "no, the retry loop stops at the vendor")


@pytest.fixture
def gateway(opened: Opened) -> Memory:
    opened("stated", "kimi", "s0").remember(Draft(kind="fact", title="The gateway drops one call in nine"))
    return opened()


@pytest.mark.parametrize("prompt", ["how often does the gateway drop a call?", "which call does the gateway drop?"])
def test_what_an_agent_stated_answers_a_question_that_it_has_all_of(gateway: Memory, prompt: str) -> None:
    assert ask(gateway, prompt) == ["The gateway drops one call in nine"]


def test_a_question_for_more_than_an_agent_stated_is_left_to_the_code(gateway: Memory) -> None:
    assert ask(gateway, "which header does the gateway parse before the body is read?") == []
