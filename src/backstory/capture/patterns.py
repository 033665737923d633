"""A regular expression that is compiled when it is first used.

The extraction has hundreds of patterns, and compiling them takes longer than reading a session that needs few of them.
"""

import re
from collections.abc import Callable, Iterator
from sys import maxsize
from typing import Any, Final


class Pattern:
    """A pattern with the methods of `re.Pattern` that the extraction uses."""

    __slots__ = ("_compiled", "flags", "source")

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source: Final = source
        self.flags: Final = flags
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        if self._compiled is None:
            self._compiled = re.compile(self.source, self.flags)
        return self._compiled

    def search(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        return self.compiled.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        return self.compiled.match(text, start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(text)

    def finditer(self, text: str, start: int = 0, end: int = maxsize) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(text, start, end)

    def findall(self, text: str) -> list[Any]:
        return self.compiled.findall(text)

    def split(self, text: str, most: int = 0) -> list[Any]:
        return self.compiled.split(text, most)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self.compiled.sub(replacement, text, count)
