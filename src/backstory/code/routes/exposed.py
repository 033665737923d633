"""What code offers to the outside and takes from it: a route, a command or an environment variable, with its place."""

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Final, NamedTuple

ROUTE: Final = "route"
COMMAND: Final = "command"
VARIABLE: Final = "variable"

_HASH: Final = frozenset(["python", "ruby", "bash", "config", "elixir", "perl", "make", "docker"])
_BOTH: Final = frozenset(["php"])
_HASHED: Final = re.compile(rb"(?m)(?:^|[^\S\n])#(?![{\[])")
_SLASHED: Final = re.compile(rb"(?<!:)//")

MAX_LOOKED: Final = 500
"""Hits of one file that are looked at."""


class Exposed(NamedTuple):
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
        self.found: list[tuple[Exposed, str]] = []
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

    @cached_property
    def _breaks(self) -> list[int]:
        return _places(re.compile(rb"\n"), self.data)

    @cached_property
    def _hashes(self) -> list[int]:
        return [m.end() for m in _HASHED.finditer(self.data)]

    @cached_property
    def _slashes(self) -> list[int]:
        return [m.end() for m in _SLASHED.finditer(self.data)]

    @cached_property
    def _docstrings(self) -> list[list[int]]:
        return [[m.end() for m in re.finditer(mark, self.data)] for mark in (b'"""', b"'''")]

    @cached_property
    def _opened(self) -> list[int]:
        return _places(re.compile(rb"/\*"), self.data)

    @cached_property
    def _closed(self) -> list[int]:
        return _places(re.compile(rb"\*/"), self.data)

    def line(self, at: int) -> int:
        return bisect_left(self._breaks, at) + 1

    def line_start(self, at: int) -> int:
        before = bisect_left(self._breaks, at)
        return self._breaks[before - 1] + 1 if before else 0

    def add(self, kind: str, name: str, at: int, how: str, owner: str = "") -> None:
        self.looked += 1
        if name and self.looked <= MAX_LOOKED and not self.commented(at):
            self.found.append((Exposed(kind, name[:200], self.path, self.line(at), how), owner))

    def quoted(self, at: int) -> bool:
        """Whether a place is inside a string of its line. Code that a template string inserts with `${}` is not.

        Places that are asked about in their order are read on from each other, so that a long line is read once.
        """
        data, start = self.data, self.line_start(at)
        n, quote, inserted = start, b"", 0
        if start <= self._read_to[0] <= at:
            n, quote, inserted = self._read_to
        while n < at:
            c = data[n : n + 1]
            if c == b"\\":
                n += 1
            elif quote == b"`" and data[n : n + 2] == b"${":
                quote, inserted = b"", inserted + 1
                n += 1
            elif quote:
                quote = b"" if c == quote else quote
            elif c in (b"'", b'"', b"`"):
                quote = c
            elif c == b"}" and inserted:
                quote, inserted = b"`", inserted - 1
            n += 1
        self._read_to = n, quote, inserted
        return bool(quote)

    def commented(self, at: int) -> bool:
        """Whether a place lies in a comment or docstring, as far as that shows without parsing."""
        data, language, start = self.data, self.language, self.line_start(at)
        if (language in _HASH or language in _BOTH) and _one_within(self._hashes, start, at):
            return True
        if language == "python":
            return any(bisect_right(marks, at) % 2 for marks in self._docstrings)
        if language in _HASH:
            return False
        if _one_within(self._slashes, start, at):
            return True
        before = bisect_right(self._opened, at - 2)
        if not before:
            return False
        opened = self._opened[before - 1]
        # A glob such as '/*' opens no comment: that stands alone.
        alone = opened == 0 or data[opened - 1 : opened] in (b" ", b"\t", b"\n", b"(")
        closed = bisect_left(self._closed, opened)
        return alone and (closed == len(self._closed) or self._closed[closed] > at - 2)


def _places(pattern: re.Pattern[bytes], data: bytes) -> list[int]:
    return [m.start() for m in pattern.finditer(data)]


def _one_within(ends: list[int], start: int, at: int) -> bool:
    """Whether one of the marks that end at `ends` lies between two places."""
    first = bisect_right(ends, start)
    return first < len(ends) and ends[first] <= at


def decode_text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")
