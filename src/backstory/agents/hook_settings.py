"""The hook entries that we put into the settings file of an agent, in the shape that Claude Code introduced.

A person's own entries name the absolute interpreter. Those of a team look Backstory up on `PATH`, do nothing where it
is not installed, and step back where a person's own are.
"""

import os
import shlex
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from backstory.agents.base import Launch
from backstory.edits.change import Hooks

MARK: Final = "backstory.hot.hook"
"""A person's own commands hold it."""


class HookEvent(NamedTuple):
    """One event that an agent reports: our name, its name, its time limit in seconds, and the matcher of its group."""

    name: str
    event: str
    timeout: int
    matcher: str = ""


def personal_hooks(agent: str, events: Sequence[HookEvent], launch: Launch) -> Hooks:
    """Entries that start the hook process with this installation's interpreter: no shim, no site packages to scan."""
    return Hooks(_entries(events, lambda name: personal_command(agent, name, launch)), entry_marks(agent))


def team_hooks(agent: str, events: Sequence[HookEvent], *, guard: str = "") -> Hooks:
    """Entries for everybody who checks the repository out. The commands never change with an upgrade."""
    return Hooks(_entries(events, lambda name: team_command(agent, name, guard=guard)), entry_marks(agent))


def entry_marks(agent: str) -> tuple[str, str]:
    """Texts by which our entries are recognised: a person's own hold the first, a team's the second."""
    return MARK, f"backstory hook {agent}"


def personal_command(agent: str, event: str, launch: Launch) -> str:
    """The shell command of a person's own hook."""
    folders = ",".join(_literal(path) for path in launch.paths)
    code = f"import sys;sys.path[:0]=[{folders}];from backstory.hot.hook import main;main()"
    program = launch.python.replace("\\", "/") if os.sep == "\\" else launch.python
    return f"{shlex.quote(program)} -I -S -c {shlex.quote(code)} {agent} {event}"


def team_command(agent: str, event: str, *, guard: str = "") -> str:
    """The shell command of a team's hook. `guard` is a further command that ends it, such as a check for own hooks."""
    return f"command -v backstory >/dev/null 2>&1 || exit 0; {guard}backstory hook {agent} {event} --team"


def _entries(events: Sequence[HookEvent], command: Callable[[str], str]) -> dict[str, list[Any]]:
    entries: dict[str, list[Any]] = {}
    for event in events:
        group: dict[str, Any] = {"matcher": event.matcher} if event.matcher else {}
        group["hooks"] = [{"type": "command", "command": command(event.name), "timeout": event.timeout}]
        entries[event.event] = [group]
    return entries


def _literal(path: str) -> str:
    """A path as a Python string in ASCII without single quotes, so that shell and encoding have nothing to change."""
    path = path.replace("\\", "/") if os.sep == "\\" else path
    return '"' + "".join(map(_escape_sign, path)) + '"'


def _escape_sign(sign: str) -> str:
    return sign if " " <= sign <= "~" and sign not in "\"'\\" else f"\\U{ord(sign):08x}"
