"""Greetings, comfort and praise say nothing that the next session needs."""

import pytest

from backstory.recall.text.courtesies import is_courtesy


@pytest.mark.parametrize(
    "sentence",
    [
        "Good, that is the answer I hoped for.",
        "That's exactly what I needed.",
        "Nice, that reads well.",
        "That is the right order.",
        "This suits me.",
        "Lovely, it makes sense.",
    ],
)
def test_praise_says_nothing(sentence: str) -> None:
    assert is_courtesy(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "That is the right place for the lock, not the pool.",
        "That looks good, but take the lock out.",
        "That will do until somebody measures it.",
        "That is what we need before the cut.",
        "It makes sense to keep `flush` private.",
        "That helps nobody on Windows.",
    ],
)
def test_what_says_more_is_no_praise(sentence: str) -> None:
    assert not is_courtesy(sentence)
