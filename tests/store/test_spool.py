"""Records of sandboxed agents: they wait in the working tree and arrive once; planted ones gain no authority."""

import os
import threading
from pathlib import Path

import pytest
from tests.store.conftest import SECRET, make, tree

from backstory.model.errors import BackstoryError
from backstory.model.record import Origin
from backstory.redact.gate import Gate
from backstory.store.codec import encode, normal
from backstory.store.records import RecordStore
from backstory.store.spool import put, sweep, waiting

KEY = b"m" * 32


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "repo" / ".backstory" / "local" / "spool")


def test_waits_and_arrives_once(folder: str, store: RecordStore, gate: Gate) -> None:
    path = put(folder, make(1, body=f"uses {SECRET}"), gate, key=KEY)
    assert SECRET not in Path(path).read_text()
    assert [(w.path, w.id, w.scope) for w in waiting(folder)] == [(path, make(1).id, "private")]
    (got,) = sweep(folder, store, key=KEY)
    assert (got.id, got.origin.how, got.scope) == (make(1).id, "explicit", "private")
    assert list(waiting(folder)) == [] and sweep(folder, store, key=KEY) == []
    assert len(list(store.files())) == 1


def test_a_record_that_is_in_the_store_already(folder: str, store: RecordStore, gate: Gate) -> None:
    """The process that took it in died before it could remove the file."""
    put(folder, make(1), gate, key=KEY)
    _, path = store.add(make(1))
    store.change(path, {"tier": "pinned"})
    (got,) = sweep(folder, store, key=KEY)
    assert got.tier == "pinned"
    assert list(waiting(folder)) == []


def test_each_scope_goes_to_its_store(folder: str, tmp_path: Path, store: RecordStore, gate: Gate) -> None:
    user = RecordStore(str(tmp_path / "user" / "memory"), "user", gate)
    put(folder, make(1), gate)
    put(folder, make(2, scope="user"), gate)
    assert [r.id for r in sweep(folder, store)] == [make(1).id]
    assert [r.scope for r in sweep(folder, store, user)] == ["user"]


@pytest.mark.parametrize("how", ["explicit", "stated", "observed"])
def test_what_a_repository_carries_in_has_no_authority(
    folder: str, store: RecordStore, gate: Gate, tmp_path: Path, how: str
) -> None:
    record = make(1, origin=Origin(author="The user", how=how))
    own = put(folder, record, gate, key=KEY)
    for seal in ("0", "f" * 32, os.path.basename(own).split(".")[2]):
        os.makedirs(folder, exist_ok=True)
        planted = Path(folder, f"{make(2).id.lower()}.private.{seal}.md")
        planted.write_bytes(encode(normal(make(2, origin=Origin(author="The user", how=how)))))
        got = {r.id: r.origin.how for r in sweep(folder, store, key=KEY)}
        assert got.pop(make(1).id, how) == how
        assert got == {make(2).id: "imported"}
        store.remove(dict(store.by_id())[make(2).id])


def test_without_a_key_nothing_is_believed(folder: str, store: RecordStore, gate: Gate) -> None:
    put(folder, make(1), gate)
    (got,) = sweep(folder, store)
    assert got.origin.how == "imported"


def test_a_team_record_planted_in_the_spool_stays_where_it_is(folder: str, team: RecordStore, gate: Gate) -> None:
    put(folder, make(1, scope="team"), gate, key=KEY)
    assert sweep(folder, team, key=KEY) == []


def test_what_is_damaged_stays_for_the_doctor(folder: str, store: RecordStore, gate: Gate, tmp_path: Path) -> None:
    put(folder, make(1), gate)
    os.makedirs(folder, exist_ok=True)
    Path(folder, f"{make(2).id.lower()}.private.0.md").write_bytes(b"")
    Path(folder, f"{make(3).id.lower()}.private.0.md").write_bytes(encode(make(4)))
    Path(folder, f"{make(5).id.lower()}.private.0.md").write_bytes(
        encode(make(5)).replace(b"kind: decision", b"kind: ../x")
    )
    Path(folder, "x.md").write_text("x")
    Path(folder, ".tmp-00").write_text("x")
    (tmp_path / "secret").write_bytes(encode(make(6)))
    Path(folder, f"{make(6).id.lower()}.private.0.md").symlink_to(tmp_path / "secret")
    assert [r.id for r in sweep(folder, store)] == [make(1).id]
    assert len(os.listdir(folder)) == 6


@pytest.mark.parametrize("place", [".backstory", ".backstory/local", ".backstory/local/spool"])
def test_planted_links_are_not_followed(
    folder: str, store: RecordStore, gate: Gate, tmp_path: Path, place: str
) -> None:
    victim = tmp_path / "victim"
    for sub in ("local/spool", "spool", "."):
        (victim / sub).mkdir(parents=True, exist_ok=True)
        (victim / sub / f"{make(1).id.lower()}.private.0.md").write_bytes(encode(make(1)))
    before = tree(victim)
    (tmp_path / "repo" / place).parent.mkdir(parents=True)
    (tmp_path / "repo" / place).symlink_to(victim)
    with pytest.raises(BackstoryError, match="is a link"):
        put(folder, make(2), gate)
    assert sweep(folder, store) == []
    assert tree(victim) == before


def test_where_the_store_cannot_be_written_it_goes_on_waiting(folder: str, tmp_path: Path, gate: Gate) -> None:
    put(folder, make(1), gate)
    (tmp_path / "blocked").write_text("")
    assert sweep(folder, RecordStore(str(tmp_path / "blocked" / "memory"), "private", gate)) == []
    assert len(list(waiting(folder))) == 1


def test_many_sweepers(folder: str, store: RecordStore, gate: Gate) -> None:
    for n in range(30):
        put(folder, make(n), gate, key=KEY)
    threads = [threading.Thread(target=sweep, args=(folder, store), kwargs={"key": KEY}) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(waiting(folder)) == []
    assert sorted(i for i, _ in store.by_id()) == [make(n).id for n in range(30)]
    assert len(list(store.files())) == 30
