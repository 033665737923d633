"""The hook process imports nothing but `sys os time apsw`, a few names of the system's own, and itself."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "backstory"
ROOMS = ("backstory.base", "backstory.hook")

FREE = {"errno", "fcntl", "msvcrt"}
"""Compiled into the interpreter or beside it: no file of Python is read for them."""
LOADED = """
import sys
sys.path[:0] = {paths!r}
import os, time, apsw
allowed = set(sys.modules)
import {module}
print(*sorted(set(sys.modules) - allowed), sep="\\n")
"""


def hot_modules() -> list[str]:
    return sorted(
        f"{room}.{p.stem}" for room in ROOMS for p in (SOURCE / room[10:]).glob("*.py") if p.stem != "__init__"
    )


def loaded(module: str) -> list[str]:
    spec = find_spec("apsw")
    assert spec and spec.origin
    paths = [str(ROOT / "src"), str(Path(spec.origin).parent.parent)]
    code = LOADED.format(paths=paths, module=module)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    return [m for m in done.stdout.split() if m not in FREE]


@pytest.mark.parametrize("module", hot_modules())
def test_a_module_of_the_hot_path_loads_base_and_hook_only(module: str) -> None:
    strangers = [m for m in loaded(module) if m != "backstory" and not m.startswith(ROOMS)]

    assert strangers == []


def test_the_hook_is_there() -> None:
    assert "backstory.hook.process" in hot_modules()
    assert "backstory.hook.process" in loaded("backstory.hook.process")
