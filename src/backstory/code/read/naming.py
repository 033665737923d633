"""Finds the name that a definition gives to its symbol in a syntax tree."""

import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from backstory.code.read.language import Grammar
from backstory.model.late_pattern import late_pattern

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
_PLAIN: Final = frozenset(
    [
        "identifier", "field_identifier", "type_identifier", "property_identifier", "private_property_identifier",
        "constant", "name", "word", "simple_identifier", "namespace_identifier", "operator_name", "destructor_name",
        "scope_resolution", "qualified_identifier", "scoped_type_identifier", "string", "operator",
        "nested_identifier", "setter", "operator_identifier",
    ]
)  # fmt: skip
_NAME_FIELDS: Final = ("name", "declarator", "left", "type", "pattern")
_DECLARATORS: Final = ("declarator", "variable_declaration", "variable_declarator", "function_name")
"""Endings of the types of nodes that a name is looked for in."""
_DEEPEST: Final = 8
"""Nodes between a definition and its name at most."""
_FUNCTIONS: Final = frozenset(["function_expression", "function", "arrow_function", "generator_function"])
_EXPORTS: Final = ("module.exports", "exports")
_TYPE_ARGUMENTS: Final = late_pattern(r"<.*", re.DOTALL)


def node_text(node: "Node", data: bytes) -> str:
    """The source of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def first_child(node: "Node", types: Collection[str]) -> "Node | None":
    """The first child that is of one of the types."""
    return next((child for child in node.named_children if child.type in types), None)


def symbol_name(node: "Node", grammar: Grammar, data: bytes) -> str:
    """The name that a definition gives, dotted where it names a member; empty when it gives none."""
    naming = grammar.names.get(node.type)
    if naming is not None:
        return NAMINGS[naming](node, data)
    return _plain_name(node, data, generic=grammar.generic_names)


def _plain_name(node: "Node", data: bytes, *, generic: bool = False) -> str:
    name = _find_name(node, 0)
    if name is None:
        return ""
    text = node_text(name, data)
    if generic and "operator" not in text:
        text = _TYPE_ARGUMENTS.sub("", text)
    return " ".join(text.replace("::", ".").strip().strip('`"').split())


def _receiver_name(node: "Node", data: bytes) -> str:
    """A method of Go with the type of its receiver: `func (p *Pool[T]) Take()` is `Pool.Take`."""
    name = _plain_name(node, data)
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return name
    words = re.findall(r"\w+", re.sub(r"\[.*?\]", "", node_text(receiver, data)))
    return f"{words[-1]}.{name}" if words and name else name


def _implemented_type(node: "Node", data: bytes) -> str:
    """The type that an `impl` of Rust is for, without its arguments."""
    type_ = node.child_by_field_name("type")
    return _TYPE_ARGUMENTS.sub("", node_text(type_, data)).replace("::", ".") if type_ is not None else ""


def _companion_name(node: "Node", data: bytes) -> str:
    """The name of a companion object of Kotlin, which rarely has one of its own."""
    name = first_child(node, _PLAIN)
    return node_text(name, data) if name is not None else "Companion"


def _object_name(node: "Node", data: bytes) -> str:
    """The name of a table or the like of SQL, without quotes."""
    reference = first_child(node, ("object_reference", "identifier"))
    return node_text(reference, data).replace('"', "").replace("`", "") if reference is not None else ""


def _heading_text(node: "Node", data: bytes) -> str:
    """The text of the heading that opens a section of Markdown."""
    heading = first_child(node, ("atx_heading", "setext_heading"))
    if heading is None:
        return ""
    inline = first_child(heading, ("inline", "paragraph"))
    return " ".join(node_text(inline, data).split()) if inline is not None else ""


def _assigned_name(node: "Node", data: bytes) -> str:
    """The dotted name that an assignment at the top of a file gives to a function; empty for any other assignment.

    CommonJS modules and prototypes define functions so: `res.send = function send(body) {`,
    `View.prototype.lookup = ...`, `exports.compile = (path) => ...`.
    """
    left, right = node.child_by_field_name("left"), _assigned_value(node)
    if left is None or right is None or right.type not in _FUNCTIONS:
        return ""
    if left.type != "member_expression" or not _is_top_statement(node):
        return ""
    return _exported_name(node_text(left, data))


def _exported_name(text: str) -> str:
    """A dotted name without the module's own and `prototype`; empty for one with other parts."""
    if not text.replace(".", "").replace("$", "_").isidentifier():
        return ""
    for name in _EXPORTS:
        text = text.removeprefix(name + ".")
    return "" if text in _EXPORTS else text.replace(".prototype.", ".")


def _is_top_statement(node: "Node") -> bool:
    """Whether an expression is a statement at the top of a file."""
    statement = node.parent
    if statement is None or statement.type != "expression_statement":
        return False
    return statement.parent is not None and statement.parent.type == "program"


NAMINGS: "Final[dict[str, Callable[[Node, bytes], str]]]" = {
    "assigned": _assigned_name,
    "companion": _companion_name,
    "heading": _heading_text,
    "implemented_type": _implemented_type,
    "init": lambda node, data: "init",
    "object": _object_name,
    "receiver": _receiver_name,
}
"""How definitions with unusual names are named; a language's grammar chooses by these words."""


def assigned_body(node: "Node") -> "Node | None":
    """The body of the function that an assignment ends with."""
    value = _assigned_value(node)
    return value.child_by_field_name("body") if value is not None else None


def _assigned_value(node: "Node") -> "Node | None":
    """What an assignment assigns, through a chain: `res.contentType = res.type = function type() {`."""
    value = node.child_by_field_name("right")
    while value is not None and value.type == "assignment_expression":
        value = value.child_by_field_name("right")
    return value


def _find_name(node: "Node", depth: int) -> "Node | None":
    """The node of a definition's name: in a field for names, else the first plain name before the body."""
    if depth > _DEEPEST:
        return None
    return _name_in_fields(node, depth) or _name_in_children(node, depth)


def _name_in_fields(node: "Node", depth: int) -> "Node | None":
    for field in _NAME_FIELDS:
        if field == "type" and depth == 0 and node.type != "type_spec":
            continue  # the type of what is defined, not its name
        child = node.child_by_field_name(field)
        name = _name_at(child, depth) if child is not None else None
        if name is not None:
            return name
    return None


def _name_in_children(node: "Node", depth: int) -> "Node | None":
    for child in node.named_children:
        if child.type in BODY_TYPES:
            return None
        if child.type in _PLAIN or child.type.endswith(_DECLARATORS):
            name = _name_at(child, depth)
            if name is not None:
                return name
    return None


def _name_at(child: "Node", depth: int) -> "Node | None":
    """The child where it is a plain name, else the name in it."""
    return child if child.type in _PLAIN else _find_name(child, depth + 1)
