"""The traces of Visual Studio's Copilot: spans in OpenTelemetry's form, one for each reply and each call of a tool."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.json_rows import list_of, object_of, parse_object, text_of
from backstory.agents.times import format_time
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, Tokens, Turn

MAX_RESULT: Final = 100_000


def read_spans(rows: Sequence[Row], session: str, reading: Reading) -> dict[str, Turn]:
    """Id -> turn, of one conversation or of all that a file holds."""
    turns: dict[str, Turn] = {}
    for row, number in rows:
        if "resourceSpans" not in row:
            reading.unknown[next(iter(row), "")[:40]] += 1
            continue
        for span in _list_spans(row):
            attributes = {
                text_of(item, "key"): _value(object_of(item, "value")) for item in list_of(span, "attributes")
            }
            for turn in _turns(span, attributes, number):
                if not session or turn.session == session:
                    turns.setdefault(turn.id, turn)
    return turns


def _list_spans(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for resource in list_of(row, "resourceSpans"):
        for scope in list_of(resource, "scopeSpans"):
            yield from (span for span in list_of(scope, "spans") if isinstance(span, dict))


def _turns(span: dict[str, Any], attributes: dict[str, str], number: int) -> Iterable[Turn]:
    start, end = _time(span.get("startTimeUnixNano")), _time(span.get("endTimeUnixNano"))
    blank = Turn(
        "user", "", start, text_of(span, "spanId") or f"line-{number}", number,
        attributes.get("gen_ai.conversation.id", ""), parent=text_of(span, "parentSpanId"),
    )  # fmt: skip
    kind = attributes.get("gen_ai.operation.name") or text_of(span, "name").partition(" ")[0]
    if kind == "execute_tool":
        return _call(span, attributes, blank, end)
    return _messages(blank, attributes, end) if kind in ("chat", "invoke_agent") else ()


def _call(span: dict[str, Any], attributes: dict[str, str], blank: Turn, end: str) -> Iterator[Turn]:
    """A call of a tool, and its result where it has ended."""
    tool = attributes.get("gen_ai.tool.name") or text_of(span, "name").partition(" ")[2] or "tool"
    arguments = _input_of(attributes.get("gen_ai.tool.call.arguments", ""))
    work = describe_call(tool, arguments)
    blank = blank._replace(row=blank.id, call=attributes.get("gen_ai.tool.call.id") or blank.id)
    yield blank._replace(
        role="tool", id=blank.call, tool=tool, input=arguments, action=work.action,
        command=work.command, edits=work.edits, reads=work.reads,
    )  # fmt: skip
    if "gen_ai.tool.call.result" in attributes or end:
        text = attributes.get("gen_ai.tool.call.result", "")
        code = find_exit_code(text) if work.action == "command" else None
        failed = code not in (None, 0) or object_of(span, "status").get("code") in (2, "STATUS_CODE_ERROR")
        yield blank._replace(
            role="result", id=f"{blank.call}#result", time=end, text=cut_injected(text)[:MAX_RESULT],
            failed=failed or bool(attributes.get("error.type")), exit_code=code,
        )  # fmt: skip


def _input_of(arguments: str) -> dict[str, Any]:
    return parse_object(arguments.encode("utf-8", "replace")) or ({"input": arguments} if arguments else {})


def _messages(blank: Turn, attributes: dict[str, str], end: str) -> Iterator[Turn]:
    """The last prompt of what was sent, and what came back. Earlier messages are sent again each time."""
    prompts = [text for role, text in _list_messages(attributes.get("gen_ai.input.messages", "")) if role == "user"]
    if prompts and (text := cut_injected(prompts[-1])):
        yield blank._replace(text=text, id=f"{blank.session}#{len(prompts)}-{crc32(text.encode()):08x}", row=blank.id)
    replies = [
        text for role, text in _list_messages(attributes.get("gen_ai.output.messages", "")) if role == "assistant"
    ]
    if replies and (text := cut_injected("\n".join(replies), ())):
        tokens = Tokens(
            _number(attributes, "gen_ai.usage.input_tokens"), _number(attributes, "gen_ai.usage.output_tokens")
        )
        model = attributes.get("gen_ai.response.model") or attributes.get("gen_ai.request.model", "")
        yield blank._replace(role="assistant", text=text, time=end, model=model, tokens=tokens)


def _list_messages(text: str) -> list[tuple[str, str]]:
    try:
        value = msgspec.json.decode(text.encode("utf-8", "replace")) if text else []
    except (msgspec.DecodeError, RecursionError):
        return []
    messages = []
    for message in value if isinstance(value, list) else []:
        texts = [text_of(part, "content") for part in list_of(message, "parts") if text_of(part, "type") == "text"]
        joined = "\n".join(filter(None, texts)) or text_of(message, "content")
        if joined:
            messages.append((text_of(message, "role"), joined))
    return messages


def _value(value: dict[str, Any]) -> str:
    for key in ("stringValue", "intValue", "doubleValue", "boolValue"):
        if key in value and isinstance(value[key], str | int | float):
            return str(value[key])
    return ""


def _time(value: object) -> str:
    try:
        return format_time(int(value) / 1e6) if isinstance(value, str | int) else ""
    except ValueError:
        return ""


def _number(attributes: dict[str, str], key: str) -> int:
    value = attributes.get(key, "")
    return int(value) if value.isdigit() and len(value) < 16 else 0
