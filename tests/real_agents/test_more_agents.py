"""Cline's command line, Factory Droid, Grok CLI and Kimi Code: what their models hear, what is captured, what stays.

Grok CLI and Cline take what a prompt brings with the next tool call, Kimi Code with the prompt. Kimi Code has hooks in
the person's home folder only.
"""

from typing import Any, Final

import pytest
from runners import Machine, Ran, missing
from stub import Call, Say, Stub

DRIVER: Final = "Use psycopg 3 instead of asyncpg"
GATEWAY: Final = "The gateway drops one call in nine"
SHELLS: Final[dict[str, Call]] = {
    "cline": Call("run_commands", {"commands": ["false"]}),
    "droid": Call("Execute", {"command": "false", "riskLevel": "low", "riskLevelReason": "none", "summary": "check"}),
    "grok": Call("run_terminal_command", {"command": "false", "description": "check"}),
    "kimi": Call("Bash", {"command": "false"}),
}  # fmt: skip
"""How each model runs a command that fails."""
UNTIL_IT_WAITS: Final = (
    "for _ in $(seq 150); do ls ~/.local/share/backstory/projects/*/spool/*.deferred && break; sleep .1; done"
)
WAITING: Final[dict[str, Call]] = {
    "cline": Call("run_commands", {"commands": [UNTIL_IT_WAITS]}),
    "grok": Call("run_terminal_command", {"command": UNTIL_IT_WAITS, "description": "check"}),
}  # fmt: skip
"""A first call that takes as long as a real model: the stub answers before the brief of a new project is there."""
RECALL: Final[dict[str, tuple[Call, ...]]] = {
    "cline": (Call("backstory__recall", {"query": "psycopg"}),),
    "copilot": (Call("backstory-recall", {"query": "psycopg"}),),
    "droid": (
        Call("ToolSearch", {"query": "select:backstory___recall"}), Call("backstory___recall", {"query": "psycopg"}),
    ),
    "grok": (Call("use_tool", {"tool_name": "backstory__recall", "tool_input": {"query": "psycopg"}}),),
    "kimi": (Call("mcp__backstory__recall", {"query": "psycopg"}),),
}  # fmt: skip
"""How each model asks the server. Grok CLI has one tool for all servers, Droid loads a tool before its first call."""
GO_ON: Final = {"grok": ("--continue",), "kimi": ("--continue",)}
HOME_ONLY: Final = ("kimi",)


def run(machine: Machine, agent: str, prompt: str, *options: str, **more: Any) -> Ran:
    ran: Ran = getattr(machine, agent)(prompt, *options, **more)
    assert ran.returncode == 0, ran.stderr
    return ran


def read_files(machine: Machine) -> dict[str, bytes]:
    """The files of the working tree."""
    files = (path for path in machine.repo.rglob("*") if ".git" not in path.parts and path.is_file())
    return {str(path): path.read_bytes() for path in files}


def conversation(stub: Stub, first: int = 0) -> list[int]:
    """The places of the requests to the model of the conversation; Grok asks another one for a title, with a tool."""
    return [
        place for place, request in enumerate(stub.main)
        if place >= first and "stub" in str(request.body.get("model"))
    ]  # fmt: skip


def script(stub: Stub, agent: str, *answers: Call | Say) -> None:
    """What the model answers. Grok's request for a title comes before the first one of a session."""
    stub.script[:] = [*([Say("Title")] if agent == "grok" else []), *answers]


@pytest.mark.parametrize("agent", [pytest.param(name, id=name) for name in SHELLS])
def test_the_memory_is_heard_and_what_was_done_is_kept(machine: Machine, stub: Stub, agent: str) -> None:
    if missing(agent):
        pytest.skip(f"{agent} is not installed: run tests/real_agents/install.sh")
    script(stub, agent)
    run(machine, agent, "say hello to me")  # its own folders and files are there from now on
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")  # a tracked file holds no brief
    before = read_files(machine)
    settings = machine.home / ".kimi-code/config.toml"
    config = settings.read_bytes() if agent in HOME_ONLY else b""
    machine.backstory("init", "--yes", "--agents", agent)
    if agent in HOME_ONLY:
        machine.backstory("init", "--user", "--agents", agent)
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")

    first = len(stub.main)
    script(stub, agent, SHELLS[agent], Say("It failed."))
    run(machine, agent, "which database driver do we use?")
    asked = conversation(stub, first)
    assert [stub.main[place].seen(DRIVER) for place in asked[:2]] == [1, 1], "once, and the same in each request"
    shown = machine.await_output("which database driver", "log")
    assert "which database driver" in shown and "<user_query>" not in shown

    machine.backstory("remember", "fact", GATEWAY)
    if agent in GO_ON:
        first = len(stub.main)
        stub.script[:] = [SHELLS[agent], Say("One in nine.")]
        run(machine, agent, "how often does the gateway drop a call?", *GO_ON[agent])
        heard = [stub.main[place].seen(GATEWAY) for place in conversation(stub, first)]
        assert heard[1] == 1, f"what fits a prompt comes with it, or with the next call of a tool: {heard}"
        assert [stub.main[place].seen(DRIVER) for place in conversation(stub, first)][1] == 1, "the brief came before"
    machine.await_workers()
    machine.backstory("uninstall", "--yes")
    assert read_files(machine) == before
    if agent in HOME_ONLY:
        assert settings.read_bytes() == config


@pytest.mark.skipif(missing("grok"), reason="Grok CLI is not installed: run tests/real_agents/install.sh")
@pytest.mark.parametrize("own", [True, False], ids=["own hooks", "hooks of others"])
def test_grok_runs_the_hooks_of_claude_and_cursor_and_hears_all_once(machine: Machine, stub: Stub, own: bool) -> None:
    (machine.repo / "AGENTS.md").write_text("# Rules\n")
    machine.git("add", ".")
    machine.git("commit", "-qm", "rules")
    machine.backstory("init", "--yes", "--agents", "claude-code,cursor" + (",grok" if own else ""))
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")
    script(stub, "grok", Call("read_file", {"target_file": "README.md"}), SHELLS["grok"], Say("It failed."))
    run(machine, "grok", "which database driver do we use?")
    heard = [stub.main[place].seen(DRIVER) for place in conversation(stub)]
    assert heard[:3] == [1 if own else 0, 1, 1], "its rule file holds the brief, else a tool that reads brings it"
    log = machine.await_output("which database driver", "log")
    assert log.count("which database driver") == 1
    agents = [line for line in machine.backstory("agents", "list").stdout.splitlines() if "just now" in line]
    assert [line.split()[0] for line in agents] == ["grok"], agents


@pytest.mark.parametrize("agent", [pytest.param(name, id=name) for name in RECALL])
def test_the_server_answers_and_nothing_is_read_twice(machine: Machine, stub: Stub, agent: str) -> None:
    """Most of these show their model the text of an answer and its structured content."""
    if missing(agent):
        pytest.skip(f"{agent} is not installed: run tests/real_agents/install.sh")
    script(stub, agent)
    run(machine, agent, "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")
    machine.backstory("agents", "add", agent, "--mcp")
    first = len(stub.main)
    script(stub, agent, *RECALL[agent], Say("Done."))
    run(machine, agent, "please say hello")
    heard = [stub.main[place].seen("Better typing support") for place in conversation(stub, first)]
    assert heard[0] == 0 and heard[len(RECALL[agent])] == 2, f"the brief and the answer, once each: {heard}"


@pytest.mark.parametrize("agent", ["cline", "grok"])
def test_hooks_for_all_repositories_bring_the_brief_with_a_tool(machine: Machine, stub: Stub, agent: str) -> None:
    if missing(agent):
        pytest.skip(f"{agent} is not installed: run tests/real_agents/install.sh")
    script(stub, agent)
    run(machine, agent, "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("init", "--user", "--agents", agent)
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")
    first = len(stub.main)
    script(stub, agent, WAITING[agent], SHELLS[agent], Say("It failed."))
    run(machine, agent, "which database driver do we use?")
    heard = [stub.main[place].seen(DRIVER) for place in conversation(stub, first)]
    assert heard[0] == 0 and heard[2] == 1, f"there is no instruction file, and it comes once: {heard}"
    machine.await_workers()
    machine.backstory("uninstall", "--yes")
    assert not [path for path in machine.home.rglob("*") if path.name in ("backstory.json", "PreToolUse")]


SUB_AGENTS: Final = {
    "cline": (Call("spawn_agent", {"systemPrompt": "You look", "task": "Look around"}),),
    "grok": (
        Call("spawn_subagent", {"description": "look", "prompt": "Look around", "subagent_type": "general-purpose",
                                "background": False}),
        Say("Title"),
    ),
    "kimi": (Call("Agent", {"description": "look", "prompt": "Look around", "subagent_type": "coder"}),),
}  # fmt: skip
"""The call that starts a sub-agent. Grok asks for a title of that conversation, too."""


@pytest.mark.parametrize("agent", [pytest.param(name, id=name) for name in SUB_AGENTS])
def test_what_a_sub_agent_says_is_kept_with_its_session(machine: Machine, stub: Stub, agent: str) -> None:
    """Their hooks name no transcript of a sub-agent: it is read with that of the session."""
    if missing(agent):
        pytest.skip(f"{agent} is not installed: run tests/real_agents/install.sh")
    script(stub, agent)
    run(machine, agent, "say hello to me")
    machine.backstory("init", "--yes", "--agents", agent)
    if agent in HOME_ONLY:
        machine.backstory("init", "--user", "--agents", agent)
    told = f'It is flaky. <backstory:remember kind="fact">{GATEWAY}</backstory:remember>'
    script(stub, agent, *SUB_AGENTS[agent], Say(told), Say("Done."))
    run(machine, agent, "send somebody to look")
    assert GATEWAY in machine.await_output(GATEWAY, "list")
    machine.await_workers()
    assert machine.backstory("log").stdout.count(" session ") == 1, "a sub-agent is no session"


@pytest.mark.skipif(missing("grok"), reason="Grok CLI is not installed: run tests/real_agents/install.sh")
def test_a_sub_agent_of_grok_is_given_the_brief_with_its_first_call(machine: Machine, stub: Stub) -> None:
    script(stub, "grok")
    run(machine, "grok", "say hello to me")
    machine.backstory("init", "--yes", "--no-agents")
    machine.backstory("init", "--user", "--agents", "grok")  # no file holds the brief
    machine.backstory("remember", "decision", DRIVER, "--why", "Better typing support")
    script(stub, "grok", WAITING["grok"], SHELLS["grok"], Say("It failed."))
    run(machine, "grok", "a session, after which a brief is prepared")
    machine.await_workers()
    first = len(stub.main)
    read = Call("read_file", {"target_file": "README.md"})
    script(stub, "grok", *SUB_AGENTS["grok"], read, read, Say("Nothing."), Say("Done."))
    run(machine, "grok", "send somebody to look")
    below = [request for request in stub.main[first:] if request.seen("Look around") and not request.seen("to look")]
    heard = [request.seen(DRIVER) for request in below if "stub" in str(request.body.get("model"))]
    assert heard[:1] == [0] and heard[-1] == 1, f"with a call of a tool, once: {heard}"
