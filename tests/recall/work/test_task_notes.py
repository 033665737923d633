"""The task as it was asked stands without the rule that was said with it."""

import pytest

from backstory.recall.text.content import Note
from backstory.recall.work.task_notes import drop_repeated_task

RULE = "never print to stdout, always use logging"


def show_task(asked: str, *rules: str) -> list[str]:
    return [note.text for note in drop_repeated_task([Note(label="task", text=asked, detail="as first asked")], rules)]


@pytest.mark.parametrize(
    "asked",
    [
        f"write the exporter; {RULE}",
        f"write the exporter, and please {RULE}",
        f"{RULE}; write the exporter",
        f"write the exporter. {RULE.capitalize()}.",
    ],
)
def test_the_rule_is_cut_from_the_task(asked: str) -> None:
    assert show_task(asked, RULE) == ["write the exporter"]


def test_what_no_rule_says_stays() -> None:
    assert show_task("write the exporter; print to stderr", RULE) == ["write the exporter; print to stderr"]


def test_a_task_that_is_a_rule_stands_there_only() -> None:
    assert show_task(RULE, RULE) == []
