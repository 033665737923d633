"""Nothing unfinished lies in a working tree, where a `git add -A` at that moment would fail over it."""

import os
import threading
from pathlib import Path

from backstory.edits import foreign
from backstory.store.files import WRITTEN_HERE, find_scratch, write_atomic

LARGE = b"x" * 400_000


def test_a_file_of_a_working_tree_is_finished_in_the_folder_of_git(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
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
    assert os.listdir(tmp_path / ".git") == []


def test_without_such_a_folder_it_is_written_beside_its_target(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")
    assert find_scratch(str(tmp_path)) == ""
    write_atomic(str(tmp_path / "AGENTS.md"), b"new", scratch=str(tmp_path / "missing"))
    assert (tmp_path / "AGENTS.md").read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == [".git", "AGENTS.md"]


def test_a_folder_that_may_only_be_read_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git").chmod(0o500)
    try:
        write_atomic(str(tmp_path / "AGENTS.md"), b"new", scratch=find_scratch(str(tmp_path)))
    finally:
        (tmp_path / ".git").chmod(0o700)
    assert (tmp_path / "AGENTS.md").read_bytes() == b"new"
