"""Reads Amp's threads, where they are kept on this machine: `~/.local/share/amp/threads/T-<id>.json`."""

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
from backstory.agents.messages import (
    count_tokens,
    format_time,
    get_list,
    get_object,
    get_text,
    make_result,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

_FAILED = ("error", "cancelled", "rejected-by-user")


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The threads whose first working tree is below one of `roots`."""
    data = environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    for entry in list_entries(os.path.join(data, "amp", "threads"), ".json"):
        blank = _blank(load_document(entry.path) or {})
        if is_below(blank.cwd, roots) and (file := describe_file(entry.path, blank.session, blank.cwd)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the document is a thread: its id begins with `T-`, and it has a version and messages."""
    compact = head.replace(b" ", b"")
    return head.lstrip()[:1] == b"{" and b'"id":"T-' in compact and b'"v":' in compact and b'"messages"' in compact


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones."""
    return read_document(path, position, _convert)


def _blank(value: dict[str, Any]) -> Turn:
    trees = get_list(get_object(get_object(value, "env"), "initial"), "trees")
    tree = trees[0] if trees and isinstance(trees[0], dict) else {}
    branch = get_text(get_object(tree, "repository"), "ref").removeprefix("refs/heads/")
    return Turn(
        "user", "", format_time(value.get("created")), session=get_text(value, "id"),
        cwd=decode_uri(get_text(tree, "uri")), branch=branch,
    )  # fmt: skip


def _convert(value: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    blank = _blank(value)
    for number, message in enumerate(get_list(value, "messages")):
        if not isinstance(message, dict):
            reading.damaged += 1
            continue
        usage, meta = get_object(message, "usage"), get_object(message, "meta")
        time = format_time(usage.get("timestamp")) or format_time(meta.get("sentAt")) or blank.time
        turn = blank._replace(id=f"message-{number}", time=time, model=get_text(usage, "model"))
        role = get_text(message, "role")
        if role == "assistant":
            yield from read_message(turn._replace(tokens=_count(usage)), "assistant", message.get("content"))
        elif role == "user":
            yield from _read_user(turn, message)
        else:
            reading.unknown[str(role)[:40]] += 1


def _read_user(turn: Turn, message: dict[str, Any]) -> Iterator[Turn]:
    """What a person wrote, and the results of tools, which stand in messages of a person."""
    parts = get_list(message, "content")
    results = [part for part in parts if isinstance(part, dict) and part.get("type") == "tool_result"]
    others = [part for part in parts if part not in results]
    yield from read_message(turn, "user", others if results else message.get("content"))
    for place, part in enumerate(results):
        yield _read_result(turn._replace(id=f"{turn.id}.r{place}"), part)


def _count(usage: dict[str, Any]) -> Tokens:
    tokens = count_tokens(usage)
    read, written = usage.get("cacheReadInputTokens"), usage.get("cacheCreationInputTokens")
    return tokens._replace(
        cache_read=read if isinstance(read, int) else 0, cache_write=written if isinstance(written, int) else 0
    )


def _read_result(turn: Turn, part: dict[str, Any]) -> Turn:
    run = get_object(part, "run")
    result = run.get("result", part.get("content"))
    code = result.get("exitCode") if isinstance(result, dict) else None
    failed = get_text(run, "status") in _FAILED
    call = get_text(part, "toolUseID") or get_text(part, "tool_use_id")
    return make_result(
        turn, call, result or run.get("error"), failed=failed, exit_code=code if isinstance(code, int) else None
    )
