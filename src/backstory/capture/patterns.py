"""A regular expression that is compiled when it is first used, and many that are searched together.

The extraction has hundreds of patterns, and compiling them takes longer than reading a session that needs few of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from sys import maxsize
from typing import Any, Final, NamedTuple

from backstory.capture.prefilter import find_missing, find_needs


class Pattern:
    """A pattern with the methods of `re.Pattern` that the extraction uses.

    A text that has none of the words that it needs is not searched: see `prefilter`.
    """

    __slots__ = ("_compiled", "_needs", "flags", "source")

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source: Final = source
        self.flags: Final = flags
        self._needs = 0
        """The bits of `find_missing` that a text with a match has not; 0 before they were looked up."""
        self._compiled: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return self._compiled or self._compile()

    def _compile(self) -> re.Pattern[str]:
        self._compiled = re.compile(self.source, self.flags)
        return self._compiled

    def _find_needs(self) -> int:
        self._needs = find_needs(self.source, self.flags)
        return self._needs

    def may_match(self, text: str) -> bool:
        """Whether a text has the words without which there is no match, up to its end."""
        return not (self._needs or self._find_needs()) & find_missing(text)

    def search(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        if (self._needs or self._find_needs()) & find_missing(text) and end == maxsize:
            return None
        return (self._compiled or self._compile()).search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        if (self._needs or self._find_needs()) & find_missing(text) and end == maxsize:
            return None
        return (self._compiled or self._compile()).match(text, start, end)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.compiled.fullmatch(text) if self.may_match(text) else None

    def finditer(self, text: str, start: int = 0, end: int = maxsize) -> Iterator[re.Match[str]]:
        is_possible = end < maxsize or self.may_match(text)
        return self.compiled.finditer(text, start, end) if is_possible else iter(())

    def findall(self, text: str) -> list[Any]:
        return self.compiled.findall(text) if self.may_match(text) else []

    def split(self, text: str, most: int = 0) -> list[Any]:
        return self.compiled.split(text, most) if self.may_match(text) else [text]

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self.compiled.sub(replacement, text, count) if self.may_match(text) else text


class PatternSet:
    """Named patterns that are searched together: RE2 tells in one pass which of them a text has.

    What the two engines take differently is left to Python's: a text with letters beyond ASCII or with line ends, and
    a pattern that looks around, has flags or leaves the least count out. `mask` is a character of such texts that
    stands for others and is no letter.
    """

    def __init__(self, patterns: Mapping[str, Pattern], mask: str) -> None:
        self._patterns = patterns
        self._mask = mask
        self._compiled: _Compiled | None = None

    def search(self, text: str) -> Iterable[str]:
        """The names of the patterns that a text has, in their order."""
        plain = text.replace(self._mask, _HOLE)
        if not text or _HOLE in text or "\n" in text or not plain.isascii():
            return [name for name, pattern in self._patterns.items() if text and pattern.search(text)]
        engine, together, alone = self._compiled or self._compile()
        names = [together[number] for number in sorted(engine.Match(plain.encode()) or ())]
        if not alone:
            return names
        matched = {*names, *(name for name, pattern in alone.items() if pattern.search(text))}
        return [name for name in self._patterns if name in matched]

    def _compile(self) -> "_Compiled":
        import re2  # what reads no session does not need it

        options = re2.Options()
        options.encoding = re2.Options.Encoding.LATIN1  # bytes of other letters match no ASCII, whatever they are
        options.log_errors = False
        options.max_mem = _MAX_MEMORY
        compiled = _Compiled(re2.Set.SearchSet(options), [], {})
        for name, pattern in self._patterns.items():
            try:
                if pattern.flags or "{," in pattern.source:
                    raise re2.error
                compiled.engine.Add(pattern.source.replace(self._mask, rf"\x{ord(_HOLE):02x}").encode())
            except re2.error:
                compiled.alone[name] = pattern
            else:
                compiled.together.append(name)
        compiled.engine.Compile()
        self._compiled = compiled
        return compiled


class _Compiled(NamedTuple):
    engine: Any
    together: list[str]
    """The names of its patterns, by their numbers."""
    alone: dict[str, Pattern]
    """Those that it does not take."""


_HOLE: Final = "\x01"
_MAX_MEMORY: Final = 32 << 20
"""Bytes that the automaton may take before it begins anew."""
