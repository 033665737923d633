"""Puts the surfaces of agents into place, and takes them out again."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from backstory.agents import registry
from backstory.agents.base import Launch, Texts
from backstory.deliver.tree import Step, Tree, Wanted
from backstory.edits.ledger import Entry, Part

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_NOTHING = Texts()


def plan_install(
    project: "Project",
    agents: Sequence[str],
    *,
    gate: "Gate",
    environ: Mapping[str, str],
    team: bool = False,
    hooks: bool = True,
    texts: Texts = _NOTHING,
    home: str = "",
    launch: Launch | None = None,
) -> list[Step]:
    """What `install_surfaces` would do, each step with its diff. Writes nothing."""
    tree = Tree(project, gate, environ, home, launch)
    return _steps(tree, agents, texts, team=team, hooks=hooks, dry=True)


def install_surfaces(
    project: "Project",
    agents: Sequence[str],
    *,
    gate: "Gate",
    environ: Mapping[str, str],
    team: bool = False,
    hooks: bool = True,
    texts: Texts = _NOTHING,
    home: str = "",
    launch: Launch | None = None,
) -> list[Step]:
    """Puts the surfaces of some agents into place. Repeating it changes nothing. Other agents' stay as they are.

    A file that cannot be edited gives a step `refused` with its reason, and the others continue. Edits of an earlier
    call for these agents that are not wanted any more (hooks switched off, from personal to team) are taken out.
    Raises Invalid for an unknown agent.
    """
    tree = Tree(project, gate, environ, home, launch)
    return _steps(tree, agents, texts, team=team, hooks=hooks, dry=False)


def uninstall_surfaces(
    project: "Project",
    *,
    gate: "Gate",
    environ: Mapping[str, str],
    agents: Sequence[str] = (),
    dry: bool = False,
    home: str = "",
) -> list[Step]:
    """Takes out the edits for some agents, or all of them. The files are then byte for byte as before.

    A file that was edited since loses our part only. One that cannot be edited gives a step `refused` and stays in the
    ledger, so that a later call can try again. `dry` writes nothing and gives each step its diff.
    """
    tree = Tree(project, gate, environ, home)
    names = [registry.find(name).name for name in agents] if agents else [""]
    steps: list[Step] = []
    for entry in tree.ledger.entries():
        if tree.ledger.absolute(entry.path) == tree.exclude:
            continue
        for part in entry.parts:
            steps += [tree.take(entry, part, name, dry=dry) for name in names if not name or name in part.agents]
    return steps + _unseal(tree, steps, dry=dry)


def _steps(tree: Tree, agents: Sequence[str], texts: Texts, *, team: bool, hooks: bool, dry: bool) -> list[Step]:
    """Takes out the edits that are not wanted any more, hides personal files from git, then writes what is wanted."""
    wanted = tree.wanted(agents, team=team, hooks=hooks)
    steps = _leftover(tree, [registry.find(name).name for name in agents], wanted, dry=dry)
    hidden = {w.surface.path for w in wanted if w.hidden and not tree.tracked(w.surface.path)}
    known = {*tree.personal()}
    if dry:
        known -= {w.surface.path for w in wanted if w.surface.shared} | {s.path for s in steps}
    sealing = tree.seal(known | hidden, dry=dry)
    written = [tree.put(w, texts, dry=dry) for w in wanted]
    unsealing = [] if dry else _unseal(tree, written, dry=False)
    if sealing and (sealing.verb != "same" or not unsealing):
        steps.append(sealing)
    return [*steps, *written, *unsealing]


def _leftover(tree: Tree, names: Sequence[str], wanted: Sequence[Wanted], *, dry: bool) -> list[Step]:
    """Takes out the edits of these agents that are not wanted any more."""
    steps: list[Step] = []
    for entry in tree.ledger.entries():
        for part in entry.parts:
            concerned = [name for name in names if name in part.agents]
            going = [name for name in concerned if not _is_wanted(tree, entry, part, name, wanted)]
            steps += [tree.take(entry, part, name, dry=dry) for name in going]
    return steps


def _is_wanted(tree: Tree, entry: Entry, part: Part, agent: str, wanted: Sequence[Wanted]) -> bool:
    path = tree.ledger.absolute(entry.path)
    for one in wanted:
        same = one.surface.kind == part.kind and tree.ledger.absolute(one.surface.path) == path
        if same and agent in one.agents:
            return True
    return False


def _unseal(tree: Tree, done: Sequence[Step], *, dry: bool) -> list[Step]:
    """Leaves in `.git/info/exclude` only the personal files that are still there."""
    entry = tree.ledger.entry(tree.exclude) if tree.exclude else None
    if not entry:
        return []
    going = {step.path for step in done if step.verb in ("gone", "restored")} if dry else set()
    left = [path for path in tree.personal() if path not in going]
    if not left:
        return [tree.take(entry, part, dry=dry) for part in entry.parts]
    step = tree.seal(left, dry=dry)
    return [step] if step and step.verb != "same" else []
