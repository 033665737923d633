"""Reads Factory Droid's sessions: `~/.factory/sessions/<folder>/<id>.jsonl`, and the output of `droid exec`."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    list_folders,
    load_document,
    read_head,
    read_lines_of_session,
)
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    count_tokens,
    format_time,
    get_object,
    get_text,
    make_call,
    make_result,
    make_summary,
    name_role,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

_SILENT = frozenset(("session_start", "system", "todo_state", "session_end", "token_usage", "agent_turn_outcome"))


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions in `sessions` and in its folders whose first row names a folder below one of `roots`."""
    top = os.path.join(environ.get("FACTORY_HOME") or os.path.join(home, ".factory"), "sessions")
    for folder in (top, *list_folders(top)):
        for entry in list_entries(folder, ".jsonl"):
            blank = _blank(entry.path, read_head(entry.path)[:1])
            if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
                yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row starts a session of Droid's, or is one of `droid exec`."""
    first = head.lstrip()[:4096].partition(b"\n")[0]
    started = b'"type":"session_start"' in first.replace(b" ", b"") and b'"cwd"' in first
    return started or (b'"subtype":"init"' in first.replace(b" ", b"") and b'"reasoning_effort"' in first)


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    first = head[0] if head else {}
    started = first.get("type") in ("session_start", "system")
    session = (get_text(first, "sessionId") or get_text(first, "id")) if started else ""
    settings = load_document(path.removesuffix(".jsonl") + ".settings.json") or {}
    return Turn(
        "user", "", session=session or os.path.basename(path).removesuffix(".jsonl"), cwd=get_text(first, "cwd"),
        model=get_text(settings, "model") or get_text(first, "model"),
    )  # fmt: skip


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    kind = get_text(value, "type")
    turn = blank._replace(
        id=f"{get_text(value, 'id') or 'line'}-{row.number}", time=format_time(value.get("timestamp")),
        parent=get_text(value, "parentId"), row=get_text(value, "id"),
    )  # fmt: skip
    if kind in _READERS:
        yield from _READERS[kind](turn, value)
    elif kind not in _SILENT:
        reading.unknown[str(kind)[:40]] += 1


def _read_spoken(turn: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    """A message of a session, or one that `droid exec` prints."""
    message = get_object(value, "message")
    if not message:
        return read_message(turn, name_role(get_text(value, "role")), value.get("text"))
    turn = turn._replace(tokens=count_tokens(get_object(message, "usage")))
    return read_message(turn, name_role(get_text(message, "role")), message.get("content"))


def _read_call(turn: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    yield make_call(turn, get_text(value, "id"), get_text(value, "toolName"), value.get("parameters"))


def _read_result(turn: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    yield make_result(turn, get_text(value, "id"), value.get("value"), failed=value.get("isError") is True)


def _read_summary(turn: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    return make_summary(turn, get_text(value, "summaryText"))


def _read_completion(turn: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    if text := cut_injected(get_text(value, "finalText")):
        yield turn._replace(role="assistant", text=text, tokens=count_tokens(get_object(value, "usage")))


_READERS: Final[Mapping[str, Callable[[Turn, dict[str, Any]], Iterator[Turn]]]] = {
    "message": _read_spoken, "tool_call": _read_call, "tool_result": _read_result,
    "compaction_state": _read_summary, "completion": _read_completion,
}  # fmt: skip
