"""Qwen Code: hooks in `.qwen/settings.json` and a block in `AGENTS.md`, which it reads beside `QWEN.md`.

Version 0.15 calls the hook of a session start on a terminal only; without one the first prompt brings the brief. It
drops what the hook of a sub-agent's start says, so there is none; sub-agents read `AGENTS.md`.
"""

import os
from collections.abc import Mapping
from functools import partial
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.hook_settings import MILLISECONDS, HookEvent, hook_surface, user_surface
from backstory.agents.permissions import list_rules
from backstory.agents.qwen.dialect import NAME, USER_HOOKS
from backstory.agents.slash_commands import command_surfaces, format_markdown
from backstory.agents.status_line import personal_lines, status_line

SETTINGS: Final = ".qwen/settings.json"
SHAPE: Final = MILLISECONDS._replace(seed={"$version": 4})
"""Without the version Qwen Code rewrites the file, and leaves a copy of it behind."""
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "write_file|edit|replace|run_shell_command"),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 10),
)

RULES: Final = list_rules(("permissions", "allow"), "run_shell_command({} *)".format, "run_shell_command({})".format)
"""Version 0.15 does not offer the shell tool to the model under the alias `Bash` when it runs without a terminal."""
LINE_AT: Final = ("ui",)
"""Where its settings have the status line."""


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By the program, its folder in the home, or its files in the project."""
    program = base.on_path("qwen", environ)
    config = os.path.join(home, ".qwen")
    machine = [program] if program else []
    machine += [os.path.join(config, name) for name in base.existing(config, ["settings.json", "projects"])]
    project = base.existing(root, [".qwen", "QWEN.md"])
    return Detected(bool(machine), bool(project), (*machine, *project))


def surfaces(place: Place) -> list[Surface]:
    """The settings file, with a person's own hooks or a team's, and the instruction file."""
    values = [*RULES, *personal_lines(place, USER_HOOKS, LINE_AT)]
    hooks = [hook_surface(NAME, HOOKS, SETTINGS, place, SHAPE, values=values)] if place.hooks else []
    return [*hooks, instruction_surface(place)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    commands = command_surfaces(".qwen/commands/{}.md", partial(format_markdown, argument="{{args}}"))
    return [
        user_surface(NAME, HOOKS, USER_HOOKS, launch, SHAPE, values=[*RULES, status_line(launch, LINE_AT)]),
        *commands,
    ]
