"""Finds agents by name and loads their packages, our own and those of plugins.

A plugin names its package as an entry point of the group `backstory` with the name `agent.NAME`. The hook process does
not look for plugins: their events are answered by the worker.
"""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from backstory.agents import base
from backstory.agents.base import Agent, Surfaces
from backstory.agents.rule_table import ROWS as RULE_ROWS
from backstory.agents.rule_table import RuleAgent
from backstory.agents.transcripts import load_reader
from backstory.agents.turns import TRANSCRIPT_MEMBERS, Transcript
from backstory.base.agent_table import AGENTS
from backstory.base.dialect import SHARED, fill_defaults
from backstory.model.errors import BackstoryError, Invalid

if TYPE_CHECKING:
    from backstory.base.dialect import Dialect

RULE_AGENTS: Final = {row.name: row for row in RULE_ROWS}
"""The agents that have no package of their own, by name."""
SPEAKING: Final = ("amp", "antigravity", "cline", "crush", "goose", "grok", "kilo", "kimi", "kiro", "pi", "windsurf")
"""The agents that call hooks. Each has a dialect in its package."""
GROUP: Final = "backstory"
PREFIX: Final = "agent."
MIN_LIKENESS: Final = 0.7
"""Likeness, by `difflib`, from which a word counts as the misspelt name of an agent."""


class Row(NamedTuple):
    """An agent's name, its title for people, its package, and its other names."""

    name: str
    title: str
    package: str
    aliases: tuple[str, ...] = ()


TABLE: Final[tuple[Row, ...]] = tuple(
    Row(name, title, f"backstory.agents.{name.replace('-', '_')}", aliases) for name, title, aliases, _ in AGENTS
)
"""In the order in which agents are shown and installed."""


def rows(*, plugins: bool = False) -> list[Row]:
    """The table. `plugins` appends the agents of installed plugins; finding them takes a while."""
    ours = [*TABLE, *(Row(row.name, row.title, _package(row), row.aliases) for row in RULE_AGENTS.values())]
    if not plugins:
        return ours
    names = {row.name for row in ours}
    return [*ours, *(row for row in _plugins() if row.name not in names)]


def _package(row: RuleAgent) -> str:
    """The package of an agent of the rule table that has a dialect of its own; empty for the others."""
    return f"backstory.agents.{row.name}" if row.name in SPEAKING else ""


def names(*, plugins: bool = False) -> list[str]:
    """The agents' names, in the table's order."""
    return [row.name for row in rows(plugins=plugins)]


def find(name: str) -> Row:
    """The row of an agent, by its name or another name. Raises Invalid, with the names there are, for others."""
    word = name.strip().lower()
    for plugins in (False, True):
        for row in rows(plugins=plugins):
            if word == row.name or word in row.aliases:
                return row
    agents = rows(plugins=True)
    listed = f"agents are {', '.join(row.name for row in agents)}"
    near = _nearest_agent(word, agents)
    raise Invalid(f"unknown agent `{name}`", hint=f"did you mean `{near}`? {listed}" if near else listed)


def _nearest_agent(word: str, agents: Sequence[Row]) -> str:
    """The name of the agent that a misspelt word is likely meant as; empty when none is like it."""
    from difflib import get_close_matches

    spellings = {name: row.name for row in agents for name in (row.name, *row.aliases)}
    near = get_close_matches(word, spellings, 1, MIN_LIKENESS)
    return spellings[near[0]] if near else ""


def load_agent(name: str) -> Agent:
    """The agent of a name. Raises Invalid for an unknown name, BackstoryError for a plugin that does not load."""
    row = find(name)
    rules = RULE_AGENTS.get(row.name)
    if rules:
        from backstory.agents.rule_files import RuleFiles

        return Agent(
            row.name, row.title, load_dialect(row.name), RuleFiles(rules), load_reader(rules.reader or rules.name)
        )
    dialect = cast("Dialect", _module(row, "dialect", base.DIALECT_MEMBERS))
    surfaces = cast(Surfaces, _module(row, "surfaces", base.SURFACES_MEMBERS))
    transcript = cast(Transcript | None, _module(row, "transcript", TRANSCRIPT_MEMBERS, optional=True))
    return Agent(row.name, row.title, dialect, surfaces, transcript)


def load_dialect(name: str) -> "Dialect":
    """The dialect of an agent, without its other modules. Raises as `load` does."""
    row = find(name)
    return cast("Dialect", _module(find(SHARED) if not row.package else row, "dialect", base.DIALECT_MEMBERS))


def title(name: str) -> str:
    """An agent's title, or the name itself for an unknown one."""
    return next((row.title for row in rows() if name in (row.name, *row.aliases)), name)


def _module(row: Row, part: str, members: tuple[str, ...], *, optional: bool = False) -> ModuleType | None:
    path = f"{row.package}.{part}"
    try:
        module = import_module(path)
    except Exception as err:  # a plugin may fail in any way
        if optional and isinstance(err, ModuleNotFoundError) and err.name == path:
            return None
        raise BackstoryError(
            f"agent `{row.name}` does not load: {err}", hint=f"reinstall or remove the package of `{row.package}`"
        ) from err
    if part == "dialect":
        fill_defaults(module)
    missing = [member for member in members if not hasattr(module, member)]
    if missing:
        raise BackstoryError(
            f"agent `{row.name}` lacks `{'`, `'.join(missing)}`", hint=f"update the package of `{row.package}`"
        )
    return module


def _plugins() -> list[Row]:
    from importlib.metadata import entry_points

    points = [point for point in entry_points(group=GROUP) if point.name.startswith(PREFIX)]
    points.sort(key=lambda point: point.name)
    return [Row(point.name[len(PREFIX) :], point.name[len(PREFIX) :], point.value) for point in points]
