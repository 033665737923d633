"""Brings the files below `.backstory/local`, the prepared briefs and the blocks with a brief up to date."""

import os
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents import registry
from backstory.agents.base import Launch, Surface, Texts
from backstory.deliver import prepared
from backstory.deliver.tree import Served, Step, Tree
from backstory.edits.ledger import Entry, Part
from backstory.edits.ledger_file import HOOKED
from backstory.git.command_line import git_at
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.ids import short_id
from backstory.redact.record_ids import clean_around
from backstory.store.files import read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_LIMIT: Final = 64 << 20


class Rendered(NamedTuple):
    """The texts to write. An empty text leaves its file alone, but a brief may be empty: then the hook says nothing."""

    handoff: str = ""
    """`.backstory/local/handoff.md`"""
    data: str = ""
    """`handoff.json`: the same as JSON."""
    registry: str = ""
    """`registry.json`: the texts that can be loaded, and their costs."""
    briefs: Mapping[str, prepared.Brief] = {}
    """Agent -> what its hook says at session start, see `deliver.prepared`."""
    state: prepared.State = prepared.State()
    anchored: prepared.AnchoredFiles = prepared.AnchoredFiles()
    """The files with which records come up. Only a hook reads them, so they are written beside briefs only."""
    texts: Texts = Texts()
    """The texts of the blocks."""


class Refreshed(NamedTuple):
    """The files that changed (absolute), and for each failed file (message, hint)."""

    changed: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]


def refresh_files(
    project: "Project",
    rendered: Rendered,
    *,
    gate: "Gate",
    environ: Mapping[str, str],
    home: str = "",
    launch: Launch | None = None,
) -> Refreshed:
    """Brings the files below `.backstory/local`, the prepared briefs and the moving blocks up to date.

    Writes only files that differ. A file that cannot be written is reported and never an error. A block that the user
    removed stays away, and one in a personal file that they edited stays as it is.
    """
    tree = Tree(project, gate, environ, home, launch)
    outcome = _Outcome([], [])
    _write_files(tree, rendered, outcome)
    _write_briefs(tree, rendered, outcome)
    _clear_away(tree)
    _write_blocks(tree, rendered.texts, outcome)
    if rendered.state.stamp:
        with outcome.noting_errors():
            prepared.write_state(tree.project, rendered.state)
    return Refreshed(tuple(outcome.changed), tuple(outcome.problems))


class _Outcome(NamedTuple):
    """What a refresh has changed so far (absolute paths), and its problems as (message, hint)."""

    changed: list[str]
    problems: list[tuple[str, str]]

    @contextmanager
    def noting_errors(self) -> Iterator[None]:
        """Notes an error as a problem and goes on."""
        try:
            yield
        except BackstoryError as err:
            self.problems.append((err.message, err.hint))


def _write_files(tree: Tree, rendered: Rendered, outcome: _Outcome) -> None:
    files = {"handoff.md": rendered.handoff, "handoff.json": rendered.data, "registry.json": rendered.registry}
    idents = (ident for brief in rendered.briefs.values() for ident in (*brief.ids, *brief.work))
    ids = {*rendered.texts.ids, *map(short_id, idents)}
    outdated: dict[str, bytes] = {}
    for name, text in files.items():
        path = os.path.join(tree.project.local, name)
        data = clean_around(tree.gate, text, ids).encode("utf-8", "replace")
        with outcome.noting_errors():
            if text and _differs(path, data, tree.project.root):
                outdated[path] = data
    hidden = tree.find_hidden(outdated)
    for path, data in outdated.items():
        with outcome.noting_errors():
            if path not in hidden:
                raise _not_hidden(tree, path)
            write_atomic(path, data, base=tree.project.root)
            outcome.changed.append(path)


def _not_hidden(tree: Tree, path: str) -> BackstoryError:
    """The error for a file with private records that the next commit could take in."""
    relative = os.path.relpath(path, tree.project.root)
    if tree.tracked(relative.replace(os.sep, "/")):
        return BackstoryError(
            f"`{relative}` is not brought up to date: git tracks it, and it would hold private records",
            hint=f"take it out of git: `{git_at(tree.project.root)} rm -r -q --cached .backstory/local`",
        )
    return BackstoryError(
        f"`{relative}` is not written: git does not ignore it, and it would hold private records",
        hint=f"see why: `git check-ignore -v {relative}`; `.backstory/.gitignore` has to end with `/local/`",
    )


def _write_briefs(tree: Tree, rendered: Rendered, outcome: _Outcome) -> None:
    for agent, brief in rendered.briefs.items():
        with outcome.noting_errors():
            path = prepared.write_brief(tree.project, agent, rendered.state, brief, tree.gate)
            outcome.changed.extend([path] if path else [])
    if rendered.briefs:
        with outcome.noting_errors():
            path = prepared.write_anchored_files(tree.project, rendered.anchored)
            outcome.changed.extend([path] if path else [])


def _write_blocks(tree: Tree, texts: Texts, outcome: _Outcome) -> None:
    with outcome.noting_errors():
        for step in _blocks(tree, texts):
            if step.verb in ("new", "changed"):
                outcome.changed.append(tree.ledger.absolute(step.path))
            elif step.verb == "refused":
                outcome.problems.append((step.note, step.hint))


def _clear_away(tree: Tree) -> None:
    """Removes prepared briefs that are not read any more: of deleted working trees, and of earlier versions."""
    prepared.remove_gone(tree.project.private)
    former = os.path.join(tree.project.local, "briefs")
    if os.path.isdir(former) and not os.path.islink(former):
        below = os.path.relpath(former, tree.project.root)
        names = [name for name in os.listdir(former) if tree.tracked(os.path.join(below, name))]
        prepared.remove_former(tree.project, names)


def _differs(path: str, data: bytes, base: str) -> bool:
    try:
        return read_file(path, limit=_LIMIT, base=base) != data
    except NotFound:
        return True


def _blocks(tree: Tree, texts: Texts) -> Iterator[Step]:
    parts = tree.parts()
    hooked = set(chain.from_iterable(part.agents for _, part in parts if part.kind in HOOKED))
    for entry, part in parts:
        if part.kind in ("block", "file") and part.agents:
            moving = _find_moving(tree, hooked, entry, part)
            if moving and tree.ledger.state(entry.path, part.kind) != "missing":
                yield tree.put(moving, texts, dry=False, again=True)


def _find_moving(tree: Tree, hooked: AbstractSet[str], entry: Entry, part: Part) -> Served | None:
    """The surface behind an edit, if its text moves. A shared edit stays shared until `install_surfaces` changes it."""
    for name in part.agents:
        for surface in _moving_surfaces(tree, name, team=part.shared, hooks=name in hooked):
            if (surface.path, surface.kind) == (entry.path, part.kind):
                return Served(surface, tuple(part.agents))
    return None


def _moving_surfaces(tree: Tree, name: str, *, team: bool, hooks: bool) -> list[Surface]:
    """The surfaces of an agent whose texts move. Git is only asked if there are any."""
    agent = registry.load_agent(name)
    if not any(surface.moving for surface in agent.surfaces(tree.place(team=team, hooks=hooks))):
        return []
    return [surface for surface in tree.surfaces(agent, team=team, hooks=hooks) if surface.moving]
