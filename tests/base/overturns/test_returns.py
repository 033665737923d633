"""A choice from which the person returns to what they had turned down bears what is taken after all."""

import pytest
from tests.base.overturns.test_denials import find

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns

KEPT = "we keep the JSON format for the report, YAML is too slow to parse"


@pytest.mark.parametrize(
    ("choice", "later"),
    [
        (KEPT, "actually no, YAML after all for the report, ops can read it better"),
        (KEPT, "hm, YAML after all, nobody parses the report"),
        ("tabs in the fixtures, spaces break the golden files", "let's take spaces after all, the editor insists"),
        (
            "on garde Redis, une file en base serait trop lente",
            "finalement une file en base, Redis nous coûte trop cher",
        ),
        ("wir nehmen Kafka, eine Tabelle wäre zu langsam", "doch eine Tabelle, Kafka betreibt hier niemand"),
        ("use httpx instead of requests, we need async", "ah no, requests after all, httpx isn't on the server"),
        ("usamos Redis, una tabla es demasiado lenta", "al final una tabla, Redis no lo mantiene nadie"),
    ],
)
def test_the_choice_bears_what_is_taken_after_all(choice: str, later: str) -> None:
    assert later in find(choice, "Noted.", later, "OK.")[choice]


def test_a_return_in_another_session_overturns_the_choice() -> None:
    former, later = "Use httpx instead of requests, we need async", "requests after all, httpx isn't on the server"
    spoken = [Spoken("one", [former], is_person=True), Spoken("two", [later], is_person=True)]
    assert [(one.row, one.by) for one in find_overturns(spoken)] == [(0, later)]


@pytest.mark.parametrize(
    "later",
    [
        "did YAML parse after all?",
        "we need YAML for the config after all",
        "the vendor sends JSON after all",
        "the report is late after all, sorry",
        "YAML would be nice",
    ],
)
def test_another_use_of_it_overturns_nothing(later: str) -> None:
    assert KEPT not in find(KEPT, "Noted.", later, "OK.")


@pytest.mark.parametrize(
    ("order", "recalled"),
    [
        (
            "Compare the key names without upper and lower case please, some clients send Password.",
            "And I must take back something of yesterday, the upper and lower case.",
        ),
        (
            "`setHeaderOffset` should count physical lines, comments included",
            "I slept over the header offset and would like to take back what I said.",
        ),
    ],
)
def test_what_is_taken_back_by_its_name_is_marked(order: str, recalled: str) -> None:
    assert find(order, "Done.", recalled, "OK.")[order] == recalled


@pytest.mark.parametrize(
    "later",
    [
        "take the header row back into the export",
        "I'd take back nothing of that",
        "you took back the lower limit?",
        "I was wrong about the weather",
    ],
)
def test_what_names_something_else_takes_nothing_back(later: str) -> None:
    order = "Compare the key names without upper and lower case please, some clients send Password."
    assert order not in find(order, "Done.", later, "OK.")


def test_a_sentence_that_names_the_former_figure_replaces_no_other() -> None:
    order = "The complete run has a minute, that is enough."
    later = "One key is not masked, the deepest event has 140 levels, so 128 cuts real data, take 256."
    assert order not in find(order, "OK.", "128 is fine.", "Done.", later, "Both done. The limit is 256.")


def find_marks(*texts: str) -> list[tuple[int, bool]]:
    """The rows that are marked in prompts and answers, which begin with `> `, and whether that is sure.

    Of the first one only what is sure.
    """
    rows = [Spoken(0, text.removeprefix("> ").split("|"), is_person=not text.startswith("> ")) for text in texts]
    return sorted((one.row, one.is_sure) for one in find_overturns(rows) if one.is_sure or one.row)


def test_what_was_said_about_one_thing_is_taken_back() -> None:
    wish = "I want one index for all the tenants, else the dumps differ."
    assert find_marks(wish, "> Noted.", "It stays as it is, I take back what I said about one index.") == [(0, True)]
    assert find_marks(wish, "> Noted.", "I take back what I said about the dump format.") == []
    assert find_marks("An index costs memory.", "> Yes.", "I take back what I said about one index.") == []


def test_who_was_wrong_about_what_they_approved_takes_back_the_report_of_it() -> None:
    report = "> The report prints the tenants in reverse order, newest first."
    approval = "The reverse order of the tenants is fine with me."
    thought = "I slept on the order of the tenants, I was wrong."
    assert find_marks("Print them.", report, approval, "> Good.", thought) == [
        (1, False),
        (2, True),
    ]
    assert find_marks("Print them.", report, approval, "> Good.", "I was wrong about the colour.") == []
