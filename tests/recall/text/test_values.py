"""Numbers that later words replaced."""

import pytest

from backstory.recall.text.values import find_changes, gives_value, list_changes, mark_changed

FIRST = "`list_orders` pages 200 rows, sorted by date."


@pytest.mark.parametrize(
    "later",
    [
        "The page size of 200 is too much for mobile, make it 50.",
        "Changed the pages from 200 to 50.",
        "50 rows instead of 200, please",
        "Not 200 rows, 50.",
        "I lowered the rows from 200 down to 50.",
        "rows: 200 -> 50",
        "bitte 50 statt 200 rows",
        "200 rows was wrong; it is 50.",
    ],
)  # fmt: skip
def test_a_replaced_number_is_marked(later: str) -> None:
    changes = list_changes([(1, later)])
    assert mark_changed(FIRST, 0, changes) == FIRST.replace("200", "200 [replaced by 50]")
    assert mark_changed(later, 1, changes) == later, "the sentence that says it stands as it is"


@pytest.mark.parametrize(
    "later",
    [
        "The export takes 50 seconds, not 200.",
        "Pages have 50 pixels of margin.",
        "200 rows, as agreed, and 50 columns.",
        "Version 1.200 rows instead of 50.",
    ],
)  # fmt: skip
def test_other_numbers_stay(later: str) -> None:
    assert mark_changed(FIRST, 0, list_changes([(1, later)])) == FIRST


def test_the_last_of_several_changes_counts() -> None:
    changes = list_changes([(1, "50 rows instead of 200"), (2, "rows from 50 to 80")])
    assert mark_changed("200 rows", 0, changes) == "200 [replaced by 80] rows"
    assert mark_changed("50 rows", 1, changes) == "50 [replaced by 80] rows"
    back = [*changes, *list_changes([(3, "rows from 80 to 200")])]
    assert mark_changed("200 rows", 0, back) == "200 rows"
    assert mark_changed("three retries", 0, list_changes([(1, "five retries instead of three")])) == (
        "three [replaced by five] retries"
    )


@pytest.mark.parametrize(
    "text",
    ["The server answers 200 instead of 206 for a whole file.", "rows[206] of the file", "a file with status 206"],
)
def test_a_number_that_names_something_or_stands_beside_the_new_one_is_not_marked(text: str) -> None:
    assert mark_changed(text, 0, list_changes([(1, "The file status is 200, not 206")])) == text


@pytest.mark.parametrize(
    "listed", ["AD 24, BE 16, CH 21, DE 22, IT 27, LU 20, MT 31, NL 18, NO 15, PL 28", "NO 15, PL 28, PT 25"]
)
def test_a_list_with_norway_in_it_replaces_nothing(listed: str) -> None:
    assert list(find_changes(1, f"The lengths for the registry: {listed}")) == []


@pytest.mark.parametrize(
    "sentence",
    ["The default interval is 30 seconds.", "`max_keys` is in with 1024.", "The number is called `suppressed`.",
     "Die Grenze ist jetzt 20.", "`--retry` is off by default."],
)  # fmt: skip
def test_a_short_sentence_gives_a_value(sentence: str) -> None:
    assert gives_value(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["There is no word from Oona yet.", "232 passed.", "It was the noisiest event, so it was the first to go. " * 4],
)  # fmt: skip
def test_others_give_none(sentence: str) -> None:
    assert not gives_value(sentence)
