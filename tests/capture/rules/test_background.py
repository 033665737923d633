"""What a person tells before a question or a wish, and what frees something, is no rule."""

import pytest

from backstory.capture.prompts import read_prompt


def rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "We trim everything in a formatter before it goes out. Does a null live through that?",
        "Our exports lose a difference: null and '' both come out as nothing. I'd like a switch that keeps them apart.",
        "The spike: unwrap as much as you like in here, it goes in the bin.",
        "Pilar's dry-run tool calls match itself and never serves. Could the error carry the list, so she gets it?",
        "I'd like an Option.deprecated() in here: whoever uses such an option gets one line on stderr.",
        "You may pull in a library for this, it won't get far.",
        "Then it's nothing for 7.x. Put it down as a decision for 8.0, commit it here and leave it alone.",
        "She writes:\n\n> each write walks over the list. don't ever merge this.\n\nshe's right, the walk goes.",
        "So -j1 is history; what bites us in CI is the job with the minimum version.",
    ],
)
def test_it_is_no_rule(prompt: str) -> None:
    assert rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("We never trim in a formatter. Does a null live through that?", "We never trim in a formatter"),
        ("Commits never get amended here. Can you write it?", "Commits never get amended here"),
    ],
)
def test_a_demand_before_a_question_is_one(prompt: str, rule: str) -> None:
    assert rules(prompt) == [rule]
