"""Adds values to a JSON document below containers that are made where they lack, and finds those that can go again.

A memo notes the paths that were `created`, and the `inner` text between the brackets of containers that were empty.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from backstory.edits import jsonc
from backstory.edits.jsonc import Child, Document, Json, Node
from backstory.model.errors import BackstoryError

Path = tuple[str, ...]
Place = tuple[Path, Node, Child]
"""A child in its container, and the path of the container."""


def insert_value(text: str, path: Path, value: Json, memo: Mapping[str, Any], key: str = "") -> str:
    """The text with one more item in the array at a path, or with a member `key` in the object there.

    Raises BackstoryError where something else is at the path.
    """
    document = jsonc.parse(text)
    node = document.root
    for depth, name in enumerate(path):
        _expect(node, "object", path[:depth])
        child = node.member(name)
        if child is None:
            wrapped = _wrap({key: value} if key else [value], path[depth + 1 :])
            _note_inner(document, node, path[:depth], memo)
            memo["created"].append(list(path[: depth + 1]))
            return jsonc.add_child(document, node, wrapped, name)
        node = child.node
    _expect(node, "object" if key else "array", path)
    _note_inner(document, node, path, memo)
    return jsonc.add_child(document, node, value, key)


def find_emptied(document: Document, emptied: Collection[Path], memo: Mapping[str, Any] | None) -> Place | None:
    """The deepest container among these paths that holds nothing, and that the memo says we made."""
    for path in sorted(emptied, key=len, reverse=True):
        above = document.find(path[:-1]) if path else None
        child = above.member(path[-1]) if above else None
        if above is None or child is None or not _is_empty(document, child.node):
            continue
        if memo is None or is_made(path, memo):
            return path[:-1], above, child
    return None


def is_made(path: Sequence[str], memo: Mapping[str, Any]) -> bool:
    """Whether the memo says that the container at a path, or one above it, was made by us."""
    return any(list(path[: len(created)]) == created for created in memo["created"])


def read_inner(memo: Mapping[str, Any] | None) -> dict[Path, str]:
    """The texts between the brackets of containers that were empty, by their paths."""
    return {tuple(path): text for path, text in memo.get("inner", ())} if memo else {}


def decode_settings(data: bytes) -> str:
    """The text of a settings file. Raises BackstoryError for one that is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as err:
        raise BackstoryError(f"byte {err.start} is not UTF-8", hint="save it as UTF-8") from err


def _wrap(value: Json, path: Sequence[str]) -> Json:
    for name in reversed(path):
        value = {name: value}
    return value


def _note_inner(document: Document, node: Node, path: Sequence[str], memo: Mapping[str, Any]) -> None:
    if not node.children and not is_made(path, memo):
        memo["inner"].append([list(path), document.text[node.start + 1 : node.end - 1]])


def _is_empty(document: Document, node: Node) -> bool:
    return not document.text[node.start + 1 : node.end - 1].strip()


def _expect(node: Node, kind: str, path: Sequence[str]) -> None:
    if node.kind != kind:
        where = ".".join(path) or "the document"
        raise BackstoryError(f"`{where}` is not an {kind}", hint=f"make it an {kind}")
