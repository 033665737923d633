"""Reads Antigravity's sessions: the transcript of its command line, and the plans and reports that its agent writes.

The conversations themselves are protocol buffers or encrypted. `brain/<id>/*.md` is plain text, and so is
`brain/<id>/.system_generated/logs/transcript.jsonl` of the command line.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_folders,
    read_head,
    read_lines_of_session,
)
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import is_below
from backstory.agents.injected_text import cut_injected, cut_own
from backstory.agents.json_lines import Row
from backstory.agents.messages import format_time, get_list, get_text, make_call, make_summary, parse_arguments
from backstory.agents.turns import Reading, SessionFile, Turn

LOG: Final = os.path.join(".system_generated", "logs", "transcript.jsonl")
PROGRAMS: Final = ("antigravity-cli", "antigravity")
_REQUEST: Final = re.compile(r"<USER_REQUEST>\s*(.*?)\s*</USER_REQUEST>", re.DOTALL)
_EDITED: Final = re.compile(r"The following changes were made (?:by the [\w ]+ tool )?to: (\S[^\n]*?)\.?(?:\n|$)")
_CREATED: Final = re.compile(r"^(?:Created|Completed) At: [^\n]*\n", re.MULTILINE)
_SILENT: Final = frozenset(("CONVERSATION_HISTORY", "EPHEMERAL_MESSAGE", "KNOWLEDGE_ARTIFACTS", "SYSTEM_MESSAGE"))
_RESULTS: Final[Mapping[str, str]] = {
    "RUN_COMMAND": "run_command", "COMMAND_STATUS": "command_status", "CODE_ACTION": "write_to_file",
    "VIEW_FILE": "view_file", "LIST_DIRECTORY": "list_dir", "GREP_SEARCH": "grep_search", "FIND": "find_by_name",
    "SEARCH_WEB": "search_web", "READ_URL_CONTENT": "read_url_content", "BROWSER_NAVIGATE": "browser_navigate",
}  # fmt: skip
"""Type of a step that holds a tool's result -> the tool."""


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The transcripts whose commands ran below one of `roots`."""
    for program in PROGRAMS:
        for folder in list_folders(os.path.join(home, ".gemini", program, "brain")):
            path = os.path.join(folder, LOG)
            cwd = _find_cwd(read_head(path))
            if is_below(cwd, roots) and (file := describe_file(path, os.path.basename(folder), cwd)):
                yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row is a step with a source."""
    first = head.lstrip()[:4096].partition(b"\n")[0]
    return first.startswith(b"{") and b'"step_index"' in first and b'"source"' in first


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    folder = os.path.abspath(path)
    marker = os.sep + LOG
    session = os.path.basename(folder.removesuffix(marker)) if folder.endswith(marker) else os.path.basename(path)
    return Turn("user", "", session=session.removesuffix(".jsonl"), cwd=_find_cwd(head))


def _find_cwd(head: list[dict[str, Any]]) -> str:
    for call in chain.from_iterable(get_list(row, "tool_calls") for row in head):
        arguments = call.get("args") if isinstance(call, dict) else None
        cwd = _decode_cwd(arguments) if isinstance(arguments, dict) else ""
        if os.path.isabs(cwd):
            return cwd
    return ""


def _decode_cwd(arguments: dict[str, Any]) -> str:
    cwd = parse_arguments(arguments.get("Cwd"))
    cwd = cwd.get("input") if isinstance(cwd, dict) else cwd
    return cwd if isinstance(cwd, str) else ""


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    kind, step = get_text(value, "type"), value.get("step_index")
    turn = blank._replace(id=f"step-{step}-{row.number}", time=format_time(value.get("created_at")))
    content = get_text(value, "content")
    if kind == "USER_INPUT":
        yield from _read_prompt(turn, content)
    elif kind in ("PLANNER_RESPONSE", "NOTIFY_USER"):
        yield from _read_reply(turn, content, get_list(value, "tool_calls"))
    elif kind == "CHECKPOINT":
        yield from make_summary(turn, content)
    elif kind in _RESULTS:
        yield from _read_result(turn, _RESULTS[kind], content, failed=get_text(value, "status") == "ERROR")
    elif kind not in _SILENT:
        reading.unknown[kind[:40] or "step"] += 1


def _read_prompt(turn: Turn, content: str) -> Iterator[Turn]:
    match = _REQUEST.search(content)
    text = cut_injected(match[1] if match else re.sub(r"<[A-Z_]+>.*?</[A-Z_]+>", "", content, flags=re.DOTALL))
    if text:
        yield turn._replace(text=text)


def _read_reply(turn: Turn, content: str, calls: list[Any]) -> Iterator[Turn]:
    if text := cut_injected(content):
        yield turn._replace(role="assistant", text=text)
    for place, call in enumerate(calls):
        if isinstance(call, dict):
            inner = turn._replace(id=f"{turn.id}.{place}")
            yield make_call(inner, inner.id, get_text(call, "name"), _decode_arguments(call.get("args")))


def _decode_arguments(arguments: Any) -> Any:
    """Values are JSON in texts: `"\\"pytest -q\\""` is `pytest -q`."""
    if not isinstance(arguments, dict):
        return arguments
    decoded: dict[str, Any] = {}
    for name, value in arguments.items():
        inner = parse_arguments(value) if isinstance(value, str) and value[:1] in '"[{' else value
        decoded[name] = inner
    return decoded


def _read_result(turn: Turn, tool: str, content: str, *, failed: bool) -> Iterator[Turn]:
    """A step's result. It names no call, so it comes with one of its own that says which files changed."""
    text = cut_own(_CREATED.sub("", content)).strip()
    code = find_exit_code(text)
    edited = tuple(dict.fromkeys(_EDITED.findall(text))) if tool == "write_to_file" else ()
    yield turn._replace(
        role="tool", tool=f"{tool}_result", action="edit" if edited else "other", edits=edited, call=turn.id
    )
    yield turn._replace(
        role="result", id=f"{turn.id}r", text=text, call=turn.id, exit_code=code, failed=failed or bool(code)
    )
