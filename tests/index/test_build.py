"""The index kept in step with the files: what is read, what is not, and that it ends where a rebuild would."""

import os
import time
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.index import build, write
from backstory.index.build import Index
from backstory.index.check import check_index
from backstory.index.digest import list_contents
from backstory.store.records import READ_LIMIT, RecordStore


def changes(index: Index) -> int:
    return index._db.con.total_changes()


def titles(index: Index, **more: Any) -> set[str]:
    return {row.record.title for row in index.rows(**more)}


def rebuilt(world: Any, index: Index) -> list[tuple[object, ...]]:
    other = Index.open(index.path + ".other", tree=index.tree)
    other.refresh(world.stores, world.gate)
    return list_contents(other._db.con, index._key, index.tree, words=True)


def same_as_rebuilt(world: Any, index: Index) -> bool:
    return list_contents(index._db.con, index._key, index.tree, words=True) == rebuilt(world, index)


def test_takes_in_all_scopes(world: Any) -> None:
    for scope in ("team", "private", "user"):
        world.add(f"from {scope}", scope=scope)
    index = world.open()

    done = world.refresh(index)

    assert (done.read, done.parsed) == (3, 3)
    assert {"from team", "from private", "from user"} == titles(index)
    assert {"team", "private", "user"} == {row.record.scope for row in index.rows()}


def test_unchanged_files_are_not_read_and_nothing_is_written(world: Any) -> None:
    world.add("one")
    world.add("two", scope="team")
    index = world.fresh()
    before = changes(index)

    done = world.refresh(index)

    assert build.Refreshed() == done
    assert changes(index) == before
    assert build.Refreshed() == world.refresh(world.open())


def test_row_is_the_record_as_the_store_reads_it(world: Any) -> None:
    record = world.add(
        "Use psycopg 3", "Better typing.\n\n## Impact\n- pool", tags=("database", "project:auth"), tier="pinned",
        at=("src/db/pool.py#Pool@b2:5d1e0c9a", "src/*.py"), links=(("supersedes", "01JC2M8Q0000000000000000ZZ"),),
        fields={"x-own": "kept"}, status="active",
    )  # fmt: skip
    index = world.fresh()

    row = index.get(record.id)

    assert row.record == record == world.stores["private"].read(row.path).record
    assert row.path == world.path_of(record)
    assert row.oid == world_blob(row.path)
    assert row.tokens > 5


def world_blob(path: str) -> str:
    import hashlib

    data = Path(path).read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def test_change_in_place_is_seen(world: Any) -> None:
    record = world.add("one")
    index = world.fresh()
    world.stores["private"].change(world.path_of(record), {"tier": "pinned", "tags": ["new"]})

    done = world.refresh(index)

    assert (done.read, done.parsed) == (1, 1)
    assert [(row.record.tier, row.record.tags) for row in index.rows()] == [("pinned", ("new",))]
    assert same_as_rebuilt(world, index)


def test_edit_that_keeps_size_and_time_is_seen_while_the_time_is_recent(world: Any) -> None:
    """Two writes within one tick of the clock: the first look must not take the file for is_settled."""
    record = world.add("first title")
    path = Path(world.path_of(record))
    soon = time.time_ns() + 1_000_000_000
    os.utime(path, ns=(soon, soon))
    index = world.open()
    index.refresh(world.stores, world.gate)
    path.write_text(path.read_text().replace("first title", "other title"))
    os.utime(path, ns=(soon, soon))

    index.refresh(world.stores, world.gate)

    assert titles(index) == {"other title"}


def test_removed_file_is_gone_and_comes_back_without_being_parsed(world: Any) -> None:
    record = world.add("one")
    world.add("two")
    index = world.fresh()
    path = Path(world.path_of(record))
    data = path.read_bytes()
    path.unlink()
    assert world.refresh(index).removed == 1
    assert titles(index) == {"two"}
    assert index.run(lambda con: con.execute("SELECT count(*) FROM fts_docsize").get) == 1
    path.write_bytes(data)

    done = world.refresh(index)

    assert (done.read, done.parsed) == (1, 0)
    assert titles(index) == {"one", "two"}
    assert same_as_rebuilt(world, index)


def test_contents_that_no_tree_holds_are_kept_for_a_while_only(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write, "KEEP", 20)
    record = world.add("one")
    other = world.add("other")
    index = world.fresh()
    os.unlink(world.path_of(record))
    world.refresh(index)
    for number in range(40):
        world.stores["private"].change(world.path_of(other), {"x-turn": str(number)})
        world.refresh(index)

    held = index.run(lambda con: [row[0] for row in con.execute("SELECT title FROM content")])

    assert "one" not in held
    assert 20 <= len(held) < 41
    assert same_as_rebuilt(world, index)
    assert not check_index(index, world.stores, deep=True)


def test_switching_branches_parses_nothing_seen_before(world: Any) -> None:
    world.git("init", "-q", "-b", "main")
    for number in range(40):
        world.add(f"main {number}", scope="team")
    world.git("add", "-A")
    world.git("commit", "-qm", "one")
    index = world.fresh()
    world.git("checkout", "-qb", "side")
    for record in [row.record for row in index.rows()][:35]:
        os.unlink(world.path_of(record))
    for number in range(40):
        world.add(f"side {number}", scope="team")
    world.git("add", "-A")
    world.git("commit", "-qm", "two")
    assert world.refresh(index).parsed == 40
    side = index.digest(words=True)
    world.git("checkout", "-q", "main")

    def oids() -> dict[str, str]:
        rows = world.git("ls-files", "-s").splitlines()
        return {row.partition("\t")[2]: row.split()[1] for row in rows}

    done = world.refresh(index, oids=oids)

    assert (done.read, done.parsed, done.removed) == (0, 0, 40)
    assert titles(index) == {f"main {number}" for number in range(40)}
    assert same_as_rebuilt(world, index)
    world.git("checkout", "-q", "side")
    assert world.refresh(index).parsed == 0
    assert index.digest(words=True) == side


def test_ids_of_git_that_are_behind_the_file_are_not_believed(world: Any) -> None:
    records = [world.add(f"alpha {number:02d}", scope="team") for number in range(40)]
    index = world.fresh()
    old = {os.path.relpath(row.path, world.root): row.oid for row in index.rows()}
    for record in records:
        path = Path(world.path_of(record))
        path.write_text(path.read_text().replace("alpha", "alphb"))

    world.refresh(index, oids=lambda: old)

    assert {f"alphb {number:02d}" for number in range(40)} == titles(index)


def test_failing_oids_are_no_failure(world: Any) -> None:
    for number in range(40):
        world.add(f"title {number}", scope="team")

    def oids() -> dict[str, str]:
        raise OSError("no git")

    assert world.refresh(world.open(), oids=oids).parsed == 40


def test_each_working_tree_sees_its_own_team_records_and_the_same_private_ones(world: Any, tmp_path: Path) -> None:
    world.add("here", scope="team")
    world.add("mine")
    index = world.fresh()
    other = RecordStore(str(tmp_path / "linked" / ".backstory" / "memory"), "team", world.gate)
    other.add(world.record("there", scope="team"))
    stores = world.stores | {"team": other}
    there = Index.open(world.path, tree=str(tmp_path / "linked"))

    done = there.refresh(stores, world.gate)

    assert done.read == 1
    assert titles(there) == {"there", "mine"}
    world.refresh(index)
    assert titles(index) == {"here", "mine"}


def test_working_trees_that_are_gone_are_forgotten(world: Any, tmp_path: Path) -> None:
    gone = RecordStore(str(tmp_path / "linked" / ".backstory" / "memory"), "team", world.gate)
    gone.add(world.record("there", scope="team"))
    Index.open(world.path, tree=str(tmp_path / "linked")).refresh({"team": gone}, world.gate)
    (tmp_path / "linked").rename(tmp_path / "elsewhere")
    world.add("here", scope="team")

    index = world.fresh()

    assert index.run(lambda con: con.execute("SELECT count(*) FROM tree").get) == 2
    assert index.run(lambda con: con.execute("SELECT count(*) FROM presence").get) == 1
    assert not check_index(index, world.stores, deep=True)


def test_hidden_records_are_left_out_until_asked_for(world: Any) -> None:
    one, two = world.add("one"), world.add("two", tags=("t",))
    index = world.fresh()
    index.hide({two.id: "other branch"}, head="abc main")

    assert titles(index) == {"one"}
    assert titles(index, include_hidden=True) == {"one", "two"}
    assert index.tags() == {}
    assert index.get(two.id).record == two
    index.hide([one.id])
    assert titles(index) == {"two"}


def test_add_makes_a_record_visible_and_leaves_nothing_to_do(world: Any) -> None:
    index = world.fresh()
    record, path = world.stores["private"].add(world.record("new", tags=("a",)))

    index.add(record, path)

    assert titles(index) == {"new"}
    assert world.refresh(index).parsed == 0
    assert same_as_rebuilt(world, index)
    os.unlink(path)
    index.discard(path)
    assert titles(index) == set()


def test_add_leaves_a_file_that_was_changed_since_to_the_refresh(world: Any) -> None:
    """Rows of an earlier content under the digest of a later one would never be read again."""
    index = world.fresh()
    record, path = world.stores["private"].add(world.record("new"))
    world.stores["private"].change(path, {"tags": ["late"]}, ident=record.id)  # by another process

    index.add(record, path)

    world.refresh(index)
    assert index.get(record.id).record.tags == ("late",)
    assert same_as_rebuilt(world, index)


@pytest.mark.parametrize("scope", ["team", "private", "user"])
def test_add_takes_in_what_was_added_changed_or_moved(world: Any, scope: str) -> None:
    store = world.stores[scope]
    index = world.fresh()
    token = "ghp_" + "a8Kd0fLq2Zx7Vb4Nm1Cw9Ey6Rt3Ui5Op0As8"
    record, path = store.add(world.record(f"new\t {token}", body="text\r\n\n", tags=("a", "a ")))
    index.add(record, path)
    assert index.get(record.id).record == record

    changed = store.change(path, {"tags": ["a", "late"], "links": [f"because {record.id}"]}, ident=record.id)
    index.add(changed, path)

    assert index.get(record.id).record.tags == ("a", "late")
    assert world.refresh(index).parsed == 0


def test_add_gives_up_silently_when_another_process_writes(world: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ADD_MS", 20)
    index = world.fresh()
    other = apsw.Connection(world.path)
    other.execute("BEGIN IMMEDIATE")
    record, path = world.stores["private"].add(world.record("new"))

    index.add(record, path)  # comes back although the other one goes on writing

    other.execute("ROLLBACK")
    world.refresh(index)
    assert titles(index) == {"new"}


def test_add_of_a_missing_file_is_no_error(world: Any) -> None:
    index = world.fresh()
    before = titles(index)
    index.add(world.record("new"), str(world.private / "memory" / "decision" / "none.md"))
    assert titles(index) == before


def test_secrets_put_into_files_by_hand_do_not_enter_the_database(world: Any) -> None:
    secret = "ghp_" + "a8Kd0fLq2Zx7Vb4Nm1Cw9Ey6Rt3Ui5Op0As8"
    record = world.add("harmless")
    path = Path(world.path_of(record))
    path.write_text(path.read_text().replace("harmless", f"token {secret}") + f"\nexport GH={secret}\n")

    index = world.fresh()
    index._db.con.wal_checkpoint()

    files = [entry for entry in os.scandir(world.private) if entry.name.startswith("index.db")]
    assert all(secret.encode() not in Path(entry.path).read_bytes() for entry in files)
    assert "REDACTED" in index.rows()[0].record.title


def test_files_without_a_record_and_unreadable_ones_cost_nobody_else(world: Any) -> None:
    world.add("good")
    folder = Path(world.stores["private"].folder) / "decision"
    (folder / "empty.md").write_bytes(b"")
    (folder / "hand.md").write_bytes(b"no front matter, only words about tortoises\n")
    (folder / "large.md").write_bytes(b"x" * (READ_LIMIT + 1))
    os.symlink("/etc/hostname", folder / "link.md")
    os.mkfifo(folder / "pipe.md")
    index = world.open()

    done = world.refresh(index)

    assert done.unreadable == (str(folder / "large.md"),)
    assert titles(index) == {"good", "no front matter, only words about tortoises"}
    assert not [p for p in check_index(index, world.stores, deep=True) if "large.md" not in p]


def test_names_that_are_no_utf8(world: Any, tmp_path: Path) -> None:
    root = os.fsdecode(os.fsencode(str(tmp_path)) + b"/caf\xe9")
    store = RecordStore(root + "/.backstory/memory", "team", world.gate)
    record, path = store.add(world.record("here", scope="team"))
    odd = os.fsdecode(os.fsencode(os.path.dirname(path)) + b"/\xff\xfe.md")
    os.rename(path, odd)
    index = Index.open(world.path, tree=root)

    index.refresh({"team": store}, world.gate)

    assert [(record.title, odd)] == [(row.record.title, row.path) for row in index.rows()]


def test_rebuild_gives_the_same_and_forgets_what_lies_nowhere(world: Any) -> None:
    record = world.add("one")
    world.add("two", scope="team", at=("a.py",))
    index = world.fresh()
    os.unlink(world.path_of(record))
    world.refresh(index)
    before = index.digest(words=True)

    done = index.rebuild(world.stores, world.gate, purge=True)

    assert done.parsed == 1
    assert index.digest(words=True) == before
    assert index.run(lambda con: [row[0] for row in con.execute("SELECT title FROM content")]) == ["two"]
    assert not [name for name in os.listdir(world.private) if ".new-" in name]
    assert titles(world.open()) == {"two"}


def test_purge_leaves_nothing_of_what_was_forgotten(world: Any) -> None:
    record = world.add("unforgettable", "xylophonic zebra")
    world.add("other")
    index = world.fresh()
    os.unlink(world.path_of(record))
    (world.private / "index.db.damaged-3").write_bytes(b"xylophonic")

    index.rebuild(world.stores, world.gate, purge=True)

    for entry in os.scandir(world.private):
        if entry.is_file():
            assert b"xylophon" not in Path(entry.path).read_bytes(), entry.name


def test_digest_tells_differences(world: Any) -> None:
    world.add("one")
    index = world.fresh()
    before = index.digest()
    world.add("two")
    world.refresh(index)

    assert index.digest() != before


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(("add", "edit", "touch", "remove", "save", "restore", "refresh", "note", "switch")),
        st.integers(0, 6),
        st.sampled_from(("team", "private", "user")),
    ),
    max_size=24,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(OPERATIONS)
def test_kept_in_step_is_the_same_as_built_anew(tmp_path_factory: pytest.TempPathFactory, operations: Any) -> None:
    """Random histories of writing, editing, removing and switching between states of the folders."""
    from testing.indexed_stores import World

    world = World(tmp_path_factory.mktemp("history"))
    index = world.open()
    states: list[dict[str, bytes]] = []

    def files() -> list[str]:
        return [file.path for store in world.stores.values() for file in store.files()]

    for what, number, scope in operations:
        here = files()
        chosen = here[number % len(here)] if here else ""
        if what == "add":
            links = (("supersedes", index.rows()[0].record.id),) if number % 3 == 0 and index.rows() else ()
            world.add(f"title {number} getUserName", "body " * number, scope=scope, tags=("t",) * (number % 2),
                      at=("src/a.py#f",), links=links)  # fmt: skip
        elif what == "note":
            record, path = world.stores[scope].add(world.record(f"noted {number}", scope=scope))
            index.add(record, path)
        elif chosen and what == "edit":
            Path(chosen).write_bytes(Path(chosen).read_bytes() + b"more %d\n" % number)
        elif chosen and what == "touch":
            os.utime(chosen)
        elif chosen and what == "remove":
            os.unlink(chosen)
        elif what == "save":
            states.append({path: Path(path).read_bytes() for path in here})
        elif what in ("restore", "switch") and states:
            for path in here:
                os.unlink(path)
            for path, data in states[number % len(states)].items():
                Path(path).write_bytes(data)
        elif what == "refresh":
            world.refresh(index)
    world.refresh(index)

    assert list_contents(index._db.con, index._key, index.tree, words=True) == rebuilt(world, index)
    assert not check_index(index, world.stores, deep=True)
    index.close()
