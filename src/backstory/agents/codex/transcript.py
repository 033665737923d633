"""Reads Codex's rollouts: JSON lines, one file per session, cold ones compressed.

It returns prompts, the model's texts, calls, results and the summaries of compactions. It leaves out what the program
says in a person's name (the environment, instructions, notices), reasoning, and the second and third copies of a text.
A position counts the bytes of the rollout before it was compressed, so that it holds when a file is packed.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.codex.rows import RowReader
from backstory.agents.compression import MAGIC, has_zstd, unpack_zstd
from backstory.agents.folders import is_below, list_entries
from backstory.agents.json_lines import Source, find_range, head_objects, open_source, read_head, read_rows
from backstory.agents.json_rows import list_of, object_of, parse_object, text_of
from backstory.agents.resumption import MarkCodec
from backstory.agents.turns import Reading, SessionFile, Turn

_CWD: Final = re.compile(rb'"cwd":\s*("(?:[^"\\]|\\.)*")|<cwd>([^<"\\]+)</cwd>|Current working directory: ([^"\\]+)\\n')
_PARENT: Final = re.compile(rb'"(?:forked_from_id|parent_thread_id)":\s*"([^"\\ ]+)"')
_NAME: Final = re.compile(r"rollout-[\dT-]{19}-(.+)")
_ROWS: Final = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_BEGINNINGS: Final = ('"turn_context"', '"task_started"', '"token_count"')
"""Marks of the rows that stand between the beginning of a turn and its end, where a version writes them."""
_HEAD: Final = 1 << 20
_NEAR: Final = 1 << 14
"""Bytes before a position in which the beginning of its turn is looked for first."""
_ITEMS: Final = ("message", "function_call", "function_call_output")
_BARE: Final = frozenset(("created_at", "timestamp", "role", "message", "content", "model"))
"""Members of the oldest rows, which have no type."""


class State(msgspec.Struct, array_like=True):
    """The state of a reader, besides the number of lines."""

    events: bool = False
    """Whether prompts are taken from events."""
    beginnings: list[str] = []
    """The types of rows with which its turns begin."""


_MARKS: Final = MarkCodec("codex 1", State)


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The rollouts, archived ones too, whose working folder is below one of `roots`: the beginning of each says it."""
    base = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    seen: set[str] = set()
    for folder in (os.path.join(base, "sessions"), os.path.join(base, "archived_sessions")):
        for entry in _list_rollouts(folder, 4):
            stem = entry.name.removesuffix(".zst").removesuffix(".jsonl")
            if stem not in seen and (session := _describe(entry, stem, roots)):
                seen.add(stem)
                yield session


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first rows are those of a rollout."""
    if head.startswith(MAGIC):
        return path.endswith(".jsonl.zst")
    if "/.trae/" in path.replace("\\", "/"):
        return False
    verdicts = (_recognizes_row(row) for row in head_objects(head))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _recognizes_row(row: dict[str, Any]) -> bool | None:
    """Whether a row is Codex's; None where it does not tell."""
    kind = text_of(row, "type")
    if object_of(row, "payload"):
        return kind in _ROWS
    if text_of(row, "record_type") == "state" or {"instructions", "id", "timestamp"} <= row.keys():
        return True
    if not kind and row.keys() <= _BARE:
        return {"role", "model"} <= row.keys() and bool({"created_at", "timestamp"} & row.keys())
    if kind in _ITEMS and isinstance(row.get("content", []), list):
        blocks = {text_of(block, "type") for block in list_of(row, "content")}
        return bool({"input_text", "output_text"} & blocks) or "call_id" in row
    return False if kind else None


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on; `end` is the offset after the last whole line.

    Turns before the offset come again when the person undid them since.
    """
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """Like `read_turns`, but with a mark, so that it rereads only the turn that holds the position."""
    reading = Reading(iter(()))
    lines, state = _MARKS.open(mark, path, position) or (-1, State())
    try:
        source = _unpack(path, reading) if path.endswith(".zst") else path
        start, end, before = find_range(source, position, lines)
    except OSError:
        return reading
    reading.end = end
    reading.turns = _read_range(source, start, end, before, reading, state)
    return reading


def _unpack(path: str, reading: Reading) -> bytes:
    with open(path, "rb") as handle:
        data = unpack_zstd(handle.read())
    if data is None:
        reading.unknown["zstd" if not has_zstd() else "zstd: damaged"] += 1
    return data or b""


def _read_range(source: Source, start: int, end: int, before: int, reading: Reading, state: State) -> Iterator[Turn]:
    try:
        head = _read_head(source, end, state)
        events = state.events or b'"user_message"' in head or b'"UserMessage"' in head
        beginnings = [kind for kind in _BEGINNINGS if kind in state.beginnings or kind.encode() in head]
        if _holds(source, start, end, b'"thread_rolled_back"'):
            yield from _read_rolled_back(source, start, end, reading, events)
            return
        reader = RowReader(reading.unknown, events)
        if start:
            _warm_up(reader, source, start, before, head, beginnings)
            reading.unknown.clear()
        for row in read_rows(source, start, end, before, reading):
            yield from reader.read_row(row.value, row.number)
        yield from reader.flush()
        if isinstance(source, str):
            reading.seal = lambda: _MARKS.seal(source, end, reading.lines, State(events, beginnings))
    except OSError:
        return


def _read_head(source: Source, end: int, state: State) -> bytes:
    """The beginning of a rollout: its first row, and as much as tells whether prompts are taken from events."""
    with open_source(source) as handle:
        head = handle.readline(min(_HEAD, end))
        return (
            head
            if state.events and len(state.beginnings) == len(_BEGINNINGS)
            else head + handle.read(max(0, min(_HEAD, end) - len(head)))
        )


def _warm_up(
    reader: RowReader, source: Source, start: int, before: int, head: bytes, beginnings: Sequence[str]
) -> None:
    """Reads the first row, and the rows before a position from the beginning of the turn that it lies in."""
    first = parse_object(head.partition(b"\n")[0])
    if first is not None:
        reader.warm_up(first, 1)
    begin, data = _read_turn_before(source, start, beginnings)
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    first_number = before - len(lines) + (1 if data.endswith(b"\n") else 2)
    for number, line in list(enumerate(lines, first_number))[1 if begin else 0 :]:
        row = parse_object(line) if number != 1 else None
        if row is not None:
            reader.warm_up(row, number)
    reader.end_warm_up()


def _read_turn_before(source: Source, start: int, beginnings: Sequence[str]) -> tuple[int, bytes]:
    """What stands before a position, from an offset before the beginning of its turn, and that offset."""
    size = _NEAR
    with open_source(source) as handle:
        while True:
            begin = max(0, start - size)
            handle.seek(begin)
            data = handle.read(start - begin)
            whole = data[data.find(b"\n") + 1 :]
            if begin == 0 or (beginnings and all(mark.encode() in whole for mark in beginnings)):
                return begin, data
            size *= 4


def _holds(source: Source, start: int, end: int, mark: bytes) -> bool:
    with open_source(source) as handle:
        handle.seek(start)
        tail, left = b"", end - start
        while left > 0 and (piece := handle.read(min(left, 1 << 20))):
            if mark in tail + piece:
                return True
            tail = piece[-len(mark) :]
            left -= len(piece)
    return False


def _read_rolled_back(source: Source, start: int, end: int, reading: Reading, events: bool) -> Iterator[Turn]:
    """The turns of the whole file, of which those are given that are new or that a row in the range undoes."""
    reader = RowReader(reading.unknown, events)
    turns: list[Turn] = []
    undone: set[str] = set()
    new: set[str] = set()
    lines_before = _count_lines(source, start)
    for row in read_rows(source, 0, end, 0, reading):
        place, dead = len(turns), set[str]()
        turns += reader.read_row(row.value, row.number)
        if text_of(row.value, "payload", "type") == "thread_rolled_back":
            turns += reader.flush()
            dead = _last_turns(turns, undone, row.value["payload"].get("num_turns"))
            undone |= dead
        if row.number > lines_before:
            new |= dead | {turn.id for turn in turns[place:]}
    rest = list(reader.flush())
    new |= {turn.id for turn in rest}
    for turn in {turn.id: turn for turn in turns + rest}.values():
        if turn.id in new or turn.line > lines_before:
            yield turn._replace(abandoned=turn.id in undone)


def _count_lines(source: Source, end: int) -> int:
    count = 0
    with open_source(source) as handle:
        while end > 0 and (piece := handle.read(min(end, 1 << 20))):
            count += piece.count(b"\n")
            end -= len(piece)
    return count


def _last_turns(turns: Sequence[Turn], undone: set[str], number: object) -> set[str]:
    """Ids of the last prompts, one where their number is not known, and of all that followed them."""
    dead: set[str] = set()
    count = number if isinstance(number, int) else 1
    for turn in reversed([turn for turn in turns if turn.id not in undone]):
        if count <= 0:
            break
        dead.add(turn.id)
        count -= turn.role == "user"
    return dead


def _list_rollouts(folder: str, depth: int) -> "Iterator[os.DirEntry[str]]":
    for entry in list_entries(folder):
        if entry.name.endswith((".jsonl", ".jsonl.zst")) and entry.is_file(follow_symlinks=False):
            yield entry
        elif depth > 0 and entry.is_dir(follow_symlinks=False):
            yield from _list_rollouts(entry.path, depth - 1)


def _describe(entry: "os.DirEntry[str]", stem: str, roots: Sequence[str]) -> SessionFile | None:
    head = _read_top(entry.path)
    match = _CWD.search(head)
    if match is None:
        return None
    try:
        cwd = str(msgspec.json.decode(match[1])) if match[1] else (match[2] or match[3]).decode("utf-8", "replace")
        status = entry.stat()
    except (msgspec.DecodeError, OSError):
        return None
    if not is_below(cwd, roots):
        return None
    name = _NAME.fullmatch(stem)
    session = name[1] if name else stem
    return SessionFile(entry.path, session, cwd, status.st_mtime, status.st_size, _read_parent(head))


def find_parent(path: str) -> str:
    """The thread that this one goes on from."""
    return _read_parent(_read_top(path))


def _read_parent(head: bytes) -> str:
    parent = _PARENT.search(head)
    return parent[1].decode("utf-8", "replace") if parent else ""


def _read_top(path: str) -> bytes:
    """The beginning of a rollout, unpacked."""
    head = read_head(path, 1 << 14)
    return unpack_zstd(head) or b"" if head.startswith(MAGIC) else head
