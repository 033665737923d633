"""Things that somebody no longer wants, or of which they say that they will not do."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns

WISH = "I would do `.env(false)`, it is short and no method more."
DEED = "`.env(false)` leaves an option out, with a test."


def talk(*said: str) -> list[Spoken]:
    """What a person and an agent utter in turn, a sentence each."""
    return [Spoken("s", [text], is_person=turn % 2 == 0, turn=turn) for turn, text in enumerate(said)]


def overturned(rows: list[Spoken]) -> list[str]:
    return [rows[one.row].sentences[one.number] for one in find_overturns(rows)]


@pytest.mark.parametrize(
    "left",
    [
        "Now I change my mind about `.env(false)`, sorry.",
        "I changed my mind about `.env(false)`: it explodes with false.",
        "Mudei de ideia sobre `.env(false)`.",
        "J'ai changé d'avis sur `.env(false)`.",
    ],
)
def test_what_a_person_changed_their_mind_about_is_marked(left: str) -> None:
    rows = talk(WISH, DEED, "Commit.", "Committed.", left, "Done, it is a method now.")
    assert overturned(rows) == [WISH, DEED]


@pytest.mark.parametrize(
    "said",
    [
        "Why did you change your mind about `.env(false)`?",
        "I have not changed my mind about it.",
        "Mind the `.env(false)`.",
    ],
)
def test_other_words_about_it_mark_nothing(said: str) -> None:
    assert overturned(talk(WISH, DEED, "Commit.", "Committed.", said, "I see.")) == []


def test_other_calls_of_the_same_name_stay() -> None:
    other = "The parser reads `.env(name)` first."
    rows = talk(WISH, other, "Commit.", "Committed.", "I change my mind about `.env(false)`.", "Done.")
    assert overturned(rows) == [WISH]


def test_a_name_elsewhere_in_the_sentence_is_not_what_was_left() -> None:
    rows = talk("I would read `pool.py` first.", "Done.", "Commit.", "Committed.")
    left = talk("In `pool.py` I changed my mind about the caching.", "I see.")
    assert overturned([*rows, *left]) == []
