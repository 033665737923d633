"""`backstory.api` is the one name that doors import, and its table of names says where each is at home."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from backstory import api

SOURCE = Path(__file__).resolve().parents[2] / "src" / "backstory"


@pytest.mark.parametrize("name", sorted(api.MODULES))
def test_a_name_is_what_its_module_holds(name: str) -> None:
    module = import_module(f"backstory.memory.{api.MODULES[name]}")

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
