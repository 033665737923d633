"""A merge that keeps two versions of a record's text is named."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

TEXT = "order matters\nand nothing else does\nfor now"


def merge(project: Path, run: Run, ours: tuple[str, str], theirs: tuple[str, str]) -> Path:
    """A record whose text was changed on two branches that are merged."""
    run("remember", "decision", "Use one queue", "--why", TEXT, "--scope", "team")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    (path,) = (project / ".backstory" / "memory" / "decision").glob("*.md")
    git(project, "checkout", "-qb", "other")
    path.write_text(path.read_text().replace(*theirs))
    git(project, "commit", "-qam", "theirs", "--allow-empty")
    git(project, "checkout", "-q", "-")
    path.write_text(path.read_text().replace(*ours))
    git(project, "commit", "-qam", "ours", "--allow-empty")
    git(project, "merge", "-q", "--no-edit", "other")
    return path


def test_two_versions_of_a_line_are_named_until_one_is_chosen(project: Path, run: Run) -> None:
    path = merge(project, run, ("order matters", "order is vital"), ("order matters", "order matters a lot"))
    told = run("doctor", ok=False).out
    assert "has the text of both sides of a merge, “order is vital” and “order matters a lot”" in told
    path.write_text(path.read_text().replace("order matters a lot\n", ""))
    assert "text of both sides" not in run("doctor", ok=False).out


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (("order matters", "order is vital"), ("for now", "for ever")),
        (("order matters", "order is vital"), ("order matters", "order is vital")),
        (("order matters", "order is vital"), ("order matters", "order matters")),
        (("for now", "for now\n- one"), ("for now", "for now\n- two")),
        (("tier: reference", "tier: pinned"), ("order matters", "order is vital")),
    ],
)
def test_what_merges_well_is_not_named(project: Path, run: Run, ours: tuple[str, str], theirs: tuple[str, str]) -> None:
    merge(project, run, ours, theirs)
    assert "text of both sides" not in run("doctor", ok=False).out
