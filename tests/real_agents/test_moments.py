"""What an agent's model hears, by where and how the session starts: the table in `docs/hooks.md`, from real runs.

`AGENTS.md` and `GEMINI.md` are tracked, so no record gets into them: only hooks can tell one.
"""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from runners import Machine, Ran
from stub import Stub

DECISION = ("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Better typing support")
WORDS = "Use psycopg 3 instead of asyncpg"
DOCS = Path(__file__).resolve().parents[2] / "docs/hooks.md"
MOMENTS = ("start", "subfolder", "new worktree", "resume", "elsewhere")
RESUMED = {"codex": ("resume", "--last"), "gemini": ("--resume", "latest"), "opencode": ("--continue",)}
"""The options with which each agent goes on with its last session."""


def read_table() -> dict[str, dict[str, str]]:
    """Agent -> moment -> what the documentation says."""
    lines = DOCS.read_text(encoding="utf-8").split("<!-- moments -->")[1].strip().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(rows[0][1:], row[1:], strict=True)) for row in rows[2:]}


@pytest.mark.parametrize(("agent", "title"), [("codex", "Codex"), ("gemini", "Gemini CLI"), ("opencode", "OpenCode")])
def test_the_brief_is_there_wherever_a_session_starts(machine: Machine, stub: Stub, agent: str, title: str) -> None:
    for name in ("AGENTS.md", "GEMINI.md"):
        (machine.repo / name).write_text("# Rules\n\nUse tabs.\n")
    (machine.repo / "src").mkdir()
    (machine.repo / "src/pool.py").write_text("size = 5\n")
    machine.git("add", ".")
    machine.git("commit", "-q", "-m", "rules")
    if agent == "gemini":  # its way to log in is there before we edit the file
        (machine.home / ".gemini").mkdir()
        login = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        (machine.home / ".gemini/settings.json").write_text(json.dumps(login))
    machine.backstory("init", "--yes", "--agents", agent)
    machine.backstory("init", "--user", "--agents", agent)
    machine.backstory(*DECISION)
    top, tree, other = machine.repo, machine.home / "tree", machine.home / "other"
    subprocess.run(["git", "worktree", "add", "-q", str(tree)], cwd=top, check=True)
    subprocess.run(["git", "init", "-q", str(other)], check=True)

    def look(folder: Path, *options: str) -> str:
        machine.repo = folder
        before = len(stub.main)
        ran = turn(machine, agent, *options)
        assert ran.returncode == 0, ran.stderr
        request = stub.main[before]
        times = request.seen("backstory-context id=") // 2 if agent != "codex" else request.seen("<backstory-context")
        return ("twice" if times > 1 else "yes") if request.seen(WORDS) else "no"

    heard = {
        "start": look(top),
        "resume": look(top, *RESUMED[agent]),
        "subfolder": look(top / "src"),
        "new worktree": look(tree),
        "elsewhere": look(other),
    }
    assert {moment: heard[moment] for moment in MOMENTS} == read_table()[title]


def turn(machine: Machine, agent: str, *options: str) -> Ran:
    if agent == "codex":
        return machine.codex("hello", *options, hooks=True)
    run: Callable[..., Ran] = getattr(machine, agent)
    return run("hello", *options)
