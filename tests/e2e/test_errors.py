"""An error at every system call that touches a file of ours: the old state or the new, and the exit code says which."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.e2e.conftest import World, copy_of, strace, touching

from backstory.store.codec import decode_record

CALLS = (
    "openat", "write", "fsync", "fdatasync", "rename,renameat,renameat2", "link,linkat", "unlink,unlinkat",
    "mkdir,mkdirat", "flock",
)  # fmt: skip


STEP = "24"
"""One call in so many gets an error, in every command. `BACKSTORY_TEST_STEP=1` sweeps all, which takes an hour."""


class Case(NamedTuple):
    """A command, and whether a machine shows what it does. `$ID` and `$OTHER` are records that are there."""

    argv: list[str]
    done: Callable[[World, str], bool]
    late: bool = False
    """Whether it may fail after its work was done: it has several parts, and running it again completes it."""


def text_of(world: World, ident: str) -> str:
    return "".join(p.read_text() for p in world.record_files() if f"id: {ident}" in p.read_text())


def holds(world: World, words: str) -> bool:
    return any(words in p.read_text() for p in world.record_files())


CASES = {
    "remember": Case(["remember", "fact", "a new one"], lambda w, i: holds(w, "a new one")),
    "remember for the team": Case(
        ["remember", "fact", "a new one", "--scope", "team"], lambda w, i: holds(w, "a new one")
    ),
    "tag": Case(["tag", "$ID", "odd"], lambda w, i: "odd" in text_of(w, i)),
    "retract": Case(["retract", "$ID"], lambda w, i: "retracted" in text_of(w, i), late=True),
    "checkpoint": Case(["checkpoint", "half way"], lambda w, i: holds(w, "half way")),
    "supersede": Case(["supersede", "$ID", "$OTHER"], lambda w, i: holds(w, f"supersedes {i}")),
    "forget": Case(["forget", "$ID", "--yes"], lambda w, i: not text_of(w, i), late=True),
    "trust": Case(["trust"], lambda w, i: (w.private / "trusted").exists(), late=True),
    "reject": Case(["reject", "$ID"], lambda w, i: "retracted" in text_of(w, i), late=True),
    "snapshot": Case(
        ["snapshot", "--goal", "an odd goal"],
        lambda w, i: any("an odd goal" in p.read_text() for p in w.private.glob("snapshots/snap-*.json")),
    ),
    "config set": Case(
        ["config", "set", "log.count", "7"],
        lambda w, i: "7" in (w.root / ".backstory" / "config.toml").read_text(),
        late=True,
    ),
    "uninstall": Case(["uninstall", "--yes"], lambda w, i: not (w.root / ".backstory").exists(), late=True),
}


def sweep(shop: World, tmp_path: Path, case: Case, error: str, step: int = 1) -> int:
    """Runs the command once per call with an error there; returns how often it failed."""
    first = shop.run("remember", "fact", "the first of two", "--json").json["id"]
    second = shop.run("remember", "fact", "quite another thing", "--json").json["id"]
    if case.argv[0] == "trust":
        (shop.private / "trusted").unlink(missing_ok=True)
    argv = [a.replace("$ID", first).replace("$OTHER", second) for a in case.argv]
    failed = 0
    touched = touching(copy_of(shop, tmp_path / "here"), CALLS, argv, tmp_path / "log")
    shutil.rmtree(tmp_path / "here")
    for call, numbers in touched.items():
        for number in numbers[::step]:
            world = copy_of(shop, tmp_path / "here")
            where = f"{error} at {call} {number} of {numbers}"
            tracer = strace("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}")
            ran = world.run_traced(tracer, *argv)
            err = ran.stderr.decode()
            assert "Traceback" not in err, f"{where}: {err}"
            assert "inside backstory" not in err, f"{where}: {err}\n{world.reports()}"
            assert ran.returncode in (0, 1, 2, 3, 11), f"{where}: {ran.returncode} {err}"
            if ran.returncode not in (0, 3):
                assert "hint:" in err, f"{where}: {err}"
            for path in world.record_files():
                found = decode_record(path.read_bytes(), name=str(path))
                assert found.record is not None and not found.problems, f"{where}: {path}"
            done = case.done(world, first)
            assert done or ran.returncode != 0, f"{where}: exit code 0 and not done: {err}"
            told = "may not outlive" in err  # the new file is there, and only a loss of power could take it back
            assert not done or ran.returncode in (0, 3) or case.late or told, f"{where}: done and exit code 1: {err}"
            if ran.returncode and case.late and argv[0] != "uninstall":
                again = world.run(*argv, ok=False)
                assert case.done(world, first), f"{where}: cannot be completed: {again.err}"
            failed += ran.returncode != 0
            shutil.rmtree(tmp_path / "here")
    return failed


@pytest.mark.slow
def test_remembering(shop: World, tmp_path: Path) -> None:
    assert sweep(shop, tmp_path, CASES["remember"], "EIO", step=6) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("error", os.environ.get("BACKSTORY_TEST_ERRORS", "EIO").split(","))
def test_errors_at_calls_of_every_command(shop: World, tmp_path: Path, name: str, error: str) -> None:
    sweep(shop, tmp_path, CASES[name], error, step=int(os.environ.get("BACKSTORY_TEST_STEP", STEP)))
