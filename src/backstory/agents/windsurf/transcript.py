"""Reads what Windsurf writes of its sessions for a hook: `~/.windsurf/transcripts/<id>.jsonl`, a step on each line.

It writes them where `post_cascade_response_with_transcript` has a hook. Its own store is encrypted. A step names
neither a time nor a folder: a session belongs to the project whose files it edits.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import describe_file, list_entries, read_head, read_lines_of_session
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.messages import get_object, get_text, make_call, make_result
from backstory.agents.turns import Reading, SessionFile, Turn

ENDING: Final = ".jsonl"
_TOOLS: Final[Mapping[str, str]] = {
    "code_action": "edit_file", "run_command": "run_command", "read_code": "read_file", "grep_search": "grep_search",
    "find": "find_files", "list_directory": "list_dir", "search_web": "web_search", "read_url_content": "read_url",
}  # fmt: skip
"""Type of a step -> the tool in the words of `tool_calls`."""


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The transcripts that edit or run something below one of `roots`."""
    for entry in list_entries(os.path.join(home, ".windsurf", "transcripts"), ENDING):
        folder = next((root for root in roots if is_below(_find_place(read_head(entry.path)), [root])), "")
        if folder and (file := describe_file(entry.path, entry.name.removesuffix(ENDING), folder)):
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row is a step whose content is a member with the name of its type."""
    first = head.lstrip()[:4096].partition(b"\n")[0]
    return b'"user_input"' in first and b'"user_response"' in first and b'"status"' in first


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    return Turn("user", "", session=os.path.basename(path).removesuffix(ENDING))


def _find_place(head: list[dict[str, Any]]) -> str:
    """The first absolute path that a session edits, or in which it runs a command."""
    steps = (get_object(row, get_text(row, "type")) for row in head)
    places = (get_text(step, key) for step in steps for key in ("cwd", "path", "file_path"))
    return next((place for place in places if os.path.isabs(place)), "")


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    kind = get_text(row.value, "type")
    step = get_object(row.value, kind)
    if kind == "user_input":
        text = cut_injected(get_text(step, "user_response"))
        yield from [blank._replace(text=text)] if text else []
    elif kind == "planner_response":
        text = cut_injected(get_text(step, "response"))
        yield from [blank._replace(role="assistant", text=text)] if text else []
    elif kind in _TOOLS:
        command = get_text(step, "command_line") or get_text(step, "command")
        arguments = {**step, **({"command": command} if command else {})}
        failed = get_text(row.value, "status") in ("error", "failed")
        yield make_call(blank, blank.id, _TOOLS[kind], arguments)
        yield make_result(blank._replace(id=f"{blank.id}r"), blank.id, step.get("output", ""), failed=failed)
    else:
        reading.unknown[kind[:40] or "step"] += 1
