"""Every setting and variable is read somewhere, and what is read is in the table."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from backstory.code.map import BUDGET
from backstory.recall.rank import WEIGHTS
from backstory.settings import SETTINGS, VARIABLES
from backstory.settings.table import BY_KEY

SOURCE = Path(__file__).resolve().parents[2] / "src" / "backstory"


def texts() -> dict[str, set[str]]:
    """Every string in the code outside `settings`, docstrings left out, with the modules that hold it."""
    out: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        if path.is_relative_to(SOURCE / "settings"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        bare = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in bare:
                value = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
                out.setdefault(value, set()).add(path.relative_to(SOURCE).as_posix())
    return out


@pytest.fixture(scope="module")
def held() -> dict[str, set[str]]:
    return texts()


@pytest.mark.slow
def test_every_setting_is_read(held: dict[str, set[str]]) -> None:
    assert [s.key for s in SETTINGS if not is_read(s.key, held)] == []


def is_read(key: str, held: dict[str, set[str]]) -> bool:
    if key.startswith("rank."):  # read as a family: each names a signal that briefs weigh, see tests/recall
        return "rank." in held and key.removeprefix("rank.") in WEIGHTS
    if key.startswith("recall."):  # a family as well: each names a signal that a score is added up from
        places = held.get(key.removeprefix("recall."), ())
        return "recall." in held and any(place.startswith(("base/", "index/", "memory/")) for place in places)
    return key in held or (key == "enabled" and any("enabled" in t for t in held))


def test_every_variable_is_read(held: dict[str, set[str]]) -> None:
    own = {"BACKSTORY_CONFIG"}  # read by settings itself, see tests/settings

    assert [name for name in VARIABLES if name not in held and name not in own] == []


def test_the_help_of_budgets_has_the_defaults_that_are_in_force() -> None:
    assert f"by default `brief.budget` ({BY_KEY['brief.budget'].default})" in help_of("brief")
    assert f"by default {BUDGET}." in help_of("map")


def help_of(name: str) -> str:
    """The help of all options of a command, as text."""
    command = getattr(import_module(f"backstory.cli.commands.{name}"), "map_" if name == "map" else name)
    return "\n".join(getattr(option, "help", "") or "" for option in command.params)


def test_no_variable_is_read_that_is_not_in_the_table(held: dict[str, set[str]]) -> None:
    known = {s.variable for s in SETTINGS} | VARIABLES.keys()
    read = {t: where for t, where in held.items() if re.fullmatch(r"BACKSTORY_[A-Z_]+[A-Z]", t)}

    assert {t: where for t, where in read.items() if t not in known} == {}
