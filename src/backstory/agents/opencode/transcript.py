"""Reads OpenCode's sessions: a database, before version 1.2 a folder of JSON files, or what `opencode export` prints.

A part of a message changes until it is done, so a position holds which messages were read and what was in the last.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw

from backstory.agents.databases import list_columns, open_database, query_database
from backstory.agents.documents import find_resumption, reaches_back
from backstory.agents.folders import is_below, list_entries
from backstory.agents.json_lines import read_head
from backstory.agents.json_rows import list_of, object_of, parse_object, text_of
from backstory.agents.opencode.database import (
    MARKS,
    Item,
    as_object,
    as_text,
    list_messages,
    list_sessions,
    mark_of,
    read_since,
)
from backstory.agents.opencode.messages import Session, read_event, read_message
from backstory.agents.times import time_of
from backstory.agents.turns import Reading, SessionFile, Turn

_SQLITE: Final = b"SQLite format 3\0"
_MAX_FILE: Final = 1 << 26
_BYTES: Final = 1000
"""Bytes of a part, in the mean."""


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of the databases and, where these do not have them, of the old files, below one of `roots`."""
    base = os.path.join(environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "opencode")
    seen: set[str] = set()
    for path in _list_databases(environ, base):
        for session in _find_in_database(path, roots):
            if session.session not in seen:
                seen.add(session.session)
                yield session
    for project in list_entries(os.path.join(base, "storage", "session")):
        for entry in list_entries(project.path):
            if entry.name.endswith(".json") and entry.name.removesuffix(".json") not in seen:
                yield from _find_in_files(entry, roots)


def recognizes(path: str, head: bytes) -> bool:
    """Whether a file is OpenCode's database, one of its old files or an export."""
    if head.startswith(_SQLITE):
        return os.path.basename(path).startswith("opencode") or _has_tables(path)
    if not path.endswith(".json") or not head.lstrip().startswith(b"{"):
        return False
    value = parse_object(head)
    if value is None:
        return all(mark in head for mark in (b'"info"', b'"messages"', b'"sessionID"'))
    return _recognizes_object(path, value)


def _recognizes_object(path: str, value: dict[str, Any]) -> bool:
    if {"info", "messages"} <= value.keys():
        return "sessionID" in str(value)[:100_000] or "directory" in object_of(value, "info")
    if {"projectID", "directory"} <= value.keys() or {"sessionID", "role"} <= value.keys():
        return True
    folder = os.path.basename(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    return {"type", "id"} <= value.keys() and ({"messageID", "sessionID"} & value.keys() != set() or folder == "part")


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns of a session, or of all in a database, that are new or changed since a position."""
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """As `read_turns`, with a mark: of a session's messages those from the last known one on are read."""
    reading = Reading(iter(()))
    try:
        if read_head(path, 16).startswith(_SQLITE):
            reading.turns = iter(_read_database(path, position, mark, session, reading))
        else:
            items = _list_items(path)
            index, reading.end = find_resumption([mark_of(item) for item in items], position)
            reading.repeats = reaches_back(index, position)
            reading.turns = iter(_turns_of(items[index:], reading))
    except (OSError, apsw.Error):
        reading.unknown["unreadable"] += 1
    return reading


def _read_database(path: str, position: int, mark: bytes, session: str, reading: Reading) -> list[Turn]:
    connection = open_database(path)
    try:
        sessions = list_sessions(connection, session)
        if session and len(sessions) == 1:
            opened = MARKS.open(mark, path, position)
            index, items, reading.end, state = read_since(
                connection, sessions[0], position, opened[1] if opened else None
            )
            reading.seal = lambda: MARKS.seal(path, reading.end, 0, state) if state is not None else b""
        else:
            every = [item for one in sessions for item in list_messages(connection, one)]
            index, reading.end = find_resumption([mark_of(item) for item in every], position)
            items = every[index:]
        reading.repeats = reaches_back(index, position)
        events = [event for one in sessions for event in _list_events(connection, one)] if not reading.end else []
    finally:
        connection.close()
    if not events:
        return _turns_of(items, reading)
    index, reading.end = find_resumption([(*event[1:4],) for event in events], position)
    reading.repeats = reaches_back(index, position)
    return [
        turn
        for one, ident, kind, data, time in events[index:]
        for turn in read_event(one, ident, kind, data, time, reading.unknown)
    ]


def _turns_of(items: Sequence[Item], reading: Reading) -> list[Turn]:
    return [turn for item in items for turn in read_message(*item, reading.unknown)]


def _list_events(connection: apsw.Connection, session: Session) -> list[tuple[Session, str, str, dict[str, Any], str]]:
    columns = list_columns(connection, "session_message")
    if not {"id", "session_id", "type", "data"} <= set(columns):
        return []
    order = next((name for name in ("seq", "time_created") if name in columns), "id")
    time = "time_created" if "time_created" in columns else "0"
    query = f"SELECT id, type, data, {time} FROM session_message WHERE session_id = ? ORDER BY {order}, id"
    rows = connection.execute(query, (session.id,))
    return [(session, str(ident), as_text(kind), as_object(data), time_of(at)) for ident, kind, data, at in rows]


def _list_items(path: str) -> list[Item]:
    """The messages that an old file stands for: those of a session, one message, or one part; or those of an export."""
    value = _read_object(path)
    if "messages" in value and "info" in value:
        return _list_exported(value)
    if "messageID" in value or ("type" in value and "role" not in value):
        return _list_part(path, value)
    storage = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    if "role" in value:
        return [_item_of(storage, Session(text_of(value, "sessionID")), value)]
    session = _session_of(value, os.path.basename(path).removesuffix(".json"))
    return [_item_of(storage, session, data) for data in _list_old_messages(storage, session) if data]


def _list_exported(value: dict[str, Any]) -> list[Item]:
    session = _session_of(object_of(value, "info"), "")
    return [
        (
            session,
            text_of(message, "info", "id"),
            object_of(message, "info"),
            _identify_parts(list_of(message, "parts")),
        )
        for message in list_of(value, "messages")
        if isinstance(message, dict)
    ]


def _list_part(path: str, value: dict[str, Any]) -> list[Item]:
    """A single part, with the message whose folder holds it."""
    folder = os.path.dirname(os.path.abspath(path))
    session = Session(text_of(value, "sessionID"))
    data = _find_message(os.path.dirname(os.path.dirname(folder)), os.path.basename(folder))
    role = data or {"role": "assistant" if text_of(value, "type") != "text" else ""}
    if not text_of(role, "role"):
        return []
    return [(session, text_of(value, "messageID"), role, [(text_of(value, "id") or path, value)])]


def _item_of(storage: str, session: Session, data: dict[str, Any]) -> Item:
    ident = text_of(data, "id")
    return session, ident, data, _list_parts(storage, ident)


def _list_old_messages(storage: str, session: Session) -> list[dict[str, Any]]:
    entries = list_entries(os.path.join(storage, "message", session.id))
    messages = [_read_object(entry.path) for entry in entries if entry.name.endswith(".json")]
    return sorted(messages, key=lambda data: (_created(data), text_of(data, "id")))


def _find_message(storage: str, ident: str) -> dict[str, Any]:
    for folder in list_entries(os.path.join(storage, "message")):
        for entry in list_entries(folder.path):
            if entry.name == f"{ident}.json" or text_of(_read_object(entry.path), "id") == ident:
                return _read_object(entry.path)
    return {}


def _list_parts(storage: str, message: str) -> list[tuple[str, dict[str, Any]]]:
    if not message or "/" in message or os.sep in message or message.startswith("."):
        return []
    folder = os.path.join(storage, "part", message)
    return _identify_parts([_read_object(entry.path) for entry in list_entries(folder) if entry.name.endswith(".json")])


def _identify_parts(parts: Sequence[Any]) -> list[tuple[str, dict[str, Any]]]:
    objects = [part for part in parts if isinstance(part, dict) and part]
    return [(text_of(part, "id") or f"part-{place}", part) for place, part in enumerate(objects)]


def _session_of(value: dict[str, Any], name: str) -> Session:
    ident = text_of(value, "id") or name
    if not ident or "/" in ident or os.sep in ident or ident.startswith("."):
        ident = name
    reverted = text_of(value, "revert", "messageID")
    return Session(ident, text_of(value, "directory"), text_of(value, "parentID"), reverted)


def _created(data: dict[str, Any]) -> float:
    value = object_of(data, "time").get("created")
    return value if isinstance(value, int | float) else 0


def _list_databases(environ: Mapping[str, str], base: str) -> list[str]:
    configured = environ.get("OPENCODE_DB", "")
    if configured and configured != ":memory:":
        return [path for path in (os.path.join(base, configured),) if os.path.isfile(path)]
    return [
        entry.path
        for entry in list_entries(base)
        if entry.name.startswith("opencode") and entry.name.endswith(".db") and entry.is_file()
    ]


def _find_in_database(path: str, roots: Sequence[str]) -> list[SessionFile]:
    return query_database(path, lambda connection: _list_files(connection, path, roots)) or []


def _list_files(connection: apsw.Connection, path: str, roots: Sequence[str]) -> list[SessionFile]:
    columns = list_columns(connection, "session")
    if not {"id", "directory", "time_updated"} <= set(columns):
        return []
    parent = "parent_id" if "parent_id" in columns else "''"
    rows = connection.execute(f"SELECT id, directory, time_updated, {parent} FROM session ORDER BY id").fetchall()
    below = [row for row in rows if is_below(as_text(row[1]), roots)]
    counted = _is_indexed(connection)
    return [
        SessionFile(
            path, str(ident), as_text(directory), _number(updated) / 1000,
            _count_parts(connection, str(ident)) * _BYTES if counted else 0, as_text(above),
        )
        for ident, directory, updated, above in below
    ]  # fmt: skip


def _is_indexed(connection: apsw.Connection) -> bool:
    lists = "pragma_index_list('part') AS list, pragma_index_info(list.name) AS info"
    query = f"SELECT 1 FROM {lists} WHERE info.seqno = 0 AND info.name = 'session_id'"
    return connection.execute(query).fetchone() is not None


def _count_parts(connection: apsw.Connection, session: str) -> int:
    row = connection.execute("SELECT count(*) FROM part WHERE session_id = ?", (session,)).fetchone()
    return int(row[0]) if row else 0


def _find_in_files(entry: "os.DirEntry[str]", roots: Sequence[str]) -> Iterator[SessionFile]:
    value = _read_object(entry.path)
    session = _session_of(value, entry.name.removesuffix(".json"))
    if session.directory and is_below(session.directory, roots):
        status = entry.stat()
        updated = object_of(value, "time").get("updated")
        seconds = updated / 1000 if isinstance(updated, int | float) and updated > 0 else status.st_mtime
        storage = os.path.dirname(os.path.dirname(os.path.dirname(entry.path)))
        messages = len(list_entries(os.path.join(storage, "message", session.id)))
        yield SessionFile(entry.path, session.id, session.directory, seconds, messages * 4 * _BYTES, session.parent)


def _has_tables(path: str) -> bool:
    def has_tables(connection: apsw.Connection) -> bool:
        return {"id", "directory", "project_id"} <= set(list_columns(connection, "session")) and bool(
            list_columns(connection, "part") or list_columns(connection, "session_message")
        )

    return query_database(path, has_tables) or False


def _read_object(path: str) -> dict[str, Any]:
    try:
        if os.path.getsize(path) > _MAX_FILE:
            return {}
        with open(path, "rb") as handle:
            return parse_object(handle.read()) or {}
    except OSError:
        return {}


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0
