"""Private files that changed outside of Backstory are named once, and accepted when they were meant."""

import os
from pathlib import Path

import pytest
from tests.store.conftest import make

from backstory.store.file_check import accept_changes, check_files
from backstory.store.places import Project
from backstory.store.records import RecordStore
from backstory.store.write_log import FILE, forget_written, log_written, read_write_log

Stores = dict[str, RecordStore]


def changed(project: Project, stores: Stores) -> list[str]:
    return [f.detail for f in check_files(project, stores, deep=True) if f.name == "changed"]


@pytest.fixture
def path(stores: Stores) -> Path:
    return Path(stores["private"].add(make(1, body="First line.\n\nSecond line, with the reason."))[1])


def test_what_we_write_and_edit_is_as_it_was_written(project: Project, stores: Stores, path: Path) -> None:
    stores["private"].change(str(path), {"tags": ["a"]})
    stores["private"].change(str(path), {"tags": ["a", "b"], "tier": "pinned"})
    stores["user"].add(make(2))
    assert changed(project, stores) == []


@pytest.mark.parametrize("keep", [0.8, 0.9, 0.95])
def test_a_cut_body_is_named_with_its_sizes(project: Project, stores: Stores, path: Path, keep: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    (told,) = changed(project, stores)
    assert str(path) in told and f"{int(len(data) * keep)} bytes, {len(data)} were written" in told
    assert "middle of a line" in told


def test_an_edit_by_hand_is_accepted_once_and_for_all(project: Project, stores: Stores, path: Path) -> None:
    path.write_text(path.read_text().replace("reason", "real reason"))
    assert len(changed(project, stores)) == 1
    assert accept_changes(stores) == [f"took `{path}` as it is"]
    assert changed(project, stores) == []
    path.write_text(path.read_text().replace("real reason", "reason"))
    assert len(changed(project, stores)) == 1


def test_files_from_before_are_taken_as_they_are(project: Project, stores: Stores, path: Path) -> None:
    notes = Path(project.private, FILE)
    notes.unlink()
    path.write_text(path.read_text() + "more\n")
    assert changed(project, stores) == []
    accept_changes(stores)
    path.write_text(path.read_text() + "yet more\n")
    assert len(changed(project, stores)) == 1


def test_the_teams_files_are_gits(project: Project, stores: Stores) -> None:
    _, team = stores["team"].add(make(3))
    Path(team).write_text(Path(team).read_text() + "by hand\n")
    assert changed(project, stores) == []
    assert not os.path.exists(os.path.join(project.team, FILE))


def test_damaged_notes_are_passed_over(tmp_path: Path) -> None:
    folder = str(tmp_path)
    log_written(folder, make(1).id, b"x")
    with open(tmp_path / FILE, "ab") as handle:
        handle.write(b"\xff\x00 nonsense\n01JD8ZK3M7Q4T9W2R5X8Y1B6C0 x y\n01JD8ZK3")
    assert list(read_write_log(folder)) == [make(1).id]


def test_what_is_forgotten_leaves_no_digest(tmp_path: Path) -> None:
    folder = str(tmp_path)
    log_written(folder, make(1).id, b"x"), log_written(folder, make(2).id, b"y"), log_written(folder, make(1).id, b"z")
    forget_written(folder, [make(1).id])
    assert list(read_write_log(folder)) == [make(2).id]
    assert make(1).id.encode() not in (tmp_path / FILE).read_bytes()


def test_a_folder_that_cannot_be_written_breaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    log_written(str(tmp_path / "file"), make(1).id, b"x")
    assert read_write_log(str(tmp_path / "file")) == {}
