"""Reads the symbols of a file with a real parser: signatures, first sentences of documentation, exact extents.

The grammars of tree-sitter come as wheels of their own and work offline. This reader is slower than `definitions`
(about 15 MB/s), so it serves files that are shown and symbols that memory is anchored to. Without a grammar, and for a
file larger than a megabyte, names come from `definitions` and extents from the indentation.

Names are dotted from the outermost definition inwards: `Pool.take`. The extent of a symbol begins with its decorators
and ends with its body; comments above it are not part of it.
"""

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

import tree_sitter

from backstory.code.read.indentation import symbols_by_indentation
from backstory.code.read.language import Grammar
from backstory.code.read.languages import language_in
from backstory.code.read.naming import node_text, symbol_name
from backstory.code.read.signatures import read_signature, read_summary
from backstory.code.read.symbol import Call, Symbol

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

PARSE_LIMIT: Final = 1_000_000
_DEPTH: Final = 60
"""Nesting that is followed; deeper text is generated or hostile."""
_parsers: "dict[str, Parser | None]" = {}

_MACRO: Final = re.compile(
    rb"\n[ \t]*#(?:[^\n]*\\\r?\n)*[^\n]*|(?<![\w#])[A-Z][A-Z0-9]*_[A-Z0-9_]*(?=[ \t]*\r?\n|[ \t]+[A-Za-z_:~])"
)
"""A line for the preprocessor, or a word in capitals before another: a macro where the language knows none."""
_SEEN: Final = frozenset(["function", "class", "struct", "enum", "type"])


def read_outline(path: str, text: str | bytes) -> list[Symbol]:
    """The symbols of a file in their order; empty for a file that is not source code."""
    data = _bytes(text)
    language = language_in(path, data)
    if language is None or not language.rules:
        return []
    grammar = language.grammar
    root = _parse(path, grammar, data) if grammar is not None else None
    if grammar is None or root is None:
        return symbols_by_indentation(language, data)
    symbols = _collect(root, grammar, data)
    if grammar.preprocessed and root.has_error:
        # `LIB_API void f();` parses once the macro is blanked.
        blanked = _MACRO.sub(lambda m: m[0] if m[0][:1] == b"\n" else b" " * len(m[0]), data)
        root = _parse(path, grammar, blanked) if blanked != data else None
        if root is not None:
            again = _collect(root, grammar, data)
            return max(symbols, again, key=lambda some: sum(s.kind in _SEEN for s in some))
    return symbols


def symbol_text(path: str, text: str | bytes, symbol: str) -> str | None:
    """The exact source of one symbol; None when the file does not define it.

    `symbol` is a dotted name (`::` and `#` are read as dots) or the last parts of one. Several definitions of it
    (overloads, a getter and its setter, a branch per platform) are joined in order, so that a change of any shows.
    """
    data = _bytes(text)
    wanted = _normal(symbol)
    if not wanted:
        return None
    symbols = read_outline(path, data)
    matches = _named(symbols, symbol, wanted)
    if not matches:
        return None
    return "\n".join(data[s.start_byte : s.end_byte].decode("utf-8", "replace") for s in matches)


def _named(symbols: list[Symbol], symbol: str, wanted: str) -> list[Symbol]:
    """The definitions of one name: as written, by its last parts, or without a module's name before it."""
    matches = [s for s in symbols if s.name in (symbol, wanted)]
    if not matches:
        matches = [s for s in symbols if s.name.endswith("." + wanted)]
    tail = wanted
    while not matches and "." in tail:
        tail = tail.partition(".")[2]
        matches = [s for s in symbols if s.name == tail]
    matches = [s for s in matches if s.kind != "extension"] or matches
    if len({s.name for s in matches}) > 1:
        # Of several symbols that end so, the outermost is meant.
        depth = min(s.name.count(".") for s in matches)
        name = next(s.name for s in matches if s.name.count(".") == depth)
        matches = [s for s in matches if s.name == name]
    return matches


def find_calls(path: str, text: str | bytes) -> list[Call]:
    """The calls in a file, each with its line and the symbol around it; empty without a grammar."""
    data = _bytes(text)
    language = language_in(path, data)
    grammar = language.grammar if language is not None else None
    root = _parse(path, grammar, data) if grammar is not None else None
    if grammar is None or root is None:
        return []
    symbols = read_outline(path, data)
    found: list[Call] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in grammar.calls:
            name = _callee(node)
            if name:
                found.append(Call(name, node.start_point[0] + 1, _around(symbols, node.start_byte)))
        stack.extend(reversed(node.named_children))
    return found


def _around(symbols: list[Symbol], at: int) -> str:
    inside = [s for s in symbols if s.start_byte <= at < s.end_byte]
    return max(inside, key=lambda s: s.start_byte).name if inside else ""


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def _normal(symbol: str) -> str:
    return re.sub(r"::|#|->", ".", symbol).removesuffix("()").strip(". ")


def _parse(path: str, grammar: Grammar, data: bytes) -> "Node | None":
    """The root of a file's syntax tree; None for a file that is too large and where the grammar is not installed."""
    if len(data) > PARSE_LIMIT:
        return None
    extension, variant = grammar.variant
    function = variant if variant and path.lower().endswith(extension) else grammar.function
    parser = _parser(function)
    return parser.parse(data).root_node if parser is not None else None


def _parser(function: str) -> "Parser | None":
    if function not in _parsers:
        _parsers[function] = _load(function)
    return _parsers[function]


def _load(function: str) -> "Parser | None":
    module, _, name = function.partition(":")
    try:
        return tree_sitter.Parser(tree_sitter.Language(getattr(import_module(module), name or "language")()))
    except (ImportError, AttributeError, ValueError):
        # Not installed, or built for another version of tree-sitter: the file is read by its indentation.
        return None


def _collect(root: "Node", grammar: Grammar, data: bytes) -> list[Symbol]:
    symbols: list[Symbol] = []
    _walk(root, grammar, data, "", symbols, 0)
    return symbols


def _walk(node: "Node", grammar: Grammar, data: bytes, prefix: str, symbols: list[Symbol], depth: int) -> None:
    """Adds the definitions below a node. `prefix` is the dotted name of the definition around it."""
    if depth > _DEPTH:
        return
    for child in node.named_children:
        kind = grammar.definitions.get(child.type)
        inside = prefix
        if kind is not None:
            name = symbol_name(child, grammar, data)
            if name and _is_definition(child, grammar, prefix):
                inside = f"{prefix}.{name}" if prefix else name
                if kind != "impl":
                    symbols.append(_symbol(child, inside, _kind(child, kind, grammar, data, prefix), grammar, data))
            if child.type in grammar.inner and (name or child.type != "assignment_expression"):
                continue
        items = _items_of_macro(child, grammar, data) if child.type == grammar.item_macro else None
        _walk(items or child, grammar, data, inside, symbols, depth + 1)


def _symbol(node: "Node", name: str, kind: str, grammar: Grammar, data: bytes) -> Symbol:
    whole = _whole(node, grammar)
    return Symbol(
        name, kind, whole.start_point[0] + 1, _end_line(whole), read_signature(whole, node, grammar, data),
        read_summary(whole, node, grammar, data), whole.start_byte, _end_byte(whole, data),
    )  # fmt: skip


def _items_of_macro(node: "Node", grammar: Grammar, data: bytes) -> "Node | None":
    """The definitions that a macro wraps (`cfg_net! { pub struct TcpListener ... }` of Rust), parsed as a file.

    A grammar leaves them as a list of tokens. The text around is blanked, so that lines and positions stay the same.
    """
    parser = _parser(grammar.function)
    tokens = next((c for c in node.named_children if c.type == "token_tree"), None)
    if parser is None or tokens is None or node.parent is None or node.parent.type not in _ITEMS:
        return None
    inner = data[tokens.start_byte + 1 : tokens.end_byte - 1]
    if not inner.lstrip().startswith(_ITEM_STARTS):
        return None
    return parser.parse(_NO_LINE_END.sub(b" ", data[: tokens.start_byte + 1]) + inner).root_node


_ITEMS: Final = frozenset(["source_file", "declaration_list"])
_ITEM_STARTS: Final = (
    b"pub",
    b"fn ",
    b"struct ",
    b"enum ",
    b"trait ",
    b"impl",
    b"mod ",
    b"#[",
    b"//",
    b"async ",
    b"use ",
)
_NO_LINE_END: Final = re.compile(rb"[^\n]")


def _whole(node: "Node", grammar: Grammar) -> "Node":
    """The definition with its decorators, `export` and the like."""
    while node.parent is not None and node.parent.type in grammar.wrappers:
        if (
            node.parent.type != "decorated_definition"
            and node.parent.named_child_count > 1
            and node.type.endswith(("_spec", "declarator", "element"))
        ):
            break  # one of several in a group
        node = node.parent
    return node


def _end_line(node: "Node") -> int:
    row, column = node.end_point
    return row + 1 if column or row == node.start_point[0] else row


def _end_byte(node: "Node", data: bytes) -> int:
    """Without trailing line ends, which some grammars count in."""
    end = node.end_byte
    while end > node.start_byte and data[end - 1 : end] in (b"\n", b"\r"):
        end -= 1
    return end


def _is_definition(node: "Node", grammar: Grammar, prefix: str) -> bool:
    """False for nodes that only look like a definition, such as forward declarations and local variables."""
    condition = grammar.only.get(node.type)
    return condition is None or CONDITIONS[condition](node, prefix)


def _has_body(node: "Node", prefix: str) -> bool:
    return node.child_by_field_name("body") is not None


def _at_module_or_class(node: "Node", prefix: str) -> bool:
    """An assignment of Python to a plain name, at the top of a module or of a class."""
    left = node.child_by_field_name("left")
    holder = node.parent.parent if node.parent is not None else None
    if left is None or left.type != "identifier" or holder is None:
        return False
    in_class = holder.type == "block" and holder.parent is not None and holder.parent.type == "class_definition"
    return holder.type == "module" or in_class


def _at_top_level(node: "Node", prefix: str) -> bool:
    """A variable of JavaScript at the top of a file, or in a block of a definition."""
    holder = node.parent.parent if node.parent is not None else None
    if holder is None:
        return False
    return holder.type in ("program", "export_statement") or (holder.type == "statement_block" and bool(prefix))


def _to_constant(node: "Node", prefix: str) -> bool:
    left = node.child_by_field_name("left")
    return left is not None and left.type == "constant"


CONDITIONS: "Final[dict[str, Callable[[Node, str], bool]]]" = {
    "at_module_or_class": _at_module_or_class,
    "at_top_level": _at_top_level,
    "to_constant": _to_constant,
    "with_body": _has_body,
}
"""What makes a node a definition, asked with the name around it; a language's grammar chooses by these words."""


def _kind(node: "Node", kind: str, grammar: Grammar, data: bytes, prefix: str) -> str:
    if kind == "function" and prefix and grammar.methods:
        return "method"
    refinement = grammar.kinds.get(node.type)
    return kind if refinement is None else REFINEMENTS[refinement](node, kind, data)


def _declared_kind(node: "Node", kind: str, data: bytes) -> str:
    """The word that a declaration begins with: Swift's grammar has one node for classes, structs, enums and actors."""
    word = node.child_by_field_name("declaration_kind")
    return node_text(word, data) if word is not None else kind


def _interface_word(node: "Node", kind: str, data: bytes) -> str:
    return "interface" if any(c.type == "interface" for c in node.children) else kind


def _function_value(node: "Node", kind: str, data: bytes) -> str:
    value = node.child_by_field_name("value")
    is_function = value is not None and value.type in ("arrow_function", "function_expression", "function")
    return "function" if is_function else kind


REFINEMENTS: "Final[dict[str, Callable[[Node, str, bytes], str]]]" = {
    "declared_kind": _declared_kind,
    "function_value": _function_value,
    "interface_word": _interface_word,
}
"""How the kind of a definition is refined; a language's grammar chooses by these words."""


def _callee(node: "Node") -> str:
    target = None
    for field in ("function", "name", "method", "constructor", "macro", "type"):
        target = node.child_by_field_name(field)
        if target is not None:
            break
    if target is None:
        target = node.named_children[0] if node.named_children else None
    if target is None or target.text is None:
        return ""
    words = re.findall(
        r"[^\W\d][\w$?!]*",
        re.sub(r"<.*?>|\(.*?\)|\[.*?\]", "", target.text[:400].decode("utf-8", "replace"), flags=re.DOTALL),
    )
    return words[-1] if words else ""
