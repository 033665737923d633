"""The taste of a colleague in things of the work is a rule that the person passes on, with the name of who has it.

What a colleague likes of the product is a choice.
"""

import pytest

from backstory.capture.prompts import read_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule" and one.confidence >= 0.72]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        (
            (
                "Amara corrected me there. Why is that? And since I relay her: she doesn't like one test function"
                " per case,"
                " always rows in a table with an id."
            ),
            "Amara: she doesn't like one test function per case, always rows in a table with an id",
        ),
        (
            "Since I am forwarding for Bruno anyway: he can't stand mocks of the clock, always the fake clock. Next?",
            "Bruno: he can't stand mocks of the clock, always the fake clock",
        ),
        ("Petra prefers small commits, one per step.", "Petra prefers small commits, one per step"),
        (
            "My lead can't stand abbreviations in names, only whole words.",
            "My lead can't stand abbreviations in names, only whole words",
        ),
    ],
)
def test_the_taste_of_a_colleague_is_passed_on(prompt: str, rule: str) -> None:
    assert list_rules(prompt) == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "Marek doesn't like the new dashboard, he finds it too colourful. Take the old palette again.",
        "He hates mocks in this test, can you replace them?",
        "Leila tried the beta and hates how it asks for the pin.",
    ],
)
def test_what_a_colleague_thinks_of_the_product_is_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []
