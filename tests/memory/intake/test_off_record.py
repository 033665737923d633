"""What is said while the memory is switched off stays off the record."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backstory.agents.turns import Reading, SessionFile, Turn
from backstory.api import Memory
from backstory.memory.intake.ingest import ingest_transcript
from backstory.memory.intake.off_record import is_off_record, leave_out_off_record
from backstory.memory.intake.session_reader import SessionReader
from backstory.store.off_times import FILE, OffTime, note_switch, read_off_times

Opened = Callable[..., Memory]
OFF = (OffTime("2026-11-20T09:00:00", "2026-11-20T10:00:00"),)


def turn(text: str, time: str) -> Turn:
    return Turn("user", text, f"2026-11-20T{time}Z" if time else "", id=text)


def test_switches_make_times(tmp_path: Path) -> None:
    assert read_off_times(str(tmp_path)) == ()
    for word, made in (("on", "08:00:00"), ("off", "09:00:00"), ("off", "09:30:00"), ("on", "10:00:00")):
        note_switch(str(tmp_path), is_on=word == "on", made=f"2026-11-20T{made}Z")
    assert read_off_times(str(tmp_path)) == OFF
    note_switch(str(tmp_path), is_on=False, made="2026-11-21T09:00:00Z")
    (_, last) = read_off_times(str(tmp_path))
    assert last.covers("2027-01-01T00:00:00.5Z") and not last.covers("2026-11-21T08:59:59.9Z")
    (tmp_path / FILE).write_text("torn")
    assert read_off_times(str(tmp_path)) == ()


def test_turns_without_a_time_are_as_old_as_the_one_before() -> None:
    turns = [turn("a", ""), turn("b", "08:59:59"), turn("c", ""), turn("d", "09:00:00"), turn("e", ""),
             turn("f", "10:00:00"), turn("g", "")]  # fmt: skip
    assert [one.text for one in leave_out_off_record(OFF, turns)] == ["a", "b", "c", "f", "g"]


@pytest.mark.parametrize(
    ("times", "modified", "is_off"),
    [
        (["09:10:00", "09:20:00"], 1_795_165_200, True),
        (["08:10:00", "09:20:00"], 1_795_165_200, False),
        (["09:10:00", "10:20:00"], 1_795_170_000, False),
        (["08:10:00"], 1_795_161_600, False),
        ([""], 1_795_165_800, True),
        ([""], 1_795_170_000, False),
    ],
)
def test_a_session_is_off_the_record_where_all_of_it_was_said_then(
    times: list[str], modified: float, is_off: bool
) -> None:
    assert is_off_record(OFF, [turn("x", time) for time in times], modified) is is_off


def read(path: str, position: int) -> Reading:
    def turns() -> Iterator[Turn]:
        yield turn("We keep the job names in lower case, because S3 wants that.", "08:10:00")
        yield turn("Never mention the merger with Umbrella.", "09:10:00")
        yield turn("Use SQLite for the queue state, because it is one file.", "10:10:00")

    return Reading(turns(), 3)


class NamedReader(SessionReader):
    """A reader of a file that a person named."""

    def __call__(self, path: str, position: int) -> Reading:
        return read(path, position)

    def read_on(self, path: str, position: int, mark: bytes) -> Reading:
        return read(path, position)


@pytest.mark.parametrize("is_named", [False, True])
def test_a_transcript_is_taken_in_without_it_until_its_file_is_named(
    opened: Opened, tmp_path: Path, is_named: bool
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("x\n")
    memory = opened("stated", "claude-code", "s1")
    os.makedirs(memory.project.private, exist_ok=True)
    for made, is_on in (("09:00:00", False), ("10:00:00", True)):
        note_switch(memory.project.private, is_on=is_on, made=f"2026-11-20T{made}Z")
    file = SessionFile(str(path), "s1", "", 0.0, 0)
    reader = NamedReader("claude-code", file, is_named=True) if is_named else read
    done = ingest_transcript(memory, "claude-code", str(path), "s1", read=reader)
    assert ("Umbrella" in str(done.session)) is is_named
    assert done.turns == 2 + is_named
    assert "SQLite" in str(done.session)


def test_naming_the_file_later_adds_what_was_left_out(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("x\n")
    memory = opened("stated", "claude-code", "s1")
    for made, is_on in (("09:00:00", False), ("10:00:00", True)):
        note_switch(memory.project.private, is_on=is_on, made=f"2026-11-20T{made}Z")
    ingest_transcript(memory, "claude-code", str(path), "s1", read=read)
    named = NamedReader("claude-code", SessionFile(str(path), "s1", "", 0.0, 0), is_named=True)
    done = ingest_transcript(opened("stated"), "claude-code", str(path), "s1", read=named)
    assert [prompt.text.split()[0] for prompt in done.session.prompts] == ["We", "Never", "Use"]
    titles = sorted(row.record.title for row in opened().fresh().rows(kinds=("rule", "decision")))
    assert titles[:1] == ["Never mention the merger with Umbrella"] and len(titles) == len(set(titles)) == 3
