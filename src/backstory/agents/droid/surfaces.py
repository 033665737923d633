"""Factory Droid: hooks in `.factory/settings.json`, slash commands, and a block in `AGENTS.md`.

Newer versions read `.factory/hooks.json` where it exists, and the settings otherwise; all versions read the settings.
The event `SubagentStop` does not say which sub-agent ended, so it has no hook.
It takes no text before a tool: `PreToolUse` only allows commands.
"""

import os
from collections.abc import Mapping
from typing import Final

from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.droid.dialect import NAME, USER_HOOKS
from backstory.agents.hook_settings import HookEvent, hook_surface, user_surface
from backstory.agents.rule_files import RuleFiles
from backstory.agents.rule_table import RuleAgent
from backstory.agents.slash_commands import command_surfaces, format_markdown

SETTINGS: Final = ".factory/settings.json"
OTHER_HOOKS: Final = ".factory/hooks.json"
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "Edit|MultiEdit|Create|Write|ApplyPatch|Execute"),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
PERMISSION: Final = HookEvent("permission", "PreToolUse", 5, "Execute")
"""Allows the commands in `allowed_commands`, whatever risk the model states. A team's hooks do not have it."""
FILES: Final = RuleFiles(
    RuleAgent(NAME, "Factory Droid", ("factory",), ("droid",), (".factory",), (".factory",))
)  # fmt: skip


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By its program, its folder in the home, and its folder in the project."""
    return FILES.detect(root, environ, home)


def surfaces(place: Place) -> list[Surface]:
    """The settings file, with a person's own hooks or a team's, and the instruction file."""
    is_other = os.path.exists(os.path.join(place.root, *OTHER_HOOKS.split("/")))
    note = f"Droid reads `{OTHER_HOOKS}` instead, which is there: copy the hooks over" if is_other else ""
    events = HOOKS if place.team else (*HOOKS, PERMISSION)
    hooks = [hook_surface(NAME, events, SETTINGS, place, note=note)] if place.hooks else []
    return [*hooks, *FILES.surfaces(place)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    commands = command_surfaces(".factory/commands/{}.md", format_markdown)
    return [user_surface(NAME, (*HOOKS, PERMISSION), USER_HOOKS, launch), *commands]
