"""Proves what each agent gets, by the files that it reads: not by what was once written into them."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.agents import registry
from backstory.agents.base import Surface, Texts, on_path
from backstory.agents.hook_settings import LIMIT_NAMES
from backstory.deliver.choice import Choice, read_choice
from backstory.deliver.state import read_commands
from backstory.deliver.tree import Served, Tree
from backstory.edits import block, foreign
from backstory.edits.change import Block, Hooks, Plugin, Tables, YamlEntry
from backstory.edits.hooks import find_ours
from backstory.edits.ledger_file import HOOKED
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

PROGRAM: Final = "backstory"
"""The command that a team's hooks look up on `PATH`."""


class Fault(NamedTuple):
    """A fault that keeps an agent from a surface. `readable`: the file is missing or readable, so `--fix` works."""

    path: str
    what: str
    readable: bool = True
    exists: bool = True
    personal: bool = False
    """Whether the file is the person's own, which a private set-up neither edits nor hides."""
    hint: str = ""
    """The advice if rewriting the surface is impossible or not enough."""


class Proof(NamedTuple):
    """What an agent gets in a working tree.

    `paths` are the files that hold our part, complete. `faults` name one file for each kind of surface of which the
    agent has none that is complete. `hooked` says that its hooks are among the complete ones.
    """

    agent: str
    title: str
    paths: tuple[str, ...]
    faults: tuple[Fault, ...]
    hooked: bool

    @property
    def registered(self) -> bool:
        return not self.faults

    @property
    def readable(self) -> bool:
        return all(fault.readable for fault in self.faults)

    @property
    def repairable(self) -> bool:
        """Whether writing the surfaces again mends something."""
        return self.readable and any(not (fault.hint or fault.personal) for fault in self.faults)


def prove_agents(project: "Project", *, gate: "Gate", environ: Mapping[str, str], team: bool = False) -> list[Proof]:
    """Proves what each agent gets here: the agents chosen for this working tree, and those with committed files."""
    tree = Tree(project, gate, environ)
    return [prove_agent(tree, name, environ, team=team) for name in find_served_agents(tree)]


def find_served_agents(tree: Tree) -> list[str]:
    """The agents that were chosen for this working tree, that its ledger has, or that committed files tell."""
    choice = read_choice(tree.project)
    chosen = {*(choice.agents if choice else ())}
    for _, part in tree.parts():
        chosen.update(part.agents if part.kind not in ("script", "mcp") else ())
    chosen.update(find_committed_agents(tree))
    names = registry.names(plugins=bool(chosen - set(registry.names())))
    return [name for name in names if name in chosen]


def find_committed_agents(tree: Tree) -> list[str]:
    """The agents that committed files of their own tell.

    A file that several agents read is no sign that a team chose each of them: it counts for the agent that has no
    other file, which stands for them all.
    """
    names = [row.name for row in registry.TABLE]
    shared = {name: _list_shared(tree, name) for name in names}
    readers = Counter(chain.from_iterable({one.path for one in surfaces} for surfaces in shared.values()))
    told: list[str] = []
    for name, surfaces in shared.items():
        own = [one for one in surfaces if readers[one.path] == 1] or surfaces
        if any(tree.tracked(one.path) and _find_fault(tree, name, one, {}) is None for one in own):
            told.append(name)
    return told


def _list_shared(tree: Tree, name: str) -> list[Surface]:
    """The surfaces of an agent that a team commits."""
    return [one for one in tree.surfaces(registry.load_agent(name), team=True, hooks=True) if one.shared]


def prove_agent(tree: Tree, name: str, environ: Mapping[str, str], *, team: bool) -> Proof:
    """What an agent gets in a working tree."""
    choice = read_choice(tree.project)
    agent = registry.load_agent(name)
    surfaces = tree.surfaces(agent, team=team, hooks=choice is None or choice.hooks)
    others = tree.surfaces(agent, team=not team, hooks=choice is None or choice.hooks)
    paths: list[str] = []
    faults: list[Fault] = []
    kinds: dict[str, list[str]] = {surface.kind: [] for surface in _list_due(surfaces, others, choice)}
    for kind in kinds:
        candidates = [surface for surface in (*surfaces, *others) if surface.kind == kind]
        checked = [(surface.path, _find_fault(tree, name, surface, environ)) for surface in candidates]
        complete = list(dict.fromkeys(path for path, fault in checked if fault is None))
        if not complete and kind in HOOKED:
            complete = _find_home_hooks(tree, name, environ)
        kinds[kind] = complete
        paths += complete
        if not complete:
            fault = _worst(fault for _, fault in checked if fault)
            owner = _name_owner(tree, fault, surfaces, team=team)
            faults.append(owner if owner.personal else _name_obstacle(tree, name, fault, surfaces, team=team))
    return Proof(name, agent.title, tuple(paths), tuple(faults), any(kinds.get(kind) for kind in HOOKED))


def _list_due(surfaces: Sequence[Surface], others: Sequence[Surface], choice: Choice | None) -> list[Surface]:
    """The surfaces that an agent needs. Without `init`, only those that a team commits."""
    shared = {surface.kind for surface in (*surfaces, *others) if surface.shared}
    return [one for one in surfaces if not one.optional and (choice is not None or one.kind in shared)]


def _worst(faults: Iterator[Fault]) -> Fault:
    """The fault to name: that of a file that cannot be read, else that of one that is there, else the first."""
    return min(faults, key=lambda fault: (fault.readable, not fault.exists))


def _name_owner(tree: Tree, fault: Fault, surfaces: Sequence[Surface], *, team: bool) -> Fault:
    """The fault, for a file that a private set-up does not edit in words that say so."""
    blocks = [surface for surface in surfaces if (surface.path, surface.kind) == (fault.path, "block")]
    if blocks and not team and fault.exists and fault.readable and tree.tracked(fault.path):
        return Fault(fault.path, f"git tracks `{fault.path}`, which holds no block of ours", personal=True)
    if fault.exists and fault.readable and any(tree.is_the_persons(Served(block, ())) for block in blocks):
        return Fault(fault.path, f"`{fault.path}` is yours and holds no block of ours", personal=True)
    return fault


def _find_home_hooks(tree: Tree, agent: str, environ: Mapping[str, str]) -> list[str]:
    """The files in the home folder whose hooks serve all repositories, this one too; shown below `~`."""
    surfaces = registry.load_agent(agent).user_surfaces(tree.place(team=False, hooks=True).launch)
    return [
        f"~/{one.path}"
        for one in surfaces
        if one.kind in HOOKED
        and _find_fault(tree, agent, one._replace(path=os.path.join(tree.home, one.path)), environ) is None
    ]


def _name_obstacle(tree: Tree, agent: str, fault: Fault, surfaces: Sequence[Surface], *, team: bool) -> Fault:
    """The fault, in the words of what keeps our part out of the file, where writing it again is in vain."""
    for surface in surfaces:
        if surface.path != fault.path or surface.kind == "plugin" or not fault.readable:
            continue  # a plugin is a file of ours: what else is in it is the fault
        served = Served(surface, (agent,), not team)
        obstacle = tree.find_obstacle(served)
        step = obstacle or tree.put(served, Texts(), dry=True)
        if step.verb in ("refused", "skipped"):
            what = step.note if f"`{fault.path}`" in step.note else f"`{fault.path}` was left alone: {step.note}"
            return Fault(fault.path, what, bool(obstacle), fault.exists, hint=step.hint.partition(":\n")[0])
    return fault


def _find_fault(tree: Tree, agent: str, surface: Surface, environ: Mapping[str, str]) -> Fault | None:
    """The fault of our part in the file of a surface; None if it is complete."""
    path = surface.path
    try:
        within = tree.home if os.path.isabs(path) else tree.project.root
        data = foreign.read(tree.ledger.absolute(path), within=within, name=path).data
        if data is None:
            return Fault(path, f"`{path}` is not there", exists=False)
        change = surface.build(Texts())
        if isinstance(change, Hooks):
            return _find_hook_fault(agent, surface, change, data, environ)
        if isinstance(change, Plugin):
            return _find_plugin_fault(surface, change, data, environ)
        if isinstance(change, Block) and block.find(data, name=path) is None:
            return Fault(path, f"`{path}` does not hold our block")
        if isinstance(change, Tables) and any(line.encode() not in data for line in change.lines):
            return Fault(path, f"`{path}` does not hold our hooks")
        if isinstance(change, YamlEntry) and change.entry[-1].encode() not in data:
            return Fault(path, f"`{path}` does not hold our entry")
    except BackstoryError as error:
        return Fault(path, f"`{path}` cannot be used: {error.message}", readable=False)
    return None


def _find_hook_fault(
    agent: str, surface: Surface, change: Hooks, data: bytes, environ: Mapping[str, str]
) -> Fault | None:
    path = surface.path
    ours: Mapping[str, Any] = find_ours(data, marks=change.marks, at=change.at)
    if not ours:
        return Fault(path, f"`{path}` holds none of our hooks")
    lacking = [
        event for event, groups in change.entries.items() if not _calls(agent, groups) <= _calls(agent, ours.get(event))
    ]
    if lacking:
        return Fault(path, f"`{path}` lacks our hook for {', '.join(lacking)}")
    hasty = [event for event, groups in change.entries.items() if _shortest(ours.get(event)) < _shortest(groups)]
    if hasty:
        return Fault(path, f"`{path}` gives our hook for {', '.join(hasty)} less time than it may need")
    if surface.shared and environ and not on_path(PROGRAM, environ):
        return Fault(path, f"the hooks in `{path}` call `{PROGRAM}`, which is not on PATH")
    return None


def _find_plugin_fault(surface: Surface, change: Plugin, data: bytes, environ: Mapping[str, str]) -> Fault | None:
    path = surface.path
    if data != change.data:
        return Fault(path, f"`{path}` is not the plugin that this version writes")
    if surface.shared and environ and not on_path(PROGRAM, environ):
        return Fault(path, f"the plugin `{path}` calls `{PROGRAM}`, which is not on PATH")
    return None


def _calls(agent: str, groups: object) -> set[str]:
    """The calls of the hooks in these groups: `<agent> <event>` for each."""
    pattern = re.compile(rf"\b{re.escape(agent)} [a-z-]+")
    return set(pattern.findall("\n".join(map(" ".join, read_commands(groups)))))


def _shortest(groups: object) -> float:
    """The shortest time limit of the hooks in these groups, in the agent's unit; infinite where none is given."""
    if isinstance(groups, dict):
        limits = (groups.get(name) for name in LIMIT_NAMES)
        own = [limit for limit in limits if isinstance(limit, (int, float)) and not isinstance(limit, bool)]
        return min([*own, *map(_shortest, groups.values())], default=inf)
    return min(map(_shortest, groups), default=inf) if isinstance(groups, list) else inf
