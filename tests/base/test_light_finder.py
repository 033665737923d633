"""Modules of ours are found by their compiled file, as Python would find them; all else is left to Python."""

import importlib.util
import inspect
import os
import py_compile
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from backstory.base.light_finder import LightFinder, install_finder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files of another kind")
NAME = "backstory.sample"


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The compiled file of `sample.py`, which says what it is."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    source = tmp_path / "sample.py"
    source.write_text("def say():\n    return 'first'\n")
    os.utime(source, (1_700_000_000, 1_700_000_000))
    return Path(py_compile.compile(str(source)) or "")


def find(folder: Path, name: str = NAME) -> object:
    return LightFinder().find_spec(name, [str(folder)])


def test_a_module_is_what_python_makes_of_it(tmp_path: Path, compiled: Path) -> None:
    spec = LightFinder().find_spec(NAME, [str(tmp_path)])
    theirs = PathFinder.find_spec(NAME, [str(tmp_path)])
    assert spec is not None and theirs is not None
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None and theirs.loader is not None
    spec.loader.exec_module(module)
    assert module.say() == "first"
    assert module.say.__code__.co_filename == module.__file__ == str(tmp_path / "sample.py")
    assert (spec.origin, spec.cached, spec.has_location) == (theirs.origin, theirs.cached, True)
    assert spec.parent == theirs.parent and spec.submodule_search_locations is None
    assert inspect.getsource(module.say) == "def say():\n    return 'first'\n"
    assert spec.loader.get_source(NAME) == theirs.loader.get_source(NAME)  # type: ignore[attr-defined]


def _touch(source: Path, compiled: Path) -> None:
    os.utime(source, (1_700_000_001, 1_700_000_001))


def _lengthen(source: Path, compiled: Path) -> None:
    source.write_text("def say():\n    return 'later'  # and longer\n")
    os.utime(source, (1_700_000_000, 1_700_000_000))


def _cut(source: Path, compiled: Path) -> None:
    compiled.write_bytes(compiled.read_bytes()[:-20])


def _empty(source: Path, compiled: Path) -> None:
    compiled.write_bytes(b"")


def _mark(source: Path, compiled: Path) -> None:
    compiled.write_bytes(b"\0\0\0\0" + compiled.read_bytes()[4:])


def _hash(source: Path, compiled: Path) -> None:
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)


def _remove_source(source: Path, compiled: Path) -> None:
    source.unlink()


def _remove_compiled(source: Path, compiled: Path) -> None:
    compiled.unlink()


@pytest.mark.parametrize("change", [_touch, _lengthen, _cut, _empty, _mark, _hash, _remove_source, _remove_compiled])
def test_what_is_not_the_compiled_file_of_this_source_is_left_to_python(
    tmp_path: Path, compiled: Path, change: Callable[[Path, Path], None]
) -> None:
    assert find(tmp_path) is not None
    change(tmp_path / "sample.py", compiled)
    assert find(tmp_path) is None


def test_packages_and_modules_of_others_are_left_to_python(tmp_path: Path, compiled: Path) -> None:
    assert find(tmp_path, "other.sample") is None
    assert find(tmp_path, "backstory") is None
    assert LightFinder().find_spec(NAME) is None
    assert LightFinder().find_spec(NAME, [str(tmp_path), str(tmp_path)]) is None
    import backstory

    assert find(Path(backstory.__path__[0]), "backstory.base") is None


def test_it_is_installed_once_and_not_where_compiled_files_lie_elsewhere() -> None:
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from backstory.base.light_finder import LightFinder, install_finder
install_finder()
install_finder()
print(sum(isinstance(one, LightFinder) for one in sys.meta_path))
import backstory.base.tokenizer as tokenizer
print(tokenizer.split_words("a B"))
"""
    source = str(Path(install_finder.__code__.co_filename).parents[2])
    for options, count in (([], "1"), (["-X", "pycache_prefix=/nonexistent/folder"], "0")):
        done = subprocess.run(
            [sys.executable, "-I", *options, "-c", code, source], capture_output=True, text=True, check=True
        )
        assert done.stdout.split("\n")[:2] == [count, "['a', 'b']"]
