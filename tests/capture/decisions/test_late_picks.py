"""Options that are picked by their letter long after the offer, or by a word of their text."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate

OFFER = (
    "Three ways:\n- A: a lock file, `repo.lock` beside the index\n- B: a row in the database with a timestamp\n"
    "- C: an advisory lock of the operating system\n"
)


def find(*talk: str) -> list[Candidate]:
    turns = [
        Turn(role="assistant" if place % 2 else "user", text=text, line=place + 1) for place, text in enumerate(talk)
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.line == len(talk) and one.kind == "decision"]


def test_a_pick_with_a_letter_has_the_text_of_the_option() -> None:
    (one,) = find("how do we lock", OFFER, "k lets do B, easiest to look at")
    assert one.text == "a row in the database with a timestamp"


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("damn, nfs has no such locks. forget C, take the lock file one (A)", "damn, nfs has no such locks."),
        ("scrap C, we do A after all. the edge boxes have no locks", "the edge boxes have no locks"),
    ],
)
def test_a_later_letter_replaces_the_earlier_one(prompt: str, why: str) -> None:
    (one,) = find("how", OFFER, "C.", "C is in, 40 tests pass.", "status", "One commit, all green.", prompt)
    assert one.text == "a lock file, `repo.lock` beside the index"
    assert one.why == why
    assert one.revises
    assert one.parts["alternatives"] == ["an advisory lock of the operating system"]


def test_a_word_that_one_option_has_picks_it() -> None:
    (one,) = find("how", OFFER, "The advisory lock then. It costs nothing.")
    assert one.text == "an advisory lock of the operating system"
    assert one.why == "It costs nothing."


@pytest.mark.parametrize(
    "prompt",
    ["a quick question about the lock", "not a good day for this", "later then", "i want a list of them", "what is B?"],
)
def test_what_picks_nothing(prompt: str) -> None:
    assert find("how", OFFER, "hm", "Take your time.", prompt) == []


TABLE = (
    "I see three ways of storing it:\n\n| | how | against |\n|---|---|---|\n| A | one file for a day | many files |\n"
    "| B | a table with an index on the day | needs a migration |\n| C | a log that is never read | a joke |\n"
)


def test_a_letter_in_a_numbered_answer_is_the_row_of_a_table() -> None:
    answer = "Thank you. My answers:\n\n1. B. A would be 365 files a year, and C is no help to anybody.\n2. Is it fast?"
    (one,) = find("how do we store it", TABLE, "Is A slow?", "Yes.", answer)
    assert one.text == "a table with an index on the day"
    assert one.why == "A would be 365 files a year, and C is no help to anybody"


def test_a_letter_behind_then_is_a_pick() -> None:
    (one, *_) = find(
        "how do we store it", TABLE, "Measure A.", "14 s.", "So much for that. Then B. Please take the old index."
    )
    assert one.text == "a table with an index on the day"


def test_what_follows_from_a_reason_behind_a_pick_is_kept() -> None:
    answer = "B. the day is a date. mind the tablets: Ida's firmware runs this, so no threads, one file is all we ship"
    picked = find("how do we store it", TABLE, answer)
    assert [one.text for one in picked] == ["a table with an index on the day", "no threads, one file is all we ship"]
