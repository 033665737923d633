"""What a person pasted from the answer before is no rule of theirs."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates

ANSWER = """I would keep these apart:

- **`test:all`** is what CI runs
- Always use `test:seen` when you write a new test
- Never run `test:slow` before a commit

Shall I write that down?"""
PASTED = """test:all is what CI runs
Always use test:seen when you write a new test
Never run test:slow before a commit
"""


def list_rules(prompt: str) -> list[str]:
    turns = [Turn("user", "which runs are there?", 1), Turn("assistant", ANSWER, 2), Turn("user", prompt, 3)]
    return [one.text for one in find_candidates(turns, known_paths=lambda _: False) if one.kind == "rule"]


def test_a_passage_of_the_answer_lays_nothing_down() -> None:
    assert list_rules(f"Please put this extract into a block of markdown:\n\n{PASTED}") == []


@pytest.mark.parametrize("lead", ["Keep to this from now on:", "House rules:"])
def test_one_that_the_person_makes_a_rule_does(lead: str) -> None:
    assert list_rules(f"{lead}\n\n{PASTED}")


def test_so_does_one_line_of_it() -> None:
    assert list_rules("Never run test:slow before a commit.") == ["Never run test:slow before a commit"]
