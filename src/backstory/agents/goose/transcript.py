"""Reads Goose's sessions: the database `sessions.db`, and the files of lines of versions before 1.10."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw
import msgspec

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    read_head,
    read_lines_of_session,
)
from backstory.agents.databases import list_columns, query_database, select_rows
from backstory.agents.folders import is_below
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    format_time,
    get_list,
    get_object,
    get_text,
    make_call,
    make_result,
    name_role,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

DATABASE: Final = "sessions.db"


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions whose folder is below one of `roots`."""
    folder = _find_folder(environ, home)
    yield from _list_sessions(os.path.join(folder, DATABASE), roots)
    for entry in list_entries(folder, ".jsonl"):
        blank = _blank(entry.path, read_head(entry.path)[:1])
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file


def _find_folder(environ: Mapping[str, str], home: str) -> str:
    if root := environ.get("GOOSE_PATH_ROOT"):
        return os.path.join(root, "data", "sessions")
    if sys.platform == "win32":
        base = environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
        return os.path.join(base, "Block", "goose", "data", "sessions")
    return os.path.join(environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "goose", "sessions")


def _list_sessions(path: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    query = (
        "SELECT s.id, s.working_dir, (SELECT max(created_timestamp) FROM messages m WHERE m.session_id = s.id), "
        "(SELECT sum(length(content_json)) FROM messages m WHERE m.session_id = s.id) FROM sessions s"
    )
    for ident, cwd, updated, size in select_rows(path, query) or ():
        if is_below(str(cwd or ""), roots):
            time = float(updated) if isinstance(updated, int | float) else os.path.getmtime(path)
            yield SessionFile(path, str(ident), str(cwd), time, int(size or 0))


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is Goose's database, or its first line describes one of Goose's sessions."""
    if head.startswith(b"SQLite format 3\0"):
        return os.path.basename(path) == DATABASE
    first = head.lstrip()[:4096].partition(b"\n")[0]
    return first.startswith(b"{") and b'"working_dir"' in first and b'"message_count"' in first


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a position on: the last row of the database that was read, or bytes of a file."""
    if not path.endswith(".db"):
        return read_lines_of_session(path, position, _blank, _convert_row)
    selected = query_database(path, lambda connection: _select(connection, position, session))
    if selected is None:
        return Reading(iter(()), position)
    rows, start = selected
    reading = Reading(iter(()), max([start, *(int(row[0]) for row in rows)]))
    reading.repeats = start < position
    reading.turns = (turn for row in rows for turn in _convert(row, reading))
    return reading


def _select(connection: apsw.Connection, position: int, session: str) -> tuple[list[Any], int]:
    last = connection.execute("SELECT max(id) FROM messages").get
    start = position if isinstance(last, int) and position <= last else 0
    marks = "m.metadata_json" if "metadata_json" in list_columns(connection, "messages") else "NULL"
    query = (
        f"SELECT m.id, m.session_id, m.role, m.content_json, m.created_timestamp, s.working_dir, {marks} "
        "FROM messages m LEFT JOIN sessions s ON s.id = m.session_id "
        "WHERE m.id > ?1 AND (?2 = '' OR m.session_id = ?2) ORDER BY m.id"
    )
    return connection.execute(query, (start, session)).fetchall(), start


def _convert(row: Sequence[Any], reading: Reading) -> Iterator[Turn]:
    number, session, role, content, created, cwd, _ = row
    try:
        parts = msgspec.json.decode(content or "[]")
    except (msgspec.DecodeError, RecursionError, TypeError):
        reading.damaged += 1
        return
    blank = Turn("user", "", format_time(created), f"message-{number}", session=str(session), cwd=str(cwd or ""))
    yield from _read_parts(blank, str(role), parts if isinstance(parts, list) else [])


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    first = head[0] if head and "working_dir" in head[0] else {}
    return Turn("user", "", session=os.path.basename(path).removesuffix(".jsonl"), cwd=get_text(first, "working_dir"))


def _convert_row(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    if "role" not in value:
        if "working_dir" not in value:
            reading.unknown["row"] += 1
        return
    yield from _read_parts(
        blank._replace(time=format_time(value.get("created"))), get_text(value, "role"), get_list(value, "content")
    )


def _read_parts(blank: Turn, role: str, parts: list[Any]) -> Iterator[Turn]:
    for place, part in enumerate(parts):
        if not isinstance(part, dict):
            continue
        turn = blank._replace(id=f"{blank.id}.{place}" if place else blank.id)
        kind = part.get("type")
        if kind == "toolRequest":
            yield _read_request(turn, part)
        elif kind == "toolResponse":
            yield _read_response(turn, part)
        elif kind == "text":
            yield from read_message(turn, name_role(role), [part])


def _read_request(turn: Turn, part: dict[str, Any]) -> Turn:
    call = get_object(get_object(part, "toolCall"), "value")
    return make_call(turn, get_text(part, "id"), get_text(call, "name").rpartition("__")[2], call.get("arguments"))


def _read_response(turn: Turn, part: dict[str, Any]) -> Turn:
    result = get_object(part, "toolResult")
    body = result.get("value")
    content = body.get("content") if isinstance(body, dict) else body
    failed = get_text(result, "status") == "error" or (isinstance(body, dict) and body.get("isError") is True)
    return make_result(turn, get_text(part, "id"), content or result.get("error"), failed=failed)
