"""The checks and repairs of `doctor` for delivery: our edits in the agents' files, and what reaches each agent."""

import os
import shlex
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from backstory import deliver
from backstory.api import Check, find_last_events
from backstory.base.discovery import find_worktrees
from backstory.deliver.choice import read_choice
from backstory.deliver.dry_start import check_home, check_starts
from backstory.deliver.git_hooks import STAMP, inspect_git_hooks, install_git_hooks
from backstory.deliver.limits import check_limits
from backstory.deliver.outdated import find_outdated_edits, repair_home
from backstory.deliver.proof import Proof, prove_agents
from backstory.deliver.surfaces import list_edits, render_surfaces
from backstory.deliver.tree import Tree
from backstory.deliver.user import list_hooked_agents, open_ledger
from backstory.model.dates import format_age
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file
from backstory.store.places import resolve_project

if TYPE_CHECKING:
    from backstory.api import Memory
    from backstory.model.event import Event

REPAIRED: Final = ("agents", "agent", "git-exclude", "git-hooks")
"""Names of the checks whose findings `repair_surfaces` repairs."""
FIX: Final = "`backstory doctor --fix` puts it back"


class AgentCheck(Check, frozen=True, omit_defaults=True, kw_only=True):
    """What an agent gets: whether our part is in its files, whether they can be read, and when a hook last fired."""

    agent: str
    registered: bool
    readable: bool
    fired: str
    """The time of the last event that a hook of the agent noted; empty without one."""
    event: str
    """The kind of that event."""
    session: str


def check_surfaces(memory: "Memory") -> list[Check]:
    """Whether our edits in the agents' files are there and work, what each agent gets, here and in other worktrees."""
    proofs = _prove(memory)
    last = find_last_events(memory, [proof.agent for proof in proofs])
    checks: list[Check] = [_check_agent(proof, last.get(proof.agent), memory.now()) for proof in proofs]
    faulty = {fault.path for proof in proofs for fault in proof.faults}
    tree = Tree(memory.project, memory.gate, memory.environ)
    outdated = find_outdated_edits(tree, team=_is_team(memory))
    edits = [
        _check_edit(one, outdated.get(one.path, "") if one.kind == "hooks" else "")
        for one in _list_agent_edits(memory)
        if one.path not in faulty or not _is_named_by_agent(one)
    ]
    everywhere = list_hooked_agents(open_ledger(memory.project.home, memory.environ, memory.gate))
    if not checks:
        checks.append(_check_no_surface(memory, everywhere))
    home = check_home(memory.environ, memory.gate)
    elsewhere = [*home, *_check_git_hooks(memory), *(() if everywhere else _check_worktrees(memory))]
    starts = check_starts(memory.environ, memory.gate, [part for _, part in tree.parts()])
    limits = check_limits(tree, [proof.agent for proof in proofs])
    return [*edits, *checks, *limits, *elsewhere, *starts]


def _list_agent_edits(memory: "Memory") -> list[deliver.Installed]:
    """Our edits without those in git's hooks, which have a check of their own."""
    return [one for one in list_edits(memory) if one.kind != "script"]


def _is_named_by_agent(one: deliver.Installed) -> bool:
    """Whether the fault of an edit is the one that an agent which gets nothing names."""
    return one.state == "broken" or (one.state == "missing" and not one.note)


def repair_surfaces(memory: "Memory", checks: list[Check]) -> list[str]:
    """Puts back what is lacking in the agents' files and returns their paths."""
    home = repair_home(open_ledger(memory.project.home, memory.environ, memory.gate))
    return home + _repair_tree(memory, checks)


def _repair_tree(memory: "Memory", checks: list[Check]) -> list[str]:
    """The same for the files of this working tree alone."""
    if not any(map(_is_repairable, checks)):
        return []
    choice = read_choice(memory.project)
    agents = [proof.agent for proof in _prove(memory)]
    steps = deliver.install_surfaces(
        memory.project,
        list(
            dict.fromkeys(
                [*agents, *chain.from_iterable(one.agents for one in _list_agent_edits(memory) if one.kind != "mcp")]
            )
        ),
        gate=memory.gate,
        environ=memory.environ,
        team=_is_team(memory),
        hooks=memory.settings.get("deliver.hooks") and (choice is None or choice.hooks),
        texts=render_surfaces(memory).texts,
    )
    if inspect_git_hooks(Tree(memory.project, memory.gate, memory.environ)):
        steps += install_git_hooks(memory.project, gate=memory.gate, environ=memory.environ)
    return [f"`{step.path}`" for step in steps if step.verb in ("new", "changed", "restored")]


def _is_repairable(check: Check) -> bool:
    return check.name in REPAIRED and check.fixable and check.status != "ok"


def _prove(memory: "Memory") -> list[Proof]:
    return prove_agents(memory.project, gate=memory.gate, environ=memory.environ, team=_is_team(memory))


def _is_team(memory: "Memory") -> bool:
    return memory.settings.get("memory.scope") == "team"


def _check_agent(proof: Proof, event: "Event | None", now: float) -> AgentCheck:
    what = "; ".join(fault.what for fault in proof.faults)
    gets = f"reads {', '.join(f'`{path}`' for path in proof.paths)}" if proof.paths else "gets nothing"
    status, hint = _judge(proof)
    return AgentCheck(
        name="agent",
        status=status,
        detail=f"{proof.title} {gets}{_describe_firing(proof, event, now)}{f'; {what}' if what else ''}",
        hint=hint,
        fixable=proof.repairable,
        agent=proof.agent,
        registered=proof.registered,
        readable=proof.readable,
        fired=event.made if event else "",
        event=event.kind if event else "",
        session=event.session if event else "",
    )


def _judge(proof: Proof) -> tuple[str, str]:
    """(the status of an agent's check, what a person can do)."""
    if proof.registered:
        return "ok", ""
    if not proof.readable:
        blocked = next(fault for fault in proof.faults if not fault.readable)
        return "fail", blocked.hint or "repair that file, then `backstory doctor --fix`"
    if all(fault.personal for fault in proof.faults):
        return (
            "ok" if proof.paths else "warn",
            "`backstory init --team` writes into it for everybody; else tell the agent to run `backstory brief`",
        )
    if not proof.repairable:
        return "warn", next(fault.hint for fault in proof.faults if fault.hint)
    return "warn", f"{FIX}, if it was a mistake"


def _describe_firing(proof: Proof, event: "Event | None", now: float) -> str:
    if event:
        return f"; a hook last fired {event.made} ({event.kind}), {format_age(event.made, now)}"
    return "; no hook has fired yet: start a session here" if proof.hooked else ""


def _check_edit(one: deliver.Installed, outdated: str) -> Check:
    """The state of an edit. `outdated`: what in it is of an earlier version of Backstory."""
    name = "agents" if one.agents else "git-exclude"
    what = f"`{one.path}` ({', '.join(one.agents) or 'keeps personal files out of git'})"
    match one.state:
        case "present" if outdated and not one.note:
            what = f"{what} is of an earlier version of Backstory: {outdated}"
            return Check(name, "warn", what, "`backstory doctor --fix` writes it again", True)
        case "present":
            return Check(name, "warn" if one.note else "ok", one.note or f"{what} is in place")
        case "edited":
            return Check(name, "warn", f"{what} was changed by hand and is left as it is")
        case "missing" if not one.note:
            return Check(name, "warn", f"{what} was removed", f"{FIX}, if it was a mistake", True)
    return Check(name, "fail", one.note or f"{what} is broken", FIX, True)


def _check_git_hooks(memory: "Memory") -> list[Check]:
    """Whether our lines are in git's hooks, where they were installed, and when git last ran one."""
    hooks = inspect_git_hooks(Tree(memory.project, memory.gate, memory.environ))
    if hooks is None:
        return []
    if hooks.dead:
        return [Check("git-hooks", "fail", f"they start `{hooks.dead}`, which does not exist any more", FIX, True)]
    fired = _read_stamp(os.path.join(memory.project.private, STAMP), memory.now())
    last = f"last fired {fired}" if fired else "none has fired yet"
    if hooks.missing:
        what = f"git does not run ours for {', '.join(hooks.missing)}; {last}"
        return [Check("git-hooks", "warn", what, f"{FIX}, or `backstory agents add git` says what is in the way", True)]
    return [Check("git-hooks", "ok", f"{', '.join(hooks.present)}; {last}")]


def _read_stamp(path: str, now: float) -> str:
    """When which git hook fired last, and how long ago; empty without one."""
    try:
        stamp, _, event = read_file(path, limit=256).decode("utf-8", "replace").strip().partition(" ")
    except BackstoryError:
        return ""
    return f"{stamp} ({event}), {format_age(stamp, now)}"


def _check_no_surface(memory: "Memory", everywhere: Sequence[str]) -> Check:
    """What to say where no file of the working tree tells an agent. `everywhere`: agents with hooks for all trees."""
    if everywhere:
        names = ", ".join(everywhere)
        return Check("agents", "ok", f"hooks in your home folder tell {names}, in all repositories and worktrees")
    if find_worktrees(memory.project.git_dir, memory.project.common_dir):
        what = "no agent is told about the memory in this worktree"
        return Check("agents", "warn", what, "`backstory init` tells it here, `backstory init --user` in all worktrees")
    return Check("agents", "warn", "no agent is told about the memory", "`backstory init` installs it")


def _check_worktrees(memory: "Memory") -> list[Check]:
    """Names the other working trees of the repository in which no agent is told."""
    project = memory.project
    checks: list[Check] = []
    for root in find_worktrees(project.git_dir, project.common_dir):
        below = os.path.normpath(os.path.join(root, os.path.relpath(project.root, _top(memory))))
        if os.path.isdir(below) and not _gets_brief(memory, below):
            what = f"`{below}`, another worktree: no agent is told about the memory there"
            checks.append(Check("worktrees", "warn", what, f"`cd {shlex.quote(below)} && backstory init`"))
    return checks


def _top(memory: "Memory") -> str:
    """The top of the work tree, which may lie above the project."""
    root = memory.project.root
    while not os.path.lexists(os.path.join(root, ".git")) and os.path.dirname(root) != root:
        root = os.path.dirname(root)
    return root


def _gets_brief(memory: "Memory", root: str) -> bool:
    try:
        project = resolve_project(root, memory.environ, project_root=root)
        proofs = prove_agents(project, gate=memory.gate, environ=memory.environ)
    except (BackstoryError, OSError):
        return True  # its own `doctor` says more
    return any(proof.paths for proof in proofs)
