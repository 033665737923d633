"""What code offers to the outside and takes from it: a route, a command or an environment variable, with its place."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

ROUTE: Final = "route"
COMMAND: Final = "command"
VARIABLE: Final = "variable"

_HASH_ONLY: Final = frozenset(["python", "ruby", "bash", "config", "elixir", "perl", "make", "docker"])
"""Languages where `#` alone begins a comment."""
_HASHES: Final = _HASH_ONLY | {"php"}
_QUOTES: Final = frozenset([b"'", b'"', b"`"])
_BEFORE_COMMENT: Final = frozenset([b" ", b"\t", b"\n", b"("])
_HASHED: Final = late_pattern(rb"(?m)(?:^|[^\S\n])#(?![{\[])")
_SLASHED: Final = late_pattern(rb"(?<!:)//")
_DOCSTRING_MARK: Final = late_pattern(b"\"\"\"|'''")

MAX_LOOKED: Final = 500
"""Hits of one file that are looked at."""


class Exposed(NamedTuple):
    """Something that a program offers to the outside: a route, a command or an environment variable."""

    kind: str
    """`route`, `command` or `variable`."""
    name: str
    """`GET /users/{id}`, a command's name, or a variable's name; never a value."""
    path: str
    line: int
    how: str
    """The framework or the idiom it was read from."""


class Mount(NamedTuple):
    """A router put under a prefix of another one. Names are those of the file that says so."""

    parent: str
    prefix: str | None
    """None where it is no literal."""
    child: str
    line: int
    replaces: bool = False
    """Whether the prefix stands in place of the child's own."""


class Source:
    """The bytes of one file, with cheap answers to: which line, and is it in a comment; and what was found in it."""

    def __init__(self, path: str, data: bytes, language: str) -> None:
        self.path = path
        self.data = data
        self.language = language
        self.looked = 0
        self.exposed: list[tuple[Exposed, str]] = []
        """With the name of the router that a route is on; empty for none."""
        self.routers: dict[str, str] = {}
        """Name of a router made here -> its own prefix."""
        self.mounts: list[Mount] = []
        self.imports: dict[str, tuple[str, str]] = {}
        """Name here -> (module, name there); an empty name there is the module itself."""
        self.exports: dict[str, str] = {}
        """Name for others -> name here, where the language has it said."""
        self._read_to: tuple[int, bytes, int] = (-1, b"", 0)
        """How far the strings of a line are read, with the quote and the insertions that are open there."""

    def is_blank(self) -> bool:
        """Whether nothing was found that counts, here or for the routes of other files."""
        return not (self.exposed or self.mounts or self.routers or self.imports)

    @cached_property
    def _breaks(self) -> list[int]:
        return _places(re.compile(rb"\n"), self.data)

    @cached_property
    def _hashes(self) -> list[int]:
        return _ends(_HASHED, self.data)

    @cached_property
    def _slashes(self) -> list[int]:
        return _ends(_SLASHED, self.data)

    @cached_property
    def _docstrings(self) -> list[int]:
        """Where docstrings begin and end, in turns. A mark of the other kind inside one is part of it."""
        ends: list[int] = []
        opened = b""
        for match in _DOCSTRING_MARK.finditer(self.data):
            if not opened or opened == match[0]:
                opened = b"" if opened else match[0]
                ends.append(match.end())
        return ends

    @cached_property
    def _opened(self) -> list[int]:
        return _places(re.compile(rb"/\*"), self.data)

    @cached_property
    def _closed(self) -> list[int]:
        return _places(re.compile(rb"\*/"), self.data)

    def line(self, offset: int) -> int:
        return bisect_left(self._breaks, offset) + 1

    def line_start(self, offset: int) -> int:
        before = bisect_left(self._breaks, offset)
        return self._breaks[before - 1] + 1 if before else 0

    def add(self, kind: str, name: str, offset: int, how: str, owner: str = "") -> None:
        self.looked += 1
        if name and self.looked <= MAX_LOOKED and not self.commented(offset):
            self.exposed.append((Exposed(kind, name[:200], self.path, self.line(offset), how), owner))

    def add_routes(self, verbs: Iterable[str], path: str, offset: int, how: str, owner: str = "") -> None:
        """Adds one route for each of the verbs."""
        for verb in verbs:
            self.add(ROUTE, f"{verb.upper()} {path}", offset, how, owner)

    def quoted(self, offset: int) -> bool:
        """Whether a place is inside a string of its line. Code that a template string inserts with `${}` is not.

        Places that are asked about in their order are read on from each other, so that a long line is read once.
        """
        data, start = self.data, self.line_start(offset)
        position, quote, inserted = start, b"", 0
        if start <= self._read_to[0] <= offset:
            position, quote, inserted = self._read_to
        # One loop over single bytes, without calls, since a minified line has very many.
        while position < offset:
            sign = data[position : position + 1]
            if sign == b"\\":
                position += 1
            elif quote == b"`" and data[position : position + 2] == b"${":
                quote, inserted = b"", inserted + 1
                position += 1
            elif quote:
                quote = b"" if sign == quote else quote
            elif sign in _QUOTES:
                quote = sign
            elif sign == b"}" and inserted:
                quote, inserted = b"`", inserted - 1
            position += 1
        self._read_to = position, quote, inserted
        return bool(quote)

    def commented(self, offset: int) -> bool:
        """Whether a place lies in a comment or docstring, as far as that shows without parsing."""
        start = self.line_start(offset)
        if self.language in _HASHES and _one_within(self._hashes, start, offset):
            return True
        if self.language == "python":
            return self._in_docstring(offset)
        if self.language in _HASH_ONLY:
            return False
        return _one_within(self._slashes, start, offset) or self._in_block_comment(offset)

    def _in_docstring(self, offset: int) -> bool:
        return bisect_right(self._docstrings, offset) % 2 == 1

    def _in_block_comment(self, offset: int) -> bool:
        """Whether a place lies between `/*` and `*/`."""
        before = bisect_right(self._opened, offset - 2)
        if not before:
            return False
        opened = self._opened[before - 1]
        closed = bisect_left(self._closed, opened)
        ends_before = closed < len(self._closed) and self._closed[closed] <= offset - 2
        return not ends_before and self._stands_alone(opened)

    def _stands_alone(self, opened: int) -> bool:
        """Whether a `/*` is the beginning of a comment and not part of a glob such as '/*'."""
        return opened == 0 or self.data[opened - 1 : opened] in _BEFORE_COMMENT


def _places(pattern: re.Pattern[bytes], data: bytes) -> list[int]:
    return [match.start() for match in pattern.finditer(data)]


def _ends(pattern: re.Pattern[bytes], data: bytes) -> list[int]:
    return [match.end() for match in pattern.finditer(data)]


def _one_within(ends: list[int], start: int, stop: int) -> bool:
    """Whether one of the marks that end at `ends` lies between two places."""
    first = bisect_right(ends, start)
    return first < len(ends) and ends[first] <= stop


def decode_text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")
