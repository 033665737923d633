"""A forgotten team record that another branch edits: git stops, and what comes back all the same is taken out."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git
from tests.cli.test_transfer import everything


@pytest.fixture
def merged(project: Path, run: Run) -> Path:
    """The file of a record that was forgotten on one branch, tagged on the other and committed with `git add -A`."""
    done = run("remember", "decision", "The walrus opens the vault", "--scope", "team", "--json").json
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    git(project, "checkout", "-qb", "edits")
    run("edit", done["id"], "--tag", "late")
    git(project, "commit", "-qam", "tag")
    git(project, "checkout", "-q", "main")
    run("forget", done["id"], "--yes")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "forget")
    with pytest.raises(AssertionError):
        git(project, "merge", "-q", "edits")
    assert git(project, "diff", "--name-only", "--diff-filter=U").endswith(".md"), "git names the file"
    git(project, "add", "-A")
    git(project, "commit", "-qm", "merge")
    (path,) = (project / ".backstory" / "memory" / "decision").glob("*.md")
    return path


def test_it_is_named_and_taken_out(project: Path, merged: Path, run: Run) -> None:
    assert everything(run) == []
    for command in ("doctor", "lint"):
        ran = run(command, ok=False)
        assert "forgotten" in ran.out + ran.err and merged.name in ran.out + ran.err
    run("doctor", "--fix", ok=False)
    assert not merged.exists()
    assert not [p for p in project.parent.rglob("*.md") if b"walrus" in p.read_bytes() and ".git" not in p.parts]
    assert "was forgotten" not in run("doctor", ok=False).out
    git(project, "add", "-A")
    git(project, "commit", "-qm", "out")


def test_a_list_that_comes_with_a_branch_deletes_nothing_that_git_does_not_hold(project: Path, run: Run) -> None:
    """Anybody can put ids into `forgotten.txt`: what only that says is taken out only where git can bring it back."""
    mine = run("remember", "fact", "private and mine", "--json").json
    new = run("remember", "fact", "of the team and not yet committed", "--scope", "team", "--json").json
    old = run("remember", "fact", "of the team and committed", "--scope", "team", "--json").json
    changed = run("remember", "fact", "committed and changed", "--scope", "team", "--json").json
    git(project, "add", "-A", "--", ".backstory", f":!{Path(new['path']).relative_to(project)}")
    git(project, "commit", "-qm", "memory")
    run("edit", changed["id"], "--tag", "x")
    ids = "".join(f"{r['id']}\n" for r in (mine, new, old, changed))
    (project / ".backstory" / "memory" / "forgotten.txt").write_text(ids)
    run("doctor", "--fix", ok=False)
    assert [Path(r["path"]).exists() for r in (mine, new, old, changed)] == [True, True, False, True]
    assert [i["id"] for i in everything(run)] == [mine["id"]]
