"""Export and import: everything comes back equal, a backup is made first, nothing of a hostile archive is taken in."""

import gzip
import io
import json
import os
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Machine, Run, git

KEYS = (
    "id", "kind", "title", "body", "tier", "status", "tags", "anchors", "links", "origin", "made", "fields", "scope",
    "parts",
)  # fmt: skip


def everything(run: Run) -> list[dict[str, Any]]:
    """All records of all scopes, without where their files lie and what is judged of them."""
    items = run("list", "--all", "--limit", "10000", "--json").json["items"]
    return sorted(({k: i.get(k) for k in KEYS} for i in items), key=lambda i: str(i["id"]))


@pytest.fixture
def filled(machine: Machine, run: Run) -> Path:
    """Records of every scope and state, a journal and snapshots."""

    def set_up() -> None:
        run("init", "--yes", "--no-agents")
        run(
            "remember", "decision", "Use psycopg 3", "--why", "typing\n\n- a list\n", "--instead-of", "asyncpg",
            "--tag", "db,x:y", "--at", "src/db/pool.py#Pool", "--field", "ticket=7", "--scope", "team",
        )  # fmt: skip
        old = run("remember", "fact", "the timeout is 30 s", "--json").json["short"]
        run("edit", old, "--title", "the timeout is 60 s")
        gone = run("remember", "question", "\u65e5\u672c\u8a9e \U0001f9ea?", "--status", "answered", "--json")
        run("retract", gone.json["short"])
        run("remember", "preference", "short answers")
        run("checkpoint", "work", "--approaches", "one;; two", "--decisions", "so", "--goal", "g")
        run("snapshot", "--goal", "g")

    return machine("filled", set_up)


def another_machine(filled: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clone of the project as its last commit has it, on a machine with no memory of its own."""
    git(filled, "add", "-A", ".backstory/config.toml")
    git(filled, "commit", "-q", "--allow-empty", "-m", "set up", "--", ".backstory/config.toml")
    git(tmp_path, "clone", "-q", str(filled), "clone")
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data2"))
    monkeypatch.chdir(tmp_path / "clone")
    assert everything(run) == []


@pytest.mark.slow
@pytest.mark.parametrize("form", ["tar", "lines"])
def test_a_round_trip_gives_equal_records(
    filled: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    path = tmp_path / ("all.tar.gz" if form == "tar" else "all.jsonl")
    run("export", "--private", "-o", str(path), *(["--json"] if form == "lines" else []))
    before = everything(run)
    assert run("snapshots", "--json").json["total"]
    assert not path.stat().st_mode & 0o077
    assert str(filled) not in path.read_bytes().decode("latin-1")
    another_machine(filled, run, tmp_path, monkeypatch)
    taken = run("import", str(path), "--json").json
    assert (taken["new"], taken["known"], taken["refused"]) == (len(before), 0, 0)
    after = everything(run)
    for one in before:
        one["origin"]["how"] = "imported"  # another machine's word is not this person's
    assert after == before
    assert run("snapshots", "--json").json["total"] == 0, "what happened here is told by this machine only"
    assert bool(taken["history"]) == (form == "tar")
    again = run("import", str(path), "--json").json
    assert (again["new"], again["known"]) == (0, len(before))
    assert everything(run) == after


def test_on_the_same_machine_nothing_changes_and_what_was_lost_comes_back(
    filled: Path, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "all.tar.gz"
    run("export", "--private", "-o", str(path))
    before = everything(run)
    for item in run("list", "--all", "--json").json["items"]:
        Path(item["path"]).unlink()
    assert everything(run) == []
    taken = run("import", str(path), "--json").json
    assert taken["new"] == len(before)
    assert everything(run) == before, "the seal of this machine: channels stay what they were"
    assert Path(taken["backup"]).is_file()


def test_runs_and_sessions_that_were_lost_come_back(filled: Path, run: Run, tmp_path: Path) -> None:
    run("run", "--", "true")
    run("session", "new", "--agent", "codex")
    before = (run("run", "list", "--json").json["runs"], run("session", "list", "--json").json["items"])
    assert all(before)
    path = tmp_path / "all.tar.gz"
    run("export", "--private", "-o", str(path))
    for folder in ("runs", "sessions"):
        for file in Path(os.environ["BACKSTORY_HOME"]).glob(f"projects/*/{folder}/*/*.json"):
            file.unlink()
    assert run("run", "list", "--json").json["runs"] == []
    run("import", str(path))
    assert run("run", "list", "--json").json["runs"] == before[0]
    assert len(run("session", "list", "--json").json["items"]) == len(before[1])


def test_the_same_memory_gives_the_same_bytes(filled: Path, run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"
    run("export", "-o", str(first))
    time.sleep(1.1)
    run("export", "-o", str(second))
    assert first.read_bytes() == second.read_bytes()
    assert run("export", "--json").out == run("export", "--json").out


def test_private_memory_leaves_only_when_asked(filled: Path, run: Run, tmp_path: Path) -> None:
    for argv in (["-o", str(tmp_path / "t.tar.gz")], ["-o", str(tmp_path / "t.jsonl"), "--json"]):
        run("export", *argv)
    text = gzip.decompress((tmp_path / "t.tar.gz").read_bytes()) + (tmp_path / "t.jsonl").read_bytes()
    assert b"psycopg" in text
    for private in (b"timeout", b"short answers", b"snap-"):
        assert private not in text
    assert "--private" in run("export", "-o", str(tmp_path / "u.tar.gz")).err
    run("export", "-o", str(tmp_path / "p.tar.gz"), "--private")
    assert b"timeout" in gzip.decompress((tmp_path / "p.tar.gz").read_bytes())


def test_import_makes_a_backup_and_replace_takes_away_into_the_trash(filled: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "all.tar.gz"
    run("export", "--private", "-o", str(path))
    before = everything(run)
    later = run("remember", "fact", "said after the archive was made", "--json").json
    plan = run("import", str(path), "--replace", "--dry-run", "--json").json
    assert plan["removed"] == 1
    assert not plan["backup"]
    assert len(everything(run)) == len(before) + 1
    done = run("import", str(path), "--replace", "--json").json
    assert done["removed"] == 1
    assert everything(run) == before
    back = run("import", done["backup"], "--json").json
    assert back["new"] == 1
    assert later["id"] in [i["id"] for i in everything(run)]


def tar(*members: tuple[str, bytes] | tarfile.TarInfo, packed: bool = True) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return gzip.compress(out.getvalue()) if packed else out.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    return info


def opened(path: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        return [(m.name, archive.extractfile(m).read()) for m in archive.getmembers()]  # type: ignore[union-attr]


ADDED: dict[str, tuple[str, bytes] | tarfile.TarInfo] = {
    "upwards": ("backstory/private/memory/fact/../../../../../evil.md", b"x"),
    "absolute": ("/tmp/evil.md", b"x"),
    "absolute inside": ("backstory//tmp/evil.md", b"x"),
    "drive letter": ("C:\\evil.md", b"x"),
    "backslashes": ("backstory\\private\\memory\\fact\\..\\..\\evil.md", b"x"),
    "symlink": special("backstory/private/memory/fact/evil.md", tarfile.SYMTYPE, "/etc/passwd"),
    "symlink to a folder": special("backstory/private/memory/fact", tarfile.SYMTYPE, "/tmp"),
    "hard link": special("backstory/private/memory/fact/evil.md", tarfile.LNKTYPE, "/etc/passwd"),
    "fifo": special("backstory/private/memory/fact/evil.md", tarfile.FIFOTYPE),
    "device": special("backstory/private/memory/fact/evil.md", tarfile.CHRTYPE),
    "folder": special("backstory/private/memory/fact/", tarfile.DIRTYPE),
    "another place": ("backstory/hooks/evil.sh", b"#!/bin/sh\n"),
    "a config": ("backstory/config.toml", b"enabled = false\n"),
    "the key": ("backstory/key", b"x" * 32),
    "control characters": ("backstory/private/memory/fact/e\x1b[31mvil.md", b"x"),
    "long name": ("backstory/private/memory/fact/" + "x" * 5000 + ".md", b"x"),
    "deep": ("backstory/" + "a/" * 500 + "x.md", b"x"),
    "unicode": ("backstory/private/memory/fact/\u202efact.md", b"x"),
    "huge record": ("backstory/private/memory/fact/big.md", b"x" * (70 << 20)),
}


def changed(members: list[tuple[str, bytes]], change: Callable[[dict[str, Any]], None]) -> bytes:
    (name, first), *rest = members
    manifest = json.loads(first)
    change(manifest)
    return tar((name, json.dumps(manifest).encode()), *rest)


def lines(**members: str) -> bytes:
    line = {"id": "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "kind": "fact", "title": "x", "scope": "private"} | members
    return b'{"backstory":"records","format":1,"records":1}\n' + json.dumps(line).encode() + b"\n"


def bomb() -> bytes:
    return gzip.compress(bytes(300 << 20))


HOSTILE: dict[str, Callable[[list[tuple[str, bytes]]], bytes]] = {
    **{name: (lambda m, extra=extra: _with(m, extra)) for name, extra in ADDED.items()},
    "cut off": lambda m: tar(*m)[:-200],
    "cut in the middle": lambda m: tar(*m)[:600],
    "empty": lambda m: b"",
    "empty gzip": lambda m: gzip.compress(b""),
    "no tar": lambda m: gzip.compress(b"hello" * 1000),
    "not packed": lambda m: tar(*m, packed=False),
    "zip": lambda m: b"PK\x03\x04" + bytes(100),
    "random": lambda m: os.urandom(5000),
    "bomb": lambda m: bomb(),
    "no manifest": lambda m: tar(*m[1:]),
    "manifest last": lambda m: tar(*m[1:], m[0]),
    "manifest twice": lambda m: tar(m[0], *m),
    "member twice": lambda m: tar(*m, m[1]),
    "member missing": lambda m: tar(*m[:-1]),
    "altered": lambda m: tar(m[0], (m[1][0], m[1][1] + b"more\n"), *m[2:]),
    "wrong count": lambda m: changed(m, lambda x: x.update(members=x["members"] + 1)),
    "newer format": lambda m: changed(m, lambda x: x.update(format=99)),
    "odd manifest": lambda m: changed(m, lambda x: x.update(members="many")),
    "deep manifest": lambda m: tar((m[0][0], b"[" * 100_000), *m[1:]),
    "case collision": lambda m: tar(*m, (m[1][0].upper(), m[1][1])),
    "lines of nothing": lambda m: b"{}\n",
    "lines cut off": lambda m: b'{"backstory":"records","format":1,"records":5}\n{"id":',
    "lines too few": lambda m: b'{"backstory":"records","format":1,"records":5}\n',
    "lines newer": lambda m: b'{"backstory":"records","format":99,"records":0}\n',
    "lines with an odd id": lambda m: lines(id="../../evil"),
    "lines with an odd kind": lambda m: lines(kind="../evil"),
    "lines with an odd scope": lambda m: lines(scope="../team"),
    "lines, deep": lambda m: b'{"backstory":"records","format":1,"records":1}\n' + b"[" * 100_000,
}  # fmt: skip


def _with(members: list[tuple[str, bytes]], extra: tuple[str, bytes] | tarfile.TarInfo) -> bytes:
    """An archive with one member more that its manifest knows: only the member itself is wrong."""
    import hashlib

    (name, first), *rest = members
    manifest = json.loads(first)
    plain = [*rest, (extra.name, b"") if isinstance(extra, tarfile.TarInfo) else extra]
    whole = hashlib.sha256()
    for member, data in sorted(plain):
        whole.update(hashlib.sha256(member.encode("utf-8", "surrogateescape")).digest() + hashlib.sha256(data).digest())
    manifest |= {"members": len(plain), "digest": whole.hexdigest()}
    return tar((name, json.dumps(manifest).encode()), *rest, extra)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_whole(filled: Path, run: Run, tmp_path: Path, name: str) -> None:
    good = tmp_path / "good.tar.gz"
    run("remember", "fact", "in the archive and not here", "--json")
    run("export", "--private", "-o", str(good))
    run("undo")
    before = everything(run)
    outside = sorted(str(p) for p in tmp_path.rglob("*evil*"))
    files = {p: p.read_bytes() for p in (tmp_path / "data").rglob("memory/*/*.md")}
    bad = tmp_path / "bad.tar.gz"
    bad.write_bytes(HOSTILE[name](opened(good)))
    for argv in ([], ["--dry-run"], ["--replace"]):
        ran = run("import", str(bad), *argv, ok=False)
        assert ran.code in (1, 2, 12), (argv, ran)
        assert "error:" in ran.err
        assert "hint:" in ran.err
    assert everything(run) == before
    assert {p: p.read_bytes() for p in (tmp_path / "data").rglob("memory/*/*.md")} == files
    assert sorted(str(p) for p in tmp_path.rglob("*evil*")) == outside
    assert not list(Path("/tmp").glob("evil*"))


def test_files_that_are_no_files(filled: Path, run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    os.symlink("/etc/passwd", tmp_path / "link")
    for path in (
        "nowhere.tar.gz",
        str(tmp_path / "fifo"),
        str(tmp_path),
        "/dev/zero",
        "/dev/null",
        str(tmp_path / "link"),
    ):
        ran = run("import", path, ok=False)
        assert ran.code in (1, 2)
        assert "hint:" in ran.err


def test_an_import_that_fails_half_way_leaves_nothing(
    filled: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from backstory.model.errors import NotWritable
    from backstory.store.records import RecordStore

    path = tmp_path / "all.tar.gz"
    run("export", "--private", "-o", str(path))
    another_machine(filled, run, tmp_path, monkeypatch)
    real, count = RecordStore.add, [0]

    def add(self: RecordStore, record: Any) -> Any:
        count[0] += 1
        if count[0] > 3:
            raise NotWritable("cannot write: no space left", hint="make room", errno=28)
        return real(self, record)

    monkeypatch.setattr(RecordStore, "add", add)
    ran = run("import", str(path), ok=False)
    assert ran.code == 1
    monkeypatch.setattr(RecordStore, "add", real)
    assert everything(run) == []
    assert run("import", str(path), "--json").json["new"] > 3


def test_a_replacement_names_what_it_removes_and_is_undone(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "one")
    run("export", "--private", "-o", str(tmp_path / "all.tar.gz"))
    short = run("remember", "fact", "extra", "--json").json["short"]
    before = everything(run)
    plan = run("import", str(tmp_path / "all.tar.gz"), "--replace", "--dry-run")
    assert f'would remove 1 record: fact {short} "extra"' in plan.err
    said = run("import", str(tmp_path / "all.tar.gz"), "--replace")
    assert f'removed 1 record: fact {short} "extra"' in said.err
    assert [i["title"] for i in everything(run)] == ["one"]
    assert '"extra"' in run("undo").err
    assert everything(run) == before
    assert "remember" in run("undo").err, "the next one takes back the change before the import"


def test_an_import_is_undone_without_what_came_later(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "one")
    run("export", "--private", "-o", str(tmp_path / "all.tar.gz"))
    run("retract", run("list", "--json").json["items"][0]["short"])
    run("forget", run("list", "--all", "--json").json["items"][0]["id"], "--yes")
    run("remember", "fact", "two")
    run("export", "--private", "-o", str(tmp_path / "two.tar.gz"))
    run("undo")
    run("import", str(tmp_path / "two.tar.gz"))
    assert [i["title"] for i in everything(run)] == ["two"]
    run("undo")
    assert everything(run) == []


def test_an_import_whose_backup_is_gone_is_not_skipped(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "one")
    run("export", "--private", "-o", str(tmp_path / "all.tar.gz"))
    run("remember", "fact", "extra")
    run("import", str(tmp_path / "all.tar.gz"), "--replace")
    (backup,) = (tmp_path / "data" / "projects").glob("*/backups/*.tar.gz")
    backup.unlink()
    refused = run("undo", ok=False)
    assert "is gone" in refused.err
    assert [i["title"] for i in everything(run)] == ["one"]


def test_a_planted_import_brings_nothing_from_elsewhere(project: Path, run: Run, tmp_path: Path) -> None:
    """A line of the journal can name a backup, but only this project's own counts, by its seal."""
    run("remember", "fact", "one")
    run("export", "--private", "-o", str(tmp_path / "all.tar.gz"))
    run("remember", "fact", "extra")
    run("import", str(tmp_path / "all.tar.gz"), "--replace")
    (backup,) = (tmp_path / "data" / "projects").glob("*/backups/*.tar.gz")
    data = gzip.decompress(backup.read_bytes()).replace(b"extra", b"evil!")
    backup.write_bytes(gzip.compress(data))
    assert run("undo", ok=False).code != 0
    assert [i["title"] for i in everything(run)] == ["one"]
