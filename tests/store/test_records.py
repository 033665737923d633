"""A folder of record files: writing once, reading anything, changing metadata in place, hostile repositories."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from tests.store.conftest import SECRET, make, tree
from tests.store.strategies import records

from backstory.model.errors import BackstoryError, Invalid, NotWritable
from backstory.model.ids import make_ulid
from backstory.model.record import MAX_BYTES, Anchor, Link, Origin, Record
from backstory.redact.gate import Gate
from backstory.store.codec import encode_record, normalize_record
from backstory.store.records import READ_LIMIT, RecordStore, record_file_name


class TestAdd:
    def test_one_file_under_a_name_that_sorts_and_reads(self, store: RecordStore) -> None:
        record, path = store.add(make(7, title="Use psycopg 3 — ÜBER asyncpg!"))
        assert os.path.relpath(path, store.folder) == "decision/2026-11-20-use-psycopg-3-uber-asyncpg-x8y00007.md"
        assert store.read(path) == (record, ())
        assert record == make(7, title="Use psycopg 3 — ÜBER asyncpg!")
        assert Path(path).read_bytes() == encode_record(record)

    def test_again_changes_nothing(self, store: RecordStore) -> None:
        first = store.add(make(1))
        before = tree(store.folder)
        assert store.add(make(1)) == first
        assert tree(store.folder) == before

    def test_again_after_its_metadata_changed_gives_what_is_there(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        store.change(path, {"tier": "pinned"})
        record, again = store.add(make(1))
        assert (record.tier, again) == ("pinned", path)

    def test_another_record_with_the_id_is_refused(self, store: RecordStore) -> None:
        store.add(make(1))
        with pytest.raises(BackstoryError, match="holds another record"):
            store.add(make(1, body="Something else."))

    def test_names_that_collide_are_told_apart(self, store: RecordStore) -> None:
        one = make(1, title="T")
        two = make(1, title="T", id="01JD8ZK3M7Q4T9W2R0" + one.id[-8:])
        paths = {store.add(one)[1], store.add(two)[1]}
        assert len(paths) == 2
        assert sorted(str(store.read(p).record) for p in paths) == sorted([str(two), str(one)])

    @pytest.mark.parametrize(
        ("made", "day"),
        [
            ("2026-11-20T09:14:03Z", "2026-11-20"),
            ("", "2024-11-22"),
            ("yesterday", "2024-11-22"),
            ("../../../x", "2024-11-22"),
        ],
    )
    def test_the_day_is_that_of_the_record_or_of_its_id(self, made: str, day: str) -> None:
        assert record_file_name(make(1, made=made)).startswith(f"decision/{day}-")

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(records)
    def test_any_record_is_kept_or_refused_as_invalid(self, store: RecordStore, record: Record) -> None:
        try:
            written, path = store.add(record)
        except Invalid:
            return
        assert re.fullmatch(
            r"[a-z][a-z0-9_-]*/\d{4}-\d\d-\d\d-[a-z0-9-]+-[0-9a-z]{8}\.md", os.path.relpath(path, store.folder)
        )
        assert store.read(path).record == written
        os.unlink(path)

    @pytest.mark.parametrize("kind", ["../x", "a/b", "/etc", "..", ".", "a\\b", "a b", "x" * 41, "é", "1x", "-x"])
    def test_a_kind_is_a_plain_word(self, store: RecordStore, kind: str) -> None:
        with pytest.raises(Invalid, match="name of a kind"):
            store.add(make(1, kind=kind))
        assert not os.path.exists(store.folder)

    @pytest.mark.parametrize("ident", ["", "x", "../../x", "01JD8ZK3M7Q4T9W2R5X8Y1B6C", "01jd8zk3m7q4t9w2r5x8y1b6c0"])
    def test_an_id_is_a_ulid(self, store: RecordStore, ident: str) -> None:
        with pytest.raises(Invalid, match="is not an id"):
            store.add(make(1, id=ident))

    def test_size_and_title_are_checked(self, store: RecordStore) -> None:
        with pytest.raises(Invalid, match="more than"):
            store.add(make(1, body="x" * MAX_BYTES))
        with pytest.raises(Invalid, match="needs a title"):
            store.add(make(1, title=" \n "))
        store.add(make(1, body="x" * (MAX_BYTES - 1000)))

    def test_everything_passes_the_gate(self, store: RecordStore) -> None:
        record = make(
            1,
            title=f"t {SECRET}",
            body=f"b {SECRET}",
            tags=(SECRET,),
            anchors=(Anchor(f"src/{SECRET}.py", SECRET),),
            links=(Link("relates_to", SECRET),),
            origin=Origin(author=SECRET, agent=SECRET, session=SECRET, branch=SECRET, source=SECRET, quote=SECRET),
            fields={"command": f"curl -H 'Authorization: {SECRET}'", "password": "hunter2-Hunter2-xx"},
        )  # fmt: skip
        written, path = store.add(record)
        data = Path(path).read_text() + path
        assert SECRET not in data and SECRET.lower() not in data.lower() and "hunter2" not in data
        assert written == store.read(path).record
        assert store.add(record) == (written, path)

    def test_modes(self, store: RecordStore, team: RecordStore) -> None:
        old = os.umask(0)
        try:
            private, shared = store.add(make(1))[1], team.add(make(1))[1]
            store.change(private, {"tier": "pinned"})
            team.change(shared, {"tier": "pinned"})
        finally:
            os.umask(old)
        assert os.stat(private).st_mode & 0o777 == 0o600
        assert os.stat(os.path.dirname(private)).st_mode & 0o777 == 0o700
        assert os.stat(shared).st_mode & 0o777 == 0o644

    def test_the_scope_is_the_stores(self, team: RecordStore) -> None:
        assert team.add(make(1, scope="private"))[0].scope == "team"

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        if os.geteuid() == 0:
            code = (
                "import os\nfrom tests.store.conftest import make\n"
                "from backstory.redact.gate import Gate\nfrom backstory.store.records import RecordStore\n"
                "from backstory.model.errors import NotWritable\nGate().clean('warm up')\nos.setuid(23456)\n"
                f"try:\n RecordStore({str(tmp_path / 'm' / 'memory')!r}, 'private', Gate()).add(make(1))\n"
                "except NotWritable as err:\n print(err.errno, err.hint)"
            )
            (tmp_path / "m").mkdir(mode=0o755)
            for parent in (tmp_path, *tmp_path.parents):
                if not parent.stat().st_mode & 0o001:
                    parent.chmod(parent.stat().st_mode | 0o011)
            root = Path(__file__).resolve().parents[2]
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
            if done.returncode:
                pytest.skip(f"another user cannot run this interpreter: {done.stderr[-80:]}")
            assert done.stdout.startswith("13 look at its permissions: `ls -ld ")
        else:
            (tmp_path / "m").mkdir(mode=0o500)
            with pytest.raises(NotWritable):
                RecordStore(str(tmp_path / "m" / "memory"), "private", Gate()).add(make(1))

    def test_eight_threads_write_at_once(self, store: RecordStore) -> None:
        def write(base: int) -> None:
            for i in range(12):
                store.add(make(base * 100 + i))
                store.add(make(9999))

        threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(list(store.files())) == 8 * 12 + 1
        assert all(store.read(f.path).problems == () for f in store.files())


class TestRead:
    def test_files_and_dirs(self, store: RecordStore) -> None:
        assert list(store.files()) == [] and store.dirs() == {}
        paths = [store.add(make(n, kind=k))[1] for n, k in enumerate(("note", "fact", "fact"))]
        Path(store.folder, "fact", ".tmp-abc").write_text("x")
        Path(store.folder, "fact", ".hidden.md").write_text("x")
        Path(store.folder, "fact", "readme.txt").write_text("x")
        Path(store.folder, "fact", "folder.md").mkdir()
        Path(store.folder, ".git").mkdir()
        found = list(store.files())
        assert [f.path for f in found] == sorted(paths)
        assert all(f.size == os.stat(f.path).st_size and f.mtime_ns == os.stat(f.path).st_mtime_ns for f in found)
        assert store.dirs() == {k: os.stat(os.path.join(store.folder, k)).st_mtime_ns for k in ("fact", "note")}

    def test_a_change_moves_the_stamp_of_its_folder(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        for act in (
            lambda: store.add(make(2)),
            lambda: store.change(path, {"tier": "pinned"}),
            lambda: store.remove(path),
        ):
            os.utime(os.path.dirname(path), ns=(1, 1))
            act()
            assert store.dirs()["decision"] != 1

    def test_what_cannot_be_read_is_a_problem_and_no_error(self, store: RecordStore, tmp_path: Path) -> None:
        folder = Path(store.folder, "note")
        folder.mkdir(parents=True)
        (tmp_path / "secret").write_text("mine")
        (folder / "link.md").symlink_to(tmp_path / "secret")
        os.mkfifo(folder / "fifo.md")
        (folder / "large.md").write_bytes(b"x" * (READ_LIMIT + 1))
        (folder / "empty.md").write_bytes(b"")
        for name in ("link.md", "fifo.md", "large.md", "empty.md", "gone.md"):
            got = store.read(str(folder / name))
            assert got.record is None
            assert [p.severity for p in got.problems] == ["error"]
        assert {os.path.basename(f.path) for f in store.files()} == {"large.md", "empty.md"}

    def test_a_damaged_record_hides_only_itself(self, store: RecordStore) -> None:
        paths = [store.add(make(n))[1] for n in range(5)]
        Path(paths[2]).write_bytes(b"\xff\x00garbage")
        got = [store.read(f.path).record for f in store.files()]
        assert [r for r in got if r in [make(n) for n in range(5)]] == [make(n) for n in (0, 1, 3, 4)]

    def test_by_id(self, store: RecordStore) -> None:
        want = {make(n).id: store.add(make(n))[1] for n in range(3)}
        assert dict(store.by_id()) == want


class TestChange:
    def test_only_those_lines(self, store: RecordStore) -> None:
        _, path = store.add(make(1, tags=("a",), fields={"owner": "Bo"}))
        before = Path(path).read_text()
        got = store.change(path, {"tier": "pinned", "tags": ["b", "c d"], "status": "retracted"})
        assert (got.tier, got.tags, got.status) == ("pinned", ("b", "c d"), "retracted")
        after = before.replace("tier: reference", "tier: pinned").replace("tags: [a]", "tags: [b, c d]")
        assert Path(path).read_text() == after.replace("\n---\nB", "\nstatus: retracted\n---\nB")
        assert store.read(path).record == got

    def test_back_again_is_the_same_file(self, store: RecordStore) -> None:
        _, path = store.add(make(1, tags=("a",)))
        before = Path(path).read_bytes()
        store.change(path, {"tier": "pinned", "status": "retracted"})
        store.change(path, {"tier": "reference", "status": None})
        assert Path(path).read_bytes() == before

    @pytest.mark.parametrize("key", ["id", "kind", "title", "made", "author", "how", "commit", "quote"])
    def test_substance_never_changes(self, store: RecordStore, key: str) -> None:
        _, path = store.add(make(1))
        before = Path(path).read_bytes()
        with pytest.raises(Invalid, match="does not change"):
            store.change(path, {"tier": "pinned", key: "x"})
        assert Path(path).read_bytes() == before

    def test_passes_the_gate(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        store.change(path, {"tags": [SECRET, "ok"], "note": SECRET})
        assert SECRET not in Path(path).read_text()

    def test_a_file_without_an_id_gets_the_one_it_had(self, store: RecordStore) -> None:
        path = Path(store.folder, "note", "by-hand.md")
        path.parent.mkdir(parents=True)
        path.write_bytes(b"# By hand\r\n\r\nText.\r\n")
        before = store.read(str(path)).record
        assert before is not None
        after = store.change(str(path), {"tier": "pinned"})
        assert (after.id, after.title, after.tier, after.body) == (before.id, "By hand", "pinned", before.body)
        assert path.read_bytes().endswith(b"---\r\n# By hand\r\n\r\nText.\r\n")

    def test_an_unresolved_conflict_is_left_to_its_person(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        text = (
            Path(path)
            .read_text()
            .replace("tier: reference", "<<<<<<< a\ntier: pinned\n=======\ntier: working\n>>>>>>> b")
        )
        Path(path).write_text(text)
        with pytest.raises(BackstoryError, match="unresolved merge conflict"):
            store.change(path, {"tier": "pinned"})
        assert Path(path).read_text() == text

    def test_at_once_from_many_sides_each_counts(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        threads = [threading.Thread(target=store.change, args=(path, {f"k{n}": "v"})) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        got = store.read(path).record
        assert got is not None and set(got.fields) == {f"k{n}" for n in range(12)}


class TestRemove:
    def test_into_the_trash(self, store: RecordStore, tmp_path: Path) -> None:
        _, path = store.add(make(1))
        data = Path(path).read_bytes()
        store.remove(path, str(tmp_path / "trash"))
        assert not os.path.exists(path)
        assert tree(tmp_path / "trash") == {os.path.basename(path): data}

    def test_for_good(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        store.remove(path)
        assert list(store.files()) == []
        with pytest.raises(BackstoryError):
            store.remove(path)

    def test_move(self, store: RecordStore) -> None:
        _, path = store.add(make(1))
        moved = store.move(path, "note")
        assert os.path.relpath(moved, store.folder) == f"note/{os.path.basename(path)}"
        assert [f.path for f in store.files()] == [moved]


class TestHostileRepository:
    """Whoever can commit may plant links; none may lead a read or a write out of the repository."""

    PLACES = (".backstory", ".backstory/memory", ".backstory/memory/decision", ".backstory/local")

    @pytest.mark.parametrize("place", PLACES)
    @pytest.mark.parametrize("target", ["folder", "file", "nothing", "inside"])
    def test_planted_links_are_not_followed(self, tmp_path: Path, gate: Gate, place: str, target: str) -> None:
        root, victim = tmp_path / "repo", tmp_path / "victim"
        (root / place).parent.mkdir(parents=True)
        (victim / "memory" / "decision").mkdir(parents=True)
        (victim / "memory" / "decision" / "a.md").write_text("private text")
        (victim / "decision").mkdir()
        (victim / "decision" / "a.md").write_text("private text")
        (victim / "a.md").write_text("private text")
        before = tree(victim)
        points = {"folder": victim, "file": victim / "a.md", "nothing": victim / "new", "inside": root}[target]
        (root / place).symlink_to(points)
        store = RecordStore(str(root / ".backstory" / "memory"), "team", gate)

        assert list(store.files()) == []
        if place != ".backstory/local":
            with pytest.raises(BackstoryError):
                store.add(make(1))
        else:
            _, path = store.add(make(1))
            with pytest.raises(BackstoryError):
                store.change(path, {"tier": "pinned"})
            with pytest.raises(BackstoryError):
                store.remove(path)
        assert tree(victim) == before
        assert not (victim / "new").exists()

    def test_a_planted_record_link_is_neither_read_nor_written(self, team: RecordStore, tmp_path: Path) -> None:
        (tmp_path / "victim").write_text("private text")
        path = Path(team.folder, *record_file_name(make(1)).split("/"))
        path.parent.mkdir(parents=True)
        path.symlink_to(tmp_path / "victim")
        assert list(team.files()) == []
        assert team.read(str(path)).record is None
        with pytest.raises(BackstoryError):
            team.change(str(path), {"tier": "pinned"})
        _, written = team.add(make(1))
        assert written != str(path)
        assert (tmp_path / "victim").read_text() == "private text"

    def test_paths_outside_are_refused(self, team: RecordStore, tmp_path: Path) -> None:
        (tmp_path / "out.md").write_bytes(encode_record(normalize_record(make(1))))
        for path in (str(tmp_path / "out.md"), os.path.join(team.folder, "..", "..", "..", "out.md")):
            with pytest.raises(BackstoryError):
                team.change(path, {"tier": "pinned"})
        assert (tmp_path / "out.md").read_bytes() == encode_record(normalize_record(make(1)))


class TestClocks:
    """Whatever the clock says, ids differ, names are sound and nothing is refused."""

    @pytest.mark.parametrize("ms", [0, 1, 1_795_166_043_000, 253_402_300_799_999, (1 << 48) - 1])
    def test_at_the_ends_of_time(self, store: RecordStore, ms: int) -> None:
        for made in ("", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2126-01-01T00:00:00Z"):
            record = make(1, id=make_ulid(ms, os.urandom(10)), made=made)
            written, path = store.add(record)
            assert store.read(path).record == written == record

    def test_a_frozen_clock(self, store: RecordStore) -> None:
        ids = [make_ulid(1_795_166_043_000, os.urandom(10)) for _ in range(200)]
        for one in ids:
            store.add(make(1, id=one))
        assert sorted(i for i, _ in store.by_id()) == sorted(ids)

    def test_a_clock_that_goes_back(self, store: RecordStore) -> None:
        for n, made in enumerate(("2026-11-20T09:14:03Z", "2025-10-16T09:14:03Z", "2036-11-20T09:14:03Z")):
            store.add(make(n, made=made))
        assert len(list(store.files())) == 3
