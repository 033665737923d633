"""Which sentences of a passage stand for it where there is no room for the whole of it."""

from typing import Any

import pytest

from backstory.base.candidates import MAX_QUOTE, Candidate
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.question import Question
from backstory.base.visibility import View

FILLING = "There is a lot more to say about all of the other things that we have seen today, and none of it matters."


@pytest.fixture
def quote(world: Any) -> Any:
    world.add("Bump a dependency", kind="fact", made="2025-01-01T00:00:00Z")
    index = world.fresh()

    def quote(prompt: str, text: str) -> str:
        question = Question(index._db.con, View(encode_path(index.tree)), prompt)
        return Candidate(question, PassageHit((1, "user", "", 1, text, 0, "s", "codex", ""), 1.0)).quote()

    return quote


def test_the_sentence_that_meets_the_prompt(quote: Any) -> None:
    text = f"{FILLING} The badge shows the snoozed ones. {FILLING}"

    assert "The badge shows the snoozed ones." in quote("does the badge show snoozed ones?", text)


def test_what_is_left_out_is_marked(quote: Any) -> None:
    text = f"{FILLING} {FILLING} The badge shows the snoozed ones. {FILLING} {FILLING}"
    quoted = quote("does the badge show snoozed ones?", text)

    assert quoted.startswith("… ") and quoted.endswith(" …")
    assert len(quoted) <= MAX_QUOTE + len("…  …")


def test_a_passage_of_one_sentence_is_quoted_whole(quote: Any) -> None:
    assert quote("badge", FILLING) == FILLING


def test_a_passage_that_has_no_word_of_the_prompt_is_quoted_from_its_start(quote: Any) -> None:
    assert quote("zebra", f"First things first. {FILLING} {FILLING}").startswith("First things first.")


def test_a_few_words_before_the_sentence_stay_with_it(quote: Any) -> None:
    text = f"{FILLING} c++11. The badge shows the snoozed ones. {FILLING}"
    assert quote("does the badge show snoozed ones?", text).startswith("… c++11. The badge shows")
