"""List the coding agents, and choose which of them get the memory."""

import os
import time
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import click

from backstory import deliver
from backstory.agents import registry
from backstory.agents.mcp_servers import SERVERS
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.agent_files import describe_removals, install_agents
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, split_tags, who_speaks
from backstory.cli.person import refuse_agent
from backstory.deliver.choice import read_choice
from backstory.deliver.git_hooks import NAME as GIT
from backstory.deliver.git_hooks import install_git_hooks, uninstall_git_hooks
from backstory.deliver.matrix import AgentRow, list_agents, list_home_agents
from backstory.deliver.surfaces import hold_refresh_lock
from backstory.deliver.team_servers import TEAM_SERVERS, install_team_servers, uninstall_team_servers
from backstory.deliver.user import install_servers, install_user_hooks, open_ledger, uninstall_user_edits
from backstory.model.dates import format_age
from backstory.model.errors import BackstoryError, Exit, Invalid, NoProject
from backstory.model.text import format_count
from backstory.redact.gate import Gate

if TYPE_CHECKING:
    from backstory.cli.library import Memory

SECTION: Final = "Set up"
ALIASES: Final = ("setup-agent",)
HEAD: Final = ("agent", "installed", "in use", "set up", "possible", "last fired")


class AgentMatrix(Answer):
    """The state of each agent in this working tree. Without `whole`, agents that leave no sign are only counted."""

    schema = "agents"
    listed_in = "agents"
    agents: list[AgentRow]
    whole: bool

    def to_json(self) -> Json:
        return {"agents": [agent._asdict() for agent in self.agents]}

    def print_text(self) -> None:
        listed = [agent for agent in self.agents if self.whole or _leaves_sign(agent)]
        now = time.time()
        console.table([HEAD, *(_cells(agent, now) for agent in listed)], styles=("36",))
        for agent in listed:
            for fault in agent.faults:
                console.warn(f"{agent.title}: {fault}", "`backstory doctor` says more")
        hidden = len(self.agents) - len(listed)
        if hidden:
            console.info(f"{format_count(hidden, 'other agent')} not detected here: `backstory agents list --all`")


class HomeAgents(Answer):
    """The hooks for all repositories and the MCP servers of each agent, as the home folder has them."""

    schema = "agents-global"
    listed_in = "agents"
    agents: list[AgentRow]
    whole: bool

    def to_json(self) -> Json:
        members = ("name", "title", "installed", "set_up", "possible", "paths")
        return {"agents": [{name: getattr(agent, name) for name in members} for agent in self.agents]}

    def print_text(self) -> None:
        listed = [agent for agent in self.agents if self.whole or agent.installed or agent.paths]
        rows = [
            [agent.name, "yes" if agent.installed else "no", agent.set_up, ", ".join(agent.possible),
             ", ".join(agent.paths)]
            for agent in listed
        ]  # fmt: skip
        console.table([("agent", "installed", "set up", "possible", "files"), *rows], styles=("36",))
        hidden = len(self.agents) - len(listed)
        if hidden:
            console.info(f"{format_count(hidden, 'other agent')} not detected: `backstory agents list --global --all`")


class AddedAgents(Answer):
    """The agents that were added, and what was written for them."""

    schema = "agents-add"
    agents: list[str]
    steps: list[deliver.Step]
    dry_run: bool

    def to_json(self) -> Json:
        return {
            "agents": self.agents,
            "dry_run": self.dry_run,
            "touched": [step.path for step in self.steps if step.verb in ("new", "changed")],
            "refused": [
                {"path": step.path, "reason": step.note, "hint": step.hint} for step in self._unchanged_steps()
            ],
        }

    def print_text(self) -> None:
        for step in self.steps:
            if self.dry_run and step.diff:
                console.data(step.diff.removesuffix("\n"))
            elif step.verb in ("new", "changed"):
                verb = "created" if step.verb == "new" else "edited"
                console.info(f"{verb} `{step.path}` ({', '.join(step.agents) or 'git'})")
                if step.note:
                    console.info(f"  {step.note}")
        for step in self._unchanged_steps():
            console.warn(f"`{step.path}` was left alone: {step.note}", step.hint.split("\n")[0].rstrip(":"))
        if not any(step.verb in ("new", "changed", "refused", "skipped") for step in self.steps):
            console.info("nothing to do: these agents are set up")

    def _unchanged_steps(self) -> list[deliver.Step]:
        return [step for step in self.steps if step.verb in ("refused", "skipped", "left")]

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if any(step.verb == "refused" for step in self.steps) else Exit.DONE


class RemovedAgents(Answer):
    """The agents that were taken out, and the files that were given back."""

    schema = "agents-rm"
    agents: list[str]
    lines: list[str]
    partly: bool
    dry_run: bool

    def to_json(self) -> Json:
        return {"agents": self.agents, "done": self.lines, "partly": self.partly, "dry_run": self.dry_run}

    def print_text(self) -> None:
        for line in self.lines:
            console.info(line)
        if not self.lines:
            console.info("nothing to do: no file has anything for these agents")

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.partly else Exit.DONE


@click.group(invoke_without_command=True)
@add_common_options
@click.pass_context
def agents(ctx: click.Context) -> AgentMatrix | None:
    """List the agents: installed, in use, set up, possible, last fired. Add the files for one, or remove them.

    \b
    backstory agents
    backstory agents add gemini,opencode
    backstory agents rm gemini
    backstory agents add git
    """
    return None if ctx.invoked_subcommand else _list_agents(whole=False)


@agents.command("list")
@click.option("--all", "-a", "whole", is_flag=True, help="Include agents that were not detected on this machine.")
@click.option("--global", "everywhere", is_flag=True, help="Show what your home folder has for them.")
@add_common_options
def agents_list(whole: bool, everywhere: bool) -> AgentMatrix | HomeAgents:
    """List the agents, and what each one gets in this working tree."""
    return _list_home_agents(whole=whole) if everywhere else _list_agents(whole=whole)


@agents.command("add")
@click.argument("names", nargs=-1, required=True)
@click.option("--no-hooks", is_flag=True, help="Write instruction files only, no hooks.")
@click.option("--team", is_flag=True, help="Write committed files too.")
@click.option("--global", "everywhere", is_flag=True, help="Hooks in your home folder, for all repositories.")
@click.option(
    "--mcp", is_flag=True, help="Register the MCP server in your home folder instead; with --team, in committed files."
)
@click.option("--dry-run", is_flag=True, help="Print the diff of each file that would change; write nothing.")
@add_common_options
def agents_add(
    names: tuple[str, ...], no_hooks: bool, team: bool, everywhere: bool, mcp: bool, dry_run: bool
) -> AddedAgents:
    """Set up the agents you name. Other agents' files do not change. `git` stands for git's hooks."""
    if mcp:
        return _add_team_servers(names, dry_run=dry_run) if team else _add_servers(names, dry_run=dry_run)
    chosen, git = _find_names(names)
    if everywhere:
        if no_hooks or team or git:
            raise Invalid(
                "`--global` cannot be combined with `--no-hooks`, `--team` or `git`", hint="leave the others out"
            )
        return AddedAgents(
            chosen,
            install_user_hooks(open_ledger(data_home(os.environ), os.environ, Gate()), chosen, dry=dry_run),
            dry_run,
        )
    memory = _open_memory(f"add {' '.join(names)}")
    steps = _install(memory, chosen, no_hooks=no_hooks, team=team, dry_run=dry_run) if chosen else []
    if git:
        steps += install_git_hooks(memory.project, gate=memory.gate, environ=os.environ, dry=dry_run)
    return AddedAgents([*chosen, *git], steps, dry_run)


def _install(memory: "Memory", chosen: list[str], *, no_hooks: bool, team: bool, dry_run: bool) -> list[deliver.Step]:
    """Writes the files of some agents in this working tree."""
    former = read_choice(memory.project)
    hooks = not no_hooks and (former is None or former.hooks)
    if not dry_run:
        return install_agents(memory, chosen, team=team, hooks=hooks, explicit=True)
    team = team or memory.settings.get("memory.scope") == "team"
    return deliver.plan_install(memory.project, chosen, gate=memory.gate, environ=os.environ, team=team, hooks=hooks)


@agents.command("rm")
@click.argument("names", nargs=-1, required=True)
@click.option("--global", "everywhere", is_flag=True, help="Take the hooks out of your home folder.")
@click.option("--mcp", is_flag=True, help="Take the MCP server out of your home folder.")
@click.option("--team", is_flag=True, help="Take it out of files that git tracks too; with --mcp, of these only.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@add_common_options
def agents_rm(names: tuple[str, ...], everywhere: bool, mcp: bool, team: bool, dry_run: bool) -> RemovedAgents:
    """Remove the edits for some agents from their files, byte for byte. The memory stays."""
    if team and everywhere:
        raise Invalid("`--team` and `--global` exclude each other", hint="leave one of them out")
    files = TEAM_SERVERS if team else SERVERS
    chosen, git = (_find_server_names(names, files), []) if mcp else _find_names(names)
    everyone = [*chosen, *git]
    if not dry_run:
        titles = ", ".join(registry.title(name) for name in everyone)
        options = f"{' --mcp' if mcp else ' --global' if everywhere else ''}{' --team' if team else ''}"
        command = f"backstory agents rm {' '.join(everyone)}{options}"
        refuse_agent(who_speaks(), f"Take the memory away from {titles}?", command)
    if team and mcp:
        project = open_memory().project
        steps = uninstall_team_servers(project, chosen, gate=Gate(), environ=os.environ, dry=dry_run)
    elif everywhere or mcp:
        ledger = open_ledger(data_home(os.environ), os.environ, Gate())
        steps = uninstall_user_edits(ledger, chosen, servers=mcp, dry=dry_run)
    else:
        steps = _remove(_open_memory(f"rm {' '.join(names)}"), chosen, git, team=team, dry_run=dry_run)
    lines, partly = describe_removals(steps, dry_run)
    if any(step.verb == "kept" for step in steps):
        lines.append(f"hint: `backstory agents rm {' '.join(everyone)} --team` takes it out of the team's files too")
    return RemovedAgents(everyone, lines, partly, dry_run)


def _add_servers(names: tuple[str, ...], *, dry_run: bool) -> AddedAgents:
    """Registers the MCP server with some agents. Raises BackstoryError where its library is not installed."""
    chosen = _find_server_names(names, SERVERS)
    if find_spec("mcp") is None:
        raise BackstoryError(
            "the MCP server needs a library that is not installed", hint='`pip install "backstory[mcp]"`'
        )
    ledger = open_ledger(data_home(os.environ), os.environ, Gate())
    return AddedAgents(chosen, install_servers(ledger, chosen, dry=dry_run), dry_run)


def _add_team_servers(names: tuple[str, ...], *, dry_run: bool) -> AddedAgents:
    """Registers the MCP server with some agents in the project's committed files."""
    chosen = _find_server_names(names, TEAM_SERVERS)
    project = open_memory().project
    steps = install_team_servers(project, chosen, gate=Gate(), environ=os.environ, dry=dry_run)
    return AddedAgents(chosen, steps, dry_run)


def _find_server_names(words: tuple[str, ...], files: Collection[str]) -> list[str]:
    """The agents that the words name and that take MCP servers. Raises Invalid for another word."""
    names = []
    for word in map(str.lower, split_tags(words)):
        names.append(word if word in files else registry.find(word).name)
        if names[-1] not in files:
            raise Invalid(
                f"`{word}` has no file in which to register an MCP server", hint=f"agents are {', '.join(files)}"
            )
    return list(dict.fromkeys(names))


def _remove(
    memory: "Memory", names: Sequence[str], git: Sequence[str], *, team: bool, dry_run: bool
) -> list[deliver.Step]:
    """Takes the edits for some agents, and those in git's hooks, out of their files in this working tree."""
    steps: list[deliver.Step] = []
    with ExitStack() as stack:
        if not dry_run:
            stack.enter_context(hold_refresh_lock(memory))
        if names:
            steps = deliver.uninstall_surfaces(
                memory.project, gate=memory.gate, environ=os.environ, agents=names, committed=team, dry=dry_run
            )  # fmt: skip
        if git:
            steps += uninstall_git_hooks(memory.project, gate=memory.gate, environ=os.environ, dry=dry_run)
    return steps


def _list_agents(*, whole: bool) -> AgentMatrix:
    return AgentMatrix(list_agents(_open_memory("list")), whole)


def _open_memory(arguments: str) -> "Memory":
    """The memory of this project. Raises NoProject, whose hint names the option that needs none."""
    try:
        return open_memory()
    except NoProject as error:
        error.hint += f"; `backstory agents {arguments} --global` needs no project: it is for your home folder"
        raise


def _list_home_agents(*, whole: bool) -> HomeAgents:
    ledger = open_ledger(data_home(os.environ), os.environ, Gate())
    return HomeAgents(list_home_agents(ledger, os.environ, os.getcwd()), whole)


def _find_names(words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """(the agents that the words name, with commas or without; `git` where that is among them).

    Raises Invalid for an unknown one.
    """
    names = split_tags(words)
    agents = dict.fromkeys(registry.find(word).name for word in names if word != GIT)
    return list(agents), [GIT] if GIT in names else []


def _leaves_sign(agent: AgentRow) -> bool:
    return agent.installed or agent.in_use or agent.set_up != "no" or bool(agent.fired)


def _cells(agent: AgentRow, now: float) -> list[str]:
    return [
        agent.name,
        "yes" if agent.installed else "no",
        "yes" if agent.in_use else "no",
        agent.set_up,
        ", ".join(agent.possible),
        f"{format_age(agent.fired, now)} ({agent.event})" if agent.fired else "never",
    ]


alias_setup_agent = agents_add
