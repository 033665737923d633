"""What was tried and taken back with git leaves no red test behind."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Commit, Prompt, Session
from backstory.model.snapshot import Change, GitState
from backstory.model.snapshot import Commit as GitCommit
from backstory.recall.past.red_tests import list_red, tells_undone
from backstory.recall.past.sessions import PastWork, choose_past_work
from backstory.recall.past.undone_work import Tree, describe_tree

TRY = Prompt("Try a pool of four", "2026-05-01T10:00:00Z", 1, edited=("src/pool.py",))
RED = CommandRun("pytest -q", "test", "2026-05-01T10:01:00Z", failed=True, red=("t.py::test_take",), line=4)


def run(command: str, line: int, *, edited: tuple[str, ...] = (), **more) -> CommandRun:
    return CommandRun(command, "git", f"2026-05-01T10:{line:02}:00Z", edited=edited, line=line, **more)


def remember(
    *commands: CommandRun,
    commits: tuple[Commit, ...] = (),
    git: GitState | None = None,
    files: tuple[str, ...] = ("src/pool.py",),
    **more,
) -> PastWork:
    session = Session(
        id="one", agent="codex", branch="main", prompts=(TRY,), commands=commands, commits=commits,
        edited=files, ended="2026-05-01T11:00:00Z", **more,
    )  # fmt: skip
    return choose_past_work([session], "main", git=git or GitState())


@pytest.mark.parametrize("command", [
    "git reset --hard",
    "git reset -q --hard HEAD",
    "git checkout -- .",
    "git checkout src/pool.py",
    "git checkout HEAD -- src/",
    "git restore .",
    "git restore --source=HEAD src",
    "git stash",
    "git stash push -u -m 'a pool of four'",
    "git stash push -m x -- src/pool.py",
    "cd /shop && git stash save later",
    "git merge --abort",
    "git -C /shop reset --hard && git status",
])  # fmt: skip
def test_a_red_test_of_what_was_taken_back_is_over(command: str) -> None:
    past = remember(RED, run(command, 9))
    assert list_red(past) == []
    assert past.files == ()
    assert tells_undone("`test_take` is red, the pool is too small.", "2026-05-01T10:05:00Z", past)


@pytest.mark.parametrize("command", [
    "git reset",
    "git reset HEAD~1",
    "git reset --soft HEAD~1",
    "git checkout other",
    "git checkout -b other",
    "git checkout docs/",
    "git restore --staged .",
    "git stash list",
    "git stash show",
    "git stash -p",
    "git stash push -m x -- docs/pool.md",
    "git rebase --continue",
    "echo git reset --hard",
])  # fmt: skip
def test_what_takes_nothing_back_leaves_it_red(command: str) -> None:
    past = remember(RED, run(command, 9))
    assert list_red(past) == ["t.py::test_take"]
    assert past.files == ("src/pool.py",)


@pytest.mark.parametrize("command", ["git checkout docs/pool.md", "git restore docs", "git stash push -- docs/pool.md"])
def test_a_file_that_was_restored_beside_others_is_not_of_the_work(command: str) -> None:
    both = msgspec.structs.replace(RED, edited=("docs/pool.md",))
    past = remember(both, run(command, 9), files=("src/pool.py", "docs/pool.md"))
    assert past.files == ("src/pool.py",)
    assert list_red(past) == ["t.py::test_take"], "the rest of the try still stands"


def test_a_file_that_was_edited_again_after_it_was_restored_is_of_the_work() -> None:
    both = msgspec.structs.replace(RED, edited=("docs/pool.md",))
    back = run("git checkout docs/pool.md", 9, edited=("docs/pool.md",))
    assert set(remember(both, back, files=("src/pool.py", "docs/pool.md")).files) == {"src/pool.py", "docs/pool.md"}


def test_a_command_that_failed_takes_nothing_back() -> None:
    assert list_red(remember(RED, run("git reset --hard", 9, failed=True)))


def test_what_was_red_before_the_try_stays_red() -> None:
    before = CommandRun("pytest -q", "test", "2026-05-01T09:00:00Z", failed=True, red=("t.py::test_old",), line=2)
    prompt = Prompt("Try a pool of four", "2026-05-01T08:00:00Z", 1)
    tried = CommandRun("ls", "other", line=3, edited=("src/pool.py",))
    session = Session(
        id="one", agent="codex", branch="main", prompts=(prompt,), edited=("src/pool.py",),
        commands=(before, tried, RED, run("git checkout .", 9)),
    )  # fmt: skip
    assert list_red(choose_past_work([session], "main")) == ["t.py::test_old"]


KEPT = Commit("1111111aaa", "Keep", "2026-05-01T10:02:00Z", 5)
THROWN = Commit("2222222bbb", "A pool of four", "2026-05-01T10:20:00Z", 20)
LATE = CommandRun("pytest u.py", "test", "2026-05-01T10:15:00Z", failed=True, red=("u.py::test_give",), line=15)


@pytest.mark.parametrize(("command", "red"), [
    ("git reset --hard HEAD~1", ["t.py::test_take"]),
    ("git reset --hard @^", ["t.py::test_take"]),
    ("git reset --hard HEAD~2", []),
    ("git reset --hard HEAD^^", []),
    ("git reset --hard 1111111", ["t.py::test_take"]),
    ("git reset --hard", ["u.py::test_give", "t.py::test_take"]),
    ("git reset --hard origin/main", ["u.py::test_give", "t.py::test_take"]),
])  # fmt: skip
def test_a_reset_takes_commits_back(command: str, red: list[str]) -> None:
    edit = run("git status", 12, edited=("src/pool.py",))
    past = remember(RED, edit, LATE, run(command, 30), commits=(KEPT, THROWN))
    assert list_red(past) == red


def test_a_revert_takes_its_commit_back() -> None:
    revert = Commit("3333333ccc", 'Revert "Keep"', "2026-05-01T10:40:00Z", 40)
    assert list_red(remember(RED, commits=(KEPT,))) == ["t.py::test_take"]
    assert list_red(remember(RED, run("git revert --no-edit HEAD", 39), commits=(KEPT, revert))) == []
    theirs = GitState(commits=(GitCommit("3333333ccc", 'Revert "Keep"'),))
    assert list_red(remember(RED, commits=(KEPT,), git=theirs)) == []


def test_what_is_stashed_and_popped_is_of_the_work_again() -> None:
    past = remember(RED, run("git stash", 9), run("git stash pop", 30))
    assert list_red(past) == ["t.py::test_take"]
    assert past.files == ("src/pool.py",)


def test_a_later_session_takes_back_what_an_earlier_one_left() -> None:
    first = Session(id="one", agent="codex", branch="main", prompts=(TRY,), commands=(RED,), edited=("src/pool.py",),
                    ended="2026-05-01T11:00:00Z", commit="aaaaaaa1", answers=(Answer("Half done."),))  # fmt: skip
    second = Session(id="two", agent="codex", branch="main", prompts=(Prompt("Throw it away"),), commit="aaaaaaa1",
                     commands=(run("git restore .", 3),), ended="2026-05-02T11:00:00Z")  # fmt: skip
    assert list_red(choose_past_work([second, first], "main")) == []
    moved = Session(id="two", agent="codex", branch="main", prompts=second.prompts, commit="bbbbbbb2",
                    commands=second.commands, ended=second.ended)  # fmt: skip
    assert list_red(choose_past_work([moved, first], "main")) == ["t.py::test_take"], "somebody committed it since"


HEAD = "4444444ddd"
BACK = CommandRun("pytest -q", "test", RED.made, failed=True, red=RED.red, line=4, edited=("src/pool.py",))
"""The red run, after which the same file was edited once more."""
GREEN = CommandRun("pytest -q", "test", "2026-05-01T09:59:00Z", line=0)


def edit_back(*commands: CommandRun, changed: tuple[str, ...] = (), head: str = HEAD, **more) -> PastWork:
    more = {"prompts": (TRY,)} | more
    session = Session(
        id="one", agent="codex", branch="main", commands=commands, edited=("src/pool.py",),
        ended="2026-05-01T11:00:00Z", commit=HEAD, **more,
    )  # fmt: skip
    return choose_past_work([session], "main", tree=Tree(head, frozenset(changed)))


def test_a_red_test_of_what_was_edited_back_is_over() -> None:
    past = edit_back(BACK)
    assert list_red(past) == []
    assert past.files == ()
    assert tells_undone("`test_take` is red, the pool is too small.", "2026-05-01T10:05:00Z", past)


@pytest.mark.parametrize(("past", "why"), [
    (lambda: edit_back(RED), "the file was not edited again"),
    (lambda: edit_back(BACK, changed=("src/pool.py",)), "the file still differs from the commit"),
    (lambda: edit_back(BACK, head="5555555eee"), "somebody has committed since"),
    (lambda: edit_back(BACK, commits=(Commit(HEAD, "A pool of four", "2026-05-01T10:09:00Z", 9),)), "it was committed"),
    (
        lambda: edit_back(BACK, changed=("t.py",), prompts=(Prompt("x", TRY.made, 1, edited=("src/pool.py", "t.py")),)),
        "the test was written before, and waits",
    ),
])  # fmt: skip
def test_what_is_not_surely_edited_back_leaves_it_red(past, why: str) -> None:
    assert list_red(past()) == ["t.py::test_take"], why


def test_a_try_beside_other_work_is_over_where_the_tests_ran_before_it() -> None:
    work = Prompt("Write the handler", "2026-05-01T09:00:00Z", -2, edited=("src/handler.py",))
    green = edit_back(GREEN, BACK, prompts=(work, TRY), changed=("src/handler.py",))
    assert list_red(green) == []
    assert list_red(edit_back(BACK, prompts=(work, TRY), changed=("src/handler.py",))) == ["t.py::test_take"]
    red = CommandRun("pytest -q", "test", GREEN.made, failed=True, red=("t.py::test_handle",), line=0)
    assert list_red(edit_back(red, BACK, prompts=(work, TRY), changed=("src/handler.py",))) == ["t.py::test_handle"]


@pytest.mark.parametrize("git", [
    GitState(),
    GitState(commit=HEAD, operation="rebase"),
    GitState(commit=HEAD, more_changes=3),
    GitState(commit=HEAD, reason="git took too long"),
])  # fmt: skip
def test_a_tree_that_git_does_not_tell_whole_is_unknown(git: GitState) -> None:
    assert describe_tree(git) is None


def test_a_tree_names_both_ends_of_a_rename() -> None:
    change = Change("src/new.py", "renamed", was="src/old.py")
    assert describe_tree(GitState(commit=HEAD, changes=(change,))) == Tree(
        HEAD, frozenset(("src/new.py", "src/old.py"))
    )
