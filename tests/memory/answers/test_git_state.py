"""A brief tells the state of git as the gate lets it through, and takes over what passed for the latest snapshot."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.answers.git_state import read_git_state
from backstory.redact.gate import Gate

PHRASE = "violet anchor seven"


def subjects(memory: Memory) -> list[str]:
    return [commit.subject for commit in read_git_state(memory, memory.snapshots.latest()).commits]


def test_subjects_that_passed_for_a_snapshot_are_not_judged_again(
    opened: Callable[..., Memory], repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repo, "commit", "--allow-empty", "-qm", "feat(pool): wait for 3 connections (#12)")
    opened().snapshot("mend the pool")
    git(repo, "commit", "--allow-empty", "-qm", "fix the 2nd test")
    checked: list[str] = []
    check = Gate.check

    def noted(gate: Gate, text: str) -> object:
        checked.append(text)
        return check(gate, text)

    monkeypatch.setattr(Gate, "check", noted)
    assert subjects(opened())[0] == "fix the 2nd test"
    assert "fix the 2nd test" in checked
    assert not any("(#12)" in text for text in checked)


def test_a_secret_that_a_later_setting_names_is_taken_out(opened: Callable[..., Memory], repo: Path) -> None:
    git(repo, "commit", "--allow-empty", "-qm", f"say {PHRASE}")
    opened().snapshot()
    assert PHRASE in subjects(opened())[0]
    (repo / ".env").write_text(f"TOKEN='{PHRASE}'\n")
    assert PHRASE not in subjects(opened())[0]


def test_a_secret_that_was_stated_since_is_taken_out(opened: Callable[..., Memory], repo: Path) -> None:
    git(repo, "commit", "--allow-empty", "-qm", "try hunter2Waecz9 on the pool")
    opened().snapshot()
    memory = opened()
    memory.stated_secrets.add([("stated-secret", "hunter2Waecz9")])
    assert "hunter2Waecz9" not in subjects(opened())[0]


def test_a_day_of_commits_tells_what_came_after_a_checkpoint(opened: Callable[..., Memory], repo: Path) -> None:
    for number in range(12):
        git(repo, "commit", "--allow-empty", "-qm", f"step {number}")
    assert "step 0" in subjects(opened())
