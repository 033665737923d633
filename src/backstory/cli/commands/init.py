"""Set up the memory of this project."""

import os
import time
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from backstory import api, deliver
from backstory.agents import registry
from backstory.api import Memory, copy_config, ensure_checked_out
from backstory.base.discovery import data_home, read_id, user_home
from backstory.cli import console
from backstory.cli.agent_files import install_agents, renew_git_hooks
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, current_folder, open_memory, project_root, split_tags
from backstory.cli.commands.agents import AddedAgents
from backstory.cli.ingest_report import find_offer, take_in
from backstory.cli.init_report import InitPlan, InitReport
from backstory.deliver.choice import read_choice
from backstory.deliver.git_hooks import install_git_hooks
from backstory.deliver.user import install_user_hooks, open_ledger
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.ids import make_ulid
from backstory.redact.gate import Gate
from backstory.settings import load_layers
from backstory.settings.edit import set_value
from backstory.store.identity import remove_token
from backstory.store.lock import Lock
from backstory.store.permissions import restrict_permissions
from backstory.store.places import (
    InitPlace,
    Project,
    find_worktree,
    init_root,
    is_too_wide,
    make_private,
    note_root,
    resolve_project,
)
from backstory.store.roots import write_project_id
from backstory.store.scaffold import write_scaffold
from backstory.store.trust import find_clone, has_records, has_team_files, is_trusted, trust_worktree

if TYPE_CHECKING:
    from backstory.cli.library import MemoryMatches

SECTION: Final = "Daily"
ALIASES: Final = ("install",)
DEFAULT_AGENTS: Final = ("claude-code", "agents-md")
"""Agents to install for when none is in use: most agents read the files of these two."""


class Choice(NamedTuple):
    """What the options of `init` ask for."""

    agents: str
    no_agents: bool
    hooks: bool
    team: bool
    git_hooks: bool = False


def _explain_bin_dir(ctx: click.Context, parameter: click.Parameter, value: str) -> None:
    """Says who puts the program where the shell finds it."""
    if value and not ctx.resilient_parsing:
        console.info("hint: `--bin-dir` is not needed: the package manager has put `backstory` on the path")


@click.command()
@click.option(
    "--agents",
    default="",
    metavar="NAMES",
    help="Agents to set up, separated by commas, or `all`; by default those in use.",
)
@click.option("--no-agents", is_flag=True, help="Do not edit any agent's files.")
@click.option("--no-hooks", is_flag=True, help="Write instruction files only, no hooks.")
@click.option(
    "--git-hooks",
    is_flag=True,
    help="Add to git's hooks too, so that agents' files are current after a commit or checkout.",
)
@click.option("--team", is_flag=True, help="Share explicit records: keep them in the repository, with committed hooks.")
@click.option("--user", is_flag=True, help="Put the hooks into your home folder instead, once for all repositories.")
@click.option("--new-identity", is_flag=True, help="Give this repository a memory of its own, as for a fork.")
@click.option("--goal", default="", metavar="TEXT", help="What you are working on.")
@click.option("--bin-dir", default="", expose_value=False, hidden=True, callback=_explain_bin_dir)
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print the diff of each file that would change; write nothing.")
@add_common_options
def init(
    agents: str,
    no_agents: bool,
    no_hooks: bool,
    git_hooks: bool,
    team: bool,
    user: bool,
    new_identity: bool,
    goal: str,
    yes: bool,
    dry_run: bool,
) -> InitReport | InitPlan | AddedAgents | list[Answer]:
    """Set up the memory of this project. Safe to run again: it adds what is missing and changes nothing else."""
    if agents and no_agents:
        raise Invalid("`--agents` and `--no-agents` exclude each other", hint="leave one of them out")
    choice = Choice(agents, no_agents, not no_hooks, team, git_hooks)
    if user:
        _ensure_user_only(choice, goal=goal, new_identity=new_identity)
        return _install_for_user(agents, dry_run=dry_run)
    place = _find_place(needs_checkout=team or new_identity)
    new_identity = new_identity and bool(place.id)
    if dry_run:
        return InitPlan(place, _plan_steps(place, choice), _find_memories(place))
    chosen = choose_agents(place, choice)
    is_set_up = bool(place.id) and not new_identity
    if not is_set_up and not console.confirm(_question(place, chosen), yes=yes):
        raise BackstoryError("nothing was done", hint="`backstory init --dry-run` shows what would be touched")
    report = _set_up(place, chosen, choice, goal=goal, new_identity=new_identity)
    if is_set_up or not report.memory.settings.get("enabled"):
        return report
    return _offer_sessions(report, yes=yes)


def _find_place(*, needs_checkout: bool) -> InitPlace:
    """The working tree that is to be set up.

    Raises `BackstoryError` where `.backstory` has to be checked out first, and `Invalid` in the root of a disk and in
    the home folder, unless that is a repository or named on purpose.
    """
    copy_config(current_folder(), os.environ, project_root=project_root())
    place = init_root(current_folder(), os.environ, project_root=project_root())
    if not (place.id or place.git_dir or project_root()) and is_too_wide(place.root, user_home(os.environ)):
        raise Invalid(
            f"`{place.root}` is no folder of a project: everything below it would share one memory",
            hint="go to the folder of a project; if you mean this one, `backstory --project-root . init`",
        )
    if needs_checkout:
        ensure_checked_out(place.sparse, place.root, "what `--team` or `--new-identity` asks for")
    return place


def _set_up(place: InitPlace, chosen: list[str], choice: Choice, *, goal: str, new_identity: bool) -> InitReport:
    """Makes the project, takes its first snapshot and tells the agents."""
    for line in restrict_permissions(data_home(os.environ)):
        console.warn(line)
    created, own, memories = _make_files(team=choice.team, new_identity=new_identity)
    memory = open_memory()
    _trust_clone(memory, own=own, team=choice.team)
    snapshot = memory.snapshot(goal) if _needs_snapshot(memory, goal) else None
    not_detected = chosen == list(DEFAULT_AGENTS) and not choice.agents and not _agents_in_use(place.root)
    steps = install_agents(memory, chosen, team=choice.team, hooks=choice.hooks, explicit=bool(choice.agents))
    steps += renew_git_hooks(memory, enabled=choice.git_hooks)
    return InitReport(memory, created, steps, snapshot, choice.team, not_detected, memories, part=_find_part(place))


def _find_part(place: InitPlace) -> str:
    """The folder that shares the memory of a folder above it: a submodule, or any without a repository of its own.

    Empty elsewhere, so also in a folder of the repository whose top level has the memory.
    """
    folder = os.path.realpath(current_folder())
    part = find_worktree(folder) or folder
    is_below = part != place.root and part.startswith(os.path.join(place.root, ""))
    return part if is_below and not project_root() else ""


def _offer_sessions(report: InitReport, *, yes: bool) -> InitReport | list[Answer]:
    """Offers to take in the sessions of the project that are on the machine already, and does it if that is wanted."""
    offer = find_offer(report.memory)
    if offer is not None and offer.is_accepted(yes=yes):
        return [report, take_in(report.memory, list(offer.sources))]
    report.offer = offer
    return report


def _ensure_user_only(choice: Choice, *, goal: str, new_identity: bool) -> None:
    """Raises Invalid for options that say something about this repository, or that leave nothing to write."""
    given = {
        "--no-agents": choice.no_agents,
        "--no-hooks": not choice.hooks,
        "--git-hooks": choice.git_hooks,
        "--team": choice.team,
        "--new-identity": new_identity,
        "--goal": goal,
    }
    for option, value in given.items():
        if value:
            raise Invalid(
                f"`--user` cannot be combined with `{option}`",
                hint="leave one of them out: `backstory init --user` edits the home folder alone",
            )


def _install_for_user(agents: str, *, dry_run: bool) -> AddedAgents:
    """Writes the hooks for all repositories, for the agents that are named or on this machine."""
    home = user_home(os.environ)
    if agents and agents != "all":
        names = list(dict.fromkeys(registry.find(name).name for name in split_tags((agents,))))
    else:
        names = [
            name for name in registry.names() if agents or registry.load_agent(name).detect(home, os.environ, home)[0]
        ]
    ledger = open_ledger(data_home(os.environ), os.environ, Gate())
    return AddedAgents(names, install_user_hooks(ledger, names, dry=dry_run), dry_run)


def _needs_snapshot(memory: "Memory", goal: str) -> bool:
    return memory.settings.get("enabled") and bool(goal or memory.snapshots.latest_summary() is None)


def choose_agents(place: InitPlace, choice: Choice) -> list[str]:
    """The agents to install for: those named now, in the settings or earlier, else those in use and AGENTS.md."""
    if choice.no_agents:
        return []
    if choice.agents == "all":
        return registry.names()
    names = split_tags((choice.agents,)) if choice.agents else _configured_agents(place)
    if names:
        return list(dict.fromkeys(registry.find(name).name for name in names))
    return _choose_by_use(place)


def _choose_by_use(place: InitPlace) -> list[str]:
    """The agents that were named earlier, else those in use and AGENTS.md."""
    former = read_choice(_future_project(place))
    if former and former.named:
        return [name for name in registry.names(plugins=True) if name in former.agents]
    chosen = {*(_agents_in_use(place.root) or DEFAULT_AGENTS), "agents-md"}
    return [name for name in registry.names() if name in chosen]


def _configured_agents(place: InitPlace) -> list[str]:
    """The agents that the settings name."""
    config = place.sparse or os.path.join(place.root, ".backstory", "config.toml")
    project = read_id(config) or ""
    trusted = bool(project) and is_trusted(os.path.join(data_home(os.environ), "projects", project), place.root)
    return list(load_layers(config, os.environ, trusted=trusted).get("deliver.agents"))


def _agents_in_use(root: str) -> list[str]:
    """The agents that leave signs in the working tree or in the person's home."""
    home = user_home(os.environ)
    others = [name for name in registry.names() if name != "agents-md"]
    return [name for name in others if any(registry.load_agent(name).detect(root, os.environ, home)[:2])]


def _question(place: InitPlace, agents: list[str]) -> str:
    titles = ", ".join(registry.title(name) for name in agents)
    return f"Set up project memory in `{place.root}`" + (f" and tell {titles} about it?" if agents else "?")


def _find_memories(place: InitPlace) -> "MemoryMatches":
    """The memories of this machine that belong to a repository without a project, or may belong to it."""
    memories = api.find_memory(data_home(os.environ), place.root, os.environ, but=place.id)
    if not place.id:
        return memories
    # The id came with a commit, and this very clone had another one before.
    own = memories.match if memories.match and memories.match.evidence == "clone" else None
    return api.MemoryMatches(None, (own,) if own else ())


def _trust_clone(memory: Memory, *, own: bool, team: bool) -> None:
    """Trusts a project that its maker sets up for the first time.

    Sharing it with a team also trusts the team's upstream; an agent cannot decide that for a person.
    """
    project = memory.project
    clone = find_clone(project.private, project.common_dir)
    follow = team and not memory.channel.agent
    if (own and clone is None) or (clone is not None and follow and not clone.adopts):
        try:
            api.trust_clone(memory, follow=follow)
        except (BackstoryError, OSError) as error:
            console.warn(f"this clone could not be marked as yours: {error}", "`backstory trust` does it later")


def _make_files(*, team: bool, new_identity: bool) -> "tuple[list[str], bool, MemoryMatches]":
    """Makes the folders and files of the project.

    Returns the new paths, whether this clone is its maker's own, and the memories that were found for it.
    """
    with Lock(os.path.join(data_home(os.environ), "locks", "init.lock"), wait=30):
        # Another `init` may have been faster, so the place is looked up again under the lock.
        place = init_root(current_folder(), os.environ, project_root=project_root())
        return _make_project(place, team=team, new_identity=new_identity)


def _make_project(place: InitPlace, *, team: bool, new_identity: bool) -> "tuple[list[str], bool, MemoryMatches]":
    config = os.path.join(place.team, "config.toml")
    memories = _find_memories(place)
    project_id = place.id or (memories.match.id if memories.match else _new_id())
    private = os.path.join(data_home(os.environ), "projects", place.id) if place.id else ""
    trusted = bool(private) and is_trusted(private, place.root)
    was_trusted = new_identity and find_clone(private, place.common_dir) is not None
    if new_identity:
        project_id = _new_id()
        write_project_id(config, project_id)
        remove_token(place.common_dir, place.id)
    is_new = not os.path.exists(config)
    created = _write_scaffold(place, project_id, team=team)
    if team and not is_new:
        set_value(config, "memory.scope", "team")
    project = resolve_project(place.root, os.environ, project_root=place.root)
    if not os.path.isdir(os.path.join(project.private, "memory")):
        created.append(project.private)
    make_private(project)
    if new_identity:
        api.hand_over_tree(private, project.private, project.root)
    api.note_moved_tree(project)
    note_root(project)
    api.note_identity(project.private, project.root, os.environ)
    own = not place.id and not has_records(project)
    if trusted or own:
        trust_worktree(project.private, project.root)
    return created, own or was_trusted, memories


def _write_scaffold(place: InitPlace, project_id: str, *, team: bool) -> list[str]:
    """The files of a new `.backstory/`; none in a sparse checkout, whose files git has."""
    if place.sparse:
        return []
    return write_scaffold(place.team, project_id, team=team, hidden=not team and _is_private(place))


def _is_private(place: InitPlace) -> bool:
    """Whether nothing in `.backstory/` is for others: git does not track it, and the settings do not share."""
    if has_team_files(place.team) or api.is_folder_tracked(place.root, os.environ):
        return False
    layers = load_layers(os.path.join(place.team, "config.toml"), os.environ, trusted=True)
    return bool(layers.get("memory.scope") != "team")


def _new_id() -> str:
    return make_ulid(int(time.time() * 1000), os.urandom(10))


def _plan_steps(place: InitPlace, choice: Choice) -> list[deliver.Step]:
    """The edits of the agents' files that `init` would make; nothing is written."""
    agents = choose_agents(place, choice)
    project = _future_project(place)
    steps: list[deliver.Step] = []
    if agents:
        steps = deliver.plan_install(
            project, agents, gate=Gate(), environ=os.environ, team=choice.team, hooks=choice.hooks
        )  # fmt: skip
    if choice.git_hooks:
        steps += install_git_hooks(project, gate=Gate(), environ=os.environ, dry=True)
    return steps


def _future_project(place: InitPlace) -> Project:
    """The project as it is, or as it will be at this place."""
    home = data_home(os.environ)
    return Project(
        place.root,
        place.id,
        home,
        os.path.join(home, "projects", place.id or "new"),
        place.team,
        os.path.join(home, "user"),
        os.path.join(place.team, "local"),
        place.git_dir,
        place.common_dir,
        place.reasons,
        place.sparse,
    )
