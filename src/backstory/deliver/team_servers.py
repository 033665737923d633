"""The MCP server in the committed files of a project, for everybody who checks it out, and out of them again.

The entries start `backstory` from the `PATH`, so that they are the same on every machine.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.agents.base import Surface, Texts
from backstory.deliver.tree import Served, Step, Tree, is_personal
from backstory.edits.change import Change, Lines, Server
from backstory.edits.jsonc import Json
from backstory.edits.ledger_file import Kind
from backstory.edits.values import Value

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

KIND: Final[Kind] = "mcp"
NAME: Final = "backstory"

_PLAIN: Final[dict[str, Json]] = {"command": NAME, "args": ["mcp"]}
_STDIO: Final[dict[str, Json]] = {"type": "stdio", **_PLAIN}
_LOCAL: Final[dict[str, Json]] = {"type": "local", **_PLAIN, "tools": ["*"]}
_JOINED: Final[dict[str, Json]] = {"type": "local", "command": [NAME, "mcp"], "enabled": True}


class ProjectFile(NamedTuple):
    """The file of a project in which an agent looks for MCP servers, the member that holds them, and our entry.

    A TOML file has a table for each server below the member.
    """

    title: str
    path: str
    member: str
    entry: dict[str, Json]


TEAM_SERVERS: Final[Mapping[str, ProjectFile]] = {
    "claude-code": ProjectFile("Claude Code", ".mcp.json", "mcpServers", _STDIO),
    "codex": ProjectFile("Codex", ".codex/config.toml", "mcp_servers", _PLAIN),
    "cursor": ProjectFile("Cursor", ".cursor/mcp.json", "mcpServers", _PLAIN),
    "vscode": ProjectFile("VS Code", ".vscode/mcp.json", "servers", _STDIO),
    "copilot": ProjectFile("Copilot CLI", ".github/mcp.json", "mcpServers", _LOCAL),
    "gemini": ProjectFile("Gemini CLI", ".gemini/settings.json", "mcpServers", _PLAIN),
    "qwen": ProjectFile("Qwen Code", ".qwen/settings.json", "mcpServers", _PLAIN),
    "opencode": ProjectFile("OpenCode", "opencode.json", "mcp", _JOINED),
    "kiro": ProjectFile("Kiro", ".kiro/settings/mcp.json", "mcpServers", _PLAIN),
    "zed": ProjectFile("Zed", ".zed/settings.json", "context_servers", _PLAIN),
    "warp": ProjectFile("Warp", ".warp/.mcp.json", "mcpServers", _PLAIN),
    "amp": ProjectFile("Amp", ".amp/settings.json", "amp.mcpServers", _PLAIN),
    "droid": ProjectFile("Factory Droid", ".factory/mcp.json", "mcpServers", _STDIO),
    "junie": ProjectFile("Junie", ".junie/mcp/mcp.json", "mcpServers", _PLAIN),
    "kimi": ProjectFile("Kimi Code", ".kimi-code/mcp.json", "mcpServers", _PLAIN),
    "roo": ProjectFile("Roo Code", ".roo/mcp.json", "mcpServers", _PLAIN),
    "crush": ProjectFile("Crush", "crush.json", "mcp", _STDIO),
}
"""By the agent's name. `vscode` is no agent of its own: Copilot in VS Code reads the file."""


def install_team_servers(
    project: "Project", names: Sequence[str], *, gate: "Gate", environ: Mapping[str, str], dry: bool = False
) -> list[Step]:
    """Registers the MCP server in the project's files of some agents. Repeating it changes nothing.

    A file that holds hooks of the person's own is kept out of git, and skipped.
    """
    tree = Tree(project, gate, environ)
    return [_install(tree, name, TEAM_SERVERS[name], dry=dry) for name in names]


def uninstall_team_servers(
    project: "Project", names: Sequence[str], *, gate: "Gate", environ: Mapping[str, str], dry: bool = False
) -> list[Step]:
    """Takes the registrations for some agents out of the project's files again, byte for byte."""
    tree = Tree(project, gate, environ)
    edits = [(entry, part) for entry, part in tree.parts() if part.kind == KIND]
    return [tree.take(entry, part, name, dry=dry) for entry, part in edits for name in names if name in part.agents]


def _install(tree: Tree, name: str, file: ProjectFile, *, dry: bool) -> Step:
    entry = tree.ledger.entry(file.path)
    if entry and any(is_personal(entry.path, part) for part in entry.parts):
        note = "it holds your own hooks and is kept out of git"
        return Step((name,), file.path, KIND, True, "skipped", "", note, "`backstory init --team` makes it the team's")
    surface = Surface(KIND, file.path, True, _build(file))
    return tree.put(Served(surface, (name,)), Texts(), dry=dry)


def _build(file: ProjectFile) -> Callable[[Texts], Change]:
    if file.path.endswith(".toml"):
        lines = [f"{key} = {json.dumps(value)}" for key, value in file.entry.items()]
        return lambda _: Lines([f"[{file.member}.{NAME}]", *lines])
    return lambda _: Server((Value((file.member,), file.entry, NAME),))
