"""Snapshots: written once, read back whole, found by what a person types."""

import os
from pathlib import Path

import pytest
from tests.store.conftest import SECRET, tree

from backstory.model.errors import Ambiguous, BackstoryError, Invalid, NotFound
from backstory.model.snapshot import Change, Commit, GitState, RepositoryFacts, Script, Skipped, Snapshot, Work
from backstory.redact.gate import Gate, Redacted
from backstory.redact.paths import clean_path
from backstory.store.snapshots import SnapshotStore

OID = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def shot(number: int, **more: object) -> Snapshot:
    values: dict[str, object] = {
        "id": f"snap-01JD8ZK3M7Q4T9W2R5X8Y{number:05d}",
        "made": "2026-11-20T09:14:03Z",
        "git": GitState(
            commit=OID, branch="main", changes=(Change("a.py", "modified", oid=OID),), commits=(Commit(OID),)
        ),
        "facts": RepositoryFacts(name="shop", languages={"Python": 3}, scripts=(Script("test", "pytest", "Makefile"),)),
        "table": {"src/password.py": OID, "config/api_key.txt": OID},
        "skipped": (Skipped("big.bin", "too large"),),
        "extra": {"later": [1, {"x": "y"}]},
    }
    return Snapshot(**(values | more))  # type: ignore[arg-type]


@pytest.fixture
def snapshots(tmp_path: Path, gate: Gate) -> SnapshotStore:
    return SnapshotStore(str(tmp_path / "snapshots"), gate)


def test_comes_back_as_it_was(snapshots: SnapshotStore) -> None:
    assert snapshots.add(shot(1)) == shot(1) == snapshots.get(shot(1).id)
    path = Path(snapshots.folder, f"{shot(1).id}.json")
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    assert snapshots.add(shot(1, goal="another")) == shot(1)
    assert path.read_bytes() == before


def test_blob_ids_stay_and_secrets_go(snapshots: SnapshotStore) -> None:
    got = snapshots.add(shot(1, goal=f"use {SECRET}", table={f"{SECRET}.py": OID, "src/password.py": OID}))
    assert SECRET not in Path(snapshots.folder, f"{got.id}.json").read_text()
    assert got.table["src/password.py"] == OID and OID in got.table.values()


def test_many_paths_are_judged_at_once_and_as_each_by_itself(
    snapshots: SnapshotStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = [f"src/part_{number}/view.py" for number in range(40)]
    paths = [*plain, f"src/{SECRET}.py", f"keys/{SECRET}/readme.md", "src/" + "ab12" * 10 + ".js"]
    alone = [clean_path(gate, path) for path in paths]
    state = GitState(changes=tuple(Change(path, "modified", oid=OID) for path in paths))
    judged: list[str] = []
    real = gate.check

    def noted(text: str) -> Redacted:
        judged.append(text)
        return real(text)

    monkeypatch.setattr(gate, "check", noted)
    got = snapshots.add(shot(1, git=state, table=dict.fromkeys(paths, OID)))

    assert [change.path for change in got.git.changes] == list(got.table) == alone
    assert SECRET not in Path(snapshots.folder, f"{got.id}.json").read_text()
    assert not set(judged) & set(plain)


def test_only_texts_that_an_earlier_one_lacks_are_judged(
    snapshots: SnapshotStore, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = snapshots.add(shot(1))
    judged: list[str] = []
    real = gate.check

    def noted(text: str) -> Redacted:
        judged.append(text)
        return real(text)

    monkeypatch.setattr(gate, "check", noted)
    assert snapshots.add(shot(2, goal="mend the pool"), earlier) == shot(2, goal="mend the pool")
    assert judged == ["mend the pool", *shot(1).table], "a name of our own is not judged"
    moved = snapshots.add(shot(3, goal=SECRET, table={}, work=Work(state=SECRET)), earlier)
    assert SECRET not in (moved.goal, moved.work.state)
    known = snapshots.add(shot(4, work=Work(task="main", state="a.py")), earlier)
    assert "a.py" in judged, "a text that stood under another name is judged"
    assert known.work.state == "a.py"


def test_order_and_summaries(snapshots: SnapshotStore) -> None:
    assert (snapshots.ids(), snapshots.latest(), snapshots.latest_summary()) == ([], None, None)
    for n in (2, 1, 3):
        snapshots.add(shot(n, goal="ship" if n == 1 else "", files=n))
    assert [s[-1] for s in snapshots.ids()] == ["3", "2", "1"]
    assert [(s.id[-1], s.files, s.branch, s.commit) for s in snapshots.summaries()] == [
        ("3", 3, "main", OID),
        ("2", 2, "main", OID),
        ("1", 1, "main", OID),
    ]
    latest, goal = snapshots.latest(), snapshots.latest_with_goal()
    assert latest is not None and latest.id == shot(3).id
    assert goal is not None and (goal.id, goal.goal) == (shot(1).id, "ship")


def test_by_prefix_and_tail(snapshots: SnapshotStore) -> None:
    for n in (1, 12):
        snapshots.add(shot(n))
    for ref in (shot(1).id, shot(1).id.lower(), shot(1).id[5:], "x8y00001", "00001"):
        assert snapshots.get(ref).id == shot(1).id
    with pytest.raises(Ambiguous, match="fits 2 snapshots: x8y00012, x8y00001"):
        snapshots.get("snap-01JD8")
    for ref in ("", "snap-", "zzz", "../../x"):
        with pytest.raises(NotFound):
            snapshots.get(ref)
        assert snapshots.find(ref) is None


def test_a_damaged_one_is_passed_over(snapshots: SnapshotStore) -> None:
    for n in (1, 2):
        snapshots.add(shot(n))
    path = Path(snapshots.folder, f"{shot(2).id}.json")
    for damage in (b"", b"{", b"[" * 100_000, b"\xff", path.read_bytes()[:-30]):
        path.write_bytes(damage)
        latest = snapshots.latest()
        assert latest is not None and latest.id == shot(1).id
        assert [s.id for s in snapshots.summaries()] == [shot(1).id]
        with pytest.raises(BackstoryError, match="is damaged"):
            snapshots.get(shot(2).id)


def test_members_of_later_versions_are_no_error(snapshots: SnapshotStore) -> None:
    snapshots.add(shot(1))
    path = Path(snapshots.folder, f"{shot(1).id}.json")
    path.write_bytes(path.read_bytes().replace(b"{", b'{ "from_the_future": {"a": [1]},', 1))
    assert snapshots.get(shot(1).id) == shot(1)


def test_remove(snapshots: SnapshotStore) -> None:
    snapshots.add(shot(1))
    assert snapshots.remove("00001") == shot(1).id
    assert os.listdir(snapshots.folder) == []


@pytest.mark.parametrize("ident", ["", "snap-", "../x", "snap-../../x", "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"])
def test_an_id_is_checked(snapshots: SnapshotStore, tmp_path: Path, ident: str) -> None:
    with pytest.raises(Invalid):
        snapshots.add(shot(1, id=ident))
    assert tree(tmp_path) == {}
