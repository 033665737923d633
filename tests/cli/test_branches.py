"""What lies on other branches is said by every command that lists, and shown on demand."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


@pytest.fixture
def feature(project: Path, run: Run) -> Path:
    """A project on `main`, with two records that only `feature` shows."""
    git(project, "switch", "-qc", "feature")
    run("remember", "decision", "Use anyio only", "-q")
    run("remember", "fact", "The pool has eight slots", "-q")
    (project / "a.txt").write_text("a\n")
    git(project, "add", "a.txt")
    git(project, "commit", "-qm", "a")
    git(project, "switch", "-q", "main")
    run("remember", "fact", "Main fact", "-q")
    return project


LISTING = (("list",), ("recall", "anyio pool"), ("status",), ("log",), ("decisions",))


@pytest.mark.parametrize("command", LISTING, ids=lambda command: command[0])
def test_a_listing_names_the_branch_and_the_number(feature: Path, run: Run, command: tuple[str, ...]) -> None:
    count = 1 if command[0] == "decisions" else 2
    ran = run(*command)
    assert f"{count} more on `feature`; `--all-branches` shows {'it' if count == 1 else 'them'}" in ran.err
    assert "anyio" not in ran.out
    assert "feature" not in run(*command, "--all-branches").err
    if command[0] != "status":
        assert "Use anyio only" in run(*command, "--all-branches").out
        assert run(*command, "--json").json["elsewhere"] == {"feature": count}
        assert run(*command, "--all-branches", "--json").json["elsewhere"] == {}
    else:
        assert run("status", "--all-branches", "--json").json["records"]["total"] == 3


def test_only_what_fits_the_question_is_counted(feature: Path, run: Run) -> None:
    assert "1 more on `feature`" in run("recall", "anyio").err
    assert "more on" not in run("recall", "zebra crossing").err
    assert "1 more on `feature`" in run("list", "--kind", "fact").err
    assert "more on" not in run("list", "--tag", "nothing").err


def test_briefs_and_logs_of_a_branch(feature: Path, run: Run) -> None:
    assert "Use anyio only" in run("brief", "--branch", "feature").out
    assert "Use anyio only" in run("log", "-b", "feature").out
    assert "Use anyio only" in run("brief", "--all-branches").out
    for command in (("brief", "--branch", "featur"), ("log", "-b", "featur")):
        ran = run(*command, ok=False)
        assert ran.code == 2
        assert "no branch `featur`" in ran.err
        assert "`feature`" in ran.err


def test_a_session_that_nobody_knows_is_an_error(project: Path, run: Run) -> None:
    ran = run("brief", "--session", "nope", ok=False)
    assert ran.code
    assert "no session `nope`" in ran.err


def test_the_teams_records_of_another_branch_are_as_trusted_as_there(project: Path, run: Run) -> None:
    git(project, "switch", "-qc", "feature")
    ident = run("remember", "decision", "Use trio", "--scope", "team", "--json").json["id"]
    run("edit", ident, "--title", "Use anyio", "-q")
    git(project, "add", "-f", ".backstory/memory")
    git(project, "commit", "-qm", "memory")
    git(project, "switch", "-q", "main")
    run("list")  # the index forgets the files of the branch

    out = run("brief", "--branch", "feature").out

    assert "Use anyio" in out
    assert "Use trio" not in out
    assert "untrusted" not in out
