"""The rows of Codex's rollouts, and the turns that are in one.

What a person and the model say stands there more than once: as an item of the conversation and as one or two events.
Calls and results are items, with the same id; some exist as events only. Old rollouts have bare items.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final
from zlib import crc32

from backstory.agents.codex.subagents import read_handle, read_reports
from backstory.agents.codex.texts import FAILURES, content_text, person_text, read_output, says_failure
from backstory.agents.injected_text import cut_injected
from backstory.agents.json_rows import list_of, number_of, object_of, parse_object, text_of
from backstory.agents.tool_calls import describe_call, join_command
from backstory.agents.turns import Tokens, Turn

MAX_RESULT: Final = 100_000

KNOWN_KINDS: Final = frozenset((
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
        self.is_counted = False


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
        self._utterances: list[_Words] = []
        self._calls: set[str] = set()
        self._codes: dict[str, int] = {}
        self._seen: set[str] = set()
        self._total: dict[str, Any] | None = None
        self._held: list[Turn] = []
        self._yielded = 0
        """How many of those that are held were handed on before."""
        self._again: list[Turn] = []
        self._silent = False
        self._rows: dict[str, Callable[[dict[str, Any]], Iterable[Turn]]] = {
            "turn_context": self._enter,
            "compacted": self._summary,
            "event_msg": self._event,
            "response_item": self._item,
        }
        self._kinds: dict[str, Callable[[dict[str, Any]], Iterable[Turn]]] = {
            "user_message": self._user_message,
            "agent_message": self._agent_message,
            "item_completed": self._completed,
            "token_count": self._token_count,
            "task_started": self._task,
            "turn_started": self._task,
            "exec_command_end": self._command_end,
            "patch_apply_end": self._patch_end,
            "mcp_tool_call_end": self._server_end,
        }
        """Type of an event -> what reads it."""

    def warm_up(self, row: dict[str, Any], number: int) -> None:
        """Remembers a row whose turns were handed on before."""
        self._silent = True
        for _ in self.read_row(row, number):
            pass
        self._silent = False

    def end_warm_up(self) -> None:
        """Whether the held turn was yielded before its tokens were known."""
        self._yielded = len(self._held)

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
        yield from self._held[self._yielded :]
        self._held, self._yielded = [], 0

    def _read(self, row: dict[str, Any], number: int) -> Iterable[Turn]:
        self._number = number
        self._time = text_of(row, "timestamp") or text_of(row, "created_at") or self._time
        kind, payload = text_of(row, "type"), object_of(row, "payload")
        if kind == "session_meta" or (not kind and "instructions" in row and "id" in row):
            self._start(payload or row)
        elif kind in self._rows:
            return self._rows[kind](payload)
        elif "payload" not in row:  # before August 2025 the items stood by themselves
            return self._item(row)
        elif kind not in KNOWN_KINDS:
            self._unknown[kind] += 1
        return ()

    def _enter(self, context: dict[str, Any]) -> Iterable[Turn]:
        self._turn_id = _name(context, "turn_id") or f"at-{self._number}"
        self._cwd = text_of(context, "cwd") or self._cwd
        self._model = text_of(context, "model") or self._model
        return ()

    def _summary(self, payload: dict[str, Any]) -> Iterator[Turn]:
        if text := cut_injected(text_of(payload, "message")):
            yield self._make("summary", text, f"line-{self._number}")

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

    def _event(self, event: dict[str, Any]) -> Iterable[Turn]:
        kind = text_of(event, "type")
        if kind in self._kinds:
            return self._kinds[kind](event)
        if kind not in KNOWN_KINDS:
            self._unknown[f"event_msg:{kind}"] += 1
        return ()

    def _user_message(self, event: dict[str, Any]) -> Iterator[Turn]:
        return self._say("user", text_of(event, "message"), "event", event)

    def _agent_message(self, event: dict[str, Any]) -> Iterator[Turn]:
        return self._say("assistant", text_of(event, "message"), "event", event)

    def _token_count(self, event: dict[str, Any]) -> Iterable[Turn]:
        self._count(object_of(event, "info"))
        return ()

    def _task(self, event: dict[str, Any]) -> Iterable[Turn]:
        self._turn_id = _name(event, "turn_id") or self._turn_id or f"at-{self._number}"
        return ()

    def _command_end(self, event: dict[str, Any]) -> Iterator[Turn]:
        call, code = _name(event, "call_id"), event.get("exit_code")
        if isinstance(code, int) and call:
            self._codes[call] = code
        words = [word for word in list_of(event, "command") if isinstance(word, str)]
        output = text_of(event, "aggregated_output") or text_of(event, "stdout") + text_of(event, "stderr")
        return self._whole_call(call, "exec_command", {"command": join_command(words)}, output, event)

    def _patch_end(self, event: dict[str, Any]) -> Iterator[Turn]:
        call = _name(event, "call_id")
        if call and event.get("success") is False:
            self._codes[call] = 1
        files = [{"path": path} for path in object_of(event, "changes")]
        return self._whole_call(call, "apply_patch", {"files": files}, text_of(event, "stdout"), event)

    def _server_end(self, event: dict[str, Any]) -> Iterator[Turn]:
        invocation, result = object_of(event, "invocation"), object_of(event, "result")
        name = "__".join(filter(None, ("mcp", text_of(invocation, "server"), text_of(invocation, "tool"))))
        text = content_text(list_of(result, "Ok", "content")) or text_of(result, "Err")
        return self._whole_call(_name(event, "call_id"), name, object_of(invocation, "arguments"), text, event)

    def _completed(self, event: dict[str, Any]) -> Iterable[Turn]:
        item = object_of(event, "item")
        kind = text_of(item, "type").lower().replace("_", "")
        if kind == "usermessage":
            return self._say("user", content_text(item.get("content")), "completed", event)
        if kind == "agentmessage":
            text = text_of(item, "text") or content_text(item.get("content"))
            return self._say("assistant", text, "completed", event)
        as_event = _EVENTS.get(kind)
        return self._event(as_event(item)) if as_event else ()

    def _item(self, item: dict[str, Any]) -> Iterable[Turn]:
        kind = text_of(item, "type")
        if kind in _CALLS:
            return self._call(item, kind)
        if kind in _RESULTS:
            return self._result(item)
        if kind == "message" or (not kind and "role" in item):
            return self._message(item)
        if kind and kind != "agent_message" and kind not in KNOWN_KINDS:  # the first is between agents
            self._unknown[kind] += 1
        return ()

    def _message(self, item: dict[str, Any]) -> Iterable[Turn]:
        role = text_of(item, "role")
        text = content_text(item.get("content")) or text_of(item, "message")
        if role == "assistant":
            return self._say("assistant", text, "item", item)
        if role == "user" and not self._events:
            return self._say("user", text, "item", item)
        if role == "user":
            self._note_prompt(text)
        return ()

    def _note_prompt(self, text: str) -> None:
        """The item may come before its event: the place of the prompt is that of the first."""
        text = person_text(text)
        if text and self._pair(f"user\0{text}", "item") is None:
            self._utterances.append(_Words(f"user\0{text}", {"item"}, self._number))

    def _say(self, role: str, text: str, source: str, holder: dict[str, Any]) -> Iterator[Turn]:
        text = person_text(text) if role == "user" else cut_injected(text, ())
        if not text:
            return
        words = self._pair(f"{role}\0{text}", source) or self._remember(f"{role}\0{text}", source)
        if words.is_counted:
            return
        words.is_counted = True
        turn = self._make(role, text, self._name_words(text, words.line, holder))._replace(line=words.line)
        yield turn._replace(model=self._model) if role == "assistant" else turn

    def _name_words(self, text: str, line: int, holder: dict[str, Any]) -> str:
        """The id of what is said in a turn of the conversation, by its words."""
        turn = _name(object_of(holder, "internal_chat_message_metadata_passthrough"), "turn_id") or self._turn_id
        ident = f"{turn}#{crc32(text.encode()):08x}" if turn and not turn.startswith("at-") else f"line-{line}"
        return f"{ident}-{line}" if ident in self._seen else ident

    def _remember(self, words: str, source: str) -> "_Words":
        entry = _Words(words, {source}, self._number)
        self._utterances.append(entry)
        del self._utterances[:-64]
        return entry

    def _pair(self, words: str, source: str) -> "_Words | None":
        """The same words from another source, which are the same utterance; None when they are new."""
        for entry in self._utterances:
            if source not in entry.sources and entry.words == words:
                entry.sources.add(source)
                return entry
        return None

    def _call(self, item: dict[str, Any], kind: str) -> Iterator[Turn]:
        name = text_of(item, "name") or text_of(item, "function", "name") or kind.removesuffix("_call")
        arguments = _input_of(item.get(_CALLS[kind]))
        if kind == "local_shell_call":
            name = "local_shell"
        call = _name(item, "call_id") or _name(item, "id") or f"line-{self._number}"
        if kind in ("web_search_call", "tool_search_call") and call in self._calls:
            return
        yield self._make_call(call, name, arguments)

    def _make_call(self, call: str, name: str, arguments: dict[str, Any]) -> Turn:
        self._calls.add(call)
        work = describe_call(name, arguments)
        return self._make("tool", "", call, call=call, tool=name, input=arguments, model=self._model,
                          action=work.action, command=work.command, edits=work.edits, reads=work.reads)  # fmt: skip

    def _whole_call(
        self, call: str, name: str, arguments: dict[str, Any], output: str, event: dict[str, Any]
    ) -> Iterator[Turn]:
        """A call and its result, where only an event tells of them."""
        if not call or call in self._calls:
            return
        yield self._make_call(call, name, arguments)
        yield from self._result(event | {"output": output})

    def _result(self, item: dict[str, Any]) -> Iterator[Turn]:
        call = _name(item, "call_id") or self._last_call()
        if call not in self._calls and call.startswith("line-"):
            return
        text, code, good = read_output(item.get("output", item.get("result")))
        if code is None:
            code = self._codes.get(call)
        failed = good is False or says_failure(item) or (text.startswith(FAILURES) if code is None else code != 0)
        handle = read_handle(text)
        text = "" if handle else text
        result = self._make("result", cut_injected(text)[:MAX_RESULT], f"{call}#result", call=call, failed=failed,
                            exit_code=code)  # fmt: skip
        yield result._replace(subagent=handle) if handle else result
        for ident, report in read_reports(text):
            yield self._make("assistant", report, f"{call}#{ident}")._replace(sidechain=True, subagent=ident)

    def _last_call(self) -> str:
        return next((turn.call for turn in reversed(self._held) if turn.role == "tool"), f"line-{self._number}")

    def _count(self, info: dict[str, Any]) -> None:
        """Adds what a reply cost to what is held of it. The same numbers come again when a limit changes."""
        total, last = object_of(info, "total_token_usage"), object_of(info, "last_token_usage")
        before, self._total = self._total, total or self._total
        if total and total == before:
            return
        used = _tokens_of(last) if last else _minus(_tokens_of(total), _tokens_of(before or {}))
        if any(used):
            self._add_tokens(used)

    def _add_tokens(self, used: Tokens) -> None:
        place = next((i for i, turn in enumerate(self._held) if turn.role in ("assistant", "tool")), None)
        if place is None:
            return
        turn = self._held[place]
        self._held[place] = turn._replace(tokens=Tokens(*map(sum, zip(turn.tokens, used, strict=True))))
        if place < self._yielded and not self._silent:
            self._again.append(self._held[place])


def _input_of(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not value.strip():
        return {}
    parsed = parse_object(value.encode("utf-8", "replace")) if value.lstrip().startswith("{") else None
    return parsed or {"input": value}


def _command_event(item: dict[str, Any]) -> dict[str, Any]:
    return item | {"type": "exec_command_end", "call_id": item.get("id")}


def _patch_event(item: dict[str, Any]) -> dict[str, Any]:
    good = text_of(item, "status") in ("", "completed")
    return item | {"type": "patch_apply_end", "call_id": item.get("id"), "success": good}


def _server_event(item: dict[str, Any]) -> dict[str, Any]:
    event = {"type": "mcp_tool_call_end", "call_id": item.get("id"), "invocation": item}
    return item | event | {"result": item.get("result") or {"Err": item.get("error")}}


_EVENTS: Final = {"commandexecution": _command_event, "filechange": _patch_event, "mcptoolcall": _server_event}
"""Types of completed items -> the event that says the same."""


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
