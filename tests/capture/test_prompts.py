"""Prompts as people type them: without apostrophes."""

import pytest

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
    assert all("'" not in f"{one.text}{one.quote}{one.why}" for one in short)


def test_words_that_only_look_like_contractions_stay() -> None:
    assert read_prompt("le module dont on parle est dans src/dont.py") == []
    text = "from now on the flag lets you skip the lint, never set it"
    assert [one.text for one in read_prompt(text)] == [text]


LONG = (
    "We maintain a fork, by the way, which our colleagues in the other building began in spring and which will go"
    " upstream at some point, if the maintainers find the time to look at it, so please bear in mind that the whole"
    " thing has to run on Python 3.10 as the oldest version, as the metadata says too - and that I do not want `import"
    " logging` at the top of any module: the command line tools import them at start-up and it was measured that this"
    " takes 12 ms."
)


def test_a_sentence_that_is_too_long_is_read_in_parts() -> None:
    texts = [one.text for one in read_prompt(LONG)]
    assert "the whole thing has to run on Python 3.10 as the oldest version, as the metadata says too" in texts
    assert any(text.startswith("I do not want `import logging` at the top of any module") for text in texts)
    assert not any("colleagues" in text for text in texts)
    asked = [one.text for one in read_prompt(LONG.replace("so please", "please"))]
    assert "the whole thing has to run on Python 3.10 as the oldest version, as the metadata says too" in asked


@pytest.mark.parametrize(
    "prompt", ["It must work on the second try as well.", "the upload has to work with files of 3 GB, it fails at 2"]
)
def test_what_works_on_something_is_no_platform(prompt: str) -> None:
    assert [one.text for one in read_prompt(prompt) if one.kind == "rule"] == []
