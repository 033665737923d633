"""Hooks and their slow halves die at any moment: what a hook noted is in the journal once, and every file reads."""

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.e2e.conftest import World
from tests.sweeps import share

from backstory.redact.gate import Gate
from backstory.store.journal import Journal
from backstory.worker import process as after

EVENTS = ("post-tool", "post-tool", "post-tool", "prompt", "stop", "session-end", "session-start")


def storm(world: World, count: int, seed: int = 5) -> tuple[set[str], int]:
    """Starts hooks and slow halves, kills some; (marks of the hooks that ended by themselves, how many were killed)."""
    pick = random.Random(seed)
    kept: set[str] = set()
    killed = 0
    running: list[tuple[subprocess.Popen[bytes], str, float]] = []
    number = 0
    while killed < count or running:
        while killed < count and len(running) < 4:
            number += 1
            event, mark = pick.choice(EVENTS), f"use-{number}"
            payload = {
                "session_id": f"s{number % 3}", "cwd": str(world.root), "prompt": f"about pool {number}",
                "tool_name": "Edit", "tool_use_id": mark, "tool_input": {"file_path": f"src/{number}.py"},
            }  # fmt: skip
            argv = world.command("hook", "claude-code", event)
            if number % 4 == 0:
                mark = ""
                argv = [argv[0], "-m", after.__name__, "claude-code", pick.choice(("stop", "session-end"))]
            process = subprocess.Popen(
                argv, cwd=world.root, env=world.environ, start_new_session=True, stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
            assert process.stdin is not None
            process.stdin.write(json.dumps(payload).encode())
            process.stdin.close()
            running.append((process, mark, time.monotonic() + pick.random() * 0.5))
        for entry in list(running):
            process, mark, end = entry
            if process.poll() is None:
                if time.monotonic() < end:
                    continue
                os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
            running.remove(entry)
            killed += code == -signal.SIGKILL
            assert code in (0, -signal.SIGKILL)
            assert process.stderr is not None
            assert process.stderr.read() == b""
            process.stderr.close()
            if code == 0 and mark:
                kept.add(mark)
        time.sleep(0.002)
    return kept, killed


def read_uses(world: World) -> list[str]:
    """What the journal has of the notes, after everything that waits was swept in."""
    journal = Journal(str(world.private / "journal"), Gate())
    journal.sweep(str(world.private / "spool"))
    found: list[str] = []
    for session in journal.sessions():
        read = journal.read(session)
        assert read.bad == 0, read.lines
        found += [str(e.data["use"]) for e in read.events if e.data.get("use")]
    return found


def verify(world: World, kept: set[str]) -> None:
    """Every note is in the journal once; nothing waits, nothing is torn, every record reads."""
    world.run("status")
    found: list[str] = []
    waiting: list[Path] = []
    for _ in range(600):  # a worker that is still at work has taken some along; the limit guards against a hang
        found = read_uses(world)
        waiting = [p for p in (world.private / "spool").iterdir() if ".jsonl" in p.name]
        if kept <= set(found) and not waiting:
            break
        time.sleep(0.05)
    assert kept - set(found) == set()
    assert len(found) == len(set(found))
    assert not waiting
    checks = world.run("doctor", "--deep", "--json", ok=False).json["checks"]
    assert [c for c in checks if c["status"] == "fail"] == []


def test_kills_of_hooks_lose_nothing(shop: World) -> None:
    shop.run("remember", "decision", "the pool is bounded", "--why", "too many connections")
    kept, killed = storm(shop, 15)
    verify(shop, kept)
    assert killed >= 15


@pytest.mark.slow
def test_many_kills_of_hooks_lose_nothing(shop: World, tmp_path: Path) -> None:
    shop.run("remember", "decision", "the pool is bounded", "--why", "too many connections")
    kept, killed = storm(shop, share(60, 600), seed=9)
    print(f"{killed} killed, {len(kept)} acknowledged")
    verify(shop, kept)
