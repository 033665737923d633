"""Reads Qwen Code's sessions: JSON lines that are a tree, with contents in Google's form.

It returns prompts as they were typed, replies, calls, results and the summaries of compressions. It leaves out what
hooks, notices and schedules put into a person's row, and thoughts. Rows that a rewind has cut off are marked.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

from backstory.agents.claude_code.transcript import encode_folder
from backstory.agents.exit_codes import find_exit_code
from backstory.agents.folders import is_below, list_entries
from backstory.agents.google_parts import join_texts, read_response
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row, find_range, head_objects, read_head, read_rows
from backstory.agents.json_rows import list_of, number_of, object_of, text_of
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
_SAYING: Final = ("user", "assistant", "tool_result")
_TYPES: Final = (*_SAYING, "system")
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
    reading = Reading(iter(()))
    try:
        start, reading.end, lines = find_range(path, position)
        rows = list(read_rows(path, 0, reading.end, 0, reading)) if start < reading.end else []
    except OSError:
        return reading
    old = _read([row for row in rows if row.number <= lines], Reading(iter(()))) if start else {}
    reading.turns = iter([turn for turn in _read(rows, reading).values() if old.get(turn.id) != turn])
    return reading


def _read(rows: Sequence[Row], reading: Reading) -> dict[str, Turn]:
    dead = _find_cut_off(rows)
    turns: dict[str, Turn] = {}
    counted: dict[str, Tokens] = {}
    calls: dict[str, Turn] = {}
    for row, number in rows:
        kind = text_of(row, "type")
        if kind not in _TYPES:
            reading.unknown[kind] += 1
            continue
        for turn in _turns(row, kind, number, counted, calls):
            if turn.id not in turns:
                turns[turn.id] = turn._replace(abandoned=text_of(row, "uuid") in dead)
    return turns


def _turns(
    row: dict[str, Any], kind: str, number: int, counted: dict[str, Tokens], calls: dict[str, Turn]
) -> Iterable[Turn]:
    blank = _blank_turn(row, number)
    content = object_of(row, "message").get("parts", object_of(row, "message").get("content"))
    if kind == "user":
        return _prompt(row, content, blank)
    if kind == "assistant":
        return _reply(row, content, blank, counted, calls)
    if kind == "tool_result":
        return _results(row, content, blank, calls)
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
    shown = text_of(row, "systemPayload", "displayText") or join_texts(content)
    if text := cut_injected(_FILES.sub("", shown), _TAGS):
        yield blank._replace(text=text)


def _summary(row: dict[str, Any], blank: Turn) -> Iterator[Turn]:
    history = list_of(row, "systemPayload", "compressedHistory")
    texts = [join_texts(item.get("parts")) for item in history[:2] if isinstance(item, dict)]
    if text := cut_injected(next(filter(None, texts), ""), ()):
        yield blank._replace(role="summary", text=text)


def _reply(
    row: dict[str, Any], content: object, blank: Turn, counted: dict[str, Tokens], calls: dict[str, Turn]
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
    calls.update((turn.call, turn) for turn in called)
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
            given = object_of(called, "args")
            work = describe_call(tool, given)
            yield blank._replace(
                role="tool", id=call, row=blank.id, call=call, tool=tool, input=given, action=work.action,
                command=work.command, edits=work.edits, reads=work.reads,
            )  # fmt: skip


def _results(row: dict[str, Any], content: object, blank: Turn, calls: dict[str, Turn]) -> Iterator[Turn]:
    kept = object_of(row, "toolCallResult")
    for place, part in enumerate(list_of(content)):
        if response := object_of(part, "functionResponse"):
            call = text_of(response, "id") or text_of(kept, "callId") or f"{blank.id}-{place}"
            yield _make_result(blank._replace(role="result", row=blank.id, call=call), part, kept, calls.get(call))


def _make_result(blank: Turn, part: object, kept: dict[str, Any], called: Turn | None) -> Turn:
    text, failed = read_response(part)
    text = text or text_of(kept, "resultDisplay")
    status = text_of(kept, "status")
    code = None
    if called is not None and called.action == "command":
        code = _code_of(text, status == "success" and not failed)
    failed = failed or status in ("error", "cancelled") or code not in (None, 0)
    return blank._replace(
        text=cut_injected(text)[:MAX_RESULT], id=f"{blank.call}#result", failed=failed, exit_code=code
    )


def _code_of(text: str, good: bool) -> int | None:
    """The exit code of a command; 0 where it went well and nothing goes on in the background."""
    code = find_exit_code(text)
    return 0 if code is None and good and "Background PIDs" not in text else code


def _find_cut_off(rows: Sequence[Row]) -> set[str]:
    """Ids of the rows that are no ancestors of the last one, where a rewind or a second prompt began another branch."""
    named = [row for row, _ in rows if _is_named(row)]
    parents: dict[str, str] = {}
    prompts: Counter[str] = Counter()
    for row in named:
        uuid, parent = text_of(row, "uuid"), text_of(row, "parentUuid")
        if uuid not in parents and text_of(row, "type") == "user" and parent:
            prompts[parent] += 1
        parents.setdefault(uuid, parent)
    if max(prompts.values(), default=0) < 2 and not any(text_of(row, "subtype") == "rewind" for row in named):
        return set()
    live = _list_live(parents, _find_last(named))
    dead: set[str] = set()
    for uuid, parent in parents.items():  # a parent comes before its children
        if uuid not in live and (parent in live or parent in dead):
            dead.add(uuid)
    return dead


def _is_named(row: dict[str, Any]) -> bool:
    """Whether a row belongs to the conversation itself and has an id."""
    uuid = text_of(row, "uuid")
    return bool(uuid) and " " not in uuid and row.get("isSidechain") is not True


def _find_last(rows: Sequence[dict[str, Any]]) -> str:
    """Id of the last row in which something was said or done."""
    return next((text_of(row, "uuid") for row in reversed(rows) if text_of(row, "type") in _SAYING), "")


def _list_live(parents: Mapping[str, str], last: str) -> set[str]:
    live: set[str] = set()
    while last and last not in live:
        live.add(last)
        last = parents.get(last, "")
    return live


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
        above = _PARENT.search(head)
        name = parent or (above[1].decode() if above else "")
        yield SessionFile(entry.path, entry.name[: -len(".jsonl")], cwd, status.st_mtime, status.st_size, name)
