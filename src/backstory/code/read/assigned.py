"""Functions that are defined by assigning them to a member: how CommonJS modules and prototypes were always written.

`res.send = function send(body) {`, `View.prototype.lookup = ...`, `exports.compile = (path) => ...`.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS: Final = frozenset(["function_expression", "function", "arrow_function", "generator_function"])
_EXPORTS: Final = ("module.exports", "exports")


def assigned_name(node: "Node") -> str:
    """The dotted name that an assignment at the top of a file gives to a function; empty for any other assignment."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    holder = node.parent
    if left is None or right is None or holder is None or left.type != "member_expression":
        return ""
    if holder.type != "expression_statement" or holder.parent is None or holder.parent.type != "program":
        return ""
    while right.type == "assignment_expression":  # `res.contentType = res.type = function type() {`
        inner = right.child_by_field_name("right")
        if inner is None:
            return ""
        right = inner
    text = (left.text or b"").decode("utf-8", "replace")
    if right.type not in _FUNCTIONS or not text.replace(".", "").replace("$", "_").isidentifier():
        return ""
    for name in _EXPORTS:
        text = text.removeprefix(name + ".")
    return "" if text in _EXPORTS else text.replace(".prototype.", ".")


def assigned_body(node: "Node") -> "Node | None":
    """The body of the function that an assignment ends with."""
    right = node.child_by_field_name("right")
    while right is not None and right.type == "assignment_expression":
        right = right.child_by_field_name("right")
    return right.child_by_field_name("body") if right is not None else None
