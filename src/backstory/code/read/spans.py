"""Where a named definition begins and ends, found by light means: indentation, brackets and `end`, no parser.

Serves anchors where no parser is at hand. A span runs from the first decorator or annotation above the definition to
its last line; it is a verbatim part of the text. What an unusual layout hides is simply not found.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from backstory.model.text import make_slug

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

_KEYWORDS: Final = (
    r"(?:function|class|struct|enum|interface|trait|union|module|mod|namespace|object|record|protocol|extension|actor|mixin"
    r"|type|typealias|func|fun|fn|def|sub|proc|macro_rules|message|service|rpc|table|view|procedure|trigger"
    r"|const|let|var|val|static|define)"
)
_CALLED: Final = re.compile(
    r"(?:\b(?:return|new|throw|throws|else|await|yield|if|while|for|switch|match|case|catch|guard|defer|go|goto|delete"
    r"|do|in|of|and|or|not|assert|extends|implements|import|from|using|typeof)\s+|[.!&|?:+-]\s*)$"
)
"""Words and signs before a name that is used rather than defined."""
_GOES_ON: Final = re.compile(
    r"(?:\s|//[^\n]*\n)*+(?:[{:,=.)?&|+]|->"
    r"|(?:where|throws|extends|implements|noexcept|override|requires|with|permits)\b)"
)
"""What continues a declaration on the next line."""
_OPEN: Final = re.compile(r"(?:[,=+\-*/(<|&:?.>\\]|\b(?:where|extends|implements|throws))$")
"""Signs at the end of a line after which a declaration continues."""
_ANNOTATION: Final = re.compile(r"[ \t]*(?:@\w|template\s*<|\[[A-Z][^\n]*\]\s*$)")
_C: Final = frozenset(("c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "m", "mm"))
_RETURN_TYPE: Final = re.compile(r"[A-Za-z_][\w \t*]*\r?\n")
"""A line that holds a C function's type alone, with the name on the next line."""
_ENDLESS: Final = re.compile(r"(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*){0,20}\))?[ \t]*=[ \t]|.*(?:\bend|\bdo:.*)$")
"""What follows the name of a definition that ends on its own line."""
_PYTHON: Final = re.compile(r"\"\"\"|'''|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|#.*|[()\[\]{}]")


_T = TypeVar("_T")


class Span(NamedTuple):
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
        span = _heading(text, symbol)
    else:
        names = [n for n in re.split(r"[.#:]+|->", re.sub(r"/\d+$|[()*&\s]", "", symbol)) if n]
        span = _Finder(ending, text).find(names) if 0 < len(names) <= 8 else None
    return text[span.start : span.end] if span else None


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
            around = blocks or [Span(0, len(self.text), True)]
            blocks = [s for b in around for s in _some(self.named(part, *self._inner(b, blocks)))] or blocks
            blocks += [s for s in _some(self._implemented(part)) if s not in blocks]
        inside = _best(s for b in blocks for s in _some(self.named(last, *self._inner(b, blocks))))
        return inside or self._qualified(names[-2], last)

    def _inner(self, block: Span, known: list[Span]) -> tuple[int, int]:
        """The inside of a block, without the line that names it."""
        if not known:
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
        found = [(_indent(m[1]), m) for m in _some(pattern.finditer(self.text, start, end))]
        outermost = min((depth for depth, _ in found), default=0)
        for depth, match in found:
            if depth == outermost:
                block = not match[0].endswith("=")
                yield Span(self._decorated(match.start(), depth), self._block_end(match.start(), depth, block), block)

    def _block_end(self, start: int, depth: int, block: bool) -> int:
        """Where an indented block or a statement ends: after the last line of its own that is not blank."""
        text, at, last = self.text, start, start
        brackets, quote = 0, ""
        while at <= len(text):
            eol = text.find("\n", at)
            eol = len(text) if eol < 0 else eol
            line = text[at:eol]
            self.fuel -= len(line) + 1
            bare = line.strip()
            inside = brackets > 0 or bool(quote) or at == start
            deeper = inside or _indent(line) > depth
            if bare and not deeper and not bare.startswith("#"):
                break
            brackets, quote = _scan(line, brackets, quote)
            if bare and deeper and (not bare.startswith("#") or inside):
                last = eol
            if (not block and not brackets and not quote and not bare.endswith("\\")) or self.fuel < 0:
                break
            at = eol + 1
        return last - (text[last - 1 : last] == "\r")

    def _decorated(self, start: int, depth: int) -> int:
        """The start of the decorators right above a definition, also of those that span lines."""
        first = at = start
        for _ in range(60):
            above = self.text.rfind("\n", 0, max(0, at - 1)) + 1
            line = self.text[above:at].rstrip()
            if at == 0 or not line.strip():
                break
            if line.lstrip().startswith("@") and _indent(line) == depth:
                first = above
            elif _indent(line) <= depth and line.strip()[0] not in ")]}":
                break
            at = above
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
            line = match[0].rstrip()
            if match[1] is None:
                yield Span(match.start(), self._block_end(match.start(), 0, False), False)
                continue
            if _ENDLESS.match(line[line.index(name) + len(name) :]):
                yield Span(match.start(), match.start() + len(line), True)
                continue
            closing = re.compile(rf"^{match[1]}end\b", re.MULTILINE).search(self.text, match.end())
            yield Span(match.start(), closing.end() if closing else match.start() + len(line), bool(closing))

    # Languages with brackets

    def _bracketed(self, name: str, start: int, end: int) -> Iterator[Span]:
        word = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
        # `func (p *Pool) name`, `fun <T> name`, `class name`, `namespace a.name`
        between = (
            r"(?:if[ \t]+not[ \t]+exists[ \t]+|\([^()\n]{0,200}\)[ \t]*|<[^<>\n]{0,100}>[ \t]*)?(?:\w+(?:\.|::)){0,8}"
        )
        declared = rf"\b{_KEYWORDS}\b[*!]?[ \t]+{between}{word}"
        if self.ending in _C:
            # `struct name *x` only uses the name.
            used = r"(?![ \t]*(?:[*)]|(?!final\b)\w))"
            declared = rf"\b(?:struct|union|enum|class|namespace)[ \t]+{between}{word}{used}|#[ \t]*define[ \t]+{word}"
        # `int name(...) {`, `name(...) {`
        called = rf"^[^\n=;(){{}}\"'#]{{0,200}}?{word}[ \t]*(?:<[^<>\n]{{0,100}}>)?\("
        # `public int Name { get; set; }`, `private final Pool name;`
        typed = r"^[^\n=;(){}\"'#]{0,200}?\w[\w<>\[\], ?*&.]{0,100}[ \t]+"
        held = rf"{typed}{word}(?=\s{{0,80}}\{{)"
        # `name = ...`, `exports.name = ...`, `name: ...`
        given = (
            rf"{typed}{word}[ \t]*(?=;)"
            rf"|^(?:[^\n=;(){{}}\"']{{0,200}}?[^\n=;(){{}}\"'.])??{word}(?:\[[^\]\n]{{0,80}}\])?[ \t]*=(?![=>])"
            rf"|^[ \t]*(?:module\.)?exports\.{word}[ \t]*=(?!=)|^[ \t]*['\"]?{word}['\"]?[ \t]*:(?!:)"
        )
        # `void name(int a);`: all there is in an interface or a header
        promised = rf"{typed}{word}[ \t]*\("
        shapes = ((declared, False), (called, True), (held, True), (given, False), (promised, False))
        for shape, needs_body in shapes:
            any_whole = False
            pattern = re.compile(shape, re.MULTILINE | (re.IGNORECASE if self.ending == "sql" else 0))
            for match in _some(pattern.finditer(self.text, start, end)):
                line = self.text.rfind("\n", 0, match.start()) + 1
                before = match[0][: match[0].lower().rindex(name.lower())]
                before = self.text[line : match.start()] + before
                if self._is_comment(before) or (shape in (called, promised) and _CALLED.search(before)):
                    continue
                close, whole = self._end(match.end() - match[0].endswith("("))
                if whole or not needs_body:
                    any_whole = any_whole or whole
                    yield Span(self._annotated(line), close, whole)
            if any_whole:
                return
        for match in _some(re.compile(rf"^\}}[ \t]*\*?{word}[ \t]*;", re.MULTILINE).finditer(self.text, start, end)):
            line = self.text.rfind("\ntypedef", 0, match.start()) + 1
            if line or self.text.startswith("typedef"):
                yield Span(line, match.end(), True)
        yield from self._implemented(name, start, end)

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
        o, w = re.escape(outer), re.escape(last)
        pattern = re.compile(
            rf"\bfunc[ \t]*\([ \t]*\w*[ \t]*\*?{o}(?:\[[^\]\n]*\])?[ \t]*\)[ \t]*{w}\b"
            rf"|(?<![\w$]){o}(?:<[^<>\n]{{0,100}}>)?(?:::|\.(?:prototype\.)?){w}\b[ \t]*(?=[=(<])"
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

    def _end(self, at: int) -> tuple[int, bool]:
        """(where the definition ends whose name ends at `at`, whether it has a body in braces)."""
        text = self.text
        depth, body, begun = 0, False, at
        for match in self.tokens.finditer(text, at):
            token = match[0]
            self.fuel -= match.end() - begun
            begun = match.end()
            if self.fuel < 0:
                break
            if token in "([{":
                # A brace after a colon is a type (`): { a: string } {`), one in parentheses a value.
                if token == "{" and not depth and text[at : match.start()].rstrip()[-1:] != ":":
                    body = True
                depth += 1
            elif token in ")]}":
                depth -= 1
                if depth < 0:
                    return len(text[: match.start()].rstrip()), False
                if depth == 0 and body and token == "}":
                    after = None if self.ending in _C else re.compile(r"[ \t]*;").match(text, match.end())
                    return after.end() if after else match.end(), True
            elif depth == 0 and token == ";":
                return match.end(), False
            elif depth == 0 and token == "\n" and not self._continues(at, match.start()):
                return match.start() - (text[match.start() - 1] == "\r"), False
        return len(text.rstrip()), False

    def _continues(self, at: int, eol: int) -> bool:
        line = self.text[max(at, self.text.rfind("\n", at, eol) + 1) : eol].rstrip()
        return bool(_OPEN.search(line)) or bool(_GOES_ON.match(self.text, eol + 1, eol + 2000))

    def _annotated(self, line: int) -> int:
        if self.ending in _C and line and not self.text[line].isspace():
            above = self.text.rfind("\n", 0, line - 1) + 1
            if _RETURN_TYPE.fullmatch(self.text, above, line):
                line = above
        while line > 0:
            above = self.text.rfind("\n", 0, line - 1) + 1
            if not _ANNOTATION.match(self.text, above, line):
                break
            line = above
        return line


def _some(found: Iterable[_T]) -> list[_T]:
    return [item for _, item in zip(range(_CANDIDATES), found, strict=False)]


def _best(spans: Iterable[Span]) -> Span | None:
    """The longest with a body (an overload or a prototype is shorter), else the first."""
    found = _some(spans)
    return max(found, key=lambda s: (s.whole, s.end - s.start if s.whole else 0, -s.start)) if found else None


def _indent(line: str) -> int:
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())


def _scan(line: str, brackets: int, quote: str) -> tuple[int, str]:
    """Open brackets and an open triple quote after a line of Python."""
    at = 0
    while True:
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return brackets, quote
            at, quote = end + 3, ""
        match = _PYTHON.search(line, at)
        if not match:
            return brackets, quote
        at = match.end()
        if match[0] in ('"""', "'''"):
            quote = match[0]
        elif match[0] in "([{":
            brackets += 1
        elif match[0] in ")]}":
            brackets = max(0, brackets - 1)


def _tokens(ending: str) -> re.Pattern[str]:
    single = r"'(?:[^'\\\n]|\\.)*+'" if ending in _QUOTED else r"'(?:[^'\\\n]|\\[^\n]{1,8}?)'"
    hash_comment = r"|#[^\n]*" if ending in _HASH else ""
    return re.compile(
        r'"""(?:[^"]|"(?!""))*+(?:"""|\Z)|"(?:[^"\\\n]|\\.)*+"|`[^`]*+`|' + single
        + r"|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)" + hash_comment + r"|[()\[\]{};\n]",
        re.DOTALL,
    )  # fmt: skip


def _heading(text: str, symbol: str) -> Span | None:
    """A section of Markdown by its heading or the heading's anchor name, down to the next heading of its rank."""
    wanted, fence, start, rank, at = make_slug(symbol, 200), "", -1, 0, 0
    for line in text.splitlines(keepends=True):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else fence or mark
        level = len(line) - len(line.lstrip("#"))
        if not fence and 0 < level <= 6 and line[level : level + 1] in (" ", "\t"):
            if start >= 0 and level <= rank:
                return Span(start, at, True)
            if start < 0 and make_slug(line[level:], 200) == wanted:
                start, rank = at, level
        at += len(line)
    return Span(start, at, True) if start >= 0 else None
