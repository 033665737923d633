"""The plugins below `plugins/`, installed in the real programs: hooks, MCP server, nothing twice.

Copilot CLI and Factory Droid install Claude Code's plugin, whose hooks speak as theirs.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from runners import Machine
from stub import Stub
from turns import NAMES, take_turn

ROOT: Final = Path(__file__).resolve().parents[2]
WORDS: Final = "Use psycopg 3 instead of asyncpg"
INSTALL: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "claude": (
        ("plugin", "marketplace", "add", str(ROOT)), ("plugin", "install", "backstory@backstory"),
    ),
    "codex": (
        ("plugin", "marketplace", "add", str(ROOT)), ("plugin", "add", "backstory@backstory"),
    ),
    "gemini": (("extensions", "install", "--consent", str(ROOT / "plugins/gemini")),),
    "copilot": (
        ("plugin", "marketplace", "add", str(ROOT)), ("plugin", "install", "backstory@backstory"),
    ),
    "droid": (
        ("plugin", "marketplace", "add", str(ROOT)), ("plugin", "install", f"backstory@{ROOT.name}"),
    ),
}  # fmt: skip
"""Factory Droid names a marketplace after its folder."""
TRUSTING: Final[dict[str, dict[str, Any]]] = {
    "claude": {"MCP_CONNECTION_NONBLOCKING": "0"}, "codex": {"hooks": True},
}  # fmt: skip


@pytest.mark.parametrize("agent", [pytest.param(name, id=name) for name in INSTALL])
def test_a_plugin_brings_the_memory_once(machine: Machine, stub: Stub, agent: str) -> None:
    for name in ("AGENTS.md", "GEMINI.md", "CLAUDE.md"):
        (machine.repo / name).write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")  # a tracked file holds no brief
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    trusting = TRUSTING.get(agent, {})
    take_turn(machine, stub, agent, "say hello to me", **trusting)
    for command in INSTALL[agent]:
        machine.call(agent, *command)

    assert not take_turn(machine, stub, agent, "no memory here", **trusting)[0].seen("Project memory of")

    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("remember", "decision", WORDS, "--why", "Better typing support")
    request = take_turn(machine, stub, agent, "which database driver do we use?", **trusting)[0]
    assert request.seen(WORDS) == 1, "the plugin's hooks bring it, once"
    listed = request.text if agent == "droid" else json.dumps(request.body["tools"])
    assert "backstory" in listed and re.search(r"(_|-|\")recall\b", listed), "its server is listed"
    assert "which database driver" in machine.await_output("which database driver", "log")
    active = [line for line in machine.backstory("agents", "list").stdout.splitlines() if "just now" in line]
    assert [line.split()[0] for line in active] == [NAMES.get(agent, agent)], active

    machine.backstory("init", "--yes", "--agents", NAMES.get(agent, agent))
    request = take_turn(machine, stub, agent, "and which one is fast?", **trusting)[0]
    assert request.seen(WORDS) == 1, "hooks of the project and those of the plugin do not both answer"
