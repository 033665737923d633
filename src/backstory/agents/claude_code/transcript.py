"""Reads Claude Code's transcripts: JSON lines, a row per content block, replays and synthetic rows among them.

It returns prompts, the assistant's texts, tool calls, their results and the summaries of compactions. Those of
sub-agents are marked. It leaves out rows that the program wrote in a person's name (commands and their output,
reminders, queued notes, API errors), thinking, images, repeated rows and unknown ones. Nothing makes it fail.
"""

import os
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import msgspec

from backstory.agents.base import Turn

MAX_LINE: Final = 16 << 20
"""Longest line that is read, in bytes. Longer lines hold images or whole files."""
MAX_RESULT: Final = 100_000
"""Longest tool result that is handed on, in characters."""

_REMINDER: Final = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
_OURS: Final = re.compile(r'<backstory-context id="([^"]*)">.*?</backstory-context(?: id="\1")?>', re.DOTALL)
_SYNTHETIC: Final = (
    "<command-name>", "<command-message>", "<command-args>", "<local-command-", "<bash-input>", "<bash-stdout>",
    "<bash-stderr>", "<task-notification>", "<user-memory-input>", "Caveat: The messages below",
    "[Request interrupted by user", "This session is being continued from a previous conversation",
)  # fmt: skip
"""Beginnings of texts that are in a person's row and not written by the person."""


def turns(path: str, offset: int = 0) -> tuple[Iterator[Turn], int]:
    """The turns from a byte offset on, and the offset to continue from next time: after the last whole line.

    An offset within a line (the file was rewritten) counts as 0. A file that cannot be read is empty.
    """
    try:
        with open(path, "rb") as handle:
            end = _whole_lines(handle)
            start = offset if 0 < offset <= end and _line_start(handle, offset) else 0
            before = _count_lines(handle, start)
    except OSError:
        return iter(()), 0
    return _turns(path, start, end, before), end


def _turns(path: str, start: int, end: int, number: int) -> Iterator[Turn]:
    with open(path, "rb") as handle:
        handle.seek(start)
        seen: set[object] = set()
        while handle.tell() < end:
            number += 1
            line = handle.readline(MAX_LINE)
            if not line.endswith(b"\n"):
                while line and not line.endswith(b"\n"):
                    line = handle.readline(MAX_LINE)
                continue
            try:
                row = msgspec.json.decode(line)
            except (msgspec.DecodeError, RecursionError):
                continue
            if isinstance(row, dict):
                yield from _row(row, number, seen)


def _row(row: dict[str, Any], number: int, seen: set[object]) -> Iterator[Turn]:
    kind, message = row.get("type"), row.get("message")
    if kind not in ("user", "assistant") or not isinstance(message, dict):
        return
    uuid = _text(row, "uuid")
    if uuid:
        if uuid in seen:
            return
        seen.add(uuid)
    blank = _blank_turn(row, number)
    ident = uuid or f"line-{number}"
    for place, block in enumerate(_blocks(message.get("content"))):
        if not isinstance(block, dict):
            continue
        turn = _assistant(row, message, block, blank, seen) if kind == "assistant" else _user(row, block, blank)
        if turn:
            yield turn._replace(id=f"{ident}#{place}" if place else ident)


def _blank_turn(row: dict[str, Any], number: int) -> Turn:
    """The turn of a row without its content."""
    return Turn(
        role="user",
        text="",
        time=_text(row, "timestamp"),
        line=number,
        session=_text(row, "sessionId"),
        cwd=_text(row, "cwd"),
        branch=_text(row, "gitBranch"),
        sidechain=row.get("isSidechain") is True,
        parent=_text(row, "parentUuid"),
    )


def _blocks(content: object) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def _user(row: dict[str, Any], block: dict[str, Any], blank: Turn) -> Turn | None:
    if block.get("type") == "tool_result":
        text = _result(block.get("content"))
        return blank._replace(role="result", text=text, failed=block.get("is_error") is True)
    if block.get("type") != "text":
        return None
    text = _OURS.sub("", _REMINDER.sub("", _text(block, "text"))).strip()
    if row.get("isCompactSummary") is True:
        return blank._replace(role="summary", text=text)
    origin = row.get("origin")
    human = not isinstance(origin, dict) or origin.get("kind", "human") == "human"
    if not text or not human or row.get("isMeta") is True or text.startswith(_SYNTHETIC):
        return None
    return blank._replace(text=text)


def _assistant(
    row: dict[str, Any], message: dict[str, Any], block: dict[str, Any], blank: Turn, seen: set[object]
) -> Turn | None:
    if row.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        return None
    turn = _turn_of(block, blank)
    if turn is None:
        return None
    key = (_text(message, "id"), turn.role, turn.text if turn.role == "assistant" else _text(block, "id"))
    if key[0]:  # the same message comes again under new row ids after a resume or in a fork
        if key in seen:
            return None
        seen.add(key)
    return turn if turn.role == "tool" or turn.text.strip() else None


def _turn_of(block: dict[str, Any], blank: Turn) -> Turn | None:
    """The turn of a block of text or of a tool's call; None for any other block."""
    if block.get("type") == "text":
        return blank._replace(role="assistant", text=_text(block, "text"))
    if block.get("type") != "tool_use":
        return None
    given = block.get("input")
    return blank._replace(role="tool", tool=_text(block, "name"), input=given if isinstance(given, dict) else {})


def _result(content: object) -> str:
    if isinstance(content, str):
        return content[:MAX_RESULT]
    blocks = content if isinstance(content, list) else []
    texts = [_text(block, "text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(texts)[:MAX_RESULT]


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _whole_lines(handle: BinaryIO) -> int:
    """The offset after the last newline. The rest is still being written."""
    end = handle.seek(0, os.SEEK_END)
    while end > 0:
        begin = max(0, end - (1 << 16))
        handle.seek(begin)
        newline = handle.read(end - begin).rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0


def _line_start(handle: BinaryIO, offset: int) -> bool:
    handle.seek(offset - 1)
    return handle.read(1) == b"\n"


def _count_lines(handle: BinaryIO, end: int) -> int:
    handle.seek(0)
    count = 0
    while end > 0:
        piece = handle.read(min(end, 1 << 20))
        if not piece:
            break
        count += piece.count(b"\n")
        end -= len(piece)
    return count
