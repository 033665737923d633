"""Reading a working tree: guards, and blob ids that are git's own."""

import os
import subprocess
from pathlib import Path

import pytest
from testing.children import list_children, needs_proc

from backstory.git import tracked
from backstory.git.process import GitFailed
from backstory.git.repository import Git
from backstory.git.worktree import blob_id, hash_file

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def repository(path: Path) -> Git:
    path.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", "-b", "main", path], env=ENVIRON, check=True)
    git = Git(str(path), ENVIRON)
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git.run("config", key, value)
    return Git(str(path), ENVIRON)


def commit(git: Git, message: str = "a change") -> str:
    git.run("add", "-A")
    git.run("commit", "-q", "--no-verify", "-m", message)
    return git.run("rev-parse", "HEAD").decode().strip()


def test_blob_ids_are_gits_own(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    commit(git)

    (entry,) = tracked.list_tracked(git)

    assert entry == ("a.py", blob_id(b"x = 1\n")) == ("a.py", hash_file(str(tmp_path / "a.py")))


def test_links_and_submodules_are_not_listed(tmp_path: Path) -> None:
    inner = repository(tmp_path / "inner")
    (tmp_path / "inner" / "b.py").write_text("y = 1\n")
    commit(inner)
    git = repository(tmp_path / "outer")
    (tmp_path / "outer" / "a.py").write_text("x = 1\n")
    (tmp_path / "outer" / "link.py").symlink_to("a.py")
    inner = str(tmp_path / "inner")
    added = ["git", "-C", git.root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "sub"]
    subprocess.run(added, env=ENVIRON, check=True)
    commit(git)

    assert {e.path for e in tracked.list_tracked(git)} == {"a.py", ".gitmodules"}


def test_status_names_what_differs(tmp_path: Path) -> None:
    git = repository(tmp_path)
    for name in ("same.py", "edited.py", "staged.py", "deleted.py"):
        (tmp_path / name).write_text(f"{name} = 1\n")
    head = commit(git)
    (tmp_path / "edited.py").write_text("edited = 2\n")
    (tmp_path / "staged.py").write_text("staged = 2\n")
    git.run("add", "staged.py")
    (tmp_path / "deleted.py").unlink()
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "größe.py").write_text("z = 1\n")

    git.run("mv", "same.py", "moved.py")
    (tmp_path / ".backstory").mkdir()
    (tmp_path / ".backstory" / "own.py").write_text("x = 1\n")

    found = tracked.read_dirty(git)

    assert found.head == head
    names = {"edited.py", "staged.py", "deleted.py", "new/größe.py", "same.py", "moved.py"}
    assert set(found.dirty) == names | {".backstory/own.py"}
    by_state = tracked.status_in(git.state())
    assert by_state is not None
    assert (by_state.head, set(by_state.dirty), by_state.gone) == (head, names, found.gone)
    now = {d.path: d.oid for d in tracked.hash_dirty(str(tmp_path), found.dirty, {})}
    assert now["deleted.py"] == ""
    assert now["edited.py"] == blob_id(b"edited = 2\n")


def test_a_status_that_was_started_is_the_one_that_is_read(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "a.py").write_text("x = 1\n")

    started = tracked.start_status(git)
    try:
        assert tracked.read_dirty(git, started) == tracked.read_dirty(git)
    finally:
        started.end()


def test_a_status_that_fails_says_so_when_it_is_read(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / ".git" / "index").write_bytes(b"damaged")

    started = tracked.start_status(git)
    with pytest.raises(GitFailed, match="git status"):
        tracked.read_dirty(git, started)
    started.end()


@needs_proc
def test_a_status_that_nobody_reads_is_ended(tmp_path: Path) -> None:
    git = repository(tmp_path)
    descriptors, children = len(os.listdir("/dev/fd")), list_children()

    started = tracked.start_status(git)
    started.end()

    assert len(os.listdir("/dev/fd")) == descriptors
    assert list_children() <= children


def test_no_commit_yet(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "a.py").write_text("x = 1\n")

    assert tracked.read_dirty(git)[:2] == ("", ("a.py",))


def test_below_the_top_paths_are_of_the_root(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("x = 1\n")
    old = commit(git)
    (tmp_path / "lib" / "a.py").write_text("x = 2\n")
    (tmp_path / "b.py").write_text("x = 2\n")
    below = Git(str(tmp_path / "lib"), ENVIRON)

    assert tracked.read_dirty(below).dirty == ("a.py",)
    new = commit(git)
    assert [e.path for e in tracked.changed_between(below, old, new)] == ["a.py"]


def test_names_that_are_not_unicode_are_left_out(tmp_path: Path) -> None:
    git = repository(tmp_path)
    os.close(os.open(os.fsencode(tmp_path) + b"/caf\xe9.py", os.O_CREAT))
    (tmp_path / "a.py").write_text("x = 1\n")

    assert tracked.read_dirty(git).dirty == ("a.py",) == tuple(tracked.walk_paths(str(tmp_path)))
    commit(git)
    assert [e.path for e in tracked.list_tracked(git)] == ["a.py"]
    os.close(os.open(os.fsencode(tmp_path) + b"/th\xe9.py", os.O_CREAT))
    assert tracked.status_in(git.state()) == tracked.read_dirty(git)


def test_walk_honours_ignore_files_and_does_not_follow_links(tmp_path: Path) -> None:
    for name in ("src/a.py", "src/gen/b.py", "node_modules/c.js", "build/d.py", "src/keep/e.log"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    (tmp_path / "src" / ".gitignore").write_text("/gen/\n!e.log\n")
    (tmp_path / "src" / "up").symlink_to(tmp_path)

    assert set(tracked.walk_paths(str(tmp_path))) == {".gitignore", "src/.gitignore", "src/a.py"} | {"src/keep/e.log"}


def test_a_file_taken_out_of_the_index_and_left_in_the_tree_is_named_once(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "a.py").write_text("x = 1\n")
    commit(git)
    git.run("rm", "-q", "--cached", "a.py")
    status = tracked.read_dirty(git)
    assert status.dirty == ("a.py",)
    assert status.gone == frozenset()
    assert tracked.status_in(git.state()) == status


def test_a_state_that_leaves_something_out_gives_no_status(tmp_path: Path) -> None:
    git = repository(tmp_path)
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "b.py").write_text("x = 1\n")
    assert tracked.status_in(git.state()) is None  # no commit yet
    commit(git)
    (tmp_path / "a.py").write_text("x = 2\n")
    (tmp_path / "b.py").write_text("x = 2\n")
    assert tracked.status_in(git.state(changes=1)) is None
    assert tracked.status_in(git.state()) == tracked.read_dirty(git)
