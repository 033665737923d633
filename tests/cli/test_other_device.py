"""The data home on another file system than the repository: what moves between them is copied."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

SHARED_MEMORY = Path("/dev/shm")


@pytest.fixture
def far_home(repo: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data home on another device than the repository."""
    if not os.access(SHARED_MEMORY, os.W_OK) or SHARED_MEMORY.stat().st_dev == repo.stat().st_dev:
        pytest.skip("there is no second file system to write to")
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY, prefix="backstory-") as folder:
        monkeypatch.setenv("HOME", folder)
        monkeypatch.setenv("BACKSTORY_HOME", os.path.join(folder, "data"))
        yield Path(folder)


def titles(run: Run) -> list[str]:
    return sorted(item["title"] for item in run("list", "--json").json["items"])


def test_records_move_between_the_devices_and_back(repo: Path, far_home: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    kept = run("remember", "decision", "Use psycopg 3", "--json").json["id"]
    run("share", kept)
    assert len(list((repo / ".backstory/memory/decision").glob("*.md"))) == 1
    run("unshare", kept)
    assert list((repo / ".backstory/memory").rglob("*.md")) == []
    run("undo", "--yes", ok=False)
    assert titles(run) == ["Use psycopg 3"]


def test_an_unfinished_file_is_set_aside_across_devices(repo: Path, far_home: Path, run: Run) -> None:
    run("init", "--yes", "--team", "--no-agents")
    run("remember", "decision", "Use psycopg 3", "--scope", "team")
    unfinished = repo / ".backstory/memory/decision/.tmp-of-a-dead-process"
    unfinished.write_bytes(b"half a record")
    os.utime(unfinished, (1_600_000_000, 1_600_000_000))
    run("doctor", "--fix", ok=False)
    assert not unfinished.exists()
    (aside,) = far_home.rglob("quarantine/*")
    assert aside.read_bytes() == b"half a record"


def test_leaving_gives_the_files_back(repo: Path, far_home: Path, run: Run) -> None:
    before = git(repo, "status", "--porcelain", "--ignored")
    run("init", "--yes", "--agents", "claude-code")
    run("remember", "decision", "Use psycopg 3", "--scope", "team")
    run("clean", "--yes")
    assert not (repo / ".backstory").exists()
    assert git(repo, "status", "--porcelain", "--ignored") == before
    assert len(list(far_home.rglob("trash/*/decision/*.md"))) == 1
