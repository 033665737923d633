"""The line that says what a session is about."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.task_lines import find_task
from backstory.model.session import Session


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("Guten Morgen! Linkding should notice when a bookmarked page is gone.",
         "Linkding should notice when a bookmarked page is gone."),
        ("hi there, Ada. cleaner: want to see what it dropped. look first, no code",
         "cleaner: want to see what it dropped. look first, no code"),
        ("/clear", ""),
        ("ok", ""),
        ("```\nTraceback (most recent call last):\n```\nfind out why this fails", "find out why this fails"),
        ("新しい設定を追加してください。", "新しい設定を追加してください。"),
    ],
)  # fmt: skip
def test_the_task_is_what_a_prompt_asks_for(prompt: str, task: str) -> None:
    assert find_task(prompt) == task


def test_a_task_has_one_line() -> None:
    task = find_task("Rewrite the importer so that it streams. " * 9)
    assert len(task) <= 120
    assert task.endswith("streams.")


def test_a_session_is_named_after_the_first_prompt_that_asks_for_something() -> None:
    turns = [Turn("user", text, line=line) for line, text in enumerate(("/clear", "Good morning!", "Add a cache."), 1)]
    assert extend_session(Session(id="s", agent="codex"), turns).title == "Add a cache."
    greeting = extend_session(Session(id="s", agent="codex"), turns[:2])
    assert greeting.title == "/clear"
    assert extend_session(greeting, turns[2:]).title == "Add a cache."
