"""What is exported can be taken in: within the reader's limits, whatever lies in the folders."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.conftest import ID, SECRET, make

from backstory.model.errors import Invalid
from backstory.model.event import Event
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, export_lines, read_archive
from backstory.store.archive_import import import_archive
from backstory.store.event_lines import encode_event
from backstory.store.journal import Journal
from backstory.store.recheck import redact_lines
from backstory.store.records import RecordStore
from backstory.store.tarball import Limits

KEY, OTHER = b"k" * 32, b"o" * 32
SMALL = Limits(total=40_000, members=8, member=9_000, ratio=100)


def filled(folder: Path, count: int, body: str = "Because.") -> dict[str, RecordStore]:
    store = RecordStore(str(folder / "data" / "memory"), "private", Gate())
    for number in range(count):
        store.add(make(number, body=body))
    return {"private": store}


class TestLimits:
    @pytest.mark.parametrize(
        ("count", "size", "what"),
        [(9, 10, "9 members"), (7, 6_000, "bytes unpacked"), (1, 9_500, "bytes in one file"), (6, 5_000, "times")],
    )
    def test_what_only_this_machine_takes_in_is_said_and_taken_in_here(
        self, tmp_path: Path, count: int, size: int, what: str
    ) -> None:
        limits = SMALL._replace(ratio=5) if what == "times" else SMALL._replace(ratio=10_000)
        stores, path = filled(tmp_path, count, "x" * size), str(tmp_path / "a.tar.gz")
        done = export_archive(path, stores, Gate(), project=ID, key=KEY, limits=limits)
        assert what in done.only_local
        found = read_archive(path, key=KEY, limits=limits)
        assert found.sealed and len(found.records) == count
        for key in (b"", OTHER):
            if what != "times":  # a ratio counts from a megabyte on
                with pytest.raises(Invalid):
                    read_archive(path, key=key, limits=limits)

    def test_what_any_machine_takes_in_is_taken_in(self, tmp_path: Path) -> None:
        path = str(tmp_path / "a.tar.gz")
        assert export_archive(path, filled(tmp_path, 8), Gate(), project=ID, key=KEY, limits=SMALL).only_local == ""
        assert len(read_archive(path, limits=SMALL).records) == 8

    def test_a_manifest_of_ours_lets_nothing_larger_in(self, tmp_path: Path) -> None:
        """The bound says how much was written, not that anything may follow."""
        from backstory.store.tarball import read_members, write_members

        path = tmp_path / "a.tar.gz"
        export_archive(str(path), filled(tmp_path, 2), Gate(), project=ID, key=KEY, limits=SMALL)
        with open(path, "rb") as file:
            members = list(read_members(file))
        for more in (
            [(f"backstory/private/memory/fact/x{n}.md", b"x") for n in range(20)],
            [("b/x.md", b"x" * 90_000)],
        ):
            with open(path, "wb") as out:
                write_members(out, [*members, *more])
            with pytest.raises(Invalid):
                read_archive(str(path), key=KEY, limits=SMALL)
        name, manifest = members[0]
        for old in (b'"members": 2', b'"bytes": '):
            changed = manifest.replace(old, old.rstrip(b"2") + (b"9999" if old.endswith(b"2") else b"9"))
            assert changed != manifest
            with open(path, "wb") as out:
                write_members(out, [(name, changed), *members[1:], ("backstory/private/memory/x/y.md", b"x" * 90_000)])
            with pytest.raises(Invalid):
                read_archive(str(path), key=KEY, limits=SMALL)

    def test_lines_say_it_too(self, tmp_path: Path) -> None:
        assert export_lines(filled(tmp_path / "many", 9), Gate(), project=ID, limits=SMALL).only_local
        assert not export_lines(filled(tmp_path / "few", 3), Gate(), project=ID, limits=SMALL).only_local

    def test_any_character_of_a_record_comes_back_from_lines(self, tmp_path: Path) -> None:
        stores = filled(tmp_path, 1, "\x01" * 250_000)
        (tmp_path / "a").write_text(export_lines(stores, Gate(), project=ID).text)
        assert len(read_archive(str(tmp_path / "a")).records) == 1


HEADS = st.lists(
    st.one_of(
        st.sampled_from(
            [
                b"kind: d\xc3\xa9cision", b"kind: d\xffcision", b"kind: Foo Bar", b"kind: " + b"k" * 80, b"kind:",
                b"id: x", b"id: 01JD8ZK3M7Q4T9W2R5X8Y1B6C9", b"title: \xff", b"title:", b"made: 99999-99-99T",
                b"made: 2026-13-45",
                b"tags: [", b"tags: [\xff, \"]", b"links: [x", b"anchors: [%zz#\xff]", b"how: \xff", b"tier: \xc3\xa9",
                b"status: \xe2\x80\xae", b"x\xff: y", b"---", b"<<<<<<< a", b"\x00", b"scope: ../..", b"\xef\xbb\xbf",
            ]
        ),
        st.binary(max_size=20).filter(lambda b: b"\n" not in b),
    ),
    max_size=5,
)  # fmt: skip


@given(heads=HEADS, body=st.binary(max_size=60), keep=st.booleans())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_damaged_record_stands_in_the_way(
    tmp_path_factory: pytest.TempPathFactory, heads: list[bytes], body: bytes, keep: bool
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    stores = filled(folder, 2)
    _, path = stores["private"].add(make(7))
    lines = Path(path).read_bytes().split(b"\n")
    first = lines[:1] + (lines[1:4] if keep else []) + heads
    Path(path).write_bytes(b"\n".join([*first, b"---", body]))
    gate = Gate()
    archive, text = str(folder / "a.tar.gz"), folder / "a.jsonl"
    done = export_archive(archive, stores, gate, project=ID)
    told = export_lines(stores, gate, project=ID)
    text.write_text(told.text)
    assert done.records + len(done.left_out) == 3 and told.left_out == done.left_out
    assert all(one.path == path and one.why for one in done.left_out)
    for source in (archive, str(text)):
        found = read_archive(source)
        assert len(found.records) == done.records
        assert {make(0).id, make(1).id} <= {r.id for r in found.records}
        other = {"private": RecordStore(str(folder / f"into-{os.path.basename(source)}" / "memory"), "private", gate)}
        assert import_archive(found, other).new == done.records


def test_two_files_of_one_id_that_differ_are_named(tmp_path: Path) -> None:
    stores = filled(tmp_path, 1)
    (file,) = stores["private"].files()
    Path(file.path).with_name("2026-01-01-other.md").write_text(Path(file.path).read_text() + "And more.\n")
    done = export_archive(str(tmp_path / "a"), stores, Gate(), project=ID)
    assert done.records == 1 and len(done.left_out) == 1
    assert len(read_archive(str(tmp_path / "a")).records) == 1


def test_sessions_whose_names_differ_in_case_and_odd_names(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "j"), Gate())
    for number, session in enumerate(("Abc", "abc")):
        journal.append(Event(id=make(number).id, kind="k", session=session, made="2026-11-20T00:00:00Z"))
    odd = Path(journal.paths("abc")[0]).with_name("a b.jsonl")
    odd.write_bytes(Path(journal.paths("abc")[0]).read_bytes())
    done = export_archive(str(tmp_path / "a"), {}, Gate(), project=ID, journal=journal)
    assert len(done.left_out) == 2
    assert list(read_archive(str(tmp_path / "a")).journal) == ["Abc"]


class TestRecheck:
    def written(self, tmp_path: Path, events: list[Event]) -> Journal:
        """A journal as an earlier version may have left it: without the gate."""
        journal = Journal(str(tmp_path / "j"), Gate())
        path = tmp_path / "j" / "2026-11" / "s.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(map(encode_event, events)))
        return journal

    def test_a_line_without_findings_leaves_as_it_stands(self, tmp_path: Path) -> None:
        events = [
            Event(id=make(n).id, kind="tool", data={"path": f"src/{n}.py", "n": n, "x": [1, None]}) for n in range(50)
        ]
        journal = self.written(tmp_path, events)
        assert redact_lines(journal.lines("s"), journal) == Path(journal.paths("s")[0]).read_bytes()

    @pytest.mark.parametrize(
        "data",
        [
            {"note": f"use {SECRET}"},
            {"a": {"b": [{"c": f"two\n{SECRET}\nlines"}]}},
            {f"k {SECRET}": "x"},
            {"password": "hunter2hunter2x9"},
            {"paths": [f"src/{SECRET}.py"]},
            {"note": 'quoted \\" ' + SECRET},
        ],
    )  # fmt: skip
    def test_what_the_gate_finds_in_an_event_does_not_leave(self, tmp_path: Path, data: dict[str, object]) -> None:
        events = [Event(id=make(n).id, kind="tool", data={"path": "x"}) for n in range(3)]
        events.insert(1, Event(id=make(7).id, kind="tool", data=data))
        journal = self.written(tmp_path, events)
        want = b"".join(encode_event(journal.redact(e)) for e in events)
        assert redact_lines(journal.lines("s"), journal) == want
        assert SECRET.encode() not in want and b"hunter2" not in want

    def test_what_stays_is_not_looked_at_again(self, tmp_path: Path) -> None:
        class Counting(Gate):
            looked = 0

            def check(self, text: str) -> object:  # type: ignore[override]
                Counting.looked += 1
                return super().check(text)

        journal = self.written(tmp_path, [Event(id=make(n).id, kind="tool", data={"n": "abcd"}) for n in range(200)])
        journal.gate = Counting()
        export_archive(str(tmp_path / "a"), {}, journal.gate, project=ID, journal=journal, stays=True)
        assert Counting.looked == 0
        export_archive(str(tmp_path / "b"), {}, journal.gate, project=ID, journal=journal)
        assert 0 < Counting.looked <= 4, "a session is one text"
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
