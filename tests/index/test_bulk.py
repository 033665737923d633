"""Many new files, whose rows are written with a statement for each table."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from testing.indexed_stores import World

from backstory.index import bulk
from backstory.index.build import Index
from backstory.model.record import Record
from backstory.redact.gate import Gate

COUNT = bulk.LEAST + 20


@pytest.fixture
def records(world: World) -> list[Record]:
    """Records with tags, links and anchors; one of them lies in two scopes, byte for byte."""
    records = [
        world.add(
            f"Number {number} of the pool", f"It holds `conn_{number}`.", tags=("pool", f"t{number % 7}"),
            at=(f"src/m{number % 5}.py#Pool",), links=(("relates_to", f"01JD8ZK3M7Q4T9W2R5X8Y1B{number:03}"),),
        )
        for number in range(COUNT)
    ]  # fmt: skip
    path = Path(world.path_of(records[0]))
    copy = Path(world.stores["user"].folder) / path.relative_to(world.stores["private"].folder)
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, copy)
    world.settle()
    return records


def digest(world: World, path: Path, gate: Gate) -> str:
    """The digest of an index that is built now, its full text included."""
    with Index.open(str(path), tree=str(world.root)) as index:
        assert index.refresh(world.stores, gate).read == COUNT + 1
        return index.digest(words=True)


def test_an_index_is_the_same_whether_its_rows_are_written_together_or_one_by_one(
    world: World, records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = digest(world, tmp_path / "together.db", world.gate)
    monkeypatch.setattr(bulk, "LEAST", COUNT * 2)

    assert digest(world, tmp_path / "single.db", world.gate) == together


def test_a_file_that_another_process_adds_meanwhile_is_not_added_twice(
    world: World, records: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "meanwhile.db"

    class Slow(Gate):
        """A gate that another process gets ahead of."""

        def find_harmless(self, texts: Sequence[str]) -> list[str]:
            with Index.open(str(path), tree=str(world.root)) as other:
                other.add(records[1], world.path_of(records[1]))
            return super().find_harmless(texts)

    together = digest(world, tmp_path / "together.db", world.gate)

    assert digest(world, path, Slow()) == together


def test_the_full_text_merges_its_pieces_again_afterwards(world: World, records: list[Record], tmp_path: Path) -> None:
    with Index.open(str(tmp_path / "index.db"), tree=str(world.root)) as index:
        index.refresh(world.stores, world.gate)

        setting = "SELECT v FROM fts_config WHERE k = 'automerge'"
        assert index.run(lambda con: con.execute(setting).get) == 4
