"""Retention through the library: the settings, once a day, by `doctor --fix`, and counted by `status --storage`."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.index import shrink
from backstory.memory.answers.status import storage_sizes
from backstory.memory.kernel.current import find_goal
from backstory.memory.kernel.passages import update_passages
from backstory.memory.upkeep.retention import find_expired, find_old_snapshots, read_limits, tidy_daily, tidy_files
from backstory.model.record import Draft
from backstory.model.session import Answer, Session
from backstory.store import retention
from backstory.store.retention import DAY, RetentionPeriods

Opened = Callable[..., Memory]


@pytest.fixture
def old(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in the trash that is older than half a year."""
    monkeypatch.setattr(retention, "_last", lambda info: info.st_mtime)
    memory = opened()
    path = Path(memory.project.private, "trash", "old.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x" * 100)
    os.utime(path, (memory.now() - 200 * DAY,) * 2)
    return path


def test_it_runs_once_a_day(opened: Opened, old: Path) -> None:
    memory = opened()
    start = memory.now()
    assert tidy_daily(memory) == []
    assert old.exists()
    memory.now = lambda: start + DAY + 5
    assert len(tidy_daily(memory)) == 1
    assert not old.exists()


def test_doctor_names_what_can_go_and_removes_it(opened: Opened, old: Path) -> None:
    from backstory.memory.upkeep.checks import fix_problems

    found = [c for c in opened().checks() if c.name == "storage"]
    assert [(c.status, c.fixable) for c in found] == [("warn", True)]
    assert "1 old files (100 bytes)" in found[0].detail
    assert fix_problems(opened(), found) == ["removed 1 old files (trash)"]
    assert not [c for c in opened().checks() if c.name == "storage"]


def test_the_settings_count(opened: Opened) -> None:
    memory = opened()
    assert read_limits(memory) == RetentionPeriods()
    memory.environ = {**memory.environ, "BACKSTORY_KEEP_TRASH_DAYS": "7", "BACKSTORY_KEEP_BACKUPS": "2"}
    again = Memory.open(memory.project.root, memory.environ)
    assert read_limits(again) == RetentionPeriods(backups=2, trash_days=7)


def test_a_repository_does_not_say_what_is_thrown_away(opened: Opened) -> None:
    config = Path(opened().project.team, "config.toml")
    config.write_text(config.read_text() + "\n[keep]\nbackups = 1\ntrash_days = 1\nbackup_days = 1\n")
    assert read_limits(opened()) == RetentionPeriods()


def test_storage_counts_every_file(opened: Opened, old: Path) -> None:
    memory = opened()
    for name in (
        "backups/b.tar.gz",
        "spool/a.seen",
        "quarantine/q",
        "locks/l",
        "unheard-of",
        "deliveries/d.txt",
        "marks/m.mark",
        "new-folder/n",
    ):
        path = Path(memory.project.private, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("y")
    memory.fresh()
    counted = sum(p["bytes"] for name, p in storage_sizes(memory)["places"].items() if name not in ("team", "user"))
    there = sum(p.stat().st_size for p in Path(memory.project.private).rglob("*") if p.is_file())
    assert counted == there


def test_old_snapshots_go_unless_they_are_named_or_needed(opened: Opened) -> None:
    memory = opened()
    start = memory.now()
    taken = {}
    for name, goal in (("with goal", "ship it"), ("named", ""), ("old", ""), ("newest", "")):
        taken[name] = memory.snapshot(goal).id
        Path(memory.project.root, f"{name}.txt").write_text(name)
    memory.remember(Draft(kind="fact", title=f"Measured on {taken['named']}"))
    assert tidy_files(opened()) == []
    memory = opened()
    memory.now = lambda: start + 366 * DAY
    memory.environ = {**memory.environ, "BACKSTORY_CAPTURE_KEEP": "0"}
    forever = Memory.open(memory.project.root, memory.environ)
    forever.now = memory.now
    assert find_old_snapshots(forever) == []
    assert find_expired(memory)[0] >= 1
    assert "removed 2 old snapshots that no record names" in tidy_files(memory)
    assert set(opened().snapshots.ids()) == {taken["named"], taken["newest"]}
    assert find_goal(opened()) == "ship it"


def test_indexes_set_aside_go(opened: Opened, old: Path) -> None:
    memory = opened()
    aside = Path(memory.project.private, "index.db.damaged-2")
    aside.write_text("x")
    os.utime(aside, (memory.now() - 40 * DAY,) * 2)

    assert "removed 2 old files (indexes set aside, trash)" in tidy_files(memory)
    assert not aside.exists() and Path(memory.project.private, "index.db").exists()


def test_the_index_gives_back_what_old_sessions_took(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "LEAST", 1 << 16)
    memory = opened()
    memory.remember(Draft(kind="fact", title="Use psycopg 3"))
    long = tuple(Answer(text=f"Pool number {number} was moved to the second table. " * 40) for number in range(50))
    for number in range(20):
        ended = f"2024-01-{number + 1:02}T10:00:00Z"
        memory.sessions.write(Session(id=f"s{number}", agent="codex", ended=ended, answers=long))
    update_passages(memory)
    before = memory.index.run(lambda con: int(con.pragma("page_count")) * int(con.pragma("page_size")))

    assert any(line.startswith("shrank the index by") for line in tidy_files(memory))

    path = Path(memory.project.private, "index.db")
    assert path.stat().st_size + Path(f"{path}-wal").stat().st_size < before / 2
    assert [row.record.title for row in memory.reopened().fresh().rows()] == ["Use psycopg 3"]
