"""The hook process imports `gc sys os time apsw`, a few names of the system's own, itself and one dialect."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "backstory"
ROOMS = ("backstory.base", "backstory.hook")

FREE = {"errno", "fcntl", "msvcrt", "_blake2", "_sha1", "_sha2", "_sha256"}
"""Compiled into the interpreter or beside it: no file of Python is read for them."""
LOADED = """
import sys
sys.path[:0] = {paths!r}
import gc, os, time, apsw
allowed = set(sys.modules)
import {module}
{then}
print(*sorted(set(sys.modules) - allowed), sep="\\n")
"""


def hot_modules() -> list[str]:
    return sorted(
        f"{room}.{p.stem}" for room in ROOMS for p in (SOURCE / room[10:]).glob("*.py") if p.stem != "__init__"
    )


def dialects() -> list[str]:
    return sorted(f"backstory.agents.{path.parent.name}.dialect" for path in SOURCE.glob("agents/*/dialect.py"))


def loaded(module: str, then: str = "") -> list[str]:
    """The modules that an import of `module` loads, and what the statement `then` loads after it."""
    spec = find_spec("apsw")
    assert spec and spec.origin
    paths = [str(ROOT / "src"), str(Path(spec.origin).parent.parent)]
    code = LOADED.format(paths=paths, module=module, then=then)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    return [m for m in done.stdout.split() if m not in FREE]


@pytest.mark.parametrize("module", hot_modules())
def test_a_module_of_the_hot_path_loads_base_and_hook_only(module: str) -> None:
    strangers = [m for m in loaded(module) if m != "backstory" and not m.startswith(ROOMS)]

    assert strangers == []


@pytest.mark.parametrize("module", dialects())
def test_a_dialect_loads_itself_and_its_packages_only(module: str) -> None:
    package = module.removesuffix(".dialect")

    assert set(loaded(module)) <= {"backstory", "backstory.agents", package, module}


def test_the_hook_loads_the_dialect_of_the_agent_that_it_is_given() -> None:
    for dialect in dialects():
        package = dialect.removesuffix(".dialect")
        agent = package.removeprefix("backstory.agents.").replace("_", "-")
        seen = loaded("backstory.base.dialect as d", f"d.find_dialect({agent!r})")

        theirs = {module for module in seen if module.startswith("backstory.agents")}
        assert theirs == {"backstory.agents", package, dialect}
        assert {module for module in seen if not module.startswith(("backstory.agents", "backstory.base"))} == {
            "backstory"
        }


def test_the_hook_loads_no_other_module_of_the_agents_for_an_unknown_name() -> None:
    seen = loaded("backstory.base.dialect as d", "d.find_dialect('registry'), d.find_dialect('nobody')")

    theirs = {module for module in seen if module.startswith("backstory.agents")}
    shared = {"backstory.agents.agents_md", "backstory.agents.agents_md.dialect"}
    assert theirs == {"backstory.agents"} | shared


def test_the_hook_is_there() -> None:
    assert "backstory.hook.process" in hot_modules()
    assert "backstory.hook.process" in loaded("backstory.hook.process")
