"""Cursor: hooks in `.cursor/hooks.json`, an always applied rule with the brief, and a block in `AGENTS.md`.

Versions differ in whether the text of a hook reaches the model, so the rule file holds the brief as well. The editor
was not run: form and events are those that its documentation and recorded calls show.
"""

from collections.abc import Mapping
from typing import Final

from backstory.agents.base import Detected, Launch, Place, Surface
from backstory.agents.cursor.dialect import NAME, USER_HOOKS
from backstory.agents.hook_settings import HookEvent, Shape, hook_surface, user_surface
from backstory.agents.rule_files import RuleFiles
from backstory.agents.rule_table import ALWAYS, RuleAgent
from backstory.agents.slash_commands import command_surfaces, format_markdown

HOOKS_FILE: Final = ".cursor/hooks.json"
SHAPE: Final = Shape(grouped=False, seed={"version": 1})
TOOLS: Final = "Shell|Write|Edit|MultiEdit|StrReplace|Delete"
HOOKS: Final = (
    HookEvent("session-start", "sessionStart", 10),
    HookEvent("prompt", "beforeSubmitPrompt", 5),
    HookEvent("post-tool", "postToolUse", 5, TOOLS),
    HookEvent("tool-failure", "postToolUseFailure", 5, TOOLS),
    HookEvent("subagent-stop", "subagentStop", 10),
    HookEvent("pre-compact", "preCompact", 10),
    HookEvent("stop", "stop", 10),
    HookEvent("session-end", "sessionEnd", 10),
)
FILES: Final = RuleFiles(
    RuleAgent(
        NAME, "Cursor", (), ("cursor-agent", "cursor"), (".cursor",), (".cursor", ".cursorrules"),
        rule=".cursor/rules/backstory.mdc", head=ALWAYS,
    )
)  # fmt: skip


def detect(root: str, environ: Mapping[str, str], home: str) -> Detected:
    """By its programs, its folder in the home, and its files in the project."""
    return FILES.detect(root, environ, home)


def surfaces(place: Place) -> list[Surface]:
    """The hooks file, a person's own or a team's, the instruction file and the rule."""
    hooks = [hook_surface(NAME, HOOKS, HOOKS_FILE, place, SHAPE)] if place.hooks else []
    return [*hooks, *FILES.surfaces(place)]


def user_surfaces(launch: Launch) -> list[Surface]:
    """The surfaces for all repositories of a person, below the home folder."""
    commands = command_surfaces(".cursor/commands/{}.md", format_markdown)
    return [user_surface(NAME, HOOKS, USER_HOOKS, launch, SHAPE), *commands]
