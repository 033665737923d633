"""Reads the sessions of Pi, Oh My Pi and OpenClaw: JSON lines, a tree of messages with tool calls as blocks."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    list_folders,
    read_head,
    read_lines_of_session,
)
from backstory.agents.folders import is_below
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    count_tokens,
    format_time,
    get_object,
    get_text,
    make_result,
    make_summary,
    name_role,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

_SILENT: Final = frozenset((
    "session", "model_change", "thinking_level_change", "custom", "custom_message", "label", "session_info",
))  # fmt: skip


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of the three programs whose first row names a folder below one of `roots`."""
    for top in _list_tops(environ, home):
        for folder in (top, *list_folders(top)):
            yield from _find_in_folder(folder, roots)


def _list_tops(environ: Mapping[str, str], home: str) -> list[str]:
    """The folders in which the programs keep their sessions."""
    pi = environ.get("PI_CODING_AGENT_DIR") or os.path.join(home, ".pi", "agent")
    claw = os.path.join(environ.get("OPENCLAW_STATE_DIR") or os.path.join(home, ".openclaw"), "agents")
    tops = [os.path.join(pi, "sessions"), os.path.join(home, ".omp", "agent", "sessions")]
    return tops + [os.path.join(agent, "sessions") for agent in list_folders(claw)]


def _find_in_folder(folder: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    for entry in list_entries(folder, ".jsonl"):
        blank = _blank(entry.path, read_head(entry.path)[:1])
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row opens a session with a version and a folder."""
    first = head.lstrip()[:4096].partition(b"\n")[0].replace(b" ", b"")
    return b'"type":"session"' in first and b'"version"' in first and b'"cwd"' in first


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    first = next((row for row in head if row.get("type") == "session"), {})
    session = get_text(first, "id") or os.path.basename(path).removesuffix(".jsonl")
    return Turn("user", "", session=session, cwd=get_text(first, "cwd"))


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    kind, message = get_text(value, "type"), get_object(value, "message")
    turn = blank._replace(
        id=f"{get_text(value, 'id') or 'line'}-{row.number}", time=format_time(value.get("timestamp")),
        parent=get_text(value, "parentId"), row=get_text(value, "id"), model=get_text(message, "model"),
    )  # fmt: skip
    role = get_text(message, "role")
    if kind == "message" and role in ("toolResult", "bashExecution"):
        yield from _read_result(turn, message)
    elif kind == "message" and role in ("user", "assistant"):
        turn = turn._replace(tokens=count_tokens(get_object(message, "usage")))
        yield from read_message(turn, name_role(role), message.get("content"))
    elif kind in ("compaction", "branch_summary"):
        yield from make_summary(turn, get_text(value, "summary"))
    elif kind not in _SILENT:
        reading.unknown[str(role if kind == "message" else kind)[:40]] += 1


def _read_result(turn: Turn, message: dict[str, Any]) -> Iterator[Turn]:
    """A tool's result, or a command that the person ran beside the conversation, with its output."""
    if message.get("role") == "toolResult":
        failed = message.get("isError") is True
        yield make_result(turn, get_text(message, "toolCallId"), message.get("content"), failed=failed)
        return
    command, code = get_text(message, "command"), message.get("exitCode")
    call = turn._replace(call=turn.id)
    yield call._replace(role="tool", tool="bash", action="command", command=command, input={"command": command})
    code = code if isinstance(code, int) else None
    yield make_result(call._replace(id=f"{turn.id}r"), turn.id, message.get("output"), exit_code=code)
