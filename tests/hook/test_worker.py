"""Starting the worker: where modules come from, and payloads that fit a pipe."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.hook import worker
from backstory.hook.fields import scan_fields
from backstory.model.errors import Busy
from backstory.worker import session_intake


def test_site_paths_suffice_and_hold_no_folder_of_the_user(tmp_path: Path) -> None:
    code = "import apsw, sys; from backstory.hook.worker import site_paths; print(repr(site_paths()))"
    source = str(Path(worker.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": source},
        check=True,
    )
    paths = ast.literal_eval(done.stdout)

    assert paths[0] == source
    assert str(tmp_path) not in paths and "" not in paths
    again = f"import sys; sys.path[:0] = {paths!r}; import backstory.hook.process, apsw, msgspec"
    subprocess.run([sys.executable, "-I", "-S", "-c", again], check=True, cwd=tmp_path)


def test_a_payload_that_no_pipe_holds_is_cut_to_its_fields() -> None:
    fields = {
        "session_id": "s",
        "prompt": "p" * 100_000,
        "cwd": "/x",
        "tool_input.file_path": "/a",
        "why": '"\\\n' * 9000,
    }

    data = worker.reduce_payload(fields)

    assert len(data) <= worker.PIPE
    found = scan_fields(data, {"session_id", "cwd", "tool_input.file_path"})
    assert found == {"session_id": "s", "cwd": "/x", "tool_input.file_path": "/a"}
    assert json.loads(data)["prompt"].startswith("ppp")


def test_without_memory_files_the_pipe_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    fd = worker._readable(b'{"a":"' + b"x" * 100_000 + b'"}', {"a": "x" * 100_000})

    data = b"".join(iter(lambda: os.read(fd, 65536), b""))

    os.close(fd)
    assert json.loads(data)["a"].startswith("xxx")


@given(st.text(alphabet='a \\"\t', max_size=12))
@example("c:\\a b\\")
def test_arguments_for_windows_are_quoted_as_python_quotes_them(text: str) -> None:
    assert worker._argument(text) == subprocess.list2cmdline([text])


def test_a_transcript_is_taken_in_once_the_memory_is_no_longer_busy() -> None:
    """Its events are swept by then, so that nobody would look for it again."""
    tries: list[int] = []

    def take() -> Any:
        tries.append(1)
        if len(tries) < 3:
            raise Busy("another process writes")
        return "taken in"

    assert session_intake._wait_for(take) == "taken in" and len(tries) == 3


def test_the_process_ends_at_once_and_leaves_no_log_of_sqlite(tmp_path: Path) -> None:
    code = f"""
import atexit
atexit.register(print, "shut down")
import apsw
connection = apsw.Connection({str(tmp_path / "index.db")!r})
connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE one (x); INSERT INTO one VALUES (1)").fetchall()
from backstory.worker.process import end_process
end_process()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "" and os.listdir(tmp_path) == ["index.db"]


def test_a_start_with_nothing_to_take_in_loads_no_reader_of_conversations(tmp_path: Path) -> None:
    code = """
import os, sys
from backstory.api import Channel, Memory
from backstory.worker.other_sessions import take_in_others
take_in_others(Memory.open(sys.argv[1], os.environ, channel=Channel("stated", "claude-code", "s1")), "s1")
print("backstory.memory.intake.ingest" in sys.modules)
"""
    environ = {**os.environ, "HOME": str(tmp_path), "BACKSTORY_HOME": str(tmp_path / "data")}
    project = tmp_path / "project"
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    subprocess.run([sys.executable, "-m", "backstory", "init", "--yes", "-q"], cwd=project, env=environ, check=True)
    argv = [sys.executable, "-c", code, str(project)]
    done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"
