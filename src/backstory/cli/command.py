"""Shared by the commands: common options, the open memory, the speaker, the parsing of lists and tags."""

import os
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

import click

from backstory.api import Channel, Command, Memory
from backstory.cli import console
from backstory.cli.console import State
from backstory.cli.setting_faults import warn_of_settings
from backstory.model.errors import BackstoryError, Invalid, is_shortage
from backstory.model.kinds import KINDS, SCOPES, TIERS, Kind, find_kind, nearest_kind

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., object])
STDIN = "backstory.stdin"
"""Key of a command line's notes: whether an option or argument has taken stdin."""
COMMAND = "backstory.command"
"""Key of a command line's notes: the command whose changes are undone together."""
MAX_INPUT = 32 << 20
"""Bytes that are read from stdin."""
Json = dict[str, object]
"""The fields of a JSON document."""


def who_speaks() -> Channel:
    """Tells a person from an agent: a person has a terminal and none of the environment variables of agents.

    `BACKSTORY_AGENT` names the agent outright. A script or a pipeline without a terminal does not count as a person,
    because authority comes from the channel.
    """
    agent = os.environ.get("BACKSTORY_AGENT", "") or _agent_by_signs()
    session = os.environ.get("BACKSTORY_SESSION", "") or (_session_of(agent) if agent else "")
    person = not agent and (sys.stdin.isatty() or sys.stderr.isatty())
    return Channel("explicit" if person else "stated", agent, session)


def _agent_by_signs() -> str:
    """The agent that runs this command, by the environment variables it sets."""
    from backstory.base.agent_table import AGENTS, OTHER_SIGNS

    signs: list[tuple[str, str]] = []
    for name, _, _, variables in AGENTS:
        signs += [(sign, name) for sign in variables]
    return next((name for sign, name in (*signs, *OTHER_SIGNS) if os.environ.get(sign)), "")


def _session_of(agent: str) -> str:
    """The id of the agent's session, where the agent puts it into the environment of its commands."""
    from backstory.base.dialect import agent_name, find_dialect

    variables = find_dialect(agent_name(agent) or "-")[1].SESSION_VARIABLES
    return next((value for name in variables if (value := os.environ.get(name))), "")


def add_common_options(function: F) -> F:
    """Adds the options that every command takes, before or after the command's name."""

    def store(ctx: click.Context, parameter: click.Parameter, value: bool | str) -> bool | str:
        root = ctx.find_root()
        if root.obj is None:
            root.obj = {}
        if value:
            root.obj[parameter.name] = value
        _set_state(root.obj)
        return value

    for option in (
        click.option("--no-pager", "no_pager", is_flag=True, expose_value=False, callback=store, hidden=True),
        click.option(
            "--quiet",
            "-q",
            "quiet",
            is_flag=True,
            expose_value=False,
            callback=store,
            help="Print only data and errors.",
        ),
        click.option(
            "--json", "as_json", is_flag=True, expose_value=False, callback=store, help="Print one JSON document."
        ),
        click.option(
            "--format",
            "template",
            metavar="TEMPLATE",
            default="",
            expose_value=False,
            callback=store,
            help="Print fields of the JSON answer, such as '{short} {title}'.",
        ),
        click.option(
            "--project-root",
            metavar="PATH",
            default="",
            expose_value=False,
            callback=store,
            help="Use this project instead of the one around the current folder.",
        ),
    ):
        function = option(function)
    return function


def _set_state(options: dict[str, object]) -> None:
    """Hands the common options to the console. Raises `Invalid` for a template that cannot be read."""
    State.json, State.quiet = bool(options.get("as_json")), bool(options.get("quiet"))
    State.pager, State.template = not options.get("no_pager"), str(options.get("template") or "")
    if not State.template:
        return
    from backstory.cli.template import check_template

    if State.json:
        raise Invalid("`--json` and `--format` exclude each other", hint="leave one of them out")
    check_template(State.template)


def gather_options(make: Callable[..., object], names: Sequence[str]) -> Callable[[F], F]:
    """Hands the options called `names` to the command as one typed value, its argument `options`."""

    def decorate(function: F) -> F:
        @wraps(function)
        def call(*arguments: object, **values: object) -> object:
            options = make(**{name: values.pop(name) for name in names})
            return function(*arguments, options=options, **values)

        return call  # type: ignore[return-value]  # click reads the parameters from the options, not the signature

    return decorate


def current_folder() -> str:
    """The current folder, also after it was deleted."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD", "/")


def project_root() -> str:
    """The value of `--project-root`."""
    obj = click.get_current_context().find_root().obj or {}
    return str(obj.get("project_root", ""))


def as_of_option(function: F) -> F:
    """Adds `--as-of`, which `open_memory` takes."""
    return click.option(
        "--as-of",
        "as_of",
        default="",
        metavar="WHEN",
        help="Show the memory as of a date, an age, a commit, a snapshot or a checkpoint.",
    )(function)


def all_branches_option(function: F) -> F:
    """Adds `--all-branches`, which `open_memory` takes."""
    return click.option(
        "--all-branches", "all_branches", is_flag=True, help="Include records of other branches, merged here or not."
    )(function)


def open_memory(as_of: str = "", *, all_branches: bool = False, tree: str = "") -> Memory:
    """Opens the memory of the project and prints warnings about its settings and its data home.

    With `as_of` it is the memory as it was then, for reading; with `all_branches` that of all branches. `tree` is the
    working tree of another project.
    """
    from backstory.store.permissions import restrict_permissions

    memory = Memory.open(
        tree or current_folder(), os.environ, project_root=tree or project_root(), channel=who_speaks()
    )
    for line in restrict_permissions(memory.project.home, memory.project.private, memory.project.user):
        console.warn(line)
    warn_of_settings(memory.settings.warnings)
    group_changes(memory)
    root = click.get_current_context().find_root()
    root.call_on_close(lambda: _warn_of_greedy_patterns(memory))
    root.call_on_close(lambda: _refresh_outdated_surfaces(memory))
    if memory.left_out:
        from backstory.api import sparse_warning

        what, hint = sparse_warning(memory, current_folder())
        if what:
            console.warn(what, hint)
    memory = memory.at(as_of) if as_of else memory
    if all_branches:
        from backstory.api import include_all_branches

        include_all_branches(memory)
    return memory


def group_changes(memory: Memory) -> None:
    """Makes `undo` take back all changes of the current command together."""
    context = click.get_current_context()
    name = context.command_path.partition(" ")[2]
    memory.command = context.find_root().meta.setdefault(COMMAND, Command(memory.new_id(), name))


def _warn_of_greedy_patterns(memory: Memory) -> None:
    """Names, once at the end of a command, the redaction patterns that matched most of a text and were skipped."""
    if "gate" not in vars(memory):
        return  # the gate is made when a text is first checked
    for pattern in memory.gate.patterns.exceeded.values():
        console.warn(
            f"redaction pattern `{pattern}` would take most of a text, and was passed over for it",
            "make it match the secret itself: `backstory config get privacy.redact`",
        )


def refresh_surfaces(memory: Memory, *, at_once: bool = False) -> None:
    """Brings the handoff file and the agents' files up to date, and warns about those that cannot be written.

    It leaves that to a process in the background, unless it has to be done `at_once`, because something must no longer
    be there when the command ends, or the settings ask for it.
    """
    State.refreshed = True
    if not at_once and memory.settings.get("deliver.background") and _refresh_in_background(memory):
        return
    from backstory.deliver import surfaces

    try:
        for warning in surfaces.refresh_surfaces(memory, wait=surfaces.MAX_WAIT if at_once else 0):
            console.warn(warning, "`backstory doctor` shows the state of every surface")
    except (MemoryError, ImportError) as error:
        if not is_shortage(error):
            raise
        console.warn("there was too little memory to bring the agents' files up to date", "`backstory brief` does it")


def _refresh_outdated_surfaces(memory: Memory) -> None:
    """Brings the files that agents read up to date where HEAD, the records or their code changed without a command."""
    project = memory.project
    if State.refreshed or not os.path.isdir(project.team):
        return
    from backstory.base.discovery import find_project
    from backstory.hook.prepared import is_current, read_prepared, surfaces_path

    fields = read_prepared(surfaces_path(project.private, project.root), project.root)
    location = find_project(project.root, home=memory.environ.get("HOME", "")) if fields else None
    if location is not None and not is_current(fields, location, project.home):
        with suppress(BackstoryError, OSError):
            if not (memory.settings.get("deliver.background") and _refresh_in_background(memory)):
                from backstory.deliver import surfaces

                surfaces.refresh_surfaces(memory.reopened())  # `doctor` names what cannot be written


def _refresh_in_background(memory: Memory) -> bool:
    """Starts a process that brings the agents' files up to date after this command has ended."""
    from backstory.base.journal_lines import to_json
    from backstory.hook.worker import REFRESH, spawn_worker

    payload = {"cwd": memory.project.root}
    try:
        spawn_worker("", REFRESH, to_json(payload).encode("utf-8", "surrogatepass"), payload)
    except (OSError, ValueError):
        return False
    return True


def split_list(values: tuple[str, ...] | list[str]) -> list[str]:
    """Splits repeated options, and `;;` inside one value."""
    items: list[str] = []
    for value in values:
        items += value.split(";;")
    return [item.strip() for item in items if item.strip()]


def split_tags(values: tuple[str, ...] | list[str]) -> list[str]:
    """Splits repeated options, and commas inside one value."""
    items: list[str] = []
    for value in values:
        items += value.split(",")
    return [item.strip().lstrip("#") for item in items if item.strip()]


def split_fields(values: tuple[str, ...]) -> dict[str, str]:
    """Splits repeated `KEY=VALUE` options. Raises `Invalid` for one without a key."""
    fields: dict[str, str] = {}
    for value in values:
        key, separator, text = value.partition("=")
        if not separator or not key.strip():
            raise Invalid(f"`{value}` is not KEY=VALUE", hint="`--field environment=ci`")
        fields[key.strip()] = text
    return fields


def text_or_stdin(text: str | None, *, what: str) -> str:
    """Returns `text`, or stdin for `-` and for no text with a pipe on stdin."""
    if text == "-" or (not text and not sys.stdin.isatty() and _has_input()):
        console.end_progress()
        data = read_stdin()
        if data.strip():
            return data
    if text and text != "-":
        return text
    raise Invalid(f"missing {what}", hint="pass it as an argument, or `-` to read it from stdin")


def read_stdin() -> str:
    """The text on stdin, which one option or argument of a command can take.

    Raises `Invalid` for binary data and for text that is not UTF-8, which would not come back as it was.
    """
    meta = click.get_current_context().find_root().meta
    if meta.setdefault(STDIN, False):
        raise Invalid("`-` is given twice, and stdin can be read once", hint="pass one of the texts as an argument")
    meta[STDIN] = True
    data = sys.stdin.buffer.read(MAX_INPUT)
    if b"\0" in data:
        raise Invalid(
            f"stdin is binary ({len(data):,} bytes), expected text",
            hint='keep the file where it is and remember where: `backstory remember source "what it is" --at FILE`',
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Invalid(
            f"stdin is not UTF-8 text (byte {error.start + 1:,} of {len(data):,})",
            hint="convert it: `iconv -f LATIN1 -t UTF-8 FILE | backstory remember note -`",
        ) from None


class TextParam(click.ParamType[str]):
    """A text; `-` reads it from stdin. An option that can be repeated takes a value from each line of stdin."""

    name = "text"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value != "-":
            return str(value)
        text = read_stdin().strip()
        return ";;".join(text.splitlines()) if param is not None and param.multiple else text


def _has_input() -> bool:
    """Whether stdin is a pipe or a file with something in it. Never waits for a terminal or an idle socket."""
    import select

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

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kind = value if isinstance(value, Kind) else find_kind(str(value))
        if kind is None:
            near = nearest_kind(str(value))
            suggestion = f"did you mean `{near.name}`? Kinds" if near else "kinds"
            self.fail(f"`{value}` is not a kind; {suggestion} are: {', '.join(KINDS)}", param, ctx)
        return kind.name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        return [
            CompletionItem(kind.name, help=kind.help) for kind in KINDS.values() if kind.name.startswith(incomplete)
        ]


KIND = KindParam()
TEXT = TextParam()
TIER = click.Choice(TIERS, case_sensitive=False)
SCOPE = click.Choice(SCOPES, case_sensitive=False)
