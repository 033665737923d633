"""Reads Omnigent's conversations: the database `~/.omnigent/chat.db`, or one item of it in a file.

An item is an object whose shape follows from its type. Newer versions number the types, keep ids as bytes, and keep
what is known of a conversation in a table of its own.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw

from backstory.agents.conversation_files import load_document
from backstory.agents.databases import list_columns, query_database
from backstory.agents.folders import is_below
from backstory.agents.json_lines import read_head
from backstory.agents.json_rows import parse_object
from backstory.agents.messages import (
    format_time,
    get_list,
    get_text,
    make_call,
    make_result,
    make_summary,
    name_role,
    parse_arguments,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

DATABASE: Final = "chat.db"
_SQLITE: Final = b"SQLite format 3\0"
_TYPES: Final = (
    "", "message", "function_call", "function_call_output", "reasoning", "error", "compaction", "native_tool",
    "resource_event", "routing_decision", "slash_command", "terminal_command", "model_fact",
)  # fmt: skip
"""The types of items by their numbers."""
_SILENT: Final = frozenset(("reasoning", "error", "resource_event", "routing_decision", "slash_command", "model_fact"))
_FACTS: Final = "omnigent_conversation_metadata"
_TEXTS: Final = ("input_text", "output_text")


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The conversations of the database whose working folder, or that of their root, is below one of `roots`."""
    path = os.path.join(environ.get("OMNIGENT_DATA_DIR") or os.path.join(home, ".omnigent"), DATABASE)
    for session in (query_database(path, _list_sessions) or {}).values():
        if is_below(session.cwd, roots):
            yield session._replace(path=path)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is Omnigent's database, or an object of the shape of one of its items."""
    if head.startswith(_SQLITE):
        return query_database(path, lambda connection: "position" in _columns(connection)) or False
    value = parse_object(head) if path.endswith(".json") and head.lstrip()[:1] == b"{" else None
    return value is not None and bool(_name_type(value))


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns of the items after a row of the database; of a conversation, or of all."""
    reading = Reading(iter(()), position)
    if read_head(path, 16).startswith(_SQLITE):
        turns = query_database(path, lambda connection: _read_items(connection, position, session, reading))
        reading.turns = iter(turns or ())
        return reading
    value = load_document(path)
    if value is not None and position != 1:
        reading.end = 1
        name = os.path.basename(path)
        reading.turns = _convert(_name_type(value), value, Turn("user", "", id=name), reading)
    return reading


def _columns(connection: apsw.Connection) -> list[str]:
    columns = list_columns(connection, "conversation_items")
    return columns if {"conversation_id", "type", "data"} <= set(columns) else []


def _list_sessions(connection: apsw.Connection) -> dict[str, SessionFile]:
    """The conversations by their ids. A sub-agent without a working folder has that of its root."""
    columns, facts = list_columns(connection, "conversations"), list_columns(connection, _FACTS)
    if "id" not in columns:
        return {}

    def choose(name: str) -> str:
        return f"c.{name}" if name in columns else f"m.{name}" if name in facts else "''"

    join = f"LEFT JOIN {_FACTS} m ON m.id = c.id" if facts else ""
    parents = ", ".join(_hex(choose(name)) for name in ("parent_conversation_id", "root_conversation_id"))
    size = "(SELECT sum(length(data)) FROM conversation_items i WHERE i.conversation_id = c.id)"
    rows = connection.execute(
        f"SELECT {_hex('c.id')}, {choose('workspace')}, {choose('updated_at')}, {parents}, {size} "
        f"FROM conversations c {join}"
    ).fetchall()
    folders = {str(row[0]): str(row[1] or "") for row in rows}
    return {
        str(ident): SessionFile(
            "", str(ident), str(folder or "") or folders.get(str(root), ""), _seconds(updated), int(size or 0),
            str(parent or ""),
        )
        for ident, folder, updated, parent, root, size in rows
    }  # fmt: skip


def _read_items(connection: apsw.Connection, position: int, session: str, reading: Reading) -> list[Turn]:
    columns = _columns(connection)
    if not columns:
        return []
    (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM conversation_items").fetchone() or (0,)
    start = position if 0 <= position <= last else 0
    sessions = _list_sessions(connection)
    time = "created_at" if "created_at" in columns else "0"
    order = "position" if "position" in columns else "rowid"
    rows = connection.execute(
        f"SELECT rowid, {_hex('conversation_id')} AS name, type, data, {time} FROM conversation_items "
        f"WHERE rowid > ?1 AND rowid <= ?3 AND (?2 = '' OR name = ?2) ORDER BY conversation_id, {order}",
        (start, session, last),  # a row that has come since belongs to the next reading
    )
    reading.end = last
    reading.repeats = start < position
    return [turn for row in rows for turn in _read_item(row, sessions, reading)]


def _read_item(row: Sequence[Any], sessions: Mapping[str, SessionFile], reading: Reading) -> Iterator[Turn]:
    number, name, kind, data, created = row
    value = parse_object(data.encode("utf-8", "replace") if isinstance(data, str) else data or b"")
    if value is None:
        reading.damaged += 1
        return
    file = sessions.get(str(name))
    blank = Turn("user", "", format_time(created), f"item-{number}", session=str(name), cwd=file.cwd if file else "")
    if file is not None and file.parent:
        blank = blank._replace(sidechain=True, subagent=file.session, session=file.parent)
    type_name = _TYPES[kind] if isinstance(kind, int) and 0 < kind < len(_TYPES) else str(kind)
    yield from _convert(type_name, value, blank, reading)


def _convert(kind: str, value: dict[str, Any], blank: Turn, reading: Reading) -> Iterator[Turn]:
    if kind == "message":
        yield from read_message(blank, name_role(get_text(value, "role")), value.get("content"))
    elif kind == "function_call":
        arguments = parse_arguments(value.get("arguments"))
        yield make_call(blank, get_text(value, "call_id"), get_text(value, "name").removeprefix("sys_os_"), arguments)
    elif kind == "function_call_output":
        yield make_result(blank, get_text(value, "call_id"), value.get("output"))
    elif kind == "compaction":
        yield from make_summary(blank, get_text(value, "summary"))
    elif kind not in _SILENT:
        reading.unknown[kind[:40]] += 1


def _name_type(value: Mapping[str, Any]) -> str:
    """The type of an item by its members; empty for another object."""
    keys = value.keys()
    if keys <= {"role", "agent", "model", "content"} and get_text(value, "role") in ("user", "assistant"):
        blocks = get_list(value, "content")
        is_typed = bool(blocks) and all(isinstance(block, dict) and block.get("type") in _TEXTS for block in blocks)
        return "message" if is_typed else ""
    if not {"agent", "model"} & keys:
        return ""
    if {"call_id", "name", "arguments"} <= keys:
        return "function_call"
    if {"call_id", "output"} <= keys:
        return "function_call_output"
    if {"summary", "last_item_id"} <= keys:
        return "compaction"
    if {"kind", "name", "arguments"} <= keys:
        return "slash_command"
    return "reasoning" if keys == {"model", "summary"} else ""


def _hex(column: str) -> str:
    """An id as a text: those of newer versions are bytes."""
    return f"CASE typeof({column}) WHEN 'blob' THEN lower(hex({column})) ELSE coalesce({column}, '') END"


def _seconds(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
