"""The programs beside the package, in `bench/` and `scripts/`, import only what the package still has.

Most of them run by hand and need data or libraries that a test has not, so nothing else notices a name that moved.
"""

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(path for folder in ("bench", "scripts") for path in (ROOT / folder).rglob("*.py"))


def read_imports(path: Path) -> list[tuple[str, str]]:
    """(module of the package, name that is taken from it or an empty text) for every import in a file."""
    pairs = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            pairs += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            pairs += [(node.module, alias.name) for alias in node.names]
    return [(module, name) for module, name in pairs if module.split(".")[0] == "backstory"]


def has_name(module: str, name: str) -> bool:
    """Whether the module exists and has the name, be it a submodule."""
    try:
        if not name or hasattr(import_module(module), name):
            return bool(import_module(module))
        return bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "backstory":
            raise
        return False


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_program_imports_what_the_package_has(path: Path) -> None:
    missing = [f"{module}: {name}" for module, name in read_imports(path) if not has_name(module, name)]
    assert not missing


def test_a_name_that_moved_is_noticed() -> None:
    assert has_name("backstory.patterns.canned_prompts", "is_canned")
    assert not has_name("backstory.patterns.canned_prompts", "is_moved")
    assert not has_name("backstory.patterns.moved", "is_canned")
