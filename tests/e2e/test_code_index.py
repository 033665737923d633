"""The code index as the command line uses it: killed, damaged, locked, read-only, over odd trees; right and quick."""

import os
import random
import re
import signal
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import World, sealed_off, strace
from tests.sweeps import share

GOAL = "retry the webhook delivery with backoff"


def answer(world: World, cwd: Path | None = None, **how: Any) -> tuple[list[str], list[str]]:
    """What `files` and `map` say: paths in order, paths of the map."""
    files = world.run("files", "--for", GOAL, "--limit", "20", "--json", cwd=cwd, **how).json
    shown = world.run("map", "--json", cwd=cwd, **how).json
    return [i["path"] for i in files["items"]], [f["path"] for f in shown["files"]]


def bytes_read(log: Path, name: str) -> int:
    """How much of the files of a name was read, by a log of `strace -y`."""
    found = re.findall(rf"(?m)<[^>\n]*/{re.escape(name)}>, .* = (\d+)$", log.read_text(errors="replace"))
    return sum(map(int, found))


def code_db(world: World) -> Path:
    return world.private / "code.db"


def forget(world: World) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{code_db(world)}{end}").unlink(missing_ok=True)


def fill(root: Path, count: int) -> None:
    for i in range(count):
        path = root / f"m{i % 10}" / f"part{i}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"def step_{i}_{n}(value):\n    return value + {n}\n\n\n" for n in range(20)))
    (root / "webhooks.py").write_text("class Webhook:\n    def deliver(self, backoff):\n        '''Retry.'''\n")


@pytest.mark.slow
def test_killed_at_any_moment_the_next_run_is_right(shop: World) -> None:
    fill(shop.root, 300)
    shop.commit("files")
    forget(shop)
    began = time.monotonic()
    right = answer(shop, fresh=True)
    took = (time.monotonic() - began) / 2
    assert right[0][0] == "webhooks.py"
    chance = random.Random(4)
    for turn in range(share(8, 40)):
        if turn % 2:
            forget(shop)
        else:
            shop.git("checkout", "-q", ".")
            for path in shop.root.glob(f"m{turn % 10}/*.py"):
                path.write_text(path.read_text().replace("value", f"value{turn}"))
        process = shop.start("files", "--for", GOAL, start_new_session=True)
        time.sleep(took * chance.random())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        shop.git("checkout", "-q", ".")
        assert answer(shop) == right


@pytest.mark.slow
@pytest.mark.parametrize("changed", [True, False])
@pytest.mark.parametrize("where", ["head", "early", "middle", "tail", "cut", "wal", "empty", "all but the head"])
def test_a_damaged_index_is_built_anew(shop: World, where: str, changed: bool) -> None:
    fill(shop.root, 30)
    shop.commit("files")
    right = answer(shop)
    path = code_db(shop)
    data = bytearray(path.read_bytes())
    rubbish = random.Random(1).randbytes(8192)
    if where == "wal":
        Path(f"{path}-wal").write_bytes(rubbish * 4)
    elif where == "cut":
        path.write_bytes(data[: len(data) // 3])
    elif where == "empty":
        path.write_bytes(b"")
    else:
        if where.startswith("all"):
            rubbish = random.Random(1).randbytes(len(data) - 4096)
        early = 4096
        at = {"head": 0, "early": early, "middle": len(data) // 2, "tail": len(data) - len(rubbish)}.get(where, early)
        data[at : at + len(rubbish)] = rubbish
        path.write_bytes(data)
    if changed:
        (shop.root / "webhooks.py").write_text("class Webhook:\n    def deliver(self, backoff, retry):\n        ...\n")

    assert answer(shop) == right
    assert answer(shop) == right


@pytest.mark.slow
def test_a_locked_index_is_no_crash(shop: World) -> None:
    fill(shop.root, 30)
    right = answer(shop)
    other = sqlite3.connect(code_db(shop), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    (shop.root / "webhooks.py").write_text("class Webhook:\n    def deliver(self, backoff, retry):\n        pass\n")

    with ThreadPoolExecutor() as at_once:  # each waits for seconds before it answers without the lock
        answered = at_once.submit(answer, shop)
        taken = at_once.submit(shop.run, "snapshot", "--goal", GOAL, "--json")
    assert answered.result()[0][0] == right[0][0]
    assert taken.result().json["files"] > 30
    other.execute("ROLLBACK")
    other.close()
    assert answer(shop) == right


def test_a_read_only_data_home(shop: World) -> None:
    fill(shop.root, 30)
    right = answer(shop)
    (shop.root / "webhooks.py").write_text("class Webhook:\n    def deliver(self, backoff, retry):\n        pass\n")
    prefix = sealed_off(shop.data)
    assert answer(shop, prefix=prefix) == right
    forget(shop)
    assert answer(shop, prefix=prefix) == right


def test_two_at_once(shop: World) -> None:
    fill(shop.root, 100)
    right = answer(shop)
    forget(shop)
    started = [shop.start("files", "--for", GOAL, "--limit", "1") for _ in range(4)]
    for process in started:
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out.decode().split()[0]) == (0, "webhooks.py:1"), err
    assert answer(shop) == right


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_an_odd_tree_is_right_and_its_large_files_are_left_alone(shop: World) -> None:
    fill(shop.root, 10)
    root = shop.root
    (root / "huge.py").write_bytes(b"def huge():\n    return 1\n" * 500_000)  # 12 MB
    with (root / "asset.bin").open("wb") as file:
        file.truncate(200 << 20)
    with (root / "asset.py").open("wb") as file:
        file.truncate(200 << 20)
    os.mkfifo(root / "pipe.py")
    (root / "loop").symlink_to(root)
    (root / "self.py").symlink_to("self.py")
    (root / "gone.py").symlink_to("/nonexistent")

    files, shown = answer(shop)

    assert files[0] == "webhooks.py"
    assert "webhooks.py" in shown
    assert not {"pipe.py", "self.py", "gone.py"} & {*files, *shown}
    assert not any(p.startswith("loop/") for p in (*files, *shown))
    shop.commit("odd")
    log = shop.base / "calls"
    watched = strace("-y", "-e", "trace=read,pread64", "-o", str(log))
    for command in (["files", "--for", GOAL], ["map"]):
        forget(shop)
        shop.run(*command, prefix=watched)
        assert bytes_read(log, "webhooks.py") > 50
        assert sum(bytes_read(log, name) for name in ("huge.py", "asset.bin", "asset.py")) < 1 << 20
    assert shop.run("map", "huge.py", ok=False).code in (0, 1)


def test_a_submodule_is_not_entered(shop: World) -> None:
    inner = shop.base / "inner"
    inner.mkdir()
    shop.git("init", "-q", "-b", "main", cwd=inner)
    shop.name_author(inner)
    (inner / "webhooks_inner.py").write_text("class WebhookBackoffRetryDelivery: ...\n")
    shop.commit("inner", cwd=inner)
    fill(shop.root, 5)
    shop.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "lib")
    shop.commit("with a submodule")

    files, shown = answer(shop)

    assert files[0] == "webhooks.py"
    assert not any(p.startswith("lib") for p in (*files, *shown))
    (shop.root / "lib" / "webhooks_inner.py").write_text("changed = 1\n")
    assert answer(shop)[0] == files


def test_sparse_shallow_and_empty(shop: World) -> None:
    fill(shop.root, 20)
    shop.commit("files")
    shallow = shop.base / "shallow"
    shop.git("clone", "-q", "--depth", "1", f"file://{shop.root}", str(shallow), cwd=shop.base)
    shop.run("init", "--yes", "--no-agents", cwd=shallow)
    assert answer(shop, cwd=shallow)[0][0] == "webhooks.py"

    shop.git("sparse-checkout", "set", "m1", ".backstory")
    files, shown = answer(shop)
    assert {p.split("/")[0] for p in files if "/" in p} <= {"m1"}
    assert "m1/part1.py" in shown
    shop.git("sparse-checkout", "disable")
    assert any(p.startswith("m2/") for p in answer(shop)[1])

    empty = shop.base / "empty"
    empty.mkdir()
    shop.git("init", "-q", cwd=empty)
    shop.name_author(empty)
    shop.run("init", "--yes", "--no-agents", cwd=empty)
    assert answer(shop, cwd=empty)[1] == []
    fill(empty, 3)
    assert answer(shop, cwd=empty)[0][0] == "webhooks.py"


def test_a_project_below_the_top_of_its_repository(shop: World) -> None:
    part = shop.root / "services" / "hooks"
    part.mkdir(parents=True)
    fill(part, 5)
    (shop.root / "webhooks_outside.py").write_text("class WebhookDeliveryRetryBackoff: ...\n")
    shop.commit("a service")
    shop.run("init", "--yes", "--no-agents", "--project-root", str(part), cwd=part)
    (part / "new_webhook.py").write_text("def backoff_retry_delivery(): ...\n")

    files, shown = answer(shop, cwd=part)

    assert {"webhooks.py", "new_webhook.py"} <= set(files)
    assert not any("outside" in p or p.startswith(("services", "..")) for p in (*files, *shown))
    shop.commit("new")
    assert set(answer(shop, cwd=part)[0]) == set(files)


if sys.platform == "win32":
    pytestmark = pytest.mark.skip("signals and links")
