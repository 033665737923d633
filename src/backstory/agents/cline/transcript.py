"""Reads the tasks of Cline, Roo Code, Zoo Code and the old Kilo Code: a folder for each, with two JSON documents.

`api_conversation_history.json` holds the messages as they were sent. `ui_messages.json` beside it gives their times.
The sessions of Cline's command line have a form of their own: `session_files`.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.cline import session_files
from backstory.agents.conversation_files import (
    describe_file,
    list_folders,
    load_document,
    resume_turns,
)
from backstory.agents.folders import editor_data_folder, is_below
from backstory.agents.messages import format_time, get_text, make_call, read_message
from backstory.agents.turns import Reading, SessionFile, Turn

NAME: Final = "api_conversation_history.json"
EXTENSIONS: Final = (
    "saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "zoocode.zoo-code", "kilocode.kilo-code",
)  # fmt: skip
HOSTS: Final = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf", "Positron")
TAGS: Final = ("environment_details", "system-reminder", "file_content", "folder_content", "user_instructions")
_MAX_BYTES: Final = 256 << 20
_TASK: Final = re.compile(r"<(task|feedback|user_message|answer)>\s*(.*?)\s*</\1>", re.DOTALL)
_CWD: Final = re.compile(r"Current (?:Working Directory|Workspace Directory) \(([^)\n]+)\)")
_RESULT: Final = re.compile(r"^\[([\w-]+)(?: for)?[^\]\n]*\] Result:\s*", re.DOTALL)
_XML: Final = re.compile(
    r"<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|search_files|list_files|insert_content|"
    r"search_and_replace|browser_action|new_task|use_mcp_tool|list_code_definition_names)>(.*?)</\1>",
    re.DOTALL,
)  # fmt: skip
_ARGUMENT: Final = re.compile(r"<(\w+)>\s*(.*?)\s*</\1>", re.DOTALL)
_DONE: Final = re.compile(
    r"<attempt_completion>\s*<result>\s*(.*?)\s*</result>.*?(?:</attempt_completion>|$)", re.DOTALL
)
_MODES: Final = re.compile(r"<(thinking|plan_mode_respond|ask_followup_question)>.*?</\1>", re.DOTALL)


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The tasks, and the sessions of the command line, whose folder is below one of `roots`."""
    for folder in _list_stores(environ, home):
        for task in list_folders(folder):
            path = os.path.join(task, NAME)
            cwd = _find_cwd(path)
            if is_below(cwd, roots) and (file := describe_file(path, os.path.basename(task), cwd)):
                yield file
    yield from session_files.find_sessions(environ, home, roots)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file has the history's name, or messages with the elements that these programs write."""
    if os.path.basename(path) == NAME or session_files.is_session_file(path, head):
        return True
    return head.lstrip()[:1] == b"[" and b'"role"' in head and (b"<environment_details>" in head)


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns after the first `position` ones."""
    if path.endswith(session_files.ENDING):
        return session_files.read_turns(path, position)
    messages = _load_messages(path)
    if messages is None:
        return Reading(iter(()), position)
    reading = Reading(iter(()))
    name = os.path.basename(os.path.dirname(os.path.abspath(path)))
    return resume_turns(
        reading, _convert(messages, Turn("user", "", session=name, cwd=_find_cwd(path)), reading), position
    )


def _load_messages(path: str) -> list[Any] | None:
    try:
        if os.path.getsize(path) > _MAX_BYTES:
            return None
        with open(path, "rb") as handle:
            value = msgspec.json.decode(handle.read())
    except (OSError, msgspec.DecodeError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def _convert(messages: list[Any], blank: Turn, reading: Reading) -> Iterator[Turn]:
    call = ""
    for number, message in enumerate(messages):
        if not isinstance(message, dict):
            reading.damaged += 1
            continue
        turn = blank._replace(id=f"message-{number}", time=format_time(message.get("ts")))
        role, content = get_text(message, "role"), message.get("content")
        if message.get("isSummary") is True:
            yield from _read_summary(turn, content)
        elif role == "user":
            yield from _read_user(turn, content, call)
            call = ""
        elif role == "assistant":
            parts = list(_read_assistant(turn, content))
            call = next((part.call for part in reversed(parts) if part.role == "tool"), call)
            yield from parts
        else:
            reading.unknown[str(role)[:40]] += 1


def _read_summary(turn: Turn, content: Any) -> Iterator[Turn]:
    text = " ".join(part.text for part in read_message(turn, "assistant", content) if part.text)
    if text:
        yield turn._replace(role="summary", text=text)


def _read_user(turn: Turn, content: Any, call: str) -> Iterator[Turn]:
    """A person's words stand in elements of their own; the rest of the text is results and what the program adds."""
    for part in read_message(turn, "user", content, tags=TAGS):
        if part.role != "user":
            yield part
            continue
        match = _RESULT.match(part.text)
        if match and call:
            yield _make_result(part, part.text[match.end() :], call)
            part = part._replace(id=f"{part.id}.u")
        for place, words in enumerate(_TASK.finditer(part.text)):
            yield part._replace(text=words[2], id=f"{part.id}.{place}")


def _make_result(part: Turn, text: str, call: str) -> Turn:
    failed = "The tool execution failed" in text[:200] or "<error>" in text[:200]
    code = re.search(r"[Ee]xit code:? (\d+)", text[:400])
    return part._replace(
        role="result", text=text, call=call, failed=failed or bool(code and code[1] != "0"),
        exit_code=int(code[1]) if code else None,
    )  # fmt: skip


def _read_assistant(turn: Turn, content: Any) -> Iterator[Turn]:
    """Texts and calls. Old versions write calls as elements in the text."""
    for part in read_message(turn, "assistant", content):
        if part.role != "assistant":
            if part.tool == "attempt_completion":
                text = get_text(part.input, "result")
                if text:
                    yield part._replace(role="assistant", text=text, tool="", action="", input={}, call="")
            else:
                yield part
            continue
        text = _DONE.sub(lambda match: match[1], part.text)
        plain = _MODES.sub("", _XML.sub("", text)).strip()
        if plain:
            yield part._replace(text=plain)
        for place, match in enumerate(_XML.finditer(text)):
            arguments = dict(_ARGUMENT.findall(match[2]))
            ident = f"{part.id}.x{place}"
            yield make_call(part._replace(id=ident), ident, match[1], arguments)


def _find_cwd(path: str) -> str:
    """The folder of a task: from the item of Roo Code's history, or from what the program tells the model."""
    item = load_document(os.path.join(os.path.dirname(path), "history_item.json")) or {}
    if workspace := get_text(item, "workspace"):
        return workspace
    try:
        with open(path, "rb") as handle:
            head = handle.read(256 * 1024).decode("utf-8", "replace")
    except OSError:
        return ""
    match = _CWD.search(head)
    return match[1].replace("\\\\", "\\") if match else ""


def _list_stores(environ: Mapping[str, str], home: str) -> Iterator[str]:
    base = editor_data_folder(environ, home)
    stores = [os.path.join(base, host, "User", "globalStorage") for host in HOSTS]
    stores.append(os.path.join(home, ".vscode-server", "data", "User", "globalStorage"))
    for store in stores:
        for extension in EXTENSIONS:
            yield os.path.join(store, extension, "tasks")
    yield os.path.join(environ.get("CLINE_DIR") or os.path.join(home, ".cline"), "data", "tasks")
