"""A project with an index, and the hook as a process of its own, started the way agents start it."""

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import apsw
import pytest

from backstory.index.build import Index
from backstory.model.record import Record
from testing.indexed_stores import World

SOURCE = Path(__file__).parents[1] / "src"
PROJECT = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
WORKER = """
import os, sys, time
def main(argv):
    data = sys.stdin.buffer.read()
    sys.stdout.write(os.environ.get("STUB_SAYS", ""))
    sys.stdout.flush()
    while "STUB_WAITS_FOR" in os.environ and not os.path.exists(os.environ["STUB_WAITS_FOR"]):
        time.sleep(0.01)
    with open(os.environ["STUB_OUT"] + ".part", "wb") as handle:
        handle.write(repr((argv, data, sys.path, os.getsid(0) == os.getpid(), sys.flags.isolated)).encode())
    os.rename(os.environ["STUB_OUT"] + ".part", os.environ["STUB_OUT"])
    if "STUB_FAILS" in os.environ:
        raise RuntimeError("on purpose")
def end_process():
    pass
"""


class Project(World):
    """`hook` runs the hook; where it starts the worker, a stub notes what it was given: see `after`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.private = self.home / "projects" / PROJECT
        self.stores = {
            scope: type(store)(str(place / "memory"), scope, self.gate)
            for (scope, store), place in zip(
                self.stores.items(), (self.root / ".backstory", self.private, self.home / "user"), strict=True
            )
        }
        self.path = str(self.private / "index.db")
        self.private.mkdir(parents=True)
        (self.root / ".backstory" / "local").mkdir(parents=True)
        self.config = self.root / ".backstory" / "config.toml"
        self.config.write_text(f'format = 1\nid = "{PROJECT}"\n')
        self.git("init", "-q", "-b", "main")
        package = folder / "site" / "backstory"
        (package / "worker").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "worker" / "__init__.py").write_text("")
        (package / "worker" / "process.py").write_text(WORKER)
        for room in ("agents", "base", "hook", "hot"):
            os.symlink(SOURCE / "backstory" / room, package / room)
        self.out = folder / "after"
        self.site = [str(folder / "site"), os.path.dirname(os.path.dirname(os.path.abspath(apsw.__file__)))]
        self.environ = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "BACKSTORY_HOME": str(self.home),
            "STUB_OUT": str(self.out),
        }  # fmt: skip

    def hook(
        self, event: str, payload: Any = None, *, agent: str = "claude-code", flags: tuple[str, ...] = (),
        python: tuple[str, ...] = (), **environ: str,
    ) -> str:  # fmt: skip
        """What the hook prints. It must exit with 0 and say nothing on standard error."""
        done = self.process(event, payload, agent=agent, flags=flags, python=python, **environ)
        assert done.returncode == 0
        assert python or not done.stderr
        return done.stdout

    def process(
        self, event: str, payload: Any = None, *, agent: str = "claude-code", flags: tuple[str, ...] = (),
        python: tuple[str, ...] = (), **environ: str,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        if payload is None or isinstance(payload, dict):
            base = {"session_id": "s1", "transcript_path": "/t/s1.jsonl", "cwd": str(self.root)}
            payload = json.dumps(base | (payload or {})).encode()
        code = f"import sys;sys.path[:0]={self.site!r};from backstory.hot.hook import main;main()"
        argv = [sys.executable, "-I", "-S", *python, "-c", code, agent, event, *flags]
        done = subprocess.run(
            argv, input=payload, capture_output=True, cwd=self.root, env=self.environ | environ, timeout=60
        )
        return subprocess.CompletedProcess(argv, done.returncode, done.stdout.decode(), done.stderr.decode())

    def prompt(self, text: str, **more: Any) -> str:
        """What is injected for a prompt."""
        out = self.hook("prompt", {"prompt": text} | more)
        if not out:
            return ""
        found = json.loads(out)["hookSpecificOutput"]
        assert found["hookEventName"] == "UserPromptSubmit"
        return str(found["additionalContext"])

    def after(self, *, wait: float = 60.0) -> Any:
        """What the worker got: (argv, stdin, sys.path, leads a session, is isolated); None if it did not run."""
        end = time.monotonic() + wait
        while time.monotonic() < end:
            if self.out.exists():
                text = self.out.read_text()
                self.out.unlink()
                return ast.literal_eval(text)
            time.sleep(0.01)
        return None

    def events(self, session: str = "s1") -> list[dict[str, Any]]:
        path = self.private / "spool" / f"{session}.jsonl"
        return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []

    def indexed(self) -> Index:
        """The index, in step with the files."""
        index = self.fresh()
        con = apsw.Connection(index.path)
        con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        con.close()
        return index

    def remember(self, title: str, body: str = "", **more: Any) -> Record:
        return self.add(title, body, **more)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
