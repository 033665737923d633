"""A machine with projects, for the twenty acceptance tests: the command line in this process, agents by their hooks."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from testing.prefork import Prefork, can_fork
from tests.acceptance.week.play import list_shared_variables
from tests.cli.conftest import Run, git, home, machine, project, repo, run, tmp_path

from backstory.api import Channel, Memory

__all__ = ["home", "machine", "project", "repo", "run", "tmp_path"]


class World:
    """One person's machine. Commands run where `at` says; `data` is the data home."""

    def __init__(self, base: Path, run: Run, patch: pytest.MonkeyPatch) -> None:
        self.base = base
        self.run = run
        self.patch = patch
        self.turn = 0

    @property
    def data(self) -> Path:
        return Path(os.environ["BACKSTORY_HOME"])

    def machine(self, name: str) -> None:
        """Goes over to another machine: a data home of its own."""
        self.patch.setenv("BACKSTORY_HOME", str(self.base / f"data-{name}"))

    def at(self, root: Path) -> None:
        self.patch.chdir(root)

    def new(self, name: str) -> Path:
        """Another project on this machine; commands run in it from now on."""
        root = self.base / name
        root.mkdir()
        (root / "README.md").write_text(f"# {name}\n")
        git(root, "init", "-q", "-b", "main")
        git(root, "config", "user.name", "Ada")
        git(root, "config", "user.email", "ada@example.org")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "start")
        self.at(root)
        self.run("init", "--yes", "--no-agents")
        return root

    def memory(self, how: str = "explicit", agent: str = "", **more: Any) -> Memory:
        return Memory.open(os.getcwd(), dict(os.environ), channel=Channel(how, agent, "s1" if agent else ""), **more)

    def remember(self, text: str, *more: str, kind: str = "decision") -> str:
        """A record by the command line; its id."""
        return str(self.run("remember", kind, text, *more, "--json").json["id"])

    def said(self, *texts: str, session: str = "s1") -> Path:
        """An agent ends a turn in which it said these texts: the real slow half of its hook takes them in.

        A turn begins with a prompt: the worker waits for one that is not in the transcript yet.
        """
        from backstory.worker.process import run as after

        self.turn += 1
        path = self.base / f"{session}.jsonl"
        replies = [[{"type": "text", "text": text}] for text in texts]
        messages = [{"role": "user", "content": "Go on."}] + [{"role": "assistant", "content": one} for one in replies]
        with path.open("a") as out:
            for number, message in enumerate(messages):
                row = {
                    "type": message["role"], "uuid": f"u{self.turn}-{number}", "sessionId": session, "cwd": os.getcwd(),
                    "timestamp": "2026-11-20T10:00:00.000Z", "message": {"id": f"m{self.turn}-{number}", **message},
                }  # fmt: skip
                out.write(json.dumps(row) + "\n")
        payload = {"session_id": session, "transcript_path": str(path), "cwd": os.getcwd()}
        after("claude-code", "stop", payload, dict(os.environ))
        return path

    def prompt(self, text: str, session: str = "p1") -> str:
        """What an agent's hook puts into the context for a prompt."""
        from backstory.worker.process import run as after

        self.turn += 1
        payload = {"session_id": f"{session}-{self.turn}", "cwd": os.getcwd(), "prompt": text}
        return after("claude-code", "prompt", payload, dict(os.environ)).decode()

    def start(self) -> str:
        """What an agent is told when a session starts."""
        from backstory.worker.process import run as after

        self.turn += 1
        payload = {"session_id": f"n-{self.turn}", "cwd": os.getcwd()}
        return after("claude-code", "session-start", payload, dict(os.environ)).decode()

    def titles(self, *argv: str) -> list[str]:
        return [i["title"] for i in self.run("list", *argv, "--limit", "1000", "--json").json["items"]]

    def recalled(self, text: str, *argv: str) -> list[str]:
        return [i["title"] for i in self.run("recall", text, *argv, "--json").json["items"]]

    def told(self, *argv: str) -> str:
        """The brief as text, large enough for everything."""
        return self.run("brief", "--budget", "6000", *argv).out

    def seen(self, words: str) -> list[str]:
        """Every way in which some words are brought up: list, recall, brief, hooks, what agents' files hold."""
        found = []
        for name, text in (
            ("list", self.run("list", "--limit", "1000").out),
            ("recall", self.run("recall", words).out),
            ("brief", self.told()),
            ("session-start", self.start()),
            ("prompt", self.prompt(f"What do we know about: {words}?")),
            *((str(p), p.read_text()) for p in Path.cwd().glob(".backstory/local/**/*") if p.is_file()),
        ):
            if words.casefold() in text.casefold():
                found.append(name)
        return found

    def on_disk(self, words: str, *folders: Path) -> list[str]:
        """Files that hold some words, compressed ones looked into; git's own are passed over."""
        import gzip

        needle = words.encode()
        found = []
        for folder in folders:
            for path in folder.rglob("*"):
                if path.is_file() and ".git" not in path.relative_to(folder).parts:
                    data = path.read_bytes()
                    if needle in data or (data[:2] == b"\x1f\x8b" and needle in gzip.decompress(data)):
                        found.append(str(path))
        return found

    def jobs(self) -> None:
        """Everything that runs by itself, and everything that derives."""
        self.run("index", "rebuild")
        self.run("snapshot", "--goal", "carry on")
        self.said("Nothing to remember here.", session="jobs")
        self.start()
        self.run("doctor", "--fix", "--deep", ok=False)


@pytest.fixture
def world(tmp_path: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(tmp_path, run, monkeypatch)


@pytest.fixture
def shop(world: World) -> World:
    """A machine with one project, in which commands run."""
    world.new("shop")
    return world


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Path]:
    """The program that people and agents call: forked from a process that has loaded it, where that is possible."""
    if not can_fork():
        yield Path(sys.executable).parent / "backstory"
        return
    forking = Prefork(list_shared_variables())
    yield forking.install(tmp_path / "program")
    forking.end()


Probe = Callable[[str], Sequence[str]]
