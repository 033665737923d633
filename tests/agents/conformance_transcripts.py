"""The rules for every reader of transcripts. Each one is a function that raises AssertionError with the rule it breaks.

A reader of files of lines is checked with `check_file`. A reader of documents that are written anew, or of a database,
is checked with `check_growth`, which takes the states that the file goes through.

    from conformance_transcripts import check_file, check_growth, check_random_rows
    check_file(transcript, sample, tmp_path)
"""

import inspect
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.agents.turns import TRANSCRIPT_MEMBERS, Action, Reading, Role, Tokens, Transcript, Turn

HEAD = 64 * 1024
ODD: tuple[Any, ...] = (
    None,
    1,
    -1,
    2.5,
    True,
    [],
    {},
    "",
    "x",
    "\x00",
    "ä😀",
    {"a": {}},
    [[]],
    [1, {}],
    "9" * 400,
    1 << 70,
)
"""Values that a row may hold where another is expected."""
FENCE = '<backstory-context id="zq">\nWe chose kvetch over zither\n</backstory-context id="zq">'
"""What Backstory puts into a conversation. Nothing inside of it may be handed on."""


def check_file(reader: Transcript, sample: Path, folder: Path) -> None:
    """All rules for a file of lines. `folder` is empty; the sample is copied into it under its own name."""
    check_members(reader)
    check_recognition(reader, sample)
    check_turns(reader, sample)
    copy = folder / sample.name
    check_every_cut(reader, sample.read_bytes(), copy)
    check_torn_tail(reader, sample.read_bytes(), copy)
    check_garbage(reader, sample.read_bytes(), copy)
    check_odd_values(reader, sample.read_bytes(), copy)
    check_rewritten(reader, sample.read_bytes(), copy)
    check_own_words(reader, sample.read_bytes(), copy)
    check_absent(reader, folder)


def check_document(reader: Transcript, sample: Path, folder: Path) -> None:
    """All rules for a file that is one JSON document, written anew each time."""
    check_members(reader)
    check_recognition(reader, sample)
    check_turns(reader, sample)
    copy = folder / sample.name
    check_torn_document(reader, sample.read_bytes(), copy)
    check_odd_members(reader, sample.read_bytes(), copy)
    check_own_words(reader, sample.read_bytes(), copy)
    check_absent(reader, folder)


def check_members(reader: Transcript) -> None:
    for member in TRANSCRIPT_MEMBERS:
        wanted = list(inspect.signature(getattr(Transcript, member)).parameters)[1:]
        assert list(inspect.signature(getattr(reader, member)).parameters) == wanted, member


def check_recognition(reader: Transcript, sample: Path) -> None:
    head = sample.read_bytes()[:HEAD]
    assert reader.recognizes(str(sample), head), f"{sample} is not recognised"
    for foreign in (b"", b"\n", b"{}", b"[]\n", b"null", b"\xff\x00" * 9, b"# Notes\n\ntext\n", b'{"type": "user"}\n'):
        assert reader.recognizes(str(sample), foreign) in (True, False), "odd heads raise nothing"
    assert not reader.recognizes("notes.md", b"# Notes\n\ntext\n")
    assert not reader.recognizes("package.json", b'{"name": "shop", "version": "1.0.0"}\n')


def check_turns(reader: Transcript, sample: Path) -> None:
    """The turns are well-formed, ids are single, a result follows its call, reading twice gives the same."""
    reading = reader.read_turns(str(sample))
    turns = list(reading)
    assert turns, f"{sample} has no turns"
    assert reading.end > 0
    check_shape(turns)
    assert list(reader.read_turns(str(sample))) == turns, "the same file gives the same turns"
    again = reader.read_turns(str(sample), reading.end)
    assert list(again) == [] and again.end == reading.end, "what was read is not read again"


def check_shape(turns: Sequence[Turn]) -> None:
    calls: set[str] = set()
    for turn in turns:
        assert isinstance(turn, Turn)
        assert turn.role in get_args(Role) and turn.action in get_args(Action), turn
        assert turn.id, f"without an id: {turn}"
        texts = (turn.text, turn.time, turn.session, turn.cwd, turn.branch, turn.tool, turn.parent, turn.call,
                 turn.command, turn.model, turn.subagent)  # fmt: skip
        assert all(isinstance(text, str) for text in texts), turn
        assert isinstance(turn.edits, tuple) and isinstance(turn.reads, tuple), turn
        assert all(isinstance(path, str) and path for path in (*turn.edits, *turn.reads)), turn
        assert isinstance(turn.tokens, Tokens) and all(isinstance(n, int) and n >= 0 for n in turn.tokens), turn
        assert turn.exit_code is None or isinstance(turn.exit_code, int), turn
        assert "<backstory-context id=" not in turn.text, f"our own words are handed on: {turn}"
        if turn.role == "tool":
            assert turn.tool, f"a call without a tool: {turn}"
            assert not (turn.edits and turn.action not in ("edit", "command", "other", "agent")), turn
            assert not turn.command or turn.action == "command", turn
            calls.add(turn.call)
        elif turn.role == "result":
            assert turn.call in calls, f"a result without its call: {turn}"
        else:
            assert turn.text.strip(), f"an empty text: {turn}"
    ids = [turn.id for turn in turns]
    assert len(set(ids)) == len(ids), f"ids are not single: {sorted({i for i in ids if ids.count(i) > 1})}"


def merge(readings: Iterable[Reading]) -> dict[str, Turn]:
    """What somebody has who reads bit by bit: a turn that comes again replaces the one with its id."""
    merged: dict[str, Turn] = {}
    for reading in readings:
        for turn in reading:
            merged[turn.id] = turn
    return merged


def check_every_cut(reader: Transcript, data: bytes, path: Path) -> None:
    """A file of lines that grows: wherever reading stopped, going on from there gives what reading at once gives."""
    lines = data.splitlines(keepends=True)
    path.write_bytes(data)
    whole = merge([reader.read_turns(str(path))])
    for cut in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:cut]))
        first = reader.read_turns(str(path))
        before = list(first)
        path.write_bytes(data)
        second = reader.read_turns(str(path), first.end)
        both = merge([Reading(iter(before)), second])
        assert both == whole, f"cut after line {cut}: {_difference(both, whole)}"
        assert second.end == reader.read_turns(str(path)).end


def check_growth(
    reader: Transcript, states: Sequence[Callable[[], None]], path: str, session: str = ""
) -> dict[str, Turn]:
    """A file or database that goes through `states`: read after each, it gives what reading at once gives."""
    position, readings = 0, []
    for change in states:
        change()
        reading = reader.read_turns(path, position, session)
        readings.append(Reading(iter(list(reading))))
        position = reading.end
    merged, whole = merge(readings), merge([reader.read_turns(path, 0, session)])
    assert merged == whole, _difference(merged, whole)
    assert list(reader.read_turns(path, position, session)) == [], "what was read is not read again"
    check_shape(list(whole.values()))
    return whole


def check_torn_tail(reader: Transcript, data: bytes, path: Path) -> None:
    """The last line is half written: it waits, and is read whole once it is there."""
    lines = data.splitlines(keepends=True)
    path.write_bytes(data)
    whole = merge([reader.read_turns(str(path))])
    last = lines[-1]
    for length in sorted({1, len(last) // 3, len(last) // 2, len(last) - 1} - {0}):
        path.write_bytes(b"".join(lines[:-1]) + last[:length].rstrip(b"\r\n"))
        torn = reader.read_turns(str(path))
        before = list(torn)
        path.write_bytes(data if data.endswith(b"\n") else data + b"\n")
        assert merge([Reading(iter(before)), reader.read_turns(str(path), torn.end)]) == whole


def check_garbage(reader: Transcript, data: bytes, path: Path) -> None:
    """Damaged lines cost themselves only; they are counted."""
    path.write_bytes(data)
    whole = [_without_place(turn) for turn in reader.read_turns(str(path))]
    garbage = b'\xff\xfe\x00{\n{"type": "user", "mess\n' + b"[" * 3000 + b"\nnull\n"
    path.write_bytes(data if data.endswith(b"\n") else data + b"\n")
    with path.open("ab") as handle:
        handle.write(garbage)
    reading = reader.read_turns(str(path))
    assert [_without_place(turn) for turn in reading] == whole
    assert reading.damaged + sum(reading.unknown.values()) > 0, "damage is counted"


def check_odd_values(reader: Transcript, data: bytes, path: Path) -> None:
    """Every value of every row, replaced by one of another type: nothing fails, and the turns keep their shape."""
    rows = [line for line in data.splitlines() if line.strip()]
    out = bytearray()
    for row in rows[:60]:
        try:
            value = json.loads(row)
        except ValueError:
            continue
        for number, odd in enumerate(replacements(value)):
            out += json.dumps(odd).encode() + b"\n"
            if number > 400:
                break
    path.write_bytes(bytes(out))
    for turn in reader.read_turns(str(path)):
        assert turn.role in get_args(Role) and all(isinstance(path, str) for path in (*turn.edits, *turn.reads))
        assert isinstance(turn.text, str) and isinstance(turn.time, str) and isinstance(turn.call, str)


def check_odd_members(reader: Transcript, data: bytes, path: Path) -> None:
    """The same for a document."""
    for number, odd in enumerate(replacements(json.loads(data))):
        path.write_text(json.dumps(odd))
        for turn in reader.read_turns(str(path)):
            assert turn.role in get_args(Role) and isinstance(turn.text, str) and isinstance(turn.time, str)
        if number > 1500:
            break


def check_torn_document(reader: Transcript, data: bytes, path: Path) -> None:
    """A document that is caught while it is being written is read later, from the start."""
    path.write_bytes(data)
    whole = list(reader.read_turns(str(path)))
    for length in (0, 1, len(data) // 3, len(data) - 2):
        path.write_bytes(data[:length])
        torn = reader.read_turns(str(path))
        before = list(torn)
        path.write_bytes(data)
        assert merge([Reading(iter(before)), reader.read_turns(str(path), torn.end)]) == merge([Reading(iter(whole))])
    path.write_bytes(b"\xff\xfe" * 40)
    assert list(reader.read_turns(str(path))) == []


def check_rewritten(reader: Transcript, data: bytes, path: Path) -> None:
    """A position past the end, or within a line, counts as the beginning."""
    path.write_bytes(data)
    whole = list(reader.read_turns(str(path)))
    assert list(reader.read_turns(str(path), len(data) + 1000)) == whole, "a file that became shorter starts anew"
    assert list(reader.read_turns(str(path), -1)) == whole
    if len(data.splitlines()[0]) > 10:
        assert list(reader.read_turns(str(path), 5)) == whole, "a position within a line is none"


def check_own_words(reader: Transcript, data: bytes, path: Path) -> None:
    """What Backstory has put into a text is not handed on with it, whoever's text it is."""
    path.write_bytes(data)
    texts = {turn.text.strip() for turn in reader.read_turns(str(path)) if len(turn.text.strip()) > 3}

    def plant(value: Any) -> Any:
        if isinstance(value, str):
            return f"{value}\n{FENCE}" if value.strip() in texts else value
        if isinstance(value, list):
            return [plant(part) for part in value]
        return {key: plant(part) for key, part in value.items()} if isinstance(value, dict) else value

    if path.suffix == ".jsonl":
        rows = [json.loads(line) for line in data.splitlines() if _is_object(line)]
        path.write_bytes(b"".join(json.dumps(plant(row)).encode() + b"\n" for row in rows))
    else:
        path.write_text(json.dumps(plant(json.loads(data))))
    assert b"kvetch" in path.read_bytes(), "the sample has a text that stands in its file as it is"
    turns = list(reader.read_turns(str(path)))
    assert {turn.text.strip() for turn in turns} >= texts, "what stands around it stays"
    assert not [turn for turn in turns if "kvetch" in turn.text], "our own words are handed on"


def check_absent(reader: Transcript, folder: Path) -> None:
    """What is not there, or is a folder, is empty. No session is found in an empty home."""
    assert list(reader.read_turns(str(folder / "gone.jsonl"))) == []
    assert list(reader.read_turns(str(folder))) == []
    home = folder / "empty-home"
    home.mkdir(exist_ok=True)
    assert list(reader.find_sessions({}, str(home), [str(folder)])) == []
    odd = dict.fromkeys(os.environ, "")
    assert list(reader.find_sessions(odd, str(home), [])) == []


def check_random_rows(reader: Transcript, sample: Path, folder: Path, examples: int = 150) -> None:
    """Rows with parts of the sample in the wrong places: nothing fails."""
    path = folder / sample.name
    rows = [json.loads(line) for line in sample.read_bytes().splitlines() if _is_object(line)]
    words = sorted({word for row in rows for word in _words(row)} | {"type", "text", "role"})[:300]
    scalars = st.one_of(
        st.sampled_from(words), st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)
    )
    values = st.recursive(
        scalars, lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from(words), below, max_size=5)
    )

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(st.dictionaries(st.sampled_from(words), values, max_size=6), max_size=4))
    def law(made: list[dict[str, Any]]) -> None:
        path.write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in made))
        reading = reader.read_turns(str(path))
        for turn in reading:
            assert turn.role in get_args(Role)
        assert reading.end >= 0

    law()


def replacements(value: Any) -> Iterable[Any]:
    """`value` with each of its parts, in turn, replaced by odd values."""
    yield from ODD
    if isinstance(value, dict):
        for key, below in value.items():
            yield {name: part for name, part in value.items() if name != key}
            yield from ({**value, key: odd} for odd in replacements(below))
    elif isinstance(value, list):
        for place, below in enumerate(value):
            yield from ([*value[:place], odd, *value[place + 1 :]] for odd in replacements(below))


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, str) and len(value) < 40:
        yield value
    elif isinstance(value, dict):
        yield from value
        for below in value.values():
            yield from _words(below)
    elif isinstance(value, list):
        for below in value:
            yield from _words(below)


def _without_place(turn: Turn) -> Turn:
    return turn._replace(line=0)


def _difference(some: dict[str, Turn], whole: dict[str, Turn]) -> str:
    lacks = [turn for name, turn in whole.items() if name not in some]
    more = [turn for name, turn in some.items() if name not in whole]
    other = [(some[name], whole[name]) for name in whole if name in some and some[name] != whole[name]]
    order = "" if lacks or more or other else " (the order differs)" * (list(some) != list(whole))
    return f"lacks {lacks[:2]}, has too much {more[:2]}, differ {other[:2]}{order}"
