"""Rules in a row, of a few words each: all of them are kept, unless a task stands beside them."""

import pytest

from backstory.capture.rules.rules import find_rules

ROWS = [
    ("no emojis. tests first. never force push. small commits.", 4),
    ("use pnpm, not npm. keep commits small. never push to main.", 3),
    ("siempre usa pnpm. no toques vendor. los tests van en tests/unit.", 3),
    ("von jetzt an tests zuerst. keine mocks. commits klein halten.", 3),
    ("utilise toujours uv. pas de mocks. les tests dans tests/unit.", 3),
]
NO_ROWS = [
    ("never force push. ok now rebase", 1),
    ("never force push. no the other button. rename it", 1),
    ("add a test. no mocks. run it.", 0),
    ("keep it small. use the new one. only the first.", 0),
]


@pytest.mark.parametrize(("prompt", "count"), [*ROWS, *NO_ROWS])
def test_the_rules_of_a_row(prompt: str, count: int) -> None:
    assert len([rule for rule in find_rules(prompt) if rule.kind == "rule"]) == count
