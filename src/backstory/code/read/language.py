"""Describes a programming language for the readers of code: a row of the table in `languages`."""

import re
from functools import cache
from typing import Final, NamedTuple

_NONE: Final[frozenset[str]] = frozenset()


@cache
def compile_pattern(source: bytes) -> re.Pattern[bytes]:
    """A pattern of the table. It is compiled when its language is first met: a project has few of them."""
    return re.compile(source)


class Rule(NamedTuple):
    """One shape of a definition. `source` begins with a literal and its group 1 is the name (or the names)."""

    kind: str
    source: bytes
    before: frozenset[bytes] | None = None
    """Words allowed between the line's start and the pattern; None: the pattern holds its own line start."""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        return compile_pattern(self.source)


class Grammar(NamedTuple):
    """How `symbols` reads the syntax trees of a tree-sitter grammar. Data only."""

    function: str
    """Module of the grammar, and after a colon its function where that is not `language`."""
    definitions: dict[str, str]
    """Node type -> kind of symbol."""
    calls: frozenset[str] = _NONE
    wrappers: frozenset[str] = _NONE
    """Nodes around a definition that belong to its text: decorators, `export`, `template <...>`."""
    inner: frozenset[str] = _NONE
    """Definitions whose inside is not searched for more: the bodies of functions."""
    names: dict[str, str] = {}  # noqa: RUF012 - a NamedTuple's default, never changed
    """Node type -> how its name is found where that is unusual, see `naming.NAMINGS`."""
    only: dict[str, str] = {}  # noqa: RUF012
    """Node type -> what makes it a definition rather than something that looks like one, see `symbols.CONDITIONS`."""
    kinds: dict[str, str] = {}  # noqa: RUF012
    """Node type -> how its kind is refined, see `symbols.REFINEMENTS`."""
    methods: bool = False
    """Whether a function inside another definition is called a method."""
    signature: str = ""
    """How a signature ends: `line`, `colon`, `declarator`, `brace` or `end`, see `signatures`."""
    docstrings: bool = False
    """Whether documentation is the first text of a body rather than the comment before a definition."""
    generic_names: bool = False
    """Whether a name may come with type arguments, which are dropped: `Pool<int>`."""
    preprocessed: bool = False
    """Whether macros may lead the grammar astray."""
    item_macro: str = ""
    """Node type of a macro that may wrap whole definitions."""
    variant: tuple[str, str] = ("", "")
    """(extension, function) of files that need another grammar of the same module."""


class Language(NamedTuple):
    """A row of the table. Fields beyond the first two have defaults that fit most languages."""

    name: str
    extensions: tuple[str, ...]
    rules: tuple[Rule, ...] = ()
    grammar: Grammar | None = None
    names: tuple[str, ...] = ()
    """Whole file names (`Makefile`)."""
    interpreters: tuple[str, ...] = ()
    """Words of a `#!` line."""
    code: bool = True
    """Whether its files are candidates when the goal is a change of code."""
    not_names: frozenset[bytes] = frozenset()
    """Words that a rule may catch but that are keywords."""
    test_mark: bytes = b""
    """Pattern of the line that marks a test, or a module of tests, in a file of code; group 1 is its indentation."""
    text_block: bytes = b""
    """Pattern of comments and strings, in which a text block, a string that may have lines of code, sets group 1."""
    head: bytes = b""
    """Pattern of a definition whose head is not all at its beginning; its groups are the parts."""
    open_ends: tuple[bytes, ...] = ()
    """Ends of a line after which the head of a definition goes on, in a language without a grammar."""
    body_words: tuple[str, ...] = ()
    """Ends of a head that begin its body there."""
    snake_case: bool = False
    """Whether names are joined by underscores, so that the tokenizer splits them without help."""
    public_words: frozenset[str] = _NONE
    """Words of a signature that make a symbol public, in languages that state it; elsewhere symbols are public."""
    limited_public: bool = False
    """Whether brackets after such a word limit it: `pub(crate)`."""
    silent: float = 0.5
    """The visibility of a symbol without such a word in a file that has them, see `visibility`."""
    silent_member: float = 0.4
    """The same for a member of something."""
    capitals_are_public: bool = False
    """Whether a capital makes a name public, and a small letter private."""
    static_is_private: bool = False
    """Whether `static` at the top level hides a symbol from other files."""


def build_rule(kind: str, pattern: str, before: str | None = "") -> Rule:
    """Builds a rule; `before` are the words allowed before the pattern, parted by spaces."""
    words = None if before is None else frozenset(before.encode().split())
    return Rule(kind, pattern.encode(), words)


def build_grammar(
    function: str, definitions: str, *, calls: str = "", wrappers: str = "", inner: str = "", names: str = "",
    only: str = "", kinds: str = "", methods: bool = False, signature: str = "", docstrings: bool = False,
    generic_names: bool = False, preprocessed: bool = False, item_macro: str = "", variant: tuple[str, str] = ("", ""),
) -> Grammar:  # fmt: skip
    """Builds a grammar from words: `node:word` pairs for dicts, node types for sets."""
    return Grammar(
        function, _pairs(definitions), frozenset(calls.split()), frozenset(wrappers.split()), frozenset(inner.split()),
        _pairs(names), _pairs(only), _pairs(kinds), methods, signature, docstrings, generic_names, preprocessed,
        item_macro, variant,
    )  # fmt: skip


def _pairs(words: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words.split():
        node, _, meaning = word.partition(":")
        pairs[node] = meaning
    return pairs
