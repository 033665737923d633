"""A prompt in other words than those of the memory: several words of the same fields in one text."""

from collections.abc import Callable

import pytest

from backstory.api import Memory
from backstory.base import relevance
from backstory.base.other_wordings import add_other_wordings
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.question import Question
from backstory.base.relevance import explain_relevant
from backstory.base.visibility import View
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt, Session

Opened = Callable[..., Memory]

FLICKER = "Fixed the flicker of the tab bar: the detail screen is in the root stack now."
OTHERS = (
    "The poster grid loads twenty rows at once.",
    "Ratings are rounded to halves before they are saved.",
    "The watchlist is synced when the person signs in.",
    "Genres come from the second endpoint, which is cached for a day.",
)


def keep(memory: Memory) -> None:
    prompts = [Prompt(f"Look at part {number}, please.", line=2 * number) for number in range(1, 6)]
    texts = (*OTHERS[:2], FLICKER, *OTHERS[2:])
    answers = [Answer(text, line=2 * number + 1) for number, text in enumerate(texts, 1)]
    commit, branch = memory.head
    session = Session(
        id="s1",
        agent="claude-code",
        branch=branch,
        commit=commit,
        ended="2026-11-20T10:00:00Z",
        prompts=tuple(prompts),
        answers=tuple(answers),
    )
    memory.sessions.write(session)


def find(memory: Memory, text: str) -> list[str]:
    view = View(encode_path(memory.project.root))
    added = memory.fresh().run(lambda con: add_other_wordings(con, view, Question(con, view, text), ()))
    return [one.hit.text if isinstance(one.hit, PassageHit) else one.hit.title for one in added]


@pytest.mark.parametrize("prompt", ["why did the footer blink when a movie was opened?", "blinking footer"])
def test_a_passage_is_found_by_words_of_the_same_fields(opened: Opened, prompt: str) -> None:
    keep(opened())
    assert find(opened(), prompt)[0] == FLICKER


@pytest.mark.parametrize("prompt", ["why does the footer need so much coal?", "the scooter blinks", "footer"])
def test_one_word_of_a_field_proves_nothing(opened: Opened, prompt: str) -> None:
    keep(opened())
    assert FLICKER not in find(opened(), prompt)


def test_a_memory_without_sessions_is_searched_by_its_records(opened: Opened) -> None:
    for text in (*OTHERS, FLICKER):
        opened().remember(Draft(kind="fact", title=text))
    assert FLICKER.rstrip(".") == find(opened(), "why did the footer blink?")[0].rstrip(".")


def cover(memory: Memory, text: str) -> float:
    """The share of a prompt that the passage about the flicker has."""
    view = View(encode_path(memory.project.root))
    candidates = memory.fresh().run(lambda con: explain_relevant(con, view, text)).candidates
    return max((one.covered for one in candidates if one.text == FLICKER), default=0.0)


def test_words_of_the_same_fields_are_part_of_what_a_passage_has_of_a_prompt(opened: Opened) -> None:
    keep(opened())
    assert cover(opened(), "did the footer blink?") > 0.5


def test_a_large_memory_is_not_searched_by_fields(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(opened())
    monkeypatch.setattr(relevance, "LARGE", 1)
    assert cover(opened(), "did the footer blink?") < 0.5


@pytest.mark.parametrize("prompt", ["what is a blinking footer?", "explain how a footer blinks"])
def test_what_anybody_may_be_asked_is_not_searched_by_fields(opened: Opened, prompt: str) -> None:
    keep(opened())
    assert cover(opened(), prompt) < 0.5
