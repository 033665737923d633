"""A sentence that says that nothing is left, with what it excepts."""

import pytest

from backstory.patterns.nothing_left import find_nothing_left


@pytest.mark.parametrize(("sentence", "excepted"), [
    ("Nothing is left.", ""),
    ("There is nothing left to do.", ""),
    ("All green, and nothing else is open now.", ""),
    ("No open tasks remain here.", ""),
    ("Nothing is left but the review.", "the review"),
    ("There's nothing left except the docs and the changelog.", "the docs and the changelog"),
    ("Es ist nichts mehr offen.", ""),
    ("Il ne reste plus rien à faire.", ""),
    ("No queda nada pendiente.", ""),
])  # fmt: skip
def test_nothing_is_left(sentence: str, excepted: str) -> None:
    assert find_nothing_left(sentence) == excepted


@pytest.mark.parametrize("sentence", [
    "Nothing is left to chance.",
    "Nothing is left of the old cache.",
    "Nothing is left in the queue after the drain.",
    "Is nothing left?",
    "Once nothing is left, I push.",
    "I think nothing is left.",
    "The review is left.",
    "Nothing missing from the response breaks it.",
])  # fmt: skip
def test_something_else_is_said(sentence: str) -> None:
    assert find_nothing_left(sentence) is None
