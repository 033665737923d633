"""The chat sessions of VS Code: a JSON document, or a log of operations that make one."""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_lines import Row
from backstory.agents.json_rows import integer_of, list_of, number_of, object_of, parse_object, text_of
from backstory.agents.times import time_of
from backstory.agents.tool_calls import describe_call
from backstory.agents.turns import Reading, Tokens, Turn
from backstory.patterns.narration import drop_progress

MAX_RESULT: Final = 100_000
_TAGS: Final = (*REMINDERS, "attachments", "context", "reminderInstructions", "editorContext", "environment_info")
_KNOWN_KINDS: Final = frozenset((
    "thinking", "progressMessage", "progressTask", "progressTaskSerialized", "mcpServersStarting", "undoStop",
    "warning", "codeblockUri", "command", "confirmation", "elicitation", "elicitationSerialized", "extensions",
    "notebookEditGroup", "markdownVuln", "prepareToolInvocation", "pullRequest", "references", "reference",
    "treeData", "multiDiffData", "codeCitation", "move", "clearToPreviousToolInvocation", "disabledClaudeHooks",
    "hook", "questionCarousel", "externalEdits", "workspaceEdit", "info", "autoModeResolution", "toolInvocation",
    "planReview",
))  # fmt: skip


def replay_log(rows: Sequence[Row], reading: Reading) -> dict[str, Any]:
    """The document that a log of operations makes: 0 sets all, 1 sets a member, 2 adds to a list, 3 removes."""
    document: Any = {}
    for row, _ in rows:
        kind, path, value = row.get("kind"), list_of(row, "k"), row.get("v")
        if kind == 0 and isinstance(value, dict):
            document = value
        elif kind in (1, 2, 3) and path:
            if not _change(document, path, kind, value, row.get("i")):
                reading.damaged += 1
        else:
            reading.unknown[f"kind {kind}"[:40]] += 1
    return document if isinstance(document, dict) else {}


def _change(document: Any, path: list[Any], kind: int, value: Any, index: Any) -> bool:
    holder = document
    for key in path[:-1]:
        holder = _step(holder, key)
    key = path[-1]
    if kind == 2:
        return _add_items(holder, key, value, index)
    if isinstance(holder, dict) and isinstance(key, str):
        if kind == 3:
            holder.pop(key, None)
        else:
            holder[key] = value
        return True
    if isinstance(holder, list) and isinstance(key, int) and 0 <= key <= len(holder):
        holder[key : key + 1] = [] if kind == 3 else [value]
        return True
    return False


def _add_items(holder: Any, key: Any, value: Any, index: Any) -> bool:
    """Adds to the list that is a member, from an index on where one is given."""
    container = _step(holder, key)
    if container is None and isinstance(holder, dict) and isinstance(key, str):
        container = holder[key] = []
    if not isinstance(container, list):
        return False
    begin = integer_of(index)
    if begin is not None and 0 <= begin <= len(container):
        del container[begin:]
    container.extend(list_of(value))
    return True


def _step(holder: Any, key: Any) -> Any:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder.get(key)
    if isinstance(holder, list) and isinstance(key, int) and 0 <= key < len(holder):
        return holder[key]
    return None


def read_request(session: str, cwd: str, request: dict[str, Any], place: int, reading: Reading) -> Iterator[Turn]:
    """The turns of a request: the prompt, and what the agent said and did."""
    ident = text_of(request, "requestId") or f"request-{place}"
    blank = Turn("user", "", time_of(request.get("timestamp")), ident, 0, session, cwd, row=ident)
    blank = blank._replace(abandoned=request.get("isHidden") is True or bool(request.get("shouldBeRemovedOnSend")))
    message = request.get("message")
    text = message if isinstance(message, str) else text_of(message, "text")
    if text := cut_injected(text, _TAGS):
        yield blank._replace(text=text, row="")
    result = object_of(request, "result")
    metadata = object_of(result, "metadata")
    tokens = Tokens(
        number_of(metadata, "promptTokens") or number_of(result, "usage", "promptTokens"),
        number_of(metadata, "outputTokens") or number_of(result, "usage", "completionTokens"),
    )
    model = text_of(metadata, "resolvedModel") or text_of(request, "modelId").rpartition("/")[2]
    for turn in _replies(blank, list_of(request, "response"), _list_rounds(metadata), metadata, reading):
        if turn.role in ("assistant", "tool"):
            yield turn._replace(model=model, tokens=tokens)
            tokens = Tokens()
        else:
            yield turn


def _replies(
    blank: Turn, parts: list[Any], rounds: dict[str, dict[str, Any]], metadata: dict[str, Any], reading: Reading
) -> Iterator[Turn]:
    texts: list[str] = []
    turns: list[Turn] = []
    begin = 0
    for place, part in enumerate(parts):
        kind = text_of(part, "kind")
        if not kind or kind in ("markdownContent", "inlineReference"):
            begin = begin if texts else place
            texts.append(_text_of_part(part, kind))
        elif kind == "toolInvocationSerialized":
            turns += _say(blank, texts, begin)
            turns += _tool(blank, part, place, rounds, metadata)
        elif kind == "textEditGroup":
            turns += _say(blank, texts, begin)
            _add_edit(turns, blank, _path_of(object_of(part, "uri")), place)
        elif kind not in _KNOWN_KINDS:
            reading.unknown[kind] += 1
    turns += _say(blank, texts, begin)
    yield from turns


def _say(blank: Turn, texts: list[str], place: int) -> list[Turn]:
    """The text that has come together, as one turn."""
    text = cut_injected("".join(texts), ())
    texts.clear()
    text = drop_progress(text)
    return [blank._replace(role="assistant", text=text, id=f"{blank.id}#text-{place}")] if text.strip("`\n ") else []


def _tool(
    blank: Turn, part: dict[str, Any], place: int, rounds: dict[str, dict[str, Any]], metadata: dict[str, Any]
) -> Iterator[Turn]:
    call = text_of(part, "toolCallId") or f"{blank.id}-{place}"
    bare = call.partition("__vscode")[0]
    call_turn = _make_call(blank._replace(call=call), part, rounds.get(call) or rounds.get(bare) or {})
    yield call_turn
    results = object_of(metadata, "toolCallResults")
    result = results.get(call) or results.get(bare)
    if part.get("isComplete") is not False or result is not None:
        yield _make_result(blank._replace(call=call), part, result, call_turn.action)


def _make_call(blank: Turn, part: dict[str, Any], round_: dict[str, Any]) -> Turn:
    special = object_of(part, "toolSpecificData")
    tool = text_of(round_, "name") or text_of(part, "toolId") or "tool"
    arguments = _input_of(round_.get("arguments")) or object_of(special, "rawInput")
    if command := _command_of(special):
        arguments = arguments | {"command": command}
    work = describe_call(tool.removeprefix("copilot_"), arguments)
    if text_of(special, "kind") == "terminal":
        work = work._replace(action="command", command=command or work.command, edits=(), reads=())
    agent = text_of(part, "subAgentInvocationId")
    return blank._replace(
        role="tool", id=blank.call, tool=tool, input=arguments, action=work.action, command=work.command,
        edits=work.edits, reads=work.reads, subagent=agent, sidechain=bool(agent),
    )  # fmt: skip


def _command_of(special: dict[str, Any]) -> str:
    """The command line of a terminal, as the person left it."""
    line = special.get("commandLine")
    command = text_of(line) or text_of(line, "userEdited") or text_of(line, "original")
    return command or text_of(special, "command")


def _make_result(blank: Turn, part: dict[str, Any], result: object, action: str) -> Turn:
    special = object_of(part, "toolSpecificData")
    text = "\n".join(filter(None, (text_of(block, "value") for block in list_of(result, "content"))))
    text = text or text_of(special, "terminalCommandOutput", "text")
    code = integer_of(object_of(special, "terminalCommandState").get("exitCode"))
    if code is None and action == "command":
        code = find_exit_code(text)
    return blank._replace(
        role="result", id=f"{blank.call}#result", text=cut_injected(text)[:MAX_RESULT], exit_code=code,
        failed=code not in (None, 0) or _says_failure(part),
    )  # fmt: skip


def _says_failure(part: dict[str, Any]) -> bool:
    """Whether a call went wrong, or the person refused it."""
    details = object_of(part, "resultDetails")
    return details.get("isError") is True or part.get("isConfirmed") is False or text_of(details, "error") != ""


def _add_edit(turns: list[Turn], blank: Turn, path: str, place: int) -> None:
    """An edited file belongs to the call before it; where no call edits, it is one of its own."""
    if not path:
        return
    for index in range(len(turns) - 1, -1, -1):
        turn = turns[index]
        if turn.role == "tool" and turn.action == "edit":
            if not any(path.endswith(edit) or edit.endswith(path) for edit in turn.edits):
                turns[index] = turn._replace(edits=(*turn.edits, path))
            return
    call = f"{blank.id}#edit-{place}"
    turns.append(blank._replace(role="tool", id=call, call=call, tool="textEditGroup", action="edit", edits=(path,)))


def _list_rounds(metadata: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Id -> call, as the model made it."""
    calls = [call for round_ in list_of(metadata, "toolCallRounds") for call in list_of(round_, "toolCalls")]
    return {text_of(call, "id").partition("__vscode")[0]: call for call in calls if isinstance(call, dict)}


def _input_of(value: object) -> dict[str, Any]:
    if isinstance(value, str):
        return parse_object(value.encode("utf-8", "replace")) or {}
    return value if isinstance(value, dict) else {}


def _text_of_part(part: object, kind: str) -> str:
    if kind == "inlineReference":
        reference = object_of(part, "inlineReference")
        path = _path_of(reference) or _path_of(object_of(reference, "location", "uri")) or text_of(reference, "name")
        return f"`{text_of(part, 'name') or path.replace(chr(92), '/').rpartition('/')[2]}`"
    if isinstance(part, str):
        return part
    return text_of(part, "value") or text_of(part, "content", "value")


def _path_of(uri: dict[str, Any]) -> str:
    path = text_of(uri, "fsPath") or text_of(uri, "path")
    return path or path_of_uri(text_of(uri, "external") or text_of(uri, "uri"))


def path_of_uri(uri: str) -> str:
    """The path of a `file:` address; empty for any other."""
    if not uri.startswith("file:"):
        return ""
    path = unquote(urlsplit(uri).path)
    return path[1:] if len(path) > 2 and path[0] == "/" and path[2] == ":" else path
