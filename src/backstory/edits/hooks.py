"""Our hook entries in an agent's settings file (JSON or JSONC). They are added and never replace foreign entries.

An entry is ours if its command holds one of our marks. Everything else, comments and layout included, stays byte for
byte. There are two shapes: groups, `{"matcher": ..., "hooks": [{"command": ...}]}`, and plain entries,
`{"command": ...}`, each in an array per event. `take(put(data)) == data` with the memo that `put` returns.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from backstory.edits import jsonc
from backstory.edits.block import State
from backstory.edits.jsonc import Child, Document, Json, Node
from backstory.model.errors import BackstoryError

AT: Final = ("hooks",)
"""Path of the table of events in the file."""

UndoData = dict[str, Any]
"""The data that `take` needs from `put`: `entries`, `marks`, `at`, `seed`, the paths that it `created`, the
`inner` text between the brackets of containers that were empty, the `blank` text of a file without content."""

Entries = Mapping[str, Sequence[Json]]
"""Event -> the groups or entries to add to its array."""


def put(
    data: bytes,
    entries: Entries,
    *,
    marks: Sequence[str],
    at: Sequence[str] = AT,
    seed: Mapping[str, Json] | None = None,
    was: UndoData | None = None,
    name: str = "file",
) -> tuple[bytes, UndoData]:
    """Adds the entries, replacing ours that are there: (the new bytes, the memo for `take`).

    `seed` is the content of a new file. Raises BackstoryError when the file does not parse or holds something else
    where the entries go. The hint then has the text to paste.
    """
    wanted = {event: list(groups) for event, groups in entries.items() if groups}
    memo: UndoData = {
        "entries": wanted,
        "marks": list(marks),
        "at": list(at),
        "seed": dict(seed or {}),
        "created": [],
        "inner": [],
    }
    try:
        text = _decode(data)
        if was and was.get("blank") is not None:
            memo["blank"] = was["blank"]
        if not text.strip("\ufeff \t\r\n"):
            memo["blank"] = text
            text += json.dumps(seed or {}, indent=2) + "\n"
        elif found(data, marks=marks, at=at) == wanted:
            return data, (was or {}) | {key: memo[key] for key in ("entries", "marks", "at", "seed")}
        else:
            text = _take(text, marks, at, was)
        for event, groups in wanted.items():
            for group in groups:
                text = _add(text, (*at, event), group, memo)
    except BackstoryError as err:
        raise BackstoryError(f"`{name}` was left as it is: {err.message}", hint=_snippet(wanted, at, name)) from err
    return text.encode("utf-8"), memo


def take(
    data: bytes, *, marks: Sequence[str] = (), at: Sequence[str] = AT, was: UndoData | None = None, name: str = "file"
) -> bytes:
    """Removes our entries, and the containers that were made for them where nothing else is in them.

    Without a memo, containers that become empty go. Raises BackstoryError when ours are in a file that does not parse.
    """
    if was:
        marks, at = was.get("marks") or marks, was.get("at") or at
    if not any(mark.encode() in data for mark in marks):
        return data
    try:
        text = _decode(data)
        out = _take(text, marks, at, was)
        if was and was.get("blank") is not None and Document(out).root.plain() == (was.get("seed") or {}):
            out = was["blank"]
    except BackstoryError as err:
        raise BackstoryError(
            f"`{name}` was left as it is: {err.message}",
            hint=f"repair `{name}`, or delete the entries with `{marks[0]}` by hand",
        ) from err
    return out.encode("utf-8")


def found(data: bytes, *, marks: Sequence[str], at: Sequence[str] = AT) -> dict[str, list[Json]]:
    """Our entries in the file, by event. Of a group shared with others only our part counts. Raises BackstoryError."""
    text = _decode(data)
    if not text.strip("\ufeff \t\r\n"):
        return {}
    table = Document(text).find(at)
    out: dict[str, list[Json]] = {}
    for event in table.children if table and table.kind == "object" else ():
        groups = [_ours_of(c.node, marks) for c in event.node.children] if event.node.kind == "array" else []
        ours: list[Json] = [g for g in groups if g is not None]
        if ours:
            out[event.key] = ours
    return out


def state(data: bytes, *, was: UndoData) -> State:
    """Whether our entries are there, and as they were written. Never raises."""
    try:
        here = found(data, marks=was["marks"], at=was["at"])
    except BackstoryError:
        return "broken"
    return "missing" if not here else "present" if here == was["entries"] else "edited"


def _add(text: str, path: tuple[str, ...], group: Json, memo: UndoData) -> str:
    document = Document(text)
    node = document.root
    for depth, key in enumerate(path):
        _expect(node, "object", path[:depth])
        child = node.member(key)
        if child is None:
            value: Json = [group]
            for below in reversed(path[depth + 1 :]):
                value = {below: value}
            _note(document, node, path[:depth], memo)
            memo["created"].append(list(path[: depth + 1]))
            return jsonc.add_child(document, node, value, key)
        node = child.node
    _expect(node, "array", path)
    _note(document, node, path, memo)
    return jsonc.add_child(document, node, group)


def _note(document: Document, node: Node, path: Sequence[str], memo: UndoData) -> None:
    if not node.children and not _made(path, memo):
        memo["inner"].append([list(path), document.text[node.start + 1 : node.end - 1]])


def _take(text: str, marks: Sequence[str], at: Sequence[str], was: UndoData | None) -> str:
    """Cuts one thing at a time, last first, so that every position read is one of the text as it then is."""
    emptied: set[tuple[str, ...]] = set()
    inner = {tuple(path): kept for path, kept in was.get("inner", ())} if was else {}
    while True:
        document = Document(text)
        hit = _last_of_ours(document, marks, at)
        if hit is None:
            break
        path, container, child = hit
        text = jsonc.cut_child(document, container, child, inner.get(path))
        if len(container.children) == 1 and container.kind == "array":
            emptied.add(path)
    known = was if was and "created" in was else None
    while True:
        document = Document(text)
        gone = _last_empty(document, at, emptied, known)
        if gone is None:
            return text
        path, container, child = gone
        text = jsonc.cut_child(document, container, child, inner.get(path))
        emptied.discard((*path, child.key))
        if len(container.children) == 1:
            emptied.add(path)


def _last_of_ours(
    document: Document, marks: Sequence[str], at: Sequence[str]
) -> tuple[tuple[str, ...], Node, Child] | None:
    table = document.find(at)
    for event in reversed(table.children) if table and table.kind == "object" else ():
        for group in reversed(event.node.children) if event.node.kind == "array" else ():
            part = _ours_of(group.node, marks)
            if part is None:
                continue
            handlers = group.node.member("hooks")
            if handlers and part != group.node.plain():
                ours = [c for c in handlers.node.children if _is_ours(c.node.plain(), marks)]
                return (*at, event.key, "", "hooks"), handlers.node, ours[-1]
            return (*at, event.key), event.node, group
    return None


def _last_empty(
    document: Document, at: Sequence[str], emptied: set[tuple[str, ...]], known: UndoData | None
) -> tuple[tuple[str, ...], Node, Child] | None:
    """A container of ours with nothing left in it: an event's array, then the table itself."""
    for path in sorted(emptied, key=len, reverse=True):
        node = document.find(path)
        above = document.find(path[:-1]) if path else None
        child = above.member(path[-1]) if above else None
        if not node or not above or not child or document.text[node.start + 1 : node.end - 1].strip():
            continue
        if len(path) >= len(at) and (known is None or _made(path, known)):
            return path[:-1], above, child
    return None


def _made(path: Sequence[str], memo: UndoData) -> bool:
    return any(list(path[: len(made)]) == made for made in memo["created"])


def _ours_of(group: Node, marks: Sequence[str]) -> Json:
    """The part of a group that is ours, or None."""
    if group.kind != "object":
        return None
    handlers = group.member("hooks")
    if handlers is None or handlers.node.kind != "array":
        plain = group.plain()
        return plain if _is_ours(plain, marks) else None
    ours = [c.node.plain() for c in handlers.node.children if _is_ours(c.node.plain(), marks)]
    if not ours:
        return None
    plain = group.plain()
    assert isinstance(plain, dict)
    return plain | {"hooks": ours}


def _is_ours(handler: Json, marks: Sequence[str]) -> bool:
    values = handler.values() if isinstance(handler, dict) else ()
    return any(mark in value for value in values if isinstance(value, str) for mark in marks)


def _expect(node: Node, kind: str, path: Sequence[str]) -> None:
    if node.kind != kind:
        where = ".".join(path) or "the document"
        raise BackstoryError(f"`{where}` is not an {kind}", hint=f"make it an {kind}")


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as err:
        raise BackstoryError(f"byte {err.start} is not UTF-8", hint="save it as UTF-8") from err


def _snippet(entries: Entries, at: Sequence[str], name: str) -> str:
    value: Json = {event: list(groups) for event, groups in entries.items()}
    for key in reversed(at):
        value = {key: value}
    return (
        f"repair `{name}` and run `backstory install` again, or add this to it by hand:\n{json.dumps(value, indent=2)}"
    )
