"""The branch and the place of what git is in the middle of, and what is stashed on a branch."""

import pytest
from testing.repositories import Repo

from backstory.base.discovery import read_head
from backstory.base.git_operations import describe_stop, find_left_branch


def diverge(repo: Repo) -> None:
    """`work` with two commits, checked out, and `main` with one that conflicts with the first of them."""
    repo.commit("base", f="1\n")
    repo.git("checkout", "-qb", "feat/work")
    repo.commit("Widen the window", f="2\n")
    repo.commit("Name the window", g="2\n")
    repo.git("checkout", "-q", "main")
    repo.commit("Narrow the window", f="3\n")
    repo.git("checkout", "-q", "feat/work")


@pytest.mark.parametrize("way", ["--merge", "--apply"])
def test_a_rebase_stands_on_the_branch_that_it_goes_back_to(repo: Repo, way: str) -> None:
    diverge(repo)
    repo.git("rebase", way, "main", check=False)
    git = repo.asked
    assert read_head(git.git_dir, git.common_dir) == (repo.git("rev-parse", "main"), "feat/work")
    state = git.state()
    assert (state.branch, state.detached, state.operation) == ("feat/work", True, "rebase")
    assert state.stopped.endswith("commit 1 of 2")
    assert "Widen the window" in state.stopped
    repo.git("rebase", "--abort")
    assert read_head(git.git_dir, git.common_dir) == (repo.git("rev-parse", "feat/work"), "feat/work")
    assert (git.state().operation, git.state().stopped) == ("", "")


def test_a_rebase_of_a_detached_head_stands_on_no_branch(repo: Repo) -> None:
    diverge(repo)
    repo.git("checkout", "-q", "--detach")
    repo.git("rebase", "main", check=False)
    git = repo.asked
    assert git.operation() == "rebase"
    assert read_head(git.git_dir, git.common_dir)[1] == ""


def test_a_bisection_stands_on_the_branch_that_it_began_on(repo: Repo) -> None:
    diverge(repo)
    repo.commit("Close the window", h="1\n")
    repo.git("bisect", "start", "HEAD", "HEAD~3")
    git = repo.asked
    assert read_head(git.git_dir, git.common_dir) == (repo.git("rev-parse", "HEAD"), "feat/work")
    repo.git("bisect", "reset")
    repo.git("checkout", "-q", "--detach")
    repo.git("bisect", "start", "HEAD", "HEAD~3")
    assert find_left_branch(git.git_dir) == ""


@pytest.mark.parametrize(("command", "stop"), [
    (("merge", "main"), "Merge branch 'main' into feat/work"),
    (("cherry-pick", "main"), "Narrow the window"),
    (("revert", "HEAD~2"), 'Revert "base"'),
])  # fmt: skip
def test_what_was_to_be_committed_is_told(repo: Repo, command: tuple[str, ...], stop: str) -> None:
    diverge(repo)
    repo.git(*command, check=False)
    assert describe_stop(repo.asked.git_dir) == stop


def test_a_worktree_has_operations_of_its_own(repo: Repo) -> None:
    diverge(repo)
    repo.git("worktree", "add", "-q", "-b", "aside", "../aside", "main")
    repo.git("rebase", "main", check=False)
    aside = Repo(repo.root.parent / "aside", repo.environ, init=False).asked
    assert (aside.operation(), read_head(aside.git_dir, aside.common_dir)[1]) == ("", "aside")


def test_what_is_stashed_on_a_branch_is_told_there(repo: Repo) -> None:
    diverge(repo)
    repo.write("f", "half done\n")
    repo.write("ü name", "new\n")
    repo.git("add", "-A")
    repo.git("stash", "push", "-qm", "the window: half done")
    assert [(one.text, one.files) for one in repo.asked.state().stashes] == [("the window: half done", ("f", "ü name"))]
    repo.write("g", "tried\n")
    repo.git("stash", "-q")
    assert [one.files for one in repo.asked.state().stashes] == [("g",), ("f", "ü name")]
    assert repo.asked.state().stashes[0].text == ""
    assert all(one.made.endswith("Z") for one in repo.asked.state().stashes)
    repo.git("checkout", "-q", "main")
    assert repo.asked.state().stashes == ()
    repo.git("checkout", "-q", "feat/work")
    repo.git("stash", "pop", "-q")
    repo.git("checkout", "-q", ".")
    repo.git("stash", "pop", "-q")
    assert repo.asked.state().stashes == ()
