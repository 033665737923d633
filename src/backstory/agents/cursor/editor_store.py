"""Reads the conversations ("composers") in the database of Cursor's editor, `state.vscdb`: keys with JSON values."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw

from backstory.agents.conversation_files import (
    decode_uri,
    resume_turns,
)
from backstory.agents.databases import query_database, select_rows
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import editor_data_folder, is_below
from backstory.agents.injected_text import cut_injected, cut_own
from backstory.agents.json_rows import parse_object
from backstory.agents.messages import format_time, get_list, get_object, get_text, make_call, parse_arguments
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

_USER: Final = 1
_COMPOSERS: Final = "SELECT key, value FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;'"
_FAILED: Final = ("error", "failed", "cancelled", "rejected")


def find_composers(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The conversations whose folder is below one of `roots`."""
    for path in _list_databases(environ, home):
        for key, value in select_rows(path, _COMPOSERS) or ():
            data = _decode(value)
            cwd = _find_folder(data)
            if is_below(cwd, roots):
                updated = data.get("lastUpdatedAt")
                time = updated / 1000 if isinstance(updated, int | float) else os.path.getmtime(path)
                yield SessionFile(path, str(key).partition(":")[2], cwd, time, len(value or b""))


def read_composer(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position; of all conversations without `session`."""
    reading = Reading(iter(()), position)
    turns = query_database(path, lambda connection: list(_read(connection, session, reading)))
    return Reading(iter(()), position) if turns is None else resume_turns(reading, turns, position)


def _read(connection: apsw.Connection, session: str, reading: Reading) -> Iterator[Turn]:
    if session:
        names = [session]
    else:
        rows = connection.execute(_COMPOSERS)
        names = [str(row[0]).partition(":")[2] for row in rows]
    for name in names:
        data = _decode(
            connection.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (f"composerData:{name}",)).get
        )
        model = get_text(get_object(data, "modelConfig"), "modelName")
        blank = Turn("user", "", session=name, cwd=_find_folder(data), model=model)
        for bubble in _list_bubbles(connection, name, data):
            yield from _convert(bubble, blank, reading)


def _list_bubbles(connection: apsw.Connection, name: str, data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages in their order: in the conversation itself, or under keys of their own."""
    inline = get_list(data, "conversation")
    if inline:
        yield from (bubble for bubble in inline if isinstance(bubble, dict))
        return
    for header in get_list(data, "fullConversationHeadersOnly"):
        ident = get_text(header, "bubbleId") if isinstance(header, dict) else ""
        bubble = _decode(
            connection.execute("SELECT value FROM cursorDiskKV WHERE key = ?", (f"bubbleId:{name}:{ident}",)).get
        )
        if bubble:
            yield {"bubbleId": ident, **bubble}


def _convert(bubble: dict[str, Any], blank: Turn, reading: Reading) -> Iterator[Turn]:
    ident = get_text(bubble, "bubbleId")
    timing = get_object(bubble, "timingInfo")
    time = format_time(bubble.get("createdAt")) or format_time(timing.get("clientStartTime"))
    counts = get_object(bubble, "tokenCount")
    tokens = Tokens(
        *(counts[name] if isinstance(counts.get(name), int) else 0 for name in ("inputTokens", "outputTokens"))
    )
    turn = blank._replace(id=ident, time=time, row=ident)
    if bubble.get("capabilityType") == 30:
        return
    text = cut_injected(get_text(bubble, "text"))
    if bubble.get("type") == _USER:
        if text:
            yield turn._replace(text=text)
        return
    if text:
        yield turn._replace(role="assistant", text=text, tokens=tokens)
        tokens = Tokens()
    tool = get_object(bubble, "toolFormerData")
    if get_text(tool, "name"):
        yield from _read_tool(turn._replace(id=f"{ident}.t", tokens=tokens), tool)
    elif not text and bubble.get("type") != 2:
        reading.unknown[f"bubble {bubble.get('type')}"[:40]] += 1


def _read_tool(turn: Turn, tool: dict[str, Any]) -> Iterator[Turn]:
    arguments = parse_arguments(tool.get("rawArgs") or tool.get("params") or {})
    call = get_text(tool, "toolCallId") or turn.id
    yield make_call(turn, call, get_text(tool, "name"), arguments)
    result = parse_arguments(tool.get("result"))
    if result in (None, {}) and get_text(tool, "status") not in _FAILED:
        return
    fields = result if isinstance(result, dict) else {}
    text = next(
        (
            fields[key]
            for key in ("output", "contents", "error", "message", "input")
            if isinstance(fields.get(key), str)
        ),
        "",
    )
    code = fields.get("exitCode", fields.get("exitCodeV2"))
    code = code if isinstance(code, int) and not isinstance(code, bool) else find_exit_code(text)
    failed = bool(code) or get_text(tool, "status") in _FAILED
    text = cut_own(text or str(tool.get("result") or "")[:2000])
    yield turn._replace(
        role="result", id=f"{turn.id}r", text=text, call=call, exit_code=code, failed=failed, tokens=Tokens()
    )


def _decode(value: Any) -> dict[str, Any]:
    data = value.encode() if isinstance(value, str) else value
    return (parse_object(data) or {}) if isinstance(data, bytes) else {}


def _find_folder(data: dict[str, Any]) -> str:
    uri = get_object(get_object(data, "workspaceIdentifier"), "uri")
    return get_text(uri, "fsPath") or decode_uri(get_text(uri, "external") or get_text(uri, "path"))


def _list_databases(environ: Mapping[str, str], home: str) -> list[str]:
    base = editor_data_folder(environ, home)
    paths = [os.path.join(base, name, "User", "globalStorage", "state.vscdb") for name in ("Cursor", "Cursor Nightly")]
    return [path for path in paths if os.path.isfile(path)]
