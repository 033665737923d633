"""The hook loads its modules from one file, which the worker writes, and from their sources where that does not fit."""

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType

import pytest
from testing.hook_process import SOURCE, WORKER, Project

from backstory.base.module_file import sign_file
from backstory.worker import compiled_modules

ASK = {"prompt": "why did we take psycopg over asyncpg for the database?"}
WRITE = "from backstory.worker.compiled_modules import write_compiled_modules as w; print(w())"


STARTS = ("session-start", "pre-compact", "stop", "session-end")
"""Events after which the worker runs."""


@pytest.fixture
def package(filled: Project, tmp_path: Path) -> Path:
    """A package of its own in place of the one that all tests share."""
    copy = tmp_path / "own" / "backstory"
    shutil.copytree(SOURCE / "backstory", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "worker" / "process.py").write_text(WORKER)
    filled.site[0] = str(copy.parent)
    return copy


def write(package: Path) -> bool:
    environ = {"PYTHONPATH": str(package.parent), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", WRITE], env=environ, capture_output=True, text=True, check=True)
    return done.stdout.strip() == "True"


def compiled(package: Path) -> Path:
    return package / "hot" / "__pycache__" / f"compiled_modules.{sys.implementation.cache_tag}.pyc"


def opened(project: Project, event: str, payload: dict[str, str], folder: Path) -> tuple[str, list[str]]:
    """(answer, the files of the package that Python itself read for modules, below the package)."""
    done = project.process(event, payload | {"session_id": os.urandom(4).hex()}, python=("-v",))
    lines = [line for line in done.stderr.splitlines() if " matches " in line]
    sources = [line.rpartition(" matches ")[2].strip() for line in lines]
    return done.stdout, [os.path.relpath(one, folder) for one in sources if one.startswith(str(folder))]


def test_a_hook_reads_one_file_for_all_its_modules(filled: Project, package: Path) -> None:
    filled.process("prompt", ASK | {"session_id": "warm"})  # writes the files of Python
    before, many = opened(filled, "prompt", ASK, package)
    assert write(package)

    after, few = opened(filled, "prompt", ASK, package)

    assert "psycopg" in after and mask(after) == mask(before)
    assert len(many) > 60
    own = ["__init__.py", "base/__init__.py", "base/module_file.py", "hot/__init__.py", "hot/hook.py"]
    assert sorted(few) == own


def mask(answer: str) -> object:
    return json.loads(answer)["hookSpecificOutput"]["additionalContext"] if answer else ""


@pytest.mark.parametrize("event", ["session-start", "post-tool", "pre-compact", "stop", "session-end", "pre-tool"])
def test_every_event_is_handled_as_without_it(filled: Project, package: Path, event: str) -> None:
    payload = {"tool_name": "Read", "tool_use_id": "t", "tool_input": {"file_path": str(filled.root / "src/pool.py")}}
    before = filled.process(event, payload | {"session_id": "s1"})
    started = filled.after(wait=60 if event in STARTS else 0)
    assert write(package)

    after = filled.process(event, payload | {"session_id": "s2"})
    again = filled.after(wait=60 if event in STARTS else 0)

    assert (started and started[0]) == (again and again[0])
    assert (after.returncode, after.stdout, after.stderr) == (before.returncode, before.stdout, before.stderr)
    assert [line["k"] for line in filled.events("s1")] == [line["k"] for line in filled.events("s2")]
    assert not (filled.home / "hook.log").exists()


def test_a_changed_source_is_loaded_in_place_of_its_compiled_form(filled: Project, package: Path) -> None:
    assert write(package)
    reply = package / "hook" / "reply.py"
    reply.write_text(reply.read_text().replace("recorded earlier; may bear", "RECORDED BEFORE; may bear"))

    assert "RECORDED BEFORE" in filled.process("prompt", ASK).stdout


def test_a_changed_package_is_loaded_before_what_is_in_it(filled: Project, package: Path) -> None:
    """A pull or an installer may touch a package and none of its modules."""
    assert write(package)
    for room in ("base", "hook", "base/overturns", "agents"):
        os.utime(package / room / "__init__.py", (1, 1))

        done = filled.process("prompt", ASK | {"session_id": room})

        assert "psycopg" in done.stdout and not done.stderr, room


def test_whatever_is_wrong_with_the_file_the_sources_answer(filled: Project, package: Path) -> None:
    assert write(package)
    data = compiled(package).read_bytes()
    compiled(package).write_bytes(data.replace(b"handle", b"hindle"))

    done = filled.process("prompt", ASK)

    assert "psycopg" in done.stdout and not done.stderr


def test_a_file_that_was_cut_and_what_a_killed_writer_left_are_mended(package: Path) -> None:
    assert write(package)
    whole = compiled(package).read_bytes()
    compiled(package).write_bytes(whole[: len(whole) // 2])
    left = [compiled(package).with_name(f"{compiled(package).name}.{number}") for number in (1, 2)]
    for path in left:
        path.write_bytes(b"half")
    os.utime(left[0], (1, 1))

    assert write(package)

    assert len(compiled(package).read_bytes()) == len(whole)
    assert [path.exists() for path in left] == [False, True], "the younger may still be written"


def test_the_sources_are_looked_at_once_a_day_and_after_an_upgrade(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    file = tmp_path / "all.pyc"
    monkeypatch.setattr(compiled_modules, "compiled_path", lambda: str(file))
    monkeypatch.setattr(compiled_modules, "FORMAT", (str(package / "hot" / "__init__.py"),))

    def write() -> bool:
        calls.append(1)
        file.write_bytes(sign_file() + b"...")
        return True

    monkeypatch.setattr(compiled_modules, "write_compiled_modules", write)
    for age, package_age, count in ((None, 9, 1), (0, 9, 1), (100_000, 200_000, 2), (500, 100, 3), (500, 900, 3)):
        now = time.time()
        if age is not None:
            os.utime(file, (now - age, now - age))
        os.utime(package / "hot" / "__init__.py", (now - package_age, now - package_age))
        compiled_modules.refresh_compiled_modules()
        assert len(calls) == count, (age, package_age)
    file.write_bytes(b"compiled by an installer")
    compiled_modules.refresh_compiled_modules()
    assert len(calls) == 4


def test_what_cannot_be_written_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(compiled_modules, "compiled_path", lambda: str(tmp_path / "file" / "all.pyc"))
    monkeypatch.setattr(compiled_modules, "_compile_all", lambda *_: pytest.fail("compiled for nothing"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)

    assert not compiled_modules.write_compiled_modules()


@pytest.mark.parametrize("damage", ["empty", "cut", "other format", "other table", "other code", "folder"])
def test_a_damaged_file_is_passed_over(filled: Project, package: Path, damage: str) -> None:
    assert write(package)
    path = compiled(package)
    data = path.read_bytes()
    forms = {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "other format": b"x" + data[1:],
        "other table": data[:40] + b"\xff" * 200 + data[240:],
        "other code": data[:60_000] + b"\xff" * (len(data) - 60_000),
    }
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes(forms[damage])

    done = filled.process("prompt", ASK)

    assert "psycopg" in done.stdout and not done.stderr


def test_the_worker_writes_it_anew_when_a_source_changes_and_not_before(package: Path) -> None:
    assert write(package)
    first = compiled(package).stat().st_mtime_ns
    assert write(package)
    assert compiled(package).stat().st_mtime_ns == first

    with open(package / "hook" / "reply.py", "a") as file:
        file.write("\n")

    assert write(package)
    assert compiled(package).stat().st_mtime_ns != first
    assert [path.name for path in compiled(package).parent.glob("compiled_modules*")] == [compiled(package).name]


@pytest.mark.skipif(os.name != "posix" or not os.geteuid(), reason="root may write everywhere")
def test_a_package_that_cannot_be_written_has_none(package: Path) -> None:
    shutil.rmtree(package / "hot" / "__pycache__", ignore_errors=True)
    (package / "hot").chmod(0o500)
    try:
        assert not write(package)
    finally:
        (package / "hot").chmod(0o700)


def test_a_failure_is_logged_with_its_line(filled: Project, package: Path) -> None:
    reply = package / "hook" / "reply.py"
    text = reply.read_text().replace(
        "def fence_hits(", "def fence_hits(*args, **options):\n    1 / 0\n\n\ndef _old(", 1
    )
    reply.write_text(text)
    assert write(package)

    filled.process("prompt", ASK)

    line = text[: text.index("1 / 0")].count("\n") + 1
    assert f"ZeroDivisionError at reply.py:{line}" in (filled.home / "hook.log").read_text()


def functions(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from functions(constant)


def parts(code: CodeType, text: ast.Module) -> tuple[object, ...]:
    """What a function names, keeps and holds, without its documentation: how its blocks are laid out may differ."""
    constants = {repr(one) for one in code.co_consts if one is not None}
    return code.co_names, code.co_varnames, code.co_argcount, constants - {repr(one) for one in list_docs(text)}


def list_docs(tree: ast.Module) -> Iterator[object]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value.value


def test_nothing_that_is_executed_is_left_out() -> None:
    """Every function of the hook without functions of its own has the same names and constants. A check that was lost
    on the way would be one fewer."""
    from backstory.worker.compiled_modules import list_sources, reduce_source

    compared = 0
    for source in dict(list_sources()).values():
        text = Path(source).read_bytes()
        tree = ast.parse(text)
        whole = list_leaves(compile(text, source, "exec"))
        kept = list_leaves(compile(reduce_source(ast.parse(text)), source, "exec"))
        for name, code in whole.items():
            if name in kept:
                assert parts(kept[name], tree) == parts(code, tree), (source, name)
                compared += 1
        checked_only = text.decode().partition("if TYPE_CHECKING:")[2]
        assert all(name[0].partition(".")[0] in checked_only for name in whole.keys() - kept.keys())
    assert compared > 800


def test_the_fields_of_a_class_are_kept() -> None:
    from backstory.worker.compiled_modules import reduce_source

    text = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    left: int\n    right: str = ''\n"
    names: dict[str, object] = {"__name__": "pairs"}
    exec(compile(reduce_source(ast.parse(text)), "pairs.py", "exec"), names)
    assert names["Pair"](1) == (1, "")  # type: ignore[operator]


@pytest.mark.parametrize("setting", ["PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"])
def test_where_python_writes_no_compiled_file_beside_the_source_there_is_none(package: Path, setting: str) -> None:
    environ = {"PYTHONPATH": str(package.parent), "PATH": os.environ["PATH"], setting: str(package.parent / "cache")}
    done = subprocess.run([sys.executable, "-c", WRITE], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    assert not compiled(package).exists()


def list_leaves(code: CodeType) -> dict[tuple[str, int], CodeType]:
    """(name, line) -> code of the functions and methods that have no functions of their own."""
    leaves = [one for one in functions(code) if one.co_flags & CO_OPTIMIZED and not list(functions(one))]
    leaves = [one for one in leaves if "<" not in one.co_name]
    return {(one.co_qualname, one.co_firstlineno): one for one in leaves}


def test_the_file_lies_where_installers_remove_it(package: Path) -> None:
    """`pip uninstall` removes the compiled file of every source that it lists, and no other file beside them."""
    assert (package / "hot" / "compiled_modules.py").exists()
    assert write(package)
    assert compiled(package).exists()
