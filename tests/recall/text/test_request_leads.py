"""The words with which a request begins and that only ask."""

import pytest

from backstory.recall.text.request_leads import drop_lead


@pytest.mark.parametrize(
    ("request_text", "rest"),
    [
        ("What we need this week instead is a patch for the 3.x line", "a patch for the 3.x line"),
        ("I would like today to split the loader", "split the loader"),
        ("We need now a parser for dates", "a parser for dates"),
        ("What I need tonight is a release", "a release"),
        ("I want you to use tabs", "use tabs"),
        ("I need to be able to seed the store", "seed the store"),
        ("je voudrais pouvoir trier la liste", "trier la liste"),
    ],
)
def test_the_words_that_only_ask_are_dropped(request_text: str, rest: str) -> None:
    assert drop_lead(request_text) == rest


@pytest.mark.parametrize(
    ("request_text", "rest"),
    [
        ("I want isolated tests for the reader", "isolated tests for the reader"),
        ("I'd love tooling for this folder", "tooling for this folder"),
        ("we need tokens counted per call", "tokens counted per call"),
        ("I want thatched roofs drawn first", "thatched roofs drawn first"),
        ("we need to see toasts stacked", "toasts stacked"),
        ("I want first names sorted", "first names sorted"),
        ("What I need from Jo is a release", "What I need from Jo is a release"),
        ("ich möchten das heute", "ich möchten das heute"),
    ],
)
def test_no_word_is_cut(request_text: str, rest: str) -> None:
    assert drop_lead(request_text).endswith(rest)
    assert f" {drop_lead(request_text)}" in f" {request_text}"
