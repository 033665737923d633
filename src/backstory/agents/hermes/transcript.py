"""Reads Hermes' sessions: `~/.hermes/sessions/session_<id>.json`, a document with OpenAI's messages."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    load_document,
    read_document,
)
from backstory.agents.folders import is_below
from backstory.agents.messages import (
    format_time,
    get_list,
    get_object,
    get_text,
    read_chat_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions that name a folder below one of `roots`."""
    top = os.path.join(environ.get("HERMES_HOME") or os.path.join(home, ".hermes"), "sessions")
    for entry in list_entries(top, ".json"):
        blank = _blank(load_document(entry.path) or {}, home)
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the document has a session, a start and a platform."""
    return head.lstrip()[:1] == b"{" and all(
        part in head for part in (b'"session_id"', b'"session_start"', b'"platform"')
    )


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones. Messages hold no times: all have that of the session's start."""
    return read_document(path, position, _convert)


def _blank(value: dict[str, Any], home: str = "") -> Turn:
    cwd = get_text(value, "cwd") or get_text(get_object(value, "model_config"), "cwd")
    if cwd.startswith("~/"):
        cwd = os.path.join(home or os.path.expanduser("~"), cwd[2:])
    return Turn(
        "user", "", format_time(value.get("session_start")), session=get_text(value, "session_id"), cwd=cwd,
        model=get_text(value, "model"),
    )  # fmt: skip


def _convert(value: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    blank = _blank(value)
    for number, message in enumerate(get_list(value, "messages")):
        if isinstance(message, dict):
            turn = blank._replace(id=f"message-{number}", time=format_time(message.get("timestamp")) or blank.time)
            yield from read_chat_message(turn, message, reading, ("system", "session_meta"))
        else:
            reading.damaged += 1
