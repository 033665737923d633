"""Reads the sessions of GitHub Copilot: the CLI's events, VS Code's chats, and the traces of Visual Studio.

Each is small enough to be read from its beginning; what differs from its state at a position is handed on.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from backstory.agents.copilot.chat_sessions import path_of_uri, read_request, replay_log
from backstory.agents.copilot.events import EventReader, State, read_history
from backstory.agents.copilot.traces import read_spans
from backstory.agents.documents import find_resumption, reaches_back
from backstory.agents.folders import is_below, list_entries
from backstory.agents.growing_logs import LogReader, Part, read_log
from backstory.agents.json_lines import (
    Row,
    find_offsets,
    find_range,
    head_objects,
    read_head,
    read_rows,
    read_rows_at,
)
from backstory.agents.json_rows import list_of, parse_object, text_of
from backstory.agents.resumption import MarkCodec
from backstory.agents.turns import Reading, SessionFile, Turn

_MAX_FILE: Final = 1 << 28
_MAX_CHANGES: Final = 500
"""Changes of folder, branch or model that a mark covers."""
_MARKS: Final = MarkCodec("copilot 1", State)
_EVENTS: Final = ("session.", "user.message", "assistant.", "system.", "tool.", "hook.")
_REQUESTS: Final = (b'"requesterUsername"', b'"requestId"', b'"sessionId"')
_EDITORS: Final = ("Code", "Code - Insiders", "VSCodium")
_CWD: Final = re.compile(rb'"cwd":\s*("(?:[^"\\]|\\.)*")')
_YAML_CWD: Final = re.compile(r"^cwd:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_SESSION: Final = re.compile(rb'"sessionId":\s*"([^"\\]+)"')


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of the CLI and of VS Code whose folder is below one of `roots`."""
    base = environ.get("COPILOT_HOME") or os.path.join(home, ".copilot")
    for entry in list_entries(os.path.join(base, "session-state")):
        if entry.is_dir(follow_symlinks=False):
            yield from _describe(os.path.join(entry.path, "events.jsonl"), entry.name, _read_cwd(entry.path), roots)
        elif entry.name.endswith(".jsonl"):
            yield from _describe(entry.path, entry.name.removesuffix(".jsonl"), "", roots)
    for user in _list_editors(environ, home):
        for workspace in list_entries(os.path.join(user, "workspaceStorage")):
            yield from _find_chats(workspace.path, roots)


def _find_chats(workspace: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    cwd = _read_workspace(workspace)
    if not cwd or not is_below(cwd, roots):
        return
    for entry in list_entries(os.path.join(workspace, "chatSessions")):
        if entry.name.endswith((".json", ".jsonl")):
            yield from _describe(entry.path, entry.name.rpartition(".")[0], cwd, roots)


def recognizes(path: str, head: bytes) -> bool:
    """Whether a file holds the CLI's events, a chat of VS Code or traces of Visual Studio."""
    if path.endswith(".jsonl"):
        first = next(iter(head_objects(head, 3)), None)
        if first is None:
            return head.startswith(b'{"kind":0,"v":{') and b'"requests"' in head
        return _recognizes_row(first, head)
    return path.endswith(".json") and head.lstrip().startswith(b"{") and _recognizes_document(head)


def _recognizes_row(row: dict[str, Any], head: bytes) -> bool:
    if "resourceSpans" in row:
        return b"copilot" in head.lower()
    if {"kind", "v"} <= row.keys():
        return isinstance(row["kind"], int) and ("k" in row or "requests" in str(row["v"])[:100_000])
    return "data" in row and text_of(row, "type").startswith(_EVENTS)


def _recognizes_document(head: bytes) -> bool:
    if b'"chatMessages"' in head and b'"sessionId"' in head:
        return True
    return b'"requests"' in head and any(mark in head for mark in _REQUESTS)


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position, and those that were taken back since."""
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """As `read_turns`, with a mark: the CLI's events before the position are read again only on a way back."""
    if path.endswith(".jsonl") and not read_head(path, 16).startswith((b'{"kind":', b'{ "kind":')):
        return read_log(LogReader(_MARKS, partial(_read_all, session), _read_new), path, position, mark)
    reading = Reading(iter(()))
    try:
        if path.endswith(".jsonl"):
            rows = list(read_rows(path, 0, find_range(path, 0)[1], 0, reading))
            _read_document(path, replay_log(rows, reading), position, reading)
        elif os.path.getsize(path) <= _MAX_FILE:
            with open(path, "rb") as handle:
                _read_document(path, parse_object(handle.read()) or {}, position, reading)
    except OSError:
        pass
    return reading


def _read_all(session: str, path: str, rows: Sequence[Row], before: int, reading: Reading) -> Part[State]:
    if any("resourceSpans" in row.value for row in rows[:3]):
        turns = read_spans(rows, session, reading)
        old = read_spans(_list_until(rows, before), session, Reading(iter(())))
        return Part(_list_new(turns, old), lambda: None)
    reader = _begin(path, reading)
    turns = reader.read(rows)
    old = _begin(path, Reading(iter(()))).read(_list_until(rows, before)) if before else {}
    return Part(_list_new(turns, old), lambda: _make_state(path, reader, []))


def _read_new(path: str, rows: Sequence[Row], state: State, reading: Reading) -> Part[State] | None:
    reader = _begin(path, reading, state)
    for row in read_rows_at(path, state.changes):
        reader.open(row)
    turns = reader.read(rows)
    return None if reader.reaches_back else Part(turns.values(), lambda: _make_state(path, reader, state.changes))


def _make_state(path: str, reader: EventReader, changes: list[int]) -> State | None:
    changes = [*changes, *find_offsets(path, reader.changes)]
    return reader.make_state(changes) if len(changes) <= _MAX_CHANGES else None


def _list_until(rows: Sequence[Row], line: int) -> list[Row]:
    return [row for row in rows if row.number <= line]


def _list_new(turns: Mapping[str, Turn], old: Mapping[str, Turn]) -> list[Turn]:
    return [turn for turn in turns.values() if old.get(turn.id) != turn]


def _begin(path: str, reading: Reading, state: State | None = None) -> EventReader:
    folder = os.path.dirname(os.path.abspath(path))
    name = os.path.basename(path)
    own = os.path.basename(folder) if name == "events.jsonl" else name.removesuffix(".jsonl")
    return EventReader(own, _read_cwd(folder) if name == "events.jsonl" else "", reading, state)


def _read_document(path: str, document: dict[str, object], position: int, reading: Reading) -> None:
    name = text_of(document, "sessionId") or os.path.basename(path).rpartition(".")[0]
    if "chatMessages" in document:
        turns = list(read_history(document, name))
        index, reading.end = find_resumption([turn[:10] for turn in turns], position)
        reading.repeats = reaches_back(index, position)
        reading.turns = iter(turns[index:])
        return
    requests = [request for request in list_of(document, "requests") if isinstance(request, dict)]
    cwd = _read_workspace(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    index, reading.end = find_resumption(requests, position)
    reading.repeats = reaches_back(index, position)
    turns = [
        turn
        for place, request in enumerate(requests[index:], index)
        for turn in read_request(name, cwd, request, place, reading)
    ]
    reading.turns = iter({turn.id: turn for turn in turns}.values())


def _describe(path: str, name: str, cwd: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    try:
        status = os.stat(path)
    except OSError:
        return
    if not cwd:
        match = _CWD.search(read_head(path, 1 << 14))
        try:
            cwd = str(msgspec.json.decode(match[1])) if match else ""
        except msgspec.DecodeError:
            return
    if cwd and is_below(cwd, roots):
        yield SessionFile(path, name, cwd, status.st_mtime, status.st_size)


def _read_cwd(folder: str) -> str:
    match = _YAML_CWD.search(read_head(os.path.join(folder, "workspace.yaml"), 1 << 14).decode("utf-8", "replace"))
    return match[1] if match else ""


def _read_workspace(folder: str) -> str:
    """The folder that a workspace of VS Code stands for; of one with several folders, that of its file."""
    workspace = parse_object(read_head(os.path.join(folder, "workspace.json"), 1 << 16)) or {}
    if path := path_of_uri(text_of(workspace, "folder")):
        return path.rstrip("/") or path
    return os.path.dirname(path_of_uri(text_of(workspace, "workspace") or text_of(workspace, "configuration")))


def _list_editors(environ: Mapping[str, str], home: str) -> Iterator[str]:
    """The folders of users of VS Code and its variants, on each system."""
    if portable := environ.get("VSCODE_PORTABLE"):
        yield os.path.join(portable, "user-data", "User")
    bases = [
        environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"),
        os.path.join(home, "Library", "Application Support"),
        environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming"),
    ]
    for base in bases:
        for editor in _EDITORS:
            yield os.path.join(base, editor, "User")
    for server in (".vscode-server", ".vscode-server-insiders"):
        yield os.path.join(home, server, "data", "User")
