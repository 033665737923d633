"""Eight agents at once on one project: nothing is lost, and nothing of one session gets into another."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sweeps import share

from backstory.api import Channel, Memory, find_session, list_sessions
from backstory.capture.digest import FIRST_PROMPTS, MAX_PROMPTS
from backstory.store.places import make_private, resolve_project
from backstory.store.scaffold import write_scaffold

AGENTS = 8
TURNS = share(80, 200)
"""More than the prompts that a session keeps."""
EVERY = 20
"""Turns after which an agent says something on purpose."""
PLAY = """
import json, os, sys
from backstory.agents.base import HookInput
from backstory.agents.registry import load_agent
from backstory.api import Channel, Memory
from backstory.base.journal_lines import append_line, event_line
from backstory.worker.process import ingest

root, session, turns, every = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
path = os.path.join(os.environ["HOME"], session + ".jsonl")
agent = load_agent("claude-code")

def row(number, role, content):
    message = {"role": role, "content": content}
    minutes = number // 60
    made = f"2026-11-20T{10 + minutes // 60:02d}:{minutes % 60:02d}:{number % 60:02d}.000Z"
    return {"type": role, "uuid": f"{session}-{number}-{role}", "sessionId": session, "cwd": root,
            "timestamp": made, "message": message}

for number in range(turns):
    said = f"{session} answer {number}"
    if number % every == 0:
        said += f'\\n\\n<backstory:remember type="decision">{session} decides {number}</backstory:remember>'
    with open(path, "a") as handle:
        for one in (row(2 * number, "user", f"{session} prompt {number}"),
                    row(2 * number + 1, "assistant", [{"type": "text", "text": said}])):
            handle.write(json.dumps(one) + "\\n")
    memory = Memory.open(root, os.environ, channel=Channel("stated", "claude-code", session))
    line = event_line("prompt", session=session, agent="claude-code", data={"prompt": str(number)})
    append_line(os.path.join(memory.project.private, "spool", session + ".jsonl"), line, False)
    ingest(memory, agent, HookInput("stop", session=session, cwd=root, transcript=path, last_text=said))
"""


def play(root: Path, environ: dict[str, str], turns: int, every: int) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", PLAY, str(root), f"agent{n}", str(turns), str(every)], env=environ)
        for n in range(AGENTS)
    ]
    assert [process.wait(timeout=900) for process in running] == [0] * AGENTS


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_is_mixed(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    root.mkdir()
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "BACKSTORY_HOME": str(tmp_path / "data"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True, env=environ)
    write_scaffold(str(root / ".backstory"), "01JD8ZK3M7Q4T9W2R5X8Y1B6C0")
    make_private(resolve_project(str(root), environ))
    play(root, environ, TURNS, EVERY)

    memory = Memory.open(str(root), environ, channel=Channel("explicit"))
    memory.journal.sweep(os.path.join(memory.project.private, "spool"))
    assert sorted(session.id for session in list_sessions(memory)) == [f"agent{n}" for n in range(AGENTS)]
    decisions = [row.record for row in memory.fresh().rows(kinds=("decision",))]
    for name in (f"agent{n}" for n in range(AGENTS)):
        session = find_session(memory, name)
        assert session.turns == 2 * TURNS
        last = range(TURNS - MAX_PROMPTS + FIRST_PROMPTS, TURNS)
        numbers = [*range(FIRST_PROMPTS), *last]
        assert [prompt.text for prompt in session.prompts] == [f"{name} prompt {number}" for number in numbers]
        assert all(answer.text.startswith(f"{name} answer") for answer in session.answers)
        own = [record for record in decisions if record.origin.session == name]
        assert {record.title for record in own} == {f"{name} decides {n}" for n in range(0, TURNS, EVERY)}
        assert len(own) == TURNS // EVERY
        assert set(session.records) == {record.id for record in own}
        events = memory.journal.read(name)
        assert [event.data["prompt"] for event in events.events] == [str(number) for number in range(TURNS)]
        assert not events.bad
    assert len(decisions) == AGENTS * TURNS // EVERY
