"""What was remembered reaches the models of Gemini CLI, OpenCode, Qwen Code and Copilot CLI through hooks alone.

Each project has a tracked instruction file, into which no record goes: only the hooks can tell one.
"""

import json
from collections.abc import Callable

import pytest
from runners import Machine, Ran
from stub import Say, Stub

OPENCODE = [f".opencode/{name}" for name in (".gitignore", "package.json", "package-lock.json", "node_modules/")]
OWN = (".git/", ".backstory/", *OPENCODE)
"""Files of git, of Backstory, and those that OpenCode puts beside a plugin."""
DECISION = ("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Better typing support")
AGENTS = ("gemini", "opencode", "qwen", "copilot")
BRIEFED = ("gemini", "opencode", "copilot")
"""Qwen Code 0.15 does not call the hook of a session start without a terminal."""


def run(machine: Machine, agent: str, prompt: str) -> Ran:
    turn: Callable[[str], Ran] = getattr(machine, agent)
    ran = turn(prompt)
    assert ran.returncode == 0, ran.stderr
    return ran


@pytest.fixture
def tracked(machine: Machine) -> Machine:
    for name in ("AGENTS.md", "GEMINI.md"):
        (machine.repo / name).write_text("# Rules\n\nUse tabs.\n")
    machine.git("add", ".")
    machine.git("commit", "-q", "-m", "rules")
    return machine


def start(machine: Machine, agent: str) -> None:
    ran = machine.backstory("init", "--yes", "--agents", agent)
    assert "left alone" not in ran.stderr.replace("`AGENTS.md` was left alone", "").replace("`GEMINI.md` was left", "")


@pytest.mark.parametrize("agent", AGENTS)
def test_hooks_bring_what_fits_and_keep_what_is_said_on_purpose(tracked: Machine, stub: Stub, agent: str) -> None:
    start(tracked, agent)
    tracked.backstory(*DECISION)
    tracked.backstory("config", "set", "brief.budget", "200")
    tracked.backstory(
        "remember",
        "decision",
        "The zeppelin exporter listens on port 7312, which the firewall of the old hall leaves open for"
        " three hosts of the metrics team, for nobody else, and only until the new hall is ready",
    )
    for subject in ("invoices", "shipping", "stock", "prices", "returns", "coupons", "taxes", "refunds"):
        text = f"All {subject} are kept in a table of their own, which is written by one process only"
        tracked.backstory("remember", "decision", text, "--why", f"two writers lost {subject}", "--tier", "pinned")
    stub.script.append(
        Say('Done.\n\n<backstory:remember kind="fact">A pool of 20 starves nothing</backstory:remember>')
    )
    run(tracked, agent, "set the pool size")
    hello = len(stub.main)
    if agent in BRIEFED:
        marks = stub.main[0].seen("backstory-context id=")  # Gemini CLI writes `&lt;` for the bracket
        assert marks == 2, "the brief comes once, and fenced"
        assert stub.main[0].seen("kept in a table of their own") >= 1
    assert "A pool of 20 starves nothing" in tracked.await_output("A pool of 20", "list")
    # An agent may write its transcript after its hook has run: the next hook reads the rest.
    assert "set the pool size" in tracked.await_output("set the pool size", "log"), "the session is captured"
    run(tracked, agent, "which port does the zeppelin exporter listen on?")
    assert not any(request.seen("port 7312") for request in stub.main[:hello])
    assert stub.main[hello].seen("port 7312") >= 1


@pytest.mark.parametrize("agent", AGENTS)
def test_a_file_that_holds_the_brief_silences_the_hook_and_no_trace_is_left(
    machine: Machine, stub: Stub, agent: str
) -> None:
    """An instruction file that git does not track holds the whole brief."""
    before = files(machine)
    start(machine, agent)
    machine.backstory(*DECISION)
    assert files(machine) != before
    run(machine, agent, "hello")
    assert stub.main[0].seen("backstory-context id=") == 2
    machine.git("add", "-A")
    staged = machine.git("diff", "--cached", "--name-only").split()
    assert not [name for name in staged if not name.startswith(".backstory")], "personal files stay out of git"
    machine.git("reset", "-q")
    machine.backstory("uninstall", "--yes")
    assert files(machine) == before


def files(machine: Machine) -> dict[str, bytes]:
    """Every file of the working tree that is not Backstory's own, and git's list of ignored files."""
    paths = [path for path in machine.repo.rglob("*") if path.is_file()]
    inside = {str(path.relative_to(machine.repo)): path for path in paths}
    left = {name: path for name, path in inside.items() if not name.startswith(OWN)}
    return {name: path.read_bytes() for name, path in left.items()} | {
        "exclude": (machine.repo / ".git/info/exclude").read_bytes()
    }


def test_copilot_is_not_told_twice_by_claudes_hooks(tracked: Machine, stub: Stub) -> None:
    """Copilot CLI runs the hooks of Claude Code as well: they step back where it has its own, and serve it else."""
    start(tracked, "claude-code,copilot")
    tracked.backstory(*DECISION)
    run(tracked, "copilot", "hello")
    assert stub.main[0].seen("<backstory-context") == 1
    tracked.backstory("agents", "rm", "copilot")
    run(tracked, "copilot", "hello again")
    assert stub.main[-1].seen("<backstory-context") == 1
    listed = json.loads(tracked.backstory("agents", "--json").stdout)["agents"]
    assert {agent["name"] for agent in listed if agent["fired"]} == {"copilot"}
