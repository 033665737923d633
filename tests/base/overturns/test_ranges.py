"""Ranges of hours and dates that were given otherwise later."""

import pytest
from tests.base.overturns.marked_names import mark

TALKS = (
    (
        ("silence from 21 to 6", "Silent from 21 to 6.", "6 is when the bakers start. 21 to 4:30", "21:00 to 04:30."),
        "silence from 21 to 6 [replaced by 21:00 to 04:30]",
    ),
    (
        (
            'from the board: "no deliveries 3 August to 21 August"',
            "Closed from 3 August to 21 August.",
            "the board again: the start moves to 10 August",
            "10 August to 21 August, both days included.",
        ),
        "Closed from 3 August to 21 August [replaced by 10 August to 21 August].",
    ),
    (
        ("open 9 to 17", "Open 9 to 17.", "17 is too late. 9 to 16", "9 to 16.", "no, 9 to 15", "9 to 15 then."),
        "Open 9 to 17 [replaced by 9 to 15].",
    ),
)


@pytest.mark.parametrize(("talk", "expected"), TALKS)
def test_a_range_is_replaced_by_one_that_has_an_end_in_common(talk: tuple[str, ...], expected: str) -> None:
    assert expected in mark(*talk)


@pytest.mark.parametrize(
    "talk",
    [
        ("open 9 to 17", "Open 9 to 17.", "the café opens 10 to 18", "The café: 10 to 18."),
        ("lines 4 to 9 are wrong", "Lines 4 to 9 are fixed.", "what about 30 to 40?", "Lines 30 to 40 are fine."),
        (
            "Support is open 9 to 17.",
            "Noted, support: 9 to 17.",
            "The warehouse works 9 to 13.",
            "Warehouse hours: 9 to 13.",
        ),
        ("the report runs 2 to 4", "The report runs 2 to 4.", "the backup 4 to 6", "The backup runs 4 to 6."),
        (
            "wait 1 to 5 seconds",
            "Requests wait 1 to 5 seconds.",
            "jitter 1 to 3 on start",
            "The start has jitter 1 to 3.",
        ),
        ("open 9 to 17", "Open 9 to 17.", "should it be 9 to 16?", "That would be 9 to 16."),
    ],
)
def test_other_ranges_replace_nothing(talk: tuple[str, ...]) -> None:
    assert not [one for one in mark(*talk) if "[now" in one]
