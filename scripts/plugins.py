"""Backstory as a plugin of coding agents: the files below `plugins/`, from the same data that `init` writes from.

`scripts/docs.py --write` writes them and `--check` compares them, so that they have the version of the package. Their
hooks call `backstory` by its name, do nothing where it is not installed, and step back where other hooks of ours are.
"""

import base64
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from backstory._version import VERSION
from backstory.agents.claude_code import surfaces as claude_code
from backstory.agents.codex import surfaces as codex
from backstory.agents.gemini import surfaces as gemini
from backstory.agents.hook_settings import CLAUDE, MILLISECONDS, HookEvent, Shape, plugin_entries
from backstory.agents.slash_commands import NOT_LISTED, SKILLS, format_named_skill, format_skill, format_toml

DESCRIPTION = (
    "Project memory: decisions, failures, attempts and open work, from session to session, on this machine only."
)
OWNER = {"name": "The Backstory authors"}
SERVER = {"backstory": {"command": "backstory", "args": ["mcp"]}}
MANIFEST = {
    "name": "backstory", "version": VERSION, "description": DESCRIPTION, "author": OWNER, "license": "MIT",
}  # fmt: skip
"""What Claude Code and Codex both want to know of a plugin."""
ROOT = Path(__file__).resolve().parent.parent


def list_files() -> Iterator[tuple[Path, str]]:
    """(path, content) of every file of the plugins."""
    yield ROOT / ".claude-plugin/marketplace.json", _to_json(_marketplace())
    yield ROOT / ".agents/plugins/marketplace.json", _to_json(_codex_marketplace())
    yield from _claude_code(ROOT / "plugins/claude-code")
    yield from _codex(ROOT / "plugins/codex")
    yield from _gemini(ROOT / "plugins/gemini")


def _claude_code(folder: Path) -> Iterator[tuple[Path, str]]:
    yield folder / ".claude-plugin/plugin.json", _to_json(MANIFEST)
    yield folder / "hooks/hooks.json", _hooks("claude-code", claude_code.HOOKS, CLAUDE)
    yield folder / ".mcp.json", _to_json({"mcpServers": SERVER})
    for skill in SKILLS:
        yield folder / "skills" / skill.name / "SKILL.md", format_skill(skill)


def _codex(folder: Path) -> Iterator[tuple[Path, str]]:
    manifest = MANIFEST | {
        "skills": "./skills/", "mcpServers": "./.mcp.json", "hooks": "./hooks/hooks.json",
        "interface": {
            "displayName": "Backstory", "shortDescription": "Project memory", "developerName": OWNER["name"],
            "category": "Productivity",
        },
    }  # fmt: skip
    yield folder / ".codex-plugin/plugin.json", _to_json(manifest)
    yield folder / "hooks/hooks.json", _hooks("codex", codex.HOOKS, CLAUDE)
    yield folder / ".mcp.json", _to_json({"mcpServers": SERVER})
    for skill in SKILLS:
        yield folder / "skills" / skill.name / "SKILL.md", format_named_skill(skill)
        yield folder / "skills" / skill.name / "agents/openai.yaml", NOT_LISTED


def _gemini(folder: Path) -> Iterator[tuple[Path, str]]:
    manifest = {"name": "backstory", "version": VERSION, "description": DESCRIPTION, "mcpServers": SERVER}
    yield folder / "gemini-extension.json", _to_json(manifest)
    yield folder / "hooks/hooks.json", _hooks("gemini", gemini.HOOKS, MILLISECONDS)
    for skill in SKILLS:
        yield folder / "commands" / f"{skill.name}.toml", format_toml(skill)


def _marketplace() -> dict[str, Any]:
    plugin = {"name": "backstory", "source": "./plugins/claude-code", "description": DESCRIPTION, "version": VERSION}
    return {"name": "backstory", "owner": OWNER, "metadata": {"description": DESCRIPTION}, "plugins": [plugin]}


def _codex_marketplace() -> dict[str, Any]:
    """Codex reads this file before Claude Code's, whose hooks would speak as another agent's."""
    plugin = {
        "name": "backstory", "source": {"source": "local", "path": "./plugins/codex"}, "category": "Productivity",
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
    }  # fmt: skip
    return {"name": "backstory", "interface": {"displayName": "Backstory"}, "plugins": [plugin]}


def _hooks(agent: str, events: Sequence[HookEvent], shape: Shape) -> str:
    return _to_json({"hooks": plugin_entries(agent, events, shape)})


def list_links() -> dict[str, str]:
    """Client -> the link that registers the MCP server with it."""
    server = SERVER["backstory"]
    config = base64.b64encode(json.dumps(server).encode()).decode()
    return {
        "Cursor": f"https://cursor.com/en/install-mcp?{urlencode({'name': 'backstory', 'config': config})}",
        "VS Code": "https://insiders.vscode.dev/redirect/mcp/install?"
        + urlencode({"name": "backstory", "config": json.dumps({"type": "stdio", **server})}),
    }


def _to_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
