"""Reads Grok CLI's sessions: `~/.grok/sessions/<folder>/<id>/chat_history.jsonl` with `summary.json` beside it."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_folders,
    load_document,
    read_lines_of_session,
)
from backstory.agents.folders import is_below
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    format_time,
    get_list,
    get_object,
    get_text,
    make_result,
    make_summary,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

NAME: Final = "chat_history.jsonl"
_PERSON_REASONS: Final = ("", "interjection")
"""Why a row of a person is there, where a person wrote it."""
_QUERY: Final = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
_ABOUT: Final = "<user_info>"
"""How the row begins that tells the model of the machine and the rules, in a person's name."""
_SILENT: Final = frozenset(("system", "reasoning", "backend_tool_call", "session_meta", "usage"))


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions whose summary names a folder below one of `roots`."""
    top = os.path.join(environ.get("GROK_HOME") or os.path.join(home, ".grok"), "sessions")
    for folder in list_folders(top):
        places = list_folders(folder)
        parents = {
            os.path.basename(child): os.path.basename(place)
            for place in places
            for child in list_folders(os.path.join(place, "subagents"))
        }
        for place in places:
            blank = _blank(os.path.join(place, NAME), [])
            if is_below(blank.cwd, roots):
                parent = get_text(load_document(os.path.join(place, "summary.json")) or {}, "parent_session_id")
                parent = parent or parents.get(os.path.basename(place), "")
                file = describe_file(os.path.join(place, NAME), blank.session, blank.cwd, parent)
                if file:
                    yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file has the history's name, or rows that say where a person's text comes from."""
    first = head.lstrip()[:200]
    return first[:1] == b"{" and (
        os.path.basename(path) == NAME or (b'"synthetic_reason"' in head and b'"prompt_index"' in head)
    )


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on. Rows hold no times: all have that of the session's start."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    summary = load_document(os.path.join(os.path.dirname(path), "summary.json")) or {}
    info = get_object(summary, "info")
    git = get_object(summary, "git")
    session = get_text(info, "id") or _name_folder(path)
    is_subagent = get_text(summary, "session_kind") == "subagent"
    return Turn(
        "user", "", format_time(summary.get("created_at")), session=session,
        cwd=get_text(info, "cwd"), branch=get_text(git, "branch") or get_text(summary, "head_branch"),
        model=get_text(summary, "current_model_id"), sidechain=is_subagent, subagent=session if is_subagent else "",
    )  # fmt: skip


def _name_folder(path: str) -> str:
    return os.path.basename(os.path.dirname(os.path.abspath(path)))


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    kind = get_text(value, "type")
    blank = blank._replace(model=get_text(value, "model_id") or blank.model)
    if kind in _READERS:
        yield from _READERS[kind](blank, value)
    elif kind not in _SILENT:
        reading.unknown[str(kind)[:40]] += 1


def _read_user(blank: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    """A person's words, which newer versions put into an element."""
    if get_text(value, "synthetic_reason") not in _PERSON_REASONS:
        return
    for turn in read_message(blank, "user", value.get("content")):
        words = _QUERY.findall(turn.text)
        if words or not turn.text.startswith(_ABOUT):
            yield turn._replace(text="\n".join(words)) if words else turn


def _read_assistant(blank: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    return read_message(blank, "assistant", value.get("content"), calls=get_list(value, "tool_calls"))


def _read_result(blank: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    failed = value.get("is_error") is True
    yield make_result(blank, get_text(value, "tool_call_id"), value.get("content"), failed=failed)


def _read_summary(blank: Turn, value: dict[str, Any]) -> Iterator[Turn]:
    return make_summary(blank, get_text(value, "summary"))


_READERS: Final[Mapping[str, Callable[[Turn, dict[str, Any]], Iterator[Turn]]]] = {
    "user": _read_user, "assistant": _read_assistant, "tool_result": _read_result, "compaction": _read_summary,
}  # fmt: skip
