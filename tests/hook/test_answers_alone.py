"""An answer without what it answers, and what was undone, do not come with a prompt that has no word of them."""

import pytest

from backstory.base.passages import PassageHit
from backstory.base.staleness_marks import is_all_overturned, mark_overturned, mark_questioned
from backstory.hook.repeated_passages import drop_answers_alone, drop_overturned

MADE = "2026-11-20T09:00:00Z"


def said(role: str, text: str, turn: int, session: str = "s1") -> PassageHit:
    return PassageHit((turn, role, MADE, turn, text, 1, session, "claude-code", "main"), 1.0)


REQUEST = said("user", "can you add the CSV import to the roadmap?", 1)
ANSWER = said("assistant", "Left the roadmap alone.", 2)


@pytest.mark.parametrize("prompt", ["import csv files", "read the csv export", "importiere die csv"])
def test_an_answer_alone_is_left_out(prompt: str) -> None:
    assert drop_answers_alone([ANSWER], [REQUEST, ANSWER], prompt) == []


@pytest.mark.parametrize(
    ("kept", "prompt"),
    [
        ([REQUEST, ANSWER], "import csv files"),
        ([ANSWER], "what is on the roadmap?"),
        ([ANSWER], "continue"),
        ([ANSWER], "where were we?"),
        ([said("assistant", "Left it alone.", 2, "s2")], "import csv files"),
        ([said("assistant", "Left it alone.", 9)], "import csv files"),
        ([said("command", "test: `pytest -q` gave 3 passed", 2)], "import csv files"),
    ],
)
def test_other_answers_stay(kept: list[PassageHit], prompt: str) -> None:
    assert drop_answers_alone(kept, [REQUEST, *kept], prompt) == kept


UNDONE = f"Bumped `rust-version` to 1.77 in Cargo.toml.{mark_overturned('revert that, it stays at 1.63')}"


def test_what_was_undone_does_not_come_with_a_prompt_to_go_on() -> None:
    hit = said("assistant", UNDONE, 2)
    assert drop_overturned([hit], "continue") == []
    assert drop_overturned([hit], "bump the rust-version to 1.80") == [hit]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (UNDONE, True),
        ("Bumped it to 1.77.", False),
        (f"Bumped it to 1.77.{mark_questioned('maybe not')}", False),
        (f"The tests pass. Bumped it to 1.77.{mark_overturned('revert that')}", False),
        (f"Bumped it to 1.77.{mark_overturned('revert that')} The tests pass.", False),
    ],
)
def test_only_a_statement_as_a_whole_is_undone(text: str, *, expected: bool) -> None:
    assert is_all_overturned(text) is expected
