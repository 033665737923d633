"""Taking words out of journals and archives."""

import gzip
from pathlib import Path

import msgspec
import pytest

from backstory.model.event import Event
from backstory.model.record import Record
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, read_archive, rewrite_without
from backstory.store.journal import Journal
from backstory.store.purge import files_holding, forgotten_text, rewrite_lines, scrub_journal, scrub_json
from backstory.store.records import RecordStore

ID, OTHER = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "01JD8ZK3M7Q4T9W2R5X8Y1B6C1"
GONE = forgotten_text([ID], ["-walrus-y1b6c0aa.md"], ['Walrus "protocol" é'])


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal(str(tmp_path / "journal"), Gate())
    made = "2026-11-20T00:00:00Z"
    entries = [
        {"id": ID, "title": 'Walrus "protocol" é', "path": "/x/a-walrus-y1b6c0aa.md"},
        {"id": OTHER, "title": "Otter"},
    ]
    for number, data in enumerate(
        ({"verb": "remember", "records": entries}, {"note": "otters"}, {"note": 'Walrus "protocol" é'})
    ):
        ident = f"01JD8ZK3M7Q4T9W2R5X8Y1B7C{number}"
        kind = "operation" if "verb" in data else "reply"
        journal.append(Event(id=ident, kind=kind, session="s", made=made, data=msgspec.to_builtins(data)))
    return journal


def test_a_journal_loses_the_words_and_nothing_else(journal: Journal) -> None:
    (changed,) = scrub_journal(journal, GONE)
    assert b"Walrus" not in Path(changed).read_bytes() and b"walrus" not in Path(changed).read_bytes()
    found = journal.read("s")
    assert [e.kind for e in found.events] == ["operation", "reply", "gone"] and not found.bad
    assert found.events[0].data["records"] == [{"id": OTHER, "title": "Otter"}]
    assert found.events[1].data == {"note": "otters"}
    assert scrub_journal(journal, GONE) == [], "a second time finds nothing"


def test_a_journal_without_the_words_is_not_touched(journal: Journal) -> None:
    (path,) = journal.paths("s")
    before = Path(path).stat().st_mtime_ns, Path(path).read_bytes()
    assert not rewrite_lines(path, lambda raw: raw)
    assert scrub_journal(journal, forgotten_text([], [], ["nothing of the kind"])) == []
    assert (Path(path).stat().st_mtime_ns, Path(path).read_bytes()) == before


def test_what_is_appended_after_a_rewrite_arrives(journal: Journal) -> None:
    scrub_journal(journal, GONE)
    journal.append(
        Event(id="01JD8ZK3M7Q4T9W2R5X8Y1B7D0", kind="reply", session="s", made="2026-11-20T00:00:01Z", data={})
    )
    assert len(journal.read("s").events) == 4


def test_json_loses_members_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"a": ["Walrus \\"protocol\\" \\u00e9", "x"], "b/a-walrus-y1b6c0aa.md": 1, "c": {"d": "y"}}')
    assert scrub_json(str(path), GONE)
    assert msgspec.json.decode(path.read_bytes()) == {"a": ["", "x"], "c": {"d": "y"}}
    assert not scrub_json(str(path), GONE)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Use the walrus. The docs are wrong: it is in ms. Add an entry.",
            "The docs are wrong: it is in ms. Add an entry.",
        ),
        ("first, a question? ok, use the walrus! then add an entry", "first, a question? then add an entry"),
        ("add an entry, e.g. use the walrus, please.\nthen the docs", "then the docs"),
        ("ok\n- use the walrus\n- add an entry", "ok\n- add an entry"),
        ("用海象。use the walrus。加一条", "用海象。加一条"),
        ("We use the walrus", ""),
        ("use the walrus", ""),
        ("A: use the walrus B: use the walrus", ""),
        ("Nothing of it.", "Nothing of it."),
    ],
)
def test_a_text_loses_the_sentences_with_the_words(tmp_path: Path, text: str, left: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(msgspec.json.encode({"text": text}).decode())
    gone = forgotten_text([ID], [], ["use the walrus", "Use the walrus"])
    assert scrub_json(str(path), gone) is (text != left)
    assert msgspec.json.decode(path.read_bytes()) == {"text": left}


def test_words_that_go_over_several_sentences_go_with_all_of_them(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"text": "One. Use the walrus. It is fast. Two."}')
    scrub_json(str(path), forgotten_text([ID], [], ["Use the walrus. It is fast"]))
    assert msgspec.json.decode(path.read_bytes()) == {"text": "One. Two."}


def test_an_archive_is_rewritten_and_still_ours(tmp_path: Path, journal: Journal) -> None:
    gate, key = Gate(), b"k" * 32
    store = RecordStore(str(tmp_path / "p" / "memory"), "private", gate)
    store.add(Record(id=ID, kind="fact", title='Walrus "protocol" é', made="2026-11-20T00:00:00Z"))
    store.add(Record(id=OTHER, kind="fact", title="Otter", made="2026-11-20T00:00:00Z"))
    path = str(tmp_path / "a.tar.gz")
    export_archive(path, {"private": store}, gate, project=ID, journal=journal, key=key)
    assert files_holding([path], GONE) == [path]
    assert rewrite_without(path, GONE, key=key)
    assert files_holding([path], GONE) == [] and b"walrus" not in gzip.decompress(Path(path).read_bytes()).lower()
    found = read_archive(path, key=key)
    assert found.sealed and [r.id for r in found.records] == [OTHER] and len(found.journal["s"]) == 3
    assert not rewrite_without(path, GONE, key=key)


def test_a_foreign_archive_does_not_become_ours(tmp_path: Path) -> None:
    gate = Gate()
    store = RecordStore(str(tmp_path / "p" / "memory"), "private", gate)
    store.add(Record(id=ID, kind="fact", title='Walrus "protocol" é', made="2026-11-20T00:00:00Z"))
    path = str(tmp_path / "a.tar.gz")
    export_archive(path, {"private": store}, gate, project=ID, key=b"x" * 32)
    assert rewrite_without(path, GONE, key=b"k" * 32)
    assert not read_archive(path, key=b"k" * 32).sealed


def test_of_archives_that_cannot_be_read_only_those_with_the_words_go(tmp_path: Path) -> None:
    store = RecordStore(str(tmp_path / "p" / "memory"), "private", Gate())
    store.add(Record(id=OTHER, kind="fact", title="Otter", made="2026-11-20T00:00:00Z"))
    path = tmp_path / "a.tar.gz"
    for more, goes in ((None, False), (Record(id=ID, kind="fact", title='Walrus "protocol" é'), True)):
        if more is not None:
            store.add(more)
        export_archive(str(path), {"private": store}, Gate(), project=ID)
        path.write_bytes(path.read_bytes()[:-60])
        assert rewrite_without(str(path), forgotten_text([ID], [f"-{ID[-8:].lower()}.md"], ["Walrus"])) is goes
        assert path.exists() is not goes
