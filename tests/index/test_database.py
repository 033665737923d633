"""Whatever happens to `index.db`, the user gets answers, and the next refresh makes it whole."""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import apsw
import pytest
from testing.indexed_stores import World
from tests.sweeps import share

from backstory.index import database, refresh
from backstory.index.build import Index
from backstory.index.check import check_index
from backstory.index.search import search_records

TITLES = {f"title {number} of the connection pool" for number in range(6)}


@pytest.fixture
def filled(world: World) -> World:
    for title in sorted(TITLES):
        world.add(title, "psycopg over asyncpg, because of typing", tags=("db",), at=("src/pool.py#Pool",))
    index = world.fresh()
    index._db.con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    index.close()
    return world


def answers(world: World) -> set[str]:
    index = world.open()
    world.refresh(index)
    found = {row.record.title for row in index.rows()}
    assert {hit.row.record.title for hit in search_records(index, "connection pool", limit=20)} == found
    index.close()
    return found


def aside(world: World) -> list[str]:
    return sorted(n for n in os.listdir(world.private) if ".damaged-" in n and not n.endswith(("-wal", "-shm")))


def break_missing(path: Path) -> None:
    path.unlink()


def break_empty(path: Path) -> None:
    path.write_bytes(b"")


def break_text(path: Path) -> None:
    path.write_text("this is no database\n" * 400)


def break_header(path: Path) -> None:
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


def break_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 17])


def break_zeros(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + b"\0" * (path.stat().st_size - 4096))


def break_older(path: Path) -> None:
    apsw.Connection(str(path)).execute("PRAGMA user_version=0")


def break_newer(path: Path) -> None:
    apsw.Connection(str(path)).execute("PRAGMA user_version=99")


def break_schema(path: Path) -> None:
    apsw.Connection(str(path)).execute("UPDATE meta SET value = '1:00000000' WHERE key = 'schema'")


def break_tables(path: Path) -> None:
    apsw.Connection(str(path)).execute("DROP TABLE link; DROP TABLE fts")


def break_foreign(path: Path) -> None:
    path.unlink()
    apsw.Connection(str(path)).execute("CREATE TABLE recipes (name)")


def break_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def break_wal(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(random.Random(4).randbytes(9000))


def break_wal_alone(path: Path) -> None:
    other = apsw.Connection(str(path))
    other.wal_autocheckpoint(0)
    other.execute("UPDATE content SET title = 'old'")
    shutil.copy(f"{path}-wal", f"{path}.kept")
    other.close()
    path.unlink()
    os.rename(f"{path}.kept", f"{path}-wal")


HARM = [value for name, value in sorted(globals().items()) if name.startswith("break_")]


@pytest.mark.parametrize("harm", HARM)
def test_heals(filled: World, harm: Any) -> None:
    harm(Path(filled.path))

    assert answers(filled) == TITLES
    assert answers(filled) == TITLES
    assert not check_index(filled.open(), filled.stores, deep=True)
    assert len(aside(filled)) <= 1


def test_one_damaged_index_is_kept(filled: World) -> None:
    for _ in range(3):
        break_text(Path(filled.path))
        assert answers(filled) == TITLES

    assert aside(filled) == ["index.db.damaged-3"]
    assert Path(filled.path + ".damaged-3").read_text().startswith("this is no database")


def test_damage_under_an_open_index_heals_with_the_sources_it_knows(filled: World) -> None:
    index = filled.open()
    filled.refresh(index)
    index._db.con.cache_flush()
    data = Path(filled.path).read_bytes()
    Path(filled.path).write_bytes(data[:4096] + random.Random(1).randbytes(len(data) - 4096))
    index._db.con.execute("PRAGMA shrink_memory")

    assert {row.record.title for row in index.rows()} == TITLES
    assert {hit.row.record.title for hit in search_records(index, "typing", limit=20)} == TITLES


def test_a_content_changed_in_the_database_is_noticed_when_it_is_read(filled: World) -> None:
    index = filled.open()
    filled.refresh(index)
    index._db.con.execute("UPDATE content SET body = 'forged' WHERE title LIKE 'title 3%'")

    assert {row.record.body for row in index.rows()} == {"psycopg over asyncpg, because of typing"}
    assert aside(filled) == ["index.db.damaged-1"]


def test_a_list_of_files_changed_in_the_database_is_noticed_at_the_next_refresh(filled: World) -> None:
    apsw.Connection(filled.path).execute("DELETE FROM presence WHERE path LIKE '%title-3%'")

    assert answers(filled) == TITLES
    assert aside(filled) == ["index.db.damaged-1"]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM link", "UPDATE tag SET tag = 'other'", "UPDATE anchor SET symbol = 'x'", "DELETE FROM anchor",
        "DELETE FROM fts WHERE rowid = 2", "UPDATE content SET oid = 'x' || oid WHERE doc = 1",
        "UPDATE content SET gone = 7 WHERE doc = 1", "UPDATE fts_docsize SET sz = x'0900000000' WHERE id = 3",
        "UPDATE fts_data SET block = x'0909090909' WHERE id = 1", "UPDATE tree SET docs = 3",
        "INSERT INTO link VALUES (99, 'supersedes', 'X')",
    ],
)  # fmt: skip
def test_deep_check_names_what_sqlite_does_not(filled: World, statement: str) -> None:
    filled.add("with link", links=(("supersedes", "01HFAGQH00043G21R10W0GE087"),))
    index = filled.fresh()
    assert not check_index(index, filled.stores, deep=True)
    index._db.con.execute(statement)

    assert check_index(index, filled.stores, deep=True)


def test_deep_check_finds_rot_that_no_time_explains(filled: World) -> None:
    index = filled.fresh()
    path = Path(index.rows()[0].path)
    info = path.stat()
    path.write_bytes(path.read_bytes().replace(b"typing", b"tuping"))
    os.utime(path, ns=(info.st_mtime_ns, info.st_mtime_ns))

    assert check_index(index, filled.stores) == []
    assert [str(path) in problem for problem in check_index(index, filled.stores, deep=True)] == [True]


def harm_at_random(path: Path, seed: int) -> None:
    draw = random.Random(seed)
    data = bytearray(path.read_bytes())
    start = draw.randrange(len(data) - 512)
    data[start : start + 512] = draw.randbytes(512)
    path.write_bytes(data)


def equal_or_named(world: World, good: Path, seed: int, expected: list[Any]) -> None:
    """The answers are right, or the deep check says that something is wrong; after healing they are right."""
    shutil.copy(good, world.path)
    for tail in ("-wal", "-shm"):
        Path(world.path + tail).unlink(missing_ok=True)
    harm_at_random(Path(world.path), seed)
    index = world.open()
    world.refresh(index)
    problems = check_index(index, world.stores, deep=True)
    found = questions(index)
    index.close()
    assert problems or found == expected, seed
    again = world.open()
    if problems:
        again.rebuild(world.stores, world.gate)
    world.refresh(again)
    assert questions(again) == expected, seed
    again.close()


def questions(index: Index) -> list[Any]:
    out: list[Any] = [[row[:4] for row in index.rows()], index.tags(), index.links()]
    for text in ("connection pool", "psycopg", "src/pool.py", "title 7", "getUserName", "database"):
        hits = search_records(index, text, limit=50)
        out += [[(hit.row.record.id, round(hit.score, 9)) for hit in hits]]
    return out


def damageable(world: World, count: int) -> tuple[Path, list[Any]]:
    for number in range(count):
        world.add(
            f"title {number} getUserName", f"psycopg {number} over asyncpg {number % 7} " * 8,
            tags=("db", f"t{number % 5}"), at=(f"src/pool{number % 3}.py#Pool",),
            links=(("relates_to", "01HFAGQH00043G21R10W0GE087"),),
        )  # fmt: skip
    index = world.fresh()
    index._db.con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    expected = questions(index)
    index.close()
    good = world.home / "good.db"
    shutil.copy(world.path, good)
    return good, expected


def test_random_damage(world: World) -> None:
    good, expected = damageable(world, 60)
    for seed in range(12):
        equal_or_named(world, good, seed, expected)


@pytest.mark.slow
def test_much_random_damage(world: World) -> None:
    good, expected = damageable(world, 60)
    for seed in range(100, 100 + share(20, 200)):
        equal_or_named(world, good, seed, expected)


def test_a_place_that_cannot_be_written_is_answered_from_memory(filled: World) -> None:
    (filled.home / "file").write_text("")
    index = Index.open(str(filled.home / "file" / "index.db"), tree=str(filled.root))

    done = filled.refresh(index)

    assert done.memory
    assert {row.record.title for row in index.rows()} == TITLES
    assert check_index(index, filled.stores)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs root to become somebody else")
def test_a_read_only_data_home_is_answered_from_a_copy() -> None:
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    try:
        world = World(folder)
        world.add("one")
        world.fresh().close()
        world.add("two")
        for here, _, names in os.walk(folder):
            os.chmod(here, 0o755)
            for name in names:
                os.chmod(os.path.join(here, name), 0o644)
        world.settle()
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.seteuid(65534)
                index = world.open()
                done = index.refresh(world.stores, world.gate)
                titles = sorted(row.record.title for row in index.rows())
                os.write(write, f"{done.parsed} {bool(done.memory)} {titles}".encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert os.read(read, 1000).decode() == "1 True ['one', 'two']"
        assert not aside(world)
    finally:
        shutil.rmtree(folder)


def test_another_writer_sends_a_refresh_to_memory(filled: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT_MS", 30)
    filled.add("new")
    other = apsw.Connection(filled.path)
    other.execute("BEGIN IMMEDIATE")
    index = filled.open()

    done = filled.refresh(index)

    assert done.memory
    assert {row.record.title for row in index.rows()} == TITLES | {"new"}
    other.execute("ROLLBACK")
    assert not filled.refresh(index).memory
    assert {row.record.title for row in index.rows()} == TITLES | {"new"}


def test_one_builds_and_the_others_serve_what_is_there_and_the_newest(
    filled: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresh, "TURN_MS", 30)
    monkeypatch.setattr(refresh, "TAIL", 2)
    for number in range(4):
        filled.add(f"new {number}")
    lock = os.open(filled.path + ".lock", os.O_RDWR | os.O_CREAT)
    assert refresh.try_lock(lock)
    index = filled.open()

    done = filled.refresh(index)  # comes back although the lock is held

    assert (done.partial, done.parsed) == (True, 2)
    assert len({row.record.title for row in index.rows()} - TITLES) == 2
    os.close(lock)
    assert not filled.refresh(index).partial
    assert len(index.rows()) == len(TITLES) + 4


def test_permissions(world: World) -> None:
    old = os.umask(0)
    try:
        world.fresh()
    finally:
        os.umask(old)

    modes = {e.name: e.stat().st_mode & 0o777 for e in os.scandir(world.private) if e.name.startswith("index")}
    assert set(modes.values()) == {0o600}


def work(world: World, number: int, barrier: Any, out: Any) -> None:
    try:
        barrier.wait()
        index = world.open()
        for turn in range(6):
            record = world.record(f"by {number} turn {turn}", id=f"01JD8ZK3M7Q4T9W2R5X8Y{number}{turn:04d}")
            record, path = world.stores["private"].add(record)
            index.add(record, path)
            index.refresh(world.stores, world.gate)
            assert record.id in {row.record.id for row in index.rows()}
            assert search_records(index, f"turn {turn}")
            if (number, turn) in ((1, 2), (4, 4)):
                index.rebuild(world.stores, world.gate)
        out.put("")
    except BaseException as err:  # what the process says must reach the test
        out.put(f"{type(err).__name__}: {err}")


def test_many_processes_at_once(world: World) -> None:
    import multiprocessing

    there = multiprocessing.get_context("fork")
    barrier, out = there.Barrier(8), there.Queue()
    children = [there.Process(target=work, args=(world, number, barrier, out)) for number in range(8)]
    for child in children:
        child.start()

    said = [out.get(timeout=60) for _ in children]

    for child in children:
        child.join()
    assert said == [""] * 8
    index = world.fresh()
    assert len(index.rows()) == 48
    assert not check_index(index, world.stores, deep=True)
    assert not aside(world)
