"""Reads Crush's sessions: the database `.crush/crush.db` in each project."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.databases import select_rows
from backstory.agents.injected_text import cut_injected
from backstory.agents.messages import (
    format_time,
    get_object,
    get_text,
    make_call,
    make_result,
    parse_arguments,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

DATABASE: Final = "crush.db"


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions in the database of each root; those of sub-agents name their parent."""
    query = (
        "SELECT id, parent_session_id, updated_at, "
        "(SELECT sum(length(parts)) FROM messages m WHERE m.session_id = s.id) FROM sessions s"
    )
    for root in roots:
        path = os.path.join(root, ".crush", DATABASE)
        for ident, parent, updated, size in select_rows(path, query) or ():
            time = float(updated) if isinstance(updated, int | float) else os.path.getmtime(path)
            time = time / 1000 if time > 1e11 else time
            yield SessionFile(path, str(ident), root, time, int(size or 0), str(parent or ""))


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is a database with Crush's name."""
    return head.startswith(b"SQLite format 3\0") and os.path.basename(path) == DATABASE


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns of the messages after the first `position` ones that are finished."""
    query = (
        "SELECT m.id, m.session_id, m.role, m.parts, m.model, m.created_at, m.is_summary_message, "
        "s.parent_session_id FROM messages m LEFT JOIN sessions s ON s.id = m.session_id "
        "WHERE ?1 = '' OR m.session_id = ?1 ORDER BY m.rowid"
    )
    rows = select_rows(path, query, (session,))
    if rows is None:
        return Reading(iter(()), position)
    while rows and not _is_finished(rows[-1]):
        rows.pop()  # still being written
    start = position if position <= len(rows) else 0
    reading = Reading(iter(()), len(rows))
    reading.repeats = start < position
    cwd = os.path.dirname(os.path.dirname(os.path.abspath(path)))
    reading.turns = (turn for row in rows[start:] for turn in _convert(row, cwd, reading))
    return reading


def _is_finished(row: Sequence[Any]) -> bool:
    return row[2] != "assistant" or '"finish"' in str(row[3])


def _convert(row: Sequence[Any], cwd: str, reading: Reading) -> Iterator[Turn]:
    ident, session, role, parts, model, created, summary, parent = row
    try:
        values = msgspec.json.decode(parts or "[]")
    except (msgspec.DecodeError, RecursionError, TypeError):
        reading.damaged += 1
        return
    blank = Turn("user", "", format_time(created), str(ident), session=str(session), cwd=cwd, model=str(model or ""))
    if parent:
        blank = blank._replace(sidechain=True, subagent=str(session), session=str(parent))
    for place, part in enumerate(values if isinstance(values, list) else ()):
        if isinstance(part, dict):
            inner = blank._replace(id=f"{blank.id}.{place}")
            yield from _read_part(inner, str(role), part, reading, summary=bool(summary))


def _read_part(turn: Turn, role: str, part: dict[str, Any], reading: Reading, *, summary: bool) -> Iterator[Turn]:
    kind, data = get_text(part, "type"), get_object(part, "data")
    if kind == "text" and summary:
        if text := cut_injected(get_text(data, "text")):
            yield turn._replace(role="summary", text=text)
    elif kind == "text":
        yield from read_message(turn, "user" if role == "user" else "assistant", get_text(data, "text"))
    elif kind == "tool_call":
        yield make_call(turn, get_text(data, "id"), get_text(data, "name"), parse_arguments(data.get("input")))
    elif kind == "tool_result":
        failed = data.get("is_error") is True
        yield make_result(turn, get_text(data, "tool_call_id"), data.get("content"), failed=failed)
    elif kind not in ("finish", "reasoning", "image_url", "binary"):
        reading.unknown[str(kind)[:40]] += 1
