"""Parses JSON with comments and keeps the place of every value, so that one member can be added or cut alone.

Comments, trailing commas, blank lines, indentation and line endings stay as they are. An edit returns new text;
positions are those of the text that was parsed, so parse again after each edit. Anything but JSON, JSONC or JSON with
trailing commas is refused. Grammar: RFC 8259 with `//` and `/* */`.

A settings file may hold megabytes that no edit is about. A container that is plain JSON is only checked, by the
scanner of `json`, and taken apart when its children are asked for.
"""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NoReturn

from backstory.model.errors import BackstoryError
from backstory.model.late_pattern import late_pattern

DEPTH: Final = 200
"""Deepest nesting that is read."""
_CHECKED: Final = 8
"""Nesting down to which containers are checked at once: where none is plain JSON, each level is tried anew."""

_STRING: Final = late_pattern(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER: Final = late_pattern(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD: Final = late_pattern(r"true|false|null")
_SPACE: Final = " \t\r\n"
_BLANKS: Final = late_pattern(r"[ \t\r\n]+")

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class NotJson(BackstoryError):
    """The text does not parse; `line` and `column` count from 1."""

    def __init__(self, what: str, text: str, at: int) -> None:
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)
        super().__init__(f"line {self.line}, column {self.column}: {what}", hint="repair that line")


class Node:
    """A value and its place, `text[start:end]`. Containers have children, scalars a `value`."""

    __slots__ = ("_children", "_read_children", "end", "kind", "start", "value")

    def __init__(self, kind: str, start: int) -> None:
        self.kind = kind
        self.start = start
        self.end = start
        self.value: str | float | bool | None = None
        self._children: list[Child] = []
        self._read_children: Callable[[], Node] | None = None

    def put_off(self, end: int, read: "Callable[[], Node]") -> None:
        """Makes this a container that is known to end at `end`; `read` takes it apart."""
        self.end = end
        self._read_children = read

    @property
    def children(self) -> "list[Child]":
        """The members of an object, the items of an array."""
        if self._read_children is not None:
            self._children = self._read_children().children
            self._read_children = None
        return self._children

    def plain(self) -> Json:
        """The value as Python has it."""
        if self.kind == "object":
            return {child.key: child.node.plain() for child in self.children}
        if self.kind == "array":
            return [child.node.plain() for child in self.children]
        return self.value

    def member(self, key: str) -> "Child | None":
        """The member of that name; BackstoryError when an object has it twice."""
        matches = [child for child in self.children if child.key == key]
        if len(matches) > 1:
            raise BackstoryError(f"the member `{key}` occurs {len(matches)} times", hint=f"keep one `{key}`")
        return matches[0] if matches else None


class Child:
    """A member of an object (with its key) or an item of an array.

    `start` is where it begins, `comma` is the position of the comma after it, or -1.
    """

    __slots__ = ("comma", "key", "node", "start")

    def __init__(self, key: str, start: int, node: Node) -> None:
        self.key = key
        self.start = start
        self.node = node
        self.comma = -1


class Document:
    """A parsed text: its root value and where comments end (line comments need the newline after them)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._wasted = 0
        """Characters that were looked at for containers that turned out not to be plain JSON."""
        self.line_comments: set[int] = set()
        """Ends of `//` comments, without the blanks after them."""
        position = self._skip(1 if text.startswith("\ufeff") else 0)
        self.root, position = self._value(position, 0)
        position = self._skip(position)
        if position < len(text):
            raise NotJson(f"unexpected {text[position]!r} after the end of the document", text, position)

    def find(self, path: Sequence[str]) -> Node | None:
        """The value at a path of object keys."""
        node = self.root
        for key in path:
            child = node.member(key) if node.kind == "object" else None
            if child is None:
                return None
            node = child.node
        return node

    def _skip(self, position: int) -> int:
        text = self.text
        while position < len(text):
            blank = _BLANKS.match(text, position)
            if blank:
                position = blank.end()
            elif text.startswith("//", position):
                stop = text.find("\n", position)
                stop = len(text) if stop < 0 else stop
                self.line_comments.add(position + len(text[position:stop].rstrip(_SPACE)))
                position = stop
            elif text.startswith("/*", position):
                stop = text.find("*/", position + 2)
                if stop < 0:
                    raise NotJson("a comment without end", text, position)
                position = stop + 2
            else:
                break
        return position

    def _value(self, start: int, depth: int) -> tuple[Node, int]:
        text = self.text
        if depth > DEPTH:
            raise NotJson(f"nested deeper than {DEPTH}", text, start)
        sign = text[start : start + 1]
        if sign in ("{", "["):
            end = (
                self._find_end(start, depth)
                if 0 < depth <= _CHECKED and self._wasted <= _MOST_WASTED * len(text)
                else -1
            )
            if end < 0:
                return self._container(start, depth)
            node = Node("object" if sign == "{" else "array", start)
            node.put_off(end, lambda: self._container(start, depth)[0])
            return node, end
        for kind, grammar in (("string", _STRING), ("number", _NUMBER), ("word", _WORD)):
            match = grammar.match(text, start)
            if match:
                node = Node(kind, start)
                node.end = match.end()
                try:
                    node.value = json.loads(match[0])
                except ValueError as err:  # an integer of more digits than Python converts
                    raise NotJson("a number that is too long", text, start) from err
                return node, node.end
        raise NotJson(f"expected a value, found {sign!r}" if sign else "ends where a value is expected", text, start)

    def _find_end(self, start: int, depth: int) -> int:
        """The end of the container that begins at `start` if it is plain JSON, else -1."""
        text, most = self.text, DEPTH - depth
        try:
            end = _PLAIN.raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            self._wasted += len(text)
            return -1
        opened = text.count("{", start, end) + text.count("[", start, end)
        return -1 if opened > most and _measure_depth(text[start:end]) > most else end

    def _container(self, start: int, depth: int) -> tuple[Node, int]:
        text = self.text
        node = Node("object" if text[start] == "{" else "array", start)
        closing = "}" if node.kind == "object" else "]"
        position = self._skip(start + 1)
        while text[position : position + 1] != closing:
            if node.children and node.children[-1].comma < 0:
                raise NotJson(f"expected `,` or `{closing}`", text, position)
            begin, key = position, ""
            if node.kind == "object":
                key, position = self._key(position)
            value, position = self._value(position, depth + 1)
            child = Child(key, begin, value)
            node.children.append(child)
            position = self._skip(position)
            if text[position : position + 1] == ",":
                child.comma = position
                position = self._skip(position + 1)
        node.end = position + 1
        return node, node.end

    def _key(self, start: int) -> tuple[str, int]:
        """(key, where its value begins) of the member that begins at `start`."""
        text = self.text
        match = _STRING.match(text, start)
        if not match:
            raise NotJson("expected a key in double quotes or `}`", text, start)
        position = self._skip(match.end())
        if text[position : position + 1] != ":":
            raise NotJson("expected `:`", text, position)
        return json.loads(match[0]), self._skip(position + 1)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


_PLAIN: Final = json.JSONDecoder(parse_constant=_refuse)


_MOST_WASTED: Final = 64
"""Times the length of a text from which no further container is tried as plain JSON."""
_BRACKET: Final = late_pattern(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]')


@lru_cache(maxsize=8)
def _measure_depth(text: str) -> int:
    """How deep containers are nested in a container that is plain JSON, itself counted."""
    depth = most = 0
    for match in _BRACKET.finditer(text):
        sign = match[0]
        if sign in "[{":
            depth += 1
            most = max(most, depth)
        elif sign in "]}":
            depth -= 1
    return most


@lru_cache(maxsize=4)
def parse(text: str) -> Document:
    """A text, parsed. An edit and the check of it read the same texts, which may be large. Raises NotJson."""
    return Document(text)


def add_child(document: Document, container: Node, value: Json, key: str = "") -> str:
    """The text with one more child at the end of a container, laid out as its neighbours are."""
    head = json.dumps(key, ensure_ascii=False) + ": " if container.kind == "object" else ""
    if container.children:
        return _add_after(document, container, value, head)
    text = document.text
    close = container.end - 1
    last_token = _last_token(text, close)
    if container is document.root or "\n" in text[document.root.start : document.root.end]:
        newline, unit, base = _newline(text), _unit(document), _indent(text, container.start)
        item = newline + base + unit + head + _laid_out(value, unit, base + unit, newline)
        end = "" if "\n" in text[last_token:close] else newline + base
        return text[:last_token] + item + end + text[last_token:]
    return text[:last_token] + head + json.dumps(value, ensure_ascii=False) + text[last_token:]


def _add_after(document: Document, container: Node, value: Json, head: str) -> str:
    """The text with one more child behind the last one of a container."""
    text = document.text
    last = container.children[-1]
    last_token = _last_token(text, container.end - 1)
    margin = _margin(text, last.start)
    if margin is not None or last_token in document.line_comments:
        newline, unit = _newline(text), _unit(document)
        indent = margin if margin is not None else _indent(text, container.start) + unit
        lead, item = newline + indent, head + _laid_out(value, unit, indent, newline)
    else:
        lead, item = " ", head + json.dumps(value, ensure_ascii=False)
    if last.comma >= 0:
        return text[:last_token] + lead + item + "," + text[last_token:]
    return text[: last.node.end] + "," + text[last.node.end : last_token] + lead + item + text[last_token:]


def _newline(text: str) -> str:
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def cut_child(document: Document, container: Node, child: Child, inner: str | None = None) -> str:
    """The text without one child, undoing `add_child`.

    `inner` is the text between the brackets before the first child was added. It is put back when no other child and no
    new comment is left there. Without `inner` an empty container closes up.
    """
    text = document.text
    start, end = _last_token(text, child.start), child.node.end
    pieces = _pieces_of(container, child, start)
    if len(container.children) == 1:
        opening, close = container.start + 1, container.end - 1
        remaining = _without(text, pieces, opening, close)
        if inner is not None and remaining.split() == inner.split():
            return text[:opening] + inner + text[close:]
        if not remaining.strip():
            return text[:opening] + text[close:]
    out = _without(text, pieces, 0, len(text))
    if start in document.line_comments and not text[end:].lstrip(" \t,").startswith(("\n", "\r\n", "//")):
        newline = "\r\n" if text[start : start + 2] == "\r\n" else "\n"
        position = start - sum(after - first for first, after in pieces if after <= start)
        out = out[:position] + newline + out[position:]
    return out


def _pieces_of(container: Node, child: Child, start: int) -> list[tuple[int, int]]:
    """The places that go with a child: itself from `start` on, and the comma after it or else before it."""
    pieces = [(start, child.node.end)]
    index = container.children.index(child)
    if child.comma >= 0:
        pieces.append((child.comma, child.comma + 1))
    elif index:
        before = container.children[index - 1]
        pieces.insert(0, (before.comma, before.comma + 1))
    return pieces


def _without(text: str, pieces: Sequence[tuple[int, int]], start: int, end: int) -> str:
    out = []
    for first, after in sorted(pieces):
        out.append(text[start:first])
        start = after
    out.append(text[start:end])
    return "".join(out)


def _last_token(text: str, end: int) -> int:
    """The end of what is not white space before `at`."""
    while end > 0 and text[end - 1] in _SPACE:
        end -= 1
    return end


def _margin(text: str, at: int) -> str | None:
    """The white space before `at` when it is the first thing on its line."""
    begin = text.rfind("\n", 0, at) + 1
    margin = text[begin:at]
    return margin if begin and not margin.strip(" \t") else None


def _indent(text: str, at: int) -> str:
    """The white space at the start of the line that holds `at`."""
    line = text[text.rfind("\n", 0, at) + 1 : at].lstrip("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(document: Document) -> str:
    """One step of indentation, as the first child on a line of its own has it; two blanks where there is none."""
    todo = [document.root]
    while todo:
        node = todo.pop(0)
        if "\n" not in document.text[node.start : node.end]:
            continue
        if node.children:
            margin = _margin(document.text, node.children[0].start)
            base = _indent(document.text, node.start)
            if margin is not None and margin.startswith(base) and len(margin) > len(base):
                return margin[len(base) :]
        todo.extend(child.node for child in node.children)
    return "  "


def _laid_out(value: Json, unit: str, indent: str, newline: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (newline + indent).join(lines)
