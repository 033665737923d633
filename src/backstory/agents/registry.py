"""The table of agents. Modules are imported when they are asked for; plugins come in through the same door.

A plugin names its module as an entry point of the group `backstory` with the name `agent.NAME`.
"""

from importlib import import_module
from typing import Final, NamedTuple, cast

from backstory.agents.base import MEMBERS, Agent
from backstory.model.errors import BackstoryError, Invalid

GROUP: Final = "backstory"
PREFIX: Final = "agent."


class Row(NamedTuple):
    """An agent's name, what people call it, its module, and other names it answers to."""

    name: str
    title: str
    module: str
    aliases: tuple[str, ...] = ()


TABLE: Final[tuple[Row, ...]] = (
    Row("claude-code", "Claude Code", "backstory.agents.claude_code", ("claude",)),
    Row("agents-md", "AGENTS.md (Codex, OpenCode, Cursor and others)", "backstory.agents.agents_md",
        ("agents", "agents.md", "codex", "opencode")),
)  # fmt: skip
"""In the order in which agents are shown and installed."""


def rows(*, plugins: bool = False) -> list[Row]:
    """The table, with the agents of installed plugins after our own when asked: looking for them takes a while."""
    own = list(TABLE)
    return own + [row for row in _plugins() if row.name not in {r.name for r in own}] if plugins else own


def names(*, plugins: bool = False) -> list[str]:
    """The agents' names, in the table's order."""
    return [row.name for row in rows(plugins=plugins)]


def find(name: str) -> Row:
    """The row of an agent, by its name or another it answers to. Raises Invalid with the names there are."""
    wanted = name.strip().lower()
    for plugins in (False, True):
        for row in rows(plugins=plugins):
            if wanted == row.name or wanted in row.aliases:
                return row
    raise Invalid(f"no agent `{name}` is known", hint=f"agents are {', '.join(names(plugins=True))}")


def load(name: str) -> Agent:
    """The module of an agent. Raises Invalid for an unknown name, BackstoryError for a plugin that does not load."""
    row = find(name)
    try:
        module = import_module(row.module)
    except Exception as err:  # a plugin may fail in any way
        raise BackstoryError(
            f"agent `{row.name}` does not load: {err}", hint=f"reinstall or remove the package of `{row.module}`"
        ) from err
    missing = [member for member in MEMBERS if not hasattr(module, member)]
    if missing:
        raise BackstoryError(
            f"agent `{row.name}` lacks `{'`, `'.join(missing)}`", hint=f"update the package of `{row.module}`"
        )
    return cast(Agent, module)


def title(name: str) -> str:
    """What people call an agent; its name when nobody knows it."""
    return next((row.title for row in TABLE if name in (row.name, *row.aliases)), name)


def _plugins() -> list[Row]:
    from importlib.metadata import entry_points

    found = [e for e in entry_points(group=GROUP) if e.name.startswith(PREFIX)]
    return [Row(e.name[len(PREFIX) :], e.name[len(PREFIX) :], e.value) for e in sorted(found, key=lambda e: e.name)]
