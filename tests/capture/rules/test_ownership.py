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


@pytest.mark.parametrize(
    "said",
    [
        "leave src/asyncio alone, Sunniva has it in pieces",
        "stay away from lib/help.js, Corentin has the layout taken apart there, so no marker in the help for now",
        "keep out of parse.go, Marit is halfway through her error positions there",
        "don't touch docs/api.md meanwhile, Ola is knee-deep in it",
    ],
)
def test_what_somebody_is_at_work_on_is_left_alone(said: str) -> None:
    prompt = f"take the retry before it happens, so afterwards was the wrong moment. and {said}"
    assert any(said in one.text for one in read_prompt(prompt) if one.kind == "rule")


def test_an_objection_to_the_thing_at_hand_is_no_rule() -> None:
    prompt = "next: Solveig from support objects to the first-key-only thing. so all of them in one error"
    assert [one for one in read_prompt(prompt) if one.kind == "rule"] == []


def test_whom_to_ask_about_the_next_step_is_no_rule() -> None:
    prompt = "refuse it then. after that the release note, but ask Dagny first if she can live with the name"
    assert [one for one in read_prompt(prompt) if one.kind == "rule"] == []
