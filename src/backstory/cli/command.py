"""What every command shares: `--project-root`, `--json`, `--quiet`, the open memory, who is speaking."""

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from backstory.api import Channel, Memory
from backstory.cli.console import State
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS, SCOPES, TIERS, Kind, kind_named

F = TypeVar("F", bound=Callable[..., Any])


def who_speaks() -> Channel:
    """A person is a terminal without an agent's environment; everything else speaks as an agent.

    `BACKSTORY_AGENT` names the agent outright. A command without a terminal and without an agent's signs (a script, a
    pipeline) is not taken for a person: authority comes from the channel.
    """
    agent = os.environ.get("BACKSTORY_AGENT", "") or _agent_by_signs()
    session = os.environ.get("BACKSTORY_SESSION", "") or (_session_of(agent) if agent else "")
    person = not agent and (sys.stdin.isatty() or sys.stderr.isatty())
    return Channel("explicit" if person else "stated", agent, session)


def _agent_by_signs() -> str:
    """The agent that runs this command, by the environment variables it sets."""
    from backstory.agents.table import AGENTS, OTHER_SIGNS

    signs = [(sign, name) for name, _, _, variables in AGENTS for sign in variables]
    return next((name for sign, name in (*signs, *OTHER_SIGNS) if os.environ.get(sign)), "")


def _session_of(agent: str) -> str:
    """The id of the agent's session, where the agent puts it into the environment of its commands."""
    from backstory.base.dialect import agent_name, find_dialect

    variables = find_dialect(agent_name(agent) or "-")[1].SESSION_VARIABLES
    return next((value for name in variables if (value := os.environ.get(name))), "")


def common(function: F) -> F:
    """Adds the options that every command takes, before or after the command's name."""

    def put(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
        root = ctx.find_root()
        if root.obj is None:
            root.obj = {"project_root": "", "as_json": False, "quiet": False}
        if value:
            root.obj[parameter.name] = value
        State.json, State.quiet = bool(root.obj["as_json"]), bool(root.obj["quiet"])
        return value

    for option in (
        click.option(
            "--quiet", "-q", "quiet", is_flag=True, expose_value=False, callback=put, help="Only data and errors."
        ),
        click.option(
            "--json", "as_json", is_flag=True, expose_value=False, callback=put, help="One JSON document on stdout."
        ),
        click.option(
            "--project-root",
            metavar="PATH",
            default="",
            expose_value=False,
            callback=put,
            help="The project, when it is not the folder you stand in.",
        ),
    ):
        function = option(function)
    return function


def here() -> str:
    """The current folder, also when it was deleted under our feet."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD", "/")


def project_root() -> str:
    obj = click.get_current_context().find_root().obj or {}
    return str(obj.get("project_root", ""))


def as_of_option(function: F) -> F:
    """`--as-of`, which `open_memory` takes."""
    return click.option(
        "--as-of", "as_of", default="", metavar="WHEN", help="As it stood at a date, an age, a commit or a snapshot."
    )(function)


def open_memory(as_of: str = "", **overrides: Any) -> Memory:
    """The memory of the project that the command line speaks of, with warnings about its settings on stderr.

    With `as_of`, as it stood then: for reading.
    """
    from backstory.cli import console
    from backstory.store.custody import close

    memory = Memory.open(
        here(),
        os.environ,
        project_root=project_root(),
        channel=overrides.pop("channel", None) or who_speaks(),
        **overrides,
    )
    for line in close(memory.project.home, memory.project.private, memory.project.user):
        console.warn(line)
    for warning in memory.settings.warnings:
        console.warn(str(warning))
    click.get_current_context().call_on_close(lambda: _say_exceeded(memory))
    if memory.left_out:
        from backstory.memory.status import sparse_warning

        what, hint = sparse_warning(memory, here())
        if what:
            console.warn(what, hint)
    return memory.at(as_of) if as_of else memory


def _say_exceeded(memory: Memory) -> None:
    """Names the patterns for redaction that would have taken most of a text; with the command's end, once."""
    from backstory.cli import console

    if "gate" not in vars(memory):
        return  # nothing was looked at
    for pattern in memory.gate.patterns.exceeded.values():
        console.warn(
            f"redaction pattern `{pattern}` would take most of a text, and was passed over for it",
            "make it match the secret itself: `backstory config get privacy.redact`",
        )


def split_list(values: tuple[str, ...] | list[str]) -> list[str]:
    """Repeated flags and `;;` inside one value, both."""
    return [item.strip() for value in values for item in value.split(";;") if item.strip()]


def split_tags(values: tuple[str, ...] | list[str]) -> list[str]:
    """Repeated flags and commas inside one value, both."""
    return [item.strip().lstrip("#") for value in values for item in value.split(",") if item.strip()]


def text_or_stdin(text: str | None, *, what: str) -> str:
    """`-`, or nothing with a pipe on stdin, reads stdin."""
    if text == "-" or (not text and not sys.stdin.isatty()):
        data = sys.stdin.buffer.read(32 << 20).decode("utf-8", "replace") if text == "-" or _has_input() else ""
        if data.strip():
            return data
    if text and text != "-":
        return text
    raise Invalid(f"no {what} was given", hint="pass it as text, or `-` to read it from stdin")


def _has_input() -> bool:
    """Whether stdin is a pipe or a file that holds something (never waits on a terminal or an idle socket)."""
    import select
    import stat

    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
        if stat.S_ISREG(mode):
            return True
        return stat.S_ISFIFO(mode) and bool(select.select([sys.stdin], [], [], 0)[0])
    except (OSError, ValueError):
        return False


class KindParam(click.ParamType[str]):
    """A kind by name, plural or alias."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kind = value if isinstance(value, Kind) else kind_named(str(value))
        if kind is None:
            self.fail(f"`{value}` is no kind; there are: {', '.join(KINDS)}", param, ctx)
        return kind.name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(k.name, help=k.help) for k in KINDS.values() if k.name.startswith(incomplete)]


KIND = KindParam()
TIER = click.Choice(TIERS, case_sensitive=False)
SCOPE = click.Choice(SCOPES, case_sensitive=False)
