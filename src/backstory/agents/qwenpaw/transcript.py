"""Reads QwenPaw's sessions: `~/.qwenpaw/workspaces/<agent>/sessions/**/<id>.json`, messages with their marks."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backstory.agents.conversation_files import read_document
from backstory.agents.messages import format_time, get_list, get_object, get_text, name_role, read_message
from backstory.agents.turns import Reading, SessionFile, Turn


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """None: these sessions belong to an agent, and name no folder of a project."""
    return iter(())


def recognizes(path: str, head: bytes) -> bool:
    """Whether the document is the state of an agent with a memory and a toolkit."""
    compact = head[:2000].replace(b" ", b"").replace(b"\n", b"")
    return compact.startswith(b'{"agent":{') and b'"memory":{"content":[' in compact


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones."""
    name = os.path.basename(path).removesuffix(".json")
    return read_document(path, position, lambda value, reading: _convert(value, reading, name))


def _convert(value: dict[str, Any], reading: Reading, session: str) -> Iterator[Turn]:
    memory = get_object(get_object(value, "agent"), "memory")
    for number, pair in enumerate(get_list(memory, "content")):
        message = pair[0] if isinstance(pair, list) and pair else pair
        if not isinstance(message, dict):
            reading.damaged += 1
            continue
        ident = get_text(message, "id")
        turn = Turn("user", "", format_time(message.get("timestamp")), f"{number}-{ident}", session=session)
        role = get_text(message, "role")
        yield from _read_spoken(turn, role, message, reading)


def _read_spoken(turn: Turn, role: str, message: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    if role == "system":  # results of tools; the program's own words are no conversation
        content = get_list(message, "content")
        parts = [part for part in content if isinstance(part, dict) and part.get("type") == "tool_result"]
        yield from read_message(turn, "assistant", parts)
    elif role in ("user", "assistant"):
        yield from read_message(turn, name_role(role), message.get("content"))
    else:
        reading.unknown[str(role)[:40]] += 1
