"""Sentences are read again from their places in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.recall.text.sentence_places import place_sentences, read_sentences
from backstory.recall.text.substance import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It holds. It is fast.", ["It holds.", "It is fast."]),
        ("The pool opens\n  late, so wait.", ["The pool opens late, so wait."]),
        ("The fix is **verified and\nworks**!", ["The fix is verified and works!"]),
        ("## What is left\n\nNothing.", ["What is left:", "Nothing."]),
        ("Ein **Wert** — für alle.", ["Ein Wert — für alle."]),
    ],
)
def test_a_sentence_is_read_as_it_was_split_off(text: str, sentences: list[str]) -> None:
    places = place_sentences(text, sentences)
    assert places is not None
    assert read_sentences(text, places) == sentences


def test_what_does_not_stand_in_the_text_has_no_place() -> None:
    assert place_sentences("It holds. It is fast.", ["It holds.", "It is slow."]) is None
    assert place_sentences("It holds. It is fast.", ["It is fast.", "It holds."]) is None


PIECES = [
    "It holds.",
    "so ",
    "**",
    " ",
    "\n",
    "\n\n",
    "- ",
    "## ",
    "a",
    "Is it?",
    ":",
    "```",
    "1. ",
    "\x1b[31m",
    "é",
    "\t",
]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_what_has_a_place_is_read_unchanged(text: str) -> None:
    sentences = split_sentences(text)
    places = place_sentences(text, sentences)
    assert places is None or read_sentences(text, places) == sentences
    assert split_sentences(text) == sentences
