"""A project in a temporary folder, and the command line run in this process."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from backstory.cli.root import execute_command
from backstory.store.person_token import keep_token

FOR_PEOPLE = ("trust", "reject", "forget", "projects", "clean")
"""Commands that need a person, or the token of a script of theirs."""


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]
TOKEN = "a1b2" * 10
"""The token of this person's scripts: the tests have no terminal."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of its own, and an environment without agents."""
    home = tmp_path / "home"
    home.mkdir()
    for name in list(os.environ):
        if name.startswith(
            ("BACKSTORY_", "CLAUDE", "CODEX", "GEMINI", "CURSOR", "XDG_", "GIT_", "OPENCODE", "COPILOT")
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("BACKSTORY_PERSON_TOKEN", TOKEN)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("BACKSTORY_DELIVER_BACKGROUND", "false")  # what a command brings about is there when it ends
    return home


@pytest.fixture
def repo(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small git repository that the test stands in."""
    root = tmp_path / "shop"
    template = tmp_path_factory.getbasetemp() / "shop-template"
    if not template.exists():
        write_shop(template)
    shutil.copytree(template, root, symlinks=True)
    git(root, "update-index", "--refresh")  # the index tells files by their inodes too
    monkeypatch.chdir(root)
    return root


def write_shop(root: Path) -> None:
    (root / "src" / "db").mkdir(parents=True)
    (root / "README.md").write_text("# Shop\n\nA small web shop for bicycles and their parts.\n")
    (root / "src" / "db" / "pool.py").write_text(
        "class Pool:\n    def get(self):\n        return 1\n\n\nclass Other:\n    pass\n"
    )
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "Ada")
    git(root, "config", "user.email", "ada@example.org")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "start")


def git(root: Path, *args: str) -> str:
    ran = subprocess.run(["git", "-C", str(root), *args], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line: `run("remember", "fact", "text")`; `ok=False` where it is to fail."""

    def run(*argv: str, ok: bool = True) -> Ran:
        if argv and argv[0] in FOR_PEOPLE and os.environ.get("BACKSTORY_PERSON_TOKEN") == TOKEN:
            keep_token(os.environ["BACKSTORY_HOME"], TOKEN)
        capfd.readouterr()
        code = execute_command(list(argv))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        if ok:
            assert code == 0, f"{argv}: {code}\n{out}\n{err}"
        return Ran(int(code), out, err)

    return run


@pytest.fixture
def project(repo: Path, run: Run) -> Path:
    """The repository with its memory set up, and no agent told about it."""
    run("init", "--yes", "--no-agents")
    return repo
