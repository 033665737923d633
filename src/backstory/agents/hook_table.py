"""The table of the hooks of agents that `rule_table` lists: for each the file that is ours, and what stands in it.

Data from the agents' documentation. Each agent's package has its dialect.
"""

import json
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.agents.amp.plugin import TEXT as AMP_TEXT
from backstory.agents.base import Launch, Place, Surface
from backstory.agents.hook_settings import LOOK_UP, MARK, OR_NOTHING, HookEvent, entry_marks, hook_program
from backstory.agents.opencode.plugin import TEXT as OPENCODE_TEXT
from backstory.agents.pi.plugin import TEXT as PI_TEXT
from backstory.agents.plugin_text import TEAM, fill_plugin
from backstory.base.regular_file import read_regular
from backstory.edits.change import Change, Hooks, Plugin, Tables, kind_of


class HookRow(NamedTuple):
    """The hooks of an agent: the file in a project, the one below the home folder, and what makes their content.

    An agent that has them in one place only has an empty text for the other. `build` takes the program of the hook
    process and the options that follow the agent's name and the event. Its changes are named by the file in
    the folder, where the agent has a file for each event.
    """

    project: str
    user: str
    build: Callable[[Sequence[str], Sequence[str]], Mapping[str, Change]]


_MOST: Final = 1 << 20
"""Bytes of a settings file that are looked at."""
KIRO_EVENTS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "fs_write|str_replace|execute_bash"),
    HookEvent("stop", "Stop", 10),
)


GROK_EVENTS: Final = (
    HookEvent("session-start", "SessionStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("pre-tool", "PreToolUse", 5),
    HookEvent("post-tool", "PostToolUse", 5, "run_terminal_command|search_replace|write"),
    HookEvent("tool-failure", "PostToolUseFailure", 5),
    HookEvent("subagent-start", "SubagentStart", 5),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("stop", "StopCancelled", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
KIMI_EVENTS: Final = (
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "Bash|Edit|Write"),
    HookEvent("tool-failure", "PostToolUseFailure", 5),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "Stop", 10),
    HookEvent("stop", "Interrupt", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
CLINE_EVENTS: Final = (
    HookEvent("session-start", "TaskStart", 10),
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("pre-tool", "PreToolUse", 5),
    HookEvent("post-tool", "PostToolUse", 5),
    HookEvent("pre-compact", "PreCompact", 10),
    HookEvent("stop", "TaskComplete", 10),
    HookEvent("stop", "TaskCancel", 10),
    HookEvent("session-end", "SessionShutdown", 10),
)
WINDSURF_EVENTS: Final = (
    HookEvent("prompt", "pre_user_prompt", 0),
    HookEvent("post-tool", "post_write_code", 0),
    HookEvent("post-tool", "post_run_command", 0),
    HookEvent("stop", "post_cascade_response_with_transcript", 0),
)
"""It knows no limit of time."""
ANTIGRAVITY_EVENTS: Final = (HookEvent("session-start", "SessionStart", 10), HookEvent("stop", "Stop", 10))
CRUSH_EVENTS: Final = (
    HookEvent("pre-tool", "PreToolUse", 5, "^(view|edit|multiedit|write|bash|grep|glob|ls)$"),
    HookEvent("permission", "PreToolUse", 5, "^bash$"),
)
"""The second one allows the commands in `allowed_commands`: a hook's yes spares the question."""
GOOSE_EVENTS: Final = (
    HookEvent("prompt", "UserPromptSubmit", 5),
    HookEvent("post-tool", "PostToolUse", 5, "^developer__(shell|write|edit|text_editor)$"),
    HookEvent("tool-failure", "PostToolUseFailure", 5, "^developer__(shell|write|edit|text_editor)$"),
    HookEvent("stop", "Stop", 10),
    HookEvent("session-end", "SessionEnd", 10),
)
NO_OPINION: Final = """echo '{"decision":""}'; """
"""The reply by which a hook lets Antigravity stop. It is printed first, so that it is there whatever happens next."""


def _call(agent: str, event: HookEvent, program: Sequence[str], options: Sequence[str]) -> str:
    """The shell command of a hook. A team's does nothing where Backstory is not installed."""
    command = shlex.join([*program, agent, event.name, *options])
    return f"{LOOK_UP}{command}{OR_NOTHING}" if program == TEAM else command


def _build_kiro_file(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """A list of hooks, each with its trigger and its action."""
    hooks: list[dict[str, Any]] = []
    for event in KIRO_EVENTS:
        matcher = {"matcher": event.matcher} if event.matcher else {}
        action = {"type": "command", "command": _call("kiro", event, program, options)}
        hook = {"name": f"backstory {event.name}", "trigger": event.event, **matcher, "action": action}
        hooks.append(hook | {"timeout": event.timeout, "enabled": True})
    return _one_file({"version": "v1", "hooks": hooks})


def _build_grok_file(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """Groups of hooks in the shape of Claude Code, in a file of our own."""
    hooks: dict[str, Any] = {}
    for event in GROK_EVENTS:
        matcher = {"matcher": event.matcher} if event.matcher else {}
        handler = {"type": "command", "command": _call("grok", event, program, options), "timeout": event.timeout}
        hooks[event.event] = [{**matcher, "hooks": [handler]}]
    return _one_file({"hooks": hooks})


def _one_file(value: dict[str, Any]) -> Mapping[str, Change]:
    return {"": Plugin((json.dumps(value, indent=2) + "\n").encode("ascii"))}


def _build_kimi_tables(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """A table for each hook at the end of the settings. A string in JSON's form in ASCII is one of TOML as well."""
    lines: list[str] = []
    for event in KIMI_EVENTS:
        lines += ["[[hooks]]", f"event = {json.dumps(event.event)}"]
        lines += [f"matcher = {json.dumps(event.matcher)}"] if event.matcher else []
        lines += [f"command = {json.dumps(_call('kimi', event, program, options))}", f"timeout = {event.timeout}"]
    return {"": Tables(lines)}


def _build_cline_files(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """A program for each event, named after it."""
    return {
        event.event: Plugin(f"#!/bin/sh\n{_call('cline', event, program, options)}\n".encode("ascii"), True)
        for event in (CLINE_EVENTS if os.name == "posix" else ())
    }


def _build_windsurf_hooks(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """Plain entries beside those of the person."""
    entries: dict[str, list[Any]] = {
        event.event: [{"command": _call("windsurf", event, program, options), "show_output": False}]
        for event in WINDSURF_EVENTS
    }
    return {"": Hooks(entries, entry_marks("windsurf"))}


def _build_antigravity_hooks(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """A named group of ours. Antigravity drops the whole file for one mistake: it gets no member that it need not."""
    entries: dict[str, list[Any]] = {}
    for event in ANTIGRAVITY_EVENTS:
        command = (NO_OPINION if event.name == "stop" else "") + _call("antigravity", event, program, options)
        entries[event.event] = [{"type": "command", "command": command, "timeout": event.timeout}]
    return {"": Hooks(entries, entry_marks("antigravity"), at=("backstory",))} if os.name == "posix" else {}


def _build_crush_hooks(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """Plain entries beside those of the person, all for the one event that there is."""
    entries: list[Any] = [
        {"matcher": event.matcher, "command": _call("crush", event, program, options), "timeout": event.timeout}
        for event in CRUSH_EVENTS
    ]
    return {"": Hooks({"PreToolUse": entries}, entry_marks("crush"))}


def _build_goose_plugin(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    """A plugin folder with a manifest, which stays the same with every version, and the hooks, in groups."""
    hooks: dict[str, Any] = {}
    for event in GOOSE_EVENTS:
        matcher = {"matcher": event.matcher} if event.matcher else {}
        handler = {"type": "command", "command": _call("goose", event, program, options), "timeout": event.timeout}
        hooks[event.event] = [{**matcher, "hooks": [handler]}]
    manifest = {"name": "backstory", "version": "1.0.0", "description": "Project memory (Backstory)"}
    files = {"hooks/hooks.json": {"hooks": hooks}, "plugin.json": manifest}
    return {name: Plugin((json.dumps(value, indent=2) + "\n").encode("ascii")) for name, value in files.items()}


def _build_amp_plugin(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    return {"": fill_plugin(AMP_TEXT, "amp", "Amp", program, options)}


def _build_kilo_plugin(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    return {"": fill_plugin(OPENCODE_TEXT, "kilo", "Kilo Code", program, options)}


def _build_pi_extension(program: Sequence[str], options: Sequence[str]) -> Mapping[str, Change]:
    return {"": fill_plugin(PI_TEXT, "pi", "Pi", program, options)}


HOOK_ROWS: Final[dict[str, HookRow]] = {
    "amp": HookRow(".amp/plugins/backstory.ts", ".config/amp/plugins/backstory.ts", _build_amp_plugin),
    "antigravity": HookRow(".agents/hooks.json", ".gemini/config/hooks.json", _build_antigravity_hooks),
    "cline": HookRow(".clinerules/hooks", "Documents/Cline/Hooks", _build_cline_files),
    "crush": HookRow("", ".config/crush/crush.json", _build_crush_hooks),
    "goose": HookRow(".agents/plugins/backstory", ".agents/plugins/backstory", _build_goose_plugin),
    "grok": HookRow(".grok/hooks/backstory.json", ".grok/hooks/backstory.json", _build_grok_file),
    "kilo": HookRow(".kilo/plugins/backstory.js", ".config/kilo/plugins/backstory.js", _build_kilo_plugin),
    "kimi": HookRow("", ".kimi-code/config.toml", _build_kimi_tables),
    "kiro": HookRow(".kiro/hooks/backstory.json", ".kiro/hooks/backstory.json", _build_kiro_file),
    "pi": HookRow(".pi/extensions/backstory.ts", ".pi/agent/extensions/backstory.ts", _build_pi_extension),
    "windsurf": HookRow(".windsurf/hooks.json", ".codeium/windsurf/hooks.json", _build_windsurf_hooks),
}
"""By the agent's name."""


def project_hooks(agent: str, place: Place) -> list[Surface]:
    """The hooks of an agent in a project: a person's own, or a team's, which do nothing without Backstory."""
    row = HOOK_ROWS.get(agent)
    if row is None or not row.project or not place.hooks or _is_blocked(place.root, row.project):
        return []
    changes = row.build(TEAM, ["--team"]) if place.team else row.build(hook_program(place.launch), [])
    return [_make_surface(row.project, name, change, place.team) for name, change in changes.items()]


def home_hooks(agent: str, launch: Launch) -> list[Surface]:
    """The hooks of an agent for all repositories of a person, which step back where a project has some."""
    row = HOOK_ROWS.get(agent)
    if row is None:
        return []
    changes = row.build(hook_program(launch), ["--user"])
    return [_make_surface(row.user, name, change, False) for name, change in changes.items()]


def note_missing_hooks(agent: str, place: Place) -> str:
    """The advice for an agent that reads hooks from the home folder alone; empty if they are installed there."""
    row = HOOK_ROWS.get(agent)
    if row is None or row.project or not place.hooks or place.team:
        return ""
    if MARK.encode() in (read_regular(os.path.join(place.home, row.user), _MOST) or b""):
        return ""
    return f"for hooks: `backstory agents add {agent} --global`"


def _make_surface(path: str, name: str, change: Change, shared: bool) -> Surface:
    return Surface(kind_of(change), f"{path}/{name}" if name else path, shared, lambda _: change)


def _is_blocked(root: str, path: str) -> bool:
    """Whether a file stands where a folder of the path has to be, as `.clinerules` may."""
    return os.path.isfile(os.path.join(root, path.partition("/")[0]))
