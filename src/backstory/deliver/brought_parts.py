"""Our parts in files that came with git and that the ledger of this tree has never noted: as in a colleague's clone."""

import os
from typing import TYPE_CHECKING

from backstory.agents import registry
from backstory.agents.base import Surface, Texts
from backstory.edits import change, foreign
from backstory.edits.change import digest_bytes
from backstory.edits.ledger import Entry, Part
from backstory.edits.ledger_file import is_hollow
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.deliver.tree import Tree


def assume_brought(tree: "Tree") -> None:
    """Lets the ledger of a tree name these parts too, so that they are listed and taken out as others are."""
    if tree.project.git_dir:
        tree.ledger.assumed = list_brought(tree)


def list_brought(tree: "Tree") -> list[Entry]:
    """An entry for each file that git tracks with a part of ours that the ledger does not have."""
    readers: dict[str, list[str]] = {}
    parts: dict[str, list[Part]] = {}
    for name in registry.names():
        for surface in tree.surfaces(registry.load_agent(name), team=True, hooks=True):
            path = surface.path
            if not surface.shared or os.path.isabs(path) or not tree.tracked(path):
                continue
            if name not in readers.setdefault(path, []):
                readers[path].append(name)
            if all(part.kind != surface.kind for part in parts.setdefault(path, [])):
                parts[path] += _find_part(tree, surface)
    return [_describe(tree, path, _choose_readers(readers[path]), parts[path]) for path in parts if parts[path]]


def _find_part(tree: "Tree", surface: Surface) -> list[Part]:
    """Our part in a file, as this version writes it or by its marks; none where there is none."""
    path, edit = surface.path, surface.build(Texts())
    entry = tree.ledger.entry(path)
    if entry and entry.part(surface.kind):
        return []
    initial = change.initial_undo_data(edit)
    try:
        data = foreign.read(tree.ledger.absolute(path), within=tree.project.root, name=path).data
        if data is None:
            return []
        out, memo = change.apply(edit, data, initial, path)
        if out != data:
            memo = initial  # of another version, if there at all
        else:
            alone, created = change.apply(edit, b"", initial, path)
            memo = created if alone == data else memo
        holds = change.revert(surface.kind, data, memo, path) != data
    except BackstoryError:
        return []
    return [Part(kind=surface.kind, shared=True, brought=True, memo=memo)] if holds else []


def _choose_readers(names: list[str]) -> list[str]:
    """The agents that a file is for. Those of the rule table read it as well: they count where there is no other."""
    return [name for name in names if name not in registry.RULE_AGENTS] or names


def _describe(tree: "Tree", path: str, agents: list[str], parts: list[Part]) -> Entry:
    """The entry of a file in its present state. A file of which nothing is left without our parts was created by us."""
    for part in parts:
        part.agents = agents
    data = rest = foreign.read(tree.ledger.absolute(path), within=tree.project.root, name=path).data or b""
    for part in parts:
        rest = change.revert(part.kind, rest, part.memo, path)
    return Entry(path=path, existed=not is_hollow(rest), after=digest_bytes(data), parts=parts)
