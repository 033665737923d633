"""Processes that die in the middle of their work: what was acknowledged is there, what is there is whole."""

import json
import os
import random
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.e2e.conftest import World
from tests.sweeps import share

LANES = 4


class Told(NamedTuple):
    """What a process said before it died."""

    verb: str
    title: str
    code: int
    out: bytes
    err: bytes

    @property
    def acknowledged(self) -> str:
        """The id, when the whole answer was said."""
        try:
            value = json.loads(self.out)
        except ValueError:
            return ""
        return str(value.get("id") or value.get("snapshot_id"))


def span(world: World) -> float:
    """How long a command takes here and now, in seconds: the time over which deaths are spread."""
    start = time.monotonic()
    world.run("remember", "fact", "measured", "--json", fresh=True)
    world.run("remember", "fact", "measured again", "--json", fresh=True)
    return (time.monotonic() - start) / 2 * 1.2


def strike(world: World, number: int, dice: random.Random, wait: float, how: signal.Signals) -> Told:
    """Starts a writing command and ends it after `wait` seconds."""
    verb = dice.choices(("remember", "checkpoint", "snapshot", "tag"), (5, 3, 1, 1))[0]
    title = f"number {number}"
    body = "\n\n".join(f"{dice.getrandbits(400):x}" for _ in range(dice.choice((0, 1, 40, 400))))
    argv = {
        "remember": ["remember", dice.choice(("fact", "decision")), title, "--why", body or "because", "--json"],
        "checkpoint": [
            "checkpoint",
            title,
            "--state",
            body or "so",
            "--decisions",
            f"chosen {number}",
            "--next-steps",
            "more",
            "--json",
        ],
        "snapshot": ["snapshot", "--goal", title, "--json"],
        "tag": ["tag", "measured", f"t{number}", "--json"],
    }[verb]
    if verb == "tag":
        argv[1] = world.target  # type: ignore[attr-defined]
    process = world.start(*argv, start_new_session=True)
    time.sleep(wait)
    try:
        os.killpg(process.pid, how)
    except ProcessLookupError:
        pass
    out, err = process.communicate(timeout=60)
    return Told(verb, title, process.returncode, out, err)


def storm(world: World, count: int, how: signal.Signals, seed: int) -> list[Told]:
    longest = span(world)
    world.target = world.run("remember", "fact", "the one that is tagged", "--json").json["short"]  # type: ignore[attr-defined]

    def lane(number: int) -> list[Told]:
        dice = random.Random(seed * 1000 + number)
        told, reach = [], longest * (1 + LANES / 3)
        for at in range(number, count, LANES):
            wait = dice.uniform(0.02 if how == signal.SIGKILL else 0.06, 1) * reach
            told.append(strike(world, at, dice, wait, how))
            # a machine that is slower or faster than when it was measured: deaths stay on both sides of the answer
            reach *= 0.8 if told[-1].acknowledged else 1.15
        return told

    with ThreadPoolExecutor(LANES) as pool:
        return [told for found in pool.map(lane, range(LANES)) for told in found]


def whole(world: World, told: list[Told]) -> None:
    """All that was acknowledged is there, every file reads, and the next commands work."""
    ids = {item["id"] for item in world.run("list", "--limit", "100000", "--all", "--json").json["items"]}
    snapshots = {item["id"] for item in world.run("snapshots", "-n", "100000", "--json").json["items"]}
    for one in told:
        if one.acknowledged and one.verb != "tag":
            assert one.acknowledged in (snapshots if one.verb == "snapshot" else ids), one
    tags = set(world.run("show", world.target, "--json").json["tags"])  # type: ignore[attr-defined]
    for one in told:
        if one.acknowledged and one.verb == "tag":
            assert f"t{one.title.split()[1]}" in tags
    found = world.run("doctor", "--deep", "--json", ok=False).json
    assert not [c for c in found["checks"] if c["status"] == "fail"], found
    for path in world.record_files():
        assert path.read_bytes().startswith(b"---\nid: "), path
        assert path.stat().st_size > 150
    assert len(ids) == len(world.record_files())
    for one in ("handoff.json", "registry.json"):
        json.loads((world.root / ".backstory" / "local" / one).read_text())
    for path in world.data.rglob("memory/**/.tmp-*"):
        os.utime(path, (0, 0))  # the writer of a young one may be alive
    world.run("doctor", "--fix")
    assert not list(Path(world.data).rglob("memory/**/.tmp-*"))
    world.run("remember", "fact", "life goes on")
    world.run("brief")
    assert "life goes on" in world.titles()
    assert {item["id"] for item in world.run("list", "--limit", "100000", "--all", "--json").json["items"]} >= ids


@pytest.mark.slow
def test_kill_9_loses_nothing_that_was_acknowledged(shop: World) -> None:
    count = share(20, 200)
    told = storm(shop, count, signal.SIGKILL, seed=count)
    assert 0.1 * count < sum(bool(t.acknowledged) for t in told) < count, (
        "deaths have to come before and after the answer"
    )
    whole(shop, told)


@pytest.mark.slow
def test_ctrl_c_is_no_traceback_and_no_half_written_file(shop: World) -> None:
    count = share(14, 120)
    told = storm(shop, count, signal.SIGINT, seed=count)
    for one in told:
        early = b"backstory" not in one.err and one.code in (1, 130, -signal.SIGINT)  # Python itself was not up yet
        assert early or (one.code in (0, 130) and b"Traceback" not in one.err), one
    assert any(one.code == 130 and b"interrupted" in one.err for one in told)
    whole(shop, told)


def test_ctrl_c_while_a_brief_is_written_keeps_the_old_file(shop: World) -> None:
    out = shop.root / "brief.md"
    shop.run("brief", "-o", str(out))
    before = out.read_bytes()
    for number in range(8):
        process = shop.start("brief", "--budget", "4000", "-o", str(out), start_new_session=True)
        time.sleep(0.05 + number * 0.03)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode in (0, 1, 130, -signal.SIGINT)
        text = out.read_bytes()
        assert text == before or text.rstrip().endswith(b">"), text[-100:]
    assert not [p for p in shop.root.iterdir() if p.name.startswith(".tmp")]


def test_a_hook_that_is_killed_breaks_nothing(shop: World) -> None:
    shop.run("remember", "decision", "Use psycopg 3")
    dice = random.Random(5)
    for number in range(16):
        event = dice.choice(("session-start", "prompt", "post-tool", "stop"))
        payload = {
            "session_id": "s1",
            "cwd": str(shop.root),
            "prompt": "why psycopg",
            "tool_name": "Bash",
            "tool_use_id": f"t{number}",
        }
        process = shop.start("hook", "claude-code", event, stdin=subprocess.PIPE, start_new_session=True)
        assert process.stdin is not None
        process.stdin.write(json.dumps(payload).encode())
        process.stdin.close()
        process.stdin = None
        time.sleep(dice.uniform(0, 0.15))
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.communicate(timeout=30)
    assert "Use psycopg 3" in shop.injected(
        "session-start", {"session_id": "s2", "cwd": str(shop.root), "source": "startup"}
    )
    shop.hook("session-end", {"session_id": "s1", "cwd": str(shop.root)})
    shop.run("log", "--session", "s1")
