"""What reaches an agent's model through each layer by itself, and what it may do: a table in `docs/hooks.md`."""

import json
from typing import Any, Final

import pytest
from runners import Machine, Ran
from stub import Call, Say, Stub
from test_moments import DOCS, TITLES

WORDS: Final = "Use psycopg 3 instead of asyncpg"
DECISION: Final = ("remember", "decision", WORDS, "--why", "Better typing support")
FACT: Final = "The gateway drops one call in nine"
REMEMBER: Final = f"backstory remember fact '{FACT}'"
NAMES: Final = {"claude": "claude-code"}
"""Program -> the name of its agent here, where they differ."""
SHELLS: Final = {
    "claude": Call("Bash", {"command": REMEMBER, "description": "store"}),
    "codex": Call("exec_command", {"cmd": REMEMBER}),
    "gemini": Call("run_shell_command", {"command": REMEMBER}),
    "opencode": Call("bash", {"command": REMEMBER, "description": "store"}),
    "qwen": Call("run_shell_command", {"command": REMEMBER, "is_background": False}),
    "copilot": Call("bash", {"command": REMEMBER, "description": "store"}),
}  # fmt: skip
"""How each model stores something with the command line."""
TOOLS: Final = {
    "claude": "mcp__backstory__recall", "codex": "mcp__backstory/recall", "gemini": "mcp_backstory_recall",
    "opencode": "backstory_recall", "qwen": "mcp__backstory__recall", "copilot": "backstory-recall",
}  # fmt: skip
STRICT: Final[dict[str, dict[str, Any]]] = {
    "claude": {"allowed": "Read"}, "gemini": {"yolo": False}, "qwen": {"yolo": False}, "codex": {"hooks": True},
    "copilot": {"allow_all": False},
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


def listen_to_file(machine: Machine, stub: Stub, agent: str) -> str:
    """Whether the first request holds a decision where there are instruction files only."""
    machine.backstory("init", "--yes", "--no-hooks", "--agents", NAMES.get(agent, agent))
    machine.backstory(*DECISION)
    before = len(stub.main)
    run(machine, agent, "hello")
    return answer(stub.main[before].seen(WORDS) > 0)


def listen_to_hooks(machine: Machine, stub: Stub, agent: str) -> dict[str, str]:
    """The same where only hooks can tell it, what the memory has of the session, and whether its command ran."""
    for name in ("AGENTS.md", "GEMINI.md", "CLAUDE.md"):
        (machine.repo / name).write_text("# Rules\n\nUse tabs.\n")
    machine.git("add", ".")
    machine.git("commit", "-q", "-m", "rules")
    machine.install_program()
    machine.programs = [str(machine.home / "bin")]
    machine.backstory("init", "--yes", "--agents", NAMES.get(agent, agent))
    before = len(stub.main)
    stub.script += [SHELLS[agent], Say("Done.")]
    run(machine, agent, "how often does the gateway fail?", **STRICT.get(agent, {}))
    stub.script.clear()
    return {
        "hooks": answer(stub.main[before].seen(WORDS) > 0),
        "captured": answer("how often does the gateway" in machine.await_output("how often does the gateway", "log")),
        "`remember` without asking": answer(FACT in machine.backstory("list").stdout),
    }


def listen_to_server(machine: Machine, stub: Stub, agent: str) -> str:
    """The same where only the registered server can tell it."""
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("agents", "add", NAMES.get(agent, agent), "--mcp")
    before = len(stub.main)
    stub.script += [Call(TOOLS[agent], {"query": "psycopg"}), Say("Done.")]
    options = ("--allowedTools", TOOLS[agent]) if agent == "claude" else ()
    more: dict[str, Any] = {"MCP_CONNECTION_NONBLOCKING": "0"} if agent == "claude" else {}
    run(machine, agent, "hello", *options, **more)
    stub.script.clear()
    assert not stub.main[before].seen(WORDS)
    return answer(stub.main[-1].seen(WORDS) > 0)


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
    heard = {"instruction file": listen_to_file(machine, stub, agent)}
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    heard |= listen_to_hooks(machine, stub, agent)
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    heard["MCP"] = listen_to_server(machine, stub, agent)
    assert heard == read_table()[TITLES[agent]]
