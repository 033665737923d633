"""Brings the files below `.backstory/local`, the prepared briefs and the blocks with a brief up to date."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents import registry
from backstory.agents.base import Launch, Texts
from backstory.deliver import prepared
from backstory.deliver.tree import Step, Tree, Wanted
from backstory.edits.ledger import Entry, Part
from backstory.model.errors import BackstoryError, NotFound
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
    briefs: Mapping[str, str] = {}
    """Agent -> the text of its hook at session start, see `deliver.prepared`."""
    ids: Mapping[str, Sequence[str]] = {}
    """Agent -> the ids of the records in its brief, so that its prompts do not bring them again."""
    stamp: object = ""
    """The state that the briefs were made from, so that a reader knows whether they are still true."""
    texts: Texts = Texts()
    """The texts of the blocks."""


class Refreshed(NamedTuple):
    """The files that changed (absolute), and for each failed file (message, hint)."""

    changed: tuple[str, ...]
    problems: tuple[tuple[str, str], ...]


def refresh(
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
    changed: list[str] = []
    problems: list[tuple[str, str]] = []
    for name, data in _files(rendered, gate):
        path = os.path.join(project.local, *name.split("/"))
        try:
            if _differs(path, data, project.root):
                write_atomic(path, data, base=project.root)
                changed.append(path)
        except BackstoryError as err:
            problems.append((err.message, err.hint))
    for agent, text in rendered.briefs.items():
        try:
            path = prepared.write_brief(project, agent, rendered.stamp, text, rendered.ids.get(agent, ()), gate)
            changed += [path] if path else []
        except BackstoryError as err:
            problems.append((err.message, err.hint))
    _clear_away(tree)
    try:
        for step in _blocks(tree, rendered.texts):
            if step.verb in ("new", "changed"):
                changed.append(tree.ledger.absolute(step.path))
            elif step.verb == "refused":
                problems.append((step.note, step.hint))
    except BackstoryError as err:
        problems.append((err.message, err.hint))
    return Refreshed(tuple(changed), tuple(problems))


def _files(rendered: Rendered, gate: "Gate") -> Iterator[tuple[str, bytes]]:
    for name, text in (
        ("handoff.md", rendered.handoff),
        ("handoff.json", rendered.data),
        ("registry.json", rendered.registry),
    ):
        if text:
            yield name, gate.clean(text).encode("utf-8", "replace")


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
    entries = tree.ledger.entries()
    for entry in entries:
        for part in entry.parts:
            if part.kind in ("block", "file") and part.agents:
                wanted = _moving(tree, entries, entry, part)
                if wanted and tree.ledger.state(entry.path, part.kind) != "missing":
                    yield tree.put(wanted, texts, dry=False, again=True)


def _moving(tree: Tree, entries: list[Entry], entry: Entry, part: Part) -> Wanted | None:
    """The surface behind an edit, if its text moves. A shared edit stays shared until `install` changes it."""
    for name in part.agents:
        agent = registry.load_agent(name)
        hooks = any(p.kind == "hooks" and name in p.agents for e in entries for p in e.parts)
        if any(s.moving for s in agent.surfaces(tree.place(team=part.shared, hooks=hooks))):
            for surface in tree.surfaces(agent, team=part.shared, hooks=hooks):
                if surface.moving and (surface.path, surface.kind) == (entry.path, part.kind):
                    return Wanted(surface, tuple(part.agents))
    return None
