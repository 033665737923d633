"""Turns out of messages as model APIs have them: Anthropic's blocks, OpenAI's `tool_calls`, and what is like them.

Many agents store the messages that they send. Their readers differ in what is around a message.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import msgspec

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected, cut_own
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, Role, Tokens, Turn
from backstory.model.dates import format_timestamp

MAX_RESULT: Final = 100_000
"""Longest tool result that is handed on, in characters."""
TEXTS: Final = ("text", "input_text", "output_text", "markdown")
CALLS: Final = ("tool_use", "toolCall", "tool_call", "tool-call", "function_call", "toolUse", "toolRequest")
RESULTS: Final = ("tool_result", "toolResult", "tool-result", "function_call_output", "toolResponse", "function_result")
_TEXT_KEYS: Final = ("text", "output", "content", "stdout", "stderr", "error")


def read_message(
    blank: Turn, role: Role, content: Any, *, tags: Sequence[str] = REMINDERS, calls: Any = None
) -> Iterator[Turn]:
    """The turns of a message: its text, its tool calls, the results in it. `calls` are OpenAI's `tool_calls`.

    `blank` holds what all turns of the message share. `tags` are elements that the program puts into a person's text.
    """
    turns = chain(_read_parts(blank, role, content, tags), _read_calls(blank, calls))
    for number, turn in enumerate(turns):
        yield turn._replace(tokens=Tokens()) if number else turn


def _read_parts(blank: Turn, role: Role, content: Any, tags: Sequence[str]) -> Iterator[Turn]:
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    for place, part in enumerate(parts):
        yield from _read_part(blank._replace(id=f"{blank.id}.{place}" if place else blank.id), role, part, tags)


def _read_calls(blank: Turn, calls: Any) -> Iterator[Turn]:
    """The calls of tools in the form of OpenAI's messages."""
    for place, call in enumerate(calls if isinstance(calls, list) else ()):
        if isinstance(call, dict):
            function = call.get("function")
            source = function if isinstance(function, dict) else call
            arguments = parse_arguments(source.get("arguments", source.get("input")))
            turn = blank._replace(id=f"{blank.id}.c{place}")
            yield make_call(turn, get_text(call, "id"), get_text(source, "name"), arguments)


def name_role(name: str) -> Role:
    """The role of a message of a person, or of the assistant for any other name."""
    return "user" if name == "user" else "assistant"


def make_summary(blank: Turn, text: str) -> Iterator[Turn]:
    """The turn of a summary that the program wrote; none for an empty one."""
    if text := cut_injected(text):
        yield blank._replace(role="summary", text=text)


def read_chat_message(
    turn: Turn, message: Mapping[str, Any], reading: Reading, silent: Container[str]
) -> Iterator[Turn]:
    """The turns of a message in OpenAI's form. Roles that are not in `silent` and not of that form are counted."""
    role = get_text(message, "role")
    if role == "tool":
        yield make_result(turn, get_text(message, "tool_call_id"), message.get("content"))
    elif role in ("user", "assistant"):
        calls = get_list(message, "tool_calls")
        yield from read_message(turn, name_role(role), message.get("content"), calls=calls)
    elif role not in silent:
        reading.unknown[str(role)[:40]] += 1


def _read_part(blank: Turn, role: Role, part: Any, tags: Sequence[str]) -> Iterator[Turn]:
    if isinstance(part, str):
        part = {"type": "text", "text": part}
    if not isinstance(part, dict):
        return
    kind = get_text(part, "type") or ("text" if "text" in part else "")
    if kind in TEXTS:
        text = cut_injected(get_text(part, "text"), tags)
        if text:
            yield blank._replace(role=role, text=text)
    elif kind in CALLS:
        yield _read_call(blank, part)
    elif kind in RESULTS:
        yield _read_result(blank, part)


def _read_call(blank: Turn, part: dict[str, Any]) -> Turn:
    arguments: Any = next((part[key] for key in ("input", "arguments", "args") if key in part), {})
    ident = get_text(part, "id") or get_text(part, "call_id") or get_text(part, "toolCallId")
    tool = get_text(part, "name") or get_text(part, "toolName") or get_text(part, "tool")
    return make_call(blank, ident, tool, parse_arguments(arguments))


def _read_result(blank: Turn, part: dict[str, Any]) -> Turn:
    ident = next((get_text(part, key) for key in ("tool_use_id", "call_id", "toolCallId", "id") if part.get(key)), "")
    body = next((part[key] for key in ("content", "output", "result") if key in part), "")
    failed = part.get("is_error") is True or part.get("isError") is True
    return make_result(blank, ident, body, failed=failed)


def make_call(blank: Turn, call: str, tool: str, arguments: Any) -> Turn:
    """The turn of a tool call."""
    arguments = arguments if isinstance(arguments, dict) else {}
    work = describe_call(tool, arguments)
    return blank._replace(
        role="tool", text="", tool=tool, input=arguments, call=call or blank.id, action=work.action,
        command=work.command, edits=work.edits, reads=work.reads,
    )  # fmt: skip


def make_result(blank: Turn, call: str, content: Any, *, failed: bool = False, exit_code: int | None = None) -> Turn:
    """The turn of a tool's result. Without a code, one that the text names is taken."""
    text = cut_own(join_texts(content))[:MAX_RESULT]
    code = find_exit_code(text) if exit_code is None else exit_code
    return blank._replace(role="result", text=text, call=call, exit_code=code, failed=failed or bool(code))


def join_texts(content: Any) -> str:
    """The texts of a content: a text, a list of blocks, or an object that holds one."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        texts = [content[key] for key in _TEXT_KEYS if content.get(key)]
        return "\n".join(filter(None, map(join_texts, texts)))
    if isinstance(content, list):
        return _join_blocks(content)
    return "" if content is None else str(content)


def _join_blocks(blocks: list[Any]) -> str:
    texts = (part if isinstance(part, str) else join_texts(part) for part in blocks if isinstance(part, str | dict))
    return "\n".join(text for text in texts if text.strip())


def parse_arguments(value: Any) -> Any:
    """Arguments that are written as JSON in a text, decoded; other values as they are."""
    if not isinstance(value, str):
        return value
    try:
        return msgspec.json.decode(value.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return {"input": value} if value.strip() else {}


def get_text(row: Mapping[str, Any], key: str) -> str:
    """The text under a key; empty for another type."""
    value = row.get(key)
    return value if isinstance(value, str) else ""


def get_object(row: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The object under a key; empty for another type."""
    value = row.get(key)
    return value if isinstance(value, dict) else {}


def get_list(row: Mapping[str, Any], key: str) -> list[Any]:
    """The list under a key; empty for another type."""
    value = row.get(key)
    return value if isinstance(value, list) else []


_LATEST: Final = 1e20
"""Nanoseconds of the year 5138, and more than any clock writes."""


def format_time(value: Any) -> str:
    """A time as UTC in ISO 8601: from that form, or from seconds or milliseconds since the epoch."""
    if isinstance(value, str):
        if re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", value):
            return value.replace(" ", "T", 1)
        value = float(value) if re.fullmatch(r"\d{9,16}(\.\d+)?", value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return _format_epoch(value)


def _format_epoch(value: float) -> str:
    if not 0 < value < _LATEST:  # a program may have written any number, `1e999` is read as infinity
        return ""
    while value > 1e11:
        value /= 1000
    return format_timestamp(value)


def count_tokens(usage: Mapping[str, Any]) -> Tokens:
    """The tokens of a reply, by the names that APIs give them."""

    def pick(*names: str) -> int:
        return next((usage[name] for name in names if isinstance(usage.get(name), int)), 0)

    return Tokens(
        pick("input_tokens", "input", "prompt_tokens", "inputTokens", "promptTokens"),
        pick("output_tokens", "output", "completion_tokens", "outputTokens", "completionTokens"),
        pick("cache_read_input_tokens", "cacheRead", "cached_tokens", "cacheReadTokens", "cached_input_tokens"),
        pick("cache_creation_input_tokens", "cacheWrite", "cacheWriteTokens"),
    )
