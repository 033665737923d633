"""The messages of OpenCode's database: all of a session, or with a mark those from the last known one on.

A part changes until it is done, and a person may take messages back. So what lies before the last known message is
compared by its number, size and times, of which the database gives account without reading a word.
"""

from typing import Any, Final

import apsw
import msgspec

from backstory.agents.databases import list_columns
from backstory.agents.documents import ListSums, extend_list, resume_list
from backstory.agents.json_rows import parse_object, text_of
from backstory.agents.opencode.messages import Session
from backstory.agents.resumption import MarkCodec

Item = tuple[Session, str, dict[str, Any], list[tuple[str, dict[str, Any]]]]
"""A message: its session, its id, its data and its parts with their ids."""

_SINCE: Final = "SELECT id FROM message WHERE session_id = ?1 AND (time_created, id) >= (?2, ?3)"
_SIZE: Final = "count(*), coalesce(sum(octet_length(data)), 0), coalesce(max(time_updated), 0)"


class State(msgspec.Struct, array_like=True):
    """The state of a session after its messages have been read."""

    session: str
    reverted: str
    created: int
    """Time of the last message."""
    last: str
    """Id of the last message."""
    before: list[int]
    """Number, size and latest change of the messages before it, and of their parts."""
    sums: list[int]


MARKS: Final = MarkCodec("opencode 1", State)


def read_since(
    connection: apsw.Connection, session: Session, position: int, state: State | None
) -> tuple[int, list[Item], int, State | None]:
    """(place of the first message that is new or changed since a position, those from it on, the position after them,
    what to keep).

    Without a state, or where messages before the last known one have changed, the session is read whole.
    """
    connection.execute("BEGIN")  # all queries see the same
    try:
        has_times = _has_times(connection)
        if state is not None and has_times and state.session == session.id and state.reverted == session.reverted:
            place = (session.id, state.created, state.last)
            items = list_messages(connection, session, (state.created, state.last))
            if items and items[0][1] == state.last and _measure(connection, place) == state.before:
                index, sums = extend_list([mark_of(item) for item in items], ListSums(*state.sums))
                first = ListSums(*state.sums).earlier + index
                return first, items[index:], sums.position, _keep(connection, items, sums)
        items = list_messages(connection, session)
        index, whole = resume_list([mark_of(item) for item in items], position)
        if whole is None:
            return 0, [], 0, None
        return index, items[index:], whole.position, _keep(connection, items, whole) if has_times else None
    finally:
        connection.execute("COMMIT")


def _keep(connection: apsw.Connection, items: list[Item], sums: ListSums) -> State | None:
    session, last = items[-1][:2]
    row = connection.execute("SELECT time_created FROM message WHERE id = ?", (last,)).fetchone()
    if row is None or not isinstance(row[0], int):
        return None
    before = _measure(connection, (session.id, row[0], last))
    return State(session.id, session.reverted, row[0], last, before, list(sums))


def _measure(connection: apsw.Connection, place: tuple[str, int, str]) -> list[int]:
    """Number, size and latest change of the messages before one, and of their parts."""
    messages = f"SELECT {_SIZE} FROM message WHERE session_id = ?1 AND (time_created, id) < (?2, ?3)"
    parts = f"SELECT {_SIZE} FROM part WHERE session_id = ?1 AND message_id NOT IN ({_SINCE})"
    return [int(value) for query in (messages, parts) for row in connection.execute(query, place) for value in row]


def _has_times(connection: apsw.Connection) -> bool:
    return all(
        {"data", "session_id", "time_created", "time_updated"} <= set(list_columns(connection, table))
        for table in ("message", "part")
    )


def list_sessions(connection: apsw.Connection, session: str) -> list[Session]:
    """The session of an id, or all."""
    columns = list_columns(connection, "session")
    fields = [name if name in columns else "''" for name in ("directory", "parent_id", "revert")]
    if "id" not in columns:
        return []
    order = " ORDER BY time_created" if "time_created" in columns else ""
    rows = connection.execute(
        f"SELECT id, {', '.join(fields)} FROM session WHERE ?1 = '' OR id = ?1{order}", (session,)
    )
    return [
        Session(str(ident), as_text(directory), as_text(parent), text_of(as_object(revert), "messageID"))
        for ident, directory, parent, revert in rows
    ]


def list_messages(connection: apsw.Connection, session: Session, since: tuple[int, str] | None = None) -> list[Item]:
    """The messages of a session, from one on that is named by its time and id."""
    if "data" not in list_columns(connection, "message"):
        return []
    place = (session.id, *(since or ()))
    parts: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    if "data" in list_columns(connection, "part"):
        only = f" AND message_id IN ({_SINCE})" if since else ""
        query = f"SELECT message_id, id, data FROM part WHERE session_id = ?1{only} ORDER BY id"
        for message, ident, data in connection.execute(query, place):
            parts.setdefault(str(message), []).append((str(ident), as_object(data)))
    only = " AND (time_created, id) >= (?2, ?3)" if since else ""
    query = f"SELECT id, data FROM message WHERE session_id = ?1{only} ORDER BY time_created, id"
    rows = connection.execute(query, place)
    return [(session, str(ident), as_object(data), parts.get(str(ident), [])) for ident, data in rows]


def mark_of(item: Item) -> tuple[Any, ...]:
    """The parts of a message that are compared with its former state."""
    session, ident, data, parts = item
    return ident, data, parts, bool(session.reverted) and ident >= session.reverted


def as_object(value: object) -> dict[str, Any]:
    """The object of a column with JSON; empty for anything else."""
    if isinstance(value, str):
        value = value.encode("utf-8", "replace")
    return (parse_object(value) or {}) if isinstance(value, bytes) else {}


def as_text(value: object) -> str:
    """The text of a column; empty for anything else."""
    return value if isinstance(value, str) else ""
