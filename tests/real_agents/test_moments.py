"""What an agent's model hears, by where and how the session starts and goes on: the table in `docs/hooks.md`.

`AGENTS.md`, `CLAUDE.md` and `GEMINI.md` are tracked, so no record gets into them: only hooks can tell one. No session
has a terminal.
"""

import json
import subprocess
from pathlib import Path
from typing import Final

import pytest
from runners import Machine
from stub import Answer, Request, Say, Stub
from testing.prefork import Prefork
from tests.sweeps import WHOLE
from turns import BY_TOOL, CONFIGURES_ITSELF, SUB_AGENTS, run_command, take_turn

WORDS: Final = "Use psycopg 3 instead of asyncpg"
OF_BRANCH: Final = "Cache the rates for an hour"
RULES: Final = "Use tabs."
FILLER: Final = "lorem ipsum " * 1500
"""Agents compress no conversation that is short."""
DOCS: Final = Path(__file__).resolve().parents[2] / "docs/hooks.md"
MOMENTS: Final = (
    "start", "subfolder", "new worktree", "branch switch", "sub-agent", "fitting prompt", "resume", "compaction",
    "elsewhere",
)  # fmt: skip
TITLES: Final = {
    "claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI", "opencode": "OpenCode", "qwen": "Qwen Code",
    "copilot": "Copilot CLI", "cline": "Cline", "droid": "Factory Droid", "grok": "Grok CLI", "kimi": "Kimi Code",
}  # fmt: skip
RESUMED: Final = {
    "claude": ("--continue",), "codex": ("resume", "--last"), "gemini": ("--resume", "latest"),
    "opencode": ("--continue",), "qwen": ("--continue",), "copilot": ("--continue",), "grok": ("--continue",),
    "kimi": ("--continue",),
}  # fmt: skip
"""The options with which each agent goes on with its last session."""
FOLDERS: Final = ("subfolder", "new worktree", "elsewhere")
"""Moments that differ in the folder alone, which our hook tells apart, not the agent."""
IN_ALL_FOLDERS: Final = ("claude", "codex", "copilot")
"""Agents that are always started in other folders as well; all are with `BACKSTORY_TEST_STEP=1`."""
NOT_RUN: Final = {"cline": ("compaction",), "droid": ("sub-agent", "resume")}
"""Moments that need a terminal, or a service of the agent."""
COMPRESS: Final = {"claude": "/compact", "qwen": "/compress", "copilot": "/compact"}
SUMMARY: Final = "Summary: they said hello."
FILLED: Final[dict[str, tuple[Answer, ...]]] = {
    "droid": (),
    "grok": (Say(f"<summary>\n1. Primary Request and Intent: {SUMMARY}\n{FILLER}\n</summary>"),),
    "kimi": (Say(SUMMARY),),
}
"""Agents that compact when the model counts too many tokens, and what it says then. Droid asks another model."""


def read_table() -> dict[str, dict[str, str]]:
    """Agent -> moment -> what the documentation says."""
    lines = DOCS.read_text(encoding="utf-8").split("<!-- moments -->")[1].strip().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


class Desk:
    """An agent at work in a repository with a memory, and what its model is told."""

    def __init__(self, machine: Machine, stub: Stub, agent: str) -> None:
        self.machine, self.stub, self.agent = machine, stub, agent

    def set_up(self) -> None:
        machine = self.machine
        for name in ("AGENTS.md", "GEMINI.md", "CLAUDE.md"):
            (machine.repo / name).write_text(f"# Rules\n\n{RULES}\n")
        (machine.repo / "src").mkdir()
        (machine.repo / "src/pool.py").write_text("size = 5\n")
        machine.git("add", ".")
        machine.git("commit", "-q", "-m", "rules")
        if self.agent == "gemini":  # its way to log in is there before we edit the file
            (machine.home / ".gemini").mkdir()
            login = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
            (machine.home / ".gemini/settings.json").write_text(json.dumps(login))
        if self.agent in CONFIGURES_ITSELF:
            self.turn("hello there")  # its settings are there before we edit them
        machine.backstory("init", "--yes", "--agents", self.agent)
        machine.backstory("init", "--user", "--agents", self.agent)
        machine.backstory("remember", "decision", WORDS, "--why", "Better typing support")

    def turn(self, prompt: str, *options: str, script: tuple[Answer, ...] = ()) -> list[Request]:
        """The requests of a turn."""
        more = {"hooks": True} if self.agent == "codex" else {}
        return take_turn(self.machine, self.stub, self.agent, prompt, *options, script=script, **more)

    def look(self, folder: Path, *options: str, words: str = WORDS) -> str:
        self.machine.repo = folder
        self.machine.await_workers()  # of the session before
        asked = self.turn("hello there", *options, script=BY_TOOL.get(self.agent, ()))
        first = judge(asked[0], words)
        if first in ("no", "file") and self.agent in BY_TOOL and asked[-1].seen(words) == 1:
            return "tool"  # beside an older brief, if the rule file was written on another branch
        return first

    def resume(self) -> str:
        """A session that goes on. Cline does that on a terminal alone."""
        machine, stub = self.machine, self.stub
        if self.agent != "cline":
            return self.look(machine.repo, *RESUMED[self.agent])
        machine.await_workers()
        before = len(stub.main)
        stub.script[:] = BY_TOOL["cline"]
        machine.resume_cline("hello again", lambda: len(stub.main) > before + len(BY_TOOL["cline"]))
        stub.script.clear()
        asked = [request for request in stub.main[before:] if request.seen("hello again")]
        return judge(asked[-1])

    def switch(self) -> str:
        """A session on a branch, which has a decision of its own, after one on another branch."""
        machine = self.machine
        machine.git("switch", "-q", "-c", "rates")
        machine.git("commit", "-q", "--allow-empty", "-m", "rates")
        machine.backstory("remember", "decision", OF_BRANCH)
        machine.git("switch", "-q", "main")
        machine.backstory("snapshot")  # rule files tell of the first branch again
        if WHOLE:
            assert self.look(machine.repo, words=OF_BRANCH) in ("no", "file")
        machine.await_workers()
        machine.git("switch", "-q", "rates")
        return self.look(machine.repo, words=OF_BRANCH)

    def ask_sub_agent(self) -> str:
        asked = self.turn("send somebody", script=(*SUB_AGENTS[self.agent], Say("Nothing."), Say("Done.")))
        below = [request for request in asked if request.seen("Look around") and not request.seen("send somebody")]
        return judge(below[-1 if self.agent == "grok" else 0])  # Grok first asks for a title

    def compress(self) -> str:
        """The last request of a session whose conversation was replaced by a summary.

        What the agent keeps of the conversation may hold the former brief as well.
        """
        before = len(self.stub.requests)
        if self.agent == "codex":
            limit = ("-c", "model_auto_compact_token_limit=8")
            last = self.turn("hello", *limit, script=(run_command("codex", "true"),))[-1]
        elif self.agent == "gemini":
            settings = self.machine.home / ".gemini/settings.json"
            settings.write_text(
                json.dumps(json.loads(settings.read_text()) | {"model": {"compressionThreshold": 1e-5}})
            )
            self.turn(f"hello {FILLER}")
            last = self.turn("go on", *RESUMED["gemini"])[-1]
        elif self.agent == "opencode":
            limits = {"provider": {"stub": {"models": {"m1": {"limit": {"context": 1000, "output": 100}}}}}}
            (self.machine.repo / "opencode.json").write_text(json.dumps(limits))
            last = self.turn("hello", script=(run_command("opencode", "true")._replace(tokens=5000),))[-1]
        elif self.agent in FILLED:
            full = run_command(self.agent, "true")._replace(tokens=990_000)
            last = self.turn(f"hello {FILLER}", script=(full, *FILLED[self.agent]))[-1]
            if self.agent in RESUMED:
                self.machine.await_workers()
                last = self.turn("go on", *RESUMED[self.agent])[-1]
        else:
            options = RESUMED[self.agent]
            self.turn(f"hello {FILLER}")
            self.turn(f"on {FILLER}", *options)
            summary = Say(f"<state_snapshot>{SUMMARY}</state_snapshot>")
            self.turn(COMPRESS[self.agent], *options, script=(summary,))
            last = self.turn("go on", *options)[-1]
        asked = [
            request
            for request in self.stub.requests[before:]
            if not request.main and (request.seen("ummar") or request.seen("state_snapshot"))
        ]
        assert asked or last.seen(SUMMARY), "the conversation was replaced"
        return "yes" if last.seen(WORDS) else "no"

    def ask(self) -> str:
        """A prompt about a record, where the brief holds none and only points to the memory.

        A worker of the session before may still prepare a brief by the former setting, so there is a second try.
        """
        self.machine.await_workers()
        self.machine.backstory("config", "set", "deliver.form", "pull")
        for _ in range(2):
            asked = self.turn("should the pool use asyncpg or psycopg?", script=BY_TOOL.get(self.agent, ())[1:])
            for request, cell in ((asked[0], "yes"), (asked[-1], "tool")):
                _, answered, answer = request.text.partition("may bear on the prompt")
                if answered and WORDS in answer:
                    return cell
        return "no"


def judge(request: Request, words: str = WORDS) -> str:
    """`yes`, `twice`, `file` where only the instruction file is there, or `no`."""
    if not request.seen(words):
        return "file" if request.seen(RULES) and words == WORDS else "no"
    briefs = request.seen("Project memory of") + request.seen("Changed in this project's memory")
    return "twice" if briefs > 1 else "yes"


def collect_moments(machine: Machine, stub: Stub, agent: str) -> dict[str, str]:
    """Moment -> what the model hears, on a machine of its own."""
    desk = Desk(machine, stub, agent)
    desk.set_up()
    top, tree, other = machine.repo, machine.home / "tree", machine.home / "other"
    subprocess.run(["git", "worktree", "add", "-q", str(tree)], cwd=top, check=True)
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    missed = NOT_RUN.get(agent, ())
    heard = dict.fromkeys(missed, "") | {"start": desk.look(top)}
    if "resume" not in missed:
        heard["resume"] = desk.resume()
    if WHOLE or agent in IN_ALL_FOLDERS:
        heard |= dict(zip(FOLDERS, map(desk.look, (top / "src", tree, other)), strict=True))
    machine.repo = top
    if "sub-agent" not in missed:
        heard["sub-agent"] = desk.ask_sub_agent()
    heard["branch switch"] = desk.switch()
    if "compaction" not in missed:
        heard["compaction"] = desk.compress()
    heard["fitting prompt"] = desk.ask()
    return {moment: heard[moment] for moment in MOMENTS if moment in heard}


@pytest.mark.parametrize("agent", list(TITLES))
def test_the_brief_is_there_at_every_moment(tmp_path: Path, prefork: Prefork | None, agent: str) -> None:
    """Agents stop a hook after some seconds, so a machine that stalls once is no fault: a second one has to agree."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        with Stub() as stub:
            machine = Machine(tmp_path / name, stub.url, forking=prefork)
            heard = collect_moments(machine, stub, agent)
        expected = {moment: cell for moment, cell in read_table()[TITLES[agent]].items() if moment in heard}
        if heard == expected:
            return
    assert heard == expected
