import subprocess
import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from backstory.agents import registry
from backstory.agents.claude_code import dialect, surfaces
from backstory.model.errors import BackstoryError, Invalid


def test_agents_go_by_their_name_and_other_names() -> None:
    assert registry.load_agent("claude-code").name == registry.load_agent("Claude").name == "claude-code"
    assert registry.load_agent("claude").dialect is registry.load_dialect("claude-code") is dialect
    assert registry.find("codex").name == "codex" and registry.find("AGENTS.md").name == "agents-md"
    assert registry.title("claude") == "Claude Code" and registry.title("nobody") == "nobody"


def test_an_unknown_agent_is_refused_with_those_there_are() -> None:
    with pytest.raises(Invalid, match="unknown agent `clade`") as error:
        registry.load_agent("clade")
    assert "claude-code, codex, gemini, opencode, qwen, copilot, cursor, droid, agents-md" in error.value.hint


def test_names_belong_to_one_agent_each() -> None:
    every = [n for row in registry.TABLE for n in (row.name, *row.aliases)]
    assert len(set(every)) == len(every)


def test_the_table_is_read_without_importing_an_agent() -> None:
    code = "import sys; from backstory.agents import registry as r; r.names(); r.title('claude'); print(*sys.modules)"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "backstory.agents.registry" in seen
    assert not {"backstory.agents.claude_code", "backstory.agents.agents_md", "importlib.metadata"} & set(seen)


def plug_in(monkeypatch: pytest.MonkeyPatch, name: str, **modules: ModuleType) -> None:
    """A plugin `plug_NAME` with these modules."""
    points = [EntryPoint(f"agent.{name}", f"plug_{name}", "backstory"), EntryPoint("ranker.x", "nothing", "backstory")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points if group == "backstory" else [])
    package = ModuleType(f"plug_{name}")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, f"plug_{name}", package)
    for part, module in modules.items():
        monkeypatch.setitem(sys.modules, f"plug_{name}.{part}", module)


def test_a_plugin_comes_in_by_the_same_door(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = ModuleType("plug_mine.dialect")
    vars(mine).update({name: getattr(dialect, name) for name in vars(dialect) if name.isupper()} | {"NAME": "mine"})
    plug_in(monkeypatch, "mine", dialect=mine, surfaces=surfaces)
    assert registry.names(plugins=True) == [*registry.names(), "mine"]
    assert "mine" not in registry.names()
    agent = registry.load_agent("mine")
    assert agent.dialect is mine and agent.detect is surfaces.detect
    assert list(agent.read_turns("/any")) == [], "a package may have no `transcript`"


def test_a_broken_plugin_says_so_and_breaks_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, "half", dialect=ModuleType("plug_half.dialect"))
    with pytest.raises(BackstoryError, match="lacks `NAME`") as error:
        registry.load_agent("half")
    assert error.value.hint
    plug_in(monkeypatch, "half", dialect=dialect)
    with pytest.raises(BackstoryError, match="does not load"):
        registry.load_agent("half")
    assert registry.load_agent("claude").name == "claude-code"
