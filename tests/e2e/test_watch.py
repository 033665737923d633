"""`watch` as a process over real trees: when it takes a snapshot, when it does not, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import World, counted_git, eventually

QUICK = ("--debounce-ms", "150", "--min-interval-sec", "0.2")


class Watching:
    """A running `watch --json` and what it has said."""

    def __init__(self, world: World, *argv: str, prefix: Sequence[str] = ()) -> None:
        self.world = world
        self.said = world.base / "said"
        self.talk = world.base / "talk"
        with self.said.open("wb") as out, self.talk.open("wb") as err:
            self.process = subprocess.Popen(
                [*prefix, *world.command("watch", "--json", *argv)],
                cwd=world.root, env=world.environ, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
            )  # fmt: skip
        eventually(lambda: self.count() or self.process.poll() is not None)
        assert self.process.poll() is None, self.talk.read_text()

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.said.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def count(self, what: str = "snapshot") -> int:
        return sum(e["event"] == what for e in self.events())

    def wakes(self) -> int:
        """How often a thread of the process went to sleep of its own accord, and so was awake before."""
        found = 0
        for status in Path(f"/proc/{self.process.pid}/task").glob("*/status"):
            found += int(re.findall(r"(?m)^voluntary_ctxt_switches:\s*(\d+)", status.read_text())[0])
        return found

    def folders(self) -> int:
        """The number of places that the system was asked to report on."""
        infos = [p.read_text() for p in Path(f"/proc/{self.process.pid}/fdinfo").iterdir()]
        return sum(text.count("inotify wd:") for text in infos)

    def settled(self, seconds: float = 1.0) -> int:
        """The number of snapshots once there has been no new one for a while."""
        seen, since = self.count(), time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.05)
            if self.count() != seen:
                seen, since = self.count(), time.monotonic()
        return seen

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        code = self.process.wait(60)
        assert "Traceback" not in self.talk.read_text()
        return code


@pytest.fixture
def watching(shop: World) -> Iterator[Any]:
    """Starts `watch` with arguments; whatever still runs at the end is ended."""
    started: list[Watching] = []

    def start(*argv: str, prefix: Sequence[str] = (), quick: bool = True) -> Watching:
        started.append(Watching(shop, *(QUICK if quick else ()), *argv, prefix=prefix))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def snapshots(world: World) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = world.run("snapshots", "--json").json["items"]
    return items


@pytest.mark.slow
def test_one_snapshot_after_a_quiet_period(shop: World, watching: Any) -> None:
    watch = watching("--debounce-ms", "700", "--goal", "mend the pool")
    assert watch.count() == 1

    for i in range(12):  # a second of changes with no pause as long as the quiet that is waited for
        (shop.root / "src" / "db" / "pool.py").write_text(f"class Pool:\n    size = {i}\n")
        time.sleep(0.1)
    assert watch.count() == 1

    eventually(lambda: watch.count() == 2)
    assert watch.settled() == 2
    assert watch.events()[-1]["changed"] == 1
    assert watch.end() == 130
    assert [s["goal"] for s in snapshots(shop)[:2]] == ["mend the pool"] * 2
    assert "mend the pool" in (shop.root / ".backstory" / "local" / "handoff.md").read_text()


@pytest.mark.slow
def test_no_two_snapshots_within_the_least_interval(shop: World, watching: Any) -> None:
    watch = watching("--debounce-ms", "50", "--min-interval-sec", "3", quick=False)
    for number in range(7):
        (shop.root / "note.txt").write_text(str(number))
        time.sleep(0.3)
    eventually(lambda: watch.count() >= 2)
    *_, first, second = sorted(p.stat().st_mtime for p in shop.private.glob("snapshots/snap-*.json"))
    assert second - first >= 3


@pytest.mark.slow
def test_ignored_files_and_our_own_folder_cause_none_and_starve_none(shop: World, watching: Any) -> None:
    (shop.root / ".gitignore").write_text("build/\n*.log\n")
    (shop.root / "build").mkdir()
    shop.commit("ignore")
    watch = watching("--debounce-ms", "500")
    assert watch.settled() == 1

    end = time.monotonic() + 2.5
    changed = False
    while time.monotonic() < end:
        (shop.root / "app.log").write_text(str(time.monotonic()))
        (shop.root / "build" / "out.o").write_text(str(time.monotonic()))
        (shop.root / ".backstory" / "local" / "x").write_text(str(time.monotonic()))
        if not changed and time.monotonic() > end - 2:
            assert watch.count() == 1
            (shop.root / "README.md").write_text("# Shop\n\nchanged while a build writes its log\n")
            changed = True
        time.sleep(0.05)
    assert changed, "the change came while the others went on"
    assert watch.settled() == 2


def test_nothing_that_was_only_touched_is_a_change(shop: World, watching: Any) -> None:
    watch = watching()
    for _ in range(3):
        (shop.root / "README.md").touch()
        time.sleep(0.3)
    assert watch.settled() == 1


def test_new_folders_are_watched_too(shop: World, watching: Any) -> None:
    watch = watching()
    (shop.root / "docs" / "deep" / "er").mkdir(parents=True)
    watch.settled(0.6)
    before = watch.count()
    (shop.root / "docs" / "deep" / "er" / "guide.md").write_text("# Guide\n")
    eventually(lambda: watch.count() > before)
    before = watch.settled(0.6)
    (shop.root / "docs" / "deep" / "er" / "guide.md").write_text("# Guide 2\n")
    eventually(lambda: watch.count() > before)


def test_a_switch_of_branch_and_a_commit_are_seen(shop: World, watching: Any) -> None:
    shop.git("branch", "side")
    watch = watching()
    shop.git("checkout", "-q", "side")  # not one file changes
    eventually(lambda: watch.count() == 2)
    assert snapshots(shop)[0]["branch"] == "side"

    (shop.root / "a.py").write_text("a = 1\n")
    eventually(lambda: watch.count() == 3)
    commit = shop.commit("a")
    eventually(lambda: snapshots(shop)[0]["commit"] == commit)
    assert watch.settled() == 4


@pytest.mark.slow
def test_a_checkout_of_5000_files(shop: World, watching: Any) -> None:
    for text, branch in (("one", "main"), ("two", "other")):
        if branch != "main":
            shop.git("checkout", "-qb", branch)
        for i in range(5000):
            path = shop.root / f"d{i % 100}" / ("sub" if i % 3 else branch) / f"m{i}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"def f{i}():\n    return '{text}'\n")
        shop.commit(text)
    calls = counted_git(shop)
    watch = watching(quick=False)
    assert watch.settled() == 1
    before = calls(watch.process.pid)

    shop.git("checkout", "-q", "main")
    eventually(lambda: watch.count() >= 2)
    count = watch.settled(4)

    assert count - 1 <= 3
    assert 0 < calls(watch.process.pid) - before <= 60
    assert snapshots(shop)[0]["branch"] == "main"
    idle, awake = calls(watch.process.pid), watch.wakes()
    time.sleep(2)
    assert calls(watch.process.pid) == idle
    assert watch.wakes() - awake < 400


@pytest.mark.slow
def test_ten_thousand_events_in_two_seconds(shop: World, watching: Any) -> None:
    calls = counted_git(shop)
    watch = watching(quick=False)
    before = calls(watch.process.pid)
    folder = shop.root / "many"
    folder.mkdir()
    for i in range(5000):
        (folder / f"f{i}.txt").write_text(str(i))
        if i % 2:
            (folder / f"f{i}.txt").unlink()

    def kept() -> int:
        newest = shop.run("show", "latest", "--json").json
        return sum(c["path"].startswith("many/") for c in newest["git"].get("changes", ()))

    eventually(lambda: kept() == 2500, within=40)
    assert watch.settled(4) <= 4
    assert 0 < calls(watch.process.pid) - before <= 80


def test_links_are_not_followed_and_a_loop_ends(shop: World, watching: Any) -> None:
    (shop.root / "loop").symlink_to(shop.root)
    (shop.root / "all").symlink_to("/")
    watch = watching()
    (shop.root / "README.md").write_text("# Shop\n\nother\n")
    eventually(lambda: watch.count() >= 2)
    assert 0 < watch.folders() < 50


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes there")
def test_a_name_that_is_no_utf8_and_a_folder_that_cannot_be_read(shop: World, watching: Any) -> None:
    (shop.root / "shut").mkdir(mode=0o000)
    watch = watching()
    (Path(os.fsdecode(bytes(shop.root) + b"/caf\xe9.py"))).write_text("a = 1\n")
    eventually(lambda: watch.count() == 2)
    before = watch.settled()
    (shop.root / "after.py").write_text("b = 1\n")
    eventually(lambda: watch.count() > before)
    assert watch.count("warning") == 0
    assert watch.end() == 130


def test_an_interrupt_finishes_the_snapshot_at_work(shop: World, watching: Any) -> None:
    watch = watching("--debounce-ms", "600")
    (shop.root / "README.md").write_text("# Shop\n\nlast words\n")
    time.sleep(0.3)  # not yet taken
    os.killpg(watch.process.pid, signal.SIGINT)  # as a terminal does: to git as well

    assert watch.process.wait(60) == 130
    assert watch.count() == 2
    newest = shop.run("show", "latest", "--json").json
    assert [c["path"] for c in newest["git"]["changes"]] == ["README.md"]
    assert "Watched: 2 snapshots" in watch.talk.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_endings_are_as_careful(shop: World, watching: Any, number: int) -> None:
    assert watching().end(number) == 130


@pytest.mark.slow
def test_interrupted_at_any_moment_every_snapshot_is_whole(shop: World, watching: Any) -> None:
    for i in range(200):
        (shop.root / f"m{i}.py").write_text(f"x = {i}\n")
    commit = shop.commit("many")
    for wait in range(12):
        watch = watching("--debounce-ms", "50", "--min-interval-sec", "0", quick=False)
        (shop.root / "README.md").write_text(f"# Shop\n\n{wait}\n")
        time.sleep(0.1 + wait / 20)
        os.killpg(watch.process.pid, signal.SIGINT)
        assert watch.process.wait(60) == 130, watch.talk.read_text()
        newest = shop.run("show", "latest", "--json").json
        assert newest["git"]["commit"] == commit
        assert newest["files"] >= 202


def test_a_second_watch_is_told_so(shop: World, watching: Any) -> None:
    watching()
    second = shop.run("watch", ok=False)
    assert second.code == 11
    assert "another `backstory watch`" in second.err


def checkpoints(world: World) -> list[str]:
    return world.titles("--type", "checkpoint")


@pytest.mark.slow
def test_a_checkpoint_when_nothing_happens_for_a_while(shop: World, watching: Any) -> None:
    watch = watching("--idle-minutes", "0.02")
    time.sleep(1.6)
    assert watch.count("checkpoint") == 0  # nothing was done

    (shop.root / "a.py").write_text("a = 1\n")
    eventually(lambda: watch.count("checkpoint") == 1)
    time.sleep(1.6)
    assert watch.count("checkpoint") == 1
    (only,) = checkpoints(shop)
    assert only.startswith("[auto-idle]")
    assert shop.run("list", "--type", "checkpoint", "--json").json["items"][0]["origin"]["how"] == "inferred"


@pytest.mark.slow
def test_a_checkpoint_every_so_often_and_a_last_one(shop: World, watching: Any) -> None:
    watch = watching("-i", "0.02")
    (shop.root / "a.py").write_text("a = 1\n")
    eventually(lambda: watch.count("checkpoint") == 1)
    watch.end()

    again = watching("-i", "60")
    (shop.root / "b.py").write_text("b = 1\n")
    eventually(lambda: again.count() == 2)
    assert again.end() == 130
    assert len(checkpoints(shop)) == 2


@pytest.mark.slow
def test_what_a_person_saved_lately_keeps_automatic_ones_away(shop: World, watching: Any) -> None:
    watch = watching("-i", "0.02", "--idle-minutes", "0.02")
    shop.run("checkpoint", "pool", "--state", "half done", "--next", "tests")
    (shop.root / "a.py").write_text("a = 1\n")
    eventually(lambda: watch.count() == 2)
    time.sleep(1.8)
    assert watch.end() == 130
    assert checkpoints(shop) == ["pool"]


@pytest.mark.slow
def test_without_watches_git_is_asked(shop: World, watching: Any) -> None:
    limit = Path("/proc/sys/user/max_inotify_watches")
    low = ["unshare", "-U", "-r", "sh", "-c", f'echo 1 > {limit} && exec "$@"', "sh"]
    if subprocess.run([*low, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespace with its own limit here")
    watch = watching(prefix=low)
    eventually(lambda: watch.count("warning") == 1)
    (shop.root / "a.py").write_text("a = 1\n")
    eventually(lambda: watch.count() == 2)
    (warning,) = [e["message"] for e in watch.events() if e["event"] == "warning"]
    assert re.match(r"files cannot be watched \(.+\); git is asked every 3 s instead", warning)
    assert watch.end() == 130


def test_without_git(world: World) -> None:
    world.root.mkdir()
    (world.root / "a.txt").write_text("a\n")
    world.run("init", "--yes", "--no-agents")
    watch = Watching(world, *QUICK)
    (world.root / "a.txt").write_text("b\n")
    eventually(lambda: watch.count() == 2)
    assert watch.settled() == 2
    assert watch.end() == 130


def test_a_tree_that_goes_away_ends_it(shop: World, watching: Any) -> None:
    import shutil

    watch = watching()
    shutil.move(shop.root, shop.base / "elsewhere")
    assert watch.process.wait(60) == 1
    assert "no longer exists" in watch.said.read_text() + watch.talk.read_text()


def test_once_and_the_other_name(shop: World) -> None:
    done = shop.run("session", "--once", "--goal", "look around", "--json")
    assert json.loads(done.out)["event"] == "snapshot"
    assert snapshots(shop)[0]["goal"] == "look around"


if sys.platform != "linux":
    pytestmark = pytest.mark.skip("reads /proc")
