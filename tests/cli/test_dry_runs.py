"""A dry run speaks of what would be done, all through."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

DONE = ("moved ", "removed ", "deleted ", "restored ", "kept ", "left ")


@pytest.mark.parametrize("command", [("clean",), ("clean", "--purge"), ("uninstall",), ("uninstall", "--purge")])
@pytest.mark.parametrize("tracked", [False, True])
def test_a_dry_run_is_conditional_throughout(repo: Path, run: Run, command: tuple[str, ...], tracked: bool) -> None:
    run("init", "--yes", "--agents", "claude-code")
    run("remember", "fact", "private one")
    run("remember", "fact", "team one", "--scope", "team")
    if tracked:
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "memory")
    told = run(*command, "--dry-run", "--yes", "--json").json["done"]
    assert len(told) >= 3
    assert [line for line in told if line.startswith(DONE)] == []
    assert all(line.startswith(("would ", "Backstory is")) for line in told)
    really = run(*command, "--yes", "--json").json["done"]
    assert [line for line in really if line.startswith("would ")] == []
