"""Reads Claude Code's transcripts: JSON lines, a row per content block, replays and synthetic rows among them.

It returns prompts, the assistant's texts, tool calls, their results and the summaries of compactions. Those of
sub-agents are marked. It leaves out what the program wrote in a person's name (commands and their output, reminders,
notices, API errors), thinking, images and repeated rows. Nothing makes it fail.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from backstory.agents.claude_code.branches import find_abandoned, look_at_prompts
from backstory.agents.claude_code.rows import SHORT, RowReader, is_silent
from backstory.agents.claude_code.structs import State, decode_row
from backstory.agents.folders import is_below, list_entries
from backstory.agents.json_lines import find_range, head_objects, read_head, read_lines
from backstory.agents.resumption import MarkCodec
from backstory.agents.turns import Reading, SessionFile, Turn
from backstory.model.late_pattern import late_pattern

_MARKS: Final = MarkCodec("claude-code 1", State)
_WINDOW: Final = 1 << 18
"""Bytes before a position that are read again: in them are the message and the branch that go on after it."""
_MAX_NAME: Final = 200
_ENDINGS: Final = (".jsonl", ".json", ".txt", ".log")
_NOTES: Final = (
    "file-history-snapshot",
    "queue-operation",
    "permission-mode",
    "summary",
    "ai-title",
    "last-prompt",
)
"""Types of rows that may come before the first message."""
_CWD: Final = late_pattern(rb'"cwd":\s*("(?:[^"\\]|\\.)*")')
_SESSION: Final = late_pattern(rb'"sessionId":\s*"([^"]*)"')
_ORIGIN: Final = late_pattern(rb'"forkedFrom":\s*\{\s*"sessionId":\s*"([^"\\ ]+)"')
_FOREIGN_KEYS: Final = frozenset(("payload", "messageId", "conversationId"))
_NOTE_KEYS: Final = frozenset(("sessionId", "messageId", "leafUuid"))


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions below `projects` of the configuration folder whose working folder is below one of `roots`.

    Sub-agents have files of their own, which name the session that they worked for as their parent.
    """
    projects = os.path.join(environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude"), "projects")
    names = [encode_folder(root) for root in roots]
    for folder in list_entries(projects):
        if folder.is_dir(follow_symlinks=False) and any(_may_hold(folder.name, name) for name in names):
            yield from _find_in_folder(folder.path, roots)


def _find_in_folder(folder: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    for entry in list_entries(folder):
        if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
            yield from _describe_session(entry, roots)
        elif entry.is_dir(follow_symlinks=False):
            yield from _find_subagents(os.path.join(entry.path, "subagents"), entry.name, roots)


def recognizes(path: str, head: bytes) -> bool:
    """Whether one of the first rows is one of Claude Code's."""
    if not path.endswith(_ENDINGS):
        return False
    verdicts = (_recognizes_row(row) for row in head_objects(head))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _recognizes_row(row: dict[str, Any]) -> bool | None:
    """Whether a row is Claude Code's; None where it does not tell."""
    kind, message = row.get("type"), row.get("message")
    if kind in ("user", "assistant") and isinstance(message, dict) and "content" in message:
        return "parts" not in message and not _FOREIGN_KEYS & row.keys()
    if kind in _NOTES:
        return True if _NOTE_KEYS & row.keys() else None
    if kind in ("system", "progress", "attachment") and {"uuid", "parentUuid"} <= row.keys():
        return not {"systemPayload", "message"} & row.keys()
    return None


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on; `end` is the offset after the last whole line.

    An offset within a line (the file was rewritten) counts as 0. A file that cannot be read is empty. Turns before the
    offset come again when the person went back behind them since.
    """
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """As `read_turns`, with a mark: the rows before the position are not read again."""
    lines, state = _MARKS.open(mark, path, position) or (-1, None)
    try:
        start, end, before = find_range(path, position, lines)
    except OSError:
        return Reading(iter(()))
    reading = Reading(iter(()), end)
    reading.turns = _list_turns(_read_range(path, _Range(start, end, before), reading, state), reading)
    return reading


def _list_turns(rows: Iterator[Sequence[Turn]], reading: Reading) -> Iterator[Turn]:
    """The turns of rows, one after the other."""
    for turns in rows:
        if len(turns) > 1:
            reading.pending = True
            yield from turns[:-1]
            reading.pending = False
        yield turns[-1]


def encode_folder(path: str) -> str:
    """The name of the folder that holds the sessions of a working folder, without the hash that long names have."""
    return re.sub(r"[^a-zA-Z0-9]", "-", path.rstrip("/\\") or path)[:_MAX_NAME]


class _Range(NamedTuple):
    start: int
    end: int
    before: int
    """Lines before `start`."""


def _read_range(path: str, part: _Range, reading: Reading, state: State | None) -> Iterator[Sequence[Turn]]:
    """The turns of a range, row by row."""
    start, end, _ = part
    try:
        back, prompt = look_at_prompts(path, start, end, state.prompt if state else None)
        abandoned = find_abandoned(path, end) if back else set()
        if abandoned and start and (newly_abandoned := abandoned - find_abandoned(path, start)):
            yield from _read_abandoned(path, start, newly_abandoned)
        reader = RowReader(path, reading.unknown, state) if state else _warm_up(path, start, reading)
        reading.pause = lambda: (reading.reached, _make_mark(path, reading, reader))
        yield from _read_rest(path, part, reading, reader, abandoned)
        reading.seal = lambda: _MARKS.seal(path, end, reading.lines, reader.make_state(prompt))
    except OSError:
        return


def _make_mark(path: str, reading: Reading, reader: RowReader) -> bytes:
    """The mark after the last row that was read."""
    prompt = look_at_prompts(path, reading.reached, reading.reached).last
    return _MARKS.seal(path, reading.reached, reading.lines, reader.make_state(prompt))


def _warm_up(path: str, start: int, reading: Reading) -> RowReader:
    """A reader that knows the rows before a position."""
    reader = RowReader(path, Counter())
    for row in filter(None, map(decode_row, _read_window(path, start) if start else [])):
        reader.read_row(row, 0)
    reader.unknown = reading.unknown
    return reader


def _read_rest(
    path: str, part: _Range, reading: Reading, reader: RowReader, abandoned: set[int]
) -> Iterator[Sequence[Turn]]:
    read_row = reader.read_row
    for number, line in read_lines(path, *part, reading):
        if len(line) >= SHORT and is_silent(line):
            continue
        row = decode_row(line)
        if row is None:
            reading.damaged += 1
        elif abandoned and hash(row.uuid) in abandoned:
            if turns := read_row(row, number):
                yield _mark_abandoned(turns)
        elif turns := read_row(row, number):
            yield turns


def _mark_abandoned(turns: Sequence[Turn]) -> list[Turn]:
    return [turn._replace(abandoned=True) for turn in turns]


def _read_abandoned(path: str, end: int, rows: set[int]) -> Iterator[list[Turn]]:
    reader, ignored = RowReader(path, Counter()), Reading(iter(()))
    for number, line in read_lines(path, 0, end, 0, ignored):
        row = decode_row(line)
        turns = reader.read_row(row, number) if row is not None else ()
        if turns and row is not None and hash(row.uuid) in rows:
            yield _mark_abandoned(turns)


def _read_window(path: str, start: int) -> list[bytes]:
    begin = max(0, start - _WINDOW)
    with open(path, "rb", buffering=0) as handle:
        handle.seek(begin)
        lines = handle.read(start - begin).split(b"\n")
    return [line for line in (lines[1:] if begin else lines) if line]


def _may_hold(folder: str, name: str) -> bool:
    """Whether a folder may be that of a working folder, or of one below it."""
    folder, name = folder.lower(), name.lower()
    return folder == name or folder.startswith(name if len(name) == _MAX_NAME or name.endswith("-") else name + "-")


def _find_subagents(folder: str, parent: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    for entry in list_entries(folder):
        if entry.name.endswith(".jsonl") and entry.name.startswith("agent-") and entry.is_file(follow_symlinks=False):
            yield from _describe_session(entry, roots, parent)
        elif entry.is_dir(follow_symlinks=False):
            yield from _find_subagents(entry.path, parent, roots)


def _describe_session(entry: "os.DirEntry[str]", roots: Sequence[str], parent: str = "") -> Iterator[SessionFile]:
    head = _read_until_cwd(entry.path)
    cwd = _read_cwd(head)
    if not cwd or not is_below(cwd, roots):
        return
    name = entry.name.removesuffix(".jsonl")
    if name.startswith("agent-") and not parent:
        parent = _read_session(head)
    parent = parent or _read_origin(head)
    try:
        status = entry.stat()
    except OSError:
        return
    yield SessionFile(entry.path, name, cwd, status.st_mtime, status.st_size, parent if parent != name else "")


def find_parent(path: str) -> str:
    """The session whose rows a fork begins with."""
    return _read_origin(read_head(path, 1 << 16))


def _read_origin(head: bytes) -> str:
    origin = _ORIGIN.search(head)
    return origin[1].decode("utf-8", "replace") if origin else ""


def _read_until_cwd(path: str) -> bytes:
    """The beginning of a file, as much of it as is needed for its working folder."""
    head = b""
    for size in (1 << 14, 1 << 18, 1 << 20):
        head = read_head(path, size)
        if _CWD.search(head) or len(head) < size:
            break
    return head


def _read_session(head: bytes) -> str:
    match = _SESSION.search(head)
    return match[1].decode("utf-8", "replace") if match else ""


def _read_cwd(head: bytes) -> str:
    """The working folder that the first rows of a file name."""
    for match in _CWD.finditer(head):
        try:
            return str(msgspec.json.decode(match[1]))
        except msgspec.DecodeError:
            continue
    return ""
