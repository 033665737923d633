"""What an agent writes into its transcript after its last hook is taken in, whatever the moment."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backstory.worker.transcript_following import PATIENCE, choose_patience, follow, read_sign


@pytest.fixture
def agent() -> Iterator["subprocess.Popen[bytes]"]:
    """A process that runs until its input ends."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def end(agent: "subprocess.Popen[bytes]") -> None:
    assert agent.stdin is not None
    agent.stdin.close()
    agent.wait()


class Log:
    """A file that is read from where the last look ended; it lacks something until it holds `ENOUGH`."""

    ENOUGH = b"the end"

    def __init__(self, path: Path, *actions: Callable[[], object]) -> None:
        self.path = path
        self.read = b""
        self.looks = 0
        self._actions: list[Callable[[], object]] = list(actions)

    def look(self) -> bool:
        """Reads on; what happens after the look happens then."""
        self.looks += 1
        self.read = self.path.read_bytes() if self.path.exists() else b""
        if self._actions:
            self._actions.pop(0)()
        return self.ENOUGH not in self.read

    def follow(self, process: int = 0, is_left: Callable[[], bool] = lambda: False, patience: float = PATIENCE) -> bool:
        return follow(self.look, lambda: [str(self.path)], process, is_left, patience)


def test_a_file_that_has_all_is_looked_at_once(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    log.path.write_bytes(Log.ENOUGH)
    assert log.follow() and log.looks == 1


def test_what_is_written_while_it_is_read_is_read_as_well(tmp_path: Path) -> None:
    """The time of the file may be the same, for the clock of a file system has ticks."""
    path = tmp_path / "log"
    path.write_bytes(b"nothing")
    before = path.stat()

    def write() -> None:
        path.write_bytes(Log.ENOUGH)  # as long as what was there
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    log = Log(path, write)
    assert len(b"nothing") == len(Log.ENOUGH)
    assert log.follow() and log.read == Log.ENOUGH


def test_a_file_that_is_renamed_into_place_is_read(tmp_path: Path) -> None:
    path, new = tmp_path / "log", tmp_path / "new"

    def rename() -> None:
        new.write_bytes(Log.ENOUGH)
        new.replace(path)

    log = Log(path, rename)
    assert log.follow() and log.read == Log.ENOUGH


def test_a_database_shows_a_change_though_its_file_does_not(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute("CREATE TABLE said (what)")
    before, file = read_sign([str(path)]), path.stat()
    connection.execute("INSERT INTO said VALUES ('the end')")
    assert path.stat()[6:9] == file[6:9], "it is in the log beside the file"
    assert read_sign([str(path)]) != before
    connection.close()


def test_the_last_look_comes_after_the_end_of_the_agent(tmp_path: Path, agent: "subprocess.Popen[bytes]") -> None:
    """It writes its last words just before it ends; the files show no change that the worker could wait for."""
    path = tmp_path / "log"

    def finish() -> None:
        path.write_bytes(b"only this")
        end(agent)

    log = Log(path, lambda: None, finish)
    thread = threading.Timer(0.2, finish)
    thread.start()
    assert log.follow(agent.pid)
    thread.join()
    assert log.read == b"only this", "all is read, though something is missing"


def test_an_agent_that_runs_on_is_waited_for_only_so_long(tmp_path: Path, agent: "subprocess.Popen[bytes]") -> None:
    log = Log(tmp_path / "log")
    assert not log.follow(agent.pid, patience=0.1), "the transcript stays noted as unread"


def test_a_session_that_goes_on_is_left_to_its_next_worker(tmp_path: Path) -> None:
    assert not Log(tmp_path / "log").follow(is_left=lambda: True)


def test_a_session_that_has_ended_is_waited_for_least(agent: "subprocess.Popen[bytes]") -> None:
    ended = choose_patience(agent.pid, is_end=True)
    assert ended < choose_patience(0, is_end=False) < choose_patience(agent.pid, is_end=False)
