import os
import subprocess
import sys
from pathlib import Path

from backstory.agents import base
from backstory.base.dialect import find_dialect, patched_paths


def test_a_program_is_found_without_starting_it(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\ntouch started\n")
    assert base.on_path("claude", {"PATH": str(tmp_path)}) == ""
    program.chmod(0o755)
    assert base.on_path("claude", {"PATH": os.pathsep.join(["", "relative", str(tmp_path)])}) == str(program)
    assert base.on_path("claude", {}) == ""
    (tmp_path / "folder").mkdir()
    assert base.on_path("folder", {"PATH": str(tmp_path)}) == ""


def test_the_launch_finds_backstory_and_apsw_with_site_and_environment_off(tmp_path: Path) -> None:
    launch = base.launch()
    assert os.path.isabs(launch.python) and all(os.path.isabs(p) for p in launch.paths)
    code = f"import sys;sys.path[:0]={list(launch.paths)!r};import apsw,backstory;print(backstory.__file__)"
    ran = subprocess.run(
        [launch.python, "-I", "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    import backstory

    assert ran.stdout.strip() == backstory.__file__
    assert launch.python == os.path.abspath(sys.executable)


def test_a_payload_is_read_by_the_names_that_agents_share() -> None:
    _, shared = find_dialect("agents-md")
    payload = {"sessionId": "s", "cwd": "/r", "reason": "clear", "last_assistant_message": "done"}
    read = base.parse_event(shared, "stop", payload)
    assert (read.session, read.cwd, read.source, read.last_text) == ("s", "/r", "clear", "done")
    assert base.parse_event(shared, "prompt", {"session_id": 7, "sessionId": "s"}).session == "s"


def test_the_files_of_a_patch_are_read_off_it() -> None:
    patch = "*** Begin Patch\n*** Add File: a b.py\n+*** Update File: no\n*** Delete File: c\n*** End Patch"
    assert patched_paths(patch) == ["a b.py", "c"]
    _, codex = find_dialect("codex")
    call = {"tool_name": "apply_patch", "tool_input": {"command": patch}}
    assert base.parse_event(codex, "post-tool", call).files == ("a b.py", "c")
    assert base.parse_event(codex, "post-tool", call | {"tool_name": "Bash"}).files == ()
