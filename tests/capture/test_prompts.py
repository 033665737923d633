"""Prompts as people type them: without apostrophes."""

import pytest

from backstory.capture.contractions import APOSTROPHE
from backstory.capture.prompts import read_prompt

CONTRACTED = [
    "I don't want to see a single unwrap outside the tests",
    "we won't support python 3.8 any more",
    "tests mustn't hit the network, use the fake server",
    "don't mock the database, use a real one",
    "let's not cache that, it wasn't worth the trouble",
    "please don't add new dependencies without asking me",
]


@pytest.mark.parametrize("prompt", CONTRACTED)
def test_a_contraction_says_the_same_without_its_apostrophe(prompt: str) -> None:
    expected = [(one.kind, one.text.replace("'", "")) for one in read_prompt(prompt)]
    short = read_prompt(prompt.replace("'", ""))
    assert [(one.kind, one.text) for one in short] == expected != []
    assert all(APOSTROPHE not in f"{one.text}{one.quote}{one.why}{one.parts}" for one in short)


def test_words_that_only_look_like_contractions_stay() -> None:
    assert read_prompt("le module dont on parle est dans src/dont.py") == []
    text = "from now on the flag lets you skip the lint, never set it"
    assert [one.text for one in read_prompt(text)] == [text]
