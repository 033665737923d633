"""Things that a person turns down in everyday words overturn what was said of them before; others stay."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns


def find(first: str, answer: str, later: str) -> list[str]:
    rows = [
        Spoken(1, [first], is_person=True),
        Spoken(1, [answer], is_person=False),
        Spoken(1, [later], is_person=True),
    ]
    texts = {0: first, 1: answer, 2: later}
    return [texts[one.row] for one in find_overturns(rows)]


@pytest.mark.parametrize(
    ("first", "answer", "later"),
    [
        ("show a progress bar while it uploads", "A progress bar is drawn.", "on second thought leave the bar out"),
        ("show a progress bar while it uploads", "A progress bar is drawn.", "leave the bar out of this"),
        ("keep the results in a csv file", "Results go to results.csv.", "let's abandon csv, parquet it is"),
        ("put a lock around the cache", "A lock guards the cache.", "the lock can go"),
        ("log every request at debug level", "Requests are logged.", "skip the request logging, too noisy"),
        (
            "a constructor argument it shall be",
            "It has a constructor argument.",
            "forget about the constructor argument",
        ),
        ("cache the results", "The results are in a cache.", "right, then drop the cache"),
        ("set a cookie for the theme", "A cookie keeps the theme.", "we can do without the cookie"),
    ],
)
def test_what_a_person_turns_down_is_overturned(first: str, answer: str, later: str) -> None:
    assert find(first, answer, later)[0] == first


@pytest.mark.parametrize(
    "later",
    [
        "leave the lock as it is, and check out the other branch",
        "the lock can go into its own file",
        "leave the lock out of the release notes",
        "please leave the lock out of the benchmark",
        "we can't do without the lock, can we?",
        "skip the tests of the parser for now",
        "if it is slow, the lock can go",
    ],
)
def test_what_sounds_alike_overturns_nothing(later: str) -> None:
    assert find("put a lock around the cache", "A lock guards the cache.", later) == []


def test_what_is_out_of_date_is_not_out() -> None:
    told = find(
        "put the options into README.md", "README.md lists the options.", "README.md is out of date w/ the options"
    )
    assert told == []


def test_the_number_of_an_item_is_no_value() -> None:
    items = [
        "(10) Note: `list_all` is a local variable, this is fine.",
        "(17) Consider: `width = 10` may not be enough for longer names (`gemini-cli` has 10 chars already)",
    ]
    later, done = "No man, let's use 12 chars instead of 10 for issues 17", "Changed `width` from 10 to 12 characters."
    rows = [Spoken(1, ["review it"], is_person=True), Spoken(1, items, is_person=False)]
    rows += [Spoken(1, [later], is_person=True), Spoken(1, [done], is_person=False)]
    marked = [(one.number, one.value) for one in find_overturns(rows) if one.figure is not None and one.is_sure]
    assert set(marked) == {(1, "12")}


def test_what_is_gone_is_the_kind_that_the_person_named() -> None:
    rows = [
        Spoken(1, ["A section ends at an attribute."], is_person=True),
        Spoken(1, ["Done: a section ends at an attribute."], is_person=False),
        Spoken(1, ["No serde attributes in the tests."], is_person=True),
        Spoken(1, ["The attribute is gone."], is_person=False),
    ]
    assert [one for one in find_overturns(rows) if one.is_sure] == []


@pytest.mark.parametrize(
    "later",
    ["you can skip the hooks for this one commit", "drop the hooks just this once", "diesmal ohne die hooks"],
)
def test_what_is_left_out_for_once_stays(later: str) -> None:
    rows = [
        Spoken("s1", [text], is_person=who)
        for text, who in (("Run the hooks before each commit.", True), ("Ok.", False), (later, True), ("Done.", False))
    ]
    assert [one for one in find_overturns(rows) if one.is_sure] == []


def test_why_something_was_dropped_still_holds() -> None:
    why = "`make test` doesn't even start, -race requires cgo and there is no compiler here."
    assert why not in find("run everything", why, "so forget make test, always run go test ./... on this box")


def test_what_something_is_not_goes_with_it() -> None:
    answer = "The results are in a cache, which is not written to disk."
    assert answer in find("cache the results", answer, "right, then drop the cache")
