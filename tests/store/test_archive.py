"""Memory as one file: the round trip, what a person may do with it, and nothing half applied."""

import json
import os
import tarfile
from pathlib import Path

import pytest
from tests.store.conftest import ID, SECRET, make, tree

from backstory.base.journal_lines import make_id
from backstory.model.errors import BackstoryError, Invalid, NewerFormat, NotWritable
from backstory.model.event import Event
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.model.snapshot import Snapshot
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, export_lines, read_archive
from backstory.store.archive_import import import_archive
from backstory.store.journal import Journal
from backstory.store.records import RecordStore
from backstory.store.snapshots import SnapshotStore

KEY = b"m" * 32
RICH = make(
    7,
    title='A "title": with, [everything]',
    body="Text.\n\n---\nid: x\n---\n\u2028 end \n\n",
    tier="pinned",
    status="retracted",
    tags=("a, b", "c"),
    anchors=(Anchor("src/a b.py", "C.d", "b2:5d"), Anchor("src/**")),
    links=(Link("supersedes", make(1).id),),
    origin=Origin(author="Ada", agent="codex", session="s", branch="b", commit="9f1c2e4", how="stated", quote="q"),
    fields={"outcome": "worked", "odd key": "v\nw"},
)  # fmt: skip


def stores_in(folder: Path, gate: Gate) -> dict[str, RecordStore]:
    return {
        "team": RecordStore(str(folder / "repo" / ".backstory" / "memory"), "team", gate),
        "private": RecordStore(str(folder / "data" / "memory"), "private", gate),
        "user": RecordStore(str(folder / "user" / "memory"), "user", gate),
    }


def all_records(stores: dict[str, RecordStore]) -> list[Record]:
    found = (s.read(f.path).record for s in stores.values() for f in s.files())
    return sorted((r for r in found if r is not None), key=lambda r: (r.scope, r.id))


@pytest.fixture
def filled(tmp_path: Path, gate: Gate) -> dict[str, RecordStore]:
    stores = stores_in(tmp_path / "one", gate)
    for n in range(4):
        stores["team"].add(make(n))
        stores["private"].add(make(10 + n, kind="note"))
    stores["user"].add(make(20, kind="preference"))
    stores["private"].add(RICH)
    return stores


class TestRoundTrip:
    def test_tar(self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate) -> None:
        journal, snapshots = Journal(str(tmp_path / "j"), gate), SnapshotStore(str(tmp_path / "s"), gate)
        events = [
            Event(id=make_id(n + 1, bytes(10)), kind="tool", session="s1", made="2026-11-20T00:00:00Z")
            for n in range(3)
        ]
        journal.extend(events)
        snapshots.add(Snapshot(id=f"snap-{ID}", made="2026-11-20T00:00:00Z", goal="ship"))
        path = str(tmp_path / "out" / "m.tar.gz")
        count = export_archive(path, filled, gate, project=ID, journal=journal, snapshots=snapshots, key=KEY)
        assert count == (10, (), "", "")
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert os.listdir(tmp_path / "out") == ["m.tar.gz"]

        archive = read_archive(path, key=KEY)
        assert (archive.project, archive.sealed) == (ID, True)
        assert not read_archive(path, key=b"o" * 32).sealed and not read_archive(path).sealed
        other = stores_in(tmp_path / "two", gate)
        there, shots = Journal(str(tmp_path / "j2"), gate), SnapshotStore(str(tmp_path / "s2"), gate)
        for _ in range(2):  # the second time nothing is new
            import_archive(archive, other, journal=there, snapshots=shots)
            assert all_records(other) == all_records(filled)
            assert there.read("s1").events == events and shots.ids() == snapshots.ids()

    def test_lines(self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate) -> None:
        text = export_lines(filled, gate, project=ID).text
        lines = [json.loads(line) for line in text.split("\n")[:-1]]
        assert lines[0] == {"backstory": "records", "format": 1, "project": ID, "records": 10}
        assert [(x["scope"], x["id"]) for x in lines[1:]] == sorted((x["scope"], x["id"]) for x in lines[1:])
        (tmp_path / "m.jsonl").write_text("\ufeff" + text.replace("\n", "\r\n"))
        other = stores_in(tmp_path / "two", gate)
        taken = import_archive(read_archive(str(tmp_path / "m.jsonl")), other)
        assert taken[:3] == (10, 0, 0) and len(taken.paths) == 10
        assert all_records(other) == all_records(filled)

    def test_the_same_memory_gives_the_same_bytes(
        self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate
    ) -> None:
        for name in ("a", "b"):
            export_archive(str(tmp_path / name), filled, gate, project=ID)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
        assert export_lines(filled, gate, project=ID).text == export_lines(filled, gate, project=ID).text

    def test_any_tar_program_unpacks_it(self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate) -> None:
        export_archive(str(tmp_path / "a"), filled, gate, project=ID)
        with tarfile.open(tmp_path / "a") as tar:
            names = tar.getnames()
        assert names[0] == "backstory/manifest.json" and len(names) == 11
        assert "backstory/team/memory/decision/2026-11-20-decision-number-0-x8y00000.md" in names

    def test_chosen_scopes_only(self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate) -> None:
        assert export_archive(str(tmp_path / "a"), {"team": filled["team"]}, gate, project=ID).records == 4
        assert {r.scope for r in read_archive(str(tmp_path / "a")).records} == {"team"}

    def test_secrets_that_were_put_in_by_hand_do_not_leave(self, tmp_path: Path, gate: Gate) -> None:
        stores = stores_in(tmp_path / "one", gate)
        _, path = stores["private"].add(make(1))
        with open(path, "a") as file:
            file.write(f"by hand {SECRET}\n")
        export_archive(str(tmp_path / "a"), stores, gate, project=ID)
        assert SECRET not in str(read_archive(str(tmp_path / "a")).records)
        assert SECRET not in export_lines(stores, gate, project=ID).text

    def test_a_copy_made_by_hand_is_no_obstacle(self, tmp_path: Path, gate: Gate) -> None:
        stores = stores_in(tmp_path / "one", gate)
        _, path = stores["private"].add(make(1))
        Path(path).with_name("copy.md").write_bytes(Path(path).read_bytes())
        assert export_archive(str(tmp_path / "a"), stores, gate, project=ID).records == 2
        assert read_archive(str(tmp_path / "a")).records == (make(1),)


class TestTakeIn:
    def test_merges_by_id_and_keeps_what_is_here(self, tmp_path: Path, gate: Gate) -> None:
        one, two = stores_in(tmp_path / "one", gate), stores_in(tmp_path / "two", gate)
        for n in range(3):
            one["private"].add(make(n))
        _, path = two["private"].add(make(0))
        two["private"].change(path, {"tier": "pinned"})
        two["private"].add(make(1, body="Another text."))
        two["private"].add(make(9))
        export_archive(str(tmp_path / "a"), one, gate, project=ID)
        archive = read_archive(str(tmp_path / "a"))
        before = tree(tmp_path / "two")
        assert import_archive(archive, two, dry_run=True) == (1, 1, 1, 0, (), (), ())
        assert tree(tmp_path / "two") == before
        assert import_archive(archive, two)[:4] == (1, 1, 1, 0)
        got = {r.id: r for r in all_records(two)}
        assert got[make(0).id].tier == "pinned" and got[make(1).id].body == "Another text."
        assert set(got) == {make(n).id for n in (0, 1, 2, 9)}

    def test_replace_moves_what_it_lacks_to_the_trash(self, tmp_path: Path, gate: Gate) -> None:
        one, two = stores_in(tmp_path / "one", gate), stores_in(tmp_path / "two", gate)
        one["private"].add(make(1))
        two["private"].add(make(2))
        two["team"].add(make(3))
        export_archive(str(tmp_path / "a"), one, gate, project=ID)
        taken = import_archive(read_archive(str(tmp_path / "a")), two, replace=True, trash=str(tmp_path / "trash"))
        assert taken[:4] == (1, 0, 0, 1)
        assert [(r.scope, r.id) for r in all_records(two)] == [("private", make(1).id), ("team", make(3).id)]
        assert len(tree(tmp_path / "trash")) == 1

    def test_a_failure_half_way_takes_everything_back(
        self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        export_archive(str(tmp_path / "a"), filled, gate, project=ID)
        archive = read_archive(str(tmp_path / "a"))
        other = stores_in(tmp_path / "two", gate)
        other["team"].add(make(0))
        before = {p for p in tree(tmp_path / "two") if p.endswith(".md")}
        real, count = RecordStore.add, iter(range(6))

        def add(self: RecordStore, record: Record) -> tuple[Record, str]:
            if next(count) == 5:
                raise NotWritable("cannot write: no space left", hint="make room", errno=28)
            return real(self, record)

        monkeypatch.setattr(RecordStore, "add", add)
        with pytest.raises(NotWritable):
            import_archive(archive, other, replace=True, trash=str(tmp_path / "trash"))
        assert {p for p in tree(tmp_path / "two") if p.endswith(".md")} == before

    def test_a_scope_that_has_no_place_here(self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate) -> None:
        export_archive(str(tmp_path / "a"), filled, gate, project=ID)
        with pytest.raises(Invalid, match="no place for records of the scope `team`"):
            import_archive(read_archive(str(tmp_path / "a")), {"private": filled["private"]})


class TestGuards:
    def test_far_fewer_records_do_not_replace_an_export(
        self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate
    ) -> None:
        path = str(tmp_path / "a")
        for n in range(30, 40):
            filled["team"].add(make(n))
        export_archive(path, filled, gate, project=ID)
        before = Path(path).read_bytes()
        with pytest.raises(Invalid, match="holds 20 records and would now hold 1") as caught:
            export_archive(path, {"user": filled["user"]}, gate, project=ID)
        assert "-o OTHER" in caught.value.hint
        assert Path(path).read_bytes() == before
        export_archive(path, filled, gate, project=ID)

    def test_where_it_cannot_be_written_nothing_is_left(
        self, filled: dict[str, RecordStore], tmp_path: Path, gate: Gate
    ) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(BackstoryError):
            export_archive(str(tmp_path / "file" / "a"), filled, gate, project=ID)
        (tmp_path / "folder").mkdir()
        with pytest.raises(BackstoryError):
            export_archive(str(tmp_path / "folder"), filled, gate, project=ID)
        assert [n for n in os.listdir(tmp_path) if n.startswith(".tmp")] == []

    def test_a_file_that_is_not_there_or_too_large(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(BackstoryError):
            read_archive(str(tmp_path / "none"))
        os.mkfifo(tmp_path / "fifo")
        with pytest.raises(BackstoryError):
            read_archive(str(tmp_path / "fifo"))


HEAD = {"backstory": "records", "format": 1, "project": ID, "records": 1}
LINE = {"id": ID, "kind": "note", "title": "t", "scope": "private"}


class TestLines:
    @pytest.mark.parametrize(
        ("lines", "reason"),
        [
            ([HEAD], "holds 0 of the 1 records"),
            ([HEAD, LINE, LINE | {"id": make(1).id}], "holds 2 of the 1 records"),
            ([HEAD, LINE | {"scope": "system"}], "names the scope `system` at line 2"),
            ([HEAD, LINE | {"id": "../x"}], "line 2: `../x` is not an id"),
            ([HEAD, LINE | {"kind": "../x"}], "line 2: `../x` is not the name of a kind"),
            ([HEAD, LINE | {"title": ""}], "line 2: a record needs a title"),
            ([HEAD, LINE | {"title": 1}], "cannot be read at line 2"),
            ([HEAD, LINE | {"tags": "x"}], "cannot be read at line 2"),
            ([HEAD, LINE | {"body": "x" * 300_000}], "line 2: the record has"),
            ([HEAD, LINE | {"body": "x" * (2 << 20)}], "has a line 2 of"),
            ([HEAD | {"records": 2}, LINE, LINE | {"title": "u"}], "two records with the id"),
            ([LINE], "cannot be read at line 1"),
            ([{"x": 1}], "cannot be read at line 1"),
            ([HEAD, "nonsense"], "cannot be read at line 2"),
            ([HEAD, [[[]]]], "cannot be read at line 2"),
        ],
    )
    def test_what_is_wrong_is_named_and_nothing_is_taken(
        self, tmp_path: Path, lines: list[object], reason: str
    ) -> None:
        (tmp_path / "a").write_text("\n".join(json.dumps(line) for line in lines))
        with pytest.raises(Invalid) as caught:
            read_archive(str(tmp_path / "a"))
        assert reason in caught.value.message

    def test_deep_json(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text(json.dumps(HEAD) + "\n" + '{"a":' * 100_000)
        with pytest.raises(Invalid):
            read_archive(str(tmp_path / "a"))

    def test_a_later_format(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text(json.dumps(HEAD | {"format": 2}))
        with pytest.raises(NewerFormat):
            read_archive(str(tmp_path / "a"))

    def test_members_of_later_versions_are_no_error(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text(json.dumps(HEAD) + "\n" + json.dumps(LINE | {"new": {"x": 1}}))
        assert [r.title for r in read_archive(str(tmp_path / "a")).records] == ["t"]
