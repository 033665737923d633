"""`backstory.api` is the one name that doors import, and its table of names says where each is at home."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from backstory import api

SOURCE = Path(__file__).resolve().parents[2] / "src" / "backstory"


def names_for_types() -> dict[str, str]:
    """Name -> module of `backstory.memory`, as the imports for types in `api` say it."""
    tree = ast.parse((SOURCE / "api.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.name: node.module.removeprefix("backstory.memory.")
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("backstory.memory.")
        for alias in node.names
    }


def test_types_and_run_time_agree() -> None:
    assert names_for_types() == api._HOMES


@pytest.mark.parametrize("name", sorted(api._HOMES))
def test_a_name_is_what_its_module_holds(name: str) -> None:
    module = import_module(f"backstory.memory.{api._HOMES[name]}")

    assert getattr(api, name) is getattr(module, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        api.no_such_name  # noqa: B018


@pytest.mark.parametrize("door", ["cli", "mcp", "deliver", "guests", "watch", "worker"])
def test_doors_import_the_api_and_no_room_of_memory(door: str) -> None:
    guilty = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in (SOURCE / door).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("backstory.memory")
    ]

    assert guilty == []
