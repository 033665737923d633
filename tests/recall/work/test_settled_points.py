"""When a sentence says that nobody waits any more."""

import pytest

from backstory.recall.work.settled_points import closes_any


@pytest.mark.parametrize(
    ("sentence", "closes"),
    [
        ("No need to ask any more.", True),
        ("no need to wait", True),
        ("No need to ask me about the colours.", False),
        ("No need to ask for every typo.", False),
    ],
)
def test_only_a_word_on_waiting_closes_what_it_does_not_name(sentence: str, *, closes: bool) -> None:
    assert closes_any(sentence) is closes
