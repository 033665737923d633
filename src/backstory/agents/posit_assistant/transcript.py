"""Reads Posit Assistant's conversations: a folder for each, with the tree of the messages and a file of their words.

`~/.posit/assistant/workspaces/<workspace>/<conversation>/conversation.json` is the tree: each node names messages of
`lm-messages.jsonl` beside it, which have the form of the AI SDK. Sub-agents have folders below their conversation's.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from backstory.agents.conversation_files import describe_file, list_folders, load_document, resume_turns
from backstory.agents.folders import is_below
from backstory.agents.json_lines import find_range, head_objects, read_rows
from backstory.agents.messages import (
    count_tokens,
    format_time,
    get_list,
    get_object,
    get_text,
    make_result,
    make_summary,
    name_role,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

TREE: Final = "conversation.json"
WORDS: Final = "lm-messages.jsonl"
WORKSPACE: Final = "workspace.json"
_ABOVE: Final = 4
"""Folders above a conversation's in which its workspace is looked for: a sub-agent's is two further down."""
_SUMMARY: Final = re.compile(r"<MESSAGESUMMARY>.*?(?:</MESSAGESUMMARY>|\Z)", re.DOTALL)
"""Texts that the program has the model write for itself."""


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The conversations of the workspaces below one of `roots`, each followed by its sub-agents."""
    for workspace in list_folders(os.path.join(home, ".posit", "assistant", "workspaces")):
        cwd = _read_folder(workspace)
        if cwd and is_below(cwd, roots):
            for folder in list_folders(workspace):
                yield from _describe(folder, cwd)


def _describe(folder: str, cwd: str) -> Iterator[SessionFile]:
    path = os.path.join(folder, TREE)
    root = get_object(load_document(path) or {}, "root")
    parent = get_text(get_object(root, "metadata"), "parentTreeId")
    file = describe_file(path, get_text(root, "id") or os.path.basename(folder), cwd, parent)
    words = describe_file(os.path.join(folder, WORDS), "", cwd)
    if file is not None:
        if words is not None:
            file = file._replace(modified=max(file.modified, words.modified), size=file.size + words.size)
        yield file
    for below in list_folders(os.path.join(folder, "subagents")):
        yield from _describe(below, cwd)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is the tree of a conversation, or the words of one with the tree beside them."""
    if os.path.basename(path) == WORDS:
        return any({"id", "message"} <= row.keys() for row in head_objects(head, 1))
    return path.endswith(".json") and all(part in head for part in (b'"schemaVersion"', b'"root"', b'"messages"'))


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position. Without its words a conversation has only its summary."""
    folder = os.path.dirname(os.path.abspath(path))
    is_words = os.path.basename(path) == WORDS
    value = load_document(os.path.join(folder, TREE) if is_words else path)
    if value is None:
        return Reading(iter(()), position)
    reading = Reading(iter(()))
    return resume_turns(reading, _convert(value, folder, reading), position)


def _convert(value: dict[str, Any], folder: str, reading: Reading) -> Iterator[Turn]:
    blank = _make_blank(value, folder)
    words = _read_words(os.path.join(folder, WORDS), reading)
    if not words:
        yield from make_summary(blank, get_text(get_object(value, "root"), "summary"))
    for node in get_list(value, "messages"):
        if not isinstance(node, dict):
            reading.damaged += 1
            continue
        name = get_text(node, "id")
        turn = blank._replace(
            time=format_time(node.get("timestamp")) or blank.time, parent=get_text(node, "parentId"), row=name,
            abandoned=node.get("isActive") is False,
        )  # fmt: skip
        for ident in get_list(node, "lmMessageIds"):
            if isinstance(ident, int) and ident in words:
                yield from _read_words_of(turn._replace(id=f"{name}.{ident}"), words[ident], reading)


def _make_blank(value: dict[str, Any], folder: str) -> Turn:
    root = get_object(value, "root")
    facts = get_object(root, "metadata")
    session = get_text(root, "id") or os.path.basename(folder)
    blank = Turn(
        "user", "", format_time(root.get("timestamp")), session, session=session, cwd=_find_folder(folder),
        branch=get_text(facts, "gitBranch"), model=get_text(get_object(facts, "model"), "id"),
    )  # fmt: skip
    parent = get_text(facts, "parentTreeId")
    if get_text(facts, "kind") != "subagent" and not parent:
        return blank
    return blank._replace(sidechain=True, subagent=session, session=parent or session)


def _read_words(path: str, reading: Reading) -> dict[int, dict[str, Any]]:
    """The messages by their numbers."""
    try:
        start, end, before = find_range(path, 0)
        rows = list(read_rows(path, start, end, before, reading))
    except OSError:
        return {}
    return {row.value["id"]: row.value for row in rows if isinstance(row.value.get("id"), int)}


def _read_words_of(blank: Turn, row: dict[str, Any], reading: Reading) -> Iterator[Turn]:
    """The turns of a message in the form of the AI SDK."""
    message = get_object(row, "message")
    role, content = get_text(message, "role"), message.get("content")
    if role in ("user", "assistant"):
        facts = get_object(get_object(get_object(message, "providerOptions"), "providerMetadata"), "positai")
        blank = blank._replace(
            time=format_time(facts.get("timestamp")) or blank.time, model=get_text(facts, "modelId") or blank.model,
            tokens=count_tokens(get_object(facts, "usage")),
        )  # fmt: skip
        yield from read_message(blank, name_role(role), _cut_summaries(content))
    elif role == "tool":
        for place, part in enumerate(content if isinstance(content, list) else ()):
            if isinstance(part, dict) and get_text(part, "type") == "tool-result":
                yield _make_result(blank._replace(id=f"{blank.id}.{place}"), part)
    elif role != "system":
        reading.unknown[role[:40]] += 1


def _make_result(blank: Turn, part: dict[str, Any]) -> Turn:
    output = get_object(part, "output")
    failed = get_text(output, "type").startswith("error") or part.get("isError") is True
    return make_result(blank, get_text(part, "toolCallId"), output.get("value", part.get("result")), failed=failed)


def _cut_summaries(content: Any) -> Any:
    """A content without the summaries that the program has the model write into its texts."""
    if isinstance(content, str):
        return _SUMMARY.sub("", content)
    parts = content if isinstance(content, list) else []
    return [
        part | {"text": _SUMMARY.sub("", part["text"])}
        if isinstance(part, dict) and isinstance(part.get("text"), str)
        else part
        for part in parts
    ]


def _find_folder(folder: str) -> str:
    """The working folder of a conversation: its workspace says it."""
    for _ in range(_ABOVE):
        folder = os.path.dirname(folder)
        if cwd := _read_folder(folder):
            return cwd
    return ""


def _read_folder(workspace: str) -> str:
    return get_text(load_document(os.path.join(workspace, WORKSPACE)) or {}, "path")
