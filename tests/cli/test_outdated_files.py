"""No file that an agent reads says what this branch does not know, once any command has run."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Machine, Run, git
from tests.cli.test_graph import keep

from backstory.git.process import GitProcess

READERS = (("status",), ("brief",), ("list",), ("recall", "walrus"), ("log",), ("tags",))


@pytest.fixture
def secret(machine: Machine, run: Run, tmp_path: Path) -> Path:
    """A project that tells all agents, with a decision of the branch `secret`, which is checked out."""

    def set_up() -> None:
        run("init", "--yes", "--agents", "all")
        git(tmp_path / "shop", "checkout", "-qb", "secret")
        keep(run, "decision", "Walrus rule")

    return machine("secret", set_up)


@pytest.mark.parametrize("argv", READERS)
def test_files_of_another_branch_are_written_anew_by_reading(secret: Path, run: Run, argv: tuple[str, ...]) -> None:
    files = [secret / "AGENTS.md", *(secret / ".backstory" / "local" / f"handoff.{end}" for end in ("md", "json"))]
    assert all("Walrus rule" in file.read_text() for file in files)
    git(secret, "checkout", "-q", "main")
    run(*argv)
    assert not any("Walrus rule" in file.read_text() for file in files)
    git(secret, "checkout", "-q", "secret")
    run(*argv)
    assert all("Walrus rule" in file.read_text() for file in files)


@pytest.mark.parametrize("branch", ["main", "secret"])
def test_git_is_asked_once_for_the_briefs_of_all_agents(
    secret: Path, run: Run, monkeypatch: pytest.MonkeyPatch, branch: str
) -> None:
    calls: list[str] = []
    start = GitProcess._start

    def note(self: GitProcess, args: Sequence[str], *more: Any, **options: Any) -> Any:
        calls.append(args[0])
        return start(self, args, *more, **options)

    git(secret, "checkout", "-q", "main")
    run("status")
    git(secret, "checkout", "-q", branch)
    monkeypatch.setattr(GitProcess, "_start", note)
    keep(run, "decision", "Penguin rule")
    assert len(list(secret.parent.glob("data/projects/*/briefs/*/*.json"))) > 10
    assert calls.count("merge-base") <= 1
    assert max(map(calls.count, calls)) <= 4, calls


def test_an_edit_outside_git_is_noticed(project: Path, run: Run) -> None:
    keep(run, "decision", "Pool is one", "--at", "src/db/pool.py#Pool")
    handoff = project / ".backstory" / "local" / "handoff.md"
    assert "Pool is one" in handoff.read_text()
    code = project / "src" / "db" / "pool.py"
    code.write_text(code.read_text().replace("return 1", "return 2"))
    run("status")
    assert "(changed since)" in handoff.read_text()
    code.write_text(code.read_text().replace("return 2", "return 1"))
    run("status")
    assert "(changed since)" not in handoff.read_text()


def test_what_is_current_is_left_alone(project: Path, run: Run) -> None:
    keep(run, "decision", "Pool is one", "--at", "src/db/pool.py#Pool")
    run("status")
    local = project / ".backstory" / "local"
    before = {file.name: file.stat().st_mtime_ns for file in local.iterdir()}
    state = next((project.parent / "data").glob("projects/*/surfaces/*.json"))
    noted = json.loads(state.read_bytes())
    assert noted["files"].endswith("src/db/pool.py")
    state_time = state.stat().st_mtime_ns
    for argv in READERS:
        run(*argv)
    assert state.stat().st_mtime_ns == state_time
    assert {file.name: file.stat().st_mtime_ns for file in local.iterdir()} == before
