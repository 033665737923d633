"""Start, list, show and close sessions of agents."""

from copy import copy
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from backstory.cli.command import add_common_options, open_memory, split_tags
from backstory.cli.commands.watch import watch
from backstory.cli.completion import complete_session
from backstory.cli.sessions import PackedSession, SessionAnswer, SessionList, SessionPage, make_session_page
from backstory.cli.times import parse_since

if TYPE_CHECKING:
    from backstory.cli.library import Strategy

SECTION: Final = "Capture"
ALIASES: Final = ("session:new", "session:list", "session:latest", "session:show", "session:close", "context:pack")


def _hide(param: click.Parameter) -> click.Parameter:
    """An option of `watch` that is taken, but not shown: elsewhere `session --once` has this name."""
    hidden = copy(param)
    if isinstance(hidden, click.Option):
        hidden.hidden = True
    return hidden


def _names(command: click.Command) -> list[str]:
    return [str(param.name) for param in command.params]


@click.command("list")
@click.option("--branch", "-b", default="", metavar="BRANCH", help="Only of this branch.")
@click.option("--agent", default="", metavar="NAME", help="Only of this agent.")
@click.option("--since", "after", default="", metavar="WHEN", help="A date, or an age such as 7d.")
@click.option("-n", "--limit", type=click.IntRange(1), default=20, show_default=True, help="At most this many.")
@add_common_options
def session_list(branch: str, agent: str, after: str, limit: int) -> SessionList:
    """List the sessions, the one that ended last first: what was asked, what came of it, what is next."""
    from backstory.api import count_sessions, list_sessions

    memory = open_memory()
    since = parse_since(after, memory.now()) if after else ""
    sessions = list_sessions(memory, limit=limit, branch=branch, agent=agent, since=since)
    is_filtered = branch or agent or since
    return SessionList(sessions, len(sessions) if is_filtered else count_sessions(memory))


_LISTED: Final = _names(session_list)
_WATCHED: Final = [_hide(param) for param in watch.params if param.name not in _LISTED]


@click.group(invoke_without_command=True, params=[*session_list.params, *_WATCHED])
@click.pass_context
def session(ctx: click.Context, /, **options: object) -> object:
    """Start, list, show and close sessions of agents. Hooks start and close them. Without a command, it lists them."""
    if ctx.invoked_subcommand:
        return None
    if any(ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE for param in _WATCHED):
        return ctx.invoke(watch, **{name: options[name] for name in _names(watch) if name in options})
    return ctx.invoke(session_list, **{name: options[name] for name in _LISTED if name in options})


session.add_command(session_list)


@session.command("new")
@click.option("--agent", default="", metavar="NAME", help="The agent; by default the one that runs this command.")
@click.option("--goal", "-g", default="", metavar="TEXT", help="What it is about.")
@click.option("--project", default="", metavar="NAME", hidden=True)
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@click.option("--session-id", "ident", default="", metavar="ID", help="Its id; one is made by default.")
@click.option("--parent", default="", metavar="ID", help="The session that it resumes or serves.")
@add_common_options
def session_new(agent: str, goal: str, project: str, tags: tuple[str, ...], ident: str, parent: str) -> SessionAnswer:
    """Start a session for an agent without hooks, and print its id.

    \b
    backstory session new --agent codex-cli --goal "fix auth bug"
    """
    from backstory.api import start_session

    memory = open_memory()
    names = (*split_tags(tags), *([f"project:{project}"] if project else []))
    started = start_session(memory, agent, goal=goal, tags=names, ident=ident, parent=parent)
    return SessionAnswer(started, "Started")


@session.command("show")
@click.argument("ref", default="latest", metavar="[ID]", shell_complete=complete_session)
@click.option("--turns", is_flag=True, help="Every turn of the transcript, where it is still there.")
@add_common_options
def session_show(ref: str, turns: bool) -> SessionPage:
    """Show what happened in a session; by default the one that ended last."""
    from backstory.api import find_session

    memory = open_memory()
    return make_session_page(memory, find_session(memory, ref), turns=turns)


@session.command("close")
@click.argument("ref", default="latest", metavar="[ID]", shell_complete=complete_session)
@add_common_options
def session_close(ref: str) -> SessionAnswer:
    """Say that a session has ended."""
    from backstory.api import close_session

    return SessionAnswer(close_session(open_memory(), ref), "Closed")


@session.command("pack")
@click.argument("ref", default="latest", metavar="[ID]", shell_complete=complete_session)
@click.option("--session", "named", default="", metavar="ID", help="The session, as an option.")
@click.option("--limit", "-n", type=click.IntRange(1), default=80, show_default=True, help="Only the newest events.")
@click.option(
    "--budget",
    "--token-budget",
    type=click.IntRange(100),
    default=1200,
    show_default=True,
    metavar="TOKENS",
    help="The most tokens of the whole output.",
)
@click.option(
    "--strategy",
    "--token-strategy",
    type=click.Choice(("balanced", "aggressive", "tail", "legacy")),
    default="balanced",
    show_default=True,
    help="balanced shortens older and longer events; aggressive leaves out tools that succeeded as well; "
    "tail takes the newest as they are.",
)
@click.option("--recall", type=click.Choice(("smart", "tail")), default="smart", help="`tail` is `--strategy tail`.")
@click.option("--kind", "--kinds", "kinds", multiple=True, metavar="KIND", help="Only these: you, agent, call, result.")
@click.option("--ref", "--refs", "refs", multiple=True, metavar="PATH", help="Only events about these files.")
@click.option("--no-dedupe", is_flag=True, help="Keep events that say the same.")
@click.option("--stdout", is_flag=True, hidden=True)
@click.option("--out", "-o", default="", metavar="FILE", help="Write it to a file.")
@add_common_options
def session_pack(
    ref: str,
    named: str,
    limit: int,
    budget: int,
    strategy: str,
    recall: str,
    kinds: tuple[str, ...],
    refs: tuple[str, ...],
    no_dedupe: bool,
    stdout: bool,
    out: str,
) -> PackedSession:
    """Pack the events of a session into a token budget, for another agent.

    \b
    backstory session pack latest --budget 1200 --strategy aggressive
    """
    from backstory.api import find_session, pack_session

    memory = open_memory()
    is_tail = strategy in ("tail", "legacy") or recall == "tail"
    chosen: Strategy = "tail" if is_tail else "aggressive" if strategy == "aggressive" else "balanced"
    packed = pack_session(
        memory,
        find_session(memory, named or ref),
        budget,
        strategy=chosen,
        limit=limit,
        kinds=split_tags(kinds),
        refs=split_tags(refs),
        dedupe=not no_dedupe,
    )
    return PackedSession(packed, out, memory)


alias_context_pack = session_pack
alias_session_new = session_new
alias_session_list = session_list
alias_session_latest = alias_session_show = session_show
alias_session_close = session_close
