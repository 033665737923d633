"""The table of the hooks and slash commands of agents that `rule_table` lists: one row for each.

Data from the agents' documentation. `rule_files` makes the surfaces, and the dialect of an agent lies in its package.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from backstory.agents.base import Launch, Place, Surface
from backstory.agents.hook_settings import (
    CLAUDE,
    HookEvent,
    Shape,
    hook_surface,
    personal_command,
    team_command,
    user_surface,
)
from backstory.edits.change import Plugin


class HookRow(NamedTuple):
    """The hooks of an agent: the file in a project, the one below the home folder, and the events.

    `file` writes a file that is ours as a whole, from the events and the command of each; without it our entries go
    into a settings file of the given shape. `note` says what the person has to know about the project's file.
    """

    project: str
    user: str
    events: Sequence[HookEvent]
    shape: Shape = CLAUDE
    file: Callable[[Sequence[HookEvent], Callable[[str], str]], bytes] | None = None
    note: str = ""


def _write_kiro_file(events: Sequence[HookEvent], command: Callable[[str], str]) -> bytes:
    """A file of Kiro's hooks: a list of hooks, each with its trigger and its action."""
    hooks: list[dict[str, Any]] = []
    for event in events:
        matcher = {"matcher": event.matcher} if event.matcher else {}
        action = {"type": "command", "command": command(event.name)}
        hook = {"name": f"backstory {event.name}", "trigger": event.event, **matcher, "action": action}
        hooks.append(hook | {"timeout": event.timeout, "enabled": True})
    return (json.dumps({"version": "v1", "hooks": hooks}, indent=2) + "\n").encode("ascii")


HOOK_ROWS: Final[dict[str, HookRow]] = {
    "kiro": HookRow(
        ".kiro/hooks/backstory.json",
        ".kiro/hooks/backstory.json",
        (
            HookEvent("session-start", "SessionStart", 10),
            HookEvent("prompt", "UserPromptSubmit", 5),
            HookEvent("post-tool", "PostToolUse", 5, "fs_write|str_replace|execute_bash"),
            HookEvent("stop", "Stop", 10),
        ),
        file=_write_kiro_file,
    ),
}
"""By the agent's name."""


def project_hooks(agent: str, place: Place) -> list[Surface]:
    """The hooks of an agent in a project: a person's own or a team's."""
    row = HOOK_ROWS.get(agent)
    if row is None or not place.hooks:
        return []
    if row.file is None:
        return [hook_surface(agent, row.events, row.project, place, row.shape, note=row.note)]
    if place.team:
        data = row.file(row.events, lambda name: team_command(agent, name))
    else:
        data = row.file(row.events, lambda name: personal_command(agent, name, place.launch))
    return [Surface("plugin", row.project, place.team, lambda _: Plugin(data), note=row.note)]


def home_hooks(agent: str, launch: Launch) -> list[Surface]:
    """The hooks of an agent for all repositories of a person."""
    row = HOOK_ROWS.get(agent)
    if row is None:
        return []
    if row.file is None:
        return [user_surface(agent, row.events, row.user, launch, row.shape, note=row.note)]
    data = row.file(row.events, lambda name: f"{personal_command(agent, name, launch)} --user")
    return [Surface("plugin", row.user, False, lambda _: Plugin(data), note=row.note)]
