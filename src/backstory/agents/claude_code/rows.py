"""The rows of Claude Code's transcripts, and the turns that are in one.

A message of the model is split over rows, a content block each, and its usage stands in all of them. After a resume or
in a fork rows come again, under their own ids or under new ones.
"""

import os
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final
from zlib import crc32

from backstory.agents.claude_code.structs import (
    Attachment,
    Block,
    Message,
    Origin,
    ResultBlock,
    Row,
    State,
    ToolResult,
    Usage,
)
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import CLAUDE_TAGS, CONTINUED, NO_ANSWER, SYNTHETIC, cut_injected
from backstory.agents.resumption import digest, digest_all
from backstory.agents.tool_calls import Work, describe_call
from backstory.agents.turns import Role, Tokens, Turn
from backstory.model.late_pattern import late_pattern

MAX_RECENT: Final = 512
"""Ids that are kept to tell rows that come again."""
MAX_COUNTED: Final = 16
"""Messages that may go on after a position."""
MAX_RESULT: Final = 100_000
"""Longest tool result that is handed on, in characters."""

KNOWN_KINDS: Final = frozenset((
    "user", "assistant", "system", "summary", "attachment", "progress", "queue-operation", "file-history-snapshot",
    "permission-mode", "mode", "agent-name", "agent-color", "agent-setting", "custom-title", "ai-title", "last-prompt",
    "attribution-snapshot", "tag", "pr-link", "worktree-state", "content-replacement", "marble-origami-commit",
    "bridge-session", "frame-link", "relocated", "atis-latch",
    "speculation-accept", "task-summary", "file-history-delta", "started", "result",
))  # fmt: skip
"""Types of rows that are read, or hold nothing that was said or done."""

_CALLS: Final = frozenset(("tool_use", "server_tool_use"))
_NOTHING: Final[Mapping[str, Any]] = {}
_NO_TOKENS: Final = Tokens()
_NO_WORK: Final = Work("")
_new_tuple: Final = tuple.__new__  # a third of the time that the constructor takes
SHORT: Final = 900
"""Bytes of a row that is decoded as fast as its type is found."""
_SAVED: Final = late_pattern(r"saved to: (\S.*?\.(?:txt|json))")


_NO_STATE: Final = State()
_NO_RESULT: Final = ToolResult()


def is_silent(line: bytes) -> bool:
    """Whether a row of at least `SHORT` bytes is nothing but thinking or progress.

    Such rows are a third of a file, and need not be decoded. What stands in a text is escaped, so that these bytes are
    members and not words.
    """
    if line.find(b'"content":[{"type":"thinking"', 0, 800) > 0:
        return b'},{"type":"' not in line and line.find(b'"role":"assistant"', 0, 800) > 0
    return line.find(b'"type":"progress"', 0, 800) > 0 and line.find(b'"message":', 0, 800) < 0


class RowReader:
    """Turns rows into turns, each piece once. It remembers what it has seen of the rows before.

    A large transcript has a million rows: the calls of this class for each of them are counted.
    """

    def __init__(self, path: str, unknown: Counter[str], earlier: State = _NO_STATE) -> None:
        self.unknown = unknown
        self._results = os.path.join(path.removesuffix(".jsonl"), "tool-results")
        name = os.path.basename(path)
        self._subagent = name[len("agent-") : -len(".jsonl")] if name.startswith("agent-") else ""
        self._seen: set[int] = set()
        self._recent: deque[str] = deque(maxlen=MAX_RECENT)
        self._earlier = earlier
        self._earlier_ids = frozenset(earlier.ids)
        self._counted: dict[str, Tokens] = {}
        self._last = Message(usage=earlier.usage)
        self._number = 0
        self._readers: dict[str | None, Callable[[Row], list[Turn]]] = {
            "assistant": self._assistant,
            "user": self._user,
            "attachment": self._attachment,
        }

    def read_row(self, row: Row, number: int) -> Sequence[Turn]:
        """The turns of a row that no row before it had."""
        kind = row.type
        read = self._readers.get(kind)
        if read is None:
            if kind not in KNOWN_KINDS:
                self.unknown[kind or ""] += 1
            return ()
        uuid = row.uuid
        if uuid:
            if " " in uuid:  # made unreadable by somebody, the same in every row
                row.uuid = uuid = ""
            elif not self._is_new(uuid):
                return ()
        self._number = number
        turns = read(row)
        return self._keep_new(turns, uuid) if turns else turns

    def _keep_new(self, turns: list[Turn], uuid: str | None) -> Sequence[Turn]:
        if len(turns) == 1:  # nearly all
            ident = turns[0].id
            return turns if ident == uuid or self._is_new(ident) else ()
        return [turn for turn in turns if turn.id == uuid or self._is_new(turn.id)]

    def make_state(self, prompt: int) -> State:
        """The state needed to continue after the last row. `prompt` is the offset of the last prompt."""
        ids = (digest_all(self._recent) + self._earlier.ids)[:MAX_RECENT]
        counted = {digest(name): list(tokens) for name, tokens in islice(reversed(self._counted.items()), MAX_COUNTED)}
        usage = None if self._last.id else self._last.usage
        return State(ids, dict(islice((counted | self._earlier.counted).items(), MAX_COUNTED)), usage, prompt)

    def _is_new(self, name: str) -> bool:
        key = hash(name)
        seen = self._seen
        if key in seen or (self._earlier_ids and digest(name) in self._earlier_ids):
            return False
        seen.add(key)
        self._recent.appendleft(name)
        return True

    def _turn(
        self, row: Row, role: Role, text: str, ident: str, call: str = "", tool: str = "",
        arguments: Mapping[str, Any] = _NOTHING, work: Work = _NO_WORK, failed: bool = False, code: int | None = None,
        model: str = "", tokens: Tokens = _NO_TOKENS, subagent: str = "",
    ) -> Turn:  # fmt: skip
        uuid = row.uuid or ""
        action, command, edits, reads = work
        return _new_tuple(Turn, (
            role, text, row.timestamp or "", ident, self._number, row.session_id or "", row.cwd or "",
            row.git_branch or "", tool, arguments, failed, row.is_sidechain is True, row.parent_uuid or "", call,
            action, command, edits, reads, code, model, tokens, subagent or row.agent_id or self._subagent,
            "" if ident == uuid else uuid, False, False,
        ))  # fmt: skip

    def _assistant(self, row: Row) -> list[Turn]:
        message = row.message
        if message is None or row.is_api_error_message or message.model == "<synthetic>":
            return []
        if message.id and " " in message.id:
            message.id = None
        turns: list[Turn] = []
        for place, block in enumerate(_blocks_of(message)):
            if block.type == "text":
                self._add_text(turns, row, message, block, place)
            elif block.type in _CALLS:
                self._add_call(turns, row, message, block, place)
        return turns

    def _add_text(self, turns: list[Turn], row: Row, message: Message, block: Block, place: int) -> None:
        text = block.text or ""
        text = cut_injected(text, ()) if "<" in text else text.strip()
        if not text or text == NO_ANSWER:
            return
        ident = row.uuid or f"line-{self._number}"
        name = f"{message.id}#{crc32(text.encode()):08x}" if message.id else _place(ident, place)
        tokens = _NO_TOKENS if turns else self._count(message, ident)
        turns.append(self._turn(row, "assistant", text, name, model=message.model or "", tokens=tokens))

    def _add_call(self, turns: list[Turn], row: Row, message: Message, block: Block, place: int) -> None:
        if not block.name:
            return
        ident = row.uuid or f"line-{self._number}"
        arguments = block.input or {}
        work = describe_call(block.name, arguments)
        tokens = _NO_TOKENS if turns else self._count(message, ident)
        turns.append(self._turn(
            row, "tool", "", block.id or _place(ident, place), block.id or ident, block.name, arguments, work,
            model=message.model or "", tokens=tokens,
        ))  # fmt: skip

    def _count(self, message: Message, ident: str) -> Tokens:
        """The tokens of a message that no row before it has counted: the first rows may have less than the last."""
        usage, last = message.usage, self._last
        if usage is None or (message.id == last.id and usage == last.usage):
            return _NO_TOKENS
        if message.id:
            self._last = message
        tokens = _tokens_of(usage)
        return _NO_TOKENS if min(tokens) < 0 else self._count_more(message.id or ident, tokens)

    def _count_more(self, name: str, tokens: Tokens) -> Tokens:
        """The tokens that a message reports beyond those counted for it before."""
        before = self._counted.get(name)
        if before is None and self._earlier.counted:
            before = Tokens(*self._earlier.counted.get(digest(name), _NO_TOKENS))
        if before is None:
            self._counted[name] = tokens
            return tokens
        self._counted[name] = Tokens(*map(max, tokens, before))
        return Tokens(*(max(0, now - then) for now, then in zip(tokens, before, strict=True)))

    def _user(self, row: Row) -> list[Turn]:
        if row.message is None:
            return []
        content = row.message.content
        ident = _origin_of(row) or row.uuid or f"line-{self._number}"
        if isinstance(content, str):
            return self._prompt(row, content, ident)
        blocks = content or ()
        if len(blocks) == 1 and blocks[0].type == "tool_result":  # nearly all
            return [self._result(row, blocks[0], ident, 0)]
        turns = [self._result(row, block, ident, i) for i, block in enumerate(blocks) if block.type == "tool_result"]
        text = _text_of(blocks)
        return turns + self._prompt(row, text, ident) if text else turns

    def _prompt(self, row: Row, text: str, ident: str) -> list[Turn]:
        text = cut_injected(text, CLAUDE_TAGS)
        if not text or text.startswith(SYNTHETIC):
            return []
        if row.is_compact_summary or text.startswith(CONTINUED):
            return [self._turn(row, "summary", text, ident)]
        if not row.is_meta and _is_human(row.origin):
            return [self._turn(row, "user", text, ident)]
        return []

    def _result(self, row: Row, block: Block, ident: str, place: int) -> Turn:
        result = row.tool_use_result if isinstance(row.tool_use_result, ToolResult) else _NO_RESULT
        text = cut_injected(self._whole_text(result, _text_of(block.content)))
        text = (_cut_agent_note(text, result.agent_id) if result.agent_id else text)[:MAX_RESULT]
        failed = block.is_error is True
        call = block.tool_use_id or row.source_tool_assistant_uuid or row.parent_uuid or ident
        name = f"{block.tool_use_id}#result" if block.tool_use_id else _place(ident, place)
        code = _code_of(result, text, failed)
        return self._turn(row, "result", text, name, call, failed=failed, code=code, subagent=result.agent_id or "")

    def _whole_text(self, result: ToolResult, text: str) -> str:
        """The text of a result, from the file beside the transcript where a long one is kept there."""
        path = result.persisted_output_path
        if not path and text.startswith("<persisted-output>"):
            saved = _SAVED.search(text[:1000])
            path = saved[1] if saved else None
        return (self._read_output(path) if path else "") or text

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

    def _attachment(self, row: Row) -> list[Turn]:
        """Reads what the person wrote while the agent was working; it is attached to the next row."""
        attachment = row.attachment
        if attachment is None or not _is_prompt(attachment):
            return []
        return self._prompt(row, _text_of(attachment.prompt), row.uuid or f"line-{self._number}")


def _is_human(origin: Origin | None) -> bool:
    """Whether a person wrote a row: no hook, notice or other agent. A kind that was made unreadable tells nothing."""
    if origin is None or origin.kind is None or origin.kind == "human":
        return True
    return " " in origin.kind and origin.sender_task_id is None


def _place(ident: str, place: int) -> str:
    return f"{ident}#{place}" if place else ident


def _is_prompt(attachment: Attachment) -> bool:
    """Whether an attachment is what a person wrote."""
    if attachment.type != "queued_command" or attachment.is_meta or not _is_human(attachment.origin):
        return False
    return attachment.command_mode in (None, "prompt") or " " in attachment.command_mode


def _origin_of(row: Row) -> str | None:
    """Id of the row that a fork repeats."""
    return row.forked_from.message_uuid if row.forked_from else None


def _blocks_of(message: Message) -> Sequence[Block]:
    content = message.content
    return [Block("text", content)] if isinstance(content, str) else content or ()


def _text_of(content: str | Sequence[Block | ResultBlock] | None) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block.text for block in content or () if block.type == "text" and block.text)


def _tokens_of(usage: Usage) -> Tokens:
    return _new_tuple(Tokens, (
        usage.input_tokens or 0,
        usage.output_tokens or 0,
        usage.cache_read_input_tokens or 0,
        usage.cache_creation_input_tokens or 0,
    ))  # fmt: skip


def _cut_agent_note(text: str, agent: str) -> str:
    """The report of a sub-agent without what the program adds for the model: its id and what it has used."""
    start = f"\n{text}".rfind(f"\nagentId: {agent}")
    return text if start < 0 else text[:start].rstrip()


def _code_of(result: ToolResult, text: str, failed: bool) -> int | None:
    """The exit code of a command. Every code but 0 is reported as an error."""
    code = find_exit_code(text) if failed else None
    if code is None:
        code = result.code if result.exit_code is None else result.exit_code
    return 0 if code is None and not failed and _ended(result) else code


def _ended(result: ToolResult) -> bool:
    """Whether a command ran to its end, in the foreground, and nothing is to be said of its code."""
    return (
        result.interrupted is False and result.return_code_interpretation is None and result.background_task_id is None
    )
