"""Reads conversations that were held elsewhere and saved: exports of chat products, lists of messages, text, Markdown.

- ChatGPT's `conversations.json`: a tree of messages for each conversation; the branch that was shown last is read.
- Claude's `conversations.json`: `chat_messages` of `human` and `assistant`.
- Gemini's `MyActivity.json` from Takeout: prompts with the answer as HTML.
- Lists of `{"role", "content"}` as OpenAI's and Anthropic's programs take them, also one a line.
- Markdown and plain text whose lines or headings name the speakers.

Each export rewrites the file.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, Final

import msgspec

from backstory.agents.conversation_files import resume_turns
from backstory.agents.injected_text import cut_injected, cut_own
from backstory.agents.messages import (
    format_time,
    get_list,
    get_object,
    get_text,
    join_texts,
    make_result,
    name_role,
    read_message,
)
from backstory.agents.turns import Reading, Role, SessionFile, Turn

MAX_BYTES: Final = 512 << 20
"""Largest file that is read."""
_ROLES: Final[Mapping[str, Role]] = {
    "user": "user", "human": "user", "you": "user", "nutzer": "user",
    "assistant": "assistant", "ai": "assistant", "chatgpt": "assistant", "claude": "assistant", "gemini": "assistant",
    "model": "assistant", "agent": "assistant", "copilot": "assistant", "response": "assistant",
    "gpt": "assistant", "cursor": "assistant", "assistent": "assistant",
}  # fmt: skip
_MARKS: Final = ('"mapping"', '"chat_messages"', '"Gemini Apps"', '"current_node"')
"""Keys and words of the exports of products."""
_TIMES: Final = ("timestamp", "created_at", "create_time")
_NAMES: Final = "|".join(sorted(_ROLES, key=len, reverse=True))
_SPEAKER: Final = re.compile(
    rf"^(?:#{{1,6}}[ \t]+|[ \t]*[*_]{{1,3}})?(?:[^\w\s#*_>-]{{1,3}}[ \t]*)?({_NAMES})"
    r"(?:[ \t]*\([^)\n]{0,60}\)|[ \t]+said)?[ \t]*(?:[*_]{1,3})?[ \t]*(:|$)[ \t]*(?:[*_]{1,3})?[ \t]*(.*)$",
    re.IGNORECASE,
)
"""`User: text`, `## User`, `**You:** text`, `You said:`; an emoji before the name, a note in brackets after it."""


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """None: exports lie where people put them, and are named by `ingest --file`."""
    return iter(())


def recognizes(path: str, head: bytes) -> bool:
    """Whether the file is an export, a list of messages, or a text in which at least two speakers are named."""
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text[:1] in ("[", "{"):
        return any(mark in text for mark in _MARKS) or (
            '"role"' in text and '"content"' in text and _is_message_list(text)
        )
    if not path.lower().endswith((".md", ".txt", ".markdown", ".text")) or "\x00" in text:
        return False
    speakers = {_ROLES[match[1].lower()] for match in map(_SPEAKER.match, text.splitlines()) if match}
    return {"user", "assistant"} <= speakers


def _is_message_list(text: str) -> bool:
    """Whether a JSON text begins as a list of messages, a member `messages`, or one message a line."""
    return bool(
        re.match(r'\[\s*\{[^{}\[\]]{0,200}?"(?:role|content)"', text)
        or re.match(r'\{\s*"role"\s*:', text)
        or re.match(
            r'\{\s*(?:"(?:model|system|title|id)"\s*:\s*"(?:[^"\\]|\\.){0,20000}",\s*)*"messages"\s*:\s*\[', text
        )
    )


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position, of all conversations of the file or of one."""
    try:
        if os.path.getsize(path) > MAX_BYTES:
            return Reading(iter(()))
        with open(path, "rb") as handle:
            data = handle.read()
    except OSError:
        return Reading(iter(()))
    reading = Reading(iter(()))
    name = os.path.splitext(os.path.basename(path))[0]
    turns = (turn for turn in _read(data, name, reading) if session in ("", turn.session))
    return resume_turns(reading, turns, position)


def _read(data: bytes, name: str, reading: Reading) -> Iterator[Turn]:
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    if text.lstrip()[:1] in ("[", "{"):
        values = _decode(text, reading)
        if values is not None:
            yield from _read_value(values, name, reading)
            return
    yield from _read_text(text, name)


def _decode(text: str, reading: Reading) -> Any:
    """The value of a JSON text, or the list of the values of its lines; None when it is neither."""
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        values, damaged = [], 0
        for line in text.splitlines():
            try:
                values.append(msgspec.json.decode(line.encode("utf-8", "replace")))
            except (msgspec.DecodeError, RecursionError):
                damaged += bool(line.strip())
        reading.damaged += damaged if values else 0
        return values or None


def _read_value(value: Any, name: str, reading: Reading) -> Iterator[Turn]:
    conversations = _list_conversations(value)
    if any(isinstance(item, dict) and "role" in item for item in conversations):
        yield from _read_messages(conversations, name, reading)
        return
    for number, item in enumerate(conversations):
        if isinstance(item, dict):
            yield from _read_conversation(item, name, number, reading)
        else:
            reading.damaged += 1


def _list_conversations(value: Any) -> list[Any]:
    """The conversations of an export: a list, one that is named so, or a single one."""
    if isinstance(value, dict):
        conversations = value.get("conversations")
        return conversations if isinstance(conversations, list) else [value]
    return value if isinstance(value, list) else []


def _read_conversation(item: dict[str, Any], name: str, number: int, reading: Reading) -> Iterator[Turn]:
    if isinstance(item.get("mapping"), dict):
        yield from _read_tree(item, f"{name}-{number}")
    elif isinstance(item.get("chat_messages"), list):
        yield from _read_claude(item, f"{name}-{number}")
    elif isinstance(item.get("messages"), list):
        ident = item.get("id") or item.get("title")
        yield from _read_messages(item["messages"], str(ident or f"{name}-{number}"), reading)
    elif "Gemini Apps" in str(item.get("header", "")):
        yield from _read_activity(item, name, number)
    else:
        reading.unknown[str(item.get("type") or item.get("header") or "object")[:40]] += 1


def _read_tree(conversation: dict[str, Any], name: str) -> Iterator[Turn]:
    """ChatGPT: the messages from the root to the node that was shown last."""
    mapping = conversation["mapping"]
    session = get_text(conversation, "conversation_id") or get_text(conversation, "id") or name
    for ident in _find_path(mapping, conversation.get("current_node")):
        message = mapping[ident].get("message") if isinstance(mapping[ident], dict) else None
        if isinstance(message, dict):
            yield from _read_node(message, ident, session)


def _read_node(message: dict[str, Any], ident: str, session: str) -> Iterator[Turn]:
    """The turn of a message that a person saw."""
    role = get_text(get_object(message, "author"), "role")
    if role not in ("user", "assistant"):
        return
    hidden = get_object(message, "metadata").get("is_visually_hidden_from_conversation")
    content = message.get("content")
    text = cut_injected(join_texts(content.get("parts"))) if isinstance(content, dict) else ""
    if text and not hidden:
        yield Turn(name_role(role), text, format_time(message.get("create_time")), ident, session=session)


def _find_path(mapping: dict[str, Any], leaf: object) -> list[str]:
    """The ids of the nodes from the root to `leaf`; without a leaf, to the node that comes last."""
    parents = {ident: node.get("parent") for ident, node in mapping.items() if isinstance(node, dict)}
    current = leaf if isinstance(leaf, str) and leaf in parents else next(reversed(parents), None)
    path: list[str] = []
    while isinstance(current, str) and current in parents and current not in path[-1:] and len(path) <= len(parents):
        path.append(current)
        current = parents[current]
    return path[::-1]


def _read_claude(conversation: dict[str, Any], name: str) -> Iterator[Turn]:
    session = get_text(conversation, "uuid") or name
    for number, message in enumerate(conversation["chat_messages"]):
        if not isinstance(message, dict):
            continue
        parts = message.get("content")
        text = cut_injected(join_texts(parts) if isinstance(parts, list) and parts else get_text(message, "text"))
        role: Role = "user" if message.get("sender") == "human" else "assistant"
        if text:
            ident = get_text(message, "uuid") or f"{session}:{number}"
            yield Turn(role, text, format_time(message.get("created_at")), ident, session=session)


def _read_activity(item: dict[str, Any], name: str, number: int) -> Iterator[Turn]:
    """Gemini in Takeout: the prompt stands in the title, the answer as HTML."""
    time = format_time(item.get("time"))
    session, ident = f"{name}-{time[:10] or number}", time or str(number)
    prompt = cut_injected(re.sub(r"^(?:Prompted|Asked|Said)\s+", "", get_text(item, "title")))
    if prompt:
        yield Turn("user", prompt, time, f"{ident}:p", session=session)
    for place, part in enumerate(get_list(item, "safeHtmlItem")):
        text = cut_injected(_strip_html(cut_own(get_text(part, "html")))) if isinstance(part, dict) else ""
        if text:
            yield Turn("assistant", text, time, f"{ident}:{place}", session=session)


def _read_messages(messages: Iterable[Any], session: str, reading: Reading) -> Iterator[Turn]:
    """Messages as programs send them, with their tool calls and results."""
    for number, message in enumerate(messages):
        if not isinstance(message, dict):
            reading.damaged += 1
            continue
        time = next(filter(None, (format_time(message.get(key)) for key in _TIMES)), "")
        ident = get_text(message, "id") or f"{session}:{number}"
        blank = Turn("user", "", time, ident, session=session, model=get_text(message, "model"))
        role = get_text(message, "role").lower()
        if role in ("tool", "function"):
            yield make_result(blank, get_text(message, "tool_call_id"), message.get("content"))
        elif role in _ROLES:
            yield from read_message(blank, _ROLES[role], message.get("content"), calls=message.get("tool_calls"))
        elif role not in ("system", "developer"):
            reading.unknown[role[:40] or "message"] += 1


def _read_text(text: str, session: str) -> Iterator[Turn]:
    """Text and Markdown. What stands in fences names no speaker; what comes before the first one is left out."""
    role: Role | None = None
    begin, lines, fenced = 1, list[str](), False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        match = None if fenced else _SPEAKER.match(line)
        if match and not match[2] and not line.lstrip().startswith(("#", "*", "_")):
            match = None  # the bare word `Agent` in a line of its own is text
        if match:
            yield from _finish_text(role, lines, begin, session)
            role, begin, lines = _ROLES[match[1].lower()], number, [match[3]]
        else:
            lines.append(line)
    yield from _finish_text(role, lines, begin, session)


def _finish_text(role: Role | None, lines: list[str], begin: int, session: str) -> Iterator[Turn]:
    text = cut_injected(re.sub(r"\n\s*(?:---+|\*\*\*+)\s*$", "", "\n".join(lines).rstrip()))
    if role and text:
        yield Turn(role, text, id=f"{session}:{begin}", line=begin, session=session)


class _Text(HTMLParser):
    """Collects the text of an HTML fragment, a line for each block."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("p", "br", "li", "pre", "div", "h1", "h2", "h3", "h4", "tr"):
            self.parts.append("\n- " if tag == "li" else "\n")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


_OPEN: Final = re.compile(r"<(?=[^<>]*(?:<|\Z))")
"""A `<` that no `>` closes before the next one. The parser would look for its end up to the end of the text."""


def _strip_html(html: str) -> str:
    parser = _Text()
    parser.feed(_OPEN.sub("&lt;", _drop_comments(html)))
    parser.close()
    return re.sub(r"\n{3,}", "\n\n", "".join(parser.parts)).strip()


def _drop_comments(html: str) -> str:
    parts, place = list[str](), 0
    while (start := html.find("<!--", place)) >= 0 and (end := html.find("-->", start + 4)) >= 0:
        parts.append(html[place:start])
        place = end + 3
    return "".join([*parts, html[place:]])
