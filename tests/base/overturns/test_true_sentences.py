"""True sentences of ordinary work that only look as if a later statement overturned them."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> set[str]:
    """The sentences in a talk of a person and an agent, in turn, that are overturned or marked."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=place % 2 == 0, turn=place) for place, text in enumerate(talk)
    ]
    return {rows[one.row].sentences[one.number] for one in find_overturns(rows)}


PAGES = "The index is green. I also added a page to `docs/errors.md`."


@pytest.mark.parametrize(
    ("undo", "overturned"),
    [
        ("Sorry, please revert the errors page. Jonas writes those.", {"I also added a page to `docs/errors.md`."}),
        ("revert that", set(split_sentences(PAGES))),
    ],
)
def test_who_names_what_is_reverted_leaves_the_rest_of_an_answer(undo: str, overturned: set[str]) -> None:
    marked = find("Add the index, and say in the docs which errors there are.", PAGES, undo, "Reverted.")
    assert marked & set(split_sentences(PAGES)) == overturned


def test_a_counted_thing_is_no_measure_of_the_same_number() -> None:
    talk = (
        "So no daemon, and I won't carry two builds. A timer it is.",
        "The timer sleeps, and sends the second signal two seconds later.",
        "With 400 hung jobs two seconds are a lot of waiting for nothing. Make it 300 ms and a constant; no option.",
        "`GRACE` is 300 ms, a constant.",
    )
    assert not {one for one in find(*talk) if "two builds" in one or "400 hung jobs" in one}


@pytest.mark.parametrize("other", ["the other thread reads it", "another thread reads it", "a second thread reads it"])
def test_another_thing_of_the_same_name_is_no_former_value(other: str) -> None:
    talk = (
        "Watchdog thread, main thread stays in the wait.",
        "One watchdog thread for the whole process, started once.",
        f"Relaxed is wrong, {other} on a different core. Release, to pair with the Acquire you have.",
        "`Release` now.",
    )
    assert not {one for one in find(*talk) if "thread for" in one or "Watchdog" in one}


@pytest.mark.parametrize("word", ["default", "first", "extra"])
def test_two_things_behind_the_same_adjective_are_two_things(word: str) -> None:
    talk = (
        f"no. the collector answered 401 for two weeks. no {word} sender at all",
        f"Understood, no {word} sender.",
        "so 50 is way too much, make it 20",
        f"{word.capitalize()} `size` is 20 now, about 100 kB with your events.",
    )
    assert not {one for one in find(*talk) if "sender" in one}
