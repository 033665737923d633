"""The state of the edits in a working tree, for `status` and `doctor`."""

import os
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.deliver.tree import Tree
from backstory.edits.block import State
from backstory.edits.change import Kind
from backstory.edits.ledger import Entry, Part

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project


class Installed(NamedTuple):
    """One edit: `present` as it was written, `edited` since, `missing` (the user removed it), or `broken`.

    `note` names the fault, also where the state is `present`.
    """

    agents: tuple[str, ...]
    path: str
    kind: Kind
    shared: bool
    state: State
    note: str = ""


def list_installed(project: "Project", *, gate: "Gate", environ: Mapping[str, str], home: str = "") -> list[Installed]:
    """Every edit made in this working tree and its state. Reads only."""
    tree = Tree(project, gate, environ, home)
    return [_inspect(tree, entry, part) for entry in tree.ledger.entries() for part in entry.parts]


def _inspect(tree: Tree, entry: Entry, part: Part) -> Installed:
    """The state of one edit, with the fault that a person can do something about."""
    state, note = tree.ledger.state(entry.path, part.kind), ""
    dead = _dead_programs(part.memo) if state in ("present", "edited") else []
    personal = bool(part.agents) and not part.shared and not os.path.isabs(entry.path)
    if state == "broken":
        note = f"`{entry.path}` does not parse, or its markers do not pair"
    elif dead:
        state, note = "broken", f"its hooks start `{dead[0]}`, which does not exist any more"
    elif personal and tree.tracked(entry.path):
        state, note = "broken", f"`{entry.path}` is personal, and git tracks it now"
    elif personal and state != "missing" and not tree.sealed(entry.path):
        note = f"`{entry.path}` is personal, and `.git/info/exclude` does not name it any more"
    return Installed(tuple(part.agents), entry.path, part.kind, part.shared, state, note)


def _dead_programs(memo: Mapping[str, Any]) -> list[str]:
    """Absolute programs of hook entries that do not exist any more, as after an upgrade of the interpreter."""
    programs = {words[0] for words in _commands(memo.get("entries")) if words and os.path.isabs(words[0])}
    return sorted(p for p in programs if not os.access(p, os.X_OK))


def _commands(value: object) -> Iterator[list[str]]:
    if isinstance(value, dict):
        command = value.get("command")
        if isinstance(command, str):
            try:
                yield shlex.split(command)
            except ValueError:
                pass
        for below in value.values():
            yield from _commands(below)
    elif isinstance(value, list):
        for below in value:
            yield from _commands(below)
