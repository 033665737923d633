#!/usr/bin/env python3
"""Whether agents at work on one project at the same time lose or mix anything: `bench/at_once.py [--agents 8]`.

Each agent is a process that plays a session of Claude Code in one repository: a prompt, an edit, a test run that fails
and one that passes, an answer, and in every fifth answer a directive, all with words of its own. It calls the real
hooks for them, which start the real workers, and goes on when its turn was taken in. In the end every session has to
hold its own prompts, answers, commands, files and events, all of them and no others, and the memory every directive,
each from the session that gave it. It prints what is missing or mixed.
"""

import argparse
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src"))

from backstory.capture.digest import MAX_ANSWERS, MAX_PROMPTS
from backstory.hook.worker import site_paths
from backstory.model.session import Session
from backstory.redact.gate import Gate
from backstory.store.journal import Journal
from backstory.store.sessions import SessionStore

SOURCE = sys.path[0]
DIRECTIVE_EVERY = 5
WAIT = 120.0
"""Seconds that an agent waits for its turn to be taken in."""
EVENTS = {"session.start": 1, "session.end": 1}
"""Events of a whole session; the others come once a turn: `prompt`, `edit`, `command` twice, `reply`."""


class Project:
    """A repository with a memory, below one folder."""

    def __init__(self, folder: str) -> None:
        self.home, self.root = os.path.join(folder, "home"), os.path.join(folder, "shop")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "PYTHON", "CLAUDE", "GIT_"))}
        self.environ = clean | {
            "HOME": self.home, "PYTHONPATH": SOURCE, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }  # fmt: skip

    def build(self) -> None:
        os.makedirs(self.root)
        Path(self.root, "shop.py").write_text("value = 1\n")
        for args in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "Start the shop")):
            subprocess.run(["git", *args], cwd=self.root, env=self.environ, check=True)
        self.run("init", "--yes", "-q", "--no-agents")

    def run(self, *args: str) -> str:
        argv = [sys.executable, "-m", "backstory", *args]
        done = subprocess.run(argv, cwd=self.root, env=self.environ, check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout

    @property
    def private(self) -> str:
        (folder,) = Path(self.home, ".local/share/backstory/projects").iterdir()
        return str(folder)


class Agent:
    """One agent, which plays its session."""

    def __init__(self, project: Project, number: int) -> None:
        self.project = project
        self.name = f"agent{number}x"
        """A word that nothing of another agent holds."""
        self.session = f"{number:08x}-0000-4000-8000-000000000000"
        folder = os.path.join(project.home, ".claude", "projects", re.sub(r"[^A-Za-z0-9]", "-", project.root))
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, f"{self.session}.jsonl")
        self._rows = 0
        self._start = datetime.now(UTC) - timedelta(hours=6)
        paths = site_paths()
        code = f"import sys;sys.path[:0]={paths!r};from backstory.hook.process import main;main()"
        self._hook = [sys.executable, "-I", "-S", "-c", code, "claude-code"]

    def play(self, turns: int) -> None:
        self._call("session-start", source="startup")
        for turn in range(turns):
            prompt = self.prompt(turn)
            self._call("prompt", prompt=prompt)
            self._write("user", [{"type": "text", "text": prompt}])
            self._use(
                turn,
                0,
                "Edit",
                {"file_path": f"{self.project.root}/{self.name}_{turn % 7}.py"},
                "The file has been updated.",
            )
            for step, out in ((1, "1 failed, 2 passed in 0.10s"), (2, "3 passed in 0.10s")):
                self._use(turn, step, "Bash", {"command": f"pytest -q tests/{self.name}/test_{turn}.py"}, out)
            self._write("assistant", [{"type": "text", "text": self.answer(turn)}])
            self._call("stop")
            self._wait()
        self._call("session-end", reason="exit")

    def prompt(self, turn: int) -> str:
        return f"Turn {turn} of {self.name}: the {self.name} table has to open its rows by number {turn}"

    def answer(self, turn: int) -> str:
        text = f"The {self.name} table opens its rows by number {turn} now, and all tests of {self.name} pass."
        if turn % DIRECTIVE_EVERY:
            return text
        return f'{text}\n\n<backstory:remember kind="decision" why="asked for">{self.title(turn)}</backstory:remember>'

    def title(self, turn: int) -> str:
        return f"{self.name} keeps rule {turn} for its own rows"

    def _use(self, turn: int, step: int, tool: str, given: dict[str, str], out: str) -> None:
        ident = f"toolu_{self.name}_{turn}_{step}"
        self._write("assistant", [{"type": "tool_use", "id": ident, "name": tool, "input": given}])
        self._write("user", [{"type": "tool_result", "tool_use_id": ident, "content": out}])
        self._call("post-tool", tool_name=tool, tool_input=given, tool_use_id=ident)

    def _write(self, kind: str, content: list[dict[str, object]]) -> None:
        uuid = f"{self.session[:24]}{self._rows:012x}"
        parent = f"{self.session[:24]}{self._rows - 1:012x}" if self._rows else None
        stamp = (self._start + timedelta(seconds=self._rows)).isoformat(timespec="milliseconds")
        row = {
            "parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": self.project.root,
            "sessionId": self.session, "version": "2.1.197", "gitBranch": "main", "type": kind, "uuid": uuid,
            "timestamp": stamp.replace("+00:00", "Z"),
            "message": {"role": kind, "content": content} | ({"id": f"msg_{uuid}"} if kind == "assistant" else {}),
        }  # fmt: skip
        self._rows += 1
        with open(self.path, "a", encoding="utf-8") as handle:
            handle.write(json.dumps(row, separators=(",", ":")) + "\n")

    def _call(self, event: str, **more: object) -> None:
        body = {"session_id": self.session, "transcript_path": self.path, "cwd": self.project.root} | more
        subprocess.run(
            [*self._hook, event], input=json.dumps(body).encode(), env=self.project.environ, cwd=self.project.root,
            stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip

    def _wait(self) -> None:
        """Waits until the transcript was taken in up to its end."""
        size, end = os.path.getsize(self.path), time.monotonic() + WAIT
        store = SessionStore(os.path.join(self.project.private, "sessions"), Gate())
        while time.monotonic() < end:
            session = store.get("claude-code", self.session)
            if session is not None and session.position == size:
                return
            time.sleep(0.05)
        raise TimeoutError(f"`{self.session}` was not taken in within {WAIT:.0f} s")


def find_faults(project: Project, agents: list[Agent], turns: int) -> list[str]:
    """What is missing or mixed, in words."""
    faults: list[str] = []
    store = SessionStore(os.path.join(project.private, "sessions"), Gate())
    journal = Journal(os.path.join(project.private, "journal"), Gate())
    for agent in agents:
        session = store.get("claude-code", agent.session)
        if session is None:
            faults.append(f"{agent.name}: no session")
            continue
        faults += [f"{agent.name}: {fault}" for fault in _compare_session(session, agent, turns)]
        kinds = [event.kind for event in journal.read(agent.session).events]
        wanted = EVENTS | {"prompt": turns, "edit": turns, "command": 2 * turns, "reply": turns}
        faults += [
            f"{agent.name}: {kinds.count(kind)} events `{kind}` of {n}"
            for kind, n in wanted.items()
            if kinds.count(kind) != n
        ]
    return [*faults, *_compare_records(project, agents, turns)]


def _compare_session(session: Session, agent: Agent, turns: int) -> list[str]:
    faults = []
    for what, kept, most, said in (
        ("prompts", session.prompts, MAX_PROMPTS, agent.prompt),
        ("answers", session.answers, MAX_ANSWERS, agent.answer),
    ):
        texts = [one.text for one in kept]
        if len(texts) != min(turns, most) or not set(texts) <= {said(turn) for turn in range(turns)}:
            faults.append(f"{len(texts)} {what}, {sum(agent.name not in text for text in texts)} of others")
    if session.turns != 8 * turns:
        faults.append(f"{session.turns} turns of {8 * turns}")
    others = [one.command for one in session.commands if f"tests/{agent.name}/" not in one.command]
    others += [path for path in session.edited if not path.startswith(agent.name)]
    return faults + [f"`{one}` of another" for one in others]


def _compare_records(project: Project, agents: list[Agent], turns: int) -> list[str]:
    listed: dict[str, Any] = json.loads(project.run("list", "--kind", "decision", "--limit", "9999", "--json"))
    sessions = {one["title"]: one["origin"].get("session", "") for one in listed["items"]}
    wanted = {agent.title(turn): agent for agent in agents for turn in range(0, turns, DIRECTIVE_EVERY)}
    faults = [f"{agent.name}: no record `{title}`" for title, agent in wanted.items() if title not in sessions]
    return faults + [
        f"`{title}` is from session `{sessions[title]}`"
        for title, agent in wanted.items()
        if title in sessions and sessions[title] != agent.session
    ]


def work(folder: str, count: int, turns: int) -> list[str]:
    """Plays the sessions at the same time, and returns the faults."""
    project = Project(folder)
    project.build()
    agents = [Agent(project, number) for number in range(count)]
    started = [multiprocessing.Process(target=agent.play, args=(turns,)) for agent in agents]
    for one in started:
        one.start()
    for one in started:
        one.join()
    faults = [
        f"{agent.name}: it ended with {one.exitcode}"
        for agent, one in zip(agents, started, strict=True)
        if one.exitcode
    ]
    _wait_for_spool(project)
    return [*faults, *find_faults(project, agents, turns)]


def _wait_for_spool(project: Project) -> None:
    """Waits until the last workers have taken in what the hooks noted."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end and list(Path(project.private, "spool").glob("*.jsonl")):
        time.sleep(0.1)
    time.sleep(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--turns", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a worker may still write
        started = time.monotonic()
        faults = work(folder, given.agents, given.turns)
        seconds = time.monotonic() - started
    print("\n".join(faults) if faults else "nothing lost, nothing mixed")
    print(f"{given.agents} agents, {given.turns} turns each, {seconds:.0f} s")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
