"""Real repositories, driven by the real git, for the tests of every room."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.git.repository import Git


class Repo:
    """A real repository in a temporary folder, driven by the real git."""

    def __init__(self, root: Path, environ: dict[str, str], *, init: bool = True, args: tuple[str, ...] = ()) -> None:
        self.root = root
        self.environ = environ
        root.mkdir(parents=True, exist_ok=True)
        if init:
            self.git("init", "-q", "-b", "main", *args)

    def git(self, *args: str, check: bool = True) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.root), *args],
            env=self.environ,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if check and done.returncode:
            raise AssertionError(done.stderr.decode("utf-8", "replace"))
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, path: str, content: str | bytes = "") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def commit(self, message: str = "change", **files: str) -> str:
        for path, content in files.items():
            self.write(path, content)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    @property
    def asked(self) -> Git:
        return Git(str(self.root), self.environ)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        '[user]\n\tname = Ada Lovelace\n\temail = ada@example.org\n[protocol "file"]\n\tallow = always\n'
    )
    return {"PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}


@pytest.fixture
def make_repo(tmp_path: Path, environ: dict[str, str]) -> Callable[..., Repo]:
    def make(name: str = "repo", **options: object) -> Repo:
        return Repo(tmp_path / name, environ, **options)  # type: ignore[arg-type]

    return make


@pytest.fixture
def repo(make_repo: Callable[..., Repo]) -> Repo:
    return make_repo()
