"""Many processes at once: every one ends well, and nothing that was acknowledged is missing."""

import json
import os
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.e2e.conftest import Ran, World, eventually
from tests.sweeps import share

from backstory.store.lock import Lock


def at_once(world: World, lines: list[list[str]], *, wide: int) -> list[Ran]:
    """Runs command lines, `wide` processes at a time."""
    with ThreadPoolExecutor(wide) as pool:
        return list(pool.map(lambda argv: world.run(*argv, timeout=300), lines))


@pytest.mark.slow
def test_many_remember_and_none_is_lost(shop: World) -> None:
    count = share(60, 400)
    said = [f"the number {i} stands for {i * 7919}" for i in range(count)]
    done = at_once(
        shop, [["remember", "fact", text, "--tag", f"t{i % 5}", "--json"] for i, text in enumerate(said)], wide=40
    )
    ids = {ran.json["id"] for ran in done}
    assert len(ids) == count
    assert all(ran.json["new"] for ran in done)
    assert shop.titles() == sorted(said)
    assert len(shop.record_files()) == count
    for i in range(0, count, max(1, count // 20)):
        assert said[i] in [
            item["title"] for item in shop.run("recall", f"number {i} {i * 7919}", "--json").json["items"]
        ]
    deep = shop.run("doctor", "--deep", "--json").json
    assert deep["ok"], [c for c in deep["checks"] if c["status"] == "fail"]
    digest = shop.run("index", "rebuild", "--json").json
    assert digest["records"] == count
    handoff = shop.root / ".backstory" / "local" / "handoff.json"
    eventually(lambda: json.loads(handoff.read_text()))


def test_mixed_writers_of_the_same_records(shop: World) -> None:
    first = shop.run("remember", "fact", "the one that all touch", "--json").json["short"]
    lines = [["tag", first, f"tag{i}"] for i in range(12)] + [["checkpoint", f"step {i}"] for i in range(4)]
    lines += [
        ["snapshot"],
        ["snapshot"],
        ["pin", first],
        ["index", "rebuild"],
        ["brief"],
        ["remember", "fact", "another"],
        ["status"],
        ["doctor"],
    ]
    at_once(shop, lines, wide=12)
    record = shop.run("show", first, "--json").json
    assert set(record["tags"]) == {f"tag{i}" for i in range(12)}
    assert record["tier"] == "pinned"
    assert len(shop.titles("checkpoint")) == 4
    assert shop.run("snapshots", "--json").json["total"] == 3


def test_two_inits_at_once_make_one_project(world: World) -> None:
    world.repository()
    (world.root / "AGENTS.md").write_text("mine\n")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: world.run("init", "--yes", "--agents", "all"), range(4)))
    assert len(list((world.data / "projects").iterdir())) == 1
    assert world.run("status", "--json").json["id"] == world.private.name
    settings = json.loads((world.root / ".claude" / "settings.local.json").read_text())
    assert all(len(groups) == 1 for groups in settings["hooks"].values())
    world.run("uninstall", "--yes")
    assert (world.root / "AGENTS.md").read_text() == "mine\n"
    assert world.git("status", "--porcelain") == "?? AGENTS.md"


def test_uninstall_waits_for_a_refresh_under_way(world: World) -> None:
    world.repository()
    world.run("init", "--yes", "--agents", "all")
    lock = world.private / "locks" / "surfaces.lock"
    lock.parent.mkdir(exist_ok=True)
    with Lock(str(lock)):
        leaving = world.start("uninstall", "--yes")
        with pytest.raises(subprocess.TimeoutExpired):
            leaving.communicate(timeout=1.5)
        assert (world.root / "AGENTS.md").exists()
    out, err = leaving.communicate(timeout=60)
    assert leaving.returncode == 0, (out, err)
    assert world.git("status", "--porcelain") == ""


@pytest.mark.slow
def test_what_is_uninstalled_stays_away(world: World) -> None:
    """Whatever is being written when somebody leaves, nothing of ours comes back afterwards."""
    world.repository()
    before = sorted(p.name for p in world.root.iterdir())
    for _ in range(4):
        world.run("init", "--yes", "--agents", "all")
        busy = [world.start("remember", "fact", f"number {n}") for n in range(3)]
        time.sleep(0.25)
        world.run("uninstall", "--yes")
        for process in busy:
            process.communicate(timeout=60)
        assert sorted(p.name for p in world.root.iterdir()) == before
        assert world.git("status", "--porcelain") == ""


def test_remember_while_the_index_is_rebuilt(shop: World) -> None:
    for i in range(3):
        shop.run("remember", "fact", f"before {i}")
    rebuilding = [shop.start("index", "rebuild") for _ in range(3)]
    writing = [shop.start("remember", "fact", f"meanwhile {i}") for i in range(6)]
    for process in (*rebuilding, *writing):
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, (out, err)
    assert shop.titles() == sorted([f"before {i}" for i in range(3)] + [f"meanwhile {i}" for i in range(6)])


@pytest.mark.slow
def test_remember_while_another_process_holds_the_index(shop: World) -> None:
    shop.run("remember", "fact", "an older matter")
    path = shop.private / "index.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        shop.run("remember", "fact", "said while it was held")
        assert set(shop.titles()) == {"an older matter", "said while it was held"}
        assert shop.run("recall", "held", "--json").json["items"]
        shop.run("checkpoint", "held up", "--decisions", "go on all the same")
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    wanted = ["an older matter", "go on all the same", "held up", "said while it was held"]
    assert shop.titles() == wanted
    assert shop.run("doctor", "--json").json["ok"]


@pytest.mark.parametrize("damage", ["random", "zeros", "empty", "text", "folder", "cut", "gone", "unreadable"])
def test_a_damaged_index_heals_itself(shop: World, damage: str) -> None:
    shop.run("remember", "fact", "an older matter", "--tag", "old")
    path = shop.private / "index.db"
    for tail in ("-wal", "-shm"):
        Path(f"{path}{tail}").unlink(missing_ok=True)
    size = path.stat().st_size
    if damage == "random":
        with path.open("r+b") as handle:
            handle.seek(100)
            handle.write(os.urandom(size - 100))
    elif damage == "zeros":
        path.write_bytes(bytes(size))
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "text":
        path.write_text("no database at all\n" * 1000)
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[: size // 2])
    elif damage == "unreadable":
        path.chmod(0)
    else:
        path.unlink()
        if damage == "folder":
            path.mkdir()
    shop.run("remember", "fact", "said on top of it")
    assert set(shop.titles()) == {"an older matter", "said on top of it"}
    assert {i["title"] for i in shop.run("recall", "older matter on top", "--json").json["items"]} == {
        "an older matter",
        "said on top of it",
    }
    assert shop.run("tags").out.split() == ["1", "old"]
    shop.run("brief")


def test_a_lock_of_a_dead_process_is_no_lock(shop: World) -> None:
    """Locks end with the process that holds them: nothing waits for a file that was left behind."""
    shop.run("remember", "fact", "one")
    locks = [p for p in shop.data.rglob("*lock*") if p.is_file()] + [
        p for p in (shop.root / ".backstory").rglob("*lock*") if p.is_file()
    ]
    for path in locks:
        path.write_text("12345\n")
    shop.run("remember", "fact", "two")
    shop.run("tag", shop.run("list", "--json").json["items"][0]["short"], "x")


def test_hooks_of_two_sessions_at_once(shop: World) -> None:
    shop.run("remember", "decision", "Use psycopg 3", "--why", "typing")
    where = str(shop.root)
    payloads = [
        ("prompt", {"session_id": f"s{n % 2}", "cwd": where, "prompt": f"why psycopg, question {n}"}) for n in range(10)
    ]
    payloads += [
        ("post-tool", {"session_id": f"s{n % 2}", "cwd": where, "tool_name": "Bash", "tool_use_id": f"t{n}"})
        for n in range(20)
    ]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda p: shop.hook(*p), payloads))
    for n in range(2):
        shop.hook("session-end", {"session_id": f"s{n}", "cwd": str(shop.root)})
    for n in range(2):
        found = eventually(lambda n=n: _commands(shop, f"s{n}"))  # type: ignore[misc]
        assert found == 10


def _commands(world: World, session: str) -> int:
    items = world.run("log", "--session", session, "-n", "100", "--json").json["items"]
    ended = any(item["kind"] == "session.end" for item in items)
    return sum(item["kind"] == "command" for item in items) if ended else 0


def test_a_suspended_writer_does_not_stop_others(shop: World) -> None:
    """A process that is stopped in the middle of its work holds up nobody for long."""
    import signal

    shop.run("remember", "fact", "one")
    stopped = shop.start("index", "rebuild")
    time.sleep(0.12)
    stopped.send_signal(signal.SIGSTOP)
    try:
        shop.run("remember", "fact", "two")
        assert set(shop.titles()) == {"one", "two"}
    finally:
        stopped.send_signal(signal.SIGCONT)
        assert stopped.wait(60) == 0
        assert isinstance(stopped, subprocess.Popen)
