"""The rows of Codex's rollouts, and the turns that are in one.

What a person and the model say stands there more than once: as an item of the conversation and as one or two events.
Calls and results are items, with the same id; some exist as events only. Old rollouts have bare items.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from zlib import crc32

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_rows import list_of, number_of, object_of, parse_object, text_of
from backstory.agents.tool_calls import describe_call, join_command
from backstory.agents.turns import Tokens, Turn

MAX_RESULT: Final = 100_000

KNOWN: Final = frozenset((
    "session_meta", "turn_context", "world_state", "inter_agent_communication_metadata", "state", "ghost_snapshot",
    "reasoning", "compaction", "compaction_trigger", "context_compaction", "other", "agent_reasoning",
    "agent_reasoning_raw_content", "agent_reasoning_section_break", "task_started", "turn_started", "task_complete",
    "turn_complete", "turn_aborted", "turn.completed", "turn.started", "thread_settings_applied", "context_compacted",
    "thread_name_updated", "thread_goal_updated", "entered_review_mode", "exited_review_mode", "sub_agent_activity",
    "guardian_assessment", "image_generation_end", "image_generation_call", "view_image_tool_call", "undo_started",
    "undo_completed", "error", "warning", "stream_error", "background_event", "account/rateLimits/updated",
    "collab_agent_spawn_begin", "collab_agent_spawn_end", "collab_waiting_begin", "collab_waiting_end",
    "collab_close_begin", "collab_close_end", "collab_agent_interaction_begin", "collab_agent_interaction_end",
    "collab_resume_begin", "collab_resume_end", "dynamic_tool_call_request", "exec_command_begin", "tool_search_output",
    "patch_apply_begin", "mcp_tool_call_begin", "web_search_begin", "web_search_end", "turn_diff",
    "exec_command_output_delta", "plan_update", "token_usage_record", "item_started", "thread_rolled_back",
    "session_configured", "shutdown_complete", "model_reroute",
    "hook_started", "hook_completed", "exec_approval_request", "apply_patch_approval_request", "plan_delta",
    "dynamic_tool_call_response", "event_msg", "response_item", "session_state", "terminal_interaction",
))  # fmt: skip
"""Types of rows and of payloads that hold nothing that was said or done, or nothing that no other row holds."""

_TAGS: Final = (
    *REMINDERS, "environment_context", "user_instructions", "turn_aborted", "user_shell_command", "skill",
    "INSTRUCTIONS", "subagent_notification", "personality_spec", "model_switch", "goal_context",
    "permissions instructions", "collaboration_mode", "apps_instructions", "skills_instructions",
    "plugins_instructions", "hook_prompt",
    "image", "hook_context", "recommended_plugins",
)  # fmt: skip
_SYNTHETIC: Final = (
    "# AGENTS.md instructions", "Warning: apply_patch was requested via", "Warning: The maximum number of",
    "Another language model started to solve this problem", "The following is the Codex agent history",
)  # fmt: skip
_REQUEST: Final = "## My request for Codex:"
_HEADER: Final = re.compile(
    r"(?:Chunk ID: .*\n)?(?:Wall time: .*\n)?(?:(?:Process exited with code|Exit code:) (-?\d{1,10})\n"
    r"|Process running with session ID .*\n)?(?:Wall time: .*\n)?(?:Original token count: .*\n)?"
    r"(?:Total output lines: .*\n)?Output:\n"
)
_FAILURES: Final = (
    "failed in sandbox", "execution error", "apply_patch verification failed", "aborted by user", "unsupported call",
    "exec_command failed", "failed to parse function arguments", "error:", "Error:", "tool call error",
    "patch rejected", "exec command rejected", "unable to locate image",
)  # fmt: skip
_CALLS: Final = {
    "function_call": "arguments", "custom_tool_call": "input", "tool_call": "arguments", "local_shell_call": "action",
    "web_search_call": "action", "tool_search_call": "arguments", "mcp_call": "arguments",
}  # fmt: skip
"""Types of calls -> where their input stands."""
_RESULTS: Final = (
    "function_call_output",
    "custom_tool_call_output",
    "function_result",
    "tool_result",
    "mcp_call_output",
)


class _Words:
    """A role and what it said, from one or more sources."""

    def __init__(self, words: str, sources: set[str], line: int) -> None:
        self.words = words
        self.sources = sources
        self.line = line
        self.told = False


class RowReader:
    """Turns rows into turns, each piece once. It remembers the turn that it is in, and what it has seen of it."""

    def __init__(self, unknown: Counter[str], events: bool) -> None:
        self._unknown = unknown
        self._events = events
        """Whether prompts are taken from events: items in a person's name hold the program's words as well."""
        self.session = self.parent = self._cwd = self._branch = self._model = self._turn_id = ""
        self._subagent = ""
        self._number = 0
        self._time = ""
        self._said: list[_Words] = []
        self._calls: set[str] = set()
        self._codes: dict[str, int] = {}
        self._seen: set[str] = set()
        self._total: dict[str, Any] | None = None
        self._held: list[Turn] = []
        self._told = 0
        """How many of those that are held were handed on before."""
        self._again: list[Turn] = []
        self._silent = False

    def warm_up(self, row: dict[str, Any], number: int) -> None:
        """Remembers a row whose turns were handed on before."""
        self._silent = True
        for _ in self.read_row(row, number):
            pass
        self._silent = False

    def end_warm_up(self) -> None:
        """What is held now was handed on without its tokens."""
        self._told = len(self._held)

    def read_row(self, row: dict[str, Any], number: int) -> Iterator[Turn]:
        """The turns that are complete with this row. The last ones are held until their tokens are known."""
        for turn in self._read(row, number):
            if turn.id in self._seen:
                continue
            self._seen.add(turn.id)
            if turn.role != "result":
                yield from self.flush()
            self._held.append(turn)
        yield from self._again
        self._again = []

    def flush(self) -> Iterator[Turn]:
        """What is held."""
        yield from self._held[self._told :]
        self._held, self._told = [], 0

    def _read(self, row: dict[str, Any], number: int) -> Iterator[Turn]:
        self._number = number
        self._time = text_of(row, "timestamp") or text_of(row, "created_at") or self._time
        kind, payload = text_of(row, "type"), object_of(row, "payload")
        if kind == "session_meta" or (not kind and "instructions" in row and "id" in row):
            self._start(payload or row)
        elif kind == "turn_context":
            self._turn_id = _name(payload, "turn_id") or f"at-{number}"
            self._cwd = text_of(payload, "cwd") or self._cwd
            self._model = text_of(payload, "model") or self._model
        elif kind == "compacted":
            if text := cut_injected(text_of(payload, "message")):
                yield self._make("summary", text, f"line-{number}")
        elif kind == "event_msg":
            yield from self._event(payload)
        elif kind == "response_item":
            yield from self._item(payload)
        elif "payload" not in row:  # before August 2025 the items stood by themselves
            yield from self._item(row)
        elif kind not in KNOWN:
            self._unknown[kind] += 1

    def _start(self, meta: dict[str, Any]) -> None:
        if self.session:
            return  # a fork repeats what it was forked from
        self.session = _name(meta, "id") or _name(meta, "session_id")
        self._cwd = text_of(meta, "cwd") or self._cwd
        self._branch = text_of(meta, "git", "branch")
        if text_of(meta, "thread_source") == "subagent" or "subagent" in object_of(meta, "source"):
            self._subagent = self.session

    def _make(self, role: Any, text: str, ident: str, **more: Any) -> Turn:
        return Turn(
            role, text, self._time, ident, self._number, self.session, self._cwd, self._branch,
            sidechain=bool(self._subagent), subagent=self._subagent, **more,
        )  # fmt: skip

    def _event(self, event: dict[str, Any]) -> Iterator[Turn]:
        kind, call = text_of(event, "type"), _name(event, "call_id")
        if kind == "user_message":
            yield from self._say("user", text_of(event, "message"), "event", event)
        elif kind == "agent_message":
            yield from self._say("assistant", text_of(event, "message"), "event", event)
        elif kind == "item_completed":
            yield from self._completed(object_of(event, "item"), event)
        elif kind == "token_count":
            self._count(object_of(event, "info"))
        elif kind in ("task_started", "turn_started"):
            self._turn_id = _name(event, "turn_id") or self._turn_id or f"at-{self._number}"
        elif kind == "exec_command_end":
            code = event.get("exit_code")
            if isinstance(code, int) and call:
                self._codes[call] = code
            words = [word for word in list_of(event, "command") if isinstance(word, str)]
            output = text_of(event, "aggregated_output") or text_of(event, "stdout") + text_of(event, "stderr")
            yield from self._whole_call(call, "exec_command", {"command": join_command(words)}, output, event)
        elif kind == "patch_apply_end":
            if call and event.get("success") is False:
                self._codes[call] = 1
            files = [{"path": path} for path in object_of(event, "changes")]
            yield from self._whole_call(call, "apply_patch", {"files": files}, text_of(event, "stdout"), event)
        elif kind == "mcp_tool_call_end":
            told = object_of(event, "invocation")
            name = "__".join(filter(None, ("mcp", text_of(told, "server"), text_of(told, "tool"))))
            result = object_of(event, "result")
            text = _content_text(list_of(result, "Ok", "content")) or text_of(result, "Err")
            yield from self._whole_call(call, name, object_of(told, "arguments"), text, event)
        elif kind not in KNOWN:
            self._unknown[f"event_msg:{kind}"] += 1

    def _completed(self, item: dict[str, Any], event: dict[str, Any]) -> Iterator[Turn]:
        kind = text_of(item, "type").lower().replace("_", "")
        if kind == "usermessage":
            yield from self._say("user", _content_text(item.get("content")), "completed", event)
        elif kind == "agentmessage":
            text = text_of(item, "text") or _content_text(item.get("content"))
            yield from self._say("assistant", text, "completed", event)
        elif kind == "commandexecution":
            yield from self._event(item | {"type": "exec_command_end", "call_id": item.get("id")})
        elif kind == "filechange":
            good = text_of(item, "status") in ("", "completed")
            yield from self._event(item | {"type": "patch_apply_end", "call_id": item.get("id"), "success": good})
        elif kind == "mcptoolcall":
            told = {"type": "mcp_tool_call_end", "call_id": item.get("id"), "invocation": item}
            yield from self._event(item | told | {"result": item.get("result") or {"Err": item.get("error")}})

    def _item(self, item: dict[str, Any]) -> Iterator[Turn]:
        kind = text_of(item, "type")
        if kind in _CALLS:
            yield from self._call(item, kind)
        elif kind in _RESULTS:
            yield from self._result(item)
        elif kind == "message" or (not kind and "role" in item):
            role = text_of(item, "role")
            text = _content_text(item.get("content")) or text_of(item, "message")
            if role == "assistant":
                yield from self._say("assistant", text, "item", item)
            elif role == "user" and not self._events:
                yield from self._say("user", text, "item", item)
            elif role == "user":
                self._note_prompt(text)
        elif kind == "agent_message" or not kind or kind in KNOWN:
            return  # between agents, or nothing
        else:
            self._unknown[kind] += 1

    def _note_prompt(self, text: str) -> None:
        """The item may come before its event: the place of the prompt is that of the first."""
        text = _person_text(text)
        if text and self._pair(f"user\0{text}", "item") is None:
            self._said.append(_Words(f"user\0{text}", {"item"}, self._number))

    def _say(self, role: str, text: str, source: str, holder: dict[str, Any]) -> Iterator[Turn]:
        text = _person_text(text) if role == "user" else cut_injected(text, ())
        if not text:
            return
        words = self._pair(f"{role}\0{text}", source)
        if words is None:
            words = _Words(f"{role}\0{text}", {source}, self._number)
            self._said.append(words)
            del self._said[:-64]
        if words.told:
            return
        words.told = True
        turn = _name(object_of(holder, "internal_chat_message_metadata_passthrough"), "turn_id") or self._turn_id
        ident = f"{turn}#{crc32(text.encode()):08x}" if turn and not turn.startswith("at-") else f"line-{words.line}"
        if ident in self._seen:
            ident = f"{ident}-{words.line}"
        made = self._make(role, text, ident)._replace(line=words.line)
        yield made._replace(model=self._model) if role == "assistant" else made

    def _pair(self, words: str, source: str) -> "_Words | None":
        """The same words from another source, which are the same utterance; None when they are new."""
        for held in self._said:
            if source not in held.sources and held.words == words:
                held.sources.add(source)
                return held
        return None

    def _call(self, item: dict[str, Any], kind: str) -> Iterator[Turn]:
        name = text_of(item, "name") or text_of(item, "function", "name") or kind.removesuffix("_call")
        given = _input_of(item.get(_CALLS[kind]))
        if kind == "local_shell_call":
            name = "local_shell"
        call = _name(item, "call_id") or _name(item, "id") or f"line-{self._number}"
        if kind in ("web_search_call", "tool_search_call") and call in self._calls:
            return
        yield self._make_call(call, name, given)

    def _make_call(self, call: str, name: str, given: dict[str, Any]) -> Turn:
        self._calls.add(call)
        work = describe_call(name, given)
        return self._make("tool", "", call, call=call, tool=name, input=given, model=self._model, action=work.action,
                          command=work.command, edits=work.edits, reads=work.reads)  # fmt: skip

    def _whole_call(
        self, call: str, name: str, given: dict[str, Any], output: str, event: dict[str, Any]
    ) -> Iterator[Turn]:
        """A call and its result, where only an event tells of them."""
        if not call or call in self._calls:
            return
        yield self._make_call(call, name, given)
        yield from self._result(event | {"output": output})

    def _result(self, item: dict[str, Any]) -> Iterator[Turn]:
        call = _name(item, "call_id")
        if not call:
            call = next((turn.call for turn in reversed(self._held) if turn.role == "tool"), f"line-{self._number}")
        text, code, good = _output_of(item.get("output", item.get("result")))
        if code is None:
            code = self._codes.get(call)
        failed = code not in (None, 0) or good is False or item.get("success") is False
        failed = failed or text_of(item, "status") in ("failed", "error") or "Err" in object_of(item, "result")
        failed = failed or (code is None and text.startswith(_FAILURES))
        if call not in self._calls and call.startswith("line-"):
            return
        yield self._make("result", cut_injected(text)[:MAX_RESULT], f"{call}#result", call=call, failed=failed,
                         exit_code=code)  # fmt: skip

    def _count(self, info: dict[str, Any]) -> None:
        """Adds what a reply cost to what is held of it. The same numbers come again when a limit changes."""
        total, last = object_of(info, "total_token_usage"), object_of(info, "last_token_usage")
        before, self._total = self._total, total or self._total
        if total and total == before:
            return
        used = _tokens_of(last) if last else _minus(_tokens_of(total), _tokens_of(before or {}))
        if not self._held or not any(used):
            return
        place = next((i for i, turn in enumerate(self._held) if turn.role in ("assistant", "tool")), -1)
        if place >= 0:
            told = self._held[place].tokens
            self._held[place] = self._held[place]._replace(tokens=Tokens(*map(sum, zip(told, used, strict=True))))
            if place < self._told and not self._silent:
                self._again.append(self._held[place])


def _person_text(text: str) -> str:
    """What a person wrote of a text in a person's name; empty when a program did."""
    text = cut_injected(text, _TAGS)
    if text.startswith(_SYNTHETIC):
        return ""
    if text.startswith("# Context from my IDE setup:") and _REQUEST in text:
        text = text.partition(_REQUEST)[2].strip()
    return text


def _content_text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [content]
    return "\n".join(filter(None, (text_of(block, "text") for block in blocks)))


def _input_of(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not value.strip():
        return {}
    held = parse_object(value.encode("utf-8", "replace")) if value.lstrip().startswith("{") else None
    return held or {"input": value}


def _output_of(value: object) -> tuple[str, int | None, bool | None]:
    """Text of a result, exit code, and whether it went well where it says so."""
    good = code = None
    if isinstance(value, dict):
        good = value.get("success") if isinstance(value.get("success"), bool) else None
        value = _content_text(value.get("content")) or _content_text(value) or text_of(value, "output")
    text = _content_text(value)
    if text.startswith("{") and '"output"' in text[:200000]:
        held = parse_object(text.encode("utf-8", "replace"))
        if held is not None and isinstance(held.get("output"), str):
            told = object_of(held, "metadata").get("exit_code", held.get("exit_code"))
            code = told if isinstance(told, int) and not isinstance(told, bool) else None
            return held["output"], code, good
    headers = 0
    while headers < 2 and (header := _HEADER.match(text)):  # a command that is handled by another tool has two
        text, headers = text[header.end() :], headers + 1
        code = int(header[1]) if header[1] else code
    return text, code if headers else find_exit_code(text), good


def _tokens_of(usage: dict[str, Any]) -> Tokens:
    cached = number_of(usage, "cached_input_tokens")
    return Tokens(
        max(0, number_of(usage, "input_tokens") - cached),
        number_of(usage, "output_tokens"),
        cached,
        number_of(usage, "cache_write_input_tokens"),
    )


def _minus(now: Tokens, before: Tokens) -> Tokens:
    return Tokens(*(max(0, a - b) for a, b in zip(now, before, strict=True)))


def _name(holder: dict[str, Any], key: str) -> str:
    """An id; empty where somebody made it unreadable."""
    name = text_of(holder, key)
    return "" if " " in name else name
