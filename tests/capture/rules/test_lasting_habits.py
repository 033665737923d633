"""How tests are written as such, and what has to behave as it does today, is a rule amid orders."""

import pytest

from backstory.capture.prompts import read_prompt


def rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "part"),
    [
        ("show it with a test. our tests never really sleep though, set the clock", "never really sleep"),
        ("ok do that. tests look at stderr of the runner only, don't mock the console again. then commit", "stderr"),
        ("set the header first. and tests without a real server please, the recorder is enough", "real server"),
        ("go on. an option without it has to print and parse exactly like today. then commit", "exactly like today"),
        ("take the second. whoever doesn't set it gets the same bytes as now", "same bytes as now"),
        ("while you're at it: a session without a key must behave precisely as it does today", "precisely"),
    ],
)
def test_a_habit_is_a_rule(prompt: str, part: str) -> None:
    assert any(part in rule for rule in rules(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "our tests never pass on windows, find out why",
        "the tests always fail in the second run",
        "tests with the new parser take ages, look into it",
        "it prints exactly like before, so the fix does nothing",
        "does a session without a key behave exactly like today?",
    ],
)
def test_a_report_is_none(prompt: str) -> None:
    assert rules(prompt) == []
