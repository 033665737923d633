"""Who a commit would name is read from git's files, and only where git itself would read the same."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.git.author import read_author_settings
from backstory.git.folder import find_folder
from backstory.git.porcelain import read_author
from backstory.git.process import GitProcess
from backstory.git.repository import Git

LINES = (
    "[user]", "[User]", "[author]", '[user "x"]', "[include]\n\tpath = other", "[core]", "# name = C", "; x", "",
    "name = Ada", "\tName=Ada  Lovelace", "email = ada@example.org", "email = ", "email", 'name = "Ada L"',
    "name = Ada # of London", "name = Ada \\\n Lovelace", "name = Åsa", "[author] name = B", "signingkey = x;y",
    "editor = \"vi\" -x", "[user", "name = a\\tb",
)  # fmt: skip
"""Lines of configuration files: settings, and what only git can read."""


def ask_git(root: str, environ: dict[str, str]) -> bytes:
    command = ["git", "-C", root, "config", "-z", "--get-regexp", r"^(user|author)\.(name|email)$"]
    return subprocess.run(command, env=environ, capture_output=True, check=False).stdout


@pytest.fixture
def place(tmp_path: Path) -> tuple[str, dict[str, str]]:
    environ = {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    (tmp_path / "home").mkdir()
    root = str(tmp_path / "repo")
    subprocess.run(["git", "init", "-q", root], env=environ, check=True)
    return root, environ


def read(root: str, environ: dict[str, str]) -> bytes | None:
    return read_author_settings(find_folder(root), environ, "/usr/bin/git")


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=6), st.lists(st.sampled_from(LINES), max_size=6))
def test_what_is_read_is_what_git_reads(place: tuple[str, dict[str, str]], personal: list[str], own: list[str]) -> None:
    root, environ = place
    Path(environ["HOME"], ".gitconfig").write_text("\n".join(personal) + "\n")
    Path(root, ".git", "config").write_text("[core]\n\tbare = false\n" + "\n".join(own) + "\n")

    settled = read(root, environ)

    if settled is not None:
        assert read_author(settled) == read_author(ask_git(root, environ))


def test_the_null_device_is_an_empty_file(place: tuple[str, dict[str, str]]) -> None:
    root, environ = place
    environ["GIT_CONFIG_GLOBAL"] = os.devnull
    subprocess.run(["git", "-C", root, "config", "user.name", "Ada"], env=environ, check=True)
    assert read(root, environ) == ask_git(root, environ) == b"user.name\nAda\0"


@contextmanager
def without_processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(GitProcess, "run", lambda *_: pytest.fail("git was started"))
        yield


def test_plain_files_need_no_process(place: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    root, environ = place
    Path(environ["HOME"], ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    Path(root, ".git", "config").write_text("[core]\n\tbare = false\n[user]\n\temail = a@work.example\n")

    with without_processes(monkeypatch):
        assert Git(root, environ).author() == "Ada <a@work.example>"


def test_settings_beside_the_home_folder_count_less(place: tuple[str, dict[str, str]]) -> None:
    root, environ = place
    beside = Path(environ["HOME"], ".config", "git")
    beside.mkdir(parents=True)
    (beside / "config").write_text("[user]\nname = Beside\nemail = b@example.org\n")
    Path(environ["HOME"], ".gitconfig").write_text("[user]\nname = Home\n")

    assert read(root, environ) == ask_git(root, environ)
    assert Git(root, environ).author() == "Home <b@example.org>"


@pytest.mark.parametrize(
    "change",
    [
        {"GIT_CONFIG_NOSYSTEM": "yes"},
        {"HOME": "relative"},
        {"HOME": ""},
    ],
)
def test_doubtful_surroundings_are_left_to_git(place: tuple[str, dict[str, str]], change: dict[str, str]) -> None:
    root, environ = place

    assert read(root, environ | change) is None


def test_a_git_from_elsewhere_has_a_system_file_of_its_own(place: tuple[str, dict[str, str]]) -> None:
    root, environ = place
    del environ["GIT_CONFIG_NOSYSTEM"]

    assert read_author_settings(find_folder(root), environ, "/opt/git/bin/git") is None


def test_includes_are_left_to_git(place: tuple[str, dict[str, str]]) -> None:
    root, environ = place
    Path(environ["HOME"], "work").write_text("[user]\nname = At Work\n")
    Path(environ["HOME"], ".gitconfig").write_text('[user]\nname = Ada\n[includeIf "gitdir:/"]\npath = work\n')

    assert read(root, environ) is None
    assert Git(root, environ).author() == "At Work"
