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


class Source:
    """The bytes of one file, with cheap answers to: which line, and is it in a comment."""

    def __init__(self, path: str, data: bytes, language: str) -> None:
        self.path = path
        self.data = data
        self.language = language
        self.looked = 0
        self.found: list[Exposed] = []

    def line(self, at: int) -> int:
        return self.data.count(b"\n", 0, at) + 1

    def add(self, kind: str, name: str, at: int, how: str) -> None:
        self.looked += 1
        if name and self.looked <= MAX_LOOKED and not self.commented(at):
            self.found.append(Exposed(kind, name[:200], self.path, self.line(at), how))

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
