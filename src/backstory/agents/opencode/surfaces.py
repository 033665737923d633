"""OpenCode: a plugin in `.opencode/plugins/backstory.js`, since it has no hooks, and a block in `AGENTS.md`."""

import os
from collections.abc import Mapping
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.opencode.dialect import USER_HOOKS
from backstory.agents.opencode.plugin import personal_plugin, team_plugin, user_plugin
from backstory.agents.slash_commands import command_surfaces, format_markdown

PLUGIN: Final = ".opencode/plugins/backstory.js"


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By the program, its folders in the home, or its files in the project."""
    program = base.on_path("opencode", environ)
    machine = [program] if program else []
    machine += base.existing(home, [os.path.join(".config", "opencode"), os.path.join(".local", "share", "opencode")])
    project = base.existing(root, [".opencode", "opencode.json", "opencode.jsonc"])
    return Detected(bool(machine), bool(project), (*machine, *project))


def surfaces(place: Place) -> list[Surface]:
    """The plugin, a person's own or a team's, and the instruction file."""
    edits = [instruction_surface(place)]
    if place.hooks and place.team:
        edits.insert(0, Surface("plugin", PLUGIN, True, lambda _: team_plugin()))
    elif place.hooks:
        edits.insert(0, Surface("plugin", PLUGIN, False, lambda _: personal_plugin(place.launch)))
    return edits


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    commands = command_surfaces(".config/opencode/commands/{}.md", format_markdown)
    return [Surface("plugin", USER_HOOKS, False, lambda _: user_plugin(launch)), *commands]
