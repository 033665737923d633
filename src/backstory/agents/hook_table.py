"""The table of the hooks of agents that `rule_table` lists: for each the file that is ours, and what stands in it.

Data from the agents' documentation. Each agent's package has its dialect.
"""

import json
import shlex
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from backstory.agents.base import Launch, Place, Surface
from backstory.agents.hook_settings import LOOK_UP, HookEvent, hook_program
from backstory.agents.opencode.plugin import TEXT as OPENCODE_TEXT
from backstory.agents.pi.plugin import TEXT as PI_TEXT
from backstory.agents.plugin_text import TEAM, fill_plugin
from backstory.edits.change import Plugin


class HookRow(NamedTuple):
    """The hooks of an agent: the file in a project, the one below the home folder, and what makes their content.

    `build` takes the program of the hook process and the options that follow the agent's name and the event.
    """

    project: str
    user: str
    build: Callable[[Sequence[str], Sequence[str]], Plugin]


KIRO_EVENTS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "fs_write|str_replace|execute_bash"),
    HookEvent("stop", "Stop", 10),
)


def _build_kiro_file(program: Sequence[str], options: Sequence[str]) -> Plugin:
    """A list of hooks, each with its trigger and its action."""
    guard = LOOK_UP if program == TEAM else ""
    hooks: list[dict[str, Any]] = []
    for event in KIRO_EVENTS:
        matcher = {"matcher": event.matcher} if event.matcher else {}
        action = {"type": "command", "command": guard + shlex.join([*program, "kiro", event.name, *options])}
        hook = {"name": f"backstory {event.name}", "trigger": event.event, **matcher, "action": action}
        hooks.append(hook | {"timeout": event.timeout, "enabled": True})
    return Plugin((json.dumps({"version": "v1", "hooks": hooks}, indent=2) + "\n").encode("ascii"))


def _build_kilo_plugin(program: Sequence[str], options: Sequence[str]) -> Plugin:
    return fill_plugin(OPENCODE_TEXT, "kilo", "Kilo Code", program, options)


def _build_pi_extension(program: Sequence[str], options: Sequence[str]) -> Plugin:
    return fill_plugin(PI_TEXT, "pi", "Pi", program, options)


HOOK_ROWS: Final[dict[str, HookRow]] = {
    "kilo": HookRow(".kilo/plugins/backstory.js", ".config/kilo/plugins/backstory.js", _build_kilo_plugin),
    "kiro": HookRow(".kiro/hooks/backstory.json", ".kiro/hooks/backstory.json", _build_kiro_file),
    "pi": HookRow(".pi/extensions/backstory.ts", ".pi/agent/extensions/backstory.ts", _build_pi_extension),
}
"""By the agent's name."""


def project_hooks(agent: str, place: Place) -> list[Surface]:
    """The hooks of an agent in a project: a person's own, or a team's, which do nothing without Backstory."""
    row = HOOK_ROWS.get(agent)
    if row is None or not place.hooks:
        return []
    plugin = row.build(TEAM, ["--team"]) if place.team else row.build(hook_program(place.launch), [])
    return [Surface("plugin", row.project, place.team, lambda _: plugin)]


def home_hooks(agent: str, launch: Launch) -> list[Surface]:
    """The hooks of an agent for all repositories of a person, which step back where a project has some."""
    row = HOOK_ROWS.get(agent)
    if row is None:
        return []
    plugin = row.build(hook_program(launch), ["--user"])
    return [Surface("plugin", row.user, False, lambda _: plugin)]
