"""The MCP server in real agents: its tools are in the model's request, a call is answered, the brief comes with it."""

import json
import re
from typing import Any, Final

import pytest
from runners import Machine
from stub import Call, Say, Stub

from backstory.mcp.table import TOOLS

DECISION = "Use psycopg 3 instead of asyncpg"
INSTRUCTIONS = "Backstory is the memory of this project"


@pytest.fixture
def project(machine: Machine) -> Machine:
    """A project with a decision, of which no agent is told by a file or a hook."""
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("remember", "decision", DECISION, "--why", "better typing")
    return machine


def tool_names(body: dict[str, Any]) -> set[str]:
    """Names of the tools in a request, without what a client puts before them."""
    names: list[str] = []
    for tool in body["tools"]:
        inner = tool.get("functionDeclarations") or (tool["tools"] if tool.get("type") == "namespace" else [tool])
        names += [str((one.get("function") or one).get("name", "")) for one in inner]
    return {re.sub(r"^(mcp_+)?backstory[_-]+", "", name) for name in names}


def check(stub: Stub, *, are_listed: bool = True, is_instructed: bool = True) -> None:
    """What the model has seen: tools and instructions, then the answer with the brief."""
    first, last = stub.main[0], stub.main[-1]
    assert (tool_names(first.body) >= TOOLS.keys()) is are_listed
    assert first.seen(INSTRUCTIONS) == is_instructed
    assert first.seen(DECISION) == 0 and last.seen(DECISION) >= 2, "in the brief and among the records"
    assert last.seen("better typing") >= 2


TEAM: Final = {
    "claude-code": ("claude", "mcp__backstory__recall", ("--allowedTools", "mcp__backstory__recall")),
    "codex": ("codex", "mcp__backstory/recall", ()),
    "gemini": ("gemini", "mcp_backstory_recall", ()),
    "opencode": ("opencode", "backstory_recall", ()),
    "qwen": ("qwen", "mcp__backstory__recall", ()),
    "copilot": ("copilot", "backstory-recall", ()),
}
"""Agent -> its program, its name for our tool, and what it needs to call that."""
NOT_LISTED: Final = ("qwen",)
"""Agents that list a server's tools when they are asked for."""
NOT_INSTRUCTED: Final = ("qwen", "copilot")
"""Agents that do not tell their model a server's instructions."""


@pytest.mark.parametrize("agent", TEAM)
def test_the_committed_file_of_a_team_registers_the_server(project: Machine, stub: Stub, agent: str) -> None:
    """As a colleague finds it: the file is in the repository, and `backstory` is on the path."""
    program, tool, options = TEAM[agent]
    project.backstory("agents", "add", agent, "--mcp", "--team", "--no-hooks")
    project.install_program()
    project.programs = [str(project.home / "bin")]
    if agent == "claude-code":  # a person says once that a project's servers may run
        options = (*options, "--settings", json.dumps({"enableAllProjectMcpServers": True}))
    stub.script += [Call(tool, {"query": "psycopg"}), Say("Done.")]
    more = {"claude-code": {"MCP_CONNECTION_NONBLOCKING": "0"}, "codex": {"hooks": True}}.get(agent, {})
    ran = getattr(project, program)("hello", *options, **more)
    assert ran.returncode == 0, ran.stderr
    check(stub, are_listed=agent not in NOT_LISTED, is_instructed=agent not in NOT_INSTRUCTED)
