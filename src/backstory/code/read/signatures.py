"""Reads a definition's signature and the first sentence of its documentation from a syntax tree."""

from typing import TYPE_CHECKING, Final

from backstory.code.read.indentation import SIGNATURE_LIMIT
from backstory.code.read.language import Grammar
from backstory.code.read.naming import BODY_TYPES, assigned_body, first_child, node_text
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from tree_sitter import Node

_COMMENT_MARK: Final = late_pattern(rb"//|/\*|#")
_COMMENTED: Final = 8_000
"""Bytes of a signature that are searched for comments; a longer one is cut anyhow."""


def _body(node: "Node") -> "Node | None":
    if node.type == "assignment_expression":
        return assigned_body(node)
    body = node.child_by_field_name("body") or _body_in_fields(node)
    return body if body is not None else first_child(node, BODY_TYPES)


def _body_in_fields(node: "Node") -> "Node | None":
    """The body of the value or the type that a node defines."""
    for field in ("value", "type"):
        inner = node.child_by_field_name(field)
        body = (inner.child_by_field_name("body") or first_child(inner, BODY_TYPES)) if inner is not None else None
        if body is not None:
            return body
    return None


_OPENING: Final = late_pattern(r"([(\[])[ \t]*\r?\n\s*")
_CLOSING: Final = late_pattern(r",?[ \t]*\r?\n\s*([)\]])")
"""A bracket at the end or the beginning of a line, with the comma that is only there because of the line break."""


def read_signature(whole: "Node", node: "Node", grammar: Grammar, data: bytes) -> str:
    """The source before the body, on one line, without comments."""
    if grammar.signature == "line":
        return data[node.start_byte : node.end_byte].split(b"\n", 1)[0].decode("utf-8", "replace").strip()
    body = _body(node)
    text = _on_one_line(_before_body(whole, node, body, data))
    text = _without_end(text, grammar.signature, has_body=body is not None)
    return _shorten(text, SIGNATURE_LIMIT)


def _before_body(whole: "Node", node: "Node", body: "Node | None", data: bytes) -> bytes:
    start = node.start_byte if whole.type == "decorated_definition" else whole.start_byte
    end = body.start_byte if body is not None and body.start_byte > start else node.end_byte
    raw = _without_comments(whole, start, end, data)
    return raw.split(b"\n", 1)[0] if body is None and len(raw) > SIGNATURE_LIMIT else raw


def _on_one_line(raw: bytes) -> str:
    return " ".join(_CLOSING.sub(r"\1", _OPENING.sub(r"\1", raw.decode("utf-8", "replace"))).split())


def _shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


_DECLARATOR_END: Final = late_pattern(r"[;{#]|\) : ")


def _without_end(text: str, ending: str, *, has_body: bool) -> str:
    """A signature without the sign that opens the body. `ending` is the grammar's word for its own such sign."""
    if ending == "declarator" and not text.startswith("#"):
        # Macros that a grammar does not know lead it astray: its signature may reach into the next definition.
        text = _DECLARATOR_END.split(text, maxsplit=1)[0].rstrip()
    if has_body:
        text = text.removesuffix(":").rstrip() if ending == "colon" else text
        text = text.removesuffix("{").rstrip().removesuffix("=>").removesuffix("=").rstrip()
    elif ending == "brace" and "{" in text:
        text = text.partition("{")[0].rstrip()
    return text.removesuffix(" end") if ending == "end" else text


def _without_comments(node: "Node", start: int, end: int, data: bytes) -> bytes:
    """The source from `start` to `end`, both within `node`, without the comments that the grammar sees there."""
    raw = data[start:end]
    if end - start > _COMMENTED or _COMMENT_MARK.search(raw) is None:
        return raw
    lines: list[bytes] = []
    stack = [node]
    while stack:
        node = stack.pop()
        if "comment" in node.type and node.start_byte >= start:
            lines += (data[start : node.start_byte], b" ")
            start = node.end_byte
        else:
            stack += [
                child for child in reversed(node.named_children) if child.end_byte > start and child.start_byte < end
            ]
    lines.append(data[start:end])
    return b"".join(lines)


_MARKS: Final = late_pattern(r"^(?:/\*\*?|\*/|///?!?|//!|\*|#+!?|--|;+|<!--|'''|\"\"\")+\s?|\*/$|-->$|\"\"\"$|'''$")


def read_summary(whole: "Node", node: "Node", grammar: Grammar, data: bytes) -> str:
    """The first sentence of the documentation."""
    if grammar.docstrings:
        return _docstring(node, data)
    return _comment_before(whole, data)


def _docstring(node: "Node", data: bytes) -> str:
    body = node.child_by_field_name("body")
    first = _first_of(body) if body is not None else None
    if first is not None and first.type == "expression_statement":
        first = _first_of(first)
    if first is None or first.type != "string":
        return ""
    return _first_sentence(_STRING_MARKS.sub("", node_text(first, data)))


def _first_of(node: "Node") -> "Node | None":
    return node.named_children[0] if node.named_children else None


def _comment_before(whole: "Node", data: bytes) -> str:
    """The first sentence of the comments that end right before a definition; attributes may come between."""
    lines: list[str] = []
    sibling, row = whole.prev_sibling, whole.start_point[0]
    while sibling is not None and ("comment" in sibling.type or sibling.type in _ATTRIBUTES):
        if not _ends_right_before(sibling, row):
            break
        row = sibling.start_point[0]
        if "comment" in sibling.type:
            lines.insert(0, node_text(sibling, data))
        sibling = sibling.prev_sibling
    return _first_sentence("\n".join(lines))


def _ends_right_before(node: "Node", row: int) -> bool:
    """Whether a node ends on the line before `row`, or where that line begins."""
    end_row, end_column = node.end_point
    return end_row >= row - 1 or (end_column == 0 and end_row == row)


_ATTRIBUTES: Final = frozenset(["attribute_item", "marker_annotation", "annotation"])
_STRING_MARKS: Final = late_pattern(r"^[rRuUbB]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")
_SENTENCE: Final = late_pattern(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s+[A-Z`{<\"']|$)")
_ITEM: Final = late_pattern(r"[-*+:@\\]|[0-9]+[.)] |={3}|-{3}|~{3}")
"""Beginnings of lines that do not continue a sentence: an item, a field, a ruler."""
_SUMMARY: Final = 160


def _first_sentence(text: str) -> str:
    """The first sentence without comment marks, even if it spans lines. Falls back to the first line."""
    sentence = ""
    for line in map(_without_marks, text.splitlines()):
        if not sentence and not _has_words(line):
            continue
        if sentence and _ends_paragraph(sentence, line):
            break
        sentence = f"{sentence} {line}".lstrip()
        end = _SENTENCE.search(sentence)
        if end:
            sentence = sentence[: end.end()]
        if end or len(sentence) > _SUMMARY:
            break
    return _shorten(sentence, _SUMMARY)


def _has_words(line: str) -> bool:
    return not line.startswith(_NO_WORDS) and any(map(str.isalnum, line))


def _ends_paragraph(sentence: str, line: str) -> bool:
    """Whether a line does not continue the sentence above it."""
    return not line or bool(_ITEM.match(line)) or line.startswith(_NO_WORDS) or sentence.endswith(":")


def _without_marks(line: str) -> str:
    """A line of a comment without the marks around it and without HTML tags."""
    line = line.strip()
    while True:
        bare = _MARKS.sub("", line).strip()
        if bare == line:
            return _TAG.sub("", line).strip()
        line = bare


_TAG: Final = late_pattern(r"</?[a-z][^>]*>")
_NO_WORDS: Final = ("@", "eslint", "noqa", "nolint", "type:", "go:")
