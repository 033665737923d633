"""Reads Claude Code's transcripts: JSON lines, a row per content block, replays and synthetic rows among them.

It returns prompts, the assistant's texts, tool calls, their results and the summaries of compactions. Those of
sub-agents are marked. It leaves out rows that the program wrote in a person's name (commands and their output,
reminders, queued notes, API errors), thinking, images, repeated rows and unknown ones. Nothing makes it fail.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from backstory.agents.json_lines import find_range, read_rows
from backstory.agents.turns import Reading, SessionFile, Turn

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


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions below `projects` of the configuration folder whose working folder is below one of `roots`."""
    projects = os.path.join(environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude"), "projects")
    for folder in _list_folders(projects):
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if not entry.name.endswith(".jsonl") or not entry.is_file(follow_symlinks=False):
                continue
            cwd = _read_cwd(entry.path)
            if any(cwd == root or cwd.startswith(root.rstrip(os.sep) + os.sep) for root in roots):
                status = entry.stat()
                yield SessionFile(entry.path, entry.name.removesuffix(".jsonl"), cwd, status.st_mtime, status.st_size)


def recognizes(path: str, head: bytes) -> bool:
    """Whether one of the first lines has the members of Claude Code's rows."""
    return path.endswith(".jsonl") and b'"sessionId"' in head and b'"type"' in head and b'"uuid"' in head


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on; `end` is the offset after the last whole line.

    An offset within a line (the file was rewritten) counts as 0. A file that cannot be read is empty.
    """
    try:
        start, end, before = find_range(path, position)
    except OSError:
        return Reading(iter(()))
    reading = Reading(iter(()), end)
    reading.turns = _turns(path, start, end, before, reading)
    return reading


def _turns(path: str, start: int, end: int, before: int, reading: Reading) -> Iterator[Turn]:
    seen: set[object] = set()
    for row in read_rows(path, start, end, before, reading):
        yield from _row(row.value, row.number, seen)


def _list_folders(folder: str) -> list[str]:
    try:
        return sorted(entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _read_cwd(path: str) -> str:
    """The working folder that the first rows of a file name."""
    try:
        start, end, before = find_range(path, 0)
        for row in islice(read_rows(path, start, end, before, Reading(iter(()))), 50):
            if cwd := _text(row.value, "cwd"):
                return cwd
    except OSError:
        pass
    return ""


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
