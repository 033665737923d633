"""GitHub Copilot: hooks in a file of its own, `.github/hooks/backstory.json`, and a block in `AGENTS.md`.

Copilot CLI runs them in folders that the person trusts, VS Code as a preview, the cloud agent where they are committed.
"""

import os
from collections.abc import Mapping
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.copilot.dialect import NAME, USER_HOOKS
from backstory.agents.hook_settings import HookEvent, Shape, hook_surface, user_surface
from backstory.agents.slash_commands import command_surfaces, format_named_skill

HOOKS_FILE: Final = ".github/hooks/backstory.json"
SHAPE: Final = Shape(grouped=False, limit="timeoutSec", seed={"version": 1})
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5),
    HookEvent("subagent-start", "SubagentStart", 5),
    HookEvent("subagent-stop", "SubagentStop", 10),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
PERMISSION: Final = HookEvent("permission", "permissionRequest", 5, "bash")
"""Allows the commands in `allowed_commands`. A team's hooks do not have it: a clone must not grant permissions."""
NOTE: Final = "Copilot CLI runs these hooks in folders that you trust: it asks at the first start"


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By the program, its folder in the home, or its files in the project."""
    program = base.on_path("copilot", environ)
    config = environ.get("COPILOT_HOME") or os.path.join(home, ".copilot")
    machine = [program] if program else []
    machine += [os.path.join(config, name) for name in base.existing(config, ["config.json", "session-state"])]
    names = ["copilot-instructions.md", "instructions", "hooks", "agents", "copilot"]
    project = [f".github/{name}" for name in base.existing(os.path.join(root, ".github"), names)]
    return Detected(bool(machine), bool(project), (*machine, *project))


def surfaces(place: Place) -> list[Surface]:
    """The hooks file, a person's own or a team's, and the instruction file."""
    events = HOOKS if place.team else (*HOOKS, PERMISSION)
    hooks = [hook_surface(NAME, events, HOOKS_FILE, place, SHAPE, note=NOTE)] if place.hooks else []
    return [*hooks, instruction_surface(place)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    skills = command_surfaces(".copilot/skills/{}/SKILL.md", format_named_skill)
    return [user_surface(NAME, (*HOOKS, PERMISSION), USER_HOOKS, launch, SHAPE), *skills]
