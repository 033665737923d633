"""The hook entries that we put into the settings file of an agent, in the shape that Claude Code introduced.

A person's own entries name the absolute interpreter. Those of a team look Backstory up on `PATH`, do nothing where it
is not installed, and step back where a person's own are.
"""

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.agents.base import Launch, Place, Surface
from backstory.edits.change import Hooks
from backstory.edits.values import Value

MARK: Final = "backstory.hot.hook"
"""A person's own commands hold it."""


LOOK_UP: Final = "command -v backstory >/dev/null 2>&1 || exit 0; "
"""Ends a hook in silence where Backstory is not installed."""
OR_NOTHING: Final = " 2>/dev/null || exit 0"
"""Ends a hook in silence where Backstory is just being replaced by another version."""

QUIET_END: Final = "sys.excepthook=lambda*_:sys.exit(0)"
"""Has a Python program end in silence where nothing of ours could be loaded that would catch its error."""


class HookEvent(NamedTuple):
    """One event that an agent reports: our name, its name, its time limit in seconds, and the matcher of its group."""

    name: str
    event: str
    timeout: int
    matcher: str = ""


class Shape(NamedTuple):
    """How an agent writes its entries: in groups or not, the name and the unit of the time limit, a new file's seed."""

    grouped: bool = True
    limit: str = "timeout"
    per_second: int = 1
    seed: Mapping[str, Any] | None = None


LIMIT_NAMES: Final = ("timeout", "timeoutSec")
"""The name that agents use for the time limit of a hook."""
CLAUDE: Final = Shape()
MILLISECONDS: Final = Shape(per_second=1000)


def personal_hooks(
    agent: str, events: Sequence[HookEvent], launch: Launch, shape: Shape = CLAUDE, values: Sequence[Value] = ()
) -> Hooks:
    """Entries that start the hook process with this installation's interpreter: no shim, no site packages to scan.

    `values` are other values of ours in the same file, such as permissions.
    """
    entries = _entries(events, lambda name: personal_command(agent, name, launch), shape)
    return Hooks(entries, entry_marks(agent), seed=shape.seed, values=values)


def user_surface(
    agent: str,
    events: Sequence[HookEvent],
    path: str,
    launch: Launch,
    shape: Shape = CLAUDE,
    *,
    note: str = "",
    values: Sequence[Value] = (),
) -> Surface:
    """The entries for all repositories of a person. `path` is below the home folder.

    Their commands end in `--user`, so that they step back where a project has hooks of the person's own.
    """
    entries = _entries(events, lambda name: f"{personal_command(agent, name, launch)} --user", shape)
    hooks = Hooks(entries, entry_marks(agent), seed=shape.seed, values=values)
    return Surface("hooks", path, False, lambda _: hooks, note=note)


def team_hooks(agent: str, events: Sequence[HookEvent], shape: Shape = CLAUDE, *, guard: str = "") -> Hooks:
    """Entries for everybody who checks the repository out. The commands never change with an upgrade."""
    entries = _entries(events, lambda name: team_command(agent, name, guard=guard), shape)
    return Hooks(entries, entry_marks(agent), seed=shape.seed)


def hook_surface(
    agent: str,
    events: Sequence[HookEvent],
    path: str,
    place: Place,
    shape: Shape = CLAUDE,
    *,
    note: str = "",
    values: Sequence[Value] = (),
) -> Surface:
    """The entries in the one file that an agent has per project: a team's, or a person's own, kept out of git.

    `values` go only into a person's own file.
    """
    if place.team:
        return Surface("hooks", path, True, lambda _: team_hooks(agent, events, shape), note=note)
    return Surface(
        "hooks", path, False, lambda _: personal_hooks(agent, events, place.launch, shape, values), note=note
    )


def plugin_entries(agent: str, events: Sequence[HookEvent], shape: Shape = CLAUDE) -> dict[str, list[Any]]:
    """The entries of a plugin, which runs in all repositories: they step back where other hooks of ours are."""
    return _entries(events, lambda name: f"{LOOK_UP}backstory hook {agent} {name} --plugin{OR_NOTHING}", shape)


def entry_marks(agent: str) -> tuple[str, str]:
    """Texts by which our entries are recognised: a person's own hold the first, a team's the second."""
    return MARK, f"backstory hook {agent}"


def personal_command(agent: str, event: str, launch: Launch) -> str:
    """The shell command of a person's own hook."""
    return f"{shlex.join(hook_program(launch))} {agent} {event}"


def hook_program(launch: Launch, module: str = MARK) -> list[str]:
    """The program of the hook process and its first arguments; the agent's name and the event follow.

    `module` is the one whose `main` is called. Where it cannot be loaded, because an installer is just replacing it,
    the process ends without a word and with success.
    """
    folders = ",".join(_literal(path) for path in launch.paths)
    code = f"import sys;{QUIET_END};sys.path[:0]=[{folders}];from {module} import main;main()"
    program = launch.python.replace("\\", "/") if os.sep == "\\" else launch.python
    return [program, "-I", "-S", "-c", code]


def team_command(agent: str, event: str, *, guard: str = "") -> str:
    """The shell command of a team's hook. `guard` is a further command that ends it, such as a check for own hooks."""
    return f"{LOOK_UP}{guard}backstory hook {agent} {event} --team{OR_NOTHING}"


def _entries(events: Sequence[HookEvent], command: Callable[[str], str], shape: Shape) -> dict[str, list[Any]]:
    entries: dict[str, list[Any]] = {}
    for event in events:
        matcher: dict[str, Any] = {"matcher": event.matcher} if event.matcher else {}
        limit = event.timeout * shape.per_second
        handler = {"type": "command", "command": command(event.name), shape.limit: limit}
        entries[event.event] = [{**matcher, "hooks": [handler]} if shape.grouped else {**handler, **matcher}]
    return entries


def _literal(path: str) -> str:
    """A path as a Python string in ASCII without single quotes, so that shell and encoding have nothing to change."""
    path = path.replace("\\", "/") if os.sep == "\\" else path
    return '"' + "".join(map(_escape_sign, path)) + '"'


def _escape_sign(sign: str) -> str:
    return sign if " " <= sign <= "~" and sign not in "\"'\\" else f"\\U{ord(sign):08x}"
