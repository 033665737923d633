"""Reads Continue's sessions: `~/.continue/sessions/<id>.json`, one document each."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backstory.agents.conversation_files import (
    decode_uri,
    describe_file,
    list_entries,
    load_document,
    read_document,
)
from backstory.agents.folders import is_below
from backstory.agents.messages import get_list, get_object, get_text, make_result, name_role, read_message
from backstory.agents.turns import Reading, SessionFile, Turn


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions whose folder is below one of `roots`."""
    top = os.path.join(environ.get("CONTINUE_GLOBAL_DIR") or os.path.join(home, ".continue"), "sessions")
    for entry in list_entries(top, ".json"):
        if entry.name == "sessions.json":
            continue
        blank = _blank(load_document(entry.path) or {})
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the document has a session, a workspace and a history."""
    marks = (b'"sessionId"', b'"workspaceDirectory"', b'"history"')
    return head.lstrip()[:1] == b"{" and all(mark in head for mark in marks)


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones. Messages hold no times."""
    return read_document(path, position, _convert)


def _blank(value: dict[str, Any]) -> Turn:
    cwd = decode_uri(get_text(value, "workspaceDirectory"))
    return Turn("user", "", session=get_text(value, "sessionId"), cwd=cwd, model=get_text(value, "chatModelTitle"))


def _convert(value: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    blank = _blank(value)
    for number, item in enumerate(get_list(value, "history")):
        message = get_object(item, "message") if isinstance(item, dict) else {}
        turn = blank._replace(id=f"message-{number}")
        role = get_text(message, "role")
        if role == "tool":
            yield make_result(turn, get_text(message, "toolCallId"), message.get("content"))
        elif role in ("user", "assistant"):
            yield from _read_spoken(turn, role, message, item, get_list(value, "history")[number + 1 :])
        elif role not in ("system", "thinking"):
            reading.unknown[str(role)[:40]] += 1


def _read_spoken(turn: Turn, role: str, message: dict[str, Any], item: Any, later: list[Any]) -> Iterator[Turn]:
    """A message with its calls, and their results where no later message has them."""
    calls = get_list(message, "toolCalls") or get_list(message, "tool_calls")
    yield from read_message(turn, name_role(role), message.get("content"), calls=calls)
    if not any(_is_tool(other, calls) for other in later):
        yield from _read_states(turn, item)


def _is_tool(item: Any, calls: list[Any]) -> bool:
    """Whether an item of the history is the result of one of `calls`."""
    message = get_object(item, "message") if isinstance(item, dict) else {}
    names = [get_text(call, "id") for call in calls if isinstance(call, dict)]
    return message.get("role") == "tool" and get_text(message, "toolCallId") in names


def _read_states(turn: Turn, item: dict[str, Any]) -> Iterator[Turn]:
    """The results that stand beside the calls."""
    for place, state in enumerate(get_list(item, "toolCallStates")):
        if isinstance(state, dict) and state.get("output"):
            parts = [get_text(part, "content") for part in get_list(state, "output") if isinstance(part, dict)]
            failed = get_text(state, "status") in ("errored", "canceled")
            call = get_text(state, "toolCallId")
            yield make_result(turn._replace(id=f"{turn.id}.s{place}"), call, "\n".join(parts), failed=failed)
