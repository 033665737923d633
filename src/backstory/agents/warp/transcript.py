"""Reads what Warp keeps of its agent's conversations: the person's prompts. Replies and tool calls are not stored."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.databases import select_rows
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected
from backstory.agents.messages import format_time, get_object, get_text
from backstory.agents.turns import Reading, SessionFile, Turn

DATABASE: Final = "warp.sqlite"


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The conversations of which a prompt was sent below one of `roots`."""
    path = _find_database(environ, home)
    query = "SELECT conversation_id, working_directory, sum(length(input)) FROM ai_queries GROUP BY 1, 2"
    listed: set[str] = set()
    for ident, cwd, size in select_rows(path, query) or ():
        if str(ident) not in listed and is_below(str(cwd or ""), roots):
            listed.add(str(ident))
            yield SessionFile(path, str(ident), str(cwd), os.path.getmtime(path), int(size or 0))


def _find_database(environ: Mapping[str, str], home: str) -> str:
    if sys.platform == "darwin":
        base = "Library/Group Containers/2BBY89MBSN.dev.warp/Library/Application Support/dev.warp.Warp-Stable"
        return os.path.join(home, *base.split("/"), DATABASE)
    if sys.platform == "win32":
        local = environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        return os.path.join(local, "warp", "Warp", "data", DATABASE)
    state = environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state")
    return os.path.join(state, "warp-terminal", DATABASE)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is a database with Warp's name."""
    return head.startswith(b"SQLite format 3\0") and os.path.basename(path) == DATABASE


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The prompts after the first `position` ones."""
    query = (
        "SELECT exchange_id, conversation_id, start_ts, input, working_directory, model_id FROM ai_queries "
        "WHERE ?1 = '' OR conversation_id = ?1 ORDER BY start_ts, rowid"
    )
    rows = select_rows(path, query, (session,))
    if rows is None:
        return Reading(iter(()), position)
    start = position if position <= len(rows) else 0
    reading = Reading(iter(()), len(rows))
    reading.repeats = start < position
    reading.turns = (turn for row in rows[start:] for turn in _convert(row, reading))
    return reading


def _convert(row: Sequence[Any], reading: Reading) -> Iterator[Turn]:
    ident, session, started, payload, cwd, model = row
    try:
        parts = msgspec.json.decode(payload or "[]")
    except (msgspec.DecodeError, RecursionError, TypeError):
        reading.damaged += 1
        return
    blank = Turn(
        "user", "", format_time(started), str(ident), session=str(session), cwd=str(cwd or ""), model=str(model or "")
    )
    for place, part in enumerate(parts if isinstance(parts, list) else ()):
        text = cut_injected(get_text(get_object(part, "Query"), "text")) if isinstance(part, dict) else ""
        if text:
            yield blank._replace(text=text, id=f"{blank.id}.{place}" if place else blank.id)
