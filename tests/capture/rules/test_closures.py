"""What is closed until an event of the work is a rule; what a product locks is none."""

import pytest

from backstory.capture.selection import select_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule" and one.confidence >= MIN_CONFIDENCE]


@pytest.mark.parametrize(
    "prompt",
    [
        "the docs are frozen until 8.5.0 is out",
        "docs/ is frozen until 8.5.0 is out.",
        "the public API is frozen until we ship 9.0",
        "the branch is closed until Rita is done",
        "the schema stays closed until the audit is over, please",
        "don't touch docs/ until 8.5.0 is out",
        "no changes to the docs until 8.5.0 is out",
        "main is locked until QA has signed off",
    ],
)
def test_it_is_a_rule(prompt: str) -> None:
    (rule,) = list_rules(prompt)
    assert "until" in rule


@pytest.mark.parametrize(
    "prompt",
    [
        "the UI is frozen until the page reloads",
        "the account stays locked until the user confirms the mail",
        "the server is locked until the job is finished",
        "the button is blocked until the request returns",
        "the screen was frozen until I restarted 8.5.0",
        "are the docs frozen until 8.5.0 is out?",
    ],
)
def test_a_product_that_locks_something_gives_none(prompt: str) -> None:
    assert list_rules(prompt) == []
