"""Values of ours in a settings file of another program (JSON or JSONC): items of arrays and members of objects.

Foreign values stay byte for byte, and one that is there already stays the person's. `revert(apply(data)) == data`
with the memo that `apply` returns.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from backstory.edits import jsonc
from backstory.edits.block import State
from backstory.edits.containers import Path, decode_settings, find_emptied, insert_value, read_inner
from backstory.edits.jsonc import Child, Document, Json, Node
from backstory.model.errors import BackstoryError

UndoData = dict[str, Any]
"""The values that were `added`, and what `edits.containers` notes; `blank`: the text of a file without content."""
_BLANK: Final = "\ufeff \t\r\n"


class Value(NamedTuple):
    """A value and where it goes: into the array at `path`, or with a `key` into the object there.

    A `yielding` value stays away where the object has another value under its key.
    """

    path: Path
    value: Json
    key: str = ""
    yielding: bool = False


def apply(
    data: bytes, values: Sequence[Value], *, was: UndoData | None = None, name: str = "file"
) -> tuple[bytes, UndoData]:
    """Adds the values that are not there: (the new bytes, the memo for `revert`).

    Raises BackstoryError when the file does not parse or holds something else where they go. The hint then has the
    text to paste.
    """
    try:
        text = decode_settings(data)
        blank = was.get("blank") if was else None
        if not text.strip(_BLANK):
            blank, text = text, text + "{}\n"
        elif was and not _list_missing(text, values) and _covers(was, values):
            return data, was
        elif was:
            text = _revert(text, was)
        missing = _list_missing(text, values)
        memo: UndoData = {"added": [list(value[:3]) for value in missing], "created": [], "inner": []}
        if blank is not None:
            memo["blank"] = blank
        for value in missing:
            text = insert_value(text, value.path, value.value, memo, value.key)
    except BackstoryError as err:
        raise BackstoryError(f"`{name}` was left as it is: {err.message}", hint=_snippet(values, name)) from err
    return text.encode("utf-8"), memo


def revert(data: bytes, *, was: UndoData, name: str = "file") -> bytes:
    """Removes the values that `apply` added, and the containers that were made for them where nothing else is in them.

    A value that was changed since is not ours any more and stays. Raises BackstoryError when ours are in a file that
    does not parse.
    """
    if not was.get("added") or not data.strip():
        return data
    try:
        text = _revert(decode_settings(data), was)
        if was.get("blank") is not None and jsonc.parse(text).root.plain() == {}:
            text = was["blank"]
    except BackstoryError as err:
        raise BackstoryError(
            f"`{name}` was left as it is: {err.message}", hint=f"repair `{name}`, then run the command again"
        ) from err
    return text.encode("utf-8")


def state(data: bytes, *, was: UndoData) -> State:
    """Whether our values are there. Never raises."""
    values = _read_added(was)
    try:
        text = decode_settings(data)
        missing = _list_missing(text, values) if text.strip(_BLANK) else values
    except BackstoryError:
        return "broken"
    if not missing:
        return "present"
    return "missing" if len(missing) == len(values) else "edited"


def _read_added(was: UndoData) -> list[Value]:
    return [Value(tuple(path), value, key) for path, value, key in was.get("added", ())]


def _covers(was: UndoData, values: Sequence[Value]) -> bool:
    """Whether everything that was added is still wanted."""
    due = [value._replace(yielding=False) for value in values]
    return all(value in due for value in _read_added(was))


def _list_missing(text: str, values: Sequence[Value]) -> list[Value]:
    document = jsonc.parse(text)
    return [value for value in values if _find(document, value) is None and not _is_taken(document, value)]


def _is_taken(document: Document, value: Value) -> bool:
    """Whether another value is where a yielding one goes."""
    node = document.find(value.path) if value.yielding else None
    return node is not None and node.kind == "object" and node.member(value.key) is not None


def _find(document: Document, value: Value) -> tuple[Node, Child] | None:
    """The container and the child that hold a value as it was written; of several the last."""
    node = document.find(value.path)
    if node is None or node.kind != ("object" if value.key else "array"):
        return None
    matches = [child for child in node.children if child.key == value.key and child.node.plain() == value.value]
    return (node, matches[-1]) if matches else None


def _revert(text: str, was: UndoData) -> str:
    inner = read_inner(was)
    emptied: set[Path] = set()
    for value in reversed(_read_added(was)):
        document = jsonc.parse(text)
        place = _find(document, value)
        if place is not None:
            node, child = place
            text = jsonc.cut_child(document, node, child, inner.get(value.path))
            emptied.update({value.path} if len(node.children) == 1 else ())
    while True:
        document = jsonc.parse(text)
        hollow = find_emptied(document, emptied, was)
        if hollow is None:
            return text
        path, node, child = hollow
        text = jsonc.cut_child(document, node, child, inner.get(path))
        emptied.discard((*path, child.key))
        emptied.update({path} if len(node.children) == 1 else ())


def _snippet(values: Sequence[Value], name: str) -> str:
    lines = [".".join((*one.path, one.key) if one.key else one.path) + f": {json.dumps(one.value)}" for one in values]
    snippet = "\n".join(lines)
    return (
        f"repair `{name}` and run `backstory init` again; `backstory init --dry-run` prints what to add by hand:"
        f"\n{snippet}"
    )
