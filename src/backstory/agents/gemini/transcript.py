"""Reads Gemini CLI's sessions: JSON lines with changes among them, before version 0.40 one JSON document.

A message stands in a file of lines once for every change, a row may set the whole list, and a row may take back all
that came after a message. So a file is read from its beginning, and what differs from its state at a position is
handed on. Messages of the program itself and thoughts are left out.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from backstory.agents.documents import find_resumption
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import is_below, list_entries
from backstory.agents.google_parts import join_texts, read_response
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row, find_range, head_objects, read_head, read_rows
from backstory.agents.json_rows import list_of, number_of, object_of, parse_object, text_of
from backstory.agents.times import time_of
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

MAX_RESULT: Final = 100_000
_MAX_FILE: Final = 1 << 28
_TAGS: Final = (*REMINDERS, "session_context", "hook_context", "user_memory", "state_snapshot")
_FILES: Final = re.compile(
    r"\n?--- Content from referenced files ---.*?(?:--- End of content ---|\Z)|\n?\[End of referenced.*?\]", re.DOTALL
)
_WRAPPER: Final = re.compile(r"\A<untrusted_context>\n?|\n?</untrusted_context>\s*\Z")
_SETUP: Final = "This is the Gemini CLI. We are setting up the context for our chat."
_SILENT: Final = ("info", "error", "warning", "system", "about", "help", "stats", "compression", "quit", "hint")
_SESSION: Final = re.compile(rb'"sessionId":\s*"([^"\\]+)"')


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions of the folders that stand for `roots` or for folders below them.

    Rows do not name a working folder: `projects.json` does, a file `.project_root`, or the folder's name is a digest.
    """
    base = os.path.join(environ.get("GEMINI_CLI_HOME") or home, ".gemini")
    named = {name: path for path, name in _read_projects(base).items()}
    digests = {sha256(root.encode("utf-8", "surrogateescape")).hexdigest(): root for root in roots}
    for folder in list_entries(os.path.join(base, "tmp")):
        if not folder.is_dir(follow_symlinks=False):
            continue
        cwd = digests.get(folder.name) or named.get(folder.name) or _read_root(folder.path)
        cwd = cwd or next((path for path in named.values() if sha256(path.encode()).hexdigest() == folder.name), "")
        if not cwd or not is_below(cwd, roots):
            continue
        for entry in list_entries(os.path.join(folder.path, "chats")):
            if entry.is_file(follow_symlinks=False) and entry.name.endswith((".json", ".jsonl")):
                yield from _describe(entry, cwd, "")
            elif entry.is_dir(follow_symlinks=False):
                for below in list_entries(entry.path):
                    if below.is_file(follow_symlinks=False) and below.name.endswith((".json", ".jsonl")):
                        yield from _describe(below, cwd, entry.name)


def recognizes(path: str, head: bytes) -> bool:
    """Whether a file begins with the header of a session, or has messages of Gemini."""
    if path.endswith(".jsonl"):
        first = next(iter(head_objects(head, 1)), {})
        return "sessionId" in first and ("projectHash" in first or ("kind" in first and "startTime" in first))
    if not path.endswith(".json") or not head.lstrip().startswith((b"{", b"[")):
        return False
    if b'"projectHash"' in head and b'"messages"' in head:
        return True
    model = re.search(rb'"(?:role|type)":\s*"(?:gemini|model)"', head) is not None
    return model and (b'"parts"' in head or b'"sessionId"' in head) and b'"mapping"' not in head


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position, and those that were taken back since."""
    reading = Reading(iter(()))
    try:
        if path.endswith(".jsonl"):
            start, reading.end, lines = find_range(path, position)
            rows = list(read_rows(path, 0, reading.end, 0, reading)) if start < reading.end else []
            old = _replay(path, [row for row in rows if row.number <= lines], Reading(iter(()))) if start else {}
            new = _replay(path, rows, reading)
            reading.turns = iter([turn for turn in new.values() if old.get(turn.id) != turn])
            return reading
        if os.path.getsize(path) > _MAX_FILE:
            return reading
        with open(path, "rb") as handle:
            data = handle.read()
    except OSError:
        return reading
    document = parse_object(data) or parse_object(b'{"history":' + data + b"}") or {}
    messages = [m for m in (list_of(document, "messages") or list_of(document, "history")) if isinstance(m, dict)]
    state = _State(path, document, reading)
    index, reading.end = find_resumption(messages, position)
    groups = [list(state.read(message, 0, index + place)) for place, message in enumerate(messages[index:])]
    reading.turns = iter([turn for group in groups for turn in group])
    return reading


def _replay(path: str, rows: Sequence[Row], reading: Reading) -> dict[str, Turn]:
    """Id -> turn, with those that were taken back marked."""
    header: dict[str, Any] = {}
    messages: dict[str, tuple[dict[str, Any], int]] = {}
    dead: dict[str, tuple[dict[str, Any], int]] = {}
    for row, number in rows:
        if "$set" in row:
            changed = object_of(row, "$set")
            header |= {key: value for key, value in changed.items() if key != "messages"}
            if isinstance(changed.get("messages"), list):
                kept = {}
                for place, message in enumerate(changed["messages"]):
                    if isinstance(message, dict):
                        name = text_of(message, "id") or f"line-{number}-{place}"
                        kept[name] = (message, messages.get(name, (message, number))[1])
                dead |= {name: held for name, held in messages.items() if name not in kept}
                messages = kept
        elif "$rewindTo" in row:
            names = list(messages)
            target = text_of(row, "$rewindTo")
            cut = names.index(target) if target in messages else len(names)
            for name in names[cut:]:
                dead[name] = messages.pop(name)
        elif text_of(row, "type"):
            name = text_of(row, "id") or f"line-{number}"
            name = f"line-{number}" if " " in name else name
            messages[name] = (row, messages.get(name, (row, number))[1])
            dead.pop(name, None)
        elif "sessionId" in row or "projectHash" in row:
            header |= row
        else:
            reading.unknown[next(iter(row), "")] += 1
    state = _State(path, header, reading)
    turns: dict[str, Turn] = {}
    held = [(number, name, message, name in dead) for name, (message, number) in (dead | messages).items()]
    for number, name, message, gone in sorted(held, key=lambda item: item[0]):
        for turn in state.read(message, number, 0, name):
            turns.setdefault(turn.id, turn._replace(abandoned=gone))
    return turns


class _State:
    """What all messages of a session have in common."""

    def __init__(self, path: str, header: dict[str, Any], reading: Reading) -> None:
        name = os.path.basename(path).rpartition(".")[0]
        self.session = text_of(header, "sessionId") or name
        self.model = text_of(header, "meta", "model")
        self.sub = self.session if text_of(header, "kind") == "subagent" else ""
        self.cwd = _read_root(os.path.dirname(os.path.dirname(os.path.abspath(path))))
        self._reading = reading

    def read(self, message: dict[str, Any], number: int, place: int, name: str = "") -> Iterator[Turn]:
        kind = text_of(message, "type") or text_of(message, "role")
        ident = name or text_of(message, "id") or f"message-{place}"
        time = time_of(message.get("timestamp", message.get("ts")))
        blank = Turn("user", "", time, ident, number, self.session, self.cwd, sidechain=bool(self.sub),
                     subagent=self.sub)  # fmt: skip
        content = message.get("content", message.get("parts"))
        if kind == "user":
            shown = join_texts(message.get("displayContent")) or join_texts(content)
            text = cut_injected(_FILES.sub("", shown), _TAGS)
            if text and not text.startswith(_SETUP):
                yield blank._replace(text=text)
            yield from self._responses(content, blank)
        elif kind in ("gemini", "model", "assistant"):
            yield from self._reply(message, content, blank)
        elif kind not in _SILENT:
            self._reading.unknown[kind] += 1

    def _reply(self, message: dict[str, Any], content: object, blank: Turn) -> Iterator[Turn]:
        counts = object_of(message, "tokens")
        cached = number_of(counts, "cached")
        tokens = Tokens(
            max(0, number_of(counts, "input") - cached),
            number_of(counts, "output") + number_of(counts, "thoughts"),
            cached,
        )
        model = text_of(message, "model") or self.model
        text = cut_injected(join_texts(content), ())
        if text:
            yield blank._replace(role="assistant", text=text, model=model, tokens=tokens)
            tokens = Tokens()
        for place, call in enumerate(list_of(message, "toolCalls")):
            tool = text_of(call, "name")
            if not tool:
                continue
            made = _make_call(blank, tool, object_of(call, "args"), text_of(call, "id"), place, model)
            made = made._replace(tokens=tokens, time=text_of(call, "timestamp") or made.time)
            tokens = Tokens()
            yield made
            status = text_of(call, "status")
            if status in ("success", "error", "cancelled") or call.get("result"):
                yield _make_result(made, call, status)
        parts = content if isinstance(content, list) else []
        for place, part in enumerate(parts):
            called = object_of(part, "functionCall")
            if tool := text_of(called, "name"):
                made = _make_call(blank, tool, object_of(called, "args"), text_of(called, "id") or tool, place, model)
                yield made._replace(tokens=tokens)
                tokens = Tokens()

    def _responses(self, content: object, blank: Turn) -> Iterator[Turn]:
        for part in content if isinstance(content, list) else []:
            response = object_of(part, "functionResponse")
            if response:
                call = text_of(response, "id") or text_of(response, "name")
                text, failed = read_response(part)
                yield blank._replace(
                    role="result", text=_bare(text)[:MAX_RESULT], failed=failed, call=call,
                    id=f"{call}#result", exit_code=find_exit_code(text),
                )  # fmt: skip


def _bare(text: str) -> str:
    return cut_injected(_WRAPPER.sub("", text))


def _make_call(blank: Turn, tool: str, given: dict[str, Any], call: str, place: int, model: str) -> Turn:
    call = call or f"{blank.id}-{place}"
    work = describe_call(tool, given)
    return blank._replace(
        role="tool", id=call, row=blank.id, tool=tool, input=given, call=call, action=work.action, model=model,
        command=work.command, edits=work.edits, reads=work.reads,
    )  # fmt: skip


def _make_result(made: Turn, call: dict[str, Any], status: str) -> Turn:
    text, failed = read_response(call.get("result"))
    shown = call.get("resultDisplay")
    text = text or (shown if isinstance(shown, str) else "")
    code = find_exit_code(text) if made.action == "command" else None
    if code is None and made.action == "command" and status == "success" and "Background PIDs" not in text:
        code = 0  # other codes are always written down
    failed = failed or status in ("error", "cancelled") or code not in (None, 0)
    return made._replace(
        role="result", text=_bare(text)[:MAX_RESULT], id=f"{made.id}#result", tool="", input={}, action="",
        command="", edits=(), reads=(), failed=failed, exit_code=code, model="", tokens=Tokens(),
        subagent=text_of(call, "agentId") or made.subagent,
    )  # fmt: skip


def _describe(entry: "os.DirEntry[str]", cwd: str, parent: str) -> Iterator[SessionFile]:
    match = _SESSION.search(read_head(entry.path, 4096))
    try:
        status = entry.stat()
    except OSError:
        return
    name = match[1].decode("utf-8", "replace") if match else entry.name.rpartition(".")[0]
    yield SessionFile(entry.path, name, cwd, status.st_mtime, status.st_size, parent if parent != name else "")


def _read_projects(base: str) -> dict[str, str]:
    """Path of a project -> name of its folder."""
    projects = object_of(parse_object(read_head(os.path.join(base, "projects.json"), 1 << 22)), "projects")
    return {path: name for path, name in projects.items() if isinstance(name, str) and name}


def _read_root(folder: str) -> str:
    return read_head(os.path.join(folder, ".project_root"), 4096).decode("utf-8", "replace").strip()
