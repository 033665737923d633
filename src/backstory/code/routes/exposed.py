"""What code offers to the outside and takes from it: a route, a command or an environment variable, with its place."""

import re
from typing import Final, NamedTuple

ROUTE: Final = "route"
COMMAND: Final = "command"
VARIABLE: Final = "variable"

_HASH: Final = frozenset(["python", "ruby", "bash", "config", "elixir", "perl", "make", "docker"])
_BOTH: Final = frozenset(["php"])

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

    def line(self, at: int) -> int:
        return self.data.count(b"\n", 0, at) + 1

    def add(self, kind: str, name: str, at: int, how: str, owner: str = "") -> None:
        self.looked += 1
        if name and self.looked <= MAX_LOOKED and not self.commented(at):
            self.found.append((Exposed(kind, name[:200], self.path, self.line(at), how), owner))

    def quoted(self, at: int) -> bool:
        """Whether a place lies in a string of its line; what a template string puts in with `${}` does not."""
        quote, inserted = b"", 0
        line = self.data[self.data.rfind(b"\n", 0, at) + 1 : at]
        n = 0
        while n < len(line):
            c = line[n : n + 1]
            if c == b"\\":
                n += 1
            elif quote == b"`" and line[n : n + 2] == b"${":
                quote, inserted = b"", inserted + 1
                n += 1
            elif quote:
                quote = b"" if c == quote else quote
            elif c in (b"'", b'"', b"`"):
                quote = c
            elif c == b"}" and inserted:
                quote, inserted = b"`", inserted - 1
            n += 1
        return bool(quote)

    def commented(self, at: int) -> bool:
        """Whether a place lies in a comment or docstring, as far as that shows without parsing."""
        data, language = self.data, self.language
        before = data[data.rfind(b"\n", 0, at) + 1 : at]
        if (language in _HASH or language in _BOTH) and re.search(rb"(?:^|\s)#(?![{\[])", before):
            return True
        if language == "python":
            return any(data.count(mark, 0, at) % 2 for mark in (b'"""', b"'''"))
        if language in _HASH:
            return False
        if re.search(rb"(?<!:)//", before):
            return True
        opened = data.rfind(b"/*", 0, at)
        # A glob such as '/*' opens no comment: that stands alone.
        alone = opened >= 0 and (opened == 0 or data[opened - 1 : opened] in (b" ", b"\t", b"\n", b"("))
        return alone and data.find(b"*/", opened, at) < 0


def text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")
