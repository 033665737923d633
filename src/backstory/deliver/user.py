"""The hooks of a person for all repositories, and MCP servers: into the files in the home folder, and out again."""

import os
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from backstory.agents import base, registry
from backstory.agents.base import Texts
from backstory.agents.mcp_servers import SERVERS
from backstory.base.discovery import user_home
from backstory.deliver.tree import Step, Verb
from backstory.edits.change import Change, kind_of
from backstory.edits.diff import format_diff
from backstory.edits.ledger import Entry, Ledger, Part
from backstory.edits.ledger_file import HOOKED, Kind
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SERVER_KINDS: Final[tuple[Kind, ...]] = ("mcp", "lines", "yaml")
"""Kinds of the edits that register the MCP server: a member of a JSON or YAML file, or lines of a TOML file."""
SERVER_FILES: Final = frozenset(file.path for file in SERVERS.values())
FOLDER: Final = "edits"
"""The folder of the ledger, below the data home."""


def open_ledger(data_home: str, environ: Mapping[str, str], gate: "Gate") -> Ledger:
    """The ledger of the edits in the home folder."""
    return Ledger(os.path.join(data_home, FOLDER), user_home(environ), gate)


def has_user_edits(ledger: Ledger) -> bool:
    """Whether a file in the home folder holds anything of ours."""
    return any(entry.parts for entry in ledger.entries())


def list_hooked_agents(ledger: Ledger) -> list[str]:
    """The agents whose hooks in the home folder serve all repositories, in the order of their files."""
    parts = (part for entry in ledger.entries() for part in entry.parts if part.kind in HOOKED)
    return list(dict.fromkeys(chain.from_iterable(part.agents for part in parts)))


def install_user_hooks(ledger: Ledger, agents: Sequence[str], *, dry: bool = False) -> list[Step]:
    """Writes the hooks of some agents for all repositories. A file that cannot be edited gives a step `refused`."""
    launch = base.launch()
    return [
        _install(
            ledger, name, surface.path, surface.build(Texts()), dry=dry, note=surface.note, optional=surface.optional
        )
        for name in agents
        for surface in registry.load_agent(name).user_surfaces(launch)
    ]


def install_servers(ledger: Ledger, agents: Sequence[str], *, dry: bool = False) -> list[Step]:
    """Registers the MCP server with some agents for all repositories, as `install_user_hooks` writes hooks."""
    files = {name: SERVERS[name] for name in agents}
    python = base.launch().python
    return [_install(ledger, name, file.path, file.build(python), dry=dry) for name, file in files.items()]


def uninstall_user_edits(
    ledger: Ledger, agents: Sequence[str] = (), *, servers: bool | None = None, dry: bool = False
) -> list[Step]:
    """Takes the edits for some agents, or for all, out of the home folder again, byte for byte.

    `servers` says whether only MCP servers are meant, or everything but them; None for both.
    """
    steps: list[Step] = []
    for entry in ledger.entries():
        for part in reversed(entry.parts):
            names = [name for name in part.agents if not agents or name in agents]
            if servers is None or servers == is_server(entry, part):
                steps += [_remove(ledger, entry, part, name, dry=dry) for name in names]
    return steps


def is_server(entry: Entry, part: Part) -> bool:
    """Whether an edit registers the MCP server: also as a file of its own."""
    return part.kind in SERVER_KINDS or (part.kind == "file" and entry.path in SERVER_FILES)


def _install(
    ledger: Ledger, agent: str, path: str, change: Change, *, dry: bool, note: str = "", optional: bool = False
) -> Step:
    kind, shown = kind_of(change), f"~/{path}"
    absolute = os.path.join(ledger.root, path)
    try:
        _, before, after = ledger.preview(absolute, [change], within=ledger.root)
        verb: Verb = "same" if before == after else "new" if before is None else "changed"
        if not dry:
            ledger.apply(absolute, change, agents=(agent,), within=ledger.root)
    except BackstoryError as error:
        is_command = kind == "file" and path not in SERVER_FILES  # one that a person wrote does as well
        verb = "skipped" if is_command or optional else "refused"
        return Step((agent,), shown, kind, False, verb, "", error.message, error.hint)
    return Step((agent,), shown, kind, False, verb, format_diff(shown, before, after), note if verb != "same" else "")


def _remove(ledger: Ledger, entry: Entry, part: Part, agent: str, *, dry: bool) -> Step:
    label = f"~/{entry.path}"
    try:
        if dry:
            _, before, after = ledger.preview_revert(entry.path, kind=part.kind, agent=agent)
            verb: Verb = "same" if before == after else "gone" if after is None else "restored"
            return Step((agent,), label, part.kind, False, verb, format_diff(label, before, after))
        outcome = ledger.revert(entry.path, kind=part.kind, agent=agent)
    except BackstoryError as error:
        return Step((agent,), label, part.kind, False, "refused", "", error.message, error.hint)
    verbs: dict[str, Verb] = {"removed": "gone", "restored": "restored", "changed": "changed"}
    verb = verbs.get(outcome.action, "same")
    return Step((agent,), label, part.kind, False, verb, "", outcome.note)
