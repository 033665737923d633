"""Codex: hooks in `.codex/hooks.json` and a block in `AGENTS.md`.

Codex has one hooks file per project. It holds a person's own hooks and is kept out of git, or those of a team and is
committed. Codex runs a hook only after the person has reviewed it, so the block in `AGENTS.md` stays in any case.
"""

import json
import os
from collections.abc import Mapping
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.codex.dialect import NAME, USER_HOOKS
from backstory.agents.hook_settings import HookEvent, hook_surface, user_surface
from backstory.agents.slash_commands import hidden_skill_surfaces
from backstory.base.allowed_commands import COMMANDS
from backstory.edits.change import WholeFile

HOOKS_FILE: Final = ".codex/hooks.json"
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10, "startup|resume|clear|compact"),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "Bash|apply_patch"),
    HookEvent("subagent-start", "SubagentStart", 5),
    HookEvent("subagent-stop", "SubagentStop", 10),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 3),
)
"""Codex cuts the time of a SessionEnd hook to 3 s."""
RULES_FILE: Final = ".codex/rules/backstory.rules"
RULES: Final = f"""\
# Commands of Backstory that Codex runs without asking, and outside of its sandbox, so that they reach the memory.
prefix_rule(pattern = ["backstory", {json.dumps(COMMANDS)}], decision = "allow")
""".encode()
SKILLS: Final = ".codex/skills"
"""Its own folder: other agents list what is in `~/.agents/skills` to their models."""
NOTE: Final = "Codex runs these hooks after you trust them: start `codex` here and review them with `/hooks`"


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By the program, its folder in the home, or its folder in the project."""
    program = base.on_path("codex", environ)
    config = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    machine = [program] if program else []
    machine += [os.path.join(config, name) for name in base.existing(config, ["config.toml", "auth.json", "sessions"])]
    project = base.existing(root, [".codex", "AGENTS.override.md"])
    return Detected(bool(machine), bool(project), (*machine, *project))


def surfaces(place: Place) -> list[Surface]:
    """The hooks file, a person's own or a team's, and the instruction file."""
    hooks = [hook_surface(NAME, HOOKS, HOOKS_FILE, place, note=NOTE)] if place.hooks else []
    rules = [Surface("file", RULES_FILE, False, lambda _: WholeFile(RULES))] if place.hooks and not place.team else []
    return [*hooks, *rules, instruction_surface(place)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    rules = Surface("file", ".codex/rules/backstory.rules", False, lambda _: WholeFile(RULES))
    return [user_surface(NAME, HOOKS, USER_HOOKS, launch, note=NOTE), rules, *hidden_skill_surfaces(SKILLS)]
