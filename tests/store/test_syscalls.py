"""Death and errors at every system call: the state is the old one or the new one, never another. Needs strace.

A program that is ended or gets errors is forked from a process that has loaded the code, and strace attaches to it: so
the start of Python is not traced.
"""

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from testing.prefork import Prefork
from tests.store.conftest import make, tree
from tests.sweeps import WHOLE, every

from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store.files import TEMPORARY
from backstory.store.journal import Journal
from backstory.store.records import RecordStore
from backstory.store.spool import put_in_spool, sweep_spool

# Each program does one thing from a fixed state to a fixed state, so that the trees before and after can be compared.
PROGRAMS = {
    "add": "store.add(make(2))",
    "add to a new kind": "store.add(make(2, kind='note'))",
    "change": "store.change(path, {'tier': 'pinned', 'tags': ['a', 'b']})",
    "remove": "store.remove(path, folder + '/trash')",
    "move": "store.move(path, 'note')",
    "append": "journal.append(Event(id=ID, kind='k', session='s', made='2026-11-20T00:00:00Z'))",
    "append to a new file": "journal.append(Event(id=ID, kind='k', session='new', made='2026-11-20T00:00:00Z'))",
    "sweep": "journal.sweep(folder + '/spool')",
    "snapshot": "SnapshotStore(folder + '/snapshots', gate).add(Snapshot(id='snap-' + ID, made='x'))",
    "spool": "put_in_spool(folder + '/repo/.backstory/local/spool', make(3), gate, key=b'k' * 32)",
    "take in": "sweep_spool(folder + '/waiting/.backstory/local/spool', store, key=b'k' * 32)",
    "export": "export_archive(folder + '/out.tar.gz', {'private': store}, gate, project=ID)",
    "edit": "write_foreign(read_foreign(folder + '/repo/AGENTS.md', within=folder), b'new', within=folder)",
    "skeleton": "write_scaffold(folder + '/repo/.backstory', ID)",
}
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[2])
from backstory.edits.foreign import read as read_foreign, write as write_foreign
from backstory.model.event import Event
from backstory.model.snapshot import Snapshot
from backstory.store.archive import export_archive
from backstory.store.journal import Journal
from backstory.store.records import RecordStore
from backstory.store.scaffold import write_scaffold
from backstory.store.snapshots import SnapshotStore
from backstory.store.spool import put_in_spool, sweep_spool
from backstory.model.record import Record
import os

class Found(tuple):
    text, findings = "", ()
class Open:
    def clean(self, text): return text
    def value(self, value): return value
    def holds_own_value(self, text): return False
    def check(self, text):
        done = Found()
        done.text = text
        return done

def make(n, **more):
    values = dict(id=f"01JD8ZK3M7Q4T9W2R5X8Y{n:05d}", kind="decision", title=f"Decision number {n}", body="Because.",
                  made="2026-11-20T09:14:03Z")
    return Record(**(values | more))

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
folder, gate = sys.argv[1], Open()
store, journal = RecordStore(folder + "/data/memory", "private", gate), Journal(folder + "/data/journal", gate)
path = store.path_of(make(1))
os.access(folder + "/begin", 0)
PART
"""
CALLS = (
    "openat", "write", "fsync", "fdatasync", "rename,renameat,renameat2", "link,linkat", "unlink,unlinkat",
    "mkdir,mkdirat", "ftruncate",
)  # fmt: skip


SOURCE = str(Path(__file__).resolve().parents[2] / "src")


class Tracer:
    """Runs programs on a folder under strace."""

    def __init__(self, program: str, forking: Prefork | None) -> None:
        self.program = program
        self.forking = forking if forking and forking.can_trace else None

    def run(self, text: str, folder: Path, *options: str) -> "subprocess.CompletedProcess[bytes]":
        tracer, argv = [self.program, "-qq", *options], ["-c", text, str(folder), SOURCE]
        if self.forking:
            return self.forking.run(argv, cwd=folder, env=os.environ, tracer=tracer)
        return subprocess.run([*tracer, sys.executable, *argv], capture_output=True, check=False)

    def inject(self, text: str, folder: Path, call: str, what: str) -> "subprocess.CompletedProcess[bytes]":
        """Runs a program in which something happens at a call, such as `signal=KILL:when=3`."""
        options = ("-f", "-o", os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:{what}")
        return self.run(text, folder, *options)

    def count_before(self, text: str, folder: Path, log: Path) -> dict[str, int]:
        """How many calls of each sort happen before the program begins with what is tested."""
        done = self.run(
            text, folder, "-f", "-o", str(log), "-e", f"trace={','.join(CALLS)},access,faccessat,faccessat2"
        )
        assert done.returncode == 0, done.stderr.decode()
        counts = dict.fromkeys(CALLS, 0)
        for line in log.read_text(errors="replace").splitlines():
            if "/begin" in line:
                return counts
            for call in CALLS:
                counts[call] += any(f" {name}(" in line for name in call.split(","))
        raise AssertionError("the program never began")


@pytest.fixture(scope="session")
def strace() -> str:
    found = shutil.which("strace")
    if not found:
        pytest.skip("strace is not installed")
    trial = [found, "-qq", "-o", os.devnull, "-e", "inject=getpid:retval=1", "true"]
    probe = subprocess.run(trial, capture_output=True)
    if probe.returncode:
        pytest.skip(f"strace cannot trace here: {probe.stderr.decode().strip()[:80]}")
    return found


@pytest.fixture(scope="session")
def tracer(strace: str, prefork: Prefork | None) -> Tracer:
    return Tracer(strace, prefork)


def prepare(folder: Path, gate: Gate) -> None:
    store = RecordStore(str(folder / "data" / "memory"), "private", gate)
    journal = Journal(str(folder / "data" / "journal"), gate)
    store.add(make(1))
    journal.append(Event(id=make(8).id, kind="k", session="s", made="2026-11-20T00:00:00Z"))
    (folder / "spool").mkdir()
    shutil.copy(journal.paths("s")[0], folder / "spool" / "t.jsonl")
    put_in_spool(str(folder / "waiting" / ".backstory" / "local" / "spool"), make(4), gate, key=b"k" * 32)
    (folder / "repo" / ".git").mkdir(parents=True)
    (folder / "repo" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "repo" / "AGENTS.md").write_text("old")


def place(tmp_path: Path, gate: Gate) -> Callable[[], Path]:
    """Puts the prepared state back where it was prepared: what is sealed is sealed for its place."""
    folder, kept = tmp_path / "here", tmp_path / "kept"
    folder.mkdir()
    prepare(folder, gate)
    folder.rename(kept)

    def put_back() -> Path:
        shutil.rmtree(folder, ignore_errors=True)
        return Path(shutil.copytree(kept, folder))

    return put_back


def meaning(folder: Path, gate: Gate) -> dict[str, object]:
    """What a reader sees: unfinished files, locks and empty folders are nothing."""
    store = RecordStore(str(folder / "data" / "memory"), "private", gate)
    journal = Journal(str(folder / "data" / "journal"), gate)
    journal.sweep(str(folder / "spool"))
    sweep_spool(str(folder / "waiting" / ".backstory" / "local" / "spool"), store, key=b"k" * 32)
    out: dict[str, object] = {}
    for file in store.files():
        found = store.read(file.path)
        assert found.record is not None and not found.problems
        out.setdefault(found.record.id, (found.record.tier, found.record.tags, found.record.body))
    out["events"] = {s: [e.id for e in journal.read(s).events] for s in sorted(journal.sessions())}
    assert all(journal.read(s).bad == 0 for s in journal.sessions())
    for name, data in tree(folder).items():
        base = os.path.basename(name)
        if name.startswith(("data/memory", "data/journal", "spool", "trash")) or base in ("lock", "written"):
            continue
        if not base.startswith(TEMPORARY):
            out[name] = data
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_death_at_every_system_call(tmp_path: Path, gate: Gate, tracer: Tracer, name: str) -> None:
    program = PROGRAM.replace("PART", PROGRAMS[name])
    here = place(tmp_path, gate)
    allowed = [meaning(here(), gate)]
    subprocess.run([sys.executable, "-c", program, str(whole := here()), SOURCE], check=True, capture_output=True)
    allowed.append(meaning(whole, gate))
    before = tracer.count_before(program, here(), tmp_path / "log")
    killed = 0
    for call in CALLS:
        for number in itertools.count(before[call] + 1, every(5)):
            folder = here()
            done = tracer.inject(program, folder, call, f"signal=KILL:when={number}")
            got = meaning(folder, gate)
            if name == "skeleton" and done.returncode:
                assert {k: v for k, v in got.items() if not k.startswith("repo/")} == {
                    k: v for k, v in allowed[0].items() if not k.startswith("repo/")
                }
                assert all(allowed[1][k] == v for k, v in got.items()), f"{call} {number}"
            else:
                assert got in allowed, f"{call} {number}"
            if done.returncode == 0:
                assert got == allowed[1]
                break
            killed += 1
    assert killed >= (5 if WHOLE else 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["add", "change", "append", "append to a new file", "edit"])
@pytest.mark.parametrize("error", ["ENOSPC", "EIO"])
def test_an_error_at_every_system_call(tmp_path: Path, gate: Gate, tracer: Tracer, name: str, error: str) -> None:
    told = "\ntry:\n    {}\nexcept BackstoryError as err:\n    assert err.hint\n    sys.exit(7)\n"
    program = "from backstory.model.errors import BackstoryError\n" + PROGRAM.replace(
        "PART", told.format(PROGRAMS[name])
    )
    here = place(tmp_path, gate)
    allowed = [meaning(here(), gate)]
    subprocess.run([sys.executable, "-c", program, str(whole := here()), SOURCE], check=True, capture_output=True)
    allowed.append(meaning(whole, gate))
    before = tracer.count_before(program, here(), tmp_path / "log")
    onwards = "+" if name == "edit" else ""  # one error in the folder of git is no obstacle: it is tried elsewhere
    failed = 0
    for call in ("write", "fsync", "fdatasync", "rename,renameat,renameat2", "link,linkat"):
        for number in itertools.count(before[call] + 1, every(4)):
            folder = here()
            done = tracer.inject(program, folder, call, f"error={error}:when={number}{onwards}")
            assert done.returncode in (0, 7), done.stderr.decode()
            strays = [p for p in tree(folder) if os.path.basename(p).startswith(TEMPORARY)]
            got = meaning(folder, gate)
            assert got in allowed and not strays, f"{call} {number}"
            if done.returncode == 0:
                assert got == allowed[1]
                break
            failed += 1
    assert failed >= 2


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("add", ["write", "fsync file", "link", "unlink", "fsync folder"]),
        ("change", ["write", "fsync file", "rename", "fsync folder"]),
        ("edit", ["write", "fsync file", "rename", "fsync folder"]),
        ("append to a new file", ["write", "fdatasync file", "fsync folder"]),
    ],
)
def test_what_is_acknowledged_was_synced_first(
    tmp_path: Path, gate: Gate, strace: str, name: str, order: list[str]
) -> None:
    """Content before its name, the name before the acknowledgement: what a loss of power may not turn round."""
    prepare(tmp_path, gate)
    part = PROGRAMS[name] + "\nos.access(folder + '/acknowledged', 0)"
    log = tmp_path / "log"
    watched = (
        "openat,write,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,access,faccessat,faccessat2"
    )
    command = [sys.executable, "-B", "-c", PROGRAM.replace("PART", part), str(tmp_path), SOURCE]  # no compiled files
    subprocess.run([strace, "-y", "-qq", "-o", str(log), "-e", f"trace={watched}", *command], check=True)
    text = log.read_text(errors="replace")
    seen: list[str] = []
    for line in text[text.index("/begin") : text.index("/acknowledged")].splitlines()[1:]:
        call = line.partition("(")[0].removesuffix("at2").removesuffix("at")
        if (
            "ENOENT" in line
            or "EEXIST" in line
            or call in ("open", "access", "faccess")
            or "/lock" in line
            or "/written" in line
        ):
            continue
        if call in ("fsync", "fdatasync"):
            call += " file" if any(end in line for end in (TEMPORARY, ".jsonl", ".md")) else " folder"
        seen.append(call)
    synced = [s for n, s in enumerate(seen) if s != "fsync folder" or n > 1]  # folders that were made on the way
    assert synced == order
