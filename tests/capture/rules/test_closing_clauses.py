"""A rule may be the last clause of a sentence, behind an order or what it is about."""

import pytest

from backstory.capture.prompts import read_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("commit then, and before each commit the types have to be clean please",
         "before each commit the types have to be clean please"),
        ("about ruby, yes this box has 2.7, start specs always with bin/rspec FILE",
         "start specs always with bin/rspec FILE"),
        ("ok push it, and after every push look at the pipeline", "after every push look at the pipeline"),
    ],
)  # fmt: skip
def test_the_last_clause_of_a_sentence_is_a_rule(prompt: str, rule: str) -> None:
    assert list_rules(prompt) == [rule]


@pytest.mark.parametrize(
    "prompt",
    [
        "write to the customer: sorry, and we never store your card number",
        "just for this task, always print the raw response",
        "i saw the build, always red on fridays",
        "he said the cache was empty, and after every push look at the pipeline",
        "does it work, and before each commit the types have to be clean?",
    ],
)
def test_what_is_to_be_written_or_told_is_none(prompt: str) -> None:
    assert list_rules(prompt) == []


def test_always_may_stand_behind_its_verb() -> None:
    prompt = "right, this box has no compiler. run always go test -count=1 ./... here, forget the make"
    (rule,) = [one for one in read_prompt(prompt) if one.kind == "rule"]
    assert rule.text == "run always go test -count=1 ./... here, forget the make" and rule.confidence > 0.9
