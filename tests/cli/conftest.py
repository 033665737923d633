"""A project in a temporary folder, and the command line run in this process."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from backstory.cli.console import State
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


@pytest.fixture(autouse=True)
def default_output() -> None:
    """Forgets the options of the last command line: what a test prints itself would be as quiet as that was."""
    State.reset()


@pytest.fixture
def tmp_path(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Path]:
    """The folder of the test. With a `machine` it is the same for all tests: a memory names the paths it was set up at.

    What is in it when the test ends goes into the folder that the test would have had.
    """
    if "machine" not in request.fixturenames:
        yield tmp_path
        return
    place = tmp_path_factory.getbasetemp() / "machine"
    shutil.rmtree(place, ignore_errors=True)  # what a process in the background wrote after the test before
    place.mkdir(exist_ok=True)
    yield place
    tmp_path.rmdir()
    place.rename(tmp_path)


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
    copy_shop(tmp_path_factory.getbasetemp(), root)
    monkeypatch.chdir(root)
    return root


def copy_shop(base: Path, root: Path) -> None:
    """Copies the small git repository, which is made once below `base`."""
    template = base / "shop-template"
    if not template.exists():
        write_shop(template)
    shutil.copytree(template, root, symlinks=True)
    git(root, "update-index", "--refresh")  # the index tells files by their inodes too


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


Machine = Callable[[str, Callable[[], object]], Path]


@pytest.fixture
def machine(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, home: Path, monkeypatch: pytest.MonkeyPatch
) -> Machine:
    """Sets a machine up once, and puts a copy of it into the folder of each later test: `machine("name", set_up)`.

    `set_up` stands in the repository, as the test does.
    """

    def machine(name: str, set_up: Callable[[], object]) -> Path:
        base = tmp_path_factory.getbasetemp()
        template, root = base / "machine-templates" / name, tmp_path / "shop"
        if template.exists():
            shutil.copytree(template, tmp_path, symlinks=True, dirs_exist_ok=True)
            git(root, "update-index", "--refresh")
            monkeypatch.chdir(root)
        else:
            copy_shop(base, root)
            monkeypatch.chdir(root)
            set_up()
            shutil.copytree(tmp_path, template, symlinks=True)
        return root

    return machine


@pytest.fixture
def project(machine: Machine, run: Run) -> Path:
    """The repository with its memory set up, and no agent told about it."""
    return machine("project", lambda: run("init", "--yes", "--no-agents"))
