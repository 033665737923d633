"""What `init` puts into a repository: adds what is missing, never replaces what is there."""

import errno
import os
import threading
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.store.conftest import ID, tree

from backstory.base.discovery import find_project
from backstory.model.errors import BackstoryError, Invalid, NewerFormat
from backstory.store import scaffold
from backstory.store.files import write_atomic
from backstory.store.scaffold import FILES, README, write_scaffold

OTHER = "01JD8ZK3M7Q4T9W2R5X8Y1B6C1"


def test_everything_and_then_nothing(tmp_path: Path) -> None:
    folder = tmp_path / ".backstory"
    written = write_scaffold(str(folder), ID)
    assert {Path(p).relative_to(folder).as_posix() for p in written} == {*FILES, "local/id"}
    assert tree(folder) == {
        "README.md": README.encode(),
        "config.toml": f'format = 1\nid = "{ID}"\n'.encode(),
        ".gitignore": b"/local/\n.tmp-*\n",
        ".gitattributes": b"memory/** merge=union text eol=lf\n",
        "local/id": f"{ID}\n".encode(),
    }
    assert all((folder / name).stat().st_mode & 0o777 == 0o644 for name in FILES)
    assert write_scaffold(str(folder), ID) == []


@pytest.mark.parametrize("room", range(4))
@pytest.mark.parametrize("own", ["", "notes.md"])
def test_a_full_disk_leaves_no_half_of_a_new_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, room: int
) -> None:
    folder = tmp_path / ".backstory"
    if own:
        folder.mkdir()
        (folder / own).write_text("ours")
    written: list[str] = []

    def write(path: str, data: bytes, **more: Any) -> None:
        if len(written) == room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_atomic(path, data, **more)
        written.append(path)

    monkeypatch.setattr(scaffold, "write_atomic", write)
    with pytest.raises(OSError, match="space"):
        write_scaffold(str(folder), ID)
    left = {Path(path).name for path in written} if own or room == 3 else set()
    assert set(tree(folder)) == left | ({own} if own else set())
    assert folder.exists() == bool(own or room == 3)


@pytest.mark.parametrize("ident", ["", "shop", OTHER[:-1] + "L"])
def test_an_id_that_is_none_is_named_and_can_be_taken_out(tmp_path: Path, ident: str) -> None:
    folder = tmp_path / ".backstory"
    folder.mkdir()
    (folder / "config.toml").write_text(f'format = 1\nid = "{ident}"\n')
    with pytest.raises(BackstoryError, match="where a project id is expected") as caught:
        write_scaffold(str(folder), ID)
    assert "--new-identity" not in caught.value.hint
    (folder / "config.toml").write_text("format = 1\n")
    write_scaffold(str(folder), ID)
    assert tomllib.loads((folder / "config.toml").read_text()) == {"format": 1, "id": ID}


def test_for_a_team(tmp_path: Path) -> None:
    write_scaffold(str(tmp_path / ".backstory"), ID, team=True)
    config = tomllib.loads((tmp_path / ".backstory" / "config.toml").read_text())
    assert config == {"format": 1, "id": ID, "memory": {"scope": "team"}}


def test_what_a_person_wrote_stays(tmp_path: Path) -> None:
    folder = tmp_path / ".backstory"
    folder.mkdir()
    (folder / "README.md").write_text("ours")
    (folder / "config.toml").write_text("# ours\n[brief]\nbudget = 900\n")
    (folder / ".gitignore").write_text("*.bak")
    (folder / ".gitattributes").write_text("memory/** merge=union text eol=lf\n# ours\n")
    write_scaffold(str(folder), ID)
    assert (folder / "README.md").read_text() == "ours"
    assert (folder / "config.toml").read_text() == f'format = 1\nid = "{ID}"\n# ours\n[brief]\nbudget = 900\n'
    assert (folder / ".gitignore").read_text() == "*.bak\n/local/\n.tmp-*\n"
    assert (folder / ".gitattributes").read_text() == "memory/** merge=union text eol=lf\n# ours\n"


def test_another_project_and_a_newer_format_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / ".backstory"
    write_scaffold(str(folder), ID)
    before = tree(folder)
    with pytest.raises(BackstoryError, match="is of another project") as caught:
        write_scaffold(str(folder), OTHER)
    assert "--new-identity" in caught.value.hint
    (folder / "config.toml").write_text(f'format = 3\nid = "{ID}"\n')
    with pytest.raises(NewerFormat):
        write_scaffold(str(folder), ID)
    (folder / "config.toml").write_bytes(before["config.toml"])
    assert tree(folder) == before


def test_an_id_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        write_scaffold(str(tmp_path / ".backstory"), "../../x")
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("place", [".backstory", ".backstory/local"])
def test_planted_links_are_not_followed(tmp_path: Path, place: str) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "repo" / place).parent.mkdir(parents=True)
    (tmp_path / "repo" / place).symlink_to(tmp_path / "victim")
    with pytest.raises(BackstoryError, match="is a link"):
        write_scaffold(str(tmp_path / "repo" / ".backstory"), ID)
    assert tree(tmp_path / "victim") == {}


def test_git_sees_what_it_should(tmp_path: Path, git: Callable[..., str]) -> None:
    git(tmp_path, "init", "-q")
    write_scaffold(str(tmp_path / ".backstory"), ID)
    (tmp_path / ".backstory" / "memory" / "note").mkdir(parents=True)
    (tmp_path / ".backstory" / "memory" / "note" / "a.md").write_text("x")
    (tmp_path / ".backstory" / "memory" / "note" / ".tmp-0011").write_text("x")
    git(tmp_path, "add", "-A")
    listed = git(tmp_path, "ls-files").split()
    assert sorted(listed) == sorted([f".backstory/{n}" for n in FILES] + [".backstory/memory/note/a.md"])
    asked = git(tmp_path, "check-attr", "merge", "text", "eol", "--", ".backstory/memory/note/a.md")
    assert [line.rpartition(": ")[2] for line in asked.splitlines()] == ["union", "set", "lf"]


def test_the_readme_is_one_screen_and_its_commands_work(tmp_path: Path) -> None:
    assert len(README.splitlines()) <= 40 and all(len(line) <= 120 for line in README.splitlines())
    write_scaffold(str(tmp_path / ".backstory"), ID)
    found = find_project(str(tmp_path), home="/nonexistent")
    assert found is not None and found.id == ID


def test_two_that_begin_at_once_do_not_share_a_folder(tmp_path: Path) -> None:
    """Each has drawn an id of its own; one of them wins and the others are told."""
    results: list[str] = []

    def begin(number: int) -> None:
        try:
            write_scaffold(str(tmp_path / ".backstory"), f"01JD8ZK3M7Q4T9W2R5X8Y1B6C{number}")
            results.append(str(number))
        except BackstoryError:
            results.append("")

    threads = [threading.Thread(target=begin, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = filter(None, results) if any(results) else ("",)
    got = find_project(str(tmp_path), home="/nonexistent")
    assert got is not None and (not winner or got.id.endswith(winner))
