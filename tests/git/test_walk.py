"""The walk without git: what it yields, what it says about the rest."""

import os
from pathlib import Path

import pytest

from backstory.git import walk
from backstory.git.walk import walk_files
from backstory.git.worktree import Tree


def write(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")


def paths(root: Path, below: str = "", **options) -> list[str]:
    return [path for path, _ in walk_files(Tree(str(root)), below, **options)]


def test_derived_folders_are_not_entered(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "env/pyvenv.cfg", "env/b.py", "cache/CACHEDIR.TAG", "bare/HEAD", "bare/objects/x")
    write(tmp_path, "node_modules/d.js", ".git/config", "own/e.py")

    assert paths(tmp_path) == ["a.py", "own/e.py"]
    assert paths(tmp_path, not_entered=frozenset(["own"]), not_entered_endings=("_modules",)) == ["a.py", ".git/config"]


def test_rules_above_a_folder_count_in_it(tmp_path: Path) -> None:
    write(tmp_path, "src/deep/a.py", "src/deep/a.log", "src/deep/keep.log", "other/b.py", "src/deep/c.tmp")
    (tmp_path / ".gitignore").write_text("*.log\n")
    (tmp_path / "src" / ".gitignore").write_text("!keep.log\n")
    (tmp_path / "src" / ".ignore").write_text("*.tmp\n")

    assert paths(tmp_path, "src/deep") == ["src/deep/a.py", "src/deep/c.tmp", "src/deep/keep.log"]
    assert paths(tmp_path, "src/deep", ignore_files=(".gitignore", ".ignore")) == ["src/deep/a.py", "src/deep/keep.log"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_what_is_not_a_regular_file_is_marked(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    (tmp_path / "link").symlink_to(tmp_path / "a.py")
    (tmp_path / "folder").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")

    found = dict(walk_files(Tree(str(tmp_path))))

    assert found == {"a.py": True, "folder": False, "link": False, "pipe": False}


def test_limits_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a/b/c/d.py", "e.py")
    skipped: list[tuple[str, str]] = []
    monkeypatch.setattr(walk, "MAX_DEPTH", 1)

    assert paths(tmp_path, skip=lambda path, reason: skipped.append((path, reason))) == ["e.py"]
    assert skipped == [("a/b/", "more than 1 folders deep")]
    monkeypatch.setattr(walk, "MAX_ENTRIES", 1)
    assert paths(tmp_path, skip=lambda path, reason: skipped.append((path, reason))) == []
    assert skipped[-1] == (".", "the walk ended after 1 entries")
