"""The sentence behind a rule is its reason where it states a fact that comes back to what the rule is about.

An order, a question, the state of the work, an error or another rule explains nothing.
"""

import pytest

from backstory.capture.prompts import read_prompt


def list_reasons(prompt: str) -> list[str]:
    return [one.why for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            "please ask me before you touch src/core.py",
            "She has two open PRs in this file and would have to rebase them",
        ),
        ("Pushing I always do alone", "Our CI publishes a snapshot from each pushed branch"),
        (
            "Please ask me before you bump a version in gradle.properties",
            "The release train reads that file each night",
        ),
        ("Never edit schema.sql by hand", "Marek has two migrations open on it"),
        ("Please ask Bruno before anything changes in vendor/", "He syncs it by hand every month"),
    ],
)
def test_a_fact_about_what_a_rule_is_about_is_its_reason(rule: str, reason: str) -> None:
    assert list_reasons(f"{rule}. {reason}. Then the docs.") == [reason]


@pytest.mark.parametrize(
    "prompt",
    [
        "Never merge main into a release branch. The branch is red.",
        "No commits without a test. The tests are green now, so go on.",
        "Never edit schema.sql by hand. I changed it yesterday.",
        "Don't rebase what is pushed. What does the CI say about it?",
        "Never touch api.md. Rename the option and describe it in options.md.",
        "Secrets only through sops. I have found a secret in the compose file, please rotate it.",
        "Never log a token. The error comes when the worker reads a token.",
        "Never edit schema.sql by hand.\n\nMarek has two migrations open on it.",
    ],
)
def test_nothing_else_explains_a_rule(prompt: str) -> None:
    assert not any(list_reasons(prompt))


def test_a_rule_is_no_reason_of_another() -> None:
    rules = "Never edit schema.sql by hand. Nobody pushes schema.sql without a review."
    assert list_reasons(rules) == ["", ""]
