"""Codex: hooks in `.codex/hooks.json` and a block in `AGENTS.md`.

Codex has one hooks file per project. It holds a person's own hooks and is kept out of git, or those of a team and is
committed. Codex runs a hook only after the person has reviewed it, so the block in `AGENTS.md` stays in any case.
"""

import os
from collections.abc import Mapping
from typing import Final

from backstory.agents import base
from backstory.agents.agents_md.surfaces import instruction_surface
from backstory.agents.base import Detected, Place, Surface
from backstory.agents.codex.dialect import NAME
from backstory.agents.hook_settings import HookEvent, personal_hooks, team_hooks

HOOKS_FILE: Final = ".codex/hooks.json"
HOOKS: Final = (
    HookEvent("session-start", "SessionStart", 10, "startup|resume|clear|compact"),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "Bash|apply_patch"),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 3),
)
"""Codex cuts the time of a SessionEnd hook to 3 s."""
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
    edits = [instruction_surface(place)]
    if place.hooks and place.team:
        edits.insert(0, Surface("hooks", HOOKS_FILE, True, lambda _: team_hooks(NAME, HOOKS), note=NOTE))
    elif place.hooks:
        personal = Surface("hooks", HOOKS_FILE, False, lambda _: personal_hooks(NAME, HOOKS, place.launch), note=NOTE)
        edits.insert(0, personal)
    return edits
