"""`backstory.api` is the one name that doors import, and its table of names says where each is at home."""

import ast
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from tests.memory.conftest import opened, repo

from backstory import api

__all__ = ["opened", "repo"]

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


def test_the_example_of_the_module_runs(
    repo: Path, opened: Callable[..., api.Memory], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    example = (api.__doc__ or "").split("```python\n")[1].split("```")[0]

    exec(example.replace("/path/to/project", str(repo)), {})

    assert [row.record.title for row in opened().query("psycopg")] == ["Use psycopg 3"]


def test_what_methods_take_and_return_has_a_name_of_the_api() -> None:
    assert {"Draft", "Record"} <= set(api.__all__)
