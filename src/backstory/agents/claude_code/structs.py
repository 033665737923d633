"""The members of Claude Code's rows that are read, and what a reader of them keeps to go on."""

from typing import Any, Final

import msgspec

from backstory.agents.json_rows import RowDecoder


class Usage(msgspec.Struct, gc=False):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class ResultBlock(msgspec.Struct, gc=False):
    type: str | None = None
    text: str | None = None


class Block(msgspec.Struct, gc=False):
    type: str | None = None
    text: str | None = None
    id: str | None = None
    name: str | None = None
    input: dict[str, Any] | None = None
    tool_use_id: str | None = None
    content: str | list[ResultBlock] | None = None
    is_error: bool | None = None


class Message(msgspec.Struct, gc=False):
    id: str | None = None
    model: str | None = None
    content: str | list[Block] | None = None
    usage: Usage | None = None


class ToolResult(msgspec.Struct, rename="camel", gc=False):
    """`tool_use_result`: what the program itself keeps of a result, by tool."""

    interrupted: bool | None = None
    background_task_id: str | None = None
    return_code_interpretation: str | None = None
    persisted_output_path: str | None = None
    agent_id: str | None = None
    exit_code: int | None = None
    code: int | None = None


class Origin(msgspec.Struct, rename="camel", gc=False):
    kind: str | None = None
    sender_task_id: str | None = None


class Attachment(msgspec.Struct, rename="camel", gc=False):
    type: str | None = None
    prompt: str | list[Block] | None = None
    command_mode: str | None = None
    origin: Origin | None = None
    is_meta: bool | None = None


class ForkedFrom(msgspec.Struct, rename="camel", gc=False):
    message_uuid: str | None = None


class Row(msgspec.Struct, rename="camel", gc=False):
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


class State(msgspec.Struct, array_like=True):
    """The state of a `RowReader`."""

    ids: list[int] = []
    """Digests of the ids of the last rows and turns, newest first."""
    counted: dict[int, list[int]] = {}
    """Digests of the ids of the last messages -> the tokens that they have counted."""
    usage: Usage | None = None
    """The last message's, if it has no id."""
    prompt: int = -1
    """Offset of the last prompt; -1 where there is none."""


decode_row: Final = RowDecoder(Row).decode
