"""What reaches an agent's model through each layer by itself, and what it may do: a table in `docs/hooks.md`."""

import json
from typing import Any, Final

import pytest
from runners import Machine
from stub import Stub
from test_moments import DOCS, TITLES
from turns import BY_TOOL, CONFIGURES_ITSELF, HOME_ONLY, NAMES, RECALL, USERS_RULES, run_command, take_turn

WORDS: Final = "Use psycopg 3 instead of asyncpg"
DECISION: Final = ("remember", "decision", WORDS, "--why", "Better typing support")
FACT: Final = "The gateway drops one call in nine"
REMEMBER: Final = f"backstory remember fact '{FACT}'"
RUNS_EVERYTHING: Final = ("kimi",)
"""Without a terminal it runs every command."""
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


def listen_to_file(machine: Machine, stub: Stub, agent: str) -> str:
    """Whether the first request holds a decision where there are instruction files only."""
    machine.backstory("init", "--yes", "--no-hooks", "--agents", NAMES.get(agent, agent))
    machine.backstory(*DECISION)
    return answer(take_turn(machine, stub, agent, "hello there")[0].seen(WORDS) > 0)


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
    more = {"hooks": True} if agent == "codex" else {}
    script = BY_TOOL.get(agent, ())
    asked = take_turn(machine, stub, agent, "how often does the gateway fail?", script=script, **more)
    heard = answer(asked[0].seen(WORDS) > 0)
    if agent in BY_TOOL and heard == "no" and asked[-1].seen(WORDS):
        heard = "tool"
    if agent in BY_TOOL:
        machine.backstory("init", "--yes", "--agents", agent)
    if agent in USERS_RULES:
        machine.backstory("init", "--user", "--agents", agent)
    script = (run_command(agent, REMEMBER),)
    take_turn(machine, stub, agent, "and what did we do then?", script=script, **STRICT.get(agent, {}))
    stored = FACT in machine.backstory("list").stdout
    return {
        "hooks": heard,
        "captured": answer("how often does the gateway" in machine.await_output("how often does the gateway", "log")),
        "`remember` without asking": "" if agent in RUNS_EVERYTHING else answer(stored),
    }


def listen_to_server(machine: Machine, stub: Stub, agent: str) -> str:
    """The same where only the registered server can tell it."""
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("agents", "add", NAMES.get(agent, agent), "--mcp")
    more: dict[str, Any] = {"MCP_CONNECTION_NONBLOCKING": "0"} if agent == "claude" else {}
    if agent == "claude":
        more["allowed"] = RECALL[agent][0].tool
    asked = take_turn(machine, stub, agent, "hello there", script=RECALL[agent], **more)
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
    if agent in CONFIGURES_ITSELF:
        take_turn(machine, stub, agent, "hello there")  # its settings are there before we edit them
    heard = {"instruction file": listen_to_file(machine, stub, agent)}
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    heard |= listen_to_hooks(machine, stub, agent)
    machine.backstory("agents", "rm", NAMES.get(agent, agent))
    if agent in (*BY_TOOL, *HOME_ONLY, *USERS_RULES):
        machine.backstory("agents", "rm", agent, "--global")
    heard["MCP"] = listen_to_server(machine, stub, agent)
    assert heard == read_table()[TITLES[agent]]
    machine.backstory("uninstall", "--yes")
    assert not [path for path in machine.home.rglob("*") if path.name in ("backstory.json", "PreToolUse")]
