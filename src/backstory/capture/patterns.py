"""Many patterns that are searched together."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from backstory.patterns.pattern import Pattern as Pattern


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
