"""No file that an agent reads says what this branch does not know, once any command has run."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git
from tests.cli.test_graph import keep

READERS = (("status",), ("brief",), ("list",), ("recall", "walrus"), ("log",), ("tags",))


@pytest.mark.parametrize("argv", READERS)
def test_files_of_another_branch_are_written_anew_by_reading(repo: Path, run: Run, argv: tuple[str, ...]) -> None:
    run("init", "--yes", "--agents", "all")
    files = [repo / "AGENTS.md", *(repo / ".backstory" / "local" / f"handoff.{end}" for end in ("md", "json"))]
    git(repo, "checkout", "-qb", "secret")
    keep(run, "decision", "Walrus rule")
    assert all("Walrus rule" in file.read_text() for file in files)
    git(repo, "checkout", "-q", "main")
    run(*argv)
    assert not any("Walrus rule" in file.read_text() for file in files)
    git(repo, "checkout", "-q", "secret")
    run(*argv)
    assert all("Walrus rule" in file.read_text() for file in files)


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
