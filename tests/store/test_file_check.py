"""What the doctor finds in the files, with path and line, and what it mends."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.conftest import ID, SECRET, make, tree
from tests.store.test_snapshots import shot

from backstory.base.journal_lines import append_line
from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store.file_check import Finding, check_files, repair_files
from backstory.store.journal import Journal
from backstory.store.places import Project, machine_key, make_private
from backstory.store.records import RecordStore
from backstory.store.scaffold import write_scaffold
from backstory.store.snapshots import SnapshotStore

Stores = dict[str, RecordStore]


@pytest.fixture
def sound(project: Project, stores: Stores, gate: Gate) -> Stores:
    make_private(project)
    machine_key(project.home)
    write_scaffold(project.team, project.id)
    for scope, store in stores.items():
        store.add(make(1, scope=scope))
        store.add(make(2, scope=scope, kind="note"))
    Journal(os.path.join(project.private, "journal"), gate).append(Event(id=ID, kind="k", session="s", made="2026-11"))
    SnapshotStore(os.path.join(project.private, "snapshots"), gate).add(shot(1))
    return stores


def found(project: Project, stores: Stores, **more: bool) -> list[Finding]:
    return list(check_files(project, stores, **more))


def test_nothing_is_found_where_nothing_is_wrong(project: Project, sound: Stores) -> None:
    assert found(project, sound, deep=True) == []
    before = tree(project.root), tree(project.home)
    assert repair_files(project, sound) == []
    assert (tree(project.root), tree(project.home)) == before


def path_of(store: RecordStore, number: int = 1) -> Path:
    return Path(store.path_of(make(number)))


def spoil_key(store: RecordStore, project: Project) -> None:
    path = path_of(store)
    path.write_text(path.read_text().replace("tier: reference", "tier: reference\nstatus: retracted\ntier: pinned"))


def spoil_conflict(store: RecordStore, project: Project) -> None:
    path = path_of(store)
    path.write_text(path.read_text().replace("tier: reference", "<<<<<<< a\ntier: pinned\n=======\n>>>>>>> b"))


def spoil_id(store: RecordStore, project: Project) -> None:
    path = path_of(store)
    path.write_text(path.read_text().replace(make(1).id, "?"))


def spoil_bytes(store: RecordStore, project: Project) -> None:
    path_of(store).write_bytes(path_of(store).read_bytes().replace(b"Because", b"Bec\xffuse"))


def spoil_all(store: RecordStore, project: Project) -> None:
    path_of(store).write_bytes(b"")


def spoil_kind(store: RecordStore, project: Project) -> None:
    os.rename(path_of(store), os.path.join(store.folder, "note", path_of(store).name))


def spoil_copy(store: RecordStore, project: Project) -> None:
    shutil.copy(path_of(store), path_of(store).with_name("copy.md"))


def spoil_link(store: RecordStore, project: Project) -> None:
    path_of(store).with_name("link.md").symlink_to("/etc/passwd")


def spoil_folder(store: RecordStore, project: Project) -> None:
    Path(store.folder, "fact").symlink_to("/etc")


def spoil_secret(store: RecordStore, project: Project) -> None:
    path_of(store).write_text(path_of(store).read_text() + f"\nthe token is {SECRET}\n")


def spoil_temporary(store: RecordStore, project: Project) -> None:
    path = path_of(store).with_name(".tmp-0011223344")
    path.write_text("half")
    path.chmod(0o600)
    os.utime(path, (1, 1))


@pytest.mark.parametrize("scope", ["team", "private"])
@pytest.mark.parametrize(
    ("spoil", "name", "status", "line", "words", "fixable"),
    [
        (spoil_key, "records", "warn", 6, "`tier` is given more than once: the most careful value counts", True),
        (spoil_conflict, "records", "fail", 4, "unresolved merge conflict; both sides are read", False),
        (spoil_id, "records", "fail", 2, "has no valid id", True),
        (spoil_bytes, "records", "fail", 9, "is not UTF-8", False),
        (spoil_all, "records", "fail", 0, "the file is empty", False),
        (spoil_kind, "records", "warn", 0, "holds a decision in the folder `note`", True),
        (spoil_copy, "records", "warn", 0, "has the id of", False),
        (spoil_link, "links", "fail", 0, "is a link and is not read", False),
        (spoil_folder, "links", "fail", 0, "is a link and is not followed", False),
        (spoil_secret, "secrets", "fail", 11, "looks like a secret", False),
        (spoil_temporary, "records", "warn", 0, "was never finished", True),
    ],
)
def test_is_found_named_and_mended(
    project: Project,
    sound: Stores,
    scope: str,
    spoil: Callable[[RecordStore, Project], None],
    name: str,
    status: str,
    line: int,
    words: str,
    fixable: bool,
) -> None:
    spoil(sound[scope], project)
    findings = found(project, sound, deep=True)
    assert [(f.name, f.status, f.line, f.fixable) for f in findings] == [(name, status, line, fixable)]
    (one,) = findings
    assert words in one.detail and one.hint
    assert SECRET not in one.detail + one.hint
    assert not line or f"line {line}" in one.detail
    done = repair_files(project, sound)
    assert bool(done) == fixable
    assert found(project, sound, deep=True) == ([] if fixable else findings)


@pytest.mark.parametrize("name", ["copy.md", "1-copy.md"])
@pytest.mark.parametrize("scope", ["team", "private"])
def test_the_copy_of_a_record_is_the_file_that_is_not_named_for_it(
    project: Project, sound: Stores, scope: str, name: str
) -> None:
    copy = path_of(sound[scope]).with_name(name)
    shutil.copy(path_of(sound[scope]), copy)
    (one,) = found(project, sound)
    command = "git rm" if scope == "team" else "rm"
    assert one.status == "warn" and one.path == str(copy)
    assert one.hint == f"remove the copy: `{command} {copy}`"


@pytest.mark.parametrize("name", ["copy.md", "1-copy.md"])
def test_of_two_records_of_one_id_that_differ_none_is_called_the_copy(
    project: Project, sound: Stores, name: str
) -> None:
    path = path_of(sound["team"])
    path.with_name(name).write_text(path.read_text().replace("Because", "Not because"))
    (one,) = found(project, sound)
    assert one.status == "fail" and "and differs" in one.detail
    assert one.hint.startswith("compare them: `diff ") and str(path) in one.hint and name in one.hint
    assert "git rm" not in one.hint


def test_a_repaired_record_says_what_it_said(project: Project, sound: Stores) -> None:
    store = sound["private"]
    spoil_key(store, project)
    before = store.read(str(path_of(store))).record
    repair_files(project, sound)
    assert store.read(str(path_of(store))).record == before
    assert path_of(store).read_text().count("tier:") == 1


def test_a_linked_memory_is_named_and_nothing_else(project: Project, sound: Stores, tmp_path: Path) -> None:
    os.rename(sound["team"].folder, tmp_path / "elsewhere")
    Path(sound["team"].folder).symlink_to(tmp_path / "elsewhere")
    (one,) = found(project, sound, deep=True)
    assert (one.name, one.status) == ("links", "fail") and "nothing below it is read or written" in one.detail


def test_permissions_of_what_is_private(project: Project, sound: Stores) -> None:
    team = path_of(sound["team"])
    assert team.stat().st_mode & 0o777 == 0o644
    for path in (
        Path(project.home),
        path_of(sound["private"]),
        path_of(sound["user"]).parent,
        Path(project.home, "key"),
    ):
        path.chmod(0o755)
    findings = found(project, sound)
    assert {f.name for f in findings} == {"permissions"} and len(findings) == 4
    assert repair_files(project, sound) == ["closed 4 files and folders to other users"]
    assert found(project, sound) == []
    assert path_of(sound["private"]).stat().st_mode & 0o777 == 0o600
    assert Path(project.home).stat().st_mode & 0o777 == 0o700
    assert team.stat().st_mode & 0o777 == 0o644


def test_many_open_files_are_counted(project: Project, sound: Stores) -> None:
    for n in range(10, 30):
        os.chmod(sound["private"].add(make(n))[1], 0o644)
    findings = found(project, sound)
    assert len(findings) == 5 and findings[-1].detail.endswith("and so can 15 more")


def test_a_file_being_written_is_let_be(project: Project, sound: Stores) -> None:
    path = path_of(sound["private"]).with_name(".tmp-0011223344")
    path.write_text("half")
    path.chmod(0o600)
    assert found(project, sound) == []
    assert [f.path for f in check_files(project, sound, now=time.time() + 3600)] == [str(path)]
    assert repair_files(project, sound) == [] and path.exists()


def test_an_unfinished_backup_is_named_and_removed(project: Project, sound: Stores) -> None:
    path = Path(project.private, "backups", ".tmp-0011223344")
    path.parent.mkdir(mode=0o700)
    path.write_bytes(b"half of everything")
    path.chmod(0o600)
    later = time.time() + 3600
    (one,) = check_files(project, sound, now=later)
    assert one.path == str(path) and one.fixable and "removes it" in one.hint
    assert repair_files(project, sound, now=later) == [f"removed `{path}`"]
    assert not path.exists() and not Path(project.private, "quarantine").exists()


def test_the_second_name_of_a_finished_file_goes_and_the_file_stays(project: Project, sound: Stores) -> None:
    path = path_of(sound["team"])
    beside = path.with_name(".tmp-0011223344")
    os.link(path, beside)
    assert len(repair_files(project, sound, now=time.time() + 3600)) == 1
    assert not beside.exists() and path.stat().st_mode & 0o777 == 0o644


def test_journals_and_snapshots(project: Project, sound: Stores, gate: Gate) -> None:
    journal = Journal(os.path.join(project.private, "journal"), gate)
    append_line(journal.paths("s")[0], b'{"torn', sync=False)
    Path(project.private, "snapshots", f"{shot(1).id}.json").write_text("{")
    assert found(project, sound) == []
    findings = found(project, sound, deep=True)
    assert [(f.name, f.line, f.fixable) for f in findings] == [("journal", 2, False), ("snapshots", 0, True)]
    (done,) = repair_files(project, sound)
    assert "quarantine" in done
    assert len(tree(os.path.join(project.private, "quarantine"))) == 1


def test_quarantine_keeps_the_bytes(project: Project, sound: Stores) -> None:
    spoil_temporary(sound["team"], project)
    repair_files(project, sound)
    assert list(tree(os.path.join(project.private, "quarantine")).values()) == [b"half"]
