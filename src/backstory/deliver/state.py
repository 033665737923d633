"""The state of the edits in a working tree, for `status` and `doctor`."""

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.agents.base import Surface, Texts
from backstory.deliver.tree import Served, Tree, is_personal
from backstory.edits.block import State
from backstory.edits.change import Change, WholeFile
from backstory.edits.ledger import Entry, Part
from backstory.edits.ledger_file import HOOKED, Kind

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project


class Installed(NamedTuple):
    """One edit: `present` as it was written, `edited` since, `missing` (the user removed it), or `broken`.

    `note` names the fault, also where the state is `present` or `missing`.
    """

    agents: tuple[str, ...]
    path: str
    kind: Kind
    shared: bool
    state: State
    note: str = ""


def list_installed(project: "Project", *, gate: "Gate", environ: Mapping[str, str]) -> list[Installed]:
    """Every edit made in this working tree and its state. Reads only."""
    tree = Tree(project, gate, environ)
    return [_inspect(tree, entry, part) for entry, part in tree.parts()]


def list_hooked_agents(project: "Project", *, gate: "Gate", environ: Mapping[str, str]) -> list[str]:
    """The agents whose hooks were installed in this working tree, by the ledger alone: git is not asked."""
    hooked = (part.agents for _, part in Tree(project, gate, environ).parts() if part.kind in HOOKED)
    return [*dict.fromkeys(chain.from_iterable(hooked))]


def _inspect(tree: Tree, entry: Entry, part: Part) -> Installed:
    """The state of one edit, with the fault that a person can do something about."""
    state = tree.ledger.state(entry.path, part.kind)
    if state == "edited" and tree.lists_its_own(entry):
        state = "present"
    state, note = _find_fault(tree, entry.path, part, state)
    return Installed(tuple(part.agents), entry.path, part.kind, part.shared, state, note)


def _find_fault(tree: Tree, path: str, part: Part, state: State) -> tuple[State, str]:
    """The state of an edit with its fault taken into account, and the fault; empty without one."""
    if state == "broken":
        return state, f"`{path}` does not parse, or its markers do not pair"
    dead = _dead_programs(part.memo) if state in ("present", "edited") else []
    if dead:
        return "broken", f"its hooks start `{dead[0]}`, which does not exist any more"
    return _find_fault_of_personal(tree, path, part, state) if is_personal(path, part) else (state, "")


def _find_fault_of_personal(tree: Tree, path: str, part: Part, state: State) -> tuple[State, str]:
    """The same for a file of the person's that git is not to see."""
    if tree.tracked(path):
        return "broken", f"`{path}` is personal, and git tracks it now"
    if tree.is_the_persons(Served(Surface(part.kind, path, False, _keep), ())):
        note = f"`{path}` holds text of yours, and `.git/info/exclude` hides it from git"
        return "missing" if state == "missing" else "broken", note
    if state != "missing" and not tree.sealed(path):
        return state, f"`{path}` is personal, and `.git/info/exclude` does not name it any more"
    return state, ""


def _keep(_: Texts) -> Change:
    """The change of a surface that is only looked at."""
    return WholeFile(b"")


def _dead_programs(memo: Mapping[str, Any]) -> list[str]:
    """Absolute programs of hook entries that do not exist any more, as after an upgrade of the interpreter."""
    programs = {words[0] for words in read_commands(memo.get("entries")) if words and os.path.isabs(words[0])}
    return sorted(program for program in programs if not os.access(program, os.X_OK))


def read_commands(value: object) -> Iterator[list[str]]:
    """The commands in the entries of a hook file, at any depth, split into words."""
    if isinstance(value, dict):
        command = value.get("command")
        if isinstance(command, str):
            with suppress(ValueError):
                yield shlex.split(command)
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for inner in below:
        yield from read_commands(inner)
