"""Choices that a short correction or a polite order replaced."""

import pytest

from backstory.base.exchanges import Spoken
from backstory.base.overturns import find_overturns

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
