"""Loss of power, simulated: what was not synced is dropped or reordered, and readers see the old state or the new one.

The system calls of a real program are recorded with strace and replayed in a small model of a disk: the bytes of a
file last from its sync on, a name from the sync of its folder on. Of all other calls before the cut any set may have
reached the disk. After an acknowledgement only the new state is right.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.store.conftest import make, tree
from tests.store.test_syscalls import PROGRAM, PROGRAMS, meaning, prepare, strace
from tests.sweeps import share

from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store.event_lines import decode_event
from backstory.store.journal import Journal

__all__ = ["strace"]

WATCHED = (
    "openat,write,pwrite64,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,fsync,"
    "fdatasync,access,faccessat,faccessat2,lseek"
)
STATES = 60
"""States per program where time counts; the slow tests look at 2,100 in all."""


class Call(NamedTuple):
    """A change of the disk. `what`: `data name sync`; `owner`: the file, or the folder of a name, that has to be
    synced for it to last."""

    what: str
    owner: str
    name: str = ""
    inode: str = ""
    """Which file a name stands for from here on; empty: it goes."""
    offset: int = 0
    data: bytes = b""
    cut: bool = False
    """Whether the file ends at `offset`."""


_FD = r"(?:AT_FDCWD|\d+)(?:<([^>]*)>)?"


def _plain(text: str) -> str:
    return text.encode().decode("unicode_escape").encode("latin-1").decode("utf-8", "surrogateescape")


def _paths(line: str) -> list[str]:
    """The paths of a call, absolute: each text together with the folder that comes before it."""
    out, at = [], ""
    for fd, text in re.findall(rf'{_FD}|"((?:[^"\\]|\\.)*)"', line.rpartition(") = ")[0].partition("(")[2]):
        if fd:
            at = _plain(fd)
        elif text:
            out.append(os.path.normpath(os.path.join(at, _plain(text))))
    return out


class Recorder:
    """Turns a log of strace into calls. Files are numbered in the order they come up."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.inodes: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.calls: list[Call] = []
        for here, _, names in os.walk(base):
            for name in names:
                path = os.path.join(here, name)
                self.inodes[path] = path
                self.sizes[path] = os.path.getsize(path)

    def take(self, line: str) -> None:
        call = line.partition("(")[0].removesuffix("at2").removesuffix("at") or line
        if " = -1 " in line:
            return
        if call in ("write", "pwrite64", "fsync", "fdatasync", "ftruncate"):
            path = _plain(re.search(r"\(\d+<([^>]*)>", line).group(1))  # type: ignore[union-attr]
            self._of_file(call, path.removesuffix(" (deleted)"), line)
            return
        paths = [p for p in _paths(line) if p.startswith(self.base + os.sep)]
        if call == "open" and "O_CREAT" in line and paths and paths[0] not in self.inodes:
            inode = f"{paths[0]} {len(self.calls)}"
            self.sizes[inode] = 0
            self._name(paths[0], inode)
        elif call == "mkdir" and paths:
            self._name(paths[0], "folder")
        elif call in ("rename", "link") and len(paths) == 2:
            self._name(paths[1], self.inodes[paths[0]], paths[0] if call == "rename" else "")
        elif call == "unlink" and paths:
            self._name(paths[0], "")

    def _of_file(self, call: str, path: str, line: str) -> None:
        if not path.startswith(self.base):
            return
        inode = self.inodes.get(path)
        if call in ("fsync", "fdatasync"):
            self.calls.append(Call("sync", inode or path))
        elif inode is not None and call == "ftruncate":
            self.sizes[inode] = int(line.rpartition(", ")[2].partition(")")[0])
            self.calls.append(Call("data", inode, offset=self.sizes[inode], cut=True))
        elif call == "pwrite64":
            assert os.path.basename(path).endswith("lock")  # who holds it is no state
        elif inode is not None:
            assert call == "write"  # everything here is written from the end of a file on
            text = re.search(r'>, "((?:\\x[0-9a-f]{2})*)"(?!\.\.\.), \d+\)', line)
            assert text is not None, line[:200]
            data = bytes.fromhex(text.group(1).replace("\\x", ""))
            self.calls.append(Call("data", inode, offset=self.sizes[inode], data=data))
            self.sizes[inode] += len(data)

    def _name(self, path: str, inode: str, old: str = "") -> None:
        if inode and inode != "folder":
            self.inodes[path] = inode
        elif not inode:
            self.inodes.pop(path, None)
        self.calls.append(Call("name", os.path.dirname(path), path, inode))
        if old:
            self.inodes.pop(old, None)
            self.calls[-1] = self.calls[-1]._replace(data=old.encode())  # one call, so that both happen or none


def record(command: list[str], base: str, strace: str, log: Path) -> list[Call]:
    """The changes that a program makes below `base`, in order."""
    found = Recorder(base)
    watched = ["-y", "-xx", "-s", "10000000", "-o", str(log), "-e", f"trace={WATCHED}"]
    subprocess.run([strace, "-qq", *watched, *command], check=True, capture_output=True)
    lines = log.read_text(errors="replace").splitlines()
    begin = next(
        n for n, line in enumerate(lines) if "access(" in line and any(p.endswith("/begin") for p in _paths(line))
    )
    for line in lines[begin + 1 :]:
        found.take(line)
    assert [c.what for c in found.calls].count("sync") >= 1
    return found.calls


def crash(start: Path, into: Path, base: str, calls: list[Call], pick: random.Random) -> None:
    """The disk after a loss of power behind the last of `calls`."""
    synced = {c.owner: n for n, c in enumerate(calls) if c.what == "sync"}
    share = pick.choice((0.0, 0.3, 0.7, 1.0))
    names: dict[str, str] = {}
    files: dict[str, bytearray] = {}
    folders: set[str] = set()
    for path, data in tree(start).items():
        names[os.path.join(base, path)] = os.path.join(base, path)
        files[os.path.join(base, path)] = bytearray(data)
    for number, call in enumerate(calls):
        if call.what == "sync" or not (number < synced.get(call.owner, -1) or pick.random() < share):
            continue
        if call.what == "name":
            if call.data:
                names.pop(call.data.decode(), None)
            if call.inode == "folder":
                folders.add(call.name)
            elif call.inode:
                names[call.name] = call.inode
            else:
                names.pop(call.name, None)
        else:
            content = files.setdefault(call.owner, bytearray())
            part = (
                call.data
                if pick.random() < 0.7 or number < synced.get(call.owner, -1)
                else call.data[: len(call.data) // 2]
            )
            if call.cut:
                del content[call.offset :]
            else:
                content.extend(bytes(max(0, call.offset - len(content))))
                content[call.offset : call.offset + len(part)] = part
    made = {c.name for c in calls if c.inode == "folder"}
    for path, inode in names.items():
        above = os.path.dirname(path)
        lost = False
        while above != base and not lost:
            lost = above in made and above not in folders
            above = os.path.dirname(above)
        if lost:
            continue  # its folder did not last
        target = into / os.path.relpath(path, base)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(bytes(files.get(inode, b"")))


def close_torn_lines(here: Path, gate: Gate) -> None:
    """A line that was not acknowledged may be torn: it is one bad line, the next writer closes it, and no other is
    touched. Taken out here, so that what is left can be compared."""
    journal = Journal(str(here / "data" / "journal"), gate)
    for session in journal.sessions():
        (path,) = journal.paths(session)
        after = Event(id=make(9).id, kind="k", session=session, made="2026-11-20T00:00:00Z")
        before = journal.read(session)
        journal.append(after)
        healed = journal.read(session)
        assert healed.events == [*before.events, after]
        assert before.bad == healed.bad <= 1
        lines = Path(path).read_bytes().splitlines(keepends=True)[:-1]
        Path(path).write_bytes(b"".join(line for line in lines if isinstance(decode_event(line.rstrip()), Event)))
        if not any(lines):
            os.unlink(path)


def simulate(tmp_path: Path, gate: Gate, strace: str, name: str, states: int) -> int:
    source = str(Path(__file__).resolve().parents[2] / "src")
    program = PROGRAM.replace("PART", PROGRAMS[name])
    start, whole = tmp_path / "start", tmp_path / "whole"
    start.mkdir()
    prepare(start, gate)
    shutil.copytree(start, whole)
    command = [sys.executable, "-c", program, str(whole), source]
    calls = record(command, str(whole), strace, tmp_path / "log")
    shutil.copytree(start, tmp_path / "before")
    allowed = [meaning(tmp_path / "before", gate), meaning(whole, gate)]
    assert name in ("move", "sweep") or allowed[0] != allowed[1]  # those two change places and not meanings
    pick = random.Random(7)
    seen: set[int] = set()
    for number in range(states):
        cut = number % (len(calls) + 1) if number < 4 * len(calls) else pick.randrange(len(calls) + 1)
        here = tmp_path / "here"
        here.mkdir()
        crash(start, here, str(whole), calls[:cut], pick)
        seen.add(hash(tuple(sorted(tree(here).items()))))
        if cut < len(calls):
            close_torn_lines(here, gate)
        got = meaning(here, gate)
        where = f"{name}: cut after {cut} of {len(calls)}, {[c._replace(data=b'') for c in calls[:cut]]}"
        assert got == allowed[1] if cut == len(calls) else got in allowed, where
        shutil.rmtree(here)
    return len(seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["add", "add to a new kind", "change", "append", "append to a new file", "edit"])
def test_a_loss_of_power_leaves_the_old_state_or_the_new(tmp_path: Path, gate: Gate, strace: str, name: str) -> None:
    assert simulate(tmp_path, gate, strace, name, STATES) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["add", "add to a new kind", "change", "move", "append", "append to a new file", "sweep", "edit"]
)
def test_many_losses_of_power(tmp_path: Path, gate: Gate, strace: str, name: str) -> None:
    simulate(tmp_path, gate, strace, name, share(30, 300))
