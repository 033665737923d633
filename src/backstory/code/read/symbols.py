"""What a file defines, with signatures, first lines of documentation and exact extents, read by a real parser.

tree-sitter's grammars come as wheels of their own and work offline. Slower than `definitions` (about 15 MB/s), so it
serves what is shown and what memory is anchored to, one file at a time. Where there is no grammar (or a file is larger
than a megabyte) names come from `definitions` and extents from the indentation.

Names are dotted from the outermost definition inwards: `Pool.take`. The extent of a symbol begins with its decorators
and ends with its body; comments above it are not part of it.
"""

import re
from importlib import import_module
from typing import TYPE_CHECKING, Final

from backstory.code.read.assigned import assigned_name
from backstory.code.read.grammars import GRAMMARS, Grammar
from backstory.code.read.indentation import by_indentation
from backstory.code.read.languages import Language, language_in
from backstory.code.read.signatures import BODY_TYPES, doc, node_text, signature
from backstory.code.read.symbol import Call, Symbol

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

PARSE_LIMIT: Final = 1_000_000
_DEPTH: Final = 60
"""Nesting that is followed; deeper text is generated or hostile."""
_parsers: "dict[str, Parser | None]" = {}

_PLAIN: Final = frozenset(
    [
        "identifier", "field_identifier", "type_identifier", "property_identifier", "private_property_identifier",
        "constant", "name", "word", "simple_identifier", "namespace_identifier", "operator_name", "destructor_name",
        "scope_resolution", "qualified_identifier", "scoped_type_identifier", "string", "operator",
        "nested_identifier", "setter", "operator_identifier",
    ]
)  # fmt: skip
_NAME_FIELDS: Final = ("name", "declarator", "left", "type", "pattern")


_PREPROCESSED: Final = frozenset(["c", "cpp"])
_MACRO: Final = re.compile(
    rb"\n[ \t]*#(?:[^\n]*\\\r?\n)*[^\n]*|(?<![\w#])[A-Z][A-Z0-9]*_[A-Z0-9_]*(?=[ \t]*\r?\n|[ \t]+[A-Za-z_:~])"
)
"""A line for the preprocessor, or a word in capitals before another: a macro where the language knows none."""
_SEEN: Final = frozenset(["function", "class", "struct", "enum", "type"])


def outline(path: str, text: str | bytes) -> list[Symbol]:
    """The symbols of a file in their order; empty for what is no source code."""
    data = _bytes(text)
    language = language_in(path, data)
    if language is None or not language.rules:
        return []
    tree = _parse(path, language, data)
    if tree is None:
        return by_indentation(language, data)
    found: list[Symbol] = []
    _walk(tree, GRAMMARS[language.name], language.name, data, "", found, 0)
    if language.name in _PREPROCESSED and tree.has_error:
        # `LIB_API void f();` parses once the macro is blanked.
        plain = _MACRO.sub(lambda m: m[0] if m[0][:1] == b"\n" else b" " * len(m[0]), data)
        again = _parse(path, language, plain) if plain != data else None
        if again is not None:
            more: list[Symbol] = []
            _walk(again, GRAMMARS[language.name], language.name, data, "", more, 0)
            return max(found, more, key=lambda symbols: sum(s.kind in _SEEN for s in symbols))
    return found


def symbol_text(path: str, text: str | bytes, symbol: str) -> str | None:
    """The source of one symbol, exactly as it stands; None when the file does not define it.

    `symbol` is a dotted name (`::` and `#` are read as dots) or the last parts of one. What is defined several times
    (overloads, a getter and its setter, a branch per platform) is joined in order, so that a change of any shows.
    """
    data = _bytes(text)
    wanted = _normal(symbol)
    if not wanted:
        return None
    symbols = outline(path, data)
    hits = [s for s in symbols if s.name in (symbol, wanted)] or [s for s in symbols if s.name.endswith("." + wanted)]
    if not hits and "." in wanted:
        # A module's or a package's name before the symbol's own.
        tail = wanted
        while not hits and "." in tail:
            tail = tail.partition(".")[2]
            hits = [s for s in symbols if s.name == tail]
    if not hits:
        return None
    hits = [s for s in hits if s.kind != "extension"] or hits
    if len({s.name for s in hits}) > 1:
        shortest = min(s.name.count(".") for s in hits)
        first = next(s.name for s in hits if s.name.count(".") == shortest)
        hits = [s for s in hits if s.name == first]
    return "\n".join(data[s.start_byte : s.end_byte].decode("utf-8", "replace") for s in hits)


def calls(path: str, text: str | bytes) -> list[Call]:
    """What a file calls, where, and from within which symbol; empty without a grammar."""
    data = _bytes(text)
    language = language_in(path, data)
    tree = _parse(path, language, data) if language is not None else None
    if tree is None or language is None:
        return []
    types = GRAMMARS[language.name].calls
    symbols = outline(path, data)
    out: list[Call] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        if node.type in types:
            name = _callee(node)
            if name:
                out.append(Call(name, node.start_point[0] + 1, _around(symbols, node.start_byte)))
        stack.extend(reversed(node.named_children))
    return out


def _around(symbols: list[Symbol], at: int) -> str:
    inside = [s for s in symbols if s.start_byte <= at < s.end_byte]
    return max(inside, key=lambda s: s.start_byte).name if inside else ""


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def _normal(symbol: str) -> str:
    return re.sub(r"::|#|->", ".", symbol).removesuffix("()").strip(". ")


def _parse(path: str, language: Language, data: bytes) -> "Node | None":
    if len(data) > PARSE_LIMIT or language.name not in GRAMMARS:
        return None
    function = language.grammar
    if language.name == "typescript" and path.lower().endswith("x"):
        function = "tree_sitter_typescript:language_tsx"
    if function not in _parsers:
        _parsers[function] = _load(function)
    parser = _parsers[function]
    return parser.parse(data).root_node if parser is not None else None


def _load(function: str) -> "Parser | None":
    from tree_sitter import Language as Grammar_
    from tree_sitter import Parser

    module, _, name = function.partition(":")
    try:
        return Parser(Grammar_(getattr(import_module(module), name or "language")()))
    except (ImportError, AttributeError, ValueError):
        # Not installed, or built for another version of tree-sitter: the file is read by its indentation.
        return None


def _walk(
    node: "Node", grammar: Grammar, language: str, data: bytes, prefix: str, found: list[Symbol], depth: int
) -> None:
    if depth > _DEPTH:
        return
    for child in node.named_children:
        kind = grammar.definitions.get(child.type)
        inside = prefix
        if kind is not None:
            name = _name(child, language, data)
            if name and _counts(child, kind, language, prefix, name):
                whole = _whole(child, grammar)
                full = f"{prefix}.{name}" if prefix else name
                if kind != "impl":
                    kind = _kind(child, kind, language, data, prefix)
                    found.append(
                        Symbol(full, kind, whole.start_point[0] + 1, _end_line(whole),
                               signature(whole, child, language, data),
                               doc(whole, child, language, data), whole.start_byte, _end_byte(whole, data))
                    )  # fmt: skip
                inside = full
            if child.type in grammar.inner and (name or child.type != "assignment_expression"):
                continue
        hidden = _items_of_macro(child, data) if child.type == "macro_invocation" and language == "rust" else None
        _walk(hidden or child, grammar, language, data, inside, found, depth + 1)


def _items_of_macro(node: "Node", data: bytes) -> "Node | None":
    """What a macro of Rust wraps where items stand (`cfg_net! { pub struct TcpListener ... }`), parsed as a file.

    A grammar leaves it as a heap of words. What lies around is blanked, so that lines and positions stay what they are.
    """
    parser = _parsers.get("tree_sitter_rust")
    tree = next((c for c in node.named_children if c.type == "token_tree"), None)
    if parser is None or tree is None or node.parent is None or node.parent.type not in _ITEMS:
        return None
    inner = data[tree.start_byte + 1 : tree.end_byte - 1]
    if not inner.lstrip().startswith(_ITEM_STARTS):
        return None
    return parser.parse(_NO_LINE_END.sub(b" ", data[: tree.start_byte + 1]) + inner).root_node


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


def _counts(node: "Node", kind: str, language: str, prefix: str, name: str) -> bool:
    """Leaves out what only looks like a definition: forward declarations and local variables."""
    if kind in ("struct", "union", "enum", "class") and language in ("c", "cpp"):
        return node.child_by_field_name("body") is not None
    if language == "python" and kind == "variable":
        left = node.child_by_field_name("left")
        holder = node.parent.parent if node.parent is not None else None
        if left is None or left.type != "identifier" or holder is None:
            return False
        return holder.type == "module" or (
            holder.type == "block" and holder.parent is not None and holder.parent.type == "class_definition"
        )
    if language in ("javascript", "typescript") and kind == "variable":
        holder = node.parent.parent if node.parent is not None else None
        return (
            holder is not None
            and holder.type in ("program", "export_statement", "statement_block")
            and not (holder.type == "statement_block" and not prefix)
        )
    if language == "rust" and kind == "module":
        return node.child_by_field_name("body") is not None
    if language == "ruby" and kind == "constant":
        left = node.child_by_field_name("left")
        return left is not None and left.type == "constant"
    return True


def _kind(node: "Node", kind: str, language: str, data: bytes, prefix: str) -> str:
    if kind == "function" and prefix and language in ("python", "rust", "kotlin", "swift", "scala", "cpp"):
        return "method"
    if language == "swift" and kind == "class":
        word = node.child_by_field_name("declaration_kind")
        return node_text(word, data) if word is not None else kind
    if kind == "class" and language == "kotlin":
        return "interface" if any(c.type == "interface" for c in node.children) else "class"
    if kind in ("variable", "field") and language in ("javascript", "typescript"):
        value = node.child_by_field_name("value")
        if value is not None and value.type in ("arrow_function", "function_expression", "function"):
            return "function"
    return kind


def _name(node: "Node", language: str, data: bytes) -> str:
    if language == "markdown":
        heading = next((c for c in node.named_children if c.type in ("atx_heading", "setext_heading")), None)
        inline = (
            None
            if heading is None
            else next((c for c in heading.named_children if c.type in ("inline", "paragraph")), None)
        )
        return " ".join(node_text(inline, data).split()) if inline is not None else ""
    if node.type == "assignment_expression":
        return assigned_name(node)
    if language == "rust" and node.type == "impl_item":
        kind = node.child_by_field_name("type")
        return re.sub(r"<.*", "", node_text(kind, data), flags=re.DOTALL).replace("::", ".") if kind is not None else ""
    if language == "sql":
        reference = next((c for c in node.named_children if c.type in ("object_reference", "identifier")), None)
        return node_text(reference, data).replace('"', "").replace("`", "") if reference is not None else ""
    if language == "swift" and node.type == "init_declaration":
        return "init"
    if language == "kotlin" and node.type == "companion_object":
        found = next((c for c in node.named_children if c.type in _PLAIN), None)
        return node_text(found, data) if found is not None else "Companion"
    name = _find_name(node, 0)
    if name is None:
        return ""
    text = node_text(name, data)
    text = re.sub(r"<.*", "", text, flags=re.DOTALL) if language == "cpp" and "operator" not in text else text
    text = text.replace("::", ".").strip().strip('`"')
    if language == "go" and node.type == "method_declaration":
        receiver = node.child_by_field_name("receiver")
        words = re.findall(r"\w+", re.sub(r"\[.*?\]", "", node_text(receiver, data))) if receiver is not None else []
        return f"{words[-1]}.{text}" if words else text
    if language == "ruby" and node.type == "singleton_method":
        return text
    return " ".join(text.split())


def _find_name(node: "Node", depth: int) -> "Node | None":
    if depth > 8:
        return None
    for field in _NAME_FIELDS:
        child = node.child_by_field_name(field)
        if child is not None and not (field == "type" and depth == 0 and node.type != "type_spec"):
            if child.type in _PLAIN:
                return child
            found = _find_name(child, depth + 1)
            if found is not None:
                return found
    for child in node.named_children:
        if child.type in BODY_TYPES:
            break
        if child.type in _PLAIN:
            return child
        if child.type.endswith(("declarator", "variable_declaration", "variable_declarator", "function_name")):
            found = _find_name(child, depth + 1)
            if found is not None:
                return found
    return None


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
