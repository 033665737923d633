"""Modules are loaded from their bytecode where that is the source's, and by the import system where it is not."""

import importlib.util
import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from backstory.base.module_loader import SUPPORTED, BytecodeFinder

SRC = str(Path(__file__).parents[2] / "src")
pytestmark = pytest.mark.skipif(not SUPPORTED, reason="the import system loads all modules on this system")


@pytest.fixture(autouse=True)
def _bytecode_beside_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", None)


def write_module(path: Path, text: str, *, compiled: bool = True) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if compiled:
        py_compile.compile(str(path), doraise=True)


def load(folder: Path, name: str = "backstory.sample") -> ModuleType | None:
    """The module as the finder gives it; None where it leaves it to the import system."""
    spec = BytecodeFinder().find_spec(name, [str(folder)])
    if spec is None:
        return None
    module = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(module)
    return module


def test_a_module_and_a_package_have_what_the_import_system_gives_them(tmp_path: Path) -> None:
    write_module(tmp_path / "sample.py", "VALUE = 1\n")
    write_module(tmp_path / "room/__init__.py", "VALUE = 2\n")

    module, package = load(tmp_path), load(tmp_path, "backstory.room")

    assert module is not None and package is not None
    assert (module.VALUE, package.VALUE) == (1, 2)
    assert module.__file__ == str(tmp_path / "sample.py")
    assert module.__cached__ == importlib.util.cache_from_source(str(tmp_path / "sample.py"))
    assert (module.__package__, package.__package__) == ("backstory", "backstory.room")
    assert package.__path__ == [str(tmp_path / "room")]
    assert module.__spec__ is not None and module.__spec__.loader is not None
    assert module.__spec__.loader.get_source("backstory.sample") == "VALUE = 1\n"  # type: ignore[attr-defined]


def test_a_source_that_was_edited_is_left_to_the_import_system(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    write_module(path, "VALUE = 1\n")
    path.write_text("VALUE = 22\n")

    assert load(tmp_path) is None

    write_module(path, "VALUE = 1\n")
    stood = path.stat()
    path.write_text("VALUE = 2\n")
    os.utime(path, (stood.st_atime, stood.st_mtime + 5))

    assert load(tmp_path) is None


def test_a_module_without_bytecode_or_source_is_left_to_the_import_system(tmp_path: Path) -> None:
    write_module(tmp_path / "sample.py", "VALUE = 1\n", compiled=False)
    assert load(tmp_path) is None

    write_module(tmp_path / "sample.py", "VALUE = 1\n")
    (tmp_path / "sample.py").unlink()
    assert load(tmp_path) is None


@pytest.mark.parametrize("kept", [0, 3, 16, 20])
def test_torn_bytecode_is_left_to_the_import_system(tmp_path: Path, kept: int) -> None:
    write_module(tmp_path / "sample.py", "VALUE = 1\n")
    cached = Path(importlib.util.cache_from_source(str(tmp_path / "sample.py")))
    cached.write_bytes(cached.read_bytes()[:kept])

    assert load(tmp_path) is None


def test_bytecode_that_a_digest_belongs_to_is_left_to_the_import_system(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    write_module(path, "VALUE = 1\n")
    py_compile.compile(str(path), invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)

    assert load(tmp_path) is None


def test_the_code_of_a_folder_that_was_moved_names_its_new_place(tmp_path: Path) -> None:
    write_module(tmp_path / "before/sample.py", "def place(): return place.__code__.co_filename\n")
    (tmp_path / "before").rename(tmp_path / "after")

    module = load(tmp_path / "after")

    assert module is not None
    assert module.place() == str(tmp_path / "after/sample.py")


def test_modules_of_others_are_left_to_the_import_system(tmp_path: Path) -> None:
    write_module(tmp_path / "sample.py", "VALUE = 1\n")

    assert load(tmp_path, "other.sample") is None
    assert BytecodeFinder().find_spec("backstory", None) is None


def test_a_process_loads_our_modules_by_their_bytecode(tmp_path: Path) -> None:
    shutil.copytree(os.path.join(SRC, "backstory/base"), tmp_path / "backstory/base")
    (tmp_path / "backstory/__init__.py").touch()
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop())\n"
        "import backstory.base.module_loader as m; m.load_quickly(); m.load_quickly()\n"
        "import backstory.base.digests as d; print(type(d.__spec__.loader).__name__, len(sys.meta_path))"
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(*options: str) -> list[str]:
        command = [sys.executable, "-I", *options, "-c", code, str(tmp_path)]
        return subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout.split()

    run()
    loader, finders = run()
    assert loader == "BytecodeLoader"
    assert run("-O") == ["SourceFileLoader", str(int(finders) - 1)]
