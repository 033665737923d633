"""Choices that a short correction or a polite order replaced."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns

SESSION = object()


def find(*rows: tuple[str, bool]) -> dict[str, bool]:
    """The sentences that are overturned, and whether surely."""
    spoken = [Spoken(SESSION, text.split(" | "), is_person=is_person) for text, is_person in rows]
    return {spoken[one.row].sentences[one.number]: one.is_sure for one in find_overturns(spoken)}


@pytest.mark.parametrize(
    ("first", "answer", "correction", "done"),
    [
        (
            "default warn.",
            "The default is `warn`.",
            "default: changed my mind. | ignore, not warn.",
            "Default changed.",
        ),
        ("Log it please.", "Logged at `WARNING`.", "so info not warning, my bad", "Logged at `INFO` now."),
        ("Save it as json.", "It is saved as json.", "hm, saved files: | yaml instead of json", "Saved as yaml."),
        (
            "Speichern als json.",
            "Gespeichert als json.",
            "Gespeichert wird: | lieber yaml als json",
            "Ist gespeichert.",
        ),
    ],
)
def test_a_short_correction_overturns_the_former_value(first: str, answer: str, correction: str, done: str) -> None:
    assert find((first, True), (answer, False), (correction, True), (done, False)).get(answer)


@pytest.mark.parametrize(
    ("first", "answer", "later"),
    [
        ("Does the build work?", "The build is working.", "the build: | still not working"),
        ("Save it as json.", "It is saved as json.", "should saved files be yaml, not json?"),
        ("Save it as json.", "It is saved as json or yaml, as asked.", "yaml, not csv"),
        ("Is the module there?", "The module is found.", "Module not found: Can't resolve the module"),
    ],
)
def test_a_report_or_a_question_corrects_nothing(first: str, answer: str, later: str) -> None:
    assert answer not in find((first, True), (answer, False), (later, True), ("I will look.", False))


def test_a_list_of_values_with_the_former_one_is_only_doubtful() -> None:
    listed = "`orphans` has `ignore` and `warn`, and the default is `warn`."
    rows = (("default warn.", True), (listed, False), ("orphans default. | ignore, not warn.", True), ("Done.", False))
    assert find(*rows).get(listed) is False


@pytest.mark.parametrize(
    "order", ["Could you make the default 45 days?", "Would you please set the default to 45 days?"]
)
def test_a_polite_order_replaces_a_value(order: str) -> None:
    rows = (("Thirty days as the default please.", True), ("The default is 30 days.", False))
    assert "The default is 30 days." in find(*rows, (order, True), ("The default is 45 days now.", False))


def test_a_question_whether_something_works_replaces_nothing() -> None:
    rows = (("Thirty days as the default please.", True), ("The default is 30 days.", False))
    assert not find(*rows, ("Could you see a default of 45 days work?", True), ("Yes, that works too.", False))


@pytest.mark.parametrize(
    ("first", "answer", "later"),
    [
        ("we retry 3 times and wait 30 s", "Set: 3 retries, 30 s.", "make it 5 retries"),
        ("a queue of 100 and 8 threads", "A queue of 100, 8 threads.", "make it 5 minutes"),
    ],
)
def test_an_order_replaces_no_figure_of_something_else(first: str, answer: str, later: str) -> None:
    assert not any(find((first, True), (answer, False), (later, True), ("Done.", False)).values())


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("line length 120 please", "use pnpm, not npm"),
        ("docs are frozen until 8.2.0 is out", "make it 5 retries"),
        ("CSV, not TSV, for the export", "use tabs instead of spaces in the Makefile"),
    ],
)
def test_an_order_about_something_else_revises_nothing(first: str, later: str) -> None:
    assert first not in find((first, True), ("All right.", False), (later, True), ("Done.", False))


def test_an_objection_revises_what_was_said_before() -> None:
    rows = (("the save button goes to the left", True), ("It is on the left.", False))
    assert find(*rows, ("hm, no, the right side looks better", True), ("Moved to the right.", False))


def test_what_is_named_by_a_common_word_is_not_where_it_is() -> None:
    """`a list in the parser` is a list, so that the parser stays."""
    talk = [
        ("Find out why the parser crashes", True), ("The parser crashes on empty lines.", False),
        ("use a generator instead of a list in the parser", True), ("Done, it is a generator now.", False),
    ]  # fmt: skip
    assert not find(*talk)
