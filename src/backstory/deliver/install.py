"""Putting the surfaces of agents into place, and taking them out again."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from backstory.agents import registry
from backstory.agents.base import Launch, Texts
from backstory.deliver.tree import Step, Tree, Wanted

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_NOTHING = Texts()


def plan(
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
    """What `install` would do, each step with its diff. Writes nothing."""
    tree = Tree(project, gate, environ, home, launch)
    return _steps(tree, agents, texts, team=team, hooks=hooks, dry=True)


def install(
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
    """Puts the surfaces of some agents into place; again is the same as once. Other agents' stay as they are.

    A file that cannot be edited gives a step `refused` with its reason, and the others go on. What an earlier call put
    in for these agents and is wanted no more (hooks switched off, from personal to team) goes. Raises Invalid for an
    agent that nobody knows.
    """
    tree = Tree(project, gate, environ, home, launch)
    return _steps(tree, agents, texts, team=team, hooks=hooks, dry=False)


def uninstall(
    project: "Project",
    *,
    gate: "Gate",
    environ: Mapping[str, str],
    agents: Sequence[str] = (),
    dry: bool = False,
    home: str = "",
) -> list[Step]:
    """Takes out what was put in for some agents, or everything: files are byte for byte as before.

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
    wanted = tree.wanted(agents, team=team, hooks=hooks)
    steps = _leftover(tree, [registry.find(name).name for name in agents], wanted, dry=dry)
    hidden = {w.surface.path for w in wanted if w.hidden and not tree.tracked(w.surface.path)}
    known = {*tree.personal()}
    if dry:
        known -= {w.surface.path for w in wanted if w.surface.shared} | {s.path for s in steps}
    first = tree.seal(known | hidden, dry=dry)
    done = [tree.put(w, texts, dry=dry) for w in wanted]
    last = [] if dry else _unseal(tree, done, dry=False)
    return [*steps, *([first] if first and (first.verb != "same" or not last) else []), *done, *last]


def _leftover(tree: Tree, names: Sequence[str], wanted: Sequence[Wanted], *, dry: bool) -> list[Step]:
    """Takes out what these agents have and want no more."""
    steps: list[Step] = []
    for entry in tree.ledger.entries():
        for part in entry.parts:
            for name in names:
                kept = any(
                    tree.ledger.absolute(w.surface.path) == tree.ledger.absolute(entry.path)
                    and w.surface.kind == part.kind
                    and name in w.agents
                    for w in wanted
                )
                if name in part.agents and not kept:
                    steps.append(tree.take(entry, part, name, dry=dry))
    return steps


def _unseal(tree: Tree, done: Sequence[Step], *, dry: bool) -> list[Step]:
    """Leaves in `.git/info/exclude` only the personal files that are still there."""
    entry = tree.ledger.entry(tree.exclude) if tree.exclude else None
    if not entry:
        return []
    going = {step.path for step in done if step.verb in ("gone", "restored")} if dry else set()
    left = [path for path in tree.personal() if path not in going]
    if left:
        step = tree.seal(left, dry=dry)
        return [step] if step and step.verb != "same" else []
    return [tree.take(entry, part, dry=dry) for part in entry.parts]
