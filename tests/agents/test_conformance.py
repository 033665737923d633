import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from backstory.agents import registry
from backstory.agents.hook_table import HOOK_ROWS
from backstory.base.agent_table import AGENTS, OTHER_SIGNS
from backstory.base.dialect import DEFAULTS, agent_name, fill_defaults, find_dialect

spec = importlib.util.spec_from_file_location("agent_conformance", Path(__file__).with_name("conformance.py"))
assert spec and spec.loader
conformance = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = conformance
spec.loader.exec_module(conformance)


SILENT = set(registry.RULE_AGENTS) - set(registry.SPEAKING)
"""Agents without hooks."""


@pytest.mark.parametrize("name", [name for name in registry.names(plugins=True) if name not in SILENT])
def test_every_agent_keeps_to_the_seam(name: str, tmp_path: Path) -> None:
    agent = registry.load_agent(name)
    assert name == agent.name
    conformance.check(agent, tmp_path, Path(__file__).with_name(name.replace("-", "_")))


def test_every_package_of_an_agent_has_its_row() -> None:
    folder = Path(str(registry.__file__)).parent
    packages = {path.parent.name.replace("_", "-") for path in folder.glob("*/dialect.py")}
    assert packages == {name for name, *_ in AGENTS} | set(registry.SPEAKING)
    assert set(registry.SPEAKING) == set(HOOK_ROWS)


def test_names_and_signs_belong_to_one_agent_each() -> None:
    names = [name for own, _, aliases, _ in AGENTS for name in (own, *aliases)]
    assert len(set(names)) == len(names)
    assert all(agent_name(own) == own for own, *_ in AGENTS)
    signs = [sign for *_, variables in AGENTS for sign in variables] + [sign for sign, _ in OTHER_SIGNS]
    assert len(set(signs)) == len(signs) and all(sign.isupper() for sign in signs)


@pytest.mark.parametrize(
    ("word", "name", "dialect"),
    [
        ("claude-code", "claude-code", "claude-code"), ("claude", "claude-code", "claude-code"),
        ("claudecode", "claude-code", "claude-code"), ("codex", "codex", "codex"),
        ("opencode", "opencode", "opencode"), ("cursor", "cursor", "cursor"), ("trae", "trae", "agents-md"),
        ("agents-md", "agents-md", "agents-md"),
        ("nobody-knows", "nobody-knows", "agents-md"), ("base", "base", "agents-md"),
        ("registry", "registry", "agents-md"), ("__pycache__", "__pycache__", "agents-md"),
    ],
)  # fmt: skip
def test_the_hook_process_finds_a_dialect_for_every_name(word: str, name: str, dialect: str) -> None:
    found, module = find_dialect(word)
    assert (found, module.NAME) == (name, dialect)


@pytest.mark.parametrize("word", ["", "../x", "a.b", "a/b", "x y", "ä", "a\0"])
def test_a_word_that_cannot_be_a_file_is_no_agent(word: str) -> None:
    assert agent_name(word) == ""


def test_a_dialect_leaves_out_what_is_as_usual() -> None:
    module = ModuleType("one")
    module.__dict__["STARTS_NEW_ONLY"] = True
    fill_defaults(module)
    assert vars(module) | DEFAULTS | {"STARTS_NEW_ONLY": True} == vars(module)
