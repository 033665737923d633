"""What reaches an agent's model through each layer by itself, and what it may do: a table in `docs/hooks.md`."""

import json
from typing import Any, Final

import pytest
from runners import Machine, Ran, missing
from stub import Call, Request, Say, Stub
from test_moments import BY_TOOL, DOCS, TITLES

WORDS: Final = "Use psycopg 3 instead of asyncpg"
DECISION: Final = ("remember", "decision", WORDS, "--why", "Better typing support")
FACT: Final = "The gateway drops one call in nine"
REMEMBER: Final = f"backstory remember fact '{FACT}'"
FIRST_RUN: Final = ("cline", "droid", "grok", "kimi")
HOME_ONLY: Final = ("kimi",)
ASKS_NOBODY: Final = ("kimi",)
"""Without a terminal it runs every command."""
NAMES: Final = {"claude": "claude-code"}
"""Program -> the name of its agent here, where they differ."""
SHELLS: Final = {
    "claude": Call("Bash", {"command": REMEMBER, "description": "store"}),
    "codex": Call("exec_command", {"cmd": REMEMBER}),
    "gemini": Call("run_shell_command", {"command": REMEMBER}),
    "opencode": Call("bash", {"command": REMEMBER, "description": "store"}),
    "qwen": Call("run_shell_command", {"command": REMEMBER, "is_background": False}),
    "copilot": Call("bash", {"command": REMEMBER, "description": "store"}),
    "cline": Call("run_commands", {"commands": [REMEMBER]}),
    "droid": Call(
        "Execute", {"command": REMEMBER, "riskLevel": "low", "riskLevelReason": "none", "summary": "store"},
    ),
    "grok": Call("run_terminal_command", {"command": REMEMBER, "description": "store"}),
    "kimi": Call("Bash", {"command": REMEMBER}),
}  # fmt: skip
"""How each model stores something with the command line."""
QUERY: Final = {"query": "psycopg"}
RECALL: Final = {
    "claude": (Call("mcp__backstory__recall", QUERY),), "codex": (Call("mcp__backstory/recall", QUERY),),
    "gemini": (Call("mcp_backstory_recall", QUERY),), "opencode": (Call("backstory_recall", QUERY),),
    "qwen": (Call("mcp__backstory__recall", QUERY),), "copilot": (Call("backstory-recall", QUERY),),
    "cline": (Call("backstory__recall", QUERY),), "kimi": (Call("mcp__backstory__recall", QUERY),),
    "droid": (Call("ToolSearch", {"query": "select:backstory___recall"}), Call("backstory___recall", QUERY)),
    "grok": (Call("use_tool", {"tool_name": "backstory__recall", "tool_input": QUERY}),),
}  # fmt: skip
"""How each model asks the server. Grok CLI has one tool for all servers, Droid loads a tool before its first call."""
STRICT: Final[dict[str, dict[str, Any]]] = {
    "claude": {"allowed": "Read"}, "gemini": {"yolo": False}, "qwen": {"yolo": False}, "codex": {"hooks": True},
    "copilot": {"allow_all": False}, "cline": {"allow_all": False}, "droid": {"allow_all": False},
    "grok": {"allow_all": False},
}  # fmt: skip
"""How each agent is run as a person runs it: what its settings do not allow is asked for, and nobody is there."""


def read_table() -> dict[str, dict[str, str]]:
    """Agent -> layer -> what the documentation says."""
    lines = DOCS.read_text(encoding="utf-8").split("<!-- layers -->")[1].strip().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


def run(machine: Machine, agent: str, prompt: str, *options: str, **more: Any) -> Ran:
    ran: Ran = getattr(machine, agent)(prompt, *options, **more)
    assert ran.returncode == 0, ran.stderr
    return ran


def ask(machine: Machine, stub: Stub, agent: str, prompt: str, *script: Call | Say, **more: Any) -> list[Request]:
    """What the model of the conversation is sent in a turn. Grok first asks another one for a title."""
    before = len(stub.main)
    stub.script[:] = [*([Say("Title")] if agent == "grok" else []), *script]
    run(machine, agent, prompt, **more)
    stub.script.clear()
    asked = stub.main[before:]
    return [one for one in asked if "stub" in str(one.body.get("model"))] if agent == "grok" else asked


def listen_to_file(machine: Machine, stub: Stub, agent: str) -> str:
    """Whether the first request holds a decision where there are instruction files only."""
    machine.backstory("init", "--yes", "--no-hooks", "--agents", NAMES.get(agent, agent))
    machine.backstory(*DECISION)
    return answer(ask(machine, stub, agent, "hello there")[0].seen(WORDS) > 0)


def listen_to_hooks(machine: Machine, stub: Stub, agent: str) -> dict[str, str]:
    """The same where only hooks can tell it, what the memory has of the session, and whether its command ran."""
    for name in ("AGENTS.md", "GEMINI.md", "CLAUDE.md"):
        (machine.repo / name).write_text("# Rules\n\nUse tabs.\n")
    machine.git("add", ".")
    machine.git("commit", "-q", "-m", "rules")
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    if agent in BY_TOOL:  # in the project a rule file would hold it as well
        machine.backstory("init", "--yes", "--no-agents")
    else:
        machine.backstory("init", "--yes", "--agents", NAMES.get(agent, agent))
    if agent in (*BY_TOOL, *HOME_ONLY):
        machine.backstory("init", "--user", "--agents", agent)
    wait = BY_TOOL.get(agent, ())
    more = {"hooks": True} if agent == "codex" else {}
    asked = ask(machine, stub, agent, "how often does the gateway fail?", *wait, Say("Done."), **more)
    heard = answer(asked[0].seen(WORDS) > 0)
    if agent in BY_TOOL and heard == "no" and asked[-1].seen(WORDS):
        heard = "tool"
    if agent in BY_TOOL:
        machine.backstory("init", "--yes", "--agents", agent)
    ask(machine, stub, agent, "and what did we do then?", SHELLS[agent], Say("Done."), **STRICT.get(agent, {}))
    stored = FACT in machine.backstory("list").stdout
    return {
        "hooks": heard,
        "captured": answer("how often does the gateway" in machine.await_output("how often does the gateway", "log")),
        "`remember` without asking": "" if agent in ASKS_NOBODY else answer(stored),
    }


def listen_to_server(machine: Machine, stub: Stub, agent: str) -> str:
    """The same where only the registered server can tell it."""
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("agents", "add", NAMES.get(agent, agent), "--mcp")
    more: dict[str, Any] = {"MCP_CONNECTION_NONBLOCKING": "0"} if agent == "claude" else {}
    if agent == "claude":
        more["allowed"] = RECALL[agent][0].tool
    asked = ask(machine, stub, agent, "hello there", *RECALL[agent], Say("Done."), **more)
    assert not asked[0].seen(WORDS)
    return answer(asked[-1].seen(WORDS) > 0)


def answer(value: bool) -> str:
    return "yes" if value else "no"


def log_in(machine: Machine) -> None:
    """Gemini's way to log in, which is there before its settings are edited."""
    folder = machine.home / ".gemini"
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(
        json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}}, indent=2)
    )


@pytest.mark.parametrize("agent", list(TITLES))
def test_each_layer_tells_by_itself(machine: Machine, stub: Stub, agent: str) -> None:
    if agent == "gemini":
        log_in(machine)
    if missing(agent):
        pytest.skip(f"{agent} is not installed: run tests/real_agents/install.sh")
    if agent in FIRST_RUN:
        ask(machine, stub, agent, "hello there")  # its settings are there before we edit them
    heard = {"instruction file": listen_to_file(machine, stub, agent)}
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    heard |= listen_to_hooks(machine, stub, agent)
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    if agent in (*BY_TOOL, *HOME_ONLY):
        machine.backstory("agents", "rm", agent, "--global")
    heard["MCP"] = listen_to_server(machine, stub, agent)
    assert heard == read_table()[TITLES[agent]]
