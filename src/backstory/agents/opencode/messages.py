"""The messages of OpenCode and their parts, and the turns in them: the same in its database and in its old files."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_rows import integer_of, list_of, number_of, object_of, text_of
from backstory.agents.times import time_of
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Tokens, Turn
from backstory.model.late_pattern import late_pattern

MAX_RESULT: Final = 100_000
_KNOWN_KINDS: Final = frozenset((
    "reasoning", "step-start", "step-finish", "snapshot", "patch", "file", "agent", "retry", "compaction", "subtask",
    "source-url",
))  # fmt: skip
_FAILED: Final = ("error", "failed", "cancelled")
_ENDED: Final = ("completed", "success", *_FAILED)
_ARGUMENT: Final = late_pattern(r'"((?:\\"|[^"\\]|\\(?!"))*+)"(?=\n|\Z)')
_SILENT: Final = ("agent-switched", "model-switched", "system", "skill", "synthetic", "shell-started")


class Session(NamedTuple):
    """The fields common to all messages of a session."""

    id: str
    directory: str = ""
    parent: str = ""
    reverted: str = ""
    """Id of the first message that the person took back."""


def read_message(
    session: Session, ident: str, data: dict[str, Any], parts: list[tuple[str, dict[str, Any]]], unknown: Counter[str]
) -> Iterator[Turn]:
    """The turns of a message and of its parts, each with its id."""
    role = text_of(data, "role")
    cwd = text_of(data, "path", "cwd") or text_of(data, "path") or session.directory
    blank = Turn(
        "user", "", time_of(object_of(data, "time").get("created")), ident, 0, session.id, cwd,
        parent=text_of(data, "parentID"), sidechain=bool(session.parent), row=ident,
        subagent=session.id if session.parent else "", abandoned=bool(session.reverted) and ident >= session.reverted,
    )  # fmt: skip
    if role == "user":
        texts = [text_of(part, "text") for _, part in parts if text_of(part, "type") == "text" and not _is_made(part)]
        if text := cut_injected("\n".join(filter(None, texts)), (*REMINDERS, "attached_files", "environment_details")):
            yield blank._replace(text=_unquote_argument(text), row="")
        for _, part in parts:
            _count(part, unknown)
    elif role == "assistant":
        yield from _reply(data, parts, blank, unknown)
    else:
        unknown[f"role {role}"] += 1


def _unquote_argument(text: str) -> str:
    """A prompt without the quotation marks that `opencode run "..."` puts around an argument of several words."""
    match = _ARGUMENT.match(text)
    return match[1].replace('\\"', '"') + text[match.end() :] if match and " " in match[1] else text


def _reply(
    data: dict[str, Any], parts: list[tuple[str, dict[str, Any]]], blank: Turn, unknown: Counter[str]
) -> Iterator[Turn]:
    used = object_of(data, "tokens")
    tokens = Tokens(
        number_of(used, "input"), number_of(used, "output") + number_of(used, "reasoning"),
        number_of(used, "cache", "read"), number_of(used, "cache", "write"),
    )  # fmt: skip
    model = text_of(data, "modelID") or text_of(data, "model", "modelID") or text_of(data, "model", "id")
    for name, part in parts:
        kind = text_of(part, "type")
        time = time_of(object_of(part, "time").get("start")) or blank.time
        if kind == "text":
            text = cut_injected(text_of(part, "text"), ())
            if text and not _is_made(part):
                role: Any = "summary" if data.get("summary") is True else "assistant"
                yield blank._replace(role=role, text=text, id=name, time=time, model=model, tokens=tokens)
                tokens = Tokens()
        elif kind == "tool":
            for turn in _tool(part, name, blank):
                yield turn._replace(model=model, tokens=tokens) if turn.role == "tool" else turn
                tokens = Tokens()
        else:
            _count(part, unknown)


def _tool(part: dict[str, Any], name: str, blank: Turn) -> Iterator[Turn]:
    state = object_of(part, "state")
    tool = text_of(part, "tool") or text_of(part, "name")
    if not tool:
        return
    arguments = object_of(state, "input")
    call = text_of(part, "callID") or text_of(part, "id") or name
    work = describe_call(tool, arguments)
    start = time_of(object_of(state, "time").get("start")) or blank.time
    yield blank._replace(
        role="tool", id=name, time=start, tool=tool, input=arguments, call=call, action=work.action,
        command=work.command, edits=work.edits, reads=work.reads,
    )  # fmt: skip
    if text_of(state, "status") in _ENDED:
        yield _make_result(state, name, blank._replace(time=start, call=call))


def _make_result(state: dict[str, Any], name: str, blank: Turn) -> Turn:
    metadata = object_of(state, "metadata")
    code = integer_of(metadata.get("exit", metadata.get("exitCode")))
    text = text_of(state, "output") or text_of(state, "error") or text_of(metadata, "output") or _content(state)
    return blank._replace(
        role="result", id=f"{name}#result", time=time_of(object_of(state, "time").get("end")) or blank.time,
        text=cut_injected(text)[:MAX_RESULT], exit_code=code,
        failed=text_of(state, "status") in _FAILED or code not in (None, 0),
        subagent=text_of(metadata, "sessionId") or text_of(metadata, "sessionID") or blank.subagent,
    )  # fmt: skip


def read_event(
    session: Session, ident: str, kind: str, data: dict[str, Any], time: str, unknown: Counter[str]
) -> Iterator[Turn]:
    """The turns of a row of `session_message`, in which newer versions keep a message with all that belongs to it."""
    data = {"role": kind, "time": {"created": time}, "path": session.directory} | data
    if kind == "user":
        parts = [(ident, {"type": "text", "text": text_of(data, "text")})]
        yield from read_message(session, ident, data, parts, unknown)
    elif kind == "assistant":
        parts = [
            (text_of(part, "id") or f"{ident}#{place}", part)
            for place, part in enumerate(list_of(data, "content"))
            if isinstance(part, dict)
        ]
        yield from read_message(session, ident, data, parts, unknown)
    elif kind == "compaction":
        parts = [(ident, {"type": "text", "text": text_of(data, "summary")})]
        yield from read_message(session, ident, data | {"role": "assistant", "summary": True}, parts, unknown)
    elif kind == "shell":
        state: dict[str, Any] = {
            "status": "completed",
            "input": {"command": text_of(data, "command")},
            "output": data.get("output"),
        }
        call: dict[str, Any] = {"type": "tool", "tool": "bash", "state": state, "callID": text_of(data, "callID")}
        parts = [(ident, call)]
        yield from read_message(session, ident, data | {"role": "assistant"}, parts, unknown)
    elif kind not in _SILENT:
        unknown[kind] += 1


def _is_made(part: dict[str, Any]) -> bool:
    """Whether the program wrote a text, or keeps it from the model."""
    return part.get("synthetic") is True or part.get("ignored") is True


def _content(state: dict[str, Any]) -> str:
    return "\n".join(filter(None, (text_of(block, "text") for block in list_of(state, "content"))))


def _count(part: dict[str, Any], unknown: Counter[str]) -> None:
    kind = text_of(part, "type")
    if kind not in _KNOWN_KINDS and kind not in ("text", "tool"):
        unknown[kind] += 1
