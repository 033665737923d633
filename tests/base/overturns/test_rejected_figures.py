"""Figures of which the person says that they will not do are marked wherever they were stated."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns


def mark(*texts: str) -> list[str]:
    """What is marked in prompts and answers, which begin with `> `: the former figure and the one in force."""
    rows = [Spoken(0, [text.removeprefix("> ")], is_person=not text.startswith("> ")) for text in texts]
    marks = {(one.row, one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None}
    return [f"{row}: {old} -> {new}" for row, old, new in sorted(marks)]


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("4 too low, our vendor files nest 6, make it 8", "> `MAX_DEPTH` is 8 now."),
        ("4 is far too low, make it 8", "> `MAX_DEPTH` is 8 now."),
    ],
)
def test_a_digit_that_will_not_do_is_marked_long_after(order: str, done: str) -> None:
    talk = ("the first but with 4", "> `MAX_DEPTH` is 4; deeper nesting is an error.", "commit", "> Done.", order, done)
    assert mark(*talk) == ["0: 4 -> 8", "1: 4 -> 8"]


def test_a_size_in_words_that_will_not_do_is_marked() -> None:
    assert mark(
        "sixteen megabytes is fine",
        "> An element of more than 16 MiB returns `ErrTooLarge`.",
        "sixteen megabytes is way too much, they have four hundred connections so she would like two megabytes",
        "> The default is 2 MiB.",
    ) == ["0: sixteen megabytes -> two megabytes", "1: 16 MiB -> 2 MiB"]


def test_other_figures_of_the_same_number_stay() -> None:
    talk = ("4 tests per file please", "> Each file has 4 tests.", "4 MB is too much, make it 2 MB", "> It is 2 MB.")
    assert mark(*talk) == []


def test_what_was_said_before_a_figure_of_something_else_was_turned_down_stays() -> None:
    rows = [
        Spoken(0, ["2, but keep the signature"], is_person=True),
        Spoken(0, ["Understood: an internal struct holds the depth and the signature stays."], is_person=False),
        Spoken(0, ["4 too low, our vendor files nest 6.", "make it 8"], is_person=True),
        Spoken(0, ["`MAX_DEPTH` is 8 now."], is_person=False),
    ]
    assert find_overturns(rows) == []


def test_an_item_of_a_list_is_no_figure_that_something_has() -> None:
    assert mark("> Timings: 3 s, 5 s, 9 s.", "make it 30 s instead of 9 s", "> It is 30 s.") == []


@pytest.mark.parametrize(
    ("first", "later", "marked"),
    [
        ("20 % to start with", "20 % is too much for the gateway. 10 %.", ["0: 20 % -> 10 %"]),
        ("keep 5 % of the events", "5 % is too few, make it 10%", ["0: 5 % -> 10%"]),
        ("Ein Anteil von 20 % genügt", "20 % ist zu viel, nimm 10 %", ["0: 20 % -> 10 %"]),
        ("use n = 20 % 3 for the shard", "20 is too much, make it 10", []),
    ],
)
def test_a_percentage_whose_sign_stands_apart_is_a_figure(first: str, later: str, marked: list[str]) -> None:
    assert mark(first, "> ok", later, "> Done.") == marked


@pytest.mark.parametrize(
    ("first", "answer", "later", "marked"),
    [
        ("limit: 500,000 rows.", "Above 500,000 rows it raises.", "make it 2M, keep the raise", ["500,000 -> 2M"]),
        ("at most 300k events", "It keeps 300k events.", "make it 500k events", ["300k -> 500k"]),
        ("limit: 500 rows.", "Above 500 rows it raises.", "make it 1.500 rows", ["500 -> 1.500"]),
        ("use 3.34.1 of the library", "It is 3.34.1 now.", "make it 2M rows", []),
    ],
)
def test_large_numbers_are_figures_however_they_are_written(
    first: str, answer: str, later: str, marked: list[str]
) -> None:
    marks = mark(first, f"> {answer}", later, "> Done.")
    assert sorted({one.partition(": ")[2] for one in marks}) == marked
