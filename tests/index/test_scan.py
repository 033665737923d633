"""A large memory: only the folders that changed are looked at, and every file once a minute."""

import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from testing.indexed_stores import World

from backstory.index import scan
from backstory.index.build import Index
from backstory.model.record import Record


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every memory counts as large."""
    monkeypatch.setattr(scan, "LARGE", 0)


def read_paths(world: World, index: Index, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Refreshes, and returns the kinds of records whose files were listed."""
    listed: set[str] = set()
    real = scan._list_files

    def listing(store: Any, extent: Any) -> Any:
        for files in real(store, extent):
            listed.update(path.split("/")[-2] for path, _ in files)
            yield files

    with monkeypatch.context() as patch:
        patch.setattr(scan, "_list_files", listing)
        world.refresh(index)
    return listed


def test_of_a_large_memory_only_changed_folders_are_listed(
    world: World, large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.add("one", kind="fact")
    gone = world.add("two", kind="note")
    world.add("three", kind="decision")
    index = world.fresh()
    world.refresh(index)

    assert read_paths(world, index, monkeypatch) == set()
    world.add("four", kind="fact")
    assert read_paths(world, index, monkeypatch) == {"fact"}
    os.unlink(world.path_of(gone))
    assert read_paths(world, index, monkeypatch) == set()
    assert {row.record.title for row in index.rows()} == {"one", "three", "four"}


def test_a_folder_that_is_gone_takes_its_records_along(world: World, large: None) -> None:
    for title in ("one", "two"):
        world.add(title, kind="fact")
    world.add("three", kind="note")
    index = world.fresh()
    world.refresh(index)
    shutil.rmtree(os.path.join(world.stores["private"].folder, "fact"))
    world.refresh(index)

    assert [row.record.title for row in index.rows()] == ["three"]


def test_a_file_written_in_place_is_seen_within_a_minute(
    world: World, large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = world.add("one", kind="fact")
    index = world.fresh()
    world.refresh(index)
    path = Path(world.path_of(record))
    path.write_text(path.read_text().replace("one", "two"))
    world.refresh(index)
    before = [row.record.title for row in index.rows()]
    now = time.time_ns() + scan.RESCAN_NS
    monkeypatch.setattr(time, "time_ns", lambda: now)
    world.refresh(index)

    assert before == ["one"]
    assert [row.record.title for row in index.rows()] == ["two"]


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "replace"]), st.integers(0, 9)), max_size=12))
def test_folder_by_folder_gives_what_a_rebuild_gives(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "LARGE", 0)
        world = World(Path(folder))
        index = world.fresh()
        records: list[Record] = []
        for step, number in steps:
            if step == "add" or not records:
                records.append(world.add(f"title {number}", kind=("fact", "note", "decision")[number % 3]))
            elif step == "remove":
                os.unlink(world.path_of(records.pop(number % len(records))))
            else:
                record = records[number % len(records)]
                world.stores["private"].change(world.path_of(record), {"status": "draft"}, ident=record.id)
            world.refresh(index)
        rebuilt = Index.open(str(world.private / "other.db"), tree=str(world.root))
        world.refresh(rebuilt)

        assert index.digest(words=True) == rebuilt.digest(words=True)
