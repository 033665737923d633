"""Where a named definition begins and ends, found by light means: indentation, brackets and `end`, no parser.

Serves anchors where no parser is at hand. A span runs from the first decorator or annotation above the definition to
its last line; it is a verbatim part of the text. What an unusual layout hides is simply not found.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeVar

from backstory.code.read.markdown_sections import find_section
from backstory.code.read.shapes import C_ENDINGS, Shape, bracket_shapes
from backstory.model.late_pattern import late_pattern

LIMIT: Final = 2 << 20
"""Longest text that is searched, in characters."""
_CANDIDATES: Final = 20
_FUEL: Final = 4
"""How many times its length a text may be read over, whatever it holds."""

_INDENTED: Final = frozenset(("py", "pyi", "pyx", "pyw", "gd", "nim", "sage"))
_ENDED: Final = frozenset(("rb", "rake", "gemspec", "ex", "exs", "cr", "lua", "jl"))
_HASH: Final = frozenset(("sh", "bash", "zsh", "pl", "pm", "tf", "hcl", "r", "ps1", "graphql", "gql", "cmake"))
"""Languages with brackets where `#` begins a comment."""
_QUOTED: Final = frozenset((
    "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte", "php", "sh", "bash", "zsh", "pl", "pm",
    "sql", "dart", "groovy", "ps1",
))  # fmt: skip
"""Languages where single quotes hold strings and not one character."""

_CALLED: Final = late_pattern(
    r"(?:\b(?:return|new|throw|throws|else|await|yield|if|while|for|switch|match|case|catch|guard|defer|go|goto|delete"
    r"|do|in|of|and|or|not|assert|extends|implements|import|from|using|typeof)\s+|[.!&|?:+-]\s*)$"
)
"""Words and signs before a name that is used rather than defined."""
_GOES_ON: Final = late_pattern(
    r"(?:\s|//[^\n]*\n)*+(?:[{:,=.)?&|+]|->"
    r"|(?:where|throws|extends|implements|noexcept|override|requires|with|permits)\b)"
)
"""What continues a declaration on the next line."""
_OPEN: Final = late_pattern(r"(?:[,=+\-*/(<|&:?.>\\]|\b(?:where|extends|implements|throws))$")
"""Signs at the end of a line after which a declaration continues."""
_ANNOTATION: Final = late_pattern(r"[ \t]*(?:@\w|template\s*<|\[[A-Z][^\n]*\]\s*$)")
_RETURN_TYPE: Final = late_pattern(r"[A-Za-z_][\w \t*]*\r?\n")
"""A line that holds a C function's type alone, with the name on the next line."""
_ENDLESS: Final = late_pattern(r"(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,20}\))?[ \t]*=[ \t]|.*(?:\bend|\bdo:.*)$")
"""What follows the name of a definition that ends on its own line."""
_PYTHON: Final = late_pattern(r"\"\"\"|'''|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|#.*|[()\[\]{}]")
_TRIPLE_QUOTES: Final = ('"""', "'''")
_SEMICOLON: Final = late_pattern(r"[ \t]*;")

_T = TypeVar("_T")


class Span(NamedTuple):
    """Where a definition begins and ends, in bytes."""

    start: int
    end: int
    whole: bool
    """Whether it has a body; a declaration alone gives way to one that has."""


def find_symbol(path: str, text: str, symbol: str) -> str | None:
    """The text of the definition that `symbol` names in the file, verbatim; None when there is none.

    `symbol` is a name, or names from the outside in: `Pool.acquire`, `Pool::acquire`; in Markdown a heading.
    """
    ending = path.rpartition(".")[2].lower()
    if len(text) > LIMIT or not symbol.strip():
        return None
    if ending in ("md", "markdown", "mdx"):
        return find_section(text, symbol)
    span = _definition(ending, text, symbol)
    return text[span.start : span.end] if span else None


def find_block(path: str, text: str, start: int) -> str:
    """The block in braces that begins on the line of a place, with its annotations; empty where it has no end."""
    finder = _Finder(path.rpartition(".")[2].lower(), text)
    span = finder.read_block(start)
    return text[span.start : span.end] if len(text) <= LIMIT and span.whole else ""


def _definition(ending: str, text: str, symbol: str) -> Span | None:
    names = [name for name in re.split(r"[.#:]+|->", re.sub(r"/\d+$|[()*&\s]", "", symbol)) if name]
    return _Finder(ending, text).find(names) if 0 < len(names) <= 8 else None


class _Finder:
    def __init__(self, ending: str, text: str) -> None:
        self.text = text
        self.fuel = _FUEL * len(text) + 10_000
        self.ending = ending
        self.tokens = _tokens(ending)
        self.named = self._indented if ending in _INDENTED else self._ended if ending in _ENDED else self._bracketed

    def find(self, names: list[str]) -> Span | None:
        last = names[-1]
        if len(names) == 1:
            return _best(self.named(last, 0, len(self.text)))
        # A member of a type is in one of the blocks of its name, or elsewhere with the name before it.
        blocks: list[Span] = []
        for part in names[:-1]:
            blocks = list(self._members(part, blocks)) or blocks
            blocks += [span for span in _some(self._implemented(part)) if span not in blocks]
        members = self._members(last, blocks) if blocks else ()
        return _best(members) or self._qualified(names[-2], last) or _best(self._joined(names))

    def read_block(self, start: int) -> Span:
        """The block in braces that begins at a place."""
        close, whole = self._end(start)
        return Span(self._annotated(self.text.rfind("\n", 0, start) + 1), close, whole)

    def _joined(self, names: list[str]) -> Iterator[Span]:
        """The definitions that write the names as one: `defmodule Shop.Cart`, `class Shop::Cart`."""
        whole = re.compile(rf"(?<!\w){'(?:[.]|::)'.join(map(re.escape, names))}(?!\w|[.:]+\w)")
        for span in _some(self.named(names[-1], 0, len(self.text))):
            match = whole.search(self.text, span.start, span.end)
            if match and not re.search(rf"\b{re.escape(names[-1])}\b", self.text[span.start : match.start()]):
                yield span

    def _members(self, name: str, blocks: list[Span]) -> Iterator[Span]:
        """The definitions of a name in the blocks; without blocks those in the whole text."""
        for block in blocks or [Span(0, len(self.text), True)]:
            yield from _some(self.named(name, *self._inner(block, blocks)))

    def _inner(self, block: Span, blocks: list[Span]) -> tuple[int, int]:
        """The inside of a block, without the line that names it."""
        if not blocks:
            return block.start, block.end
        mark = "\n" if self.ending in _INDENTED or self.ending in _ENDED else "{"
        return self.text.find(mark, block.start, block.end) + 1 or block.start, block.end

    # Indentation

    def _indented(self, name: str, start: int, end: int) -> Iterator[Span]:
        word = re.escape(name)
        pattern = re.compile(
            rf"^([ \t]*)(?:(?:async[ \t]+)?(?:def|class|cdef|cpdef|func|proc)[ \t]+{word}\b"
            rf"|{word}[ \t]*(?::[^=\n]+)?=(?!=))",
            re.MULTILINE,
        )
        matches = [(_indent(match[1]), match) for match in _some(pattern.finditer(self.text, start, end))]
        outermost = min((depth for depth, _ in matches), default=0)
        for depth, match in matches:
            if depth == outermost:
                block = not match[0].endswith("=")
                yield Span(self._decorated(match.start(), depth), self._block_end(match.start(), depth, block), block)

    def _lines(self, start: int) -> Iterator[tuple[int, str]]:
        """(end, text) of each line from a place on."""
        while start <= len(self.text):
            end = self.text.find("\n", start)
            end = len(self.text) if end < 0 else end
            yield end, self.text[start:end]
            start = end + 1

    def _block_end(self, start: int, depth: int, block: bool) -> int:
        """Where an indented block or a statement ends: after the last line of its own that is not blank."""
        last = start
        brackets, quote = 0, ""
        inside = True
        for end, line in self._lines(start):
            self.fuel -= len(line) + 1
            bare = line.strip()
            comment = bare.startswith("#") and not inside
            deeper = inside or _indent(line) > depth
            if bare and not deeper and not comment:
                break
            brackets, quote = _scan(line, brackets, quote)
            inside = brackets > 0 or bool(quote)
            if bare and deeper and not comment:
                last = end
            if self.fuel < 0 or not (block or inside or bare.endswith("\\")):
                break
        return last - (self.text[last - 1 : last] == "\r")

    def _decorated(self, start: int, depth: int) -> int:
        """The start of the decorators right above a definition, also of those that span lines."""
        first = position = start
        for _ in range(60):
            above = self.text.rfind("\n", 0, max(0, position - 1)) + 1
            line = self.text[above:position].rstrip()
            if position == 0 or not line:
                break
            indent, bare = _indent(line), line.lstrip()
            if bare.startswith("@") and indent == depth:
                first = above
            elif indent <= depth and bare[0] not in ")]}":
                break
            position = above
        return first

    # Languages with `end`

    def _ended(self, name: str, start: int, end: int) -> Iterator[Span]:
        word = re.escape(name)
        pattern = re.compile(
            rf"^([ \t]*)(?:(?:local|private|public|protected|async|export|abstract|mutable)[ \t]+)*"
            rf"(?:def|defp|defmacro|defmacrop|class|module|defmodule|defprotocol|function|struct|macro)[ \t]+"
            rf"(?:[\w.:]+[.:])?{word}(?![\w?!])[^\n]*|^([ \t]*)(?:local[ \t]+)?{word}[ \t]*=(?!=)[^\n]*",
            re.MULTILINE,
        )
        for match in _some(pattern.finditer(self.text, start, end)):
            yield self._ended_span(match, name)

    def _ended_span(self, match: re.Match[str], name: str) -> Span:
        start, line = match.start(), match[0].rstrip()
        if match[1] is None:
            return Span(start, self._block_end(start, 0, False), False)
        if _ENDLESS.match(line[line.index(name) + len(name) :]):
            return Span(start, start + len(line), True)
        closing = re.compile(rf"^{match[1]}end\b", re.MULTILINE).search(self.text, match.end())
        return Span(start, closing.end() if closing else start + len(line), bool(closing))

    # Languages with brackets

    def _bracketed(self, name: str, start: int, end: int) -> Iterator[Span]:
        for shape in bracket_shapes(name, self.ending):
            any_whole = False
            for span in self._spans_of_shape(shape, name, start, end):
                any_whole = any_whole or span.whole
                yield span
            if any_whole:
                return
        yield from self._typedefs(name, start, end)
        yield from self._implemented(name, start, end)

    def _spans_of_shape(self, shape: Shape, name: str, start: int, end: int) -> Iterator[Span]:
        pattern = re.compile(shape.pattern, re.MULTILINE | (re.IGNORECASE if self.ending == "sql" else 0))
        for match in _some(pattern.finditer(self.text, start, end)):
            line = self.text.rfind("\n", 0, match.start()) + 1
            before = match[0][: match[0].lower().rindex(name.lower())]
            before = self.text[line : match.start()] + before
            if self._is_comment(before) or (shape.like_call and _CALLED.search(before)):
                continue
            close, whole = self._end(match.end() - match[0].endswith("("))
            if whole or not shape.needs_body:
                yield Span(self._annotated(line), close, whole)

    def _typedefs(self, name: str, start: int, end: int) -> Iterator[Span]:
        """Types of C whose name comes last: `typedef struct { ... } name;`."""
        pattern = re.compile(rf"^\}}[ \t]*\*?(?<![\w$]){re.escape(name)}(?![\w$])[ \t]*;", re.MULTILINE)
        for match in _some(pattern.finditer(self.text, start, end)):
            line = self.text.rfind("\ntypedef", 0, match.start()) + 1
            if line or self.text.startswith("typedef"):
                yield Span(line, match.end(), True)

    def _implemented(self, name: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
        """Blocks of Rust and Swift that add to a type: `impl Trait for name`, `extension name`."""
        pattern = re.compile(
            rf"^[ \t]*(?:unsafe[ \t]+)?(?:impl|extension)\b[^\n{{;]{{0,200}}?(?<!\w){re.escape(name)}(?!\w)",
            re.MULTILINE,
        )
        for match in _some(pattern.finditer(self.text, start, len(self.text) if end is None else end)):
            close, whole = self._end(match.end())
            if whole:
                yield Span(self._annotated(match.start()), close, True)

    def _qualified(self, outer: str, last: str) -> Span | None:
        holder, word = re.escape(outer), re.escape(last)
        pattern = re.compile(
            rf"\bfunc[ \t]*\([ \t]*\w*[ \t]*\*?{holder}(?:\[[^\]\n]*\])?[ \t]*\)[ \t]*{word}\b"
            rf"|(?<![\w$]){holder}(?:<[^<>\n]{{0,100}}>)?(?:::|\.(?:prototype\.)?){word}\b[ \t]*(?=[=(<])"
        )
        spans: list[Span] = []
        for match in _some(pattern.finditer(self.text)):
            line = self.text.rfind("\n", 0, match.start()) + 1
            before = self.text[line : match.start()]
            close, whole = self._end(match.end())
            if not self._is_comment(before) and (whole or "=" in self.text[match.end() : match.end() + 2]):
                spans.append(Span(self._annotated(line), close, whole))
        return _best(spans)

    def _is_comment(self, before: str) -> bool:
        bare = before.lstrip()
        return "//" in before or bare.startswith(("*", "/*")) or (self.ending in _HASH and "#" in before)

    def _end(self, name_end: int) -> tuple[int, bool]:
        """(where the definition ends whose name ends at `name_end`, whether it has a body in braces)."""
        text = self.text
        depth, body, begun = 0, False, name_end
        for match in self.tokens.finditer(text, name_end):
            token = match[0]
            self.fuel -= match.end() - begun
            begun = match.end()
            if self.fuel < 0:
                break
            if token in "([{":
                body = body or (token == "{" and not depth and self._opens_body(name_end, match.start()))
                depth += 1
            elif token in ")]}":
                depth -= 1
                if depth < 0:
                    return len(text[: match.start()].rstrip()), False
                if depth == 0 and body and token == "}":
                    return self._after_body(match.end()), True
            elif depth == 0 and self._ends_statement(name_end, match):
                return _before_line_end(text, match), False
        return len(text.rstrip()), False

    def _opens_body(self, name_end: int, brace: int) -> bool:
        """Whether a brace opens a body. One after a colon is a type: `): { a: string } {`."""
        return self.text[name_end:brace].rstrip()[-1:] != ":"

    def _after_body(self, end: int) -> int:
        """The end of a body with the semicolon after it, which in C belongs to a declaration."""
        semicolon = None if self.ending in C_ENDINGS else _SEMICOLON.match(self.text, end)
        return semicolon.end() if semicolon else end

    def _ends_statement(self, name_end: int, match: re.Match[str]) -> bool:
        return match[0] == ";" or (match[0] == "\n" and not self._continues(name_end, match.start()))

    def _continues(self, name_end: int, eol: int) -> bool:
        line = self.text[max(name_end, self.text.rfind("\n", name_end, eol) + 1) : eol].rstrip()
        return bool(_OPEN.search(line)) or bool(_GOES_ON.match(self.text, eol + 1, eol + 2000))

    def _annotated(self, line: int) -> int:
        """The start of the annotations right above a line, and of a C function's type."""
        line = self._with_return_type(line)
        while line > 0:
            above = self.text.rfind("\n", 0, line - 1) + 1
            if not _ANNOTATION.match(self.text, above, line):
                break
            line = above
        return line

    def _with_return_type(self, line: int) -> int:
        if self.ending not in C_ENDINGS or not line or self.text[line].isspace():
            return line
        above = self.text.rfind("\n", 0, line - 1) + 1
        return above if _RETURN_TYPE.fullmatch(self.text, above, line) else line


def _before_line_end(text: str, match: re.Match[str]) -> int:
    """Where a statement ends: after its semicolon, or before the line end."""
    if match[0] == ";":
        return match.end()
    return match.start() - (text[match.start() - 1] == "\r")


def _some(items: Iterable[_T]) -> list[_T]:
    return list(islice(items, _CANDIDATES))


def _best(spans: Iterable[Span]) -> Span | None:
    """The longest with a body (an overload or a prototype is shorter), else the first."""
    return max(_some(spans), key=_preference, default=None)


def _preference(span: Span) -> tuple[bool, int, int]:
    return span.whole, span.end - span.start if span.whole else 0, -span.start


def _indent(line: str) -> int:
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())


def _scan(line: str, brackets: int, quote: str) -> tuple[int, str]:
    """Open brackets and an open triple quote after a line of Python."""
    position = 0
    if quote:
        end = line.find(quote)
        if end < 0:
            return brackets, quote
        position = end + 3
    match = _PYTHON.search(line, position)
    while match:
        position, token = match.end(), match[0]
        if token in _TRIPLE_QUOTES:
            end = line.find(token, position)
            if end < 0:
                return brackets, token
            position = end + 3
        elif token in "([{":
            brackets += 1
        elif token in ")]}":
            brackets = max(0, brackets - 1)
        match = _PYTHON.search(line, position)
    return brackets, ""


def _tokens(ending: str) -> re.Pattern[str]:
    single = r"'(?:[^'\\\n]|\\.)*+'" if ending in _QUOTED else r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"
    hash_comment = r"|#[^\n]*" if ending in _HASH else ""
    return re.compile(
        r'"""(?:[^"]|"(?!""))*+(?:"""|\Z)|"(?:[^"\\\n]|\\.)*+"|`[^`]*+`|' + single
        + r"|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)" + hash_comment + r"|[()\[\]{};\n]",
        re.DOTALL,
    )  # fmt: skip
