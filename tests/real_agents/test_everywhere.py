"""Hooks for all repositories reach an agent wherever it starts: in a subfolder, a new working tree, a sub-agent."""

import json
import subprocess

import pytest
from runners import Machine
from stub import Call, Say, Stub
from tests.sweeps import WHOLE

DECISION = ("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Better typing support")
WORDS = "Use psycopg 3 instead of asyncpg"


@pytest.fixture
def machine_with_hooks(machine: Machine) -> Machine:
    machine.backstory("init", "--yes", "--agents", "claude-code")
    machine.backstory("init", "--user", "--agents", "claude-code")
    machine.backstory(*DECISION)
    return machine


def test_claude_hears_the_brief_once_in_every_folder(machine_with_hooks: Machine, stub: Stub) -> None:
    machine = machine_with_hooks
    top, tree, other = machine.repo, machine.home / "tree", machine.home / "other"
    (top / "src").mkdir()
    subprocess.run(["git", "worktree", "add", "-q", str(tree)], cwd=top, check=True)
    other.mkdir()
    for folder, times in ((top, 1), (top / "src", 1), (tree, 1), (other, 0)):
        machine.repo = folder
        machine.claude("hello")
        assert stub.main[-1].seen("<backstory-context") == times, folder
        assert bool(stub.main[-1].seen(WORDS)) == bool(times), folder


def test_claude_tells_its_sub_agents(machine_with_hooks: Machine, stub: Stub) -> None:
    stub.script += [
        Call("Task", {"description": "look", "prompt": "Look around", "subagent_type": "general-purpose"}),
        Say("Nothing."),
        Say("Done."),
    ]
    machine_with_hooks.claude("hello")
    (below,) = [request for request in stub.main if request.seen("Look around") and not request.seen("hello")]
    assert below.seen(WORDS) == 1


def test_claude_leaves_no_trace_in_the_home_after_uninstall(machine: Machine, stub: Stub) -> None:
    settings = machine.home / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{"permissions": {"allow": ["Bash(ls)"]}}')
    before = settings.read_bytes()
    machine.backstory("init", "--user", "--agents", "claude-code")
    assert "SessionStart" in json.loads(settings.read_text())["hooks"]
    machine.claude("hello")
    machine.backstory("uninstall", "--yes")
    assert settings.read_bytes() == before


@pytest.mark.parametrize("agent", ["codex", "gemini", "qwen", "copilot", *(["opencode"] if WHOLE else [])])
def test_no_agent_has_a_trace_in_the_home_after_uninstall(machine: Machine, stub: Stub, agent: str) -> None:
    run = getattr(machine, agent)
    run("hello")  # its own files are there
    before = {path for path in machine.home.rglob("*") if path.is_dir()}
    settings = [path for path in machine.home.rglob("*.json") if path.name in ("settings.json", "config.json")]
    bytes_before = {path: path.read_bytes() for path in settings}
    machine.backstory("init", "--yes", "--agents", agent)
    touched = json.loads(machine.backstory("agents", "add", agent, "--global", "--json").stdout)["touched"]
    assert touched and run("hello").returncode == 0
    machine.backstory("uninstall", "--yes")
    ours = [machine.home / path.removeprefix("~/") for path in touched]
    assert {path: path.read_bytes() for path in ours if path.exists()} == {
        path: data for path, data in bytes_before.items() if path in ours
    }
    assert [path.parent for path in ours if path.parent.exists() and path.parent not in before] == []
    mark = b"from backstory.hot.hook import main"
    configured = [path for path in machine.home.rglob("*") if path.suffix in (".json", ".toml", ".js", ".rules")]
    configured = [path for path in configured if path.name != "trusted_hooks.json"]  # a note that Gemini CLI takes
    assert [path for path in configured if path.is_file() and mark in path.read_bytes()] == []


@pytest.mark.parametrize("agent", ["claude", "codex", "gemini"])
def test_a_registered_server_is_listed(machine: Machine, stub: Stub, agent: str) -> None:
    machine.backstory("init", "--yes", "--no-agents")
    machine.codex("hello")  # its configuration is there before we edit it
    machine.backstory("agents", "add", agent, "--mcp")
    if agent == "claude":
        machine.claude("hello", MCP_CONNECTION_NONBLOCKING="0")
    elif agent == "codex":
        config = machine.home / ".codex/config.toml"
        assert config.read_text().count("[mcp_servers.backstory]") == 1
        stub.script += [Call("exec_command", {"cmd": "sleep 8"}), Say("Done.")]  # it starts servers in the background
        machine.codex("hello")
    else:
        settings = machine.home / ".gemini/settings.json"
        document = json.loads(settings.read_text()) | {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        settings.write_text(json.dumps(document))
        machine.gemini("hello")
    tools = json.dumps(stub.main[-1].body["tools"])
    assert "backstory" in tools and "checkpoint" in tools
