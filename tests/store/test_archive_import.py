"""An import is all or nothing: also when the process dies at any system call of it, and at any of taking it back."""

import itertools
import os
import shutil
from pathlib import Path

import pytest
from tests.store.conftest import ID, make
from tests.store.test_syscalls import CALLS, PROGRAM, Tracer, strace, tracer
from tests.sweeps import WHOLE, every

from backstory.model.snapshot import Snapshot
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, read_archive
from backstory.store.archive_import import finish_import, import_archive
from backstory.store.places import IMPORTING
from backstory.store.records import RecordStore
from backstory.store.snapshots import SnapshotStore

__all__ = ["strace", "tracer"]
SHOT = "snap-" + ID
SETTLE = "finish_import(folder + '/data/import.json', {'private': store}, snapshots, folder + '/trash')"
TAKE = (
    "import_archive(archive, {'private': store}, snapshots=snapshots, replace=True, trash=folder + '/trash',"
    " marker=folder + '/data/import.json')"
)
PREPARED = """
from backstory.store.archive import read_archive
from backstory.store.archive_import import finish_import, import_archive
from backstory.store.snapshots import SnapshotStore
snapshots = SnapshotStore(folder + "/data/snapshots", gate)
archive = read_archive(folder + "/a.tar.gz")
os.access(folder + "/begin", 0)
"""


def program(part: str) -> str:
    head, _, _ = PROGRAM.partition("os.access(folder")
    return head + PREPARED + part


def prepare(folder: Path, gate: Gate) -> None:
    source = RecordStore(str(folder / "source" / "memory"), "private", gate)
    for number in (2, 3, 4):
        source.add(make(number))
    shots = SnapshotStore(str(folder / "source" / "snapshots"), gate)
    shots.add(Snapshot(id=SHOT, made="2026-11-20T00:00:00Z"))
    export_archive(str(folder / "a.tar.gz"), {"private": source}, gate, project=ID, snapshots=shots)
    shutil.rmtree(folder / "source")
    store = RecordStore(str(folder / "data" / "memory"), "private", gate)
    for number in (1, 2):
        store.add(make(number))


def standing(folder: Path, gate: Gate) -> tuple[list[str], list[str]]:
    store = RecordStore(str(folder / "data" / "memory"), "private", gate)
    snapshots = SnapshotStore(str(folder / "data" / "snapshots"), gate)
    return sorted(i for i, _ in store.by_id()), snapshots.ids()


def settled(folder: Path, gate: Gate) -> str:
    store = RecordStore(str(folder / "data" / "memory"), "private", gate)
    snapshots = SnapshotStore(str(folder / "data" / "snapshots"), gate)
    return finish_import(str(folder / "data" / IMPORTING), {"private": store}, snapshots, str(folder / "trash"))


OLD = ([make(1).id, make(2).id], [])
NEW = ([make(2).id, make(3).id, make(4).id], [SHOT])


def killed_everywhere(start: Path, part: str, tmp_path: Path, gate: Gate, tracer: Tracer) -> int:
    """Runs a program from the same state, killed at each call in turn; checks what is left each time."""
    shutil.copytree(start, tmp_path / "count")
    before = tracer.count_before(program(part), tmp_path / "count", tmp_path / "log")
    shutil.rmtree(tmp_path / "count")
    killed = 0
    for call in CALLS:
        for number in itertools.count(before[call] + 1, every(8)):
            here = tmp_path / "here"
            shutil.copytree(start, here)
            done = tracer.inject(program(part), here, call, f"signal=KILL:when={number}")
            state = standing(here, gate)
            if state not in (OLD, NEW):
                assert (here / "data" / IMPORTING).exists(), f"{call} {number}: nothing says that it is half done"
            settled(here, gate)
            assert standing(here, gate) in (OLD, NEW), f"{call} {number}"
            assert settled(here, gate) == "" and not (here / "data" / IMPORTING).exists()
            if standing(here, gate) == OLD:  # running it again completes it
                store = {"private": RecordStore(str(here / "data" / "memory"), "private", gate)}
                shots = SnapshotStore(str(here / "data" / "snapshots"), gate)
                archive = read_archive(str(here / "a.tar.gz"))
                import_archive(archive, store, snapshots=shots, replace=True, trash=str(here / "trash"))
                assert standing(here, gate) == NEW
            shutil.rmtree(here)
            if done.returncode == 0:
                break
            killed += 1
    return killed


@pytest.mark.slow
def test_death_at_every_system_call_of_an_import(tmp_path: Path, gate: Gate, tracer: Tracer) -> None:
    start = tmp_path / "start"
    start.mkdir()
    prepare(start, gate)
    assert killed_everywhere(start, TAKE, tmp_path, gate, tracer) >= (20 if WHOLE else 6)


@pytest.mark.slow
@pytest.mark.parametrize("when", [("link,linkat", 2), ("unlink,unlinkat", 3)])
def test_death_while_it_is_settled(tmp_path: Path, gate: Gate, tracer: Tracer, when: tuple[str, int]) -> None:
    start = tmp_path / "start"
    start.mkdir()
    prepare(start, gate)
    call, number = when
    tracer.inject(program(TAKE), start, call, f"signal=KILL:when={number}")
    assert (start / "data" / IMPORTING).exists()
    assert killed_everywhere(start, SETTLE, tmp_path, gate, tracer) >= (3 if WHOLE else 2)


def test_an_error_leaves_no_marker(tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path, gate)
    store = RecordStore(str(tmp_path / "data" / "memory"), "private", gate)
    (tmp_path / "data" / "memory" / "decision").chmod(0o700)
    (tmp_path / "data" / "snapshots").write_text("no folder")
    shots = SnapshotStore(str(tmp_path / "data" / "snapshots"), gate)
    marker = str(tmp_path / "data" / IMPORTING)
    with pytest.raises(Exception, match="snapshots"):
        import_archive(read_archive(str(tmp_path / "a.tar.gz")), {"private": store}, snapshots=shots, marker=marker)
    assert standing(tmp_path, gate)[0] == OLD[0] and not os.path.exists(marker)


def test_a_damaged_marker_takes_nothing_away(tmp_path: Path, gate: Gate) -> None:
    prepare(tmp_path, gate)
    for data in (
        b"",
        b"{",
        b"[]",
        b'{"adding": 1}',
        b'{"complete": true, "removing": [["private", "../../a.tar.gz"]]}',
    ):
        (tmp_path / "data" / IMPORTING).write_bytes(data)
        settled(tmp_path, gate)
        assert standing(tmp_path, gate) == OLD and (tmp_path / "a.tar.gz").exists()
