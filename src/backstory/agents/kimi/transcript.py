"""Reads Kimi Code's sessions: `wire.jsonl` of the main agent and of each sub-agent, and the older `context.jsonl`.

A person's prompt is `turn.prompt`; the messages that follow repeat it. Replies and tools are events of the loop.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from backstory.agents.conversation_files import (
    describe_file,
    list_folders,
    load_document,
    read_head,
    read_lines_of_session,
)
from backstory.agents.folders import is_below
from backstory.agents.json_lines import Row
from backstory.agents.messages import (
    format_time,
    get_list,
    get_object,
    get_text,
    make_call,
    make_result,
    make_summary,
    read_message,
)
from backstory.agents.turns import Reading, SessionFile, Turn

_CWD: Final = re.compile(r"Working directory: (\S[^\n]*)")
_EVENTS: Final = frozenset(("step.begin", "step.end", "step.retry"))
_KNOWN_KINDS: Final = frozenset((
    "metadata", "context.append_message", "context.clear", "llm.request", "llm.tools_snapshot", "llm.response",
    "config.update", "tools.set_active_tools", "permission.record_approval_result", "permission.set_mode",
    "plan_mode.enter", "plan_mode.exit", "full_compaction.begin", "full_compaction.complete", "turn.cancel",
    "turn.ended", "turn.begin", "profile.bind", "plugin.session_start", "runtime.set_binding", "goal.set",
    "token_counting.measured", "token_counting.turn_recorded", "session.start", "session.end", "usage.record",
    "agent.message.appended", "agent.turn.started", "agent.turn.ended", "prompt.completed", "file_history.tracked",
    "file_history.checkpoint",
))  # fmt: skip


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of both versions whose folder is below one of `roots`."""
    top = os.path.join(environ.get("KIMI_CODE_HOME") or os.path.join(home, ".kimi-code"), "sessions")
    for folder in chain.from_iterable(map(list_folders, list_folders(top))):
        for agent in list_folders(os.path.join(folder, "agents")):
            yield from _describe(os.path.join(agent, "wire.jsonl"), roots)
    old = os.path.join(environ.get("KIMI_SHARE_DIR") or os.path.join(home, ".kimi"), "sessions")
    for root in roots:
        yield from _find_old_sessions(old, root)


def _find_old_sessions(top: str, root: str) -> Iterator[SessionFile]:
    """The sessions of the older version, whose folder is named by a digest of the working folder."""
    from hashlib import md5

    name = md5(root.encode(), usedforsecurity=False).hexdigest()
    for folder in list_folders(os.path.join(top, name)):
        if file := describe_file(os.path.join(folder, "wire.jsonl"), os.path.basename(folder), root):
            yield file


def _describe(path: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    blank = _blank(path, read_head(path))
    if is_below(blank.cwd, roots):
        main = os.path.basename(os.path.dirname(path)) == "main"
        file = describe_file(path, blank.session, blank.cwd, "" if main else blank.session)
        if file:
            yield file


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first row names the version of the protocol."""
    first = head.lstrip()[:400].partition(b"\n")[0]
    return b'"protocol_version"' in first and b'"metadata"' in first


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns from a byte offset on."""
    return read_lines_of_session(path, position, _blank, _convert)


def _blank(path: str, head: list[dict[str, Any]]) -> Turn:
    """The session: named by its folder, its working folder by a row, the state beside it or the first prompt."""
    parts = os.path.abspath(path).split(os.sep)
    inside = len(parts) > 3 and parts[-3] == "agents"
    folder = os.sep.join(parts[:-3]) if inside else os.path.dirname(os.path.abspath(path))
    subagent = parts[-2] if inside and parts[-2] != "main" else ""
    cwd, model = "", ""
    for row in head:
        is_prompt_for_subagent = _is_prompt_for_subagent(row)
        cwd = cwd or _find_cwd(row) or (_find_cwd_in_prompt(row) if is_prompt_for_subagent else "")
        model = get_text(row, "modelAlias") or model
        if is_prompt_for_subagent:
            subagent = subagent or os.path.basename(path).removesuffix(".jsonl")
    state = load_document(os.path.join(folder, "state.json")) or {}
    cwd = cwd or get_text(state, "cwd") or get_text(state, "workDir")
    session = os.path.basename(folder)
    return Turn("user", "", session=session, cwd=cwd, model=model, subagent=subagent, sidechain=bool(subagent))


def _is_prompt_for_subagent(row: dict[str, Any]) -> bool:
    return row.get("type") == "turn.prompt" and get_object(row, "origin").get("name") == "subagent"


def _find_cwd(row: dict[str, Any]) -> str:
    disclosed = get_object(row, "environmentDisclosure")
    return get_text(row, "cwd") or get_text(disclosed, "cwd") or get_text(get_object(row, "display"), "cwd")


def _find_cwd_in_prompt(row: dict[str, Any]) -> str:
    parts = (get_text(part, "text") for part in get_list(row, "input") if isinstance(part, dict))
    match = _CWD.search(" ".join(parts))
    return match[1].strip() if match else ""


def _convert(row: Row, blank: Turn, reading: Reading) -> Iterator[Turn]:
    value = row.value
    kind = get_text(value, "type")
    blank = blank._replace(time=format_time(value.get("time")))
    if kind in ("turn.prompt", "turn.steer"):
        if get_object(value, "origin").get("kind", "user") == "user" or blank.sidechain:
            yield from read_message(blank, "user", value.get("input"), tags=("system-reminder", "git-context"))
    elif kind == "context.append_loop_event":
        yield from _read_event(get_object(value, "event"), blank, reading)
    elif kind == "context.apply_compaction":
        yield from make_summary(blank, get_text(value, "summary") or get_text(value, "contextSummary"))
    elif kind not in _KNOWN_KINDS:
        reading.unknown[str(kind)[:40]] += 1


def _read_event(event: dict[str, Any], blank: Turn, reading: Reading) -> Iterator[Turn]:
    kind = get_text(event, "type")
    if kind == "content.part":
        part = get_object(event, "part")
        if part.get("type") == "text":
            yield from read_message(blank, "assistant", [part])
    elif kind == "tool.call":
        call = make_call(blank, get_text(event, "toolCallId"), get_text(event, "name"), event.get("args"))
        yield call._replace(call=_name_call(event))
    elif kind == "tool.result":
        result = get_object(event, "result")
        failed = result.get("isError") is True or result.get("is_error") is True
        turn = make_result(blank, _name_call(event), result.get("output", event.get("result")), failed=failed)
        yield turn
    elif kind not in _EVENTS:
        reading.unknown[f"event {kind}"[:40]] += 1


def _name_call(event: dict[str, Any]) -> str:
    return get_text(event, "toolCallId") or get_text(event, "uuid") or get_text(event, "parentUuid")
