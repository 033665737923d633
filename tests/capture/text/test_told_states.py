"""Informal remarks are no decisions, and a rule keeps its subject from the sentence before it."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.told_states import tells_state


def read(*texts: str) -> list[Candidate]:
    turns = [Turn("assistant" if place % 2 else "user", text, line=place + 1) for place, text in enumerate(texts)]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "user"]


@pytest.mark.parametrize("prompt", [
    "kim (ops) had it running for an hr and found sth odd: with her config every job ends at 3 instead of 4",
    "so either we keep both tables, which is ugly to explain, or we drop the old one and break the reports",
    "no. thats what i meant w too clever",
    "marta never liked it n i asked joe, hes fine",
    "One box, one core, 900 clients. perf over 60 s: 31,400 calls, 29,900 in memcpy. So 523 a second.",
    "new modem eats 70, Piet measured, 100 - 70 leaves 30 and i want 5 spare",
    "one writer, never needed it",
])  # fmt: skip
def test_what_is_told_in_passing_decides_nothing(prompt: str) -> None:
    assert [one.text for one in read("look at it", "Done.", prompt) if one.confidence > 0.7] == []


@pytest.mark.parametrize("plain", [
    "either sqlite or a file, i'd take sqlite", "use what kim found in the docs", "the limit is 30 s: more hangs",
])  # fmt: skip
def test_a_choice_is_more_than_a_state(plain: str) -> None:
    assert not tells_state(plain)


def test_a_wish_about_which_options_are_asked_is_not_settled() -> None:
    prompt = "I showed it to Vera. She'd rather hand us a function, she has 40 tables. How do we get both? options pls"
    assert not read("look at it", "Done.", prompt)


def test_a_rule_joins_what_it_is_about() -> None:
    (one,) = read("go on", "Edited.", "stop. lib/gen is generated. never by hand, the CI writes it anew")
    assert one.text == "lib/gen is generated. never by hand, the CI writes it anew"
