"""A gate, stores and projects on real files."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backstory.model.record import Record
from backstory.redact.gate import Gate
from backstory.store.places import Project, resolve_project
from backstory.store.records import RecordStore

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
SECRET = "ghp_" + "Zq4n8Vb2Kx7Lm1Pw9Rt3Yc6Hd5Jf0Ga8Se2u"
"""Shaped like a token, made up."""
ENVIRON = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}


def make(number: int = 0, **more: object) -> Record:
    """A record with an id of its own."""
    values: dict[str, object] = {
        "id": f"01JD8ZK3M7Q4T9W2R5X8Y{number:05d}",
        "kind": "decision",
        "title": f"Decision number {number}",
        "body": "Because.",
        "made": "2026-11-20T09:14:03Z",
    }
    return Record(**(values | more))  # type: ignore[arg-type]


def run_git(cwd: Path, *args: str, check: bool = True) -> str:
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *args]
    done = subprocess.run(command, cwd=cwd, env=ENVIRON, check=False, capture_output=True, text=True)
    if check and done.returncode:
        raise AssertionError(f"git {' '.join(args)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


@pytest.fixture(scope="session")
def gate() -> Gate:
    return Gate(key=b"k" * 32)


@pytest.fixture
def git() -> Callable[..., str]:
    return run_git


@pytest.fixture
def store(tmp_path: Path, gate: Gate) -> RecordStore:
    return RecordStore(str(tmp_path / "data" / "memory"), "private", gate)


@pytest.fixture
def team(tmp_path: Path, gate: Gate) -> RecordStore:
    return RecordStore(str(tmp_path / "repo" / ".backstory" / "memory"), "team", gate)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    config = tmp_path / "repo" / ".backstory" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'format = 1\nid = "{ID}"\n')
    yield resolve_project(
        str(tmp_path / "repo"), {"HOME": str(tmp_path / "home"), "BACKSTORY_HOME": str(tmp_path / "data")}
    )


@pytest.fixture
def stores(project: Project, gate: Gate) -> dict[str, RecordStore]:
    folders = {"team": project.team, "private": project.private, "user": project.user}
    return {scope: RecordStore(os.path.join(f, "memory"), scope, gate) for scope, f in folders.items()}


def tree(folder: Path | str) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(Path(folder).rglob("*")) if p.is_file()}
