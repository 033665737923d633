"""Gemini CLI: hooks in `.gemini/settings.json` and a block in `GEMINI.md`.

Gemini has one settings file per project. It holds a person's own hooks and is kept out of git, or those of a team and
is committed. Gemini reads it in folders that the person trusts, so the block stays in any case.
"""

import json
import os
from collections.abc import Mapping
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.gemini.dialect import NAME, USER_HOOKS
from backstory.agents.hook_settings import MILLISECONDS, HookEvent, hook_surface, user_surface
from backstory.agents.slash_commands import command_surfaces, format_toml
from backstory.base.allowed_commands import COMMANDS
from backstory.edits.change import WholeFile

SETTINGS: Final = ".gemini/settings.json"
INSTRUCTIONS: Final = "GEMINI.md"
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "BeforeAgent", 5),
    HookEvent("post-tool", "AfterTool", 5, "write_file|replace|run_shell_command"),
    HookEvent("stop", "AfterAgent", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
"""No `PreCompress`: Gemini calls it before every request, whether anything is compressed or not."""
POLICY_FILE: Final = ".gemini/policies/backstory.toml"
"""Gemini reads policies below the home folder and ignores those of a project.

No rule of ours goes into `tools.allowed` of the settings: one for some commands denies all others, in every mode.
"""
PRIORITY: Final = 300
"""Above what `tools.allowed` of the person's own settings denies, and below what the person excludes."""
POLICY: Final = f"""\
# Commands of Backstory that Gemini CLI runs without asking. It looks at each command of a line.
[[rule]]
toolName = "run_shell_command"
commandPrefix = {json.dumps([f"backstory {name}" for name in COMMANDS])}
decision = "allow"
priority = {PRIORITY}
""".encode()
NOTE: Final = "Gemini CLI runs these hooks in folders that you trust: `/permissions trust`"


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By the program, its folder in the home, or its files in the project."""
    program = base.on_path("gemini", environ)
    config = os.path.join(home, ".gemini")
    machine = [program] if program else []
    machine += [os.path.join(config, name) for name in base.existing(config, ["settings.json", "projects.json"])]
    project = base.existing(root, [".gemini", INSTRUCTIONS])
    return Detected(bool(machine), bool(project), (*machine, *project))


def surfaces(place: Place) -> list[Surface]:
    """The settings file, with a person's own hooks or a team's, and the instruction file."""
    hooks = [hook_surface(NAME, HOOKS, SETTINGS, place, MILLISECONDS, note=NOTE)] if place.hooks else []
    return [*hooks, instruction_surface(place, INSTRUCTIONS)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    hooks = user_surface(NAME, HOOKS, USER_HOOKS, launch, MILLISECONDS)
    policy = Surface("file", POLICY_FILE, False, lambda _: WholeFile(POLICY))
    return [hooks, policy, *command_surfaces(".gemini/commands/{}.toml", format_toml)]
