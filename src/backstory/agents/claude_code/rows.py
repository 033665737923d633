"""The rows of Claude Code's transcripts, and the turns that are in one.

A message of the model is split over rows, a content block each, and its usage stands in all of them. After a resume or
in a fork rows come again, under their own ids or under new ones.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from zlib import crc32

import msgspec

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_rows import RowDecoder
from backstory.agents.tool_calls import Work, describe_call
from backstory.agents.turns import Tokens, Turn

MAX_RESULT: Final = 100_000
"""Longest tool result that is handed on, in characters."""

KNOWN: Final = frozenset((
    "user", "assistant", "system", "summary", "attachment", "progress", "queue-operation", "file-history-snapshot",
    "permission-mode", "mode", "agent-name", "agent-color", "agent-setting", "custom-title", "ai-title", "last-prompt",
    "attribution-snapshot", "tag", "pr-link", "worktree-state", "content-replacement", "marble-origami-commit",
    "bridge-session", "speculation-accept", "task-summary", "file-history-delta", "started", "result",
))  # fmt: skip
"""Types of rows that are read, or hold nothing that was said or done."""

TAGS: Final = (
    *REMINDERS, "command-name", "command-message", "command-args", "command-contents", "local-command-stdout",
    "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "task-notification",
    "user-memory-input", "user-prompt-submit-hook", "session-start-hook", "post-tool-use-hook", "ide_opened_file",
    "ide_selection", "ide_diagnostics", "new-diagnostics", "teammate-message", "tick", "fork-boilerplate",
)  # fmt: skip
"""Elements that the program puts into a person's row."""
_SYNTHETIC: Final = ("Caveat: The messages below", "[Request interrupted by user")
_CONTINUED: Final = "This session is being continued from a previous conversation"
_SAVED: Final = re.compile(r"saved to: (\S.*?\.(?:txt|json))")


class Usage(msgspec.Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class ResultBlock(msgspec.Struct):
    type: str | None = None
    text: str | None = None


class Block(msgspec.Struct):
    type: str | None = None
    text: str | None = None
    id: str | None = None
    name: str | None = None
    input: dict[str, Any] | None = None
    tool_use_id: str | None = None
    content: str | list[ResultBlock] | None = None
    is_error: bool | None = None


class Message(msgspec.Struct):
    id: str | None = None
    model: str | None = None
    content: str | list[Block] | None = None
    usage: Usage | None = None


class ToolResult(msgspec.Struct, rename="camel"):
    """`tool_use_result`: what the program itself keeps of a result, by tool."""

    interrupted: bool | None = None
    background_task_id: str | None = None
    return_code_interpretation: str | None = None
    persisted_output_path: str | None = None
    agent_id: str | None = None
    exit_code: int | None = None
    code: int | None = None


class Origin(msgspec.Struct):
    kind: str | None = None


class Attachment(msgspec.Struct, rename="camel"):
    type: str | None = None
    prompt: str | list[Block] | None = None
    command_mode: str | None = None
    origin: Origin | None = None
    is_meta: bool | None = None


class ForkedFrom(msgspec.Struct, rename="camel"):
    message_uuid: str | None = None


class Row(msgspec.Struct, rename="camel"):
    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    source_tool_assistant_uuid: str | None = msgspec.field(default=None, name="sourceToolAssistantUUID")
    session_id: str | None = None
    agent_id: str | None = None
    cwd: str | None = None
    git_branch: str | None = None
    timestamp: str | None = None
    is_sidechain: bool | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_api_error_message: bool | None = None
    origin: Origin | None = None
    forked_from: ForkedFrom | None = None
    message: Message | None = None
    attachment: Attachment | None = None
    tool_use_result: ToolResult | str | list[Any] | None = None


decode_row: Final = RowDecoder(Row).decode


class RowReader:
    """Turns rows into turns, each piece once. It remembers what it has seen of the rows before."""

    def __init__(self, path: str, unknown: Counter[str]) -> None:
        self._unknown = unknown
        self._results = os.path.join(path.removesuffix(".jsonl"), "tool-results")
        name = os.path.basename(path)
        self._subagent = name[len("agent-") : -len(".jsonl")] if name.startswith("agent-") else ""
        self._seen: set[int] = set()
        self._counted: dict[str, Tokens] = {}
        self._number = 0

    def read_row(self, row: Row, number: int) -> Iterator[Turn]:
        """The turns of a row that no row before it had."""
        kind, uuid = row.type, row.uuid
        if kind not in ("user", "assistant", "attachment"):
            if kind not in KNOWN:
                self._unknown[kind or ""] += 1
            return
        if uuid:
            key = hash(uuid)
            if key in self._seen:
                return
            self._seen.add(key)
        self._number = number
        if kind == "assistant":
            turns = self._assistant(row)
        elif kind == "user":
            turns = self._user(row)
        else:
            turns = self._attachment(row)
        for turn in turns:
            key = hash(turn.id)
            if turn.id != uuid:
                if key in self._seen:
                    continue
                self._seen.add(key)
            yield turn

    def _turn(self, row: Row, role: Any, text: str, ident: str, call: str = "", **more: Any) -> Turn:
        uuid = row.uuid or ""
        return Turn(
            role, text, row.timestamp or "", ident, self._number, row.session_id or "", row.cwd or "",
            row.git_branch or "", sidechain=row.is_sidechain is True, parent=row.parent_uuid or "", call=call,
            subagent=row.agent_id or self._subagent, row="" if ident == uuid else uuid, **more,
        )  # fmt: skip

    def _assistant(self, row: Row) -> Iterator[Turn]:
        message = row.message
        if message is None or row.is_api_error_message or message.model == "<synthetic>":
            return
        blocks = [Block("text", message.content)] if isinstance(message.content, str) else message.content or ()
        ident = row.uuid or f"line-{self._number}"
        tokens: Tokens | None = None
        for place, block in enumerate(blocks):
            if block.type == "text":
                text = cut_injected(block.text or "", ())
                if not text:
                    continue
                name = f"{message.id}#{crc32(text.encode()):08x}" if message.id else _place(ident, place)
                made = self._turn(row, "assistant", text, name)
            elif block.type in ("tool_use", "server_tool_use") and block.name:
                given = block.input or {}
                work: Work = describe_call(block.name, given)
                made = self._turn(
                    row, "tool", "", block.id or _place(ident, place), block.id or ident, tool=block.name, input=given,
                    action=work.action, command=work.command, edits=work.edits, reads=work.reads,
                )  # fmt: skip
            else:
                continue
            if tokens is None:
                tokens = self._count(message, ident)
            yield made._replace(model=message.model or "", tokens=tokens)
            tokens = Tokens()

    def _count(self, message: Message, ident: str) -> Tokens:
        """The tokens of a message that no row before it has counted: the first rows may have less than the last."""
        usage = message.usage
        if usage is None:
            return Tokens()
        tokens = Tokens(
            max(0, usage.input_tokens or 0),
            max(0, usage.output_tokens or 0),
            max(0, usage.cache_read_input_tokens or 0),
            max(0, usage.cache_creation_input_tokens or 0),
        )
        name = message.id or ident
        before = self._counted.pop(name, None)
        if before is not None:
            self._counted[name] = Tokens(*map(max, tokens, before))
            return Tokens(*(max(0, now - then) for now, then in zip(tokens, before, strict=True)))
        self._counted[name] = tokens
        return tokens

    def _user(self, row: Row) -> Iterator[Turn]:
        if row.message is None:
            return
        content = row.message.content
        ident = (row.forked_from.message_uuid if row.forked_from else None) or row.uuid or f"line-{self._number}"
        if isinstance(content, str):
            yield from self._prompt(row, content, ident)
            return
        texts = []
        for place, block in enumerate(content or ()):
            if block.type == "tool_result":
                yield self._result(row, block, ident, place)
            elif block.type == "text" and block.text:
                texts.append(block.text)
        if texts:
            yield from self._prompt(row, "\n".join(texts), ident)

    def _prompt(self, row: Row, text: str, ident: str) -> Iterator[Turn]:
        text = cut_injected(text, TAGS)
        if not text or text.startswith(_SYNTHETIC):
            return
        if row.is_compact_summary or text.startswith(_CONTINUED):
            yield self._turn(row, "summary", text, ident)
        elif not row.is_meta and (row.origin is None or row.origin.kind in (None, "human")):
            yield self._turn(row, "user", text, ident)

    def _result(self, row: Row, block: Block, ident: str, place: int) -> Turn:
        kept = row.tool_use_result if isinstance(row.tool_use_result, ToolResult) else None
        text = _result_text(block.content)
        if kept and kept.persisted_output_path:
            text = self._read_output(kept.persisted_output_path) or text
        elif text.startswith("<persisted-output>") and (saved := _SAVED.search(text[:1000])):
            text = self._read_output(saved[1]) or text
        text = cut_injected(text)[:MAX_RESULT]
        failed = block.is_error is True
        code = find_exit_code(text) if failed else None
        if code is None and kept:
            code = kept.exit_code if kept.exit_code is not None else kept.code
            if code is None and kept.interrupted is False and not failed:
                plain = kept.return_code_interpretation is None and kept.background_task_id is None
                code = 0 if plain else None  # every other code is reported as an error
        call = block.tool_use_id or row.source_tool_assistant_uuid or row.parent_uuid or ident
        name = f"{block.tool_use_id}#result" if block.tool_use_id else _place(ident, place)
        made = self._turn(row, "result", text, name, call, failed=failed, exit_code=code)
        return made._replace(subagent=kept.agent_id) if kept and kept.agent_id and not made.subagent else made

    def _read_output(self, path: str) -> str:
        """The beginning and the end of an output that is kept beside the transcript; empty when it is gone."""
        name = path.replace("\\", "/").rpartition("/")[2]
        half = MAX_RESULT // 2
        try:
            with open(os.path.join(self._results, name), "rb") as handle:
                size = handle.seek(0, os.SEEK_END)
                handle.seek(0)
                if size <= MAX_RESULT:
                    return handle.read().decode("utf-8", "replace")
                begin = handle.read(half)
                handle.seek(size - half + 10)
                return f"{begin.decode('utf-8', 'replace')}\n...\n{handle.read().decode('utf-8', 'replace')}"
        except (OSError, ValueError):
            return ""

    def _attachment(self, row: Row) -> Iterator[Turn]:
        """What the person wrote while the agent was working is attached to the next row."""
        kept = row.attachment
        if kept is None or kept.type != "queued_command" or kept.command_mode not in (None, "prompt") or kept.is_meta:
            return
        if kept.origin is not None and kept.origin.kind not in (None, "human"):
            return
        prompt = kept.prompt
        if isinstance(prompt, list):
            prompt = "\n".join(block.text for block in prompt if block.type == "text" and block.text)
        yield from self._prompt(row, prompt or "", row.uuid or f"line-{self._number}")


def _place(ident: str, place: int) -> str:
    return f"{ident}#{place}" if place else ident


def _result_text(content: str | list[ResultBlock] | None) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block.text for block in content or () if block.type == "text" and block.text)
