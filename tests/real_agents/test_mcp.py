"""The MCP server in real agents: its tools are in the model's request, a call is answered, the brief comes with it."""

import json
import re
import sys
from typing import Any, Final

import pytest
from runners import Machine
from stub import Call, Say, Stub

from backstory.mcp.table import TOOLS

DECISION = "Use psycopg 3 instead of asyncpg"
INSTRUCTIONS = "Backstory is the memory of this project"
COMMAND = {"command": sys.executable, "args": ["-P", "-m", "backstory", "mcp"]}


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


def test_claude_lists_the_tools_and_calls_one(project: Machine, stub: Stub) -> None:
    config = project.home / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"backstory": {"type": "stdio", **COMMAND}}}))
    stub.script += [Call("mcp__backstory__recall", {"query": "psycopg"}), Say("Done.")]
    allowed = ("--allowedTools", "mcp__backstory__recall")
    ran = project.claude(
        "hello", "--mcp-config", str(config), "--strict-mcp-config", *allowed, MCP_CONNECTION_NONBLOCKING="0"
    )
    assert ran.returncode == 0, ran.stderr
    check(stub)


def test_gemini_lists_the_tools_and_calls_one(project: Machine, stub: Stub) -> None:
    settings = project.repo / ".gemini/settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"mcpServers": {"backstory": {**COMMAND, "trust": True}}}))
    stub.script += [Call("mcp_backstory_recall", {"query": "psycopg"}), Say("Done.")]
    ran = project.gemini("hello")
    assert ran.returncode == 0, ran.stderr
    check(stub)


def test_codex_lists_the_tools_and_calls_one(project: Machine, stub: Stub) -> None:
    stub.script += [Call("mcp__backstory/recall", {"query": "psycopg"}), Say("Done.")]
    options = [f"mcp_servers.backstory.{name}={json.dumps(value)}" for name, value in COMMAND.items()]
    ran = project.codex("hello", *(word for option in options for word in ("-c", option)))
    assert ran.returncode == 0, ran.stderr
    check(stub)


def test_opencode_lists_the_tools_and_calls_one(project: Machine, stub: Stub) -> None:
    command = [COMMAND["command"], *COMMAND["args"]]
    config = {"mcp": {"backstory": {"type": "local", "command": command, "enabled": True}}}
    (project.repo / "opencode.json").write_text(json.dumps(config))
    stub.script += [Call("backstory_recall", {"query": "psycopg"}), Say("Done.")]
    ran = project.opencode("hello")
    assert ran.returncode == 0, ran.stderr
    check(stub)


def test_qwen_calls_a_tool_that_it_lists_when_asked(project: Machine, stub: Stub) -> None:
    settings = project.repo / ".qwen/settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"mcpServers": {"backstory": {**COMMAND, "trust": True}}}))
    stub.script += [Call("mcp__backstory__recall", {"query": "psycopg"}), Say("Done.")]
    ran = project.qwen("hello")
    assert ran.returncode == 0, ran.stderr
    check(stub, are_listed=False, is_instructed=False)


def test_copilot_lists_the_tools_and_calls_one(project: Machine, stub: Stub) -> None:
    config = project.home / ".copilot/mcp-config.json"
    config.parent.mkdir()
    config.write_text(json.dumps({"mcpServers": {"backstory": {"type": "local", **COMMAND, "tools": ["*"]}}}))
    stub.script += [Call("backstory-recall", {"query": "psycopg"}), Say("Done.")]
    ran = project.copilot("hello")
    assert ran.returncode == 0, ran.stderr
    check(stub, is_instructed=False)


TEAM: Final = {
    "claude-code": ("claude", "mcp__backstory__recall", ("--allowedTools", "mcp__backstory__recall")),
    "codex": ("codex", "mcp__backstory/recall", ()),
    "gemini": ("gemini", "mcp_backstory_recall", ()),
    "opencode": ("opencode", "backstory_recall", ()),
    "qwen": ("qwen", "mcp__backstory__recall", ()),
    "copilot": ("copilot", "backstory-recall", ()),
}
"""Agent -> its program, its name for our tool, and what it needs to call that."""


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
    assert stub.main[-1].seen(DECISION) >= 2, stub.main[-1].text[-2000:]
