"""The head of a definition: its signature and the first sentence of its documentation, read off a syntax tree."""

import re
from typing import TYPE_CHECKING, Final

from backstory.code.read.assigned import assigned_body
from backstory.code.read.indentation import SIGNATURE_LIMIT

if TYPE_CHECKING:
    from tree_sitter import Node

BODY_TYPES: Final = frozenset(
    [
        "block", "statement_block", "class_body", "declaration_list", "field_declaration_list", "enum_body",
        "interface_body", "object_type", "enum_body_declarations", "compound_statement", "body_statement",
        "function_body", "template_body", "enum_class_body", "protocol_body", "computed_property", "enumerator_list",
        "enum_variant_list", "enum_member_declaration_list", "constructor_body", "record_declaration_body",
        "annotation_type_body", "accessor_list",
    ]
)  # fmt: skip
_COMMENTED: Final = 8_000
"""Bytes of a signature that are searched for comments; what is longer is cut anyhow."""


def node_text(node: "Node", data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _body(node: "Node") -> "Node | None":
    if node.type == "assignment_expression":
        return assigned_body(node)
    body = node.child_by_field_name("body")
    if body is not None:
        return body
    for field in ("value", "type"):
        inner = node.child_by_field_name(field)
        if inner is not None:
            deeper = inner.child_by_field_name("body") or next(
                (c for c in inner.named_children if c.type in BODY_TYPES), None
            )
            if deeper is not None:
                return deeper
    return next((c for c in node.named_children if c.type in BODY_TYPES), None)


_OPENING: Final = re.compile(r"([(\[])[ \t]*\r?\n\s*")
_CLOSING: Final = re.compile(r",?[ \t]*\r?\n\s*([)\]])")
"""A bracket at the end or the beginning of a line, with the comma that stands there only because of the line break."""


def signature(whole: "Node", node: "Node", language: str, data: bytes) -> str:
    """What stands before the body, on one line, without comments."""
    if language == "markdown":
        return data[node.start_byte : node.end_byte].split(b"\n", 1)[0].decode("utf-8", "replace").strip()
    body = _body(node)
    start = node.start_byte if whole.type == "decorated_definition" else whole.start_byte
    end = body.start_byte if body is not None and body.start_byte > start else node.end_byte
    raw = _without_comments(whole, start, end, data)
    if body is None and len(raw) > SIGNATURE_LIMIT:
        raw = raw.split(b"\n", 1)[0]
    text = " ".join(_CLOSING.sub(r"\1", _OPENING.sub(r"\1", raw.decode("utf-8", "replace"))).split())
    if language == "python":
        text = text.removesuffix(":").rstrip() if body is not None else text
    if language in ("c", "cpp") and not text.startswith("#"):
        # Macros that no grammar knows lead it astray: what it takes for a signature may reach into the next definition.
        text = re.split(r"[;{#]|\) : ", text, maxsplit=1)[0].rstrip()
    if body is None and language == "go" and "{" in text:
        text = text.partition("{")[0].rstrip()
    text = text.removesuffix("{").rstrip().removesuffix("=>").rstrip() if body is not None else text
    text = text.removesuffix(" end") if language == "ruby" else text
    return text if len(text) <= SIGNATURE_LIMIT else text[: SIGNATURE_LIMIT - 1] + "…"


def _without_comments(node: "Node", start: int, end: int, data: bytes) -> bytes:
    """The source from `start` to `end`, both within `node`, less the comments that grammars see there."""
    raw = data[start:end]
    if end - start > _COMMENTED or not any(mark in raw for mark in (b"//", b"/*", b"#")):
        return raw
    kept: list[bytes] = []
    stack = [node]
    while stack:
        node = stack.pop()
        if "comment" in node.type and node.start_byte >= start:
            kept += (data[start : node.start_byte], b" ")
            start = node.end_byte
        else:
            stack.extend(c for c in reversed(node.named_children) if c.end_byte > start and c.start_byte < end)
    kept.append(data[start:end])
    return b"".join(kept)


_MARKS: Final = re.compile(r"^(?:/\*\*?|\*/|///?!?|//!|\*|#+!?|--|;+|<!--|'''|\"\"\")+\s?|\*/$|-->$|\"\"\"$|'''$")


def doc(whole: "Node", node: "Node", language: str, data: bytes) -> str:
    """The first sentence of the documentation."""
    if language == "python":
        body = node.child_by_field_name("body")
        first = body.named_children[0] if body is not None and body.named_children else None
        if first is not None and first.type == "expression_statement" and first.named_children:
            first = first.named_children[0]
        if first is not None and first.type == "string":
            return _summary(re.sub(r"^[rRuUbB]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$", "", node_text(first, data)))
        return ""
    lines: list[str] = []
    at, row = whole.prev_sibling, whole.start_point[0]
    while at is not None and (
        ("comment" in at.type) or at.type in ("attribute_item", "marker_annotation", "annotation")
    ):
        if at.end_point[0] < row - 1 and not (at.end_point[1] == 0 and at.end_point[0] == row):
            break
        row = at.start_point[0]
        if "comment" in at.type:
            lines.insert(0, node_text(at, data))
        at = at.prev_sibling
    return _summary("\n".join(lines))


_SENTENCE: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?](?=\s+[A-Z`{<\"']|$)")
_ITEM: Final = re.compile(r"[-*+:@\\]|[0-9]+[.)] |={3}|-{3}|~{3}")
"""What begins a line that goes on with no sentence: an item, a field, a ruler."""
_SUMMARY: Final = 160


def _summary(text: str) -> str:
    """The first sentence, over line breaks, without marks of comments; the first line where there is no sentence."""
    said = ""
    for raw in text.splitlines():
        line = raw.strip()
        while line != (bare := _MARKS.sub("", line).strip()):
            line = bare
        line = re.sub(r"</?[a-z][^>]*>", "", line).strip()
        if not said:
            if not any(c.isalnum() for c in line) or line.startswith(_NO_WORDS):
                continue
            said = line
        elif not line or _ITEM.match(line) or line.startswith(_NO_WORDS) or said.endswith(":"):
            break
        else:
            said = f"{said} {line}"
        if (end := _SENTENCE.search(said)) or len(said) > _SUMMARY:
            said = said[: end.end()] if end else said
            break
    return said if len(said) <= _SUMMARY else said[: _SUMMARY - 1] + "…"


_NO_WORDS: Final = ("@", "eslint", "noqa", "nolint", "type:", "go:")
