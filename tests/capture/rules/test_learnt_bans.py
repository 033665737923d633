"""A ban with the story of what happened the last time is a rule: the person does not want to live through it again.

The weights take the story for a report. Of the thing at hand, or without an order, it stays one.
"""

import pytest

from backstory.capture.prompts import read_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule" and one.confidence >= 0.72]


@pytest.mark.parametrize(
    "rule",
    [
        "Do not invent a ticket for the subject, in my first week I took one that belonged to another team",
        "Don't write reviewers into the trailer, last month I named one who had left",
        "Please no screenshots in tickets, last year we filled the disk with them",
        "Never guess a checksum, in our first release we shipped one of another file",
    ],
)
def test_what_happened_once_is_not_to_happen_again(rule: str) -> None:
    assert any(rule[-20:] in one for one in list_rules(f"Commit it, please. {rule}. Then show me the diff."))


@pytest.mark.parametrize(
    "prompt",
    [
        "Don't merge it, last time we had conflicts.",
        "Don't merge the branch yet, last week it broke main.",
        "No errors, last time there were two.",
        "I don't know, last time it worked.",
    ],
)
def test_a_report_and_the_thing_at_hand_stay_what_they_are(prompt: str) -> None:
    assert list_rules(prompt) == []
