"""Death at any moment and at every system call: what was acknowledged is there, and every file reads."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from tests.store.conftest import tree
from tests.sweeps import share

from backstory.base.journal_lines import append_line, event_line, make_id
from backstory.model.event import Event
from backstory.model.record import Record
from backstory.redact.gate import Gate, Redacted
from backstory.store.event_lines import decode_events
from backstory.store.files import TEMPORARY
from backstory.store.journal import Journal
from backstory.store.records import RecordStore

ROOT = Path(__file__).resolve().parents[2]


class Open:
    """A gate that lets everything through: what is tested here is what reaches the disk."""

    def clean(self, text: str) -> str:
        return text

    def value(self, value: object) -> object:
        return value

    def check(self, text: str) -> Redacted:
        return Redacted(text, ())

    def holds_own_value(self, text: str) -> bool:
        return False


def write_forever(folder: str, seed: int, out: int, split: bool) -> None:
    """Writes records, journal lines and spool lines, and names each on `out` once it is written for good."""
    pick = random.Random(seed)
    real = os.write

    def patient(fd: int, data: bytes) -> int:
        # in a third of the writes a pause inside, so that deaths fall into the middle of a record
        if fd != out and pick.random() < 0.3 and len(data) > 1:
            done = real(fd, data[: pick.randrange(1, len(data))])
            time.sleep(pick.random() * 0.004)
            return done
        return real(fd, data)

    if split:
        os.write = patient  # type: ignore[assignment]
    gate = cast("Gate", Open())
    store, journal = RecordStore(folder + "/memory", "private", gate), Journal(folder + "/journal", gate)
    for n in itertools.count():
        ms = time.time_ns() // 1_000_000
        one = make_id(ms, os.urandom(10))
        body = "x" * pick.choice((10, 300, 5000, 100_000))
        if pick.random() < 0.5:
            store.add(Record(id=one, kind=pick.choice(("note", "fact")), title=f"t {n}", body=body))
            real(out, f"r {one}\n".encode())
        else:
            made = "2026-11-20T00:00:00Z"
            journal.append(Event(id=one, kind="k", session=f"s{seed % 3}", made=made, data={"x": body}))
            real(out, f"j {one}\n".encode())
        if pick.random() < 0.2:
            append_line(folder + "/spool/s.jsonl", event_line("k", session="s", ms=ms, data={"n": n}), False)
        if pick.random() < 0.05:
            journal.sweep(folder + "/spool")


class Writer:
    """A process that writes for ever, until it is killed."""

    def __init__(self, folder: Path, seed: int, split: bool, *, fork: bool) -> None:
        self.out, inner = os.pipe()
        os.set_blocking(self.out, False)
        self.rest = b""
        self.began = False
        if fork:
            self.pid = os.fork()
            if self.pid == 0:
                try:
                    write_forever(str(folder), seed, inner, split)
                finally:
                    os._exit(1)
        else:
            call = f"write_forever({str(folder)!r}, {seed}, {inner}, {split})"
            code = f"from tests.store.test_crashes import write_forever\n{call}"
            self.pid = subprocess.Popen([sys.executable, "-c", code], pass_fds=[inner], cwd=ROOT).pid
        os.close(inner)

    def hear(self) -> Iterator[tuple[str, str]]:
        """What it has acknowledged since it was last heard."""
        while True:
            try:
                data = os.read(self.out, 1 << 16)
            except BlockingIOError:
                return
            if not data:
                return
            self.began = True
            *lines, self.rest = (self.rest + data).split(b"\n")
            for line in lines:
                kind, _, one = line.decode().partition(" ")
                yield kind, one

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def storm(
    folder: Path, *, kills: int, writers: int, longest: float, seed: int, split: bool, fork: bool
) -> set[tuple[str, str]]:
    """Keeps `writers` processes writing, kills one at random again and again; returns what they acknowledged."""
    pick = random.Random(seed)
    seeds = itertools.count(seed * 1000)
    acknowledged: set[tuple[str, str]] = set()
    children = [Writer(folder, next(seeds), split, fork=fork) for _ in range(writers)]
    for _ in range(kills):
        end = time.monotonic() + pick.random() * longest
        while time.monotonic() < end or not any(c.began for c in children):
            for child in children:
                acknowledged.update(child.hear())
            time.sleep(0.002)
        victim = pick.choice([i for i, c in enumerate(children) if c.began])
        children[victim].kill()
        acknowledged.update(children[victim].hear())
        os.close(children[victim].out)
        children[victim] = Writer(folder, next(seeds), split, fork=fork)
    for child in children:
        child.kill()
        acknowledged.update(child.hear())
        os.close(child.out)
    return acknowledged


def verify(folder: Path, gate: Gate, acknowledged: set[tuple[str, str]]) -> tuple[int, int]:
    """Nothing acknowledged is lost, every record file reads without a problem; (records, torn journal lines)."""
    store, journal = RecordStore(str(folder / "memory"), "private", gate), Journal(str(folder / "journal"), gate)
    count = 0
    ids = set()
    for file in store.files():
        found = store.read(file.path)
        assert found.record is not None and found.problems == (), file.path
        assert os.path.basename(file.path).endswith(f"-{found.record.short}.md")
        ids.add(("r", found.record.id))
        count += 1
    assert len(ids) == count
    torn = 0
    journal.sweep(str(folder / "spool"))
    for session in journal.sessions():
        read = journal.read(session)
        torn += read.bad
        ids |= {("j", e.id) for e in read.events}
        whole = [w.id for p in journal.paths(session) for _, w in decode_events(p) if isinstance(w, Event)]
        assert len(whole) == len(set(whole)) == len(read.events)
        assert all("checksum" not in bad.what or "no checksum" in bad.what for bad in read.lines)
    assert acknowledged - ids == set()
    strays = {
        p for p in tree(folder) if not p.endswith((".md", ".jsonl")) and os.path.basename(p) not in ("lock", "written")
    }
    assert all(os.path.basename(p).startswith(TEMPORARY) for p in strays)
    return count, torn


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_hundred_kills(tmp_path: Path, gate: Gate) -> None:
    acknowledged = storm(tmp_path, kills=100, writers=4, longest=0.04, seed=1, split=True, fork=True)
    verify(tmp_path, gate, acknowledged)
    assert len(acknowledged) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("split", [False, True])
def test_kills_of_fresh_processes(tmp_path: Path, gate: Gate, split: bool) -> None:
    kills = share(14, 200)
    acknowledged = storm(tmp_path, kills=kills, writers=4, longest=0.03, seed=2, split=split, fork=False)
    count, torn = verify(tmp_path, gate, acknowledged)
    print(f"{len(acknowledged)} acknowledged, {count} records, {torn} torn lines")
    assert len(acknowledged) >= kills  # every victim had said something
