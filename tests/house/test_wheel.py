"""What is shipped: types, data files and the licence are in the wheel, tests and tools are not."""

import ast
import re
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (path,) = folder.glob("*.whl")
    assert path.name.endswith("-py3-none-any.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def names(wheel: zipfile.ZipFile) -> list[str]:
    return wheel.namelist()


def test_types_are_shipped(names: list[str]) -> None:
    assert "backstory/py.typed" in names


def test_every_module_and_data_file_is_shipped(names: list[str]) -> None:
    source = ROOT / "src"
    here = {
        p.relative_to(source).as_posix()
        for p in (source / "backstory").rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }

    assert here - set(names) == set()


def test_the_licence_is_shipped_and_tools_are_not(names: list[str]) -> None:
    assert any(n.endswith("licenses/LICENSE") for n in names)
    assert {n.partition("/")[0].partition("-")[0] for n in names} == {"backstory"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported() -> set[str]:
    """Names of the packages that the source imports or, for a grammar, names in its table."""
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"\btree_sitter_\w+", text))
        found |= modules_of(text)
    return found


@cache
def modules_of(text: str) -> set[str]:
    """Names of the packages that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


EXTRAS = {
    "mcp": {"anyio", "mcp", "mcp_types", "pydantic", "starlette", "uvicorn"},
    "guests": {"anthropic", "httpx2", "openai"},
}
"""Room -> packages that come with its extras, and which only that room may import."""


@pytest.mark.slow
def test_exactly_what_is_imported_is_required(wheel: zipfile.ZipFile, names: list[str]) -> None:
    (metadata,) = (n for n in names if n.endswith(".dist-info/METADATA"))
    lines = HeaderParser().parsestr(wheel.read(metadata).decode()).get_all("Requires-Dist") or []
    required = {plain(re.split(r"[ ;<>=!~\[]", line)[0]) for line in lines if "extra ==" not in line}
    of_module = packages_distributions()
    modules = {m for m in imported() if m in of_module and m != "backstory"}.difference(*EXTRAS.values())

    assert required == {plain(of_module[m][0]) for m in modules}
    for extra in ("mcp", "anthropic", "openai"):
        assert [line for line in lines if line.startswith(extra) and f"extra == '{extra}'" in line]


@pytest.mark.parametrize("room", EXTRAS)
def test_only_one_room_imports_what_its_extras_bring(room: str) -> None:
    source = ROOT / "src" / "backstory"
    guilty = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if path.parent.name != room and EXTRAS[room] & modules_of(path.read_text(encoding="utf-8"))
    ]

    assert guilty == []
