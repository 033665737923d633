"""Cline's command line, Factory Droid, Grok CLI and Kimi Code: what their models hear, what is captured, what stays.

Grok CLI and Cline take what a prompt brings with the next tool call, Kimi Code with the prompt. Kimi Code has hooks in
the person's home folder only.
"""

from typing import Final

import pytest
from runners import Machine
from stub import Call, Say, Stub
from tests.sweeps import WHOLE
from turns import BY_TOOL, CONFIGURES_ITSELF, HOME_ONLY, RECALL, SUB_AGENTS, run_command, take_turn

DRIVER: Final = "Use psycopg 3 instead of asyncpg"
GATEWAY: Final = "The gateway drops one call in nine"
GO_ON: Final = {"grok": ("--continue",), "kimi": ("--continue",)}
SHOWS_BOTH: Final = ("cline", "copilot", "droid", "grok", "kimi")
"""Most of these show their model the text of an answer and its structured content."""
ASKED: Final = SHOWS_BOTH if WHOLE else ("droid", "grok")
"""Those that a usual run starts for it: the others take seconds of a processor."""


def read_files(machine: Machine) -> dict[str, bytes]:
    """The files of the working tree."""
    files = (path for path in machine.repo.rglob("*") if ".git" not in path.parts and path.is_file())
    return {str(path): path.read_bytes() for path in files}


def remember(machine: Machine) -> None:
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")


def track_rules(machine: Machine) -> None:
    """Has git track `AGENTS.md`, so that it holds no brief."""
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")


@pytest.mark.parametrize("agent", CONFIGURES_ITSELF)
def test_the_memory_is_heard_and_what_was_done_is_kept(machine: Machine, stub: Stub, agent: str) -> None:
    take_turn(machine, stub, agent, "say hello to me")
    track_rules(machine)
    before = read_files(machine)
    settings = machine.home / ".kimi-code/config.toml"
    config = settings.read_bytes() if agent in HOME_ONLY else b""
    machine.backstory("init", "--yes", "--agents", agent)
    if agent in HOME_ONLY:
        machine.backstory("init", "--user", "--agents", agent)
    remember(machine)

    fails = run_command(agent, "false")
    asked = take_turn(machine, stub, agent, "which database driver do we use?", script=(fails, Say("It failed.")))
    assert [request.seen(DRIVER) for request in asked[:2]] == [1, 1], "once, and the same in each request"
    shown = machine.await_output("which database driver", "log")
    assert "which database driver" in shown and "<user_query>" not in shown

    machine.backstory("remember", "fact", GATEWAY)
    if agent in GO_ON:
        prompt = "how often does the gateway drop a call?"
        asked = take_turn(machine, stub, agent, prompt, *GO_ON[agent], script=(fails, Say("One in nine.")))
        heard = [request.seen(GATEWAY) for request in asked]
        assert heard[1] == 1, f"what fits a prompt comes with it, or with the next call of a tool: {heard}"
        assert asked[1].seen(DRIVER) == 1, "the brief came before"
    machine.await_workers()
    machine.backstory("uninstall", "--yes")
    assert read_files(machine) == before
    if agent in HOME_ONLY:
        assert settings.read_bytes() == config


@pytest.mark.parametrize("own", [True, False], ids=["own hooks", "hooks of others"])
def test_grok_runs_the_hooks_of_claude_and_cursor_and_hears_all_once(machine: Machine, stub: Stub, own: bool) -> None:
    track_rules(machine)
    machine.backstory("init", "--yes", "--agents", "claude-code,cursor" + (",grok" if own else ""))
    remember(machine)
    script = (Call("read_file", {"target_file": "README.md"}), run_command("grok", "false"), Say("It failed."))
    heard = [one.seen(DRIVER) for one in take_turn(machine, stub, "grok", "which driver do we use?", script=script)]
    assert heard[:3] == [1 if own else 0, 1, 1], "its rule file holds the brief, else a tool that reads brings it"
    assert machine.await_output("which driver", "log").count("which driver") == 1
    agents = [line for line in machine.backstory("agents", "list").stdout.splitlines() if "just now" in line]
    assert [line.split()[0] for line in agents] == ["grok"], agents


@pytest.mark.parametrize("agent", ASKED)
def test_the_server_answers_and_nothing_is_read_twice(machine: Machine, stub: Stub, agent: str) -> None:
    """Most of these show their model the text of an answer and its structured content."""
    take_turn(machine, stub, agent, "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    remember(machine)
    machine.backstory("agents", "add", agent, "--mcp")
    asked = take_turn(machine, stub, agent, "please say hello", script=RECALL[agent])
    heard = [request.seen("Better typing support") for request in asked]
    assert heard[0] == 0 and heard[len(RECALL[agent])] == 2, f"the brief and the answer, once each: {heard}"


@pytest.mark.parametrize("agent", list(BY_TOOL) if WHOLE else ["grok"])
def test_hooks_for_all_repositories_bring_the_brief_with_a_tool(machine: Machine, stub: Stub, agent: str) -> None:
    take_turn(machine, stub, agent, "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("init", "--user", "--agents", agent)
    remember(machine)
    asked = take_turn(machine, stub, agent, "which database driver do we use?", script=BY_TOOL[agent])
    heard = [request.seen(DRIVER) for request in asked]
    assert heard[0] == 0 and heard[2] == 1, f"there is no instruction file, and it comes once: {heard}"
    machine.await_workers()
    machine.backstory("uninstall", "--yes")
    assert not [path for path in machine.home.rglob("*") if path.name in ("backstory.json", "PreToolUse")]


@pytest.mark.parametrize("agent", ["cline", "grok", "kimi"])
def test_what_a_sub_agent_says_is_kept_with_its_session(machine: Machine, stub: Stub, agent: str) -> None:
    """Their hooks name no transcript of a sub-agent: it is read with that of the session."""
    take_turn(machine, stub, agent, "say hello to me")
    machine.backstory("init", "--yes", "--agents", agent)
    if agent in HOME_ONLY:
        machine.backstory("init", "--user", "--agents", agent)
    report = Say(f'It is flaky. <backstory:remember kind="fact">{GATEWAY}</backstory:remember>')
    take_turn(machine, stub, agent, "send somebody to look", script=(*SUB_AGENTS[agent], report, Say("Done.")))
    assert GATEWAY in machine.await_output(GATEWAY, "list")
    machine.await_workers()
    assert machine.backstory("log").stdout.count(" session ") == 1, "a sub-agent is no session"


def test_a_sub_agent_of_grok_is_given_the_brief_with_its_first_call(machine: Machine, stub: Stub) -> None:
    take_turn(machine, stub, "grok", "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("init", "--user", "--agents", "grok")  # no file holds the brief
    remember(machine)
    take_turn(machine, stub, "grok", "a session, after which a brief is prepared", script=BY_TOOL["grok"])
    machine.await_workers()
    read = Call("read_file", {"target_file": "README.md"})
    script = (*SUB_AGENTS["grok"], read, read, Say("Nothing."), Say("Done."))
    asked = take_turn(machine, stub, "grok", "send somebody to look", script=script)
    below = [request for request in asked if request.seen("Look around") and not request.seen("to look")]
    heard = [request.seen(DRIVER) for request in below]
    assert heard[:1] == [0] and heard[-1] == 1, f"with a call of a tool, once: {heard}"
