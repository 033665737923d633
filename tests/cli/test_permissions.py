"""The data home is this person's: what others may write is closed, what is theirs and what is a link is refused."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes")
COMMANDS = (("status",), ("brief",), ("remember", "fact", "a text"), ("recall", "text"), ("snapshot",), ("lint",),
            ("export", "--json"), ("log",), ("checkpoint", "work"), ("index", "rebuild"))  # fmt: skip


@pytest.fixture
def private(project: Path, run: Run) -> Path:
    run("remember", "decision", "Use psycopg 3")
    (found,) = Path(os.environ["BACKSTORY_HOME"], "projects").iterdir()
    return found


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
@pytest.mark.parametrize("place", [".", "projects", "projects/ID", "user"])
def test_a_folder_that_others_may_write_is_closed(private: Path, run: Run, mode: int, place: str) -> None:
    folder = Path(os.environ["BACKSTORY_HOME"], place.replace("ID", private.name))
    folder.chmod(mode)
    ran = run("status")
    assert f"`{folder}` could be written by others (mode {mode:04o})" in ran.err
    assert folder.stat().st_mode & 0o777 == 0o700
    assert "written by others" not in run("status").err


def test_init_closes_it_too(repo: Path, run: Run) -> None:
    home = Path(os.environ["BACKSTORY_HOME"])
    home.mkdir()
    home.chmod(0o777)
    assert "could be written by others" in run("init", "--yes", "--no-agents").err
    assert home.stat().st_mode & 0o777 == 0o700


def link(path: Path, elsewhere: Path) -> None:
    if path.is_dir():
        path.rename(elsewhere)
    else:
        elsewhere.write_bytes(path.read_bytes() if path.exists() else b"")
        path.unlink(missing_ok=True)
    path.symlink_to(elsewhere)


@pytest.mark.parametrize(
    "name", ["journal", "memory", "snapshots", "spool", "locks", "index.db", "code.db", "trusted", "lock", "backups"]
)
def test_a_link_in_the_private_folder_is_not_followed(private: Path, run: Run, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    link(private / name, elsewhere)
    before = elsewhere.read_bytes() if elsewhere.is_file() else sorted(os.walk(elsewhere))
    for command in COMMANDS:
        ran = run(*command, ok=False)
        assert ran.code == 1, command
        assert f"`{private / name}` is a link, and is not followed" in ran.out + ran.err
        assert "hint" in ran.out + ran.err
    assert before == (elsewhere.read_bytes() if elsewhere.is_file() else sorted(os.walk(elsewhere)))
    ran = run("doctor", ok=False)
    assert ran.code == 4
    assert f"`{private / name}` is a link" in ran.out


def test_a_link_to_a_whole_project_or_user_folder(private: Path, run: Run, tmp_path: Path) -> None:
    link(private, tmp_path / "elsewhere")
    assert "is a link, and is not followed" in run("status", ok=False).err
    private.unlink()
    (tmp_path / "elsewhere").rename(private)
    link(Path(os.environ["BACKSTORY_HOME"], "user"), tmp_path / "theirs")
    assert "is a link, and is not followed" in run("status", ok=False).err


def test_the_data_home_itself_may_be_a_link(private: Path, run: Run, tmp_path: Path) -> None:
    """A person may have put it on another disk."""
    link(Path(os.environ["BACKSTORY_HOME"]), tmp_path / "disk")
    assert "Use psycopg 3" in run("list").out


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
class TestOthers:
    @pytest.mark.parametrize("place", [".", "projects", "projects/ID", "projects/ID/journal", "projects/ID/index.db"])
    def test_what_is_anothers_is_refused(self, private: Path, run: Run, place: str) -> None:
        path = Path(os.environ["BACKSTORY_HOME"], place.replace("ID", private.name))
        path.mkdir(exist_ok=True) if not path.suffix else None
        os.chown(path, 12345, 12345)
        for command in COMMANDS:
            ran = run(*command, ok=False)
            assert ran.code == 1, command
            assert f"`{path}` belongs to another user" in ran.out + ran.err
        assert "belongs to another user" in run("doctor", ok=False).out

    def test_but_not_with_sudo(self, private: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        os.chown(private, 12345, 12345)
        monkeypatch.setenv("SUDO_UID", "12345")
        run("status")


FAULTS: tuple[Callable[[Path, Path], None], ...] = (
    lambda home, private: home.chmod(0o777),
    lambda home, private: private.chmod(0o770),
    lambda home, private: link(private / "index.db", home.parent / "elsewhere.db"),
    lambda home, private: link(private / "spool", home.parent / "elsewhere"),
)


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_the_hook_is_silent_and_puts_nothing_in(
    private: Path, project: Path, run: Run, tmp_path: Path, number: int
) -> None:
    import json
    import subprocess
    import sys

    def hook(event: str, name: str) -> bytes:
        payload = {"session_id": "s", "cwd": str(project), "hook_event_name": name, "prompt": "psycopg", "source": "x"}
        done = subprocess.run(
            [sys.executable, "-m", "backstory", "hook", "claude-code", event], input=json.dumps(payload).encode(),
            capture_output=True, check=True, cwd=project, timeout=120,
        )  # fmt: skip
        assert done.stderr == b""
        return done.stdout

    assert b"psycopg" in hook("session-start", "SessionStart")
    FAULTS[number](Path(os.environ["BACKSTORY_HOME"]), private)
    before = sorted(str(p) for p in Path(os.environ["BACKSTORY_HOME"]).rglob("*"))
    for event, name in (("session-start", "SessionStart"), ("prompt", "UserPromptSubmit"), ("stop", "Stop")):
        assert hook(event, name) == b""
    after = subprocess.run(
        [sys.executable, "-m", "backstory.worker.process", "claude-code", "stop"], capture_output=True, check=True,
        input=json.dumps({"session_id": "s", "cwd": str(project)}).encode(), cwd=project,
    )  # fmt: skip
    assert after.stdout == b""
    assert sorted(str(p) for p in Path(os.environ["BACKSTORY_HOME"]).rglob("*")) == before
