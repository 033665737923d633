"""What others settled, as the person passes it on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.selection import select_prompt


@pytest.mark.parametrize(("prompt", "text"), [
    ("talked to Mira, she ships the image for 300 people. a limit breaks them. so per her: off by default, in ms.",
     "Mira: so per her: off by default, in ms"),
    ("I discussed it with Agnes of payments. Both keys are there. She therefore requires that the new one wins.",
     "Agnes: She therefore requires that the new one wins"),
    ("hab mit Birgit gesprochen, die betreibt den server. sie will höchstens fünf versuche.",
     "Birgit: sie will höchstens fünf versuche"),
])  # fmt: skip
def test_the_sentence_that_settles_it_is_kept_with_the_name(prompt: str, text: str) -> None:
    (one,) = select_prompt(prompt)
    assert (one.kind, one.text) == ("decision", text)
    assert one.why


@pytest.mark.parametrize("prompt", [
    "Did you ask Mira about the limit?",
    "I checked the docs with Python 3.12 and it works.",
    "I showed it to Mira, she likes the colours.",
])  # fmt: skip
def test_talk_without_a_decision_is_none(prompt: str) -> None:
    assert select_prompt(prompt) == []


@pytest.mark.parametrize(("prompt", "text"), [
    ("yusuke says node 16 stays. so keep the engines field", "yusuke says node 16 stays. so keep the engines field"),
    ("ok, Anna said we keep the old endpoint until march", "Anna said we keep the old endpoint until march"),
    ("legal says the header must stay. so put it back", "legal says the header must stay. so put it back"),
    ("the customer said dark mode is out", "the customer said dark mode is out"),
    ("robin sagt die alte API bleibt bis März", "robin sagt die alte API bleibt bis März"),
    ("marta dice que hay que mantener el endpoint", "marta dice que hay que mantener el endpoint"),
])  # fmt: skip
def test_what_somebody_says_to_be_so_is_a_decision(prompt: str, text: str) -> None:
    assert [(one.kind, one.text) for one in select_prompt(prompt)] == [("decision", text)]


@pytest.mark.parametrize("prompt", [
    "the docs say node 16 stays",
    "eslint says imports must be sorted",
    "tsc says the type must be string",
    "it says the field must be set",
    "he said it must stay",
    "the error says the file must exist",
    "claude says it is fine and must stay",
    "did yusuke say node 16 stays?",
    "anna said hi",
    "anna said we should go to lunch",
])  # fmt: skip
def test_what_a_tool_says_and_small_talk_decide_nothing(prompt: str) -> None:
    assert select_prompt(prompt) == []


@pytest.mark.parametrize("prompt", [
    "usual rules of this repo: no new deps, ever. options go into man/*.1 AND completion.* at once. CHANGELOG = Mira.",
    "paar sachen die hier immer gelten: 3.7 muss noch laufen. optionen kommen in cli.py. CHANGELOG nie anfassen.",
])  # fmt: skip
def test_rules_in_one_breath_are_rules_each(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["rule"] * 3


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    select_prompt(f"talked to Mira. {text}")
