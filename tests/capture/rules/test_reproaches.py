"""A ban on what the agent has just done is a rule that names the deed."""

import pytest

from backstory.capture.prompts import read_prompt


def find_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "You pushed straight to main. Please don't do that again, open a PR like the rest of us",
        "Why did you delete my comments? Don't ever do that",
        "You dropped the staging table. That must not happen again",
        "did you just run the migration on prod? never ever do that",
    ],
)
def test_what_is_never_to_be_done_again_is_a_rule(prompt: str) -> None:
    assert find_rules(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "You moved the button. Don't do that, put it back",
        "you said the cache is warm. why does it do that again?",
        "You can drop the column. Do that again for the other table.",
        "The job ran twice. It should not happen again, so add a lock",
        "You should retry. Don't do it more than three times",
    ],
)
def test_an_order_about_the_work_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []
