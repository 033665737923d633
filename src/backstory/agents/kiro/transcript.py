"""Reads Kiro's sessions: those of its command line in a database or in files of lines, and exported conversations."""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    load_document,
    read_document,
    read_lines_of_session,
    resume_turns,
)
from backstory.agents.databases import select_rows
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.json_rows import parse_object
from backstory.agents.messages import format_time, get_list, get_object, get_text, make_call, make_result
from backstory.agents.turns import Reading, Role, SessionFile, Turn

DATABASE: Final = "data.sqlite3"
TAGS: Final = ("system-reminder", "context_entry", "steering")


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of the command line whose folder is below one of `roots`: newer in files, older in a database."""
    folder = os.path.join(environ.get("KIRO_HOME") or os.path.join(home, ".kiro"), "sessions", "cli")
    for entry in list_entries(folder, ".jsonl"):
        blank = _blank(entry.path, [])
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file
    data = environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    if sys.platform == "darwin":
        data = os.path.join(home, "Library", "Application Support")
    for name in ("kiro-cli", "amazon-q"):
        yield from _find_in_database(os.path.join(data, name, DATABASE), roots)


def _find_in_database(path: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    query = "SELECT key, conversation_id, updated_at, length(value) FROM conversations_v2"
    for cwd, ident, updated, size in select_rows(path, query) or ():
        if is_below(str(cwd), roots):
            time = updated / 1000 if isinstance(updated, int | float) else os.path.getmtime(path)
            yield SessionFile(path, str(ident), str(cwd), time, int(size or 0))


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is Kiro's database, an exported conversation, or rows with Kiro's kinds."""
    if head.startswith(b"SQLite format 3\0"):
        return os.path.basename(path) == DATABASE
    compact = head.replace(b" ", b"").replace(b"\n", b"")
    if compact.startswith(b'{"version":"v1","kind":"'):
        return True
    return compact.startswith(b"{") and b'"conversation_id"' in compact and b'"history":[' in compact


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a position on: bytes of a file of lines, turns of a document or a conversation."""
    if path.endswith(".sqlite3"):
        return _read_database(path, position, session)
    if path.endswith(".jsonl"):
        return read_lines_of_session(path, position, _blank, _convert_row)
    return read_document(path, position, _convert)


def _read_database(path: str, position: int, session: str) -> Reading:
    query = "SELECT key, value FROM conversations_v2 WHERE ?1 = '' OR conversation_id = ?1 ORDER BY created_at"
    rows = select_rows(path, query, (session,))
    if rows is None:
        return Reading(iter(()), position)
    reading = Reading(iter(()))
    turns: list[Turn] = []
    for cwd, value in rows:
        data = (
            parse_object(value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b"") or {}
        )
        turns += [turn._replace(cwd=turn.cwd or str(cwd)) for turn in _convert(data, reading)]
    return resume_turns(reading, turns, position)


def _convert(value: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    """A conversation: pairs of what the person sent and what the assistant answered, with tools in both."""
    session, cwd = get_text(value, "conversation_id"), ""
    for number, pair in enumerate(get_list(value, "history")):
        if not isinstance(pair, dict):
            reading.damaged += 1
            continue
        user, answer = get_object(pair, "user"), get_object(pair, "assistant")
        state = get_object(get_object(user, "env_context"), "env_state")
        cwd = get_text(state, "current_working_directory") or cwd
        metadata = get_object(pair, "request_metadata")
        blank = Turn("user", "", format_time(user.get("timestamp")), f"{session}-{number}", session=session, cwd=cwd,
                     model=get_text(metadata, "model_id"))  # fmt: skip
        yield from _read_user(blank, get_object(user, "content"))
        time = format_time(metadata.get("stream_end_timestamp_ms")) or blank.time
        yield from _read_answer(blank._replace(id=f"{blank.id}a", time=time), answer, reading)


def _read_user(blank: Turn, content: dict[str, Any]) -> Iterator[Turn]:
    prompt = get_object(content, "Prompt")
    if text := cut_injected(get_text(prompt, "prompt"), TAGS):
        yield blank._replace(text=text)
    for kind in ("ToolUseResults", "CancelledToolUses"):
        for place, result in enumerate(get_list(get_object(content, kind), "tool_use_results")):
            if isinstance(result, dict):
                parts = [
                    part.get("Text") or part.get("Json")
                    for part in get_list(result, "content")
                    if isinstance(part, dict)
                ]
                failed = get_text(result, "status") == "Error" or kind == "CancelledToolUses"
                turn = blank._replace(id=f"{blank.id}.{kind[0]}{place}")
                yield _make_result(turn, get_text(result, "tool_use_id"), parts, failed=failed)


def _make_result(turn: Turn, call: str, parts: list[Any], *, failed: bool) -> Turn:
    """The result of a tool. Commands give an object with an exit status and two texts."""
    code = next((part.get("exit_status") for part in parts if isinstance(part, dict) and "exit_status" in part), None)
    number = re.search(r"(-?\d{1,9})$", str(code))
    return make_result(turn, call, parts, failed=failed, exit_code=int(number[1]) if number else None)


def _read_answer(blank: Turn, answer: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    for kind, body in answer.items():
        if kind not in ("Response", "ToolUse") or not isinstance(body, dict):
            reading.unknown[str(kind)[:40]] += 1
            continue
        if text := cut_injected(get_text(body, "content")):
            yield blank._replace(role="assistant", text=text)
        for place, call in enumerate(get_list(body, "tool_uses")):
            if isinstance(call, dict):
                turn = blank._replace(id=f"{blank.id}.{place}")
                yield make_call(
                    turn, get_text(call, "id"), get_text(call, "name"), call.get("args", call.get("orig_args"))
                )


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    meta = load_document(path.removesuffix(".jsonl") + ".json") or {}
    session = get_text(meta, "session_id") or os.path.basename(path).removesuffix(".jsonl")
    return Turn("user", "", format_time(meta.get("created_at")), session=session, cwd=get_text(meta, "cwd"))


def _convert_row(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    kind, data = row.value.get("kind"), get_object(row.value, "data")
    ident = get_text(data, "message_id") or "line"
    turn = blank._replace(id=f"{ident}-{row.number}", time=format_time(data.get("timestamp")) or blank.time)
    if kind not in ("Prompt", "AssistantMessage", "ToolResults"):
        reading.unknown[str(kind)[:40]] += 1
        return
    role: Role = "user" if kind == "Prompt" else "assistant"
    for place, part in enumerate(get_list(data, "content")):
        if not isinstance(part, dict):
            continue
        inner = turn._replace(id=f"{turn.id}.{place}")
        body = part.get("data")
        if part.get("kind") == "text" and isinstance(body, str):
            if text := cut_injected(body, TAGS):
                yield inner._replace(role=role, text=text)
        elif part.get("kind") == "toolUse" and isinstance(body, dict):
            yield make_call(inner, get_text(body, "toolUseId"), get_text(body, "name"), body.get("input"))
        elif part.get("kind") == "toolResult" and isinstance(body, dict):
            parts = [piece.get("data", piece) for piece in get_list(body, "content") if isinstance(piece, dict)]
            failed = get_text(body, "status").lower() == "error"
            yield _make_result(inner, get_text(body, "toolUseId"), parts, failed=failed)
