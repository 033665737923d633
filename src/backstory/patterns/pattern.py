"""A regular expression that is compiled when a text first has the words without which it matches none.

Those who read what was said have hundreds of patterns, and compiling them takes longer than reading a session that
needs few of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from sys import maxsize
from typing import Any, Final, TypeVar

from backstory.patterns.compiled_patterns import compile_pattern
from backstory.patterns.prefilter import FREE, find_missing, find_needs


class Pattern:
    """A pattern with the methods of `re.Pattern` that readers of sentences use.

    A text that has none of the words that it needs is not searched: see `prefilter`. `wide` are further alternatives,
    in Chinese, Japanese and Korean: a pattern of its own, so that other texts need not wait for it. `findall`
    lists what it matches last.
    """

    __slots__ = ("_compiled", "_needs", "flags", "source", "wide")

    def __init__(self, source: str, flags: int = 0, wide: str = "") -> None:
        self.source: Final = source
        self.flags: Final = flags
        self.wide: Final = Pattern(wide, flags) if wide else None
        self._needs = 0
        """The bits of `find_missing` that a text with a match has not; 0 before they were looked up."""
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return self._compiled or self._compile()

    def _compile(self) -> re.Pattern[str]:
        self._compiled = compile_pattern(self.source, self.flags)
        return self._compiled

    def _find_needs(self) -> int:
        self._needs = find_needs(self.source, self.flags)
        return self._needs

    def may_match(self, text: str) -> bool:
        """Whether a text has the words without which there is no match, up to its end."""
        needs = self._needs or self._find_needs()
        return needs == FREE or not needs & find_missing(text)

    def search(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        needs = self._needs or self._find_needs()
        if end == maxsize and needs != FREE and needs & find_missing(text):
            match = None
        else:
            match = (self._compiled or self._compile()).search(text, start, end)
        return match if match or self.wide is None or text.isascii() else self.wide.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        needs = self._needs or self._find_needs()
        if end == maxsize and needs != FREE and needs & find_missing(text):
            match = None
        else:
            match = (self._compiled or self._compile()).match(text, start, end)
        return match if match or self.wide is None or text.isascii() else self.wide.match(text, start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        match = self.compiled.fullmatch(text) if self.may_match(text) else None
        return match if match or self.wide is None or text.isascii() else self.wide.fullmatch(text)

    def finditer(self, text: str, start: int = 0, end: int = maxsize) -> Iterator[re.Match[str]]:
        is_possible = end < maxsize or self.may_match(text)
        matches = self.compiled.finditer(text, start, end) if is_possible else iter(())
        if self.wide is None or text.isascii():
            return matches
        return iter(sorted(chain(matches, self.wide.finditer(text, start, end)), key=re.Match.start))

    def findall(self, text: str) -> list[Any]:
        matches = self.compiled.findall(text) if self.may_match(text) else []
        return matches if self.wide is None or text.isascii() else matches + self.wide.findall(text)

    def split(self, text: str, maxsplit: int = 0) -> list[Any]:
        parts = self.compiled.split(text, maxsplit) if self.may_match(text) else [text]
        if self.wide is None or maxsplit or text.isascii():
            return parts
        return [piece for part in parts for piece in ([part] if part is None else self.wide.split(part))]

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        text = self.compiled.sub(replacement, text, count) if self.may_match(text) else text
        return text if self.wide is None or text.isascii() else self.wide.sub(replacement, text, count)


Row = TypeVar("Row", bound=tuple[Any, ...])


def list_possible(rows: Sequence[Row], text: str) -> Sequence[Row]:
    """The rows whose last item is a pattern that a text may match: its words are looked up once for all of them."""
    missing = find_missing(text) if text.isascii() else 0  # in others alternatives in Chinese may match
    return [row for row in rows if not (row[-1]._needs or row[-1]._find_needs()) & missing] if missing else rows
