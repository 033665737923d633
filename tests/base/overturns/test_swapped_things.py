"""A thing in whose place the person puts another one right after the report of an agent."""

import pytest
from tests.base.overturns.test_denials import find

ORDER = "Please implement the token table with a HashMap"
REPORT = "I used a `HashMap` for the token kinds."
REASON = "the order of the error messages must be stable or the tests flake on every second run of the nightly build"
SWITCHED = "Switched to `BTreeMap`. It does not compile yet: `E0599` in src/lexer.rs."


@pytest.mark.parametrize(
    "reply",
    [
        f"No! BTreeMap, {REASON}.",
        f"No, BTreeMap, {REASON}.",
        f"no no. a BTreeMap: {REASON}",
        f"Nope. Use a BTreeMap. {REASON.capitalize()}.",
        f"hmm no, BTreeMap please, {REASON}",
        f"wait, BTreeMap! {REASON}",
        f"Nein, lieber BTreeMap, {REASON}.",
        f"non, plutôt une BTreeMap, {REASON}",
        f"please use a BTreeMap, {REASON}",
        f"actually, take BTreeMap, {REASON}",
    ],
)
def test_the_report_bears_what_was_taken_instead(reply: str) -> None:
    found = find(ORDER, REPORT, reply, SWITCHED)
    assert "BTreeMap" in found[REPORT]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (f"No! BTreeMap has nothing to do with that, {REASON}.", "Switched the sorting on."),
        (f"No, that is fine, {REASON}.", "Changed nothing."),
        (f"no, the tests, they flake since {REASON}", "Changed the tests: they sort the messages."),
        (f"Great. Use four spaces in the docs too, {REASON}.", "Changed the docs to four spaces."),
        (f"use tabs in the docs, {REASON}", "Switched to tabs in the docs."),
        (f"No, HashMap is right, {REASON}.", "Changed nothing, it stays a `HashMap`."),
        (f"No, what about a BTreeMap, {REASON}?", "Switched to `BTreeMap`."),
        (f"No! BTreeMap, {REASON}.", "A `BTreeMap` needs `Ord` on the kinds. Shall I derive it?"),
        (f"please use BTreeMap for the errors as well as the spans, {REASON}", "Added one."),
        (f"Now run the tests, {REASON}.", "All 12 pass. Changed nothing."),
    ],
)
def test_other_replies_leave_the_report_as_it_is(reply: str, answer: str) -> None:
    assert REPORT not in find(ORDER, REPORT, reply, answer)


def test_of_a_long_report_it_is_not_certain_which_part_is_meant() -> None:
    long = f"{REPORT} The lexer reads by bytes. The spans are kept. The errors have a line. The docs are written."
    assert find(ORDER, long, f"No! BTreeMap, {REASON}.", SWITCHED) == {}
