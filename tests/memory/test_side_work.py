"""A session that works on something else leaves alone what somebody wrote about their own work."""

from collections.abc import Callable
from typing import Any

import pytest

from backstory.api import Memory, write_session_checkpoint
from backstory.memory.answers.commands import find_red_tests
from backstory.model.dates import format_timestamp
from backstory.model.session import Answer, CommandRun, Prompt, Session

Opened = Callable[..., Memory]
RED = "tests/test_cli.py::test_vacuum"


def keep(memory: Memory, ident: str, prompt: str, answer: str, step: str, later: int, **fields: Any) -> Session:
    stamps = [format_timestamp(memory.now() + later + second) for second in range(3)]
    commit, branch = memory.head
    session = Session(
        id=ident, agent="codex", title=prompt, branch=branch, commit=commit, started=stamps[0], ended=stamps[2],
        prompts=(Prompt(prompt, stamps[0], 1),), answers=(Answer(answer, stamps[2], 9, (step,)),), next=(step,),
        answered=True, **{"edited": ("cli.py",)} | fields,
    )  # fmt: skip
    memory.sessions.write(session)
    return session


def write_own(memory: Memory) -> None:
    memory.checkpoint("Port the CLI to click 9", state="half of the commands moved", next_steps=["move insert"])


def test_the_state_and_the_steps_of_a_person_stay_beside_other_work(opened: Opened) -> None:
    write_own(opened())
    keep(opened(), "s1", "add a dry-run flag to vacuum", "The flag is in. Next: document it.", "document it", 5)
    text = opened().brief().text
    assert "state: half of the commands moved" in text and "next: move insert" in text
    assert "may be done" not in text
    (step,) = [line for line in text.splitlines() if line.startswith("- next") and "document it" in line]
    assert "add a dry-run flag" in step, "it is of the other work"
    assert "asked last" not in text


def test_the_steps_of_sessions_at_the_same_time_are_all_told(opened: Opened) -> None:
    keep(opened(), "s1", "add a dry-run flag to vacuum", "The flag is in. Next: document it.", "document it", 0)
    keep(opened(), "s2", "rename the nl flag", "4 pass. Next: ask Priya.", "ask Priya", 1, edited=("io.py",))
    text = opened().brief().text
    assert "next: ask Priya" in text and "document it" in text


def test_a_session_of_the_same_work_goes_on_from_the_checkpoint(opened: Opened) -> None:
    write_own(opened())
    keep(opened(), "s1", "port click 9 for the next command", "Vacuum is moved, 4 to go. Next: list.", "list", 5)
    lines = [line for line in opened().brief().text.splitlines() if line.startswith("- next")]
    assert lines and "list" in lines[0]


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("fix the typo in the readme", "fix the typo in the readme"),
        ("port the next command to click 9", "Port the CLI to click 9"),
    ],
)
def test_a_session_is_filed_under_its_own_work(opened: Opened, prompt: str, title: str) -> None:
    memory = opened()
    write_own(memory)
    session = keep(memory, "s1", prompt, "It is in, 4 pass. Next: the docs.", "the docs", 3600)
    memory.now = lambda: 4_000_000_000  # type: ignore[method-assign]
    written = write_session_checkpoint(memory, session)
    assert written is not None and written.record.title == f"[session] {title}"


def test_a_red_test_is_of_the_session_that_saw_it_fail(opened: Opened) -> None:
    memory = opened()
    red = CommandRun("pytest tests/test_cli.py", "test", format_timestamp(memory.now()), 1, True, (RED,), "1 failed")
    green = CommandRun("pytest tests/test_docs.py", "test", format_timestamp(memory.now() + 9), 0, summary="5 passed")
    keep(memory, "s1", "add a flag", "It is red.", "mend it", 0, commands=(red,))
    keep(memory, "s2", "rename another flag", "Renamed.", "docs", 9, commands=(green,))
    found = find_red_tests(memory)
    assert found is not None and found == ("s1", (RED,))
