"""Data folders that cannot be used, full disks, little memory, odd dates and large files: what a person is told."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from tests.e2e.conftest import World, sealed_off, under_permissions

from backstory.index.database import SCRATCH, Database


def test_a_rebuild_that_cannot_be_kept_is_no_success(shop: World) -> None:
    shop.run("remember", "fact", "one")
    off = sealed_off(shop.data)
    ran = shop.run("index", "rebuild", prefix=off, ok=False)
    assert ran.code == 1
    assert str(shop.private) in ran.err and "Rebuilt" not in ran.err
    found = [c for c in shop.run("doctor", "--json", prefix=off, ok=False).json["checks"] if c["name"] == "index"]
    assert [c["status"] for c in found] == ["fail"]
    assert "index rebuild" not in found[0]["hint"] and not found[0]["fixable"]


@pytest.mark.parametrize("place", ["home", "project", "kind"])
def test_a_file_where_a_folder_is_needed_is_named(shop: World, place: str) -> None:
    private = shop.private
    blocked = {"home": shop.data, "project": private, "kind": private / "memory" / "fact"}[place]
    shutil.rmtree(blocked, ignore_errors=True)
    blocked.parent.mkdir(parents=True, exist_ok=True)
    blocked.write_text("a file")
    ran = shop.run("remember", "fact", "where does it go", ok=False)
    assert ran.code == 1
    assert f"`{blocked}`" in ran.err
    assert "taken" not in ran.err
    assert blocked.read_text() == "a file"


def test_on_a_full_disk_a_record_waits_in_the_tree(shop: World, tmp_path: Path) -> None:
    project = shop.private.name
    (tmp_path / "key").write_bytes((shop.data / "key").read_bytes())  # it seals what waits
    fill = f'mkdir -p "{shop.data}/projects/{project}"; cp "{tmp_path}/key" "{shop.data}/key"; '
    fill += f'head -c 2000000 /dev/zero > "{shop.data}/fill" 2>/dev/null'
    prefix = sealed_off(shop.data, "1m")
    prefix = [*prefix[:-2], prefix[-2].replace("&& exec", f"&& {{ {fill}; true; }} && exec"), prefix[-1]]
    ran = shop.run("remember", "fact", "kept though the disk is full", "--json", prefix=prefix)
    assert ran.json["spooled"]
    assert shop.titles() == ["kept though the disk is full"]


def test_an_unfinished_rebuild_goes_with_the_next_opening(tmp_path: Path) -> None:
    path = str(tmp_path / "index.db")
    dead, alive = f"{path}{SCRATCH}{2**22 + 1}", f"{path}{SCRATCH}{os.getpid()}"
    for name in (dead, dead + "-journal", alive):
        Path(name).write_bytes(b"")
    Database(path).close()
    assert [os.path.exists(name) for name in (dead, dead + "-journal", alive)] == [False, False, True]


def test_a_rebuild_that_fails_leaves_nothing_behind(shop: World) -> None:
    shop.run("remember", "fact", "one")
    shutil.copytree(shop.data, shop.base / "kept")
    copy = f'cp -r "{shop.base}/kept/." "{shop.data}" && head -c 20000000 /dev/zero > "{shop.data}/fill" 2>/dev/null'
    prefix = sealed_off(shop.data, "2m")
    after = f'"$@"; echo $? > "{shop.base}/code"; ls "{shop.data}"/projects/* > "{shop.base}/listed"'
    prefix = [*prefix[:-2], prefix[-2].replace('&& exec "$@"', f"&& {{ {copy}; true; }} && {{ {after}; }}"), prefix[-1]]
    shop.run("index", "rebuild", prefix=prefix)
    assert (shop.base / "code").read_text().strip() in ("0", "1")
    assert ".new-" not in (shop.base / "listed").read_text()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of address space")
def test_too_little_memory_is_said_and_loses_nothing(shop: World) -> None:
    kept = 0
    for limit in range(30_000, 90_001, 10_000):
        ran = shop.run(
            "remember", "fact", f"under {limit}", "--json", prefix=["sh", "-c", f'ulimit -v {limit}; exec "$@"', "sh"],
            ok=False,
        )  # fmt: skip
        there = f"under {limit}" in shop.titles()
        if ran.code == 0:
            assert there
            kept += 1
        elif "error:" in ran.err:
            assert not there, ran.err
    assert kept


@pytest.mark.parametrize(("made", "odd"), [("1970-01-01", True), ("2150-01-01", True), ("2010-01-01", False)])
def test_doctor_names_dates_that_cannot_be(shop: World, made: str, odd: bool) -> None:
    path = Path(shop.run("remember", "fact", "a date", "--json").json["path"])
    text = path.read_text()
    year = text[text.index("made: ") :].splitlines()[0]
    path.write_text(text.replace(year, f"made: {made}T00:00:00Z"))
    found = [c for c in shop.run("doctor", "--json").json["checks"] if c["name"] == "dates"]
    assert len(found) == odd
    assert all(made in c["detail"] and str(path) in c["hint"] for c in found)


def test_a_record_of_the_future_wins_nothing(shop: World) -> None:
    def keep(title: str, made: str) -> None:
        path = Path(shop.run("remember", "fact", title, "--json").json["path"])
        text = path.read_text()
        line = text[text.index("made: ") :].splitlines()[0]
        path.write_text(text.replace(line, f"made: {made}T00:00:00Z"))

    keep("the retry of the pool is bounded", "2150-01-01")
    shop.run("remember", "fact", "the retry of the pool was bounded")
    hits = shop.run("recall", "retry of the pool", "--explain", "--json").json["items"]
    shares = [hit["why"]["recency"] for hit in hits]
    assert len(shares) == 2
    assert max(shares) - min(shares) < 0.001


def test_a_file_that_is_too_large_is_no_fault_of_the_index(shop: World) -> None:
    path = Path(shop.run("remember", "fact", "grown by hand", "--json").json["path"])
    path.write_text(path.read_text() + "x" * 600_000)
    checks = shop.run("doctor", "--json", ok=False).json["checks"]
    assert [c["status"] for c in checks if c["name"] == "index"] == ["ok"]
    (named,) = [c for c in checks if c["name"] == "records" and c["status"] == "fail"]
    assert str(path) in named["detail"] and "more than" in named["detail"]


def test_a_data_home_without_permission_is_named(shop: World) -> None:
    ident = shop.run("remember", "fact", "one", "--json").json["id"]
    prefix = under_permissions()
    shop.private.chmod(0o500)
    try:
        ran = shop.run("share", ident, prefix=prefix, ok=False)
    finally:
        shop.private.chmod(0o700)
    assert ran.code == 1
    assert "`" in ran.err
    assert not list((shop.root / ".backstory" / "memory").rglob("*.md"))
