"""The line for a person names where the last session stopped, and not how it began."""

import pytest

from backstory.model.session import Prompt, Session
from backstory.recall.past.stops import name_stop


def stop(*prompts: str) -> str:
    row = tuple(Prompt(text, f"2026-11-20T09:{place:02}:00Z", place) for place, text in enumerate(prompts))
    session = Session(
        id="s1",
        agent="claude-code",
        branch="main",
        started=row[0].made,
        ended=row[-1].made,
        title=prompts[0],
        prompts=row,
    )
    return name_stop(session, 60)


@pytest.mark.parametrize(
    ("prompts", "told"),
    [
        (("can you explain what onIdle does?", "Rename onIdle to whenIdle everywhere.", "thanks!"), "Rename onIdle"),
        (("Port the retry transport",), "Port the retry transport"),
        (("Add a dry run flag", "Write its tests in test_cli.py. Commit please.", "ok, commit it"), "Write its tests"),
        (("Add a dry run flag", "go on", "yes"), "Add a dry run flag"),
        (("hello",), "hello"),
    ],
)
def test_the_last_prompt_that_asks_for_something_is_named(prompts: tuple[str, ...], told: str) -> None:
    assert stop(*prompts).startswith(told)
