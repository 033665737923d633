"""Nothing unfinished lies in a working tree, where a `git add -A` at that moment would fail over it."""

import os
import subprocess
import threading
from pathlib import Path

import pytest

from backstory.edits import foreign
from backstory.store import files
from backstory.store.files import WRITTEN_HERE, write_atomic
from backstory.store.scaffold import write_scaffold
from backstory.store.scratch import find_scratch
from backstory.store.unfinished_files import remove_unfinished

LARGE = b"x" * 400_000


def make_git_folder(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")


def test_a_file_of_a_working_tree_is_finished_in_the_folder_of_git(tmp_path: Path) -> None:
    make_git_folder(tmp_path)
    target = tmp_path / "AGENTS.md"
    target.write_bytes(b"old")
    is_done = threading.Event()
    seen: set[str] = set()

    def watch() -> None:
        while not is_done.is_set():
            seen.update(os.listdir(tmp_path))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for number in range(40):
            file = foreign.read(str(target), within=str(tmp_path))
            foreign.write(file, LARGE + str(number).encode(), within=str(tmp_path))
    finally:
        is_done.set()
        watcher.join()
    assert target.read_bytes() == LARGE + b"39"
    assert {name for name in seen if name.startswith(WRITTEN_HERE)} == set()
    assert os.listdir(tmp_path / ".git") == ["HEAD"]


def test_without_such_a_folder_it_is_written_beside_its_target(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")
    assert find_scratch(str(tmp_path)) == ""
    write_atomic(str(tmp_path / "AGENTS.md"), b"new", in_worktree=True)
    assert (tmp_path / "AGENTS.md").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == [".git", "AGENTS.md"]


def test_a_folder_that_may_only_be_read_is_no_obstacle(tmp_path: Path) -> None:
    make_git_folder(tmp_path)
    (tmp_path / ".git").chmod(0o500)
    try:
        write_atomic(str(tmp_path / "AGENTS.md"), b"new", in_worktree=True)
    finally:
        (tmp_path / ".git").chmod(0o700)
    assert (tmp_path / "AGENTS.md").read_bytes() == b"new"


def run_git(folder: Path, *arguments: str) -> None:
    """Runs git and shows what it says when it fails."""
    environ = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["plain", "linked", "below"])
def test_git_adds_everything_while_a_file_is_replaced_over_and_over(tmp_path: Path, kind: str) -> None:
    run_git(tmp_path, "init", "-q", "main")
    run_git(tmp_path / "main", "commit", "-q", "--allow-empty", "-m", "a")
    folder = tmp_path / "main"
    if kind == "linked":
        run_git(folder, "worktree", "add", "-q", str(tmp_path / "linked"))
        folder = tmp_path / "linked"
    root = folder / "packages" / "web" if kind == "below" else folder
    root.mkdir(parents=True, exist_ok=True)
    is_done = threading.Event()

    def keep_writing() -> None:
        while not is_done.is_set():
            for name in ("AGENTS.md", ".claude/settings.json"):
                file = foreign.read(str(root / name), within=str(root))
                foreign.write(file, LARGE, within=str(root))

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        for _ in range(15):
            run_git(folder, "add", "-A")
    finally:
        is_done.set()
        writer.join()
    staged = subprocess.run(["git", "ls-files"], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert WRITTEN_HERE not in staged


def test_the_first_files_of_a_project_are_unseen_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before `.backstory/.gitignore` is there, nothing else hides what is unfinished in that folder."""
    make_git_folder(tmp_path)
    seen: list[Path] = []
    original = files._fill_file

    def watch(*rest: object) -> None:
        seen.extend(tmp_path.rglob(WRITTEN_HERE + "*"))
        original(*rest)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "_fill_file", watch)
    write_scaffold(str(tmp_path / ".backstory"), "01JD8ZK3M7Q4T9W2R5X8Y1B6C0")
    outside = [path.parent.name for path in seen if path.parent != tmp_path / ".git"]
    assert len(seen) == 5 and outside == ["local"]


def test_what_was_left_in_the_folder_of_git_is_removed(tmp_path: Path) -> None:
    make_git_folder(tmp_path)
    (tmp_path / "docs").mkdir()
    names = [".tmp-backstory-00112233", ".tmp-00112233", ".tmp-backstory-fresh"]
    for name in names:
        (tmp_path / ".git" / name).write_text("x")
    for name in names[:2]:
        os.utime(tmp_path / ".git" / name, (0, 0))
    remove_unfinished(str(tmp_path / "docs"))
    assert sorted(os.listdir(tmp_path / ".git")) == sorted([*names[1:], "HEAD"])
