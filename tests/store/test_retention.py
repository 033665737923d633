"""Retention: what is old goes, what a person would miss stays, and compressed journals read as before."""

import gzip
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.conftest import ID, make, tree

from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store import retention
from backstory.store.journal import Journal
from backstory.store.purge import forgotten_text, scrub_journal
from backstory.store.retention import (
    DAY,
    RetentionPeriods,
    claim_daily_run,
    compress_journal,
    find_closed_journals,
    find_expired,
    run_retention,
)

NOW = time.time()
Put = Callable[..., Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Writes a file of an age in days. The change time cannot be set, so only the other one counts here."""
    monkeypatch.setattr(retention, "_last", lambda info: info.st_mtime)

    def put(name: str, age: float = 0, text: str = "x") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (NOW - age * DAY, NOW - age * DAY))
        return path

    return put


def names(tmp_path: Path, keep: RetentionPeriods | None = None) -> set[str]:
    found = find_expired(str(tmp_path), keep or RetentionPeriods(), now=NOW)
    return {os.path.relpath(one.path, tmp_path) for one in found}


def test_notes_of_sessions_go_when_the_session_is_over(tmp_path: Path, put: Put) -> None:
    put("spool/a.seen", 40), put("spool/a.cursor", 40), put("locks/a.lock", 40)
    put("spool/b.seen", 20), put("spool/b.cursor", 20), put("locks/b.lock", 20)
    put("spool/c.cursor", 40), put("spool/c.jsonl", 40)  # lines that wait to be taken in
    put("spool/d.cursor", 40), put("spool/d.jsonl.0011aabb.taken", 40)
    put("spool/lock", 400)
    assert names(tmp_path) == {"spool/a.seen", "spool/a.cursor", "locks/a.lock"}


def test_the_newest_backups_stay_and_so_do_young_ones(tmp_path: Path, put: Put) -> None:
    for age in range(80, 96):
        put(f"backups/b{age}.tar.gz", age)
    assert names(tmp_path, RetentionPeriods(backups=3)) == {f"backups/b{age}.tar.gz" for age in range(91, 96)}
    assert names(tmp_path, RetentionPeriods(backups=16)) == set()


def test_what_was_put_aside_goes_after_half_a_year(tmp_path: Path, put: Put) -> None:
    for kind in ("trash", "quarantine"):
        put(f"{kind}/old.md", 181), put(f"{kind}/young.md", 179)
    assert names(tmp_path) == {"trash/old.md", "quarantine/old.md"}


def test_records_of_a_repository_that_left_it_go_after_half_a_year_too(tmp_path: Path, put: Put) -> None:
    old = put("trash/team-2026-05-01T100000Z/fact/old.md", 181)
    young = put("trash/team-2026-11-01T100000Z/fact/young.md", 20)
    assert names(tmp_path) == {"trash/team-2026-05-01T100000Z/fact/old.md"}
    run_retention(str(tmp_path), RetentionPeriods(), now=NOW)
    assert young.exists() and not old.exists()
    assert [path.name for path in (tmp_path / "trash").iterdir()] == ["team-2026-11-01T100000Z"]


def test_nothing_else_ever_goes(tmp_path: Path, put: Put) -> None:
    for name in (
        "memory/fact/x.md", "journal/2020-01/s.jsonl", "snapshots/snap-1.json", "trusted", "own", "rejected.jsonl",
        "project.json", "edits/ledger.json", "moves/x.json", "key",
    ):  # fmt: skip
        put(name, 4000)
    before = tree(tmp_path)
    assert names(tmp_path) == set()
    run_retention(str(tmp_path), RetentionPeriods(), now=NOW)
    assert {k: v for k, v in tree(tmp_path).items() if "journal" not in k} == {
        k: v for k, v in before.items() if "journal" not in k
    }


def test_links_are_left_alone(tmp_path: Path, put: Put) -> None:
    target = put("elsewhere/x.md", 400)
    (tmp_path / "trash").mkdir()
    (tmp_path / "trash" / "x.md").symlink_to(target)
    run_retention(str(tmp_path), RetentionPeriods(), now=NOW + 400 * DAY)
    assert target.exists()


def test_a_run_is_due_once_a_day(tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert not claim_daily_run(folder, now=NOW)  # the first look only starts the clock
    assert not claim_daily_run(folder, now=NOW + DAY / 2)
    assert claim_daily_run(folder, now=NOW + DAY + 1)
    assert not claim_daily_run(folder, now=NOW + DAY + 2)


def test_a_clock_that_jumps_removes_nothing_on_that_day(tmp_path: Path) -> None:
    folder = str(tmp_path)
    claim_daily_run(folder, now=NOW)
    assert not claim_daily_run(folder, now=NOW + 4000 * DAY)
    assert not claim_daily_run(folder, now=NOW + 1)  # back again
    assert claim_daily_run(folder, now=NOW + 1.1 * DAY)


def test_where_nothing_can_be_noted_nothing_goes(tmp_path: Path) -> None:
    assert not claim_daily_run(str(tmp_path / "missing"), now=NOW)


# -- journals -------------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path, gate: Gate) -> Journal:
    made = Journal(str(tmp_path / "journal"), gate)
    made.extend([event(n) for n in range(5)])
    return made


def event(number: int, made: str = "2026-01-20T00:00:00Z", session: str = "s", text: str = "") -> Event:
    return Event(id=make(number).id, kind="k", session=session, made=made, data={"n": number, "text": text})


def test_only_closed_months_are_compressed(journal: Journal, put: Put) -> None:
    (path,) = journal.paths("s")
    at = time.mktime((2026, 3, 1, 12, 0, 0, 0, 0, 0))
    for age, months_on, wanted in ((40, 0, [path]), (5, 0, []), (40, -31, [])):
        os.utime(path, (at - age * DAY,) * 2)
        assert find_closed_journals(journal.folder, now=at + months_on * DAY, session_days=30) == wanted


def test_a_compressed_journal_reads_as_before(journal: Journal) -> None:
    before = journal.read("s")
    (path,) = journal.paths("s")
    assert compress_journal(path)
    assert [p.rpartition(".")[2] for p in journal.paths("s")] == ["gz"]
    assert journal.read("s") == before
    assert journal.sessions() == ["s"]


def test_a_session_that_goes_on_is_whole(journal: Journal) -> None:
    compress_journal(journal.paths("s")[0])
    journal.append(event(7, made="2026-04-01T00:00:00Z"))
    journal.append(event(8, made="2026-01-21T00:00:00Z"))
    assert [e.data["n"] for e in journal.read("s").events] == [*range(5), 7, 8]
    assert journal.sessions() == ["s"]


def test_one_that_went_on_in_its_month_is_compressed_again(journal: Journal) -> None:
    compress_journal(journal.paths("s")[0])
    journal.append(event(7))
    before = journal.read("s")
    assert len(journal.paths("s")) == 2
    compress_journal(journal.paths("s")[1])
    assert len(journal.paths("s")) == 1
    assert journal.read("s") == before


def test_a_death_between_the_two_files_doubles_nothing(journal: Journal) -> None:
    (path,) = journal.paths("s")
    before, data = journal.read("s"), Path(path).read_bytes()
    compress_journal(path)
    Path(path).write_bytes(data)
    assert journal.read("s") == before
    compress_journal(path)
    assert journal.read("s") == before
    assert gzip.decompress(Path(journal.paths("s")[0]).read_bytes()) == data


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_a_damaged_one_is_named(tmp_path: Path, gate: Gate, cut: float) -> None:
    journal = Journal(str(tmp_path / "journal"), gate)
    journal.extend([event(n, text=os.urandom(200).hex()) for n in range(50)])
    compress_journal(journal.paths("s")[0])
    path = Path(journal.paths("s")[0])
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * cut)])
    found = journal.read("s")
    assert found.bad >= 1
    assert 0 < len(found.events) < 50


def test_what_is_forgotten_goes_from_compressed_journals(journal: Journal) -> None:
    journal.append(event(9, text="the words that are to go"))
    compress_journal(journal.paths("s")[0])
    changed = scrub_journal(journal, forgotten_text([ID], [], ["the words that are to go"]))
    assert changed == journal.paths("s")
    assert b"are to go" not in gzip.decompress(Path(changed[0]).read_bytes())
    assert len(journal.read("s").events) == 6


def test_a_run_says_what_it_did(tmp_path: Path, journal: Journal, put: Put) -> None:
    put("trash/old.md", 200)
    os.utime(journal.paths("s")[0], (0, 0))
    done = run_retention(str(tmp_path), RetentionPeriods(), now=NOW)
    assert len(done) == 2
    assert "trash" in done[0]
    assert "compressed 1" in done[1]
    assert run_retention(str(tmp_path), RetentionPeriods(), now=NOW) == []


def test_a_torn_line_takes_no_event_along(journal: Journal) -> None:
    compress_journal(journal.paths("s")[0])
    (packed,) = journal.paths("s")
    data = gzip.decompress(Path(packed).read_bytes())
    Path(packed).write_bytes(gzip.compress(data + b'{"torn'))
    journal.append(event(7))
    before = [e.data["n"] for e in journal.read("s").events]
    compress_journal(next(path for path in journal.paths("s") if not path.endswith(".gz")))

    assert [e.data["n"] for e in journal.read("s").events] == before == [*range(5), 7]


def test_a_damaged_one_does_not_stop_the_run(tmp_path: Path, journal: Journal) -> None:
    compress_journal(journal.paths("s")[0])
    packed = Path(journal.paths("s")[0])
    data = packed.read_bytes()
    packed.write_bytes(data[:12] + b"\xff\xff\xff" + data[15:])
    journal.append(event(7))
    journal.append(event(8, session="other"))
    for name in ("s", "other"):
        for path in journal.paths(name):
            os.utime(path, (0, 0))

    done = run_retention(str(tmp_path), RetentionPeriods(), now=NOW + 40 * DAY)
    assert done == ["compressed 1 journals of past months"]
