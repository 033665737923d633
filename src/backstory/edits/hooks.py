"""Our hook entries in an agent's settings file (JSON or JSONC). They are added and never replace foreign entries.

An entry is ours if its command holds one of our marks. Everything else, comments and layout included, stays byte for
byte. There are two shapes: groups, `{"matcher": ..., "hooks": [{"command": ...}]}`, and plain entries,
`{"command": ...}`, each in an array per event. `revert(apply(data)) == data` with the memo that `apply` returns.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from backstory.edits import jsonc
from backstory.edits.block import State
from backstory.edits.containers import Place, decode_settings, find_emptied, insert_value, read_inner
from backstory.edits.jsonc import Child, Document, Json, Node
from backstory.model.errors import BackstoryError

AT: Final = ("hooks",)
"""Path of the table of events in the file."""

UndoData = dict[str, Any]
"""The data that `revert` needs from `apply`: `entries`, `marks`, `at`, `seed`, the paths that it `created`, the
`inner` text between the brackets of containers that were empty, the `blank` text of a file without content."""

_BLANK: Final = "\ufeff \t\r\n"

Entries = Mapping[str, Sequence[Json]]
"""Event -> the groups or entries to add to its array."""


def apply(
    data: bytes,
    entries: Entries,
    *,
    marks: Sequence[str],
    at: Sequence[str] = AT,
    seed: Mapping[str, Json] | None = None,
    was: UndoData | None = None,
    name: str = "file",
) -> tuple[bytes, UndoData]:
    """Adds the entries, replacing ours that are there: (the new bytes, the memo for `revert`).

    `seed` is the content of a new file. Raises BackstoryError when the file does not parse or holds something else
    where the entries go. The hint then has the text to paste.
    """
    added = {event: list(groups) for event, groups in entries.items() if groups}
    memo: UndoData = {
        "entries": added,
        "marks": list(marks),
        "at": list(at),
        "seed": dict(seed or {}),
        "created": [],
        "inner": [],
    }
    try:
        text = decode_settings(data)
        if was and was.get("blank") is not None:
            memo["blank"] = was["blank"]
        if not text.strip(_BLANK):
            memo["blank"] = text
            text += json.dumps(seed or {}, indent=2) + "\n"
        elif find_ours(data, marks=marks, at=at) == added:
            return data, (was or {}) | {key: memo[key] for key in ("entries", "marks", "at", "seed")}
        else:
            text = _revert(text, marks, at, was)
        text = _add_all(text, at, memo)
    except BackstoryError as err:
        raise BackstoryError(f"`{name}` was left as it is: {err.message}", hint=_snippet(added, at, name)) from err
    return text.encode("utf-8"), memo


def revert(
    data: bytes, *, marks: Sequence[str] = (), at: Sequence[str] = AT, was: UndoData | None = None, name: str = "file"
) -> bytes:
    """Removes our entries, and the containers that were made for them where nothing else is in them.

    Without a memo, containers that become empty go. Raises BackstoryError when ours are in a file that does not parse.
    """
    memo = was or {}
    marks, at = memo.get("marks") or marks, memo.get("at") or at
    if not any(mark.encode() in data for mark in marks):
        return data
    try:
        out = _revert(decode_settings(data), marks, at, was)
        if memo.get("blank") is not None and jsonc.parse(out).root.plain() == (memo.get("seed") or {}):
            out = memo["blank"]
    except BackstoryError as err:
        raise BackstoryError(
            f"`{name}` was left as it is: {err.message}",
            hint=f"repair `{name}`, or delete the entries with `{marks[0]}` by hand",
        ) from err
    return out.encode("utf-8")


def find_ours(data: bytes, *, marks: Sequence[str], at: Sequence[str] = AT) -> dict[str, list[Json]]:
    """Our entries in the file, by event. Of a group shared with others only our part counts. Raises BackstoryError."""
    text = decode_settings(data)
    if not text.strip(_BLANK):
        return {}
    out: dict[str, list[Json]] = {}
    for event in _events(jsonc.parse(text), at):
        parts = (_ours_of(group.node, marks) for group in event.node.children)
        ours: list[Json] = [part for part in parts if part is not None]
        if ours:
            out[event.key] = ours
    return out


def _events(document: Document, at: Sequence[str]) -> list[Child]:
    """The members of the table of events that hold an array."""
    table = document.find(at)
    if table is None or table.kind != "object":
        return []
    return [event for event in table.children if event.node.kind == "array"]


def state(data: bytes, *, was: UndoData) -> State:
    """Whether our entries are there, and as they were written. Never raises."""
    try:
        ours = find_ours(data, marks=was["marks"], at=was["at"])
    except BackstoryError:
        return "broken"
    return "missing" if not ours else "present" if ours == was["entries"] else "edited"


def _add_all(text: str, at: Sequence[str], memo: UndoData) -> str:
    for event, groups in memo["entries"].items():
        for group in groups:
            text = insert_value(text, (*at, event), group, memo)
    return text


def _revert(text: str, marks: Sequence[str], at: Sequence[str], was: UndoData | None) -> str:
    """Cuts one thing at a time, last first, so that every position read is one of the text as it then is."""
    inner = read_inner(was)
    text, emptied = _cut_ours(text, marks, at, inner)
    memo = was if was and "created" in was else None
    while True:
        document = jsonc.parse(text)
        place = find_emptied(document, {path for path in emptied if len(path) >= len(at)}, memo)
        if place is None:
            return text
        path, container, child = place
        text = jsonc.cut_child(document, container, child, inner.get(path))
        emptied.discard((*path, child.key))
        if len(container.children) == 1:
            emptied.add(path)


def _cut_ours(
    text: str, marks: Sequence[str], at: Sequence[str], inner: Mapping[tuple[str, ...], str]
) -> tuple[str, set[tuple[str, ...]]]:
    """(the text without our entries, the paths of the arrays that became empty)."""
    emptied: set[tuple[str, ...]] = set()
    while True:
        document = jsonc.parse(text)
        place = _last_of_ours(document, marks, at)
        if place is None:
            return text, emptied
        path, container, child = place
        text = jsonc.cut_child(document, container, child, inner.get(path))
        if len(container.children) == 1 and container.kind == "array":
            emptied.add(path)


def _last_of_ours(document: Document, marks: Sequence[str], at: Sequence[str]) -> Place | None:
    for event in reversed(_events(document, at)):
        for group in reversed(event.node.children):
            part = _ours_of(group.node, marks)
            if part is None:
                continue
            handlers = group.node.member("hooks")
            if handlers and part != group.node.plain():
                ours = [handler for handler in handlers.node.children if _is_ours(handler.node.plain(), marks)]
                return (*at, event.key, "", "hooks"), handlers.node, ours[-1]
            return (*at, event.key), event.node, group
    return None


def _ours_of(group: Node, marks: Sequence[str]) -> Json:
    """The part of a group that is ours, or None."""
    if group.kind != "object":
        return None
    plain = group.plain()
    assert isinstance(plain, dict)
    handlers = group.member("hooks")
    if handlers is None or handlers.node.kind != "array":
        return plain if _is_ours(plain, marks) else None
    return _ours_of_handlers(plain, handlers.node, marks)


def _ours_of_handlers(plain: dict[str, Json], handlers: Node, marks: Sequence[str]) -> Json:
    """A group with those of its handlers that are ours, or None."""
    values = (handler.node.plain() for handler in handlers.children)
    ours = [value for value in values if _is_ours(value, marks)]
    return plain | {"hooks": ours} if ours else None


def _is_ours(handler: Json, marks: Sequence[str]) -> bool:
    if not isinstance(handler, dict):
        return False
    texts = [value for value in handler.values() if isinstance(value, str)]
    return any(_holds_mark(text, marks) for text in texts)


def _holds_mark(text: str, marks: Sequence[str]) -> bool:
    return any(mark in text for mark in marks)


def _snippet(entries: Entries, at: Sequence[str], name: str) -> str:
    value: Json = {event: list(groups) for event, groups in entries.items()}
    for key in reversed(at):
        value = {key: value}
    return (
        f"repair `{name}` and run `backstory init` again; `backstory init --dry-run` prints what to add by hand:"
        f"\n{json.dumps(value, indent=2)}"
    )
