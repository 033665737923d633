"""What the hook process loads, reads and writes. Whole processes, on real files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from testing.hook_process import Project
from tests.hook.conftest import prepare

ASK = "why did we take psycopg over asyncpg for the database?"


_ALLOWED = """
backstory apsw os stat _stat posixpath genericpath ntpath nt posix errno fcntl msvcrt gc time sys _collections_abc
abc _abc io _io itertools codecs _codecs encodings marshal winreg zipimport _signal _imp _warnings _weakref _thread
_frozen_importlib _frozen_importlib_external
"""
ALLOWED = frozenset(_ALLOWED.split())
"""What `apsw` and `os` import, what every interpreter starts with, and the hook's own room."""


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
@pytest.mark.parametrize("event", ["session-start", "prompt", "post-tool", "pre-compact", "stop", "session-end"])
def test_imports(filled: Project, event: str, agent: str) -> None:
    """Nothing but `gc sys os time apsw`, itself and the agent's dialect, whatever a function imports on its way."""
    prepare(filled, "brief", agent=agent)

    done = filled.process(event, {"prompt": ASK}, agent=agent, python=("-X", "importtime"))

    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    names = {line.rpartition("|")[2].strip() for line in lines}
    names -= {"imported package"}
    names |= list_loaded(filled, event, agent)
    foreign = {name for name in names if name.partition(".")[0] not in ALLOWED}
    assert not foreign
    site = Path(filled.site[0]) / "backstory"
    files = [path for room in ("base", "hook") for path in (site / room).rglob("*.py")]
    files += [site / "hot" / "__init__.py", site / "hot" / "hook.py"]
    own = {".".join(("backstory", *path.relative_to(site).with_suffix("").parts)) for path in files}
    own = {name.removesuffix(".__init__") for name in own} | {"backstory.agents"}
    package = "backstory.agents." + agent.replace("-", "_")
    assert {name for name in names if name.startswith("backstory.")} <= own | {package, f"{package}.dialect"}
    assert f"{package}.dialect" in names
    if event != "prompt":
        assert "apsw" not in names


def list_loaded(project: Project, event: str, agent: str) -> set[str]:
    """The modules that a hook has loaded when it ends, by whatever way."""
    code = f"""
import os, sys
at_start, end = set(sys.modules), os._exit
def tell(code):
    os.write(2, "\\n".join(set(sys.modules) - at_start).encode())
    end(code)
os._exit = tell
sys.path[:0] = {project.site!r}
from backstory.hot.hook import main
main()
"""
    argv = [sys.executable, "-I", "-S", "-c", code, agent, event]
    payload = json.dumps({"session_id": "s2", "cwd": str(project.root), "prompt": ASK}).encode()
    done = subprocess.run(argv, input=payload, capture_output=True, env=project.environ, check=True, timeout=60)
    names = set(done.stderr.decode().split())
    assert "backstory.hook.process" in names or event in ("prompt", "session-start")
    return names


def test_an_append_event_reads_and_writes_little(filled: Project) -> None:
    """One small line per event, however large the payload."""
    filled.hook("post-tool", {"tool_name": "Read", "tool_response": "x" * 1_000_000})

    assert (filled.private / "spool" / "s1.jsonl").stat().st_size < 600


def test_apsw_is_loaded_without_collections_which_is_real_when_asked_for(filled: Project) -> None:
    code = f"""
import sys
sys.path[:0] = {filled.site!r}
from backstory.hook.index_file import load_apsw
load_apsw()
print("collections" in sys.modules, "collections.abc" in sys.modules)
import apsw, collections.abc
print(collections.Counter("aa")["a"], issubclass(list, collections.abc.Sequence))
print(apsw.Connection(":memory:").execute("SELECT 1").get)
"""

    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines() == ["False False", "2 True", "1"]
