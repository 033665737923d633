"""Orders that hold back a step for the moment."""

import pytest

from backstory.recall.text.momentary_orders import holds_back


@pytest.mark.parametrize(
    "sentence",
    ["Don't commit yet.", "no, do not push it yet please", "noch nicht committen", "ne pousse rien encore",
     "no hagas commit todavía", "It should only read and report.", "the sub-agent may just look and tell me",
     "Rename it, please, the field and the docs too."],
)  # fmt: skip
def test_they_are_told(sentence: str) -> None:
    assert holds_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["don't commit yet, Sean is rewriting api.py", "never commit", "I have not committed yet",
     "noch nicht committen, bis Jonas fertig ist", "don't push until the tests pass", "It should only list open files",
     "it should only report errors", "please rename files in lower case"],
)  # fmt: skip
def test_what_says_how_long_is_none(sentence: str) -> None:
    assert not holds_back(sentence)
