"""The journal: one file per session, damage isolated, and a sweep that neither loses nor doubles."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.conftest import SECRET, tree

from backstory.base.journal_lines import MAX_LINE, append_line, event_line, make_id
from backstory.model.errors import BackstoryError, Busy, Invalid
from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store.event_lines import decode_event, encode_event
from backstory.store.journal import Journal
from backstory.store.lock import Lock


def happening(number: int, session: str = "s1", **data: object) -> Event:
    return Event(
        id=make_id(1_795_000_000_000 + number, number.to_bytes(10, "big")),
        kind="tool",
        session=session,
        agent="claude-code",
        made="2026-11-18T10:06:40Z",
        data=data or {"n": number},
    )


@pytest.fixture
def journal(tmp_path: Path, gate: Gate) -> Journal:
    return Journal(str(tmp_path / "journal"), gate)


class TestAppend:
    def test_one_file_per_session_by_month(self, journal: Journal) -> None:
        events = [happening(n) for n in range(3)]
        assert [journal.append(e, sync=n == 2) for n, e in enumerate(events)] == events
        journal.append(happening(9, "s2"))
        assert set(tree(journal.folder)) == {"2026-11/s1.jsonl", "2026-11/s2.jsonl"}
        assert journal.read("s1") == (events, 0, 0, ())
        assert os.stat(journal.paths("s1")[0]).st_mode & 0o777 == 0o600

    def test_a_session_stays_in_its_file_over_the_turn_of_a_month(self, journal: Journal) -> None:
        journal.append(happening(1))
        later = Event(id=happening(2).id, kind="stop", session="s1", made="2026-12-01T00:00:00Z")
        journal.append(later)
        assert list(tree(journal.folder)) == ["2026-11/s1.jsonl"]
        assert journal.read("s1").events == [happening(1), later]

    def test_a_stream_of_its_own(self, journal: Journal) -> None:
        journal.append(happening(1), stream="operations")
        assert journal.read("operations").events == [happening(1)]
        assert journal.read("s1").events == []

    def test_sessions_newest_first(self, journal: Journal) -> None:
        for n, name in enumerate(("a", "b", "c")):
            journal.append(happening(n, name))
            os.utime(journal.paths(name)[0], ns=(n, n))
        os.utime(journal.paths("a")[0], ns=(9, 9))
        assert journal.sessions() == ["a", "c", "b"]

    @pytest.mark.parametrize("session", ["../../../evil", "/etc/passwd", "a/../../b", "..", "", "con", "x" * 500])
    def test_no_session_leaves_the_folder(self, journal: Journal, tmp_path: Path, session: str) -> None:
        journal.append(happening(1, session))
        assert all(p.startswith("journal/2026-11/") for p in tree(tmp_path))
        assert journal.read(session).events == [happening(1, session)]

    def test_an_odd_time_has_a_month_of_its_own(self, journal: Journal) -> None:
        journal.append(Event(id=happening(1).id, kind="k", session="s", made="../../x"))
        assert list(tree(journal.folder)) == ["0000-00/s.jsonl"]

    def test_passes_the_gate(self, journal: Journal) -> None:
        written = journal.append(happening(1, "s1", command=f"curl -H {SECRET}", deep=[{SECRET: SECRET}]))
        assert SECRET not in Path(journal.paths("s1")[0]).read_text()
        assert journal.read("s1").events == [written]

    def test_an_event_too_long_for_a_line_is_refused(self, journal: Journal) -> None:
        with pytest.raises(Invalid, match="longer than"):
            journal.append(happening(1, "s1", text="word " * MAX_LINE))
        assert tree(journal.folder) == {}

    def test_where_it_cannot_be_written(self, tmp_path: Path, gate: Gate) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(BackstoryError):
            Journal(str(tmp_path / "file"), gate).append(happening(1))

    @given(st.text(max_size=50), st.text(max_size=20), st.dictionaries(st.text(max_size=8), st.text(max_size=20)))
    def test_any_event_comes_back(self, kind: str, session: str, data: dict[str, str]) -> None:
        event = Event(
            id=happening(1).id, kind=kind or "k", session=session, made="2026-11-18T10:06:40Z", data=dict(data)
        )
        assert decode_event(encode_event(event)[:-1]) == event


class TestDamage:
    def test_each_bad_line_is_named_and_the_others_are_read(self, journal: Journal) -> None:
        events = [happening(n) for n in range(6)]
        lines = [encode_event(e) for e in events]
        newer = b'{"id":"01JD8ZK3M7Q4T9W2R5X8Y1B6C0","k":"x","v":2,"new":1,"c":"00000000"}\n'
        bad = [
            b"\0" * 100 + b"\n",
            lines[0][:40] + b"\n",
            lines[0].replace(b'"n":0', b'"n":7'),
            b"[" * 100_000 + b"\n",
            b'{"id":1,"k":"x"}\n',
            b"\xff\xfe\n",
            b"x" * (3 * MAX_LINE) + b"\n",
            b'{"id":"a","k":"b","c":"nope"}\n',
        ]
        path = Path(journal.folder, "2026-11", "s1.jsonl")
        path.parent.mkdir(parents=True)
        path.write_bytes(
            lines[0] + bad[0] + lines[1] + b"\r\n\n" + b"".join(bad[1:]) + lines[2].replace(b"\n", b"\r\n") + newer
            + b"".join(lines[3:]) + lines[3] + lines[5][:30]
        )  # fmt: skip
        got = journal.read("s1")
        assert got.events == events
        assert (got.bad, got.newer) == (len(bad) + 1, 1)
        assert [b.line for b in got.lines] == [2, 6, 7, 8, 9, 10, 11, 12, 19]
        assert got.lines[2].what == "was altered: its checksum does not fit"
        assert all(b.path == str(path) for b in got.lines)

    def test_a_torn_tail_stays_alone(self, journal: Journal) -> None:
        journal.append(happening(1))
        path = journal.paths("s1")[0]
        with open(path, "ab") as file:
            file.write(encode_event(happening(2))[:50])
        journal.append(happening(3))
        got = journal.read("s1")
        assert ([e.id for e in got.events], got.bad) == ([happening(1).id, happening(3).id], 1)

    @settings(max_examples=300)
    @given(st.integers(0, 400), st.integers(0, 7))
    def test_every_flipped_bit_is_noticed(self, at: int, bit: int) -> None:
        line = bytearray(encode_event(happening(1, "s1", path="src/a.py"))[:-1])
        line[at % len(line)] ^= 1 << bit
        assert isinstance(decode_event(bytes(line)), str) or b"\n" in line

    def test_a_link_in_its_place_is_not_followed(self, journal: Journal, tmp_path: Path) -> None:
        (tmp_path / "victim").write_text("mine\n")
        Path(journal.folder, "2026-11").mkdir(parents=True)
        Path(journal.folder, "2026-11", "s1.jsonl").symlink_to(tmp_path / "victim")
        with pytest.raises(BackstoryError):
            journal.append(happening(1))
        assert (tmp_path / "victim").read_text() == "mine\n"


class TestSweep:
    def fill(self, spool: Path, session: str, numbers: range, torn: bytes = b"") -> list[str]:
        ids = []
        for n in numbers:
            line = event_line(
                "tool", session=session, data={"n": n, "path": f"/home/x/{SECRET}"}, ms=1_795_000_000_000 + n
            )
            append_line(str(spool / f"{session}.jsonl"), line, sync=False)
            event = decode_event(line[:-1])
            assert isinstance(event, Event)
            ids.append(event.id)
        if torn:
            with open(spool / f"{session}.jsonl", "ab") as file:
                file.write(torn)
        return ids

    def test_brings_everything_through_the_gate(self, journal: Journal, tmp_path: Path) -> None:
        spool = tmp_path / "spool"
        one = self.fill(spool, "s1", range(20))
        two = self.fill(spool, "s2", range(5), torn=f'{{"torn":"{SECRET}'.encode())
        got = journal.sweep(str(spool))
        assert (got.events, got.bad, got.sessions) == (25, 1, ("s1", "s2"))
        assert [e.id for e in journal.read("s1").events] == one
        assert [e.id for e in journal.read("s2").events] == two
        assert journal.read("s2").bad == 1
        assert SECRET.encode() not in b"".join(tree(tmp_path).values())
        assert set(tree(spool)) == {"lock"}
        assert journal.sweep(str(spool)) == (0, 0, ())

    def test_adds_to_what_is_there(self, journal: Journal, tmp_path: Path) -> None:
        journal.append(happening(1))
        ids = self.fill(tmp_path / "spool", "s1", range(2))
        journal.sweep(str(tmp_path / "spool"))
        assert [e.id for e in journal.read("s1").events] == [happening(1).id, *ids]

    def test_nothing_there(self, journal: Journal, tmp_path: Path) -> None:
        assert journal.sweep(str(tmp_path / "none")) == (0, 0, ())
        assert not (tmp_path / "none").exists()

    def test_while_another_sweeps(self, journal: Journal, tmp_path: Path) -> None:
        self.fill(tmp_path / "spool", "s1", range(2))
        with Lock(str(tmp_path / "spool" / "lock")):
            assert journal.sweep(str(tmp_path / "spool")) == (0, 0, ())
        assert journal.sweep(str(tmp_path / "spool")).events == 2

    def test_lines_of_a_sweeper_that_found_the_lock_held(self, gate: Gate, tmp_path: Path) -> None:
        """A hook that comes while another one sweeps goes away at once: the other one moves its lines too."""
        spool = tmp_path / "spool"
        late: list[str] = []

        class Interrupted(Journal):
            def redact(self, event: Event, spared: frozenset[str] = frozenset()) -> Event:
                if not late:
                    late.extend(TestSweep().fill(spool, "s2", range(2)))
                    assert Journal(self.folder, gate).sweep(str(spool)) == (0, 0, ())
                return super().redact(event, spared)

        journal = Interrupted(str(tmp_path / "journal"), gate)
        self.fill(spool, "s1", range(2))
        assert journal.sweep(str(spool)).sessions == ("s1", "s2")
        assert [e.id for e in journal.read("s2").events] == late
        assert set(tree(spool)) == {"lock"}

    def test_odd_names_of_sessions(self, journal: Journal, tmp_path: Path) -> None:
        for name in ("a.jsonl", "x.taken", "2026.1"):
            self.fill(tmp_path / "spool", name, range(2))
        assert set(journal.sweep(str(tmp_path / "spool")).sessions) == {"a.jsonl", "x.taken", "2026.1"}
        assert len(journal.read("a.jsonl").events) == 2

    @pytest.mark.parametrize("before", ["rename", "fsync", "unlink"])
    def test_after_a_death_at_any_point(
        self, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str
    ) -> None:
        spool = tmp_path / "spool"
        ids = self.fill(spool, "s1", range(10), torn=b'{"torn')

        class Death(BaseException):
            pass

        def die(*args: object, **more: object) -> None:
            raise Death

        name = {"fsync": "fdatasync"}.get(before, before)
        real = getattr(os, name)
        calls = iter([die])
        monkeypatch.setattr(os, name, lambda *a, **k: next(calls, real)(*a, **k))
        with pytest.raises(Death):
            journal.sweep(str(spool))
        monkeypatch.undo()
        more = self.fill(spool, "s1", range(10, 12))
        journal.sweep(str(spool))
        got = journal.read("s1")
        assert sorted(e.id for e in got.events) == sorted(ids + more)
        raw = b"".join(tree(journal.folder).values())
        assert all(raw.count(i.encode()) == 1 for i in ids + more)
        assert got.bad == 1
        assert set(tree(spool)) == {"lock"}

    def test_while_hooks_go_on_writing(self, journal: Journal, tmp_path: Path) -> None:
        spool = tmp_path / "spool"
        path = str(spool / "s1.jsonl")
        code = (
            "from backstory.base.journal_lines import append_line, event_line\nfor n in range(150):\n"
            f"    append_line({path!r}, event_line('tool', data={{'n': n}}), False)\n"
        )
        writers = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
        swept = 0
        while any(w.poll() is None for w in writers):
            swept += journal.sweep(str(spool)).events
        swept += journal.sweep(str(spool)).events
        assert [w.wait() for w in writers] == [0, 0, 0]
        got = journal.read("s1")
        assert (swept, len(got.events), got.bad) == (450, 450, 0)

    def test_many_sweepers(self, journal: Journal, tmp_path: Path) -> None:
        ids = [i for s in ("a", "b", "c") for i in self.fill(tmp_path / "spool", s, range(30))]
        threads = [threading.Thread(target=journal.sweep, args=(str(tmp_path / "spool"),)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(e.id for s in ("a", "b", "c") for e in journal.read(s).events) == sorted(ids)

    def test_a_journal_that_is_held_is_busy_and_the_spool_stays(
        self, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from backstory.base import journal_lines as hot

        journal.append(happening(1))
        ids = self.fill(tmp_path / "spool", "s1", range(3))
        real = hot.acquire_lock
        monkeypatch.setattr(hot, "acquire_lock", lambda fd: real(fd, 0.05))
        holder = os.open(journal.paths("s1")[0], os.O_RDWR)
        assert real(holder)
        with pytest.raises((BackstoryError, Busy)):
            journal.append(happening(2))
        journal.sweep(str(tmp_path / "spool"))
        os.close(holder)
        journal.sweep(str(tmp_path / "spool"))
        assert [e.id for e in journal.read("s1").events] == [happening(1).id, *ids]


def test_removing_a_session(journal: Journal) -> None:
    journal.append(happening(1))
    journal.append(happening(2, "s2"))
    assert journal.remove("s1") == 1
    assert journal.sessions() == ["s2"]


settings.register_profile(
    "journal", settings.get_profile("ours"), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("journal")
