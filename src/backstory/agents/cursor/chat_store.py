"""Reads the conversations of Cursor's command line: `~/.cursor/chats/<digest of the folder>/<session>/store.db`.

Blobs are named by the SHA-256 of their content. Messages are JSON; the nodes that put them in order hold 32-byte names.
"""

import os
from collections.abc import Iterator, Sequence
from hashlib import md5
from typing import Any, Final

import apsw

from backstory.agents.conversation_files import describe_file, list_folders
from backstory.agents.cursor.queries import TAGS, pick_queries
from backstory.agents.databases import query_database
from backstory.agents.json_rows import parse_object
from backstory.agents.messages import format_time, get_text, make_result, read_message
from backstory.agents.turns import Reading, SessionFile, Turn

_MAX_BLOBS: Final = 100_000


def find_chats(top: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions in the folders that are named by the MD5 of one of `roots`."""
    for root in roots:
        name = md5(root.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
        for folder in list_folders(os.path.join(top, "chats", name)):
            path = os.path.join(folder, "store.db")
            if file := describe_file(path, os.path.basename(folder), root):
                yield file


def read_chat(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns of the messages after the first `position` ones."""
    reading = Reading(iter(()), position)
    name = session or os.path.basename(os.path.dirname(os.path.abspath(path)))
    conversation = query_database(path, _read_conversation)
    if conversation is None:
        return reading
    meta, messages = conversation
    blank = Turn("user", "", format_time(meta.get("createdAt")), session=name, model=get_text(meta, "lastUsedModel"))
    start = position if position <= len(messages) else 0
    reading.end = len(messages)
    reading.repeats = start < position
    reading.turns = (
        turn for number in range(start, len(messages)) for turn in _convert(messages[number], number, blank, reading)
    )
    return reading


def _read_conversation(connection: apsw.Connection) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    meta = _read_meta(connection)
    return meta, list(_list_messages(connection, get_text(meta, "latestRootBlobId")))


def _read_meta(connection: apsw.Connection) -> dict[str, Any]:
    value = connection.execute("SELECT value FROM meta WHERE key = '0'").get
    try:
        data = bytes.fromhex(value) if isinstance(value, str) else value
    except ValueError:
        data = value.encode()
    return (parse_object(data) or {}) if isinstance(data, bytes) else {}


def _list_messages(connection: apsw.Connection, root: str) -> Iterator[dict[str, Any]]:
    """The messages that can be reached from the root, in the order of the nodes' names for them."""
    waiting, seen = [root], set[str]()
    while waiting and len(seen) < _MAX_BLOBS:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        data = connection.execute("SELECT data FROM blobs WHERE id = ?", (name,)).get
        if not isinstance(data, bytes):
            continue
        if data.lstrip()[:1] == b"{":
            if message := parse_object(data):
                yield message
            continue
        waiting += reversed([inner for inner in _list_names(data) if inner not in seen])


def _list_names(data: bytes) -> list[str]:
    """The names in a node: fields of 32 bytes."""
    names, place = [], 0
    while (place := data.find(b" ", place)) >= 0:
        if place and data[place - 1] & 7 == 2 and place + 33 <= len(data):
            names.append(data[place + 1 : place + 33].hex())
            place += 33
        else:
            place += 1
    return names


def _convert(message: dict[str, Any], number: int, blank: Turn, reading: Reading) -> Iterator[Turn]:
    role = get_text(message, "role")
    turn = blank._replace(id=f"{get_text(message, 'id') or 'message'}-{number}")
    if role == "tool":
        for place, part in enumerate(message["content"] if isinstance(message.get("content"), list) else ()):
            if isinstance(part, dict):
                yield make_result(
                    turn._replace(id=f"{turn.id}.{place}"), get_text(part, "toolCallId"), part.get("result")
                )
    elif role in ("user", "assistant"):
        content = pick_queries(message.get("content")) if role == "user" else message.get("content")
        yield from read_message(turn, "user" if role == "user" else "assistant", content, tags=TAGS)
    elif role != "system":
        reading.unknown[str(role)[:40]] += 1
