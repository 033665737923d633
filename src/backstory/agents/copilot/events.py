"""The events of Copilot CLI's sessions, and the turns that are in them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.json_rows import list_of, number_of, object_of, parse_object, text_of
from backstory.agents.resumption import digest, digest_all
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, Tokens, Turn

MAX_RESULT: Final = 100_000
_KNOWN_PREFIXES: Final = (
    "session.", "assistant.", "hook.", "subagent.", "system.", "tool.", "permission.", "user_input.", "elicitation.",
    "external_tool.", "command.", "commands.", "exit_plan_mode.", "skill.", "mcp.", "sampling.", "pending_messages.",
    "abort", "user.", "auto_mode_switch.", "capabilities.",
)  # fmt: skip
"""Beginnings of the types of events that hold nothing that was said or done, or that are read."""
_STARTS: Final = ("session.start", "session.resume")
_PROGRAMS: Final = ("skill", "system", "hook", "autopilot", "agent", "command", "schedule")
"""Beginnings of the sources of messages that no person wrote."""
_TAGS: Final = (
    *REMINDERS, "current_datetime", "reminder", "sql_tables", "tagged_files", "pr_metadata", "system_notification",
)  # fmt: skip


class State(msgspec.Struct, array_like=True):
    """The state of a reader of events."""

    ids: list[int] = []
    """Digests of the ids of the turns."""
    calls: list[int] = []
    """Digests of the ids of the calls."""
    commands: list[int] = []
    """Digests of the ids of the calls that run a command."""
    reported: int = 0
    """Tokens of output that the messages have reported since the session was last opened."""
    changes: list[int] = []
    """Offsets of the events that say where the session goes on, and with which model."""


class EventReader:
    """Turns the events of a session into turns. With a state, those that go on after it."""

    def __init__(self, session: str, cwd: str, reading: Reading, state: State | None = None) -> None:
        self.turns: dict[str, Turn] = {}
        self.reaches_back = False
        """Whether an event concerns turns or calls from before the state."""
        self.changes: list[int] = []
        """Lines of the events that say where the session goes on, and with which model."""
        self._state = state
        self._ids = frozenset(state.ids if state else ())
        self._former = frozenset(state.calls if state else ())
        self._commands = frozenset(state.commands if state else ())
        self._reading = reading
        self._session = session
        self._cwd = cwd
        self._branch = self._model = ""
        self._calls: dict[str, Turn] = {}
        self._order: list[tuple[str, str]] = []
        """Id of an event and of each of its turns, in order."""
        self._reported = state.reported if state else 0
        self._kinds: dict[str, Callable[[dict[str, Any], Turn], Iterable[Turn]]] = {
            "user.message": self._prompt,
            "assistant.message": self._reply,
            "tool.execution_start": self._start_call,
            "tool.execution_complete": self._result,
            "session.compaction_complete": self._summary,
        }
        self._openings: dict[str, Callable[[dict[str, Any]], None]] = {
            "session.start": self._open,
            "session.resume": self._open,
            "session.context_changed": self._open,
            "session.model_change": self._change_model,
        }
        """Type of an event that says where the session goes on -> what reads it."""
        self._changes: dict[str, Callable[[dict[str, Any]], None]] = {
            "session.shutdown": self._count,
            "session.snapshot_rewind": self._rewind,
        }
        """Type of another event in which nothing is said or done -> what it changes."""

    def open(self, row: dict[str, Any]) -> None:
        """Takes from an event where the session goes on."""
        read = self._openings.get(text_of(row, "type"))
        if read is not None:
            read(object_of(row, "data"))

    def make_state(self, changes: list[int]) -> State:
        """The state after the events that were read; `changes` are the offsets of all events that `open` reads."""
        new = {digest(name): call.action == "command" for name, call in self._calls.items()}
        return State(
            [*self._ids, *digest_all(self.turns)],
            list(self._former | new.keys()),
            list((self._commands - new.keys()) | {name for name, is_command in new.items() if is_command}),
            self._reported,
            changes,
        )

    def read(self, rows: Sequence[Row]) -> dict[str, Turn]:
        for row, number in rows:
            kind = text_of(row, "type")
            ident = text_of(row, "id")
            ident = f"line-{number}" if not ident or " " in ident else ident
            for turn in self._event(kind, object_of(row, "data"), row, ident, number):
                if turn.id not in self.turns and not (self._ids and digest(turn.id) in self._ids):
                    self.turns[turn.id] = turn
                    self._order.append((ident, turn.id))
        return self.turns

    def _event(self, kind: str, data: dict[str, Any], row: dict[str, Any], ident: str, number: int) -> Iterable[Turn]:
        if kind in self._kinds:
            return self._kinds[kind](data, self._blank(row, ident, number))
        if kind in self._openings:
            self.changes.append(number)
            self._reported = 0 if kind in _STARTS else self._reported
            self.open(row)
        elif kind in self._changes:
            self._changes[kind](data)
        elif not kind.startswith(_KNOWN_PREFIXES):
            self._reading.unknown[kind] += 1
        return ()

    def _blank(self, row: dict[str, Any], ident: str, number: int) -> Turn:
        parent = text_of(row, "data", "parentToolCallId") or text_of(row, "agentId")
        return Turn(
            "user", "", text_of(row, "timestamp"), ident, number, self._session, self._cwd, self._branch,
            parent=text_of(row, "parentId"), sidechain=bool(parent), subagent=parent, row=ident,
        )  # fmt: skip

    def _start_call(self, data: dict[str, Any], blank: Turn) -> Iterator[Turn]:
        call = _name(data, "toolCallId") or blank.id
        if call not in self._calls and digest(call) not in self._former:
            yield self._call(blank, call, text_of(data, "toolName"), data.get("arguments"))

    def _summary(self, data: dict[str, Any], blank: Turn) -> Iterator[Turn]:
        if text := cut_injected(text_of(data, "summaryContent")):
            yield blank._replace(role="summary", text=text, row="")

    def _change_model(self, data: dict[str, Any]) -> None:
        self._model = text_of(data, "newModel") or self._model

    def _open(self, data: dict[str, Any]) -> None:
        context = object_of(data, "context") or data
        self._cwd = text_of(context, "cwd") or self._cwd
        self._branch = text_of(context, "branch") or self._branch
        self._model = text_of(data, "selectedModel") or self._model
        self._session = _name(data, "sessionId") or self._session

    def _prompt(self, data: dict[str, Any], blank: Turn) -> Iterator[Turn]:
        text = cut_injected(text_of(data, "content"), _TAGS)
        if text and not text_of(data, "source").startswith(_PROGRAMS):
            yield blank._replace(text=text, row="")

    def _reply(self, data: dict[str, Any], blank: Turn) -> Iterator[Turn]:
        output = number_of(data, "outputTokens")
        self._reported += output
        tokens = Tokens(output=output)
        model = text_of(data, "model") or self._model
        if text := cut_injected(text_of(data, "content"), ()):
            yield blank._replace(role="assistant", text=text, model=model, tokens=tokens, row="")
            tokens = Tokens()
        for place, request in enumerate(list_of(data, "toolRequests")):
            call = _name(request, "toolCallId") or f"{blank.id}-{place}"
            if tool := text_of(request, "name"):
                call_turn = self._call(blank, call, tool, request.get("arguments"))
                yield call_turn._replace(tokens=tokens, model=model)
                tokens = Tokens()

    def _call(self, blank: Turn, call: str, tool: str, arguments: object) -> Turn:
        parsed = parse_object(arguments.encode("utf-8", "replace")) if isinstance(arguments, str) else None
        arguments = parsed or (
            arguments if isinstance(arguments, dict) else {"input": arguments} if isinstance(arguments, str) else {}
        )
        work = describe_call(tool, arguments)
        self._calls[call] = blank._replace(
            role="tool", id=call, call=call, tool=tool or "tool", input=arguments, action=work.action,
            command=work.command, edits=work.edits, reads=work.reads, model=self._model,
        )  # fmt: skip
        return self._calls[call]

    def _result(self, data: dict[str, Any], blank: Turn) -> Iterator[Turn]:
        call = _name(data, "toolCallId")
        call_turn = self._find_call(call, blank)
        if call_turn is None:
            return
        result = data.get("result")
        text = result if isinstance(result, str) else text_of(result, "content") or text_of(result, "detailedContent")
        error = text_of(data, "error", "message") or text_of(data, "error")
        text = text or error
        code = None
        if call_turn.action == "command":
            code = find_exit_code(text)
            code = find_exit_code(error) if code is None else code
        failed = data.get("success") is False or code not in (None, 0)
        yield blank._replace(
            role="result", id=f"{call_turn.call}#result", call=call_turn.call, text=cut_injected(text)[:MAX_RESULT],
            failed=failed, exit_code=code,
        )  # fmt: skip

    def _find_call(self, call: str, blank: Turn) -> Turn | None:
        """A call by its id, or the last one. Of one before the state it is known whether it runs a command."""
        if not call:
            self.reaches_back = self.reaches_back or self._state is not None
            return next(reversed(self._calls.values()), None)
        if call not in self._calls and self._former and (key := digest(call)) in self._former:
            return blank._replace(call=call, action="command" if key in self._commands else "")
        return self._calls.get(call)

    def _count(self, data: dict[str, Any]) -> None:
        """The cost of a session is written when it ends; before that only the output of its messages is known."""
        metrics = object_of(data, "modelMetrics")
        used = [object_of(metrics, name, "usage") for name in metrics]
        cached = sum(number_of(usage, "cacheReadTokens") for usage in used)
        total = Tokens(
            max(0, sum(number_of(usage, "inputTokens") for usage in used) - cached),
            max(0, sum(number_of(usage, "outputTokens") for usage in used) - self._reported),
            cached,
            sum(number_of(usage, "cacheWriteTokens") for usage in used),
        )
        self._reported = 0
        last = next((name for _, name in reversed(self._order) if self.turns[name].role in ("assistant", "tool")), "")
        self.reaches_back = self.reaches_back or (not last and self._state is not None)
        if last and any(total):
            before = self.turns[last].tokens
            added = Tokens(*map(sum, zip(before, total, strict=True)))
            self.turns[last] = self.turns[last]._replace(tokens=added)

    def _rewind(self, data: dict[str, Any]) -> None:
        """The person went back to before an event: it and what follows are abandoned."""
        self.reaches_back = self.reaches_back or self._state is not None
        after, event = False, text_of(data, "upToEventId")
        for ident, name in self._order:
            after = after or ident == event
            if after:
                self.turns[name] = self.turns[name]._replace(abandoned=True)


def read_history(document: dict[str, Any], session: str) -> Iterator[Turn]:
    """The turns of a session of before 2026, which is one document with messages in OpenAI's form."""
    for place, message in enumerate(list_of(document, "chatMessages")):
        blank = Turn("user", "", text_of(document, "startTime"), f"message-{place}", 0, session)
        read = _MESSAGES.get(text_of(message, "role"))
        if read is not None:
            yield from read(message, _message_text(message.get("content")), blank)


def _message_text(content: object) -> str:
    return content if isinstance(content, str) else "\n".join(text_of(block, "text") for block in list_of(content))


def _read_prompt(message: dict[str, Any], text: str, blank: Turn) -> Iterator[Turn]:
    if text := cut_injected(text, _TAGS):
        yield blank._replace(text=text)


def _read_reply(message: dict[str, Any], text: str, blank: Turn) -> Iterator[Turn]:
    if text := cut_injected(text, ()):
        yield blank._replace(role="assistant", text=text)
    reader = EventReader(blank.session, "", Reading(iter(())))
    for number, request in enumerate(list_of(message, "tool_calls")):
        call = text_of(request, "id") or f"{blank.id}-{number}"
        function = object_of(request, "function")
        if tool := text_of(function, "name"):
            yield reader._call(blank, call, tool, function.get("arguments"))


def _read_output(message: dict[str, Any], text: str, blank: Turn) -> Iterator[Turn]:
    call = text_of(message, "tool_call_id") or blank.id
    code = find_exit_code(text)
    yield blank._replace(
        role="result", id=f"{call}#result", call=call, text=cut_injected(text)[:MAX_RESULT], exit_code=code,
        failed=code not in (None, 0),
    )  # fmt: skip


_MESSAGES: Final = {"user": _read_prompt, "assistant": _read_reply, "tool": _read_output}
"""Role -> what reads its messages."""


def _name(holder: object, key: str) -> str:
    """An id; empty where somebody made it unreadable."""
    name = text_of(holder, key)
    return "" if " " in name else name
