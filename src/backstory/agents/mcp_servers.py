"""Where each agent looks for MCP servers in a person's home folder, and in which words.

Data from the agents' documentation. Agents that are not in the table of agents stand here as well: an MCP server is
all that they get. `docs/hooks.md` says which ones were run.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from backstory.edits.change import Change, Lines, Server, WholeFile, YamlEntry
from backstory.edits.jsonc import Json
from backstory.edits.values import Value

NAME: Final = "backstory"
ARGUMENTS: Final = ("-P", "-m", "backstory", "mcp")
"""With `-P` Python looks for no module in the current folder, so nothing of a repository is loaded."""


class ServerFile(NamedTuple):
    """The file of an agent, below the home folder, and the change that registers our server in it."""

    title: str
    path: str
    build: Callable[[str], Change]
    """Makes the change for the absolute path of an interpreter."""


def _plain(python: str) -> dict[str, Json]:
    return {"command": python, "args": list(ARGUMENTS)}


def _typed(kind: str, **more: Json) -> Callable[[str], dict[str, Json]]:
    return lambda python: {"type": kind, **_plain(python), **more}


def _joined(python: str) -> dict[str, Json]:
    return {"type": "local", "command": [python, *ARGUMENTS], "enabled": True}


def _member(at: str, form: Callable[[str], dict[str, Json]] = _plain) -> Callable[[str], Change]:
    return lambda python: Server((Value((at,), form(python), NAME),))


def _toml(python: str) -> Change:
    """A table at the end of a TOML file, between comments: what stands before keeps its bytes and its meaning."""
    return Lines(
        [f"[mcp_servers.{NAME}]", f"command = {json.dumps(python)}", f"args = {json.dumps(ARGUMENTS)}"]
    )  # fmt: skip


def _block_file(python: str) -> Change:
    """A file of its own in a folder of YAML files; strings in JSON's form are YAML as well."""
    text = (
        f"name: {NAME}\nversion: 0.0.1\nschema: v1\nmcpServers:\n"
        f"  - name: {NAME}\n    command: {json.dumps(python)}\n    args: {json.dumps(ARGUMENTS)}\n"
    )
    return WholeFile(text.encode())


def _yaml(python: str) -> Change:
    """An entry below `extensions` of Goose's settings; strings in JSON's form are YAML as well."""
    entry = (
        f"{NAME}:", "  enabled: true", "  type: stdio", f"  name: {NAME}", f"  cmd: {json.dumps(python)}",
        f"  args: {json.dumps(ARGUMENTS)}", "  envs: {}", "  timeout: 300",
    )  # fmt: skip
    return YamlEntry("extensions", entry)


SERVERS: Final[Mapping[str, ServerFile]] = {
    "claude-code": ServerFile("Claude Code", ".claude.json", _member("mcpServers", _typed("stdio"))),
    "codex": ServerFile("Codex", ".codex/config.toml", _toml),
    "gemini": ServerFile("Gemini CLI", ".gemini/settings.json", _member("mcpServers")),
    "opencode": ServerFile("OpenCode", ".config/opencode/opencode.json", _member("mcp", _joined)),
    "qwen": ServerFile("Qwen Code", ".qwen/settings.json", _member("mcpServers")),
    "copilot": ServerFile(
        "Copilot CLI", ".copilot/mcp-config.json", _member("mcpServers", _typed("local", tools=["*"]))
    ),
    "cursor": ServerFile("Cursor", ".cursor/mcp.json", _member("mcpServers")),
    "windsurf": ServerFile("Windsurf", ".codeium/windsurf/mcp_config.json", _member("mcpServers")),
    "kiro": ServerFile("Kiro", ".kiro/settings/mcp.json", _member("mcpServers")),
    "zed": ServerFile("Zed", ".config/zed/settings.json", _member("context_servers")),
    "warp": ServerFile("Warp", ".warp/.mcp.json", _member("mcpServers")),
    "amp": ServerFile("Amp", ".config/amp/settings.json", _member("amp.mcpServers")),
    "droid": ServerFile("Factory Droid", ".factory/mcp.json", _member("mcpServers", _typed("stdio"))),
    "junie": ServerFile("Junie", ".junie/mcp/mcp.json", _member("mcpServers")),
    "kimi": ServerFile("Kimi Code", ".kimi-code/mcp.json", _member("mcpServers")),
    "crush": ServerFile("Crush", ".config/crush/crush.json", _member("mcp", _typed("stdio"))),
    "grok": ServerFile("Grok CLI", ".grok/config.toml", _toml),
    "antigravity": ServerFile("Antigravity", ".gemini/config/mcp_config.json", _member("mcpServers")),
    "cline": ServerFile("Cline", ".cline/data/settings/cline_mcp_settings.json", _member("mcpServers")),
    "devin": ServerFile("Devin", ".config/devin/mcp_config.json", _member("mcpServers")),
    "kilo": ServerFile("Kilo Code", ".config/kilo/kilo.jsonc", _member("mcp", _joined)),
    "goose": ServerFile("Goose", ".config/goose/config.yaml", _yaml),
    "continue": ServerFile("Continue", ".continue/mcpServers/backstory.yaml", _block_file),
}
"""The agents by name, those that were run first."""
