"""Reads the sessions of Cline's command line: `~/.cline/data/sessions/<id>/<id>.messages.json`.

`<id>.json` beside it says where the session is held. A sub-agent has a file of messages of its own in the same folder,
`<agent>.messages.json`. Written anew at every message.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_entries,
    list_folders,
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
    make_call,
    make_result,
    name_role,
    parse_arguments,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

ENDING: Final = ".messages.json"
TAGS: Final = ("hook_context", "mode_notice", "environment_details", "system-reminder", "file_content")
"""Elements that the program puts into a message of a person."""
SHELL: Final = "run_commands"
"""The tool that runs several commands at a time."""
_INPUT: Final = re.compile(r"<user_input\b[^>]*>\s*(.*?)\s*</user_input>", re.DOTALL)


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions and those of their sub-agents whose folder is below one of `roots`."""
    data = os.path.join(environ.get("CLINE_DIR") or os.path.join(home, ".cline"), "data")
    for folder in list_folders(os.path.join(data, "sessions")):
        session = os.path.basename(folder)
        cwd = _find_cwd(folder)
        for entry in list_entries(folder, ENDING) if is_below(cwd, roots) else ():
            parent = "" if entry.name == session + ENDING else session
            if file := describe_file(entry.path, session, cwd, parent):
                yield file


def is_session_file(path: str, head: bytes) -> bool:
    """Whether a file holds the messages of a session, by its name or by the members with which it begins."""
    return path.endswith(ENDING) or (b'"sessionId"' in head[:400] and b'"origin"' in head and b'"messages"' in head)


def read_turns(path: str, position: int = 0) -> Reading:
    """The turns after the first `position` ones."""
    return read_document(path, position, lambda value, reading: _convert(value, path, reading))


def _find_cwd(folder: str) -> str:
    """The folder in which a session is held, from the file that describes it."""
    described = load_document(os.path.join(folder, os.path.basename(folder) + ".json")) or {}
    return get_text(described, "cwd") or get_text(described, "workspace_root")


def _convert(value: dict[str, Any], path: str, reading: Reading) -> Iterator[Turn]:
    origin = get_object(value, "origin")
    subagent = get_text(origin, "subagent")
    session = get_text(origin, "parentThreadId") or get_text(value, "sessionId")
    cwd = _find_cwd(os.path.dirname(os.path.abspath(path)))
    blank = Turn("user", "", session=session, cwd=cwd, subagent=subagent, sidechain=bool(subagent))
    for number, message in enumerate(get_list(value, "messages")):
        if not isinstance(message, dict):
            reading.damaged += 1
            continue
        turn = blank._replace(
            id=get_text(message, "id") or f"message-{number}", time=format_time(message.get("ts")),
            model=get_text(get_object(message, "modelInfo"), "id"),
            tokens=count_tokens(get_object(message, "metrics")),
        )  # fmt: skip
        role = get_text(message, "role")
        if role not in ("user", "assistant"):
            reading.unknown[str(role)[:40]] += 1
        elif get_text(get_object(message, "metadata"), "displayRole") != "system":
            yield from _read_parts(turn, role, get_list(message, "content") or [get_text(message, "content")])


def _read_parts(turn: Turn, role: str, content: list[Any]) -> Iterator[Turn]:
    for place, part in enumerate(content):
        blank = turn._replace(id=f"{turn.id}.{place}" if place else turn.id)
        kind = get_text(part, "type") if isinstance(part, dict) else ""
        if kind == "tool_use" and get_text(part, "name") == SHELL:
            yield from _read_commands(blank, part)
        elif kind == "tool_result":
            yield from _read_results(blank, part)
        else:
            for piece in read_message(blank, name_role(role), [part], tags=TAGS):
                yield _unwrap(piece) if piece.role == "user" else piece
        turn = turn._replace(tokens=Tokens())


def _unwrap(turn: Turn) -> Turn:
    """The person's text, without the element that names the mode."""
    words = _INPUT.findall(turn.text)
    return turn._replace(text="\n".join(words)) if words else turn


def _read_commands(blank: Turn, part: dict[str, Any]) -> Iterator[Turn]:
    """A call for each command, since each has a result of its own."""
    ident = get_text(part, "id")
    value = get_object(part, "input").get("commands")
    commands = value if isinstance(value, list) else [value]
    for place, command in enumerate(commands):
        words = command if isinstance(command, dict) else {"command": command}
        turn = blank._replace(id=_name_item(blank.id, place), tokens=Tokens() if place else blank.tokens)
        yield make_call(turn, _name_item(ident, place), SHELL, words)


def _read_results(blank: Turn, part: dict[str, Any]) -> Iterator[Turn]:
    """The results of a call: one for each of several commands, else one for all."""
    ident = get_text(part, "tool_use_id")
    results = _list_results(part.get("content"))
    if get_text(part, "name") == SHELL and results:
        for place, item in enumerate(results):
            turn = blank._replace(id=_name_item(blank.id, place))
            yield make_result(turn, _name_item(ident, place), _join_result(item), failed=item.get("success") is False)
        return
    failed = part.get("is_error") is True or (bool(results) and all(item.get("success") is False for item in results))
    yield make_result(blank, ident, list(map(_join_result, results)) or part.get("content"), failed=failed)


def _list_results(content: Any) -> list[dict[str, Any]]:
    """The single results in a content: a list of them, or one as JSON in a text. None in any other content."""
    value = parse_arguments(content) if isinstance(content, str) and content[:1] == "{" else content
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, dict) and ("success" in item or "finishReason" in item)]


def _join_result(item: dict[str, Any]) -> str:
    """The output of a command, a file or a sub-agent, or its error."""
    return "\n".join(filter(None, (get_text(item, key) for key in ("error", "result", "text"))))


def _name_item(ident: str, place: int) -> str:
    return f"{ident}.{place}" if place else ident
