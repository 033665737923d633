"""Reads the symbols of a file with a real parser: signatures, first sentences of documentation, exact extents.

The grammars of tree-sitter come as wheels of their own and work offline. This reader is slower than `definitions`
(about 15 MB/s), so it serves files that are shown and symbols that memory is anchored to. Without a grammar, and for a
file larger than a megabyte, names come from `definitions` and extents from the indentation.

Names are dotted from the outermost definition inwards: `Pool.take`. The extent of a symbol begins with its decorators
and ends with its body; comments above it are not part of it.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Final

import tree_sitter

from backstory.code.read.indentation import symbols_by_indentation
from backstory.code.read.language import Grammar
from backstory.code.read.languages import language_in
from backstory.code.read.naming import first_child, node_text, symbol_name
from backstory.code.read.signatures import read_signature, read_summary
from backstory.code.read.symbol import Call, Symbol
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

PARSE_LIMIT: Final = 1_000_000
_DEPTH: Final = 60
"""Nesting that is followed; deeper text is generated or hostile."""
_parsers: "dict[str, Parser | None]" = {}

_MACRO: Final = late_pattern(
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
        return max(symbols, _collect_without_macros(path, grammar, data), key=_definitions_seen)
    return symbols


def _collect_without_macros(path: str, grammar: Grammar, data: bytes) -> list[Symbol]:
    """The symbols with macros blanked: `LIB_API void f();` parses then. Empty where there are none to blank."""
    blanked = _MACRO.sub(_blank_word, data)
    root = _parse(path, grammar, blanked) if blanked != data else None
    return _collect(root, grammar, data) if root is not None else []


def _blank_word(macro: re.Match[bytes]) -> bytes:
    """Blanks for a word; a line for the preprocessor stays."""
    return macro[0] if macro[0].startswith(b"\n") else b" " * len(macro[0])


def _definitions_seen(symbols: list[Symbol]) -> int:
    return sum(symbol.kind in _SEEN for symbol in symbols)


def symbol_text(path: str, text: str | bytes, symbol: str) -> str | None:
    """The exact source of one symbol; None when the file does not define it.

    `symbol` is a dotted name (`::` and `#` are read as dots) or the last parts of one. Several definitions of it
    (overloads, a getter and its setter, a branch per platform) are joined in order, so that a change of any shows.
    """
    data = _bytes(text)
    dotted = _normal(symbol)
    if not dotted:
        return None
    matches = _select(read_outline(path, data), symbol, dotted)
    if not matches:
        return None
    return "\n".join(data[match.start_byte : match.end_byte].decode("utf-8", "replace") for match in matches)


def _select(symbols: list[Symbol], symbol: str, dotted: str) -> list[Symbol]:
    """The definitions of one name; of several symbols that end with it, the outermost."""
    matches = _matches(symbols, symbol, dotted)
    matches = [match for match in matches if match.kind != "extension"] or matches
    names = dict.fromkeys(match.name for match in matches)
    if len(names) < 2:
        return matches
    outermost = min(names, key=_depth)
    return [match for match in matches if match.name == outermost]


def _depth(name: str) -> int:
    return name.count(".")


def _matches(symbols: list[Symbol], symbol: str, dotted: str) -> list[Symbol]:
    """The symbols of a name: as written, by its last parts, or without a module's name before it."""
    matches = [each for each in symbols if each.name in (symbol, dotted)]
    if not matches:
        matches = [each for each in symbols if each.name.endswith("." + dotted)]
    tail = dotted
    while not matches and "." in tail:
        tail = tail.partition(".")[2]
        matches = [each for each in symbols if each.name == tail]
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
    calls: list[Call] = []
    for node in _walk_calls(root, grammar):
        name = _callee(node)
        if name:
            calls.append(Call(name, node.start_point[0] + 1, _around(symbols, node.start_byte)))
    return calls


def _walk_calls(root: "Node", grammar: Grammar) -> "Iterator[Node]":
    """The nodes of a tree that are calls, in their order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in grammar.calls:
            yield node
        stack.extend(reversed(node.named_children))


def _around(symbols: list[Symbol], offset: int) -> str:
    """The name of the innermost symbol around a place."""
    inside = [symbol for symbol in symbols if symbol.start_byte <= offset < symbol.end_byte]
    return max(inside, key=_start_byte).name if inside else ""


def _start_byte(symbol: Symbol) -> int:
    return symbol.start_byte


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
    walk = _Walk(grammar, data)
    walk.add_below(root, "", 0)
    return walk.symbols


class _Walk:
    """A walk through a syntax tree that gathers its definitions."""

    def __init__(self, grammar: Grammar, data: bytes) -> None:
        self.grammar = grammar
        self.data = data
        self.symbols: list[Symbol] = []

    def add_below(self, node: "Node", prefix: str, depth: int) -> None:
        """Adds the definitions below a node. `prefix` is the dotted name of the definition around it."""
        if depth > _DEPTH:
            return
        grammar = self.grammar
        for child in node.named_children:
            inside: str | None = prefix
            if child.type in grammar.definitions:
                inside = self._add(child, prefix)
            if inside is not None:
                items = _items_of_macro(child, grammar, self.data) if child.type == grammar.item_macro else None
                self.add_below(items or child, inside, depth + 1)

    def _add(self, node: "Node", prefix: str) -> str | None:
        """Adds a node that may be a definition; gives the dotted name around what is in it, None to leave that out."""
        grammar, inside = self.grammar, prefix
        kind = grammar.definitions[node.type]
        name = symbol_name(node, grammar, self.data)
        if name and _is_definition(node, grammar, prefix):
            inside = f"{prefix}.{name}" if prefix else name
            if kind != "impl":
                kind = _kind(node, kind, grammar, self.data, prefix)
                self.symbols.append(_symbol(node, inside, kind, grammar, self.data))
        left_out = node.type in grammar.inner and (name or node.type != "assignment_expression")
        return None if left_out else inside


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
    tokens = first_child(node, ("token_tree",))
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
_NO_LINE_END: Final = late_pattern(rb"[^\n]")


def _whole(node: "Node", grammar: Grammar) -> "Node":
    """The definition with its decorators, `export` and the like."""
    wrapper = node.parent
    while wrapper is not None and wrapper.type in grammar.wrappers and not _is_group(wrapper, node):
        node, wrapper = wrapper, wrapper.parent
    return node


def _is_group(wrapper: "Node", node: "Node") -> bool:
    """Whether a node is one of several that a wrapper declares."""
    if wrapper.type == "decorated_definition" or wrapper.named_child_count < 2:
        return False
    return node.type.endswith(("_spec", "declarator", "element"))


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
    holder = _holder(node)
    if left is None or left.type != "identifier" or holder is None:
        return False
    return holder.type == "module" or _is_class_body(holder)


def _holder(node: "Node") -> "Node | None":
    """The node around the statement that a node is."""
    return node.parent.parent if node.parent is not None else None


def _is_class_body(node: "Node") -> bool:
    return node.type == "block" and node.parent is not None and node.parent.type == "class_definition"


def _at_top_level(node: "Node", prefix: str) -> bool:
    """A variable of JavaScript at the top of a file, or in a block of a definition."""
    holder = _holder(node)
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
    return "interface" if any(child.type == "interface" for child in node.children) else kind


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


_CALLEE_FIELDS: Final = ("function", "name", "method", "constructor", "macro", "type")
_ARGUMENTS: Final = late_pattern(r"<.*?>|\(.*?\)|\[.*?\]", re.DOTALL)
_CALLED_NAME: Final = late_pattern(r"[^\W\d][\w$?!]*")


def _callee(node: "Node") -> str:
    """The last name of what a call calls; empty when it has none."""
    target = _call_target(node)
    if target is None or target.text is None:
        return ""
    names = _CALLED_NAME.findall(_ARGUMENTS.sub("", target.text[:400].decode("utf-8", "replace")))
    return names[-1] if names else ""


def _call_target(node: "Node") -> "Node | None":
    for field in _CALLEE_FIELDS:
        target = node.child_by_field_name(field)
        if target is not None:
            return target
    return node.named_children[0] if node.named_children else None
