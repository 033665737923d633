"""Reads Mistral Vibe's sessions: `~/.vibe/logs/session/<id>/messages.jsonl` with `meta.json` beside it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_folders,
    load_document,
    read_lines_of_session,
)
from backstory.agents.folders import is_below
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    format_time,
    get_object,
    get_text,
    read_chat_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

NAME: Final = "messages.jsonl"


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions whose `meta.json` names a folder below one of `roots`."""
    top = os.path.join(environ.get("VIBE_HOME") or os.path.join(home, ".vibe"), "logs", "session")
    for folder in list_folders(top):
        path = os.path.join(folder, NAME)
        blank = _blank(path, [])
        if is_below(blank.cwd, roots) and (file := describe_file(path, blank.session, blank.cwd, blank.parent)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file has the log's name and rows with Vibe's ids."""
    return os.path.basename(path) == NAME and b'"role"' in head[:2000] and b'"message_id"' in head


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on. Rows hold no times: all have that of the session's start."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    folder = os.path.dirname(os.path.abspath(path))
    meta = load_document(os.path.join(folder, "meta.json")) or {}
    cwd = get_text(get_object(meta, "environment"), "working_directory")
    return Turn(
        "user", "", format_time(meta.get("start_time")), cwd=cwd,
        session=get_text(meta, "session_id") or os.path.basename(folder),
        branch=get_text(meta, "git_branch"), model=get_text(meta, "model"),
    )  # fmt: skip


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    ident = get_text(value, "message_id")
    turn = blank._replace(id=f"{ident}-{row.number}" if ident else blank.id)
    is_injected = value.get("injected") is True and get_text(value, "role") in ("user", "assistant")
    if not is_injected:
        yield from read_chat_message(turn, value, reading, ("system", "developer"))
