"""The question at the end of an answer, with the choices without which nobody can reply to it."""

import pytest

from backstory.recall.past.open_questions import asks_person, fit_question, list_question

ROW = "The form shows it.\n\nAfter three failures we could:\n\nA) lock it\nB) show a captcha\nC) log it\n\nWhich one?"
BOTH = "The sum is there.\n\nTwo things are left. Amounts are floats. Refunds are positive.\n\nShall I do both?"
BEHIND = "It is slow.\n\nWhich of these do you want?\n- freeze the clock\n- pass a clock\n\nI would pass it."


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (ROW, ["lock it", "captcha", "log it", "Which one?"]),
        (BOTH, ["floats", "Refunds", "both?"]),
        (BEHIND, ["Which of these", "freeze the clock", "pass a clock"]),
        ("Zwei Wege. Beim Speichern oder bei jeder Abfrage. Welchen soll ich nehmen?", ["Speichern", "Abfrage"]),
        ("Before I go on:\n1. Is the country required?\n2. Do we check the code?", ["country", "check the code"]),
    ],
)
def test_a_question_stands_with_what_it_points_to(text: str, parts: list[str]) -> None:
    kept = " ".join(list_question(text))
    assert [part for part in parts if part not in kept] == []


def test_a_question_that_names_its_choices_stands_alone() -> None:
    text = "Prices are in cents now.\n\nShould half cents be rounded up or cut off?"
    assert list_question(text) == ["Should half cents be rounded up or cut off?"]


@pytest.mark.parametrize(
    "text", ["All done. Anything else?", "It works.", "Is it red? No, the run was stale. It is green."]
)
def test_an_answer_without_a_question_at_its_end_asks_nothing(text: str) -> None:
    assert not asks_person(text)
    assert list_question(text) == []


def test_long_choices_are_each_shortened() -> None:
    choices = [f"we {name} the rows, because {'it is a long story ' * 6}" for name in ("lock", "copy")]
    short = fit_question(choices, 40)
    assert [name for name, one in zip(("lock", "copy"), short, strict=True) if name not in one] == []
    assert sum(map(len, short)) < sum(map(len, choices))
