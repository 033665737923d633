"""Puts the surfaces of agents into place, and takes them out again."""

import os
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from backstory.agents import registry
from backstory.agents.base import Launch, Texts
from backstory.deliver.brought_parts import assume_brought
from backstory.deliver.choice import drop_choice
from backstory.deliver.committed_parts import has_own_changes, is_committed, take_uncommitted
from backstory.deliver.tree import Served, Step, Tree
from backstory.edits.ledger import Entry, Part

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_NOTHING = Texts()
_SHOWN = "it is untracked, and git sees it from now on"


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
    committed: bool = False,
    dry: bool = False,
    home: str = "",
) -> list[Step]:
    """Takes out the edits for some agents, or all of them. The files are then byte for byte as before.

    An edit that git has stays, as a step `kept`, unless `committed` says that it goes from the whole team. A file that
    was edited since loses our part only. One that cannot be edited gives a step `refused` and stays in the ledger, so
    that a later call can try again. `dry` writes nothing and gives each step its diff.
    """
    tree = Tree(project, gate, environ, home)
    assume_brought(tree)
    names = [registry.find(name).name for name in agents] if agents else [""]
    steps: list[Step] = []
    for entry, part in tree.parts():
        if tree.ledger.absolute(entry.path) != tree.exclude:
            going = [name for name in names if not name or name in part.agents]
            if committed:
                steps += [tree.take(entry, part, name, dry=dry, brought=True) for name in going]
            else:
                steps += take_uncommitted(tree, entry, part, going, dry=dry)
    if not dry:
        drop_choice(project, [name for name in names if name])
    return steps + _unseal(tree, steps, dry=dry)


def list_committed(project: "Project", *, gate: "Gate", environ: Mapping[str, str], home: str = "") -> list[str]:
    """The files with an edit of ours that git has, so that `uninstall_surfaces` leaves them unless told."""
    tree = Tree(project, gate, environ, home)
    assume_brought(tree)
    return list(
        dict.fromkeys(
            entry.path
            for entry, part in tree.parts()
            if (part.brought and tree.tracked(entry.path)) or is_committed(tree, entry, part)
        )
    )


def list_own_changes(
    project: "Project", paths: Sequence[str], *, gate: "Gate", environ: Mapping[str, str], home: str = ""
) -> list[str]:
    """Those of our files that hold changes of the person beside our part, which neither a commit nor the index has."""
    tree = Tree(project, gate, environ, home)
    assume_brought(tree)
    return [entry.path for entry in tree.ledger.entries() if entry.path in paths and has_own_changes(tree, entry)]


def _steps(tree: Tree, agents: Sequence[str], texts: Texts, *, team: bool, hooks: bool, dry: bool) -> list[Step]:
    """Takes out the edits that are not wanted any more, hides personal files from git, then writes what is wanted."""
    surfaces = tree.list_served(agents, team=team, hooks=hooks)
    personal = {*tree.personal()}
    persons = [one for one in surfaces if tree.is_the_persons(one)]
    served = [one for one in surfaces if one not in persons]
    steps = _take_leftover(tree, [registry.find(name).name for name in agents], served, team=team, dry=dry)
    gone = {step.path for step in steps} if dry else set()
    sealing = tree.seal(_find_personal(tree, served, gone, dry=dry), dry=dry)
    written = [*map(tree.leave, persons), *(tree.put(one, texts, dry=dry) for one in served)]
    unsealing = [] if dry else _unseal(tree, [])
    if sealing and (sealing.verb != "same" or not unsealing):
        steps.append(sealing)
    published = [_note_published(step, personal) for step in written]
    return [*(_note_shown(tree, step) for step in steps), *published, *unsealing]


def _note_shown(tree: Tree, step: Step) -> Step:
    """The step that gives a personal file back, with a note where git shows the file once our lines are gone."""
    is_own = step.verb == "restored" and not (step.shared or step.note or os.path.isabs(step.path))
    if not is_own or not tree.project.git_dir or tree.tracked(step.path) or not tree.would_be_visible(step.path):
        return step
    return step._replace(note=_SHOWN)


def _note_published(step: Step, personal: AbstractSet[str]) -> Step:
    """A step that writes nothing, but makes a personal file one of the team, which git sees."""
    return step._replace(verb="shared") if step.verb == "same" and step.shared and step.path in personal else step


def _find_personal(tree: Tree, served: Sequence[Served], gone: AbstractSet[str], *, dry: bool) -> set[str]:
    """The personal files in the project that git must not see, once the surfaces are in place."""
    hidden = {one.surface.path for one in served if one.hidden and tree.takes(one)}
    shared = {one.surface.path for one in served if one.surface.shared} if dry else set()
    return ({*tree.personal()} - shared - gone) | hidden


def _take_leftover(tree: Tree, names: Sequence[str], served: Sequence[Served], *, team: bool, dry: bool) -> list[Step]:
    """Takes out the edits of these agents that are not wanted any more. A private set-up leaves what git has."""
    steps: list[Step] = []
    for entry, part in tree.parts():
        if part.kind == "mcp":
            continue  # registered for the team by a command of its own
        concerned = [name for name in names if name in part.agents]
        going = [name for name in concerned if not _is_served(tree, entry, part, name, served)]
        if team:
            steps += [tree.take(entry, part, name, dry=dry) for name in going]
        else:
            steps += take_uncommitted(tree, entry, part, going, dry=dry)
    return steps


def _is_served(tree: Tree, entry: Entry, part: Part, agent: str, served: Sequence[Served]) -> bool:
    """Whether a surface of the agent is this edit."""
    path = tree.ledger.absolute(entry.path)
    own = [one.surface for one in served if agent in one.agents and one.surface.kind == part.kind]
    return any(tree.ledger.absolute(surface.path) == path for surface in own)


def _unseal(tree: Tree, steps: Sequence[Step], *, dry: bool = False) -> list[Step]:
    """Leaves in `.git/info/exclude` only the personal files that are still there. `steps`: what a dry run took out."""
    entry = tree.ledger.entry(tree.exclude) if tree.exclude else None
    if not entry:
        return []
    remaining = _find_left(tree, steps if dry else ())
    if not remaining:
        return [tree.take(entry, part, dry=dry) for part in entry.parts]
    step = tree.seal(remaining, dry=dry)
    return [step] if step and step.verb != "same" else []


def _find_left(tree: Tree, steps: Sequence[Step]) -> list[str]:
    """The personal files that are still there, but for those that a dry run took out."""
    going = {step.path for step in steps if step.verb in ("gone", "restored")}
    return [path for path in tree.personal() if path not in going]
