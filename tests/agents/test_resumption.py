"""Readers that go on with a mark: what they give in pieces is what they give at once, and the mark is never needed."""

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.agents.resumption import MarkCodec
from backstory.agents.transcripts import READERS, find_resuming, load_reader
from backstory.agents.turns import Reading, Turn
from backstory.store.marks import MAX_FILES, MarkStore

spec = importlib.util.spec_from_file_location(
    "conformance_transcripts", Path(__file__).with_name("conformance_transcripts.py")
)
assert spec and spec.loader
conformance = importlib.util.module_from_spec(spec)
sys.modules.setdefault(spec.name, conformance)
spec.loader.exec_module(conformance)

RESUMING = [name for name, _ in READERS if (reader := load_reader(name)) is not None and find_resuming(reader)]
FILES = [
    (name, path)
    for name in RESUMING
    for path in sorted(Path(__file__).with_name(name.replace("-", "_")).glob("transcripts/**/*.jsonl"))
    if path.parent.name != "chatSessions"  # of VS Code: each is a document, written as changes to it
]
IDS = [f"{name}-{path.name}" for name, path in FILES]


def read_in_pieces(name: str, path: Path, states: list[bytes], marks: list[bytes] | None = None) -> dict[str, Turn]:
    """What somebody has who reads after each of the states that a file goes through, each time with the last mark."""
    reader = load_reader(name)
    assert reader is not None
    read_on = find_resuming(reader)
    assert read_on is not None
    position, mark, readings = 0, b"", []
    for state in states:
        path.write_bytes(state)
        reading = read_on(str(path), position, mark)
        readings.append(Reading(iter(list(reading))))
        position, mark = reading.end, reading.seal() if reading.seal is not None else b""
        if marks is not None:
            marks.append(mark)
    merged: dict[str, Turn] = conformance.merge(readings)
    return merged


def read_at_once(name: str, path: Path, data: bytes) -> dict[str, Turn]:
    reader = load_reader(name)
    assert reader is not None
    path.write_bytes(data)
    merged: dict[str, Turn] = conformance.merge([reader.read_turns(str(path))])
    return merged


def test_some_readers_go_on_with_a_mark() -> None:
    assert "claude-code" in RESUMING


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_reading_in_any_pieces_gives_what_reading_at_once_gives(name: str, path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    copy = tmp_path / path.name
    whole = read_at_once(name, copy, data)

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.sets(st.integers(0, len(lines)), max_size=8))
    def check(cuts: set[int]) -> None:
        states = [b"".join(lines[:cut]) for cut in sorted(cuts)]
        assert read_in_pieces(name, copy, [*states, data]) == whole

    check()


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_every_line_is_read_once_with_its_mark(name: str, path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    copy = tmp_path / path.name
    marks: list[bytes] = []
    states = [b"".join(lines[: place + 1]) for place in range(min(len(lines), 120))]
    assert read_in_pieces(name, copy, states, marks) == read_at_once(name, copy, states[-1])
    assert any(marks), "a reader with marks leaves one"


@pytest.mark.parametrize(("name", "path"), FILES, ids=IDS)
def test_a_mark_that_does_not_fit_counts_as_none(name: str, path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    copy = tmp_path / path.name
    cut = max(1, len(lines) // 2)
    marks: list[bytes] = []
    read_in_pieces(name, copy, [b"".join(lines[: max(1, cut - 1)]), b"".join(lines[:cut])], marks)
    copy.write_bytes(data)
    reader = load_reader(name)
    assert reader is not None
    read_on = find_resuming(reader)
    assert read_on is not None
    position = len(b"".join(lines[:cut]))
    plain = list(reader.read_turns(str(copy), position))
    for mark in (b"", b"\x00", b"\xff" * 40, marks[0] if cut > 1 else b"", marks[-1][:-3]):
        assert list(read_on(str(copy), position, mark)) == plain
    copy.write_bytes(data.replace(b"a", b"e"))  # as long, with other words
    assert list(read_on(str(copy), position, marks[-1])) == list(reader.read_turns(str(copy), position))


def test_a_mark_of_another_version_does_not_fit(tmp_path: Path) -> None:
    from backstory.agents.claude_code.structs import State

    path = tmp_path / "a.jsonl"
    path.write_bytes(b"{}\n{}\n")
    mark = MarkCodec("one 1", State).seal(str(path), 3, 1, State(prompt=7))
    assert MarkCodec("one 1", State).open(mark, str(path), 3) == (1, State(prompt=7))
    assert MarkCodec("one 2", State).open(mark, str(path), 3) is None
    assert MarkCodec("one 1", State).open(mark, str(path), 6) is None
    path.write_bytes(b"[]\n{}\n")
    assert MarkCodec("one 1", State).open(mark, str(path), 3) is None


def test_the_store_keeps_the_marks_that_were_used_last(tmp_path: Path) -> None:
    store = MarkStore(str(tmp_path / "marks"))
    assert store.get("/a") == b""
    for number in range(MAX_FILES + 6):
        store.put(f"/sessions/{number}.jsonl", b"%d" % number)
    store.put("/sessions/69.jsonl", b"again")
    names = list((tmp_path / "marks").iterdir())
    assert len(names) == MAX_FILES
    assert store.get("/sessions/69.jsonl") == b"again"
    assert all(name.stat().st_mode & 0o777 == 0o600 for name in names)


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_mark(tmp_path: Path) -> None:
    (tmp_path / "marks").write_text("a file")
    store = MarkStore(str(tmp_path / "marks"))
    store.put("/a", b"x")
    assert store.get("/a") == b""


@pytest.mark.parametrize("path", [path for name, path in FILES if name == "codex"], ids=lambda path: str(path.name))
def test_codex_looks_back_as_far_as_its_turn_goes(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backstory.agents.codex.transcript._NEAR", 100)
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    copy = tmp_path / path.name
    states = [b"".join(lines[: place + 1]) for place in range(len(lines))]
    assert read_in_pieces("codex", copy, states) == read_at_once("codex", copy, data)
