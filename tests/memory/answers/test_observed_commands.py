"""What `backstory run` observed is part of the work: of what a brief says about now, and of the log."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from backstory.api import Memory, find_run, keep_command, merge_timeline, read_newest, write_session_checkpoint
from backstory.memory.answers.asked_failures import find_asked_failures
from backstory.model.dates import format_timestamp
from backstory.model.session import Answer, CommandRun, Prompt, Session

Opened = Callable[..., Memory]
RED = "FAILED tests/test_docs.py::test_readme - AssertionError\n1 failed, 4 passed in 1.0s"
GREEN = "5 passed in 1.0s"


def keep_red_session(memory: Memory, ended: str) -> None:
    run = CommandRun("pytest -q tests/test_docs.py", "test", ended, 1, True, ("tests/test_docs.py::test_readme",),
                     "1 failed, 4 passed in 1.0s")  # fmt: skip
    commit, branch = memory.head
    memory.sessions.write(
        Session(id="s1", agent="codex", branch=branch, commit=commit, started=ended, ended=ended, commands=(run,),
                prompts=(Prompt("fix the typo in the readme", ended, 1),), answers=(Answer("It is fixed.", ended, 9),),
                answered=True)
    )  # fmt: skip


def test_a_red_run_is_the_last_test_run_without_any_session(opened: Opened) -> None:
    keep_command(opened(), "pytest -q", RED, 1, started=opened().stamp())
    text = opened().brief().text
    assert "last tests" in text and "test_readme" in text


def test_a_run_that_passes_after_a_session_replaces_its_red_test(opened: Opened) -> None:
    keep_red_session(opened(), "2026-05-01T10:00:00Z")
    assert "test_readme" in opened().brief().text
    keep_command(opened(), "pytest -q tests/test_docs.py", GREEN, 0, started=opened().stamp())
    text = opened().brief().text
    assert "5 passed" in text and "1 failed" not in text


def test_a_run_before_the_last_session_is_not_the_newest(opened: Opened) -> None:
    keep_command(opened(), "pytest -q tests/test_docs.py", GREEN, 0, started="2026-04-30T10:00:00Z")
    keep_red_session(opened(), "2026-05-01T10:00:00Z")
    assert "1 failed" in opened().brief().text


def test_a_check_that_was_red_under_observation_is_a_blocker(opened: Opened) -> None:
    keep_command(opened(), "ruff check .", "a.py:1:1: F401 unused import\nFound 1 error.", 1, started=opened().stamp())
    assert "ruff check ." in opened().brief().text


def test_the_log_lists_observed_runs(opened: Opened) -> None:
    memory = opened()
    keep_command(memory, "pytest -q", RED, 1, started=memory.stamp())
    newest = read_newest(memory, branch="", everything=False, events=False, since="", limit=20)
    entries, total = merge_timeline(memory, newest.entries, limit=20)
    assert total == len(entries)
    assert [(one.kind, one.title) for one in entries if one.kind == "run"] == [
        ("run", "pytest -q — failure: 1 failed, 4 passed in 1.0s")
    ]


def test_the_log_has_one_line_for_a_session_and_its_checkpoint(opened: Opened) -> None:
    memory = opened()
    for ident, second in (("s1", "05.100Z"), ("s2", "05.900Z"), ("s0", "05Z"), ("s3", "05.500Z")):
        ended = f"2026-05-01T10:00:{second}"
        session = Session(id=ident, agent="codex", title=ident, branch="main", started=ended, ended=ended,
                          edited=("a.py",), prompts=(Prompt(ident, ended, 1),))  # fmt: skip
        memory.sessions.write(session)
        assert write_session_checkpoint(memory, session) is not None
    newest = read_newest(memory, branch="", everything=False, events=False, since="", limit=20)
    entries, total = merge_timeline(memory, newest.entries, limit=20)
    assert [one.session for one in entries] == ["s2", "s3", "s1", "s0"], "to the millisecond"
    assert total == len(entries)
    assert [one.id for one in memory.sessions.newest()] == ["s2", "s3", "s1", "s0"]


def test_a_failure_names_what_was_edited_before_its_command_passed(opened: Opened, repo: Path) -> None:
    memory = opened()
    keep_command(memory, "pytest -q", RED, 1, started=memory.stamp())
    later = time.time() + 60
    for name in ("readme.py", "__pycache__/readme.pyc"):
        path = repo / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("text = ''\n")
        os.utime(path, (later, later))
    keep_command(memory, "pytest -q", GREEN, 0, started=format_timestamp(later + 1), files=["tests/__pycache__/a.pyc"])
    (failure,) = find_asked_failures(memory, "why did pytest fail")
    assert (failure.status, failure.files) == ("resolved", ("readme.py",))
    assert not find_run(memory, "").edited, "bytecode is not edited"
