"""What a person revises in a later prompt is marked as revised, and what they did not revise stays."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory, ingest_transcript
from backstory.model.kinds import RETRACTED

Opened = Callable[..., Memory]
Tell = Callable[..., Memory]
OTHER = ("Now fix the typo in the readme.", "Fixed the typo.")


@pytest.fixture
def tell(opened: Opened, tmp_path: Path) -> Tell:
    """Takes in a talk, a prompt and an answer in turn, at the end of each turn, as hooks do."""

    def run(*talk: str) -> Memory:
        path, rows = tmp_path / "t.jsonl", []
        for number, text in enumerate(talk):
            role = "assistant" if number % 2 else "user"
            content = [{"type": "text", "text": text}] if number % 2 else text
            time = f"2026-11-20T10:{number:02}:00.000Z"
            message = {"role": role, "content": content}
            rows.append(
                {"type": role, "uuid": f"u{number}", "sessionId": "s1", "gitBranch": "main", "timestamp": time,
                 "message": message}
            )  # fmt: skip
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
            if number % 2:
                ingest_transcript(opened(), "claude-code", str(path), "s1")
        return opened()

    return run


def list_standing(memory: Memory) -> list[str]:
    """The titles of the records in force."""
    rows = memory.fresh().rows(include_superseded=False, include_hidden=True)
    return [row.record.title for row in rows if row.record.status != RETRACTED]


@pytest.mark.parametrize(
    ("rule", "leave"),
    [
        ("Never run the whole suite, it takes an hour.", "For this measurement alone you may run the whole suite."),
        ("From now on never run the whole suite.", "you're allowed to run the whole suite now, one time only"),
        ("Don't run the whole suite, it takes an hour.", "This afternoon you can run the whole suite again."),
        ("Never amend commits.", "forget the amend rule for today"),
        ("No mocks in the integration tests.", "mocks are allowed now, just for the demo branch"),
        ("Nie die ganze Suite laufen lassen.", "für diese Messung darfst du jetzt die ganze Suite laufen lassen"),
    ],
)
def test_leave_for_once_takes_no_rule_back(tell: Tell, rule: str, leave: str) -> None:
    memory = tell(rule, "Understood.", *OTHER, leave, "Done.")
    assert rule.rstrip(".") in list_standing(memory)
    rules = [row.record for row in memory.fresh().rows(kinds=("rule",))]
    assert [one.title for one in rules if one.tier != "working"] == [rule.rstrip(".")]
    assert not any(row.superseded_by for row in memory.fresh().rows(include_hidden=True))


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("Don't run the whole suite, it takes an hour.", "you can run the whole suite again, it is fast now"),
        ("No mocks in the integration tests.", "mocks are fine again"),
    ],
)
def test_leave_for_good_does(tell: Tell, rule: str, lifting: str) -> None:
    assert rule.rstrip(".") not in list_standing(tell(rule, "Understood.", *OTHER, lifting, "Done."))
