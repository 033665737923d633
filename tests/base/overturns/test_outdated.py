"""What is out of date because a time, a name or a thing in it is: the sentence stands with the one that says so."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> set[tuple[str, str]]:
    """The sentences that are overturned as a whole in a talk of a person and an agent, in turn, with what does it."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=place % 2 == 0, turn=place) for place, text in enumerate(talk)
    ]
    return {(rows[one.row].sentences[one.number], one.by) for one in find_overturns(rows) if one.figure is None}


def test_times_of_the_day_are_replaced_by_those_that_share_one() -> None:
    marked = find(
        "water the beds three times: 5:30, 12:00, 19:30",
        "`watering` has the times `05:30,12:00,19:30`.",
        "fine, and log it",
        "Each watering is logged.",
        "from october we water less. so two: 5:30 and 17:00",
        "Twice a day then, 05:30 and 17:00.",
    )
    by = "so two: 5:30 and 17:00"
    assert marked == {
        ("water the beds three times: 5:30, 12:00, 19:30", by),
        ("`watering` has the times `05:30,12:00,19:30`.", by),
    }


def test_a_time_that_is_turned_down_is_replaced() -> None:
    marked = find(
        "close the shop page at 22:00",
        "The page closes at 22:00.",
        "22:00 is too late, Rosa leaves at 20:15",
        "It closes at 20:15.",
    )
    assert ("The page closes at 22:00.", "22:00 is too late, Rosa leaves at 20:15") in marked


@pytest.mark.parametrize(
    "talk",
    [
        ("bus at 7:10 and 8:10", "Listed.", "the train goes at 9:05 and 10:05", "Trains: 9:05 and 10:05."),
        ("bus at 7:10 and 8:10", "Listed.", "is 7:10 and 9:10 better?", "Both would do."),
        ("start at 7:10", "It starts at 7:10.", "there was a crash at 7:12", "I look at 7:12 in the log."),
    ],
)
def test_other_times_replace_nothing(talk: tuple[str, ...]) -> None:
    assert find(*talk) == set()


def test_what_was_stated_of_a_name_goes_when_it_is_otherwise_now() -> None:
    marked = find(
        "stop it if more than 3% of the lines are broken",
        "`maxlost=0.03`, and it stops when the share is higher.",
        "good. commit",
        "Committed.",
        "a share is no use with so many lines, take a number, say 400",
        "`maxlost` is a number of lines now, 400.",
    )
    by = "`maxlost` is a number of lines now, 400."
    assert ("stop it if more than 3% of the lines are broken", by) in marked
    assert ("`maxlost=0.03`, and it stops when the share is higher.", by) in marked


def test_a_thing_that_will_not_do_is_marked_where_it_was_proposed() -> None:
    marked = find(
        "how do we know when it changed?",
        "I'd take a timer, it's the usual way.",
        "ok, a timer",
        "A timer looks every minute.",
        "the laptop slept all night and nothing came",
        "A timer is the wrong tool here: it sleeps with the machine. I'd look when somebody opens the page.",
    )
    by = "A timer is the wrong tool here: it sleeps with the machine."
    assert {("I'd take a timer, it's the usual way.", by), ("A timer looks every minute.", by)} <= marked


def test_a_column_that_is_useless_is_marked_with_the_one_that_is_taken() -> None:
    marked = find(
        "delete what is old",
        "It removes rows whose `made_at` is older than that.",
        "one of them was used yesterday!",
        "`made_at` is useless for that. `seen_at` is written at each visit, that's the one.",
    )
    assert marked == {
        (
            "It removes rows whose `made_at` is older than that.",
            "`made_at` is useless for that. `seen_at` is written at each visit, that's the one.",
        )
    }


@pytest.mark.parametrize(
    "last",
    [
        "A timer can't see the page, so the page tells it.",
        "It is the wrong place, I think.",
        "If a timer is the wrong tool, we could ask the page.",
        "The old timer in the attic is useless, by the way.",
    ],
)
def test_what_only_describes_or_supposes_marks_nothing(last: str) -> None:
    assert not any(
        "timer" in text for text, _ in find("take a timer", "A timer looks every minute.", "and then?", last)
    )


def test_what_was_so_without_an_option_goes_with_the_option() -> None:
    marked = find(
        "without --really it only lists what it would remove",
        "Without `--really` it lists and removes nothing.",
        "ok. commit it",
        "Committed.",
        "--really is annoying, Mads wants that it removes by default and a --list",
        "It removes by default now, `--list` only lists, `--really` is gone.",
    )
    assert {text for text, _ in marked} == {
        "without --really it only lists what it would remove",
        "Without `--really` it lists and removes nothing.",
    }
