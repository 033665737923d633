"""Reads Cursor's sessions: transcripts of its agent, and what `store.py` reads from its databases."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import describe_file, list_entries, list_folders, read_lines_of_session
from backstory.agents.cursor.chat_store import find_chats, read_chat
from backstory.agents.cursor.editor_store import find_composers, read_composer
from backstory.agents.cursor.queries import TAGS, pick_queries
from backstory.agents.json_lines import Row
from backstory.agents.messages import get_object, get_text, read_message
from backstory.agents.turns import Reading, SessionFile, Turn

_SILENT: Final = frozenset(("turn_ended", "turn_started", "status", "session_end"))


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The agent's transcripts in the folders that are named after `roots`, the editor's and the program's databases."""
    top = environ.get("CURSOR_CONFIG_DIR") or os.path.join(home, ".cursor")
    for root in roots:
        name = re.sub(r"[/\\.: _]+", "-", root).strip("-")
        for project in list_folders(os.path.join(top, "projects")):
            if os.path.basename(project) == name:
                yield from _list_transcripts(os.path.join(project, "agent-transcripts"), root)
    yield from find_composers(environ, home, roots)
    yield from find_chats(top, roots)


def _list_transcripts(folder: str, root: str) -> Iterator[SessionFile]:
    for place in (folder, *list_folders(folder)):
        for inner, parent in ((place, ""), (os.path.join(place, "subagents"), os.path.basename(place))):
            for entry in list_entries(inner, ".jsonl"):
                if file := describe_file(entry.path, entry.name.removesuffix(".jsonl"), root, parent):
                    yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row is a message without an id or a time, or the file is one of Cursor's databases."""
    if head.startswith(b"SQLite format 3\0"):
        return os.path.basename(path) in ("state.vscdb", "store.db")
    first = head.lstrip()[:4096].partition(b"\n")[0].replace(b" ", b"")
    return first.startswith((b'{"role":"user","message":{', b'{"role":"assistant","message":{'))


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a position on: bytes of a transcript, messages of a conversation in a database."""
    if path.endswith(".vscdb"):
        return read_composer(path, position, session)
    if path.endswith(".db"):
        return read_chat(path, position, session)
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    folder, name = os.path.split(os.path.abspath(path))
    session = name.removesuffix(".jsonl")
    subagent = session if os.path.basename(folder) == "subagents" else ""
    if subagent:
        session = os.path.basename(os.path.dirname(folder))
    return Turn("user", "", session=session, subagent=subagent, sidechain=bool(subagent))


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    role = get_text(value, "role")
    if role in ("user", "assistant"):
        content = get_object(value, "message").get("content")
        if role == "user":
            content = pick_queries(content)
        yield from read_message(blank, "user" if role == "user" else "assistant", content, tags=TAGS)
    elif get_text(value, "type") not in _SILENT:
        reading.unknown[(get_text(value, "type") or str(role))[:40]] += 1
