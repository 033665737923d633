"""What a person keeps to themselves is a rule, whatever they say beside it."""

import pytest

from backstory.capture.prompts import read_prompt

AROUND = "Good. Commit it with the tests. {} Then show me the log."


@pytest.mark.parametrize(
    "said",
    [
        "Pushing is my job, I look at the diff once more before anything leaves this machine.",
        "Push é comigo.",
        "Releases stay with me.",
        "Pushen ist meine Sache.",
        "House style: subject `middleware: ` and a lower-case verb, last line of the body `Refs: GATE-412`.",
    ],
)
def test_what_leaves_the_house_is_kept_by_the_person(said: str) -> None:
    for prompt in (said, AROUND.format(said)):
        (rule,) = [one for one in read_prompt(prompt) if one.kind == "rule"]
        assert rule.text == said.rstrip(".") and rule.confidence >= 0.9


@pytest.mark.parametrize(
    "said", ["Pushing is on me today.", "Is pushing my job?", "The push is my third attempt at it."]
)
def test_other_words_about_a_push_are_no_rule(said: str) -> None:
    assert [one for one in read_prompt(said) if one.kind == "rule"] == []
