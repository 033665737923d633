"""Reads the threads of Zed's agent: the database `threads.db`, a document for each thread, often compressed."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw

from backstory.agents.compression import unpack_zstd
from backstory.agents.conversation_files import (
    resume_turns,
)
from backstory.agents.databases import list_columns, query_database, select_rows
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_rows import parse_object
from backstory.agents.messages import count_tokens, format_time, get_list, get_object, get_text, make_call, make_result
from backstory.agents.turns import Reading, SessionFile, Turn

DATABASE: Final = "threads.db"


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The threads of which a folder is below one of `roots`."""
    path = os.path.join(_find_folder(environ, home), DATABASE)
    for ident, paths, above, size in query_database(path, _select_threads) or ():
        cwd = next((line for line in str(paths or "").splitlines() if is_below(line, roots)), "")
        if cwd:
            yield SessionFile(path, str(ident), cwd, os.path.getmtime(path), int(size or 0), str(above or ""))


def _select_threads(connection: apsw.Connection) -> list[tuple[Any, ...]]:
    columns = list_columns(connection, "threads")
    folders = "folder_paths" if "folder_paths" in columns else "''"
    parent = "parent_id" if "parent_id" in columns else "''"
    return connection.execute(f"SELECT id, {folders}, {parent}, length(data) FROM threads").fetchall()


def _find_folder(environ: Mapping[str, str], home: str) -> str:
    if sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support", "Zed")
    elif sys.platform == "win32":
        base = os.path.join(environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "Zed")
    else:
        base = os.path.join(environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"), "zed")
    return os.path.join(base, "threads")


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is a database with the name of Zed's threads."""
    return head.startswith(b"SQLite format 3\0") and os.path.basename(path) == DATABASE


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones. Messages hold no times: all have that of the last change."""
    query = "SELECT id, updated_at, data_type, data FROM threads WHERE ?1 = '' OR id = ?1 ORDER BY rowid"
    rows = select_rows(path, query, (session,))
    if rows is None:
        return Reading(iter(()), position)
    reading = Reading(iter(()))
    turns: list[Turn] = []
    for ident, updated, kind, data in rows:
        body = data.encode() if isinstance(data, str) else data if isinstance(data, bytes) else b""
        text = unpack_zstd(body) if kind == "zstd" else body
        value = parse_object(text) if text is not None else None
        if value is None:
            reading.unknown["thread that cannot be decompressed" if text is None else "thread"] += 1
        else:
            turns += _convert(value, Turn("user", "", format_time(updated), session=str(ident)), reading)
    return resume_turns(reading, turns, position)


def _convert(value: dict[str, Any], blank: Turn, reading: Reading) -> Iterator[Turn]:
    trees = get_list(get_object(value, "initial_project_snapshot"), "worktree_snapshots")
    tree = trees[0] if trees and isinstance(trees[0], dict) else {}
    blank = blank._replace(
        cwd=get_text(tree, "worktree_path"), branch=get_text(get_object(tree, "git_state"), "current_branch"),
        model=get_text(get_object(value, "model"), "model"),
    )  # fmt: skip
    tokens = count_tokens(get_object(value, "cumulative_token_usage"))
    for number, message in enumerate(get_list(value, "messages")):
        if not isinstance(message, dict):
            continue
        for kind, body in message.items():
            turn = blank._replace(id=f"{blank.session}-{number}")
            if kind == "User" and isinstance(body, dict):
                if text := cut_injected(_join(get_list(body, "content"))):
                    yield turn._replace(text=text)
            elif kind == "Agent" and isinstance(body, dict):
                for turns in _read_agent(turn, body):
                    yield turns._replace(tokens=tokens)
                    tokens = tokens._replace(input=0, output=0, cache_read=0, cache_write=0)
            elif kind not in ("Resume", "User", "Agent"):
                reading.unknown[str(kind)[:40]] += 1


def _join(parts: list[Any]) -> str:
    """A person's text; files that were mentioned are named, not quoted."""
    texts = []
    for part in parts:
        if isinstance(part, dict) and isinstance(part.get("Text"), str):
            texts.append(part["Text"])
        elif isinstance(part, dict) and isinstance(part.get("Mention"), dict):
            texts.append(get_text(part["Mention"], "uri"))
    return " ".join(text for text in texts if text.strip())


def _read_agent(turn: Turn, body: dict[str, Any]) -> Iterator[Turn]:
    results = get_object(body, "tool_results")
    for place, part in enumerate(get_list(body, "content")):
        inner = turn._replace(id=f"{turn.id}.{place}")
        if not isinstance(part, dict):
            continue
        if isinstance(part.get("Text"), str):
            if text := cut_injected(part["Text"]):
                yield inner._replace(role="assistant", text=text)
        elif isinstance(part.get("ToolUse"), dict):
            call = part["ToolUse"]
            ident = get_text(call, "id") or inner.id
            yield make_call(inner, ident, get_text(call, "name"), call.get("input"))
            result = get_object(results, ident)
            if result:
                content = result.get("content")
                content = content.get("Text", content) if isinstance(content, dict) else content
                failed = result.get("is_error") is True
                yield make_result(inner._replace(id=f"{inner.id}r"), ident, content, failed=failed)
