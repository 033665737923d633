"""What an agent stated of a way that the person tells of as past bears the way that holds."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns

STATED = "The importer skips every row with an empty name and counts it as a warning."


def find(later: str) -> dict[str, str]:
    """What is marked, with what stands behind it."""
    talk = (["Import the rows."], True), ([STATED], False), (["Good."], True), (["Thanks."], False)
    rows = [Spoken(1, sentences, is_person=is_person) for sentences, is_person in (*talk, (later.split("|"), True))]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows)}


@pytest.mark.parametrize(
    "told",
    [
        "We skipped each row with an empty name because it was easy.",
        "And you counted a row with an empty name as a warning, which nobody reads.",
        "Until now it skipped every empty row with a warning.",
    ],
)
def test_the_former_way_bears_the_new_one(told: str) -> None:
    new = "So from now on such a row stops the import."
    assert find(f"{told}|{new}")[STATED] == new


@pytest.mark.parametrize(
    "later",
    [
        "We had lunch with the importer people.|From now on I am back at my desk.",
        "We skipped each row with an empty name.|Is that right?",
        "Rows with an empty name are skipped with a warning.|From now on run the linter as well.",
        "We skipped the meeting.|So from now on an empty name stops the import.",
    ],
)
def test_other_words_mark_nothing(later: str) -> None:
    assert STATED not in find(later)
