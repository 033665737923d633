"""Git's hooks from the command line, and what the process behind them does."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, git

from backstory.worker import git_hook


def read_hooks(root: Path) -> list[str]:
    return sorted(name for name in os.listdir(root / ".git/hooks") if not name.endswith(".sample"))


@pytest.fixture
def hooked(project: Path, run: Run) -> Path:
    """A project with our lines in git's hooks, which start nothing here: the tests call what they start."""
    run("agents", "add", "git")
    for name in read_hooks(project):
        (project / ".git/hooks" / name).chmod(0o644)
    return project


def test_init_adds_them_where_that_is_asked_for(repo: Path, run: Run) -> None:
    before = read_hooks(repo)
    assert ".git/hooks/post-commit" in run("init", "--git-hooks", "--no-agents", "--dry-run").out
    assert read_hooks(repo) == before
    run("init", "--yes", "--no-agents")
    assert read_hooks(repo) == before
    run("init", "--yes", "--no-agents", "--git-hooks")
    assert read_hooks(repo) == sorted([*before, "post-checkout", "post-commit", "post-merge", "post-rewrite"])

    run("clean", "--yes")
    assert read_hooks(repo) == before


def test_agents_rm_takes_them_out_and_leaves_the_rest(project: Path, run: Run) -> None:
    before = read_hooks(project)
    run("agents", "add", "gemini,git")
    text = (project / "GEMINI.md").read_text()
    assert json.loads(run("agents", "rm", "git", "--json").out)["agents"] == ["git"]
    assert read_hooks(project) == before and (project / "GEMINI.md").read_text() == text
    assert run("agents", "add", "git", "--global", ok=False).code == 2


def test_doctor_has_a_row_and_puts_them_back(project: Path, run: Run) -> None:
    assert "git-hooks" not in run("doctor").out
    run("agents", "add", "git")
    assert "git-hooks    post-checkout, post-commit, post-merge, post-rewrite; none has fired yet" in run("doctor").out

    (project / ".git/hooks/post-merge").unlink()
    assert "git does not run ours for post-merge" in run("doctor").out
    assert "repaired: `.git/hooks/post-merge`" in run("doctor", "--fix").err
    assert "git does not run ours" not in run("doctor").out


def test_a_commit_brings_the_handoff_up_to_date_and_leaves_a_checkpoint(hooked: Path, run: Run) -> None:
    (hooked / "src/db/pool.py").write_text("class Pool:\n    pass\n")
    git(hooked, "commit", "-qam", "Make the pool empty")
    (hooked / "src/db/pool.py").write_text("class Pool:\n    size = 4\n")
    git_hook.run("post-commit", str(hooked), os.environ)

    assert "1 file changed: src/db/pool.py" in (hooked / ".backstory/local/handoff.md").read_text()
    assert "[auto] main" in run("list", "--kind", "checkpoint").out
    listed = run("list").out
    git_hook.run("post-commit", str(hooked), os.environ)
    assert run("list").out == listed
    assert "(post-commit)" in run("doctor").out


def test_a_checkout_brings_the_branch_into_the_handoff(hooked: Path) -> None:
    git(hooked, "checkout", "-qb", "feature/pool")
    git(hooked, "commit", "-q", "--allow-empty", "-m", "Empty the pool")
    (hooked / "src/db/pool.py").write_text("class Pool:\n    size = 4\n")
    git_hook.run("post-commit", str(hooked), os.environ)
    assert "feature/pool at " in (hooked / ".backstory/local/handoff.md").read_text()
    git(hooked, "checkout", "-q", "main")
    git_hook.run("post-checkout", str(hooked), os.environ)
    assert "feature/pool at " not in (hooked / ".backstory/local/handoff.md").read_text()


@pytest.mark.parametrize(
    ("event", "arguments", "needless"),
    [
        ("post-checkout", ["a", "b", "0"], True), ("post-checkout", ["a", "b", "1"], False),
        ("post-commit", [], False), ("post-merge", ["0"], False), ("post-rewrite", ["rebase"], False),
    ],
)  # fmt: skip
def test_a_checkout_of_files_is_needless(repo: Path, event: str, arguments: list[str], needless: bool) -> None:
    assert git_hook.is_needless(event, arguments, str(repo)) is needless


def test_a_commit_of_a_rebase_is_needless(repo: Path) -> None:
    (repo / ".git/rebase-merge").mkdir()
    assert git_hook.is_needless("post-commit", [], str(repo))
    assert not git_hook.is_needless("post-rewrite", ["rebase"], str(repo))


def test_an_event_during_another_one_leaves_a_mark(hooked: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handled: list[str] = []

    def update(event: str, roots: Any, environ: Any) -> None:
        handled.append(event)
        if len(handled) == 1:
            git_hook.run("post-merge", str(hooked), os.environ)

    monkeypatch.setattr(git_hook, "update_projects", update)
    git_hook.run("post-checkout", str(hooked), os.environ)
    assert handled == ["post-checkout", "post-merge"]


def test_a_folder_without_memory_is_left_alone(repo: Path, tmp_path: Path) -> None:
    git_hook.run("post-commit", str(repo), os.environ)
    assert not (tmp_path / "data").exists() and not (repo / ".backstory").exists()


def test_the_hook_of_git_starts_the_process(project: Path, run: Run) -> None:
    """The real line, in the foreground: what it prints and its exit code stay away from git."""
    run("agents", "add", "git")
    script = project / ".git/hooks/post-commit"
    script.write_text(script.read_text().replace(" & #", " #"))
    (project / "src/db/pool.py").write_text("class Pool:\n    size = 4\n")
    git(project, "commit", "-q", "--allow-empty", "-m", "Reach the handoff")
    assert "1 file changed: src/db/pool.py" in (project / ".backstory/local/handoff.md").read_text()


def test_outside_of_git_there_are_none(tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").mkdir()
    monkeypatch.chdir(tmp_path / "plain")
    run("init", "--yes", "--no-agents")
    assert "is not in a git repository" in run("agents", "add", "git", ok=False).err
    assert subprocess.run(["git", "status"], capture_output=True).returncode
