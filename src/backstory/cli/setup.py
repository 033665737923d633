"""`init`, `clean`, `uninstall`: coming into a repository and leaving it as it was."""

import os
from contextlib import ExitStack
from typing import Any

import click

from backstory import deliver
from backstory.api import Memory
from backstory.cli import console
from backstory.cli.command import common, here, open_memory, project_root, split_tags, who_speaks
from backstory.memory import trust as trusting
from backstory.memory.policy.trust import find_foreign
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.text import counted
from backstory.store.places import InitPlace, Project

DEFAULT_AGENTS = ("claude-code", "agents-md")
"""What is installed where no agent is found in use: what most of them read."""


@click.command()
@click.option("--agents", default="", metavar="NAMES", help="For these agents (commas; `all`); otherwise those in use.")
@click.option("--no-agents", is_flag=True, help="Touch no file of any agent.")
@click.option("--no-hooks", is_flag=True, help="Instruction files only, no hooks.")
@click.option("--team", is_flag=True, help="Share what is said on purpose: into the repository, with committed hooks.")
@click.option("--new-identity", is_flag=True, help="A fork: give this repository a memory of its own.")
@click.option("--goal", default="", metavar="TEXT", help="What you are working on.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Print the diff of every file that would be touched, write nothing.")
@common
def init(
    agents: str, no_agents: bool, no_hooks: bool, team: bool, new_identity: bool, goal: str, yes: bool, dry_run: bool
) -> None:
    """Set up the memory of this project. Safe to run again: it adds what is missing and changes nothing else."""
    from backstory.base.discovery import data_home
    from backstory.memory.sparse import copy_config, ensure_checked_out
    from backstory.store.custody import close
    from backstory.store.lock import Lock
    from backstory.store.places import init_root

    if agents and no_agents:
        raise Invalid("`--agents` and `--no-agents` exclude each other", hint="leave one of them out")
    copy_config(here(), os.environ, project_root=project_root())
    place = init_root(here(), os.environ, project_root=project_root())
    if team or new_identity:
        ensure_checked_out(place.sparse, place.root, "what `--team` or `--new-identity` asks for")
    if new_identity and not place.id:
        new_identity = False
    ready = bool(place.id) and not new_identity
    if dry_run:
        _dry_run(place, agents, no_agents, no_hooks, team)
        return
    chosen = [] if no_agents else choose(place.root, agents, place.sparse)
    if not ready and not console.confirm(_question(place, chosen), yes=yes):
        raise BackstoryError("nothing was done", hint="`backstory init --dry-run` shows what would be touched")
    for line in close(data_home(os.environ)):
        console.warn(line)
    with Lock(os.path.join(data_home(os.environ), "locks", "init.lock"), wait=30):
        place = init_root(here(), os.environ, project_root=project_root())  # another `init` may have been first
        made, own = _make(place, team=team, new_identity=new_identity)
    memory = open_memory(channel=who_speaks())
    _trust(memory, own=own, team=team)
    taken = None
    if goal or memory.snapshots.latest_summary() is None:
        taken = memory.snapshot(goal)
    steps = _install(memory, chosen, team=team, hooks=not no_hooks)
    _report(memory, made, steps, taken, team)


def choose(root: str, wanted: str, config: str = "") -> list[str]:
    """The agents to install for: those named, else the settings', else those in use here, AGENTS.md always."""
    from backstory.agents import registry
    from backstory.base.discovery import data_home, read_id, user_home
    from backstory.settings import load
    from backstory.store.trust import is_trusted

    if wanted == "all":
        return registry.names()
    config = config or os.path.join(root, ".backstory", "config.toml")
    project = read_id(config) or ""
    trusted = bool(project) and is_trusted(os.path.join(data_home(os.environ), "projects", project), root)
    settings = load(config, os.environ, trusted=trusted)
    named = split_tags((wanted,)) if wanted else list(settings.get("deliver.agents"))
    if named:
        return list(dict.fromkeys(registry.find(n).name for n in named))
    home = user_home(os.environ)
    found = [
        n for n in registry.names() if n != "agents-md" and any(registry.load(n).detect(root, os.environ, home)[:2])
    ]
    return [n for n in registry.names() if n in (found or DEFAULT_AGENTS) or n == "agents-md"]


def _question(place: InitPlace, chosen: list[str]) -> str:
    from backstory.agents import registry

    names = ", ".join(registry.title(n) for n in chosen)
    return f"Set up project memory in `{place.root}`" + (f" and tell {names} about it?" if chosen else "?")


def _trust(memory: Memory, *, own: bool, team: bool) -> None:
    """A project that is set up here for the first time is its maker's own. Sharing it with a team is to follow the
    team's upstream; an agent cannot say so for a person."""
    from backstory.store.trust import find_clone

    p = memory.project
    bound = find_clone(p.private, p.common_dir)
    follow = team and not memory.channel.agent
    if (own and bound is None) or (bound is not None and follow and not bound.adopts):
        try:
            trusting.trust_clone(memory, follow=follow)
        except (BackstoryError, OSError) as err:
            console.warn(f"this clone could not be marked as yours: {err}", "`backstory trust` does it later")


def _make(place: InitPlace, *, team: bool, new_identity: bool) -> tuple[list[str], bool]:
    """The folders and files of ours: (the paths that are new, whether nothing in them came from elsewhere)."""
    import time

    from backstory.base.discovery import data_home
    from backstory.model.ids import make_ulid
    from backstory.settings import set_value
    from backstory.store.places import make_private, note_root, resolve
    from backstory.store.roots import give_id
    from backstory.store.skeleton import write_skeleton
    from backstory.store.trust import has_records, is_trusted, trust

    config = os.path.join(place.team, "config.toml")
    project = place.id or make_ulid(int(time.time() * 1000), os.urandom(10))
    old = os.path.join(data_home(os.environ), "projects", place.id) if place.id else ""
    trusted = bool(old) and is_trusted(old, place.root)
    if new_identity:
        project = make_ulid(int(time.time() * 1000), os.urandom(10))
        give_id(config, project)
    fresh = not os.path.exists(config)
    made = [] if place.sparse else write_skeleton(place.team, project, team=team)
    if team and not fresh:
        set_value(config, "memory.scope", "team")
    found = resolve(place.root, os.environ, project_root=place.root)
    if not os.path.isdir(os.path.join(found.private, "memory")):
        made.append(found.private)
    make_private(found)
    note_root(found)
    own = not place.id and not has_records(found)
    if trusted or own:
        trust(found.private, found.root)
    return made, own


def _install(memory: Memory, chosen: list[str], *, team: bool, hooks: bool) -> list[deliver.Step]:
    from backstory.deliver.surfaces import refresh, rendered

    steps: list[deliver.Step] = []
    if chosen:
        steps = deliver.install(
            memory.project,
            chosen,
            gate=memory.gate,
            environ=os.environ,
            team=team or memory.settings.get("memory.scope") == "team",
            hooks=hooks and memory.settings.get("deliver.hooks"),
            texts=rendered(memory).texts,
        )
    for warning in refresh(memory):
        console.warn(warning)
    return steps


def _report(memory: Memory, made: list[str], steps: list[deliver.Step], taken: Any, team: bool) -> None:
    touched = [s for s in steps if s.verb in ("new", "changed")]
    refused = [s for s in steps if s.verb == "refused"]
    if console.State.json:
        console.document(
            "init",
            {
                "id": memory.project.id,
                "root": memory.project.root,
                "made": made,
                "snapshot_id": taken.id if taken else None,
                "touched": [{"path": s.path, "state": s.verb, "agents": s.agents, "shared": s.shared} for s in touched],
                "refused": [{"path": s.path, "reason": s.note, "hint": s.hint} for s in refused],
            },
        )
        return
    if not made and not touched and taken is None:
        console.talk(f"Nothing to do: `{memory.project.root}` is set up")
    else:
        console.talk(f"Project memory for `{memory.project.root}`")
    ours = sorted({".backstory/" if _shown(memory, p).startswith(".backstory") else _shown(memory, p) for p in made})
    if ours:
        console.talk(f"  made     {', '.join(ours)}")
    for step in touched:
        whose = ", ".join(step.agents) or "git"
        name = _shown(memory, step.path) if os.path.isabs(step.path) else step.path
        verb = "made" if step.verb == "new" else "edited"
        console.talk(f"  {verb:<8} {name} ({whose}; {'for the team' if step.shared else 'yours, kept out of git'})")
        if step.note:
            console.talk(f"           {step.note}")
    if taken:
        console.talk(f"  took     {taken.id}: {counted(taken.files, 'file')}")
    for step in refused:
        console.warn(f"`{step.path}` was left alone: {step.note}", step.hint)
    if made or touched:
        console.talk("  undo     `backstory uninstall` gives every file back byte for byte")
    scope = (
        "in the repository, for the team"
        if (team or memory.settings.get("memory.scope") == "team") and not memory.project.sparse
        else "only for you, outside the repository"
    )
    foreign = find_foreign(memory.fresh().rows())
    if foreign:
        console.talk(f"{counted(len(foreign), 'record')} came with the repository, untrusted and marked so for agents")
        console.talk("hint: read them, `backstory list --scope team`, and then `backstory trust`")
    console.talk(f"What you remember is kept {scope}.")
    console.talk('hint: `backstory remember decision "..." --why "..."`, then start your agent: it knows')


def _shown(memory: Memory, path: str) -> str:
    """A path as it is told: relative inside the working tree."""
    inside = path.startswith(memory.project.root + os.sep)
    return os.path.relpath(path, memory.project.root) if inside else path


def _dry_run(place: InitPlace, agents: str, no_agents: bool, no_hooks: bool, team: bool) -> None:
    """The diffs of all foreign files, on stdout; nothing is written."""
    from backstory.base.discovery import data_home
    from backstory.redact.gate import Gate

    chosen = [] if no_agents else choose(place.root, agents, place.sparse)
    home = data_home(os.environ)
    private = os.path.join(home, "projects", place.id or "new")
    project = Project(
        place.root,
        place.id,
        home,
        private,
        place.team,
        os.path.join(home, "user"),
        os.path.join(place.team, "local"),
        place.git_dir,
        place.common_dir,
        place.reasons,
        place.sparse,
    )
    steps = (
        deliver.plan(project, chosen, gate=Gate(), environ=os.environ, team=team, hooks=not no_hooks) if chosen else []
    )
    if console.State.json:
        console.document("init-plan", {"root": place.root, "steps": [s._asdict() for s in steps]})
        return
    for name in () if place.sparse else ("README.md", "config.toml", ".gitignore", ".gitattributes"):
        if not os.path.exists(os.path.join(place.team, name)):
            console.talk(f"would make .backstory/{name}")
    for step in steps:
        if step.diff:
            console.out(step.diff.removesuffix("\n"))  # lines of files that are not ours
        elif step.verb == "refused":
            console.warn(f"`{step.path}` would be left alone: {step.note}", step.hint)


@click.command()
@click.option("--keep-records", is_flag=True, help="Leave `.backstory/` where it is.")
@click.option("--purge", is_flag=True, help="Delete this project's private memory too, after a backup.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@common
def clean(keep_records: bool, purge: bool, yes: bool, dry_run: bool) -> None:
    """Remove Backstory from this repository: every foreign file is given back byte for byte."""
    memory = open_memory()
    if not console.confirm(f"Remove Backstory from `{memory.project.root}`?", yes=yes or dry_run):
        raise BackstoryError("nothing was done", hint="`backstory clean --dry-run` shows what would be done")
    lines, partly = leave(memory, keep_records=keep_records, purge=purge, dry_run=dry_run)
    _say_left(lines, partly, dry_run)


@click.command()
@click.option("--purge", is_flag=True, help="Delete all private and user memory too, after a backup of each project.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@common
def uninstall(purge: bool, yes: bool, dry_run: bool) -> None:
    """Remove Backstory from every repository it was set up in. Private memory stays unless you say `--purge`."""
    from backstory.base.discovery import data_home
    from backstory.memory.uninstall import remove_user_files
    from backstory.store.roots import all_roots

    roots = all_roots(data_home(os.environ))
    if not roots:
        _say_left(["Backstory is set up nowhere on this machine"], False, dry_run)
        return
    for root in roots:
        console.talk(f"  {root}")
    if not console.confirm(
        f"Remove Backstory from {len(roots)} working tree{'s' if len(roots) > 1 else ''}?", yes=yes or dry_run
    ):
        raise BackstoryError("nothing was done", hint="`backstory uninstall --dry-run` shows what would be done")
    lines: list[str] = []
    partly, last = False, None
    for root in roots:
        if not os.path.isdir(root):
            lines.append(f"`{root}` is not there any more; skipped")
            continue
        try:
            memory = Memory.open(root, os.environ, project_root=root, channel=who_speaks())
            done, some = leave(memory, keep_records=False, purge=purge, dry_run=dry_run)
            last = memory
        except BackstoryError as error:
            done, some = [f"`{root}`: {error.message}"], True
        lines += done
        partly = partly or some
    if purge and last is not None and not partly and (line := remove_user_files(last, dry_run=dry_run)):
        lines.append(line)
    _say_left(lines, partly, dry_run)


def _say_left(lines: list[str], partly: bool, dry_run: bool) -> None:
    if console.State.json:
        console.document("clean", {"done": lines, "partly": partly, "dry_run": dry_run})
    else:
        for line in lines:
            console.talk(line)
    if partly:
        click.get_current_context().exit(int(Exit.PARTLY))


def leave(memory: Memory, *, keep_records: bool, purge: bool, dry_run: bool) -> tuple[list[str], bool]:
    """Takes everything of ours out of one working tree; returns what was done and whether something had to stay."""
    from backstory.deliver.surfaces import still
    from backstory.memory import uninstall as leaving

    project = memory.project
    # A purge removes the folder that holds the lock, which cannot be done everywhere while it is held.
    with ExitStack() as stack:
        if not dry_run:
            stack.enter_context(still(memory))
        steps = deliver.uninstall(project, gate=memory.gate, environ=os.environ, dry=dry_run)
        removed = (
            []
            if purge
            else leaving.remove_project_files(memory, keep_records=keep_records, purge=False, dry_run=dry_run)
        )
    if purge:
        removed = leaving.remove_project_files(memory, keep_records=keep_records, purge=True, dry_run=dry_run)
    word = "would restore" if dry_run else "restored"
    lines: list[str] = []
    partly = False
    for step in steps:
        if step.verb in ("gone", "restored", "changed"):
            lines.append(f"{word} `{step.path}`")
        elif step.verb in ("refused", "left"):
            lines.append(f"{'would leave' if dry_run else 'left'} `{step.path}` as it is: {step.note}")
            partly = True
    return lines + removed, partly
