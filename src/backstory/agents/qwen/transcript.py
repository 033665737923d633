"""Reads Qwen Code's sessions: JSON lines that are a tree, with contents in Google's form.

It returns prompts as they were typed, replies, calls, results and the summaries of compressions. It leaves out what
hooks, notices and schedules put into a person's row, and thoughts. Rows that a rewind has cut off are marked.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

from backstory.agents.claude_code.transcript import encode_folder
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import is_below, list_entries
from backstory.agents.google_parts import join_texts, read_response
from backstory.agents.growing_logs import LogReader, Part, read_log
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row, head_objects, read_head
from backstory.agents.json_rows import list_of, number_of, object_of, text_of
from backstory.agents.qwen.branches import State, find_cut_off, goes_on, note_tree
from backstory.agents.resumption import MarkCodec, digest, digest_all
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, SessionFile, Tokens, Turn

MAX_RESULT: Final = 100_000
_TAGS: Final = (
    *REMINDERS, "qwen:user-prompt-submit-context", "hook_context", "session_context", "user-prompt-submit-hook",
    "task-notification", "state_snapshot",
)  # fmt: skip
_FILES: Final = re.compile(r"\n?--- Content from referenced files ---.*?(?:--- End of content ---|\Z)", re.DOTALL)
_PROMPTS: Final = ("", "mid_turn_user_message", "realtime_message", "at_command")
"""Subtypes of a person's row that a person wrote."""
_TYPES: Final = ("user", "assistant", "tool_result", "system")
_CWD: Final = re.compile(rb'"cwd":\s*("(?:[^"\\]|\\.)*")')
_PARENT: Final = re.compile(rb'"(?:parentSessionId|forkedFrom":\s*\{\s*"sessionId)":\s*"([^"\\ ]+)"')


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions below `projects` whose working folder is below one of `roots`; sub-agents name their session."""
    bases = (environ.get("QWEN_RUNTIME_DIR"), environ.get("QWEN_HOME"), os.path.join(home, ".qwen"))
    names = tuple(encode_folder(root).lower() for root in roots)
    for base in dict.fromkeys(filter(None, bases)):
        for folder in list_entries(os.path.join(base, "projects")):
            if folder.name.lower().startswith(names):
                yield from _find_in_project(folder.path, roots)


def _find_in_project(folder: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    yield from _find_below(os.path.join(folder, "chats"), roots, "")
    for entry in list_entries(os.path.join(folder, "subagents")):
        yield from _find_below(entry.path, roots, entry.name)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first rows have a type of Qwen Code's and a content in Google's form."""
    for row in head_objects(head):
        if text_of(row, "type") not in _TYPES or not {"sessionId", "uuid"} <= row.keys():
            return False
        if "parts" in object_of(row, "message") or {"systemPayload", "toolCallResult"} & row.keys():
            return True
    return False


def read_turns(path: str, position: int = 0, session: str = "") -> Reading:
    """The turns that are new since a byte offset, and those before it that were cut off since."""
    return read_on(path, position, b"", session)


def read_on(path: str, position: int, mark: bytes, session: str = "") -> Reading:
    """As `read_turns`, with a mark: the rows before the position are read again only when a branch begins."""
    return read_log(_READER, path, position, mark)


def _read_all(path: str, rows: Sequence[Row], before: int, reading: Reading) -> Part[State]:
    old = _read([row for row in rows if row.number <= before], State(), Reading(iter(()))) if before else {}
    state = State()
    turns = _read(rows, state, reading, find_cut_off(rows))
    new = [turn for turn in turns.values() if old.get(turn.id) != turn]
    return Part(new, lambda: note_tree(_note_ids(state, rows, turns), rows))


def _read_new(path: str, rows: Sequence[Row], state: State, reading: Reading) -> Part[State] | None:
    if not goes_on(rows, state):
        return None
    turns = _read(rows, state, reading)
    return Part(turns.values(), lambda: _note_ids(state, rows, turns))


def _note_ids(state: State, rows: Sequence[Row], turns: Mapping[str, Turn]) -> State:
    uuids = (uuid for row, _ in rows if (uuid := text_of(row, "uuid")))
    state.ids = list(dict.fromkeys((*state.ids, *digest_all(uuids), *digest_all(turns))))
    return state


def _read(rows: Sequence[Row], state: State, reading: Reading, dead: Collection[str] = ()) -> dict[str, Turn]:
    """Id -> turn, without those that the state has. The commands that are called are added to it."""
    ids, turns = frozenset(state.ids), dict[str, Turn]()
    counted: dict[str, Tokens] = {}
    commands = set(state.commands)
    for row, number in rows:
        kind = text_of(row, "type")
        if kind not in _TYPES:
            reading.unknown[kind] += 1
            continue
        for turn in _turns(row, kind, number, counted, commands):
            if turn.id not in turns and not (ids and digest(turn.id) in ids):
                turns[turn.id] = turn._replace(abandoned=text_of(row, "uuid") in dead)
    state.commands = list(commands)
    return turns


_READER: Final = LogReader(MarkCodec("qwen 2", State), _read_all, _read_new)


def _turns(
    row: dict[str, Any], kind: str, number: int, counted: dict[str, Tokens], commands: set[int]
) -> Iterable[Turn]:
    blank = _blank_turn(row, number)
    content = object_of(row, "message").get("parts", object_of(row, "message").get("content"))
    if kind == "user":
        return _prompt(row, content, blank)
    if kind == "assistant":
        return _reply(row, content, blank, counted, commands)
    if kind == "tool_result":
        return _results(row, content, blank, commands)
    return _summary(row, blank) if text_of(row, "subtype") == "chat_compression" else ()


def _blank_turn(row: dict[str, Any], number: int) -> Turn:
    uuid = text_of(row, "uuid")
    uuid = f"line-{number}" if not uuid or " " in uuid else uuid
    return Turn(
        "user", "", text_of(row, "timestamp"), uuid, number, text_of(row, "sessionId"), text_of(row, "cwd"),
        text_of(row, "gitBranch"), parent=text_of(row, "parentUuid"), sidechain=row.get("isSidechain") is True,
        subagent=text_of(row, "agentId"),
    )  # fmt: skip


def _prompt(row: dict[str, Any], content: object, blank: Turn) -> Iterator[Turn]:
    if text_of(row, "subtype") not in _PROMPTS or text_of(row, "provenance") not in ("", "real_user"):
        return
    displayed = text_of(row, "systemPayload", "displayText") or join_texts(content)
    if text := cut_injected(_FILES.sub("", displayed), _TAGS):
        yield blank._replace(text=text)


def _summary(row: dict[str, Any], blank: Turn) -> Iterator[Turn]:
    history = list_of(row, "systemPayload", "compressedHistory")
    texts = [join_texts(item.get("parts")) for item in history[:2] if isinstance(item, dict)]
    if text := cut_injected(next(filter(None, texts), ""), ()):
        yield blank._replace(role="summary", text=text)


def _reply(
    row: dict[str, Any], content: object, blank: Turn, counted: dict[str, Tokens], commands: set[int]
) -> Iterator[Turn]:
    tokens = _tokens_of(object_of(row, "usageMetadata"))
    if counted.get(blank.id) == tokens:
        tokens = Tokens()
    blank = blank._replace(model=text_of(row, "model"))
    turns: list[Turn] = []
    if text := cut_injected(join_texts(content), ()):
        name = f"{blank.id}#{crc32(text.encode()):08x}"
        turns.append(blank._replace(role="assistant", text=text, id=name, row=blank.id))
    called = list(_calls(content, blank))
    commands.update(digest(turn.call) for turn in called if turn.action == "command")
    for turn in turns + called:
        yield turn._replace(tokens=tokens)
        if any(tokens):
            counted[blank.id] = tokens
        tokens = Tokens()


def _tokens_of(usage: dict[str, Any]) -> Tokens:
    cached = number_of(usage, "cachedContentTokenCount")
    return Tokens(
        max(0, number_of(usage, "promptTokenCount") - cached),
        number_of(usage, "candidatesTokenCount") + number_of(usage, "thoughtsTokenCount"),
        cached,
    )


def _calls(content: object, blank: Turn) -> Iterator[Turn]:
    for place, part in enumerate(list_of(content)):
        called = object_of(part, "functionCall")
        if tool := text_of(called, "name"):
            call = text_of(called, "id") or f"{blank.id}-{place}"
            arguments = object_of(called, "args")
            work = describe_call(tool, arguments)
            yield blank._replace(
                role="tool", id=call, row=blank.id, call=call, tool=tool, input=arguments, action=work.action,
                command=work.command, edits=work.edits, reads=work.reads,
            )  # fmt: skip


def _results(row: dict[str, Any], content: object, blank: Turn, commands: set[int]) -> Iterator[Turn]:
    result = object_of(row, "toolCallResult")
    for place, part in enumerate(list_of(content)):
        if response := object_of(part, "functionResponse"):
            call = text_of(response, "id") or text_of(result, "callId") or f"{blank.id}-{place}"
            yield _make_result(
                blank._replace(role="result", row=blank.id, call=call), part, result, digest(call) in commands
            )


def _make_result(blank: Turn, part: object, result: dict[str, Any], is_command: bool) -> Turn:
    text, failed = read_response(part)
    text = text or text_of(result, "resultDisplay")
    status = text_of(result, "status")
    code = None
    if is_command:
        code = _code_of(text, status == "success" and not failed)
    failed = failed or status in ("error", "cancelled") or code not in (None, 0)
    return blank._replace(
        text=cut_injected(text)[:MAX_RESULT], id=f"{blank.call}#result", failed=failed, exit_code=code
    )


def _code_of(text: str, good: bool) -> int | None:
    """The exit code of a command; 0 where it went well and nothing goes on in the background."""
    code = find_exit_code(text)
    return 0 if code is None and good and "Background PIDs" not in text else code


def _find_below(folder: str, roots: Sequence[str], parent: str) -> Iterator[SessionFile]:
    for entry in list_entries(folder):
        if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
            yield from _describe(entry, roots, parent)


def _describe(entry: "os.DirEntry[str]", roots: Sequence[str], parent: str) -> Iterator[SessionFile]:
    head = read_head(entry.path, 1 << 14)
    match = _CWD.search(head) or _CWD.search(read_head(entry.path, 1 << 20))
    try:
        cwd = str(msgspec.json.decode(match[1])) if match else ""
        status = entry.stat()
    except (msgspec.DecodeError, OSError):
        return
    if cwd and is_below(cwd, roots):
        name = parent or _read_parent(head)
        yield SessionFile(entry.path, entry.name[: -len(".jsonl")], cwd, status.st_mtime, status.st_size, name)


def find_parent(path: str) -> str:
    """The session that this one goes on from."""
    return _read_parent(read_head(path, 1 << 14))


def _read_parent(head: bytes) -> str:
    parent = _PARENT.search(head)
    return parent[1].decode("utf-8", "replace") if parent else ""
