import subprocess
import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from backstory.agents import base, claude_code, registry
from backstory.model.errors import BackstoryError, Invalid


def test_agents_go_by_their_name_and_other_names() -> None:
    assert registry.load("claude-code") is registry.load("Claude") is claude_code
    assert registry.find("codex").name == "agents-md"
    assert registry.title("claude") == "Claude Code" and registry.title("nobody") == "nobody"


def test_an_unknown_agent_is_refused_with_those_there_are() -> None:
    with pytest.raises(Invalid, match="no agent `clade`") as error:
        registry.load("clade")
    assert "claude-code, agents-md" in error.value.hint


def test_names_belong_to_one_agent_each() -> None:
    every = [n for row in registry.TABLE for n in (row.name, *row.aliases)]
    assert len(set(every)) == len(every)


def test_the_table_is_read_without_importing_an_agent() -> None:
    code = "import sys; from backstory.agents import registry as r; r.names(); r.title('claude'); print(*sys.modules)"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "backstory.agents.registry" in seen
    assert not {"backstory.agents.claude_code", "backstory.agents.agents_md", "importlib.metadata"} & set(seen)


def plugged(monkeypatch: pytest.MonkeyPatch, **modules: ModuleType) -> None:
    points = [EntryPoint(f"agent.{name}", f"plug_{name}", "backstory") for name in modules]
    points.append(EntryPoint("ranker.other", "nothing", "backstory"))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == "backstory" else [])
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, f"plug_{name}", module)


def test_a_plugin_comes_in_by_the_same_door(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("plug_mine")
    borrowed = {member: getattr(claude_code, member) for member in base.MEMBERS}
    vars(module).update(borrowed | {"NAME": "mine", "TITLE": "Mine", "hear": base.basic_hear})
    plugged(monkeypatch, mine=module)
    assert registry.names(plugins=True) == ["claude-code", "agents-md", "mine"]
    assert registry.names() == ["claude-code", "agents-md"]
    assert registry.load("mine") is module


def test_a_broken_plugin_says_so_and_breaks_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, half=ModuleType("plug_half"))
    with pytest.raises(BackstoryError, match="lacks `NAME`") as error:
        registry.load("half")
    assert error.value.hint
    monkeypatch.setitem(sys.modules, "plug_half", None)
    with pytest.raises(BackstoryError, match="does not load"):
        registry.load("half")
    assert registry.load("claude") is claude_code
