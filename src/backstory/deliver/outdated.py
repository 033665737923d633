"""Finds edits in the agents' files that an earlier version of Backstory made and this version would make differently.

Texts of blocks change all the time and are refreshed by themselves. Hooks, and the values beside them, are written by
`init` only: those of an earlier version stay until somebody writes them again.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from backstory.agents import base, registry
from backstory.agents.base import Surface, Texts
from backstory.deliver.choice import read_choice
from backstory.deliver.user import install_user_hooks
from backstory.edits.change import Hooks
from backstory.edits.ledger import Ledger, Part
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.deliver.tree import Tree

_PROGRAM: Final = "main()'"
"""The end of the program in the command of a person's own hook: where the interpreter is, is no matter of versions."""


def find_outdated_edits(tree: "Tree", *, team: bool) -> dict[str, str]:
    """Path of a settings file of this working tree -> what in it is of an earlier version."""
    choice = read_choice(tree.project)
    hooks = choice is None or choice.hooks
    outdated: dict[str, str] = {}
    for entry, part in tree.parts():
        if part.kind != "hooks" or not part.agents or tree.ledger.state(entry.path, part.kind) != "present":
            continue
        surfaces = [one for name in part.agents for one in _list_surfaces(tree, name, team=team, hooks=hooks)]
        difference = _compare(part, [one for one in surfaces if one.path == entry.path and one.kind == "hooks"])
        if difference:
            outdated[entry.path] = difference
    return outdated


def find_outdated_home(ledger: Ledger, agent: str) -> dict[str, str]:
    """The same for the files of an agent in the home folder, and those that this version writes beside them."""
    outdated: dict[str, str] = {}
    hooked = False
    surfaces = _list_user_surfaces(agent)
    for entry in ledger.entries():
        for part in entry.parts:
            if part.kind != "hooks" or agent not in part.agents:
                continue
            hooked = True
            if ledger.state(entry.path, part.kind) == "present":
                outdated[entry.path] = _compare(part, [one for one in surfaces if one.path == entry.path])
    lacking = [one.path for one in surfaces if hooked and one.kind == "file" and _is_lacking(ledger, one)]
    outdated.update(dict.fromkeys(lacking, "this version writes it beside the hooks"))
    return {path: difference for path, difference in outdated.items() if difference}


def repair_home(ledger: Ledger) -> list[str]:
    """Writes the files in the home folder again that are of an earlier version; returns their paths."""
    agents = dict.fromkeys(agent for entry in ledger.entries() for part in entry.parts for agent in part.agents)
    outdated = [agent for agent in agents if find_outdated_home(ledger, agent)]
    steps = install_user_hooks(ledger, outdated)
    return [f"`{step.path}`" for step in steps if step.verb in ("new", "changed", "restored")]


def _list_surfaces(tree: "Tree", name: str, *, team: bool, hooks: bool) -> list[Surface]:
    try:
        return tree.surfaces(registry.load_agent(name), team=team, hooks=hooks)
    except BackstoryError:  # the plugin that brought the agent is gone
        return []


def _list_user_surfaces(name: str) -> list[Surface]:
    try:
        return registry.load_agent(name).user_surfaces(base.launch())
    except BackstoryError:
        return []


def _is_lacking(ledger: Ledger, surface: Surface) -> bool:
    """Whether a file was never written. One that somebody has deleted is in the ledger, and stays away."""
    if ledger.entry(surface.path) is not None:
        return False
    try:
        preview = ledger.preview(ledger.absolute(surface.path), [surface.build(Texts())], within=ledger.root)
    except BackstoryError:  # another file is in the way
        return False
    return preview.before is None


def _compare(part: Part, surfaces: Iterable[Surface]) -> str:
    """The parts of an edit that this version does not write, or writes differently; empty if there are none."""
    changes = [change for surface in surfaces if isinstance(change := surface.build(Texts()), Hooks)]
    if not changes:
        return ""
    differences = [_describe_difference(part.memo, change) for change in changes]
    return "" if "" in differences else differences[0]


def _describe_difference(memo: Mapping[str, Any], change: Hooks) -> str:
    written = {event: _strip_program(groups) for event, groups in memo.get("entries", {}).items()}
    due = {event: _strip_program(list(groups)) for event, groups in change.entries.items() if groups}
    values = [".".join(path) for path in _list_retired(memo, change)]
    names = sorted({event for event in (*written, *due) if written.get(event) != due.get(event)})
    parts = [f"its `{name}`" for name in dict.fromkeys(values)]
    parts += [f"its hook for {', '.join(names)}"] if names else []
    return " and ".join(parts)


def _list_retired(memo: Mapping[str, Any], change: Hooks) -> list[list[str]]:
    """The paths of arrays to which this version does not add what was added once.

    Members of objects give way to others of the same name, also by this version, and do not count.
    """
    due = [(list(value.path), value.value) for value in change.values]
    added = memo.get("values", {}).get("added", ())
    return [path for path, value, key in added if not key and (path, value) not in due]


def _strip_program(value: object) -> object:
    """The entries of an event without the program that starts the hook process."""
    if isinstance(value, dict):
        return {key: _strip_program(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_strip_program(inner) for inner in value]
    return value.rpartition(_PROGRAM)[2] if isinstance(value, str) else value
