"""The prepared briefs of every agent whose hooks are installed, by whole commands."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from backstory.api import Memory
from backstory.base.discovery import find_project
from backstory.base.fingerprint import briefs_folder, state_fingerprint
from backstory.deliver import surfaces
from backstory.edits.hooks import find_ours as our_entries
from backstory.store.lock import Lock


class Shop:
    """A repository, with the person's home and data home beside it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        self.data = folder / "data"
        self.environ = {"HOME": str(folder), "BACKSTORY_HOME": str(self.data), "PATH": os.environ["PATH"]}
        self.environ["BACKSTORY_DELIVER_BACKGROUND"] = "false"
        self.root.mkdir()
        for args in (("init", "-q", "-b", "main"), ("commit", "-q", "--allow-empty", "-m", "start")):
            subprocess.run(["git", "-c", "user.name=Ada", "-c", "user.email=a@b.c", *args], cwd=self.root, check=True)

    def run(self, *args: str, **payload: object) -> str:
        return self.process(*args, **payload).stdout

    def process(self, *args: str, **payload: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "backstory", *args]
        data = json.dumps({"cwd": str(self.root), "session_id": "s"} | payload)
        return subprocess.run(
            command, cwd=self.root, env=self.environ, input=data, capture_output=True, text=True, check=True
        )

    def briefs(self) -> dict[str, Any]:
        """The prepared briefs, by agent."""
        place = find_project(str(self.root), home=str(self.root.parent))
        assert place is not None
        folder = Path(briefs_folder(str(self.data / "projects" / place.id), place.root))
        return {path.stem: json.loads(path.read_bytes()) for path in folder.glob("*.json")}

    def stamp(self) -> str:
        place = find_project(str(self.root), home=str(self.root.parent))
        assert place is not None
        return state_fingerprint(place, str(self.data))


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def test_every_agent_with_hooks_finds_its_brief_ready(shop: Shop) -> None:
    shop.run("init", "--yes", "--agents", "claude-code,codex,agents-md")
    for title in ("Use psycopg 3", "Deploy on Tuesdays"):
        shop.run("remember", "decision", title)
        briefs = shop.briefs()
        assert set(briefs) == {"claude-code", "codex"}, "AGENTS.md alone has no session start"
        for agent, brief in briefs.items():
            assert brief["stamp"] == shop.stamp(), f"the next start of {agent} takes the slow path"
            assert title in brief["text"] and brief["ids"]
    assert briefs["claude-code"]["text"] != briefs["codex"]["text"], "each in the form that the agent reads best"


def test_an_agent_without_hooks_gets_no_brief_prepared(shop: Shop) -> None:
    shop.run("init", "--yes", "--no-hooks", "--agents", "claude-code,codex")
    shop.run("remember", "decision", "Use psycopg 3")
    assert shop.briefs() == {}


def test_a_refresh_that_began_before_a_switch_tells_of_the_branch_that_is_checked_out(shop: Shop) -> None:
    """The worker of a session that ends reads HEAD, the person switches, and the worker writes the brief."""
    shop.run("init", "--yes", "--agents", "claude-code")
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=a@b.c"]
    for words in (["switch", "-qc", "rates"], ["commit", "-q", "--allow-empty", "-m", "rates"]):
        subprocess.run([*git, *words], cwd=shop.root, check=True)
    shop.run("remember", "decision", "Cache the rates")
    subprocess.run([*git, "switch", "-q", "main"], cwd=shop.root, check=True)
    memory = Memory.open(str(shop.root), shop.environ)
    assert memory.head[1] == "main"
    assert surfaces.refresh_surfaces(memory) == [] and "Cache the rates" not in shop.briefs()["claude-code"]["text"]
    subprocess.run([*git, "switch", "-q", "rates"], cwd=shop.root, check=True)
    assert surfaces.refresh_surfaces(memory) == []
    brief = shop.briefs()["claude-code"]
    assert brief["stamp"] == shop.stamp() and "Cache the rates" in brief["text"]


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_worker_and_the_hook_process_give_the_same_reply(shop: Shop, agent: str) -> None:
    shop.run("init", "--yes", "--no-hooks", "--agents", "claude-code")
    shop.run("remember", "decision", "Use psycopg 3")
    composed = shop.run("hook", agent, "session-start", source="compact")
    assert "Use psycopg 3" in json.loads(composed)["hookSpecificOutput"]["additionalContext"]
    assert set(shop.briefs()) == {agent}, "the worker prepares it for the next start"
    assert shop.run("hook", agent, "session-start", source="compact") == composed.rstrip("\n") + "\n"


def test_the_hook_process_gives_a_resumed_session_what_is_new(shop: Shop) -> None:
    shop.run("init", "--yes", "--agents", "claude-code")
    shop.run("remember", "decision", "Use psycopg 3")
    assert "Use psycopg 3" in shop.run("hook", "claude-code", "session-start", source="startup")
    assert shop.run("hook", "claude-code", "session-start", source="resume") == ""
    shop.run("remember", "decision", "Deploy on Tuesdays")
    resumed = shop.run("hook", "claude-code", "session-start", source="resume")
    assert "Deploy on Tuesdays" in resumed and "Use psycopg 3" not in resumed and "systemMessage" not in resumed
    assert shop.run("hook", "claude-code", "session-start", source="resume") == ""


def test_the_hooks_of_codex_are_personal_and_say_that_they_need_trust(shop: Shop) -> None:
    said = shop.process("init", "--yes", "--agents", "codex").stderr
    assert ".codex/hooks.json (codex; yours, kept out of git)" in said and "review them with `/hooks`" in said
    entries = our_entries((shop.root / ".codex/hooks.json").read_bytes(), marks=("backstory.hot.hook",))
    assert set(entries) == {
        "SessionStart", "UserPromptSubmit", "PostToolUse", "SubagentStart", "SubagentStop", "PreCompact", "Stop",
        "SessionEnd",
    }  # fmt: skip
    status = subprocess.run(["git", "status", "--porcelain"], cwd=shop.root, capture_output=True, text=True, check=True)
    assert status.stdout == ""
    assert "review" not in shop.process("init", "--yes", "--agents", "codex").stderr, "nothing new, nothing to say"
    shop.run("uninstall", "--yes")
    assert not (shop.root / ".codex").exists() and not (shop.root / "AGENTS.md").exists()


def test_a_change_during_a_refresh_is_never_left_out(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round a command of another process comes too late for it: the refresh goes on until none does."""
    shop.run("init", "--yes", "--agents", "claude-code")
    refresh_once, number = surfaces._refresh_once, iter(range(6))

    def refresh_meanwhile_changed(memory: Memory, agents: Sequence[str]) -> list[str]:
        problems = refresh_once(memory, agents)
        if (turn := next(number, None)) is not None:
            shop.run("remember", "decision", f"Decision number {turn}")
        return problems

    monkeypatch.setattr(surfaces, "_refresh_once", refresh_meanwhile_changed)
    memory = Memory.open(str(shop.root), shop.environ)
    assert surfaces.refresh_surfaces(memory) == []
    assert all(f"Decision number {turn}" in shop.briefs()["claude-code"]["text"] for turn in range(6))
    assert not (Path(memory.project.private) / "locks" / "surfaces.waiting").exists()


def test_who_finds_a_refresh_under_way_has_left_its_mark_already(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the other process ends between the try and the mark, and nobody writes what has changed."""
    shop.run("init", "--yes", "--agents", "claude-code")
    memory = Memory.open(str(shop.root), shop.environ)
    locks = Path(memory.project.private) / "locks"
    marked: list[bool] = []

    class Watched(Lock):
        def __enter__(self) -> Self:
            marked.append((locks / "surfaces.waiting").exists())
            return super().__enter__()

    monkeypatch.setattr(surfaces, "Lock", Watched)
    with Lock(str(locks / "surfaces.lock")):
        assert surfaces.refresh_surfaces(memory) == []
    assert marked == [True]
    assert surfaces.refresh_surfaces(memory) == []
    assert not (locks / "surfaces.waiting").exists()


def test_git_is_asked_once_for_all_briefs(shop: Shop, tmp_path: Path) -> None:
    shop.run("init", "--yes")
    log, program = tmp_path / "asked", tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    shop.environ["PATH"] = f"{program.parent}{os.pathsep}{shop.environ['PATH']}"
    shop.run("remember", "The queue keeps its order")
    asked = log.read_text().splitlines()
    assert "claude-code" in shop.briefs()
    assert sum(" status " in line for line in asked) == 1


def test_a_renamed_file_brings_the_records_of_its_former_name(shop: Shop) -> None:
    git = ("git", "-c", "user.name=Ada", "-c", "user.email=a@b.c")
    (shop.root / "pool.py").write_text("class Pool:\n    size = 1\n\n\nclass Queue:\n    size = 2\n")
    subprocess.run([*git, "add", "pool.py"], cwd=shop.root, check=True)
    subprocess.run([*git, "commit", "-qm", "pool"], cwd=shop.root, check=True)
    shop.run("init", "--yes", "--agents", "claude-code")
    shop.run("remember", "decision", "One pool for each tenant", "--at", "pool.py#Pool")
    subprocess.run([*git, "mv", "pool.py", "pools.py"], cwd=shop.root, check=True)
    subprocess.run([*git, "commit", "-qm", "rename"], cwd=shop.root, check=True)
    shop.run("remember", "fact", "Tenants are sorted by name")
    for path, wanted in (("pools.py", True), ("pool.py", True), ("queue.py", False)):
        read = {"tool_name": "Read", "tool_input": {"file_path": str(shop.root / path)}, "session_id": path}
        told = shop.run("hook", "claude-code", "pre-tool", **read)
        assert ("pool.py#Pool (now pools.py#Pool)" in told) is wanted, path
