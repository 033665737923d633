"""Records of sandboxed agents: they wait in the working tree and arrive once; planted ones do not arrive."""

import os
import shutil
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.conftest import SECRET, make, tree

from backstory.model.errors import BackstoryError
from backstory.model.record import Origin, Record
from backstory.redact.gate import Gate
from backstory.store import spool as module
from backstory.store.codec import encode_record, normalize_record
from backstory.store.places import machine_key, read_machine_key
from backstory.store.records import READ_LIMIT, RecordStore
from backstory.store.spool import list_spool, put_in_spool, sweep_spool

KEY = b"m" * 32
ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
OTHER = "01JD8ZK3M7Q4T9W2R5X8Y1B6C9"


def plant(folder: str, record: Record, seal: str = "0", scope: str = "private") -> Path:
    """A file as a repository would carry it."""
    os.makedirs(folder, exist_ok=True)
    path = Path(folder, f"{record.id.lower()}.{scope}.{seal}.md")
    path.write_bytes(encode_record(normalize_record(record)))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "repo" / ".backstory" / "local" / "spool")


@pytest.fixture
def user(tmp_path: Path, gate: Gate) -> RecordStore:
    return RecordStore(str(tmp_path / "user" / "memory"), "user", gate)


def test_waits_and_arrives_once(folder: str, store: RecordStore, gate: Gate) -> None:
    path = put_in_spool(folder, make(1, body=f"uses {SECRET}", origin=Origin(how="stated")), gate, key=KEY, project=ID)
    assert SECRET not in Path(path).read_text()
    assert [(w.path, w.id, w.scope) for w in list_spool(folder, key=KEY, project=ID).sealed] == [
        (path, make(1).id, "private")
    ]
    (got,) = sweep_spool(folder, store, key=KEY, project=ID)
    assert (got.id, got.origin.how, got.scope) == (make(1).id, "stated", "private")
    assert not list_spool(folder, key=KEY, project=ID) and sweep_spool(folder, store, key=KEY, project=ID) == []
    assert len(list(store.files())) == 1


@pytest.mark.parametrize(
    ("how", "arrives"), [("explicit", "stated"), ("stated", "stated"), ("inferred", "inferred"), ("x", "imported")]
)
def test_a_seal_gives_no_more_authority_than_an_agent_has(
    folder: str, store: RecordStore, gate: Gate, how: str, arrives: str
) -> None:
    """Who can read the data home can read the key: a seal does not show that a person typed it."""
    put_in_spool(folder, make(1, origin=Origin(author="The user", how=how)), gate, key=KEY)
    (got,) = sweep_spool(folder, store, key=KEY)
    assert got.origin.how == arrives


def test_a_record_that_is_in_the_store_already(folder: str, store: RecordStore, gate: Gate) -> None:
    """The process that took it in died before it could remove the file."""
    record = make(1, origin=Origin(how="stated"))
    put_in_spool(folder, record, gate, key=KEY)
    _, path = store.add(record)
    store.change(path, {"tier": "pinned"})
    (got,) = sweep_spool(folder, store, key=KEY)
    assert got.tier == "pinned"
    assert not list_spool(folder)


def test_each_scope_goes_to_its_store(folder: str, user: RecordStore, store: RecordStore, gate: Gate) -> None:
    put_in_spool(folder, make(1), gate, key=KEY)
    put_in_spool(folder, make(2, scope="user"), gate, key=KEY)
    assert [r.id for r in sweep_spool(folder, store, key=KEY)] == [make(1).id]
    assert [r.scope for r in sweep_spool(folder, store, user, key=KEY)] == ["user"]


@pytest.mark.parametrize("scope", ["private", "user", "team"])
@pytest.mark.parametrize("key", [b"", KEY])
def test_what_a_repository_carries_in_is_never_swept(
    folder: str, store: RecordStore, user: RecordStore, team: RecordStore, gate: Gate, key: bytes, scope: str
) -> None:
    own = os.path.basename(put_in_spool(folder, make(1), gate, key=KEY)).split(".")[2]
    os.unlink(os.path.join(folder, os.listdir(folder)[0]))
    planted = make(2, origin=Origin(author="The user", how="explicit"))
    for seal in ("0", "f" * 32, own, own.upper(), "", "g" * 32):
        path = plant(folder, planted, seal, scope)
        assert sweep_spool(folder, store, user, team, key=key) == []
        found = list_spool(folder, key=key)
        assert path.exists() and not found.sealed and len(found.unsealed) + found.others == 1
        path.unlink()


def moved(path: str, *, folder: str = "", name: str = "") -> None:
    target = os.path.join(folder or os.path.dirname(path), name or os.path.basename(path))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.move(path, target)


def test_a_seal_does_not_fit_another_place(
    folder: str, store: RecordStore, user: RecordStore, gate: Gate, tmp_path: Path
) -> None:
    """Not another project, working tree, scope, id or content; and back in its place it fits again."""
    path = put_in_spool(folder, make(1), gate, key=KEY, project=ID)
    name = os.path.basename(path)
    other = str(tmp_path / "clone" / ".backstory" / "local" / "spool")
    assert sweep_spool(folder, store, user, key=KEY, project=OTHER) == []
    moved(path, folder=other)
    assert sweep_spool(other, store, user, key=KEY, project=ID) == []
    moved(os.path.join(other, name), folder=folder, name=name.replace(".private.", ".user."))
    assert sweep_spool(folder, store, user, key=KEY, project=ID) == []
    moved(os.path.join(folder, os.listdir(folder)[0]), name=name.replace(make(1).id.lower(), make(2).id.lower()))
    assert sweep_spool(folder, store, user, key=KEY, project=ID) == []
    moved(os.path.join(folder, os.listdir(folder)[0]), name=name)
    Path(path).write_bytes(Path(path).read_bytes().replace(b"Because", b"because"))
    assert sweep_spool(folder, store, user, key=KEY, project=ID) == []
    Path(path).write_bytes(Path(path).read_bytes().replace(b"because", b"Because"))
    assert [r.id for r in sweep_spool(folder, store, user, key=KEY, project=ID)] == [make(1).id]


@given(st.lists(st.binary(max_size=6), min_size=2, max_size=2), st.lists(st.binary(max_size=6), min_size=2, max_size=2))
def test_no_two_places_have_one_seal(one: list[bytes], two: list[bytes]) -> None:
    """What is moved from one part of the place into the next changes the seal."""

    def sealed(parts: list[bytes]) -> str:
        return module._seal(parts[1], "/r/.backstory/local/spool", parts[0].hex(), "user", ID, KEY)

    assert (sealed(one) == sealed(two)) == (one == two)


def test_what_git_tracks_is_not_taken_in(folder: str, store: RecordStore, gate: Gate) -> None:
    paths = [put_in_spool(folder, make(n), gate, key=KEY) for n in (1, 2)]
    assert sweep_spool(folder, store, key=KEY, tracked=lambda: None) == []
    assert [r.id for r in sweep_spool(folder, store, key=KEY, tracked=lambda: {paths[0]})] == [make(2).id]
    assert os.path.exists(paths[0])


def test_git_is_asked_only_when_something_can_come_in(folder: str, store: RecordStore) -> None:
    plant(folder, make(1))
    asked: list[int] = []

    def tracked() -> frozenset[str]:
        asked.append(1)
        return frozenset()

    sweep_spool(folder, store, key=KEY, tracked=tracked)
    assert not asked


def test_without_a_key_nothing_is_sealed(folder: str, store: RecordStore, gate: Gate, tmp_path: Path) -> None:
    """Where the data home cannot be read there is no key, and none is made up: the record waits for a person."""
    home = tmp_path / "home"
    assert read_machine_key(str(home)) == b""
    path = put_in_spool(folder, make(1), gate, key=read_machine_key(str(home)))
    assert path.endswith(".private.0.md")
    assert sweep_spool(folder, store, key=machine_key(str(home))) == []
    assert [w.path for w in list_spool(folder, key=read_machine_key(str(home))).unsealed] == [path]


def test_a_team_record_in_the_spool_stays_where_it_is(folder: str, team: RecordStore, gate: Gate) -> None:
    put_in_spool(folder, make(1, scope="team"), gate, key=KEY)
    assert sweep_spool(folder, team, key=KEY) == []


def test_what_is_odd_stays_for_the_doctor(folder: str, store: RecordStore, gate: Gate, tmp_path: Path) -> None:
    put_in_spool(folder, make(1), gate, key=KEY)
    plant(folder, make(2)).write_bytes(b"")
    plant(folder, make(3)).write_bytes(encode_record(make(4)))
    plant(folder, make(5)).write_bytes(b"x" * (READ_LIMIT + 1))
    Path(folder, "x.md").write_text("x")
    Path(folder, ".tmp-00").write_text("x")
    Path(folder, "a" * 200 + ".private.0.md").write_text("x")
    Path(folder, f"{make(8).id.lower()}.private.0.md").mkdir()
    os.mkfifo(Path(folder, f"{make(7).id.lower()}.private.{'0' * 32}.md"))
    (tmp_path / "secret").write_bytes(encode_record(make(6)))
    Path(folder, f"{make(6).id.lower()}.private.0.md").symlink_to(tmp_path / "secret")
    found = list_spool(folder, key=KEY)
    assert (len(found.sealed), len(found.unsealed), found.others, found.more) == (1, 3, 6, False)
    assert [r.id for r in sweep_spool(folder, store, key=KEY)] == [make(1).id]
    assert len(os.listdir(folder)) == 9


def test_any_number_of_planted_files_costs_a_bounded_look(
    folder: str, store: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(40):
        plant(folder, make(n, body="x" * 2_000), "f" * 32)
    monkeypatch.setattr(module, "MOST_LISTED", 30)
    monkeypatch.setattr(module, "MOST_READ", 10_000)
    read: list[str] = []
    real = module.read_file

    def counted(path: str, *, limit: int, base: str = "") -> bytes:
        read.append(path)
        return real(path, limit=limit, base=base)

    monkeypatch.setattr(module, "read_file", counted)
    found = list_spool(folder, key=KEY)
    assert (len(found.unsealed), found.more) == (30, True)
    assert len(read) == 5, "about 2,200 bytes each"
    assert sweep_spool(folder, store, key=KEY) == []


@pytest.mark.parametrize("place", [".backstory", ".backstory/local", ".backstory/local/spool"])
def test_planted_links_are_not_followed(
    folder: str, store: RecordStore, gate: Gate, tmp_path: Path, place: str
) -> None:
    victim = tmp_path / "victim"
    put_in_spool(folder, make(1), gate, key=KEY)
    for sub in ("local/spool", "spool", "."):
        shutil.copytree(folder, victim / sub, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "repo")
    before = tree(victim)
    (tmp_path / "repo" / place).parent.mkdir(parents=True)
    (tmp_path / "repo" / place).symlink_to(victim)
    with pytest.raises(BackstoryError, match="is a link"):
        put_in_spool(folder, make(2), gate)
    assert sweep_spool(folder, store, key=KEY) == []
    assert tree(victim) == before


def test_where_the_store_cannot_be_written_it_goes_on_waiting(folder: str, tmp_path: Path, gate: Gate) -> None:
    put_in_spool(folder, make(1), gate, key=KEY)
    (tmp_path / "blocked").write_text("")
    assert sweep_spool(folder, RecordStore(str(tmp_path / "blocked" / "memory"), "private", gate), key=KEY) == []
    assert len(list_spool(folder, key=KEY).sealed) == 1


def test_many_sweepers(folder: str, store: RecordStore, gate: Gate) -> None:
    for n in range(30):
        put_in_spool(folder, make(n), gate, key=KEY)
    threads = [threading.Thread(target=sweep_spool, args=(folder, store), kwargs={"key": KEY}) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not list_spool(folder)
    assert sorted(i for i, _ in store.by_id()) == [make(n).id for n in range(30)]
    assert len(list(store.files())) == 30
