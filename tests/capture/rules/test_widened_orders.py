"""An order that the next sentence widens is a rule, with both sentences."""

import pytest

from backstory.capture.prompts import read_prompt


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            "Write the tests first. That goes for every bug you fix for me. The bug: totals are off by one cent.",
            ["Write the tests first. That goes for every bug you fix for me"],
        ),
        (
            "Squash before merging. That's true for every branch.",
            [
                "Squash before merging. That's true for every branch",
            ],
        ),
        (
            "No print statements. This holds for all modules. The task: rename foo to bar.",
            [
                "No print statements. This holds for all modules",
            ],
        ),
        ("Rename the flag to --quiet. This holds for all commands.", []),
        ("The retries fail. That goes for every region.", []),
        ("Use tabs. That goes for this file.", []),
        ("This applies to all packages: no wildcard imports.", ["no wildcard imports"]),
    ],
)
def test_what_holds_for_more_is_a_rule(prompt: str, rules: list[str]) -> None:
    assert [one.text for one in read_prompt(prompt) if one.kind == "rule"] == rules
