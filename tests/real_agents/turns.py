"""A turn of an agent with what its model was sent, and how each model calls the tools of its agent."""

from collections.abc import Callable
from typing import Any, Final

from runners import Machine, Ran
from stub import Answer, Call, Request, Stub

NAMES: Final = {"claude": "claude-code"}
"""Program -> the name of its agent, where they differ."""
CONFIGURES_ITSELF: Final = ("cline", "droid", "grok", "kimi")
"""Agents whose settings are there after their first run alone."""
HOME_ONLY: Final = ("kimi",)
"""Agents that read hooks in the home folder alone."""
USERS_RULES: Final = ("gemini",)
"""Agents that heed what runs without asking in the home folder alone."""
COMMAND_TOOLS: Final[dict[str, tuple[str, Callable[[str], dict[str, Any]]]]] = {
    "claude": ("Bash", lambda line: {"command": line, "description": "check"}),
    "codex": ("exec_command", lambda line: {"cmd": line}),
    "gemini": ("run_shell_command", lambda line: {"command": line}),
    "opencode": ("bash", lambda line: {"command": line, "description": "check"}),
    "qwen": ("run_shell_command", lambda line: {"command": line, "is_background": False}),
    "copilot": ("bash", lambda line: {"command": line, "description": "check"}),
    "cline": ("run_commands", lambda line: {"commands": [line]}),
    "droid": (
        "Execute", lambda line: {"command": line, "riskLevel": "low", "riskLevelReason": "none", "summary": "check"},
    ),
    "grok": ("run_terminal_command", lambda line: {"command": line, "description": "check"}),
    "kimi": ("Bash", lambda line: {"command": line}),
}  # fmt: skip
"""The tool that runs a command, and its input."""
_QUERY: Final = {"query": "psycopg"}
RECALL: Final = {
    "claude": (Call("mcp__backstory__recall", _QUERY),), "codex": (Call("mcp__backstory/recall", _QUERY),),
    "gemini": (Call("mcp_backstory_recall", _QUERY),), "opencode": (Call("backstory_recall", _QUERY),),
    "qwen": (Call("mcp__backstory__recall", _QUERY),), "copilot": (Call("backstory-recall", _QUERY),),
    "cline": (Call("backstory__recall", _QUERY),), "kimi": (Call("mcp__backstory__recall", _QUERY),),
    "droid": (Call("ToolSearch", {"query": "select:backstory___recall"}), Call("backstory___recall", _QUERY)),
    "grok": (Call("use_tool", {"tool_name": "backstory__recall", "tool_input": _QUERY}),),
}  # fmt: skip
"""How each model asks the server. Grok CLI has one tool for all servers, Droid loads a tool before its first call."""
_LOOK: Final = {"description": "look", "prompt": "Look around"}
SUB_AGENTS: Final[dict[str, tuple[Answer, ...]]] = {
    "claude": (Call("Task", _LOOK | {"subagent_type": "general-purpose"}),),
    "codex": (
        Call("multi_agent_v1/spawn_agent", {"message": "Look around", "agent_type": "default"}),
        Call("exec_command", {"cmd": "sleep 3"}),
    ),
    "gemini": (Call("invoke_agent", {"agent_name": "generalist", "prompt": "Look around"}),),
    "opencode": (Call("task", _LOOK | {"subagent_type": "general"}),),
    "qwen": (Call("agent", _LOOK | {"subagent_type": "general-purpose"}),),
    "copilot": (Call("task", _LOOK | {"agent_type": "general-purpose", "name": "one", "mode": "sync"}),),
    "cline": (Call("spawn_agent", {"systemPrompt": "You look", "task": "Look around"}),),
    "grok": (Call("spawn_subagent", _LOOK | {"subagent_type": "general-purpose", "background": False}),),
    "kimi": (Call("Agent", _LOOK | {"subagent_type": "coder"}),),
}  # fmt: skip
"""The calls with which each model starts a sub-agent. Codex does not wait for it."""


def run_command(agent: str, line: str) -> Call:
    """The call with which the model of an agent runs a command."""
    tool, make_input = COMMAND_TOOLS[agent]
    return Call(tool, make_input(line))


_WAIT: Final = "for _ in $(seq 50); do ls ~/.local/share/backstory/projects/*/spool/*.deferred && break; sleep .1; done"
BY_TOOL: Final = {agent: (run_command(agent, _WAIT), run_command(agent, "true")) for agent in ("cline", "grok")}
"""Agents that take text with a call of a tool, and two calls that bring it.

The first one takes as long as a real model: the stub answers before the brief of a new project is there.
"""


def take_turn(
    machine: Machine, stub: Stub, agent: str, prompt: str, *options: str, script: tuple[Answer, ...] = (), **more: Any
) -> list[Request]:
    """The requests to the model of the conversation in a turn, in which it answers from the script."""
    before = len(stub.main)
    stub.script[:] = script
    ran: Ran = getattr(machine, agent)(prompt, *options, **more)
    stub.script.clear()
    assert ran.returncode == 0, ran.stderr
    return stub.main[before:]
