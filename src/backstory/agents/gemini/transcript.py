"""Reads Gemini CLI's sessions: JSON lines with changes among them, before version 0.40 one JSON document.

A message stands in a file of lines once for every change, a row may set the whole list, and a row may take back all
that came after a message. So a file is read from its beginning, and what differs from its state at a position is
handed on. Messages of the program itself and thoughts are left out.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from backstory.agents.documents import find_resumption, reaches_back
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import is_below, list_entries
from backstory.agents.gemini.log import Log, State, forget_old, list_changed, make_state, take_turns
from backstory.agents.google_parts import join_texts, read_response
from backstory.agents.growing_logs import LogReader, Part, read_log
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row, head_objects, read_head
from backstory.agents.json_rows import list_of, number_of, object_of, parse_object, text_of
from backstory.agents.resumption import MarkCodec, digest
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
    projects = {name: path for path, name in _read_projects(base).items()}
    digests = {sha256(root.encode("utf-8", "surrogateescape")).hexdigest(): root for root in roots}
    for folder in list_entries(os.path.join(base, "tmp")):
        if not folder.is_dir(follow_symlinks=False):
            continue
        cwd = digests.get(folder.name) or projects.get(folder.name) or _read_root(folder.path)
        cwd = cwd or _find_digest(folder.name, projects.values())
        if cwd and is_below(cwd, roots):
            yield from _find_chats(os.path.join(folder.path, "chats"), cwd)


def _find_digest(name: str, paths: Iterable[str]) -> str:
    """The path whose digest is the name of a folder."""
    return next((path for path in paths if sha256(path.encode()).hexdigest() == name), "")


def _find_chats(folder: str, cwd: str) -> Iterator[SessionFile]:
    for entry in list_entries(folder):
        if _is_chat(entry):
            yield from _describe(entry, cwd, "")
        elif entry.is_dir(follow_symlinks=False):
            for below in filter(_is_chat, list_entries(entry.path)):
                yield from _describe(below, cwd, entry.name)


def _is_chat(entry: "os.DirEntry[str]") -> bool:
    return entry.is_file(follow_symlinks=False) and entry.name.endswith((".json", ".jsonl"))


def recognizes(path: str, head: bytes) -> bool:
    """Whether a file begins with the header of a session, or has messages of Gemini."""
    if path.endswith(".jsonl"):
        first = next(iter(head_objects(head, 1)), {})
        return "sessionId" in first and ("projectHash" in first or {"kind", "startTime"} <= first.keys())
    return path.endswith(".json") and head.lstrip().startswith((b"{", b"[")) and _recognizes_document(head)


def _recognizes_document(head: bytes) -> bool:
    if b'"projectHash"' in head and b'"messages"' in head:
        return True
    if re.search(rb'"(?:role|type)":\s*"(?:gemini|model)"', head) is None or b'"mapping"' in head:
        return False
    return b'"parts"' in head or b'"sessionId"' in head


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new or changed since a position, and those that were taken back since."""
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """As `read_turns`, with a mark: rows before the position are read again only when messages are taken back."""
    if path.endswith(".jsonl"):
        return read_log(_READER, path, position, mark)
    reading = Reading(iter(()))
    try:
        if os.path.getsize(path) <= _MAX_FILE:
            with open(path, "rb") as handle:
                data = handle.read()
            reading.turns = iter(_read_document(path, data, position, reading))
    except OSError:
        pass
    return reading


def _read_all(path: str, rows: Sequence[Row], before: int, reading: Reading) -> Part[State]:
    old = _replay(path, [row for row in rows if row.number <= before], Reading(iter(()))).turns if before else {}
    log, turns, owners = _replay(path, rows, reading)
    new = [turn for turn in turns.values() if old.get(turn.id) != turn]
    return Part(new, lambda: make_state(_read_header(path), log, turns.values(), owners))


def _read_new(path: str, rows: Sequence[Row], state: State, reading: Reading) -> Part[State] | None:
    header = _read_header(path)
    log = list_changed(rows, header, state, reading)
    if log is None:
        return None
    messages, new = _State(path, header, reading), list[Turn]()
    lines = {name: state.recent[key].line for name in log.messages if (key := digest(name)) in state.recent}
    for name, (message, number) in sorted(log.messages.items(), key=lambda item: lines.get(item[0], item[1][1])):
        number = lines.get(name, number)
        changed = take_turns(state, name, number, list(messages.read(message, number, 0, name)))
        if changed is None:
            return None
        new += changed
    forget_old(state)
    return Part(new, lambda: state)


def _read_header(path: str) -> dict[str, Any]:
    """The first row."""
    return parse_object(read_head(path).partition(b"\n")[0]) or {}


_READER: Final = LogReader(MarkCodec("gemini 1", State), _read_all, _read_new)


def _read_document(path: str, data: bytes, position: int, reading: Reading) -> list[Turn]:
    document = parse_object(data) or parse_object(b'{"history":' + data + b"}") or {}
    rows = list_of(document, "messages") or list_of(document, "history")
    messages = [message for message in rows if isinstance(message, dict)]
    state = _State(path, document, reading)
    index, reading.end = find_resumption(messages, position)
    reading.repeats = reaches_back(index, position)
    return [turn for place, message in enumerate(messages[index:], index) for turn in state.read(message, 0, place)]


class _Replayed(NamedTuple):
    log: Log
    turns: dict[str, Turn]
    """Turns that were taken back are marked."""
    owners: dict[str, str]
    """Id of a turn -> id of its message."""


def _replay(path: str, rows: Sequence[Row], reading: Reading) -> _Replayed:
    log = Log(reading)
    for row, number in rows:
        log.add(row, number)
    state = _State(path, log.header, reading)
    replayed = _Replayed(log, {}, {})
    for number, name, message, gone in log.list_messages():
        for turn in state.read(message, number, 0, name):
            replayed.turns.setdefault(turn.id, turn._replace(abandoned=gone))
            replayed.owners.setdefault(turn.id, name)
    return replayed


class _State:
    """The fields common to all messages of a session."""

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
            yield from self._prompt(message, content, blank)
            yield from self._responses(content, blank)
        elif kind in ("gemini", "model", "assistant"):
            yield from self._reply(message, content, blank)
        elif kind not in _SILENT:
            self._reading.unknown[kind] += 1

    def _prompt(self, message: dict[str, Any], content: object, blank: Turn) -> Iterator[Turn]:
        displayed = join_texts(message.get("displayContent")) or join_texts(content)
        text = cut_injected(_FILES.sub("", displayed), _TAGS)
        if text and not text.startswith(_SETUP):
            yield blank._replace(text=text)

    def _reply(self, message: dict[str, Any], content: object, blank: Turn) -> Iterator[Turn]:
        tokens = _tokens_of(object_of(message, "tokens"))
        model = text_of(message, "model") or self.model
        for turn in self._pieces(message, content, blank, model):
            if turn.role == "result":
                yield turn
            else:
                yield turn._replace(tokens=tokens)
                tokens = Tokens()

    def _pieces(self, message: dict[str, Any], content: object, blank: Turn, model: str) -> Iterator[Turn]:
        if text := cut_injected(join_texts(content), ()):
            yield blank._replace(role="assistant", text=text, model=model)
        for place, call in enumerate(list_of(message, "toolCalls")):
            if text_of(call, "name"):
                yield from _read_call(blank, call, place, model)
        for place, part in enumerate(list_of(content)):
            called = object_of(part, "functionCall")
            if tool := text_of(called, "name"):
                yield _make_call(blank, tool, object_of(called, "args"), text_of(called, "id") or tool, place, model)

    def _responses(self, content: object, blank: Turn) -> Iterator[Turn]:
        for part in list_of(content):
            if response := object_of(part, "functionResponse"):
                call = text_of(response, "id") or text_of(response, "name")
                text, failed = read_response(part)
                yield blank._replace(
                    role="result", text=_bare(text)[:MAX_RESULT], failed=failed, call=call,
                    id=f"{call}#result", exit_code=find_exit_code(text),
                )  # fmt: skip


def _bare(text: str) -> str:
    return cut_injected(_WRAPPER.sub("", text))


def _make_call(blank: Turn, tool: str, arguments: dict[str, Any], call: str, place: int, model: str) -> Turn:
    call = call or f"{blank.id}-{place}"
    work = describe_call(tool, arguments)
    return blank._replace(
        role="tool", id=call, row=blank.id, tool=tool, input=arguments, call=call, action=work.action, model=model,
        command=work.command, edits=work.edits, reads=work.reads,
    )  # fmt: skip


def _read_call(blank: Turn, call: dict[str, Any], place: int, model: str) -> Iterator[Turn]:
    """A call, and its result once it has one."""
    call_turn = _make_call(blank, text_of(call, "name"), object_of(call, "args"), text_of(call, "id"), place, model)
    call_turn = call_turn._replace(time=text_of(call, "timestamp") or call_turn.time)
    yield call_turn
    status = text_of(call, "status")
    if status in ("success", "error", "cancelled") or call.get("result"):
        yield _make_result(call_turn, call, status)


def _make_result(call_turn: Turn, call: dict[str, Any], status: str) -> Turn:
    text, failed = read_response(call.get("result"))
    text = text or text_of(call, "resultDisplay")
    code = _code_of(text, status) if call_turn.action == "command" else None
    failed = failed or status in ("error", "cancelled") or code not in (None, 0)
    return call_turn._replace(
        role="result", text=_bare(text)[:MAX_RESULT], id=f"{call_turn.id}#result", tool="", input={}, action="",
        command="", edits=(), reads=(), failed=failed, exit_code=code, model="", tokens=Tokens(),
        subagent=text_of(call, "agentId") or call_turn.subagent,
    )  # fmt: skip


def _code_of(text: str, status: str) -> int | None:
    """The exit code of a command. Every code but 0 is written down."""
    code = find_exit_code(text)
    return 0 if code is None and status == "success" and "Background PIDs" not in text else code


def _tokens_of(counts: dict[str, Any]) -> Tokens:
    cached = number_of(counts, "cached")
    return Tokens(
        max(0, number_of(counts, "input") - cached),
        number_of(counts, "output") + number_of(counts, "thoughts"),
        cached,
    )


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
