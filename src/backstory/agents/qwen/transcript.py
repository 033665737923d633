"""Reads Qwen Code's sessions: JSON lines that are a tree, with contents in Google's form.

It returns prompts as they were typed, replies, calls, results and the summaries of compressions. It leaves out what
hooks, notices and schedules put into a person's row, and thoughts. Rows that a rewind has cut off are marked.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
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
_TYPES: Final = ("user", "assistant", "tool_result", "system")
_CWD: Final = re.compile(rb'"cwd":\s*("(?:[^"\\]|\\.)*")')
_PARENT: Final = re.compile(rb'"(?:parentSessionId|forkedFrom":\s*\{\s*"sessionId)":\s*"([^"\\ ]+)"')


def find_sessions(environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
    """The sessions below `projects` whose working folder is below one of `roots`; sub-agents name their session."""
    bases = (environ.get("QWEN_RUNTIME_DIR"), environ.get("QWEN_HOME"), os.path.join(home, ".qwen"))
    names = [encode_folder(root).lower() for root in roots]
    for base in dict.fromkeys(base for base in bases if base):
        for folder in list_entries(os.path.join(base, "projects")):
            if any(folder.name.lower().startswith(name) for name in names):
                yield from _find_below(os.path.join(folder.path, "chats"), roots, "")
                for entry in list_entries(os.path.join(folder.path, "subagents")):
                    yield from _find_below(entry.path, roots, entry.name)


def recognizes(path: str, head: bytes) -> bool:
    """Whether the first rows have a type of Qwen Code's and a content in Google's form."""
    for row in head_objects(head):
        if text_of(row, "type") not in _TYPES or "sessionId" not in row or "uuid" not in row:
            return False
        if "parts" in object_of(row, "message") or "systemPayload" in row or "toolCallResult" in row:
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
) -> Iterator[Turn]:
    uuid = text_of(row, "uuid")
    uuid = f"line-{number}" if not uuid or " " in uuid else uuid
    agent = text_of(row, "agentId")
    blank = Turn(
        "user", "", text_of(row, "timestamp"), uuid, number, text_of(row, "sessionId"), text_of(row, "cwd"),
        text_of(row, "gitBranch"), parent=text_of(row, "parentUuid"), sidechain=row.get("isSidechain") is True,
        subagent=agent,
    )  # fmt: skip
    content = object_of(row, "message").get("parts", object_of(row, "message").get("content"))
    if kind == "user":
        if text_of(row, "subtype") not in _PROMPTS or text_of(row, "provenance") not in ("", "real_user"):
            return
        shown = text_of(row, "systemPayload", "displayText") or join_texts(content)
        if text := cut_injected(_FILES.sub("", shown), _TAGS):
            yield blank._replace(text=text)
    elif kind == "assistant":
        yield from _reply(row, content, blank, counted, calls)
    elif kind == "tool_result":
        yield from _results(row, content, blank, calls)
    elif text_of(row, "subtype") == "chat_compression":
        history = list_of(row, "systemPayload", "compressedHistory")
        texts = [join_texts(item.get("parts")) for item in history[:2] if isinstance(item, dict)]
        if text := cut_injected(next((text for text in texts if text), ""), ()):
            yield blank._replace(role="summary", text=text)


def _reply(
    row: dict[str, Any], content: object, blank: Turn, counted: dict[str, Tokens], calls: dict[str, Turn]
) -> Iterator[Turn]:
    usage = object_of(row, "usageMetadata")
    cached = number_of(usage, "cachedContentTokenCount")
    tokens = Tokens(
        max(0, number_of(usage, "promptTokenCount") - cached),
        number_of(usage, "candidatesTokenCount") + number_of(usage, "thoughtsTokenCount"),
        cached,
    )
    if counted.get(blank.id) == tokens:
        tokens = Tokens()
    blank = blank._replace(model=text_of(row, "model"))
    made: list[Turn] = []
    if text := cut_injected(join_texts(content), ()):
        name = f"{blank.id}#{crc32(text.encode()):08x}"
        made.append(blank._replace(role="assistant", text=text, id=name, row=blank.id))
    for place, part in enumerate(content if isinstance(content, list) else []):
        called = object_of(part, "functionCall")
        if tool := text_of(called, "name"):
            call = text_of(called, "id") or f"{blank.id}-{place}"
            given = object_of(called, "args")
            work = describe_call(tool, given)
            turn = blank._replace(
                role="tool", id=call, row=blank.id, call=call, tool=tool, input=given, action=work.action,
                command=work.command, edits=work.edits, reads=work.reads,
            )  # fmt: skip
            calls[call] = turn
            made.append(turn)
    for turn in made:
        yield turn._replace(tokens=tokens)
        if any(tokens):
            counted[blank.id] = tokens
        tokens = Tokens()


def _results(row: dict[str, Any], content: object, blank: Turn, calls: dict[str, Turn]) -> Iterator[Turn]:
    kept = object_of(row, "toolCallResult")
    for place, part in enumerate(content if isinstance(content, list) else []):
        response = object_of(part, "functionResponse")
        if not response:
            continue
        call = text_of(response, "id") or text_of(kept, "callId") or f"{blank.id}-{place}"
        text, failed = read_response(part)
        shown = kept.get("resultDisplay")
        text = text or (shown if isinstance(shown, str) else "")
        status = text_of(kept, "status")
        command = call in calls and calls[call].action == "command"
        code = find_exit_code(text) if command else None
        if code is None and command and status == "success" and not failed and "Background PIDs" not in text:
            code = 0
        failed = failed or status in ("error", "cancelled") or code not in (None, 0)
        yield blank._replace(
            role="result", text=cut_injected(text)[:MAX_RESULT], id=f"{call}#result", row=blank.id, call=call,
            failed=failed, exit_code=code,
        )  # fmt: skip


def _find_cut_off(rows: Sequence[Row]) -> set[str]:
    """Ids of the rows that are no ancestors of the last one, where a rewind or a second prompt began another branch."""
    parents: dict[str, str] = {}
    prompts: dict[str, int] = {}
    rewound, last = False, ""
    for row, _ in rows:
        uuid, parent = text_of(row, "uuid"), text_of(row, "parentUuid")
        if not uuid or " " in uuid or row.get("isSidechain") is True:
            continue
        if uuid not in parents:
            parents[uuid] = parent
            if text_of(row, "type") == "user" and parent:
                prompts[parent] = prompts.get(parent, 0) + 1
        rewound = rewound or text_of(row, "subtype") == "rewind"
        if text_of(row, "type") in ("user", "assistant", "tool_result"):
            last = uuid
    if not rewound and not any(count > 1 for count in prompts.values()):
        return set()
    live: set[str] = set()
    while last and last not in live:
        live.add(last)
        last = parents.get(last, "")
    dead: set[str] = set()
    for uuid, parent in parents.items():  # a parent comes before its children
        if uuid not in live and (parent in live or parent in dead):
            dead.add(uuid)
    return dead


def _find_below(folder: str, roots: Sequence[str], parent: str) -> Iterator[SessionFile]:
    for entry in list_entries(folder):
        if not entry.name.endswith(".jsonl") or not entry.is_file(follow_symlinks=False):
            continue
        head = read_head(entry.path, 1 << 14)
        match = _CWD.search(head) or _CWD.search(read_head(entry.path, 1 << 20))
        try:
            cwd = str(msgspec.json.decode(match[1])) if match else ""
            status = entry.stat()
        except (msgspec.DecodeError, OSError):
            continue
        if cwd and is_below(cwd, roots):
            above = _PARENT.search(head)
            name = parent or (above[1].decode() if above else "")
            yield SessionFile(entry.path, entry.name[: -len(".jsonl")], cwd, status.st_mtime, status.st_size, name)
