"""An open memory over a real repository."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Channel, Memory
from backstory.store.places import make_private, resolve_project
from backstory.store.scaffold import write_scaffold

POOL = """\
import os


class Pool:
    def get(self):
        return 1

    def put(self, x):
        self.x = x


def helper():
    return os.name
"""
PROJECT = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"


def git(root: Path, *args: str) -> str:
    environ = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": os.devnull}
    ran = subprocess.run(["git", "-C", str(root), *args], capture_output=True, text=True, check=False, env=environ)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@pytest.fixture
def repo(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit: a copy of one that is made once."""
    template = tmp_path_factory.getbasetemp() / "memory-template"
    if not template.exists():
        write_shop(template)
    root = tmp_path / "shop"
    shutil.copytree(template, root, symlinks=True)
    git(root, "update-index", "--refresh")  # the index tells files by their inodes too
    return root


def write_shop(root: Path) -> None:
    (root / "src").mkdir(parents=True)
    (root / "README.md").write_text("# Shop\n\nA small web shop for bicycles and their parts.\n")
    (root / "src" / "pool.py").write_text(POOL)
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "Ada")
    git(root, "config", "user.email", "ada@example.org")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "start")


@pytest.fixture
def opened(repo: Path, tmp_path: Path) -> Callable[..., Memory]:
    """Opens the memory of the repository anew, as the next command would."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "BACKSTORY_HOME": str(tmp_path / "data"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    write_scaffold(str(repo / ".backstory"), PROJECT)
    make_private(resolve_project(str(repo), environ))

    def opened(how: str = "explicit", agent: str = "", session: str = "", cwd: Path | None = None) -> Memory:
        return Memory.open(str(cwd or repo), environ, channel=Channel(how, agent, session))

    return opened
