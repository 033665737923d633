"""Many patterns that are searched together."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from backstory.patterns.pattern import Pattern as Pattern
from backstory.patterns.pattern import list_possible as list_possible


class PatternSet:
    """Named patterns that are searched together: RE2 tells in a few passes which of them a text has.

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
        parts, alone = self._compiled or self._compile()
        data = plain.encode()
        names = [together[number] for engine, together in parts for number in sorted(engine.Match(data) or ())]
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
        compiled = _Compiled([], {})
        for name, pattern in self._patterns.items():
            if not compiled.parts or len(compiled.parts[-1].names) == _EACH:
                compiled.parts.append(_Part(re2.Set.SearchSet(options), []))
            engine, names = compiled.parts[-1]
            try:
                if pattern.flags or "{," in pattern.source:
                    raise re2.error
                engine.Add(pattern.source.replace(self._mask, rf"\x{ord(_HOLE):02x}").encode())
            except re2.error:
                compiled.alone[name] = pattern
            else:
                names.append(name)
        compiled.parts[:] = [part for part in compiled.parts if part.names]
        for part in compiled.parts:
            part.engine.Compile()
        self._compiled = compiled
        return compiled


class _Part(NamedTuple):
    engine: Any
    names: list[str]
    """The names of its patterns, by their numbers."""


class _Compiled(NamedTuple):
    parts: list[_Part]
    alone: dict[str, Pattern]
    """Those that the engine does not take."""


_EACH: Final = 15
"""Patterns that share an automaton. It makes a state for each way in which they are half matched at a time, and one for
all of them has several times the states of some for a few."""
_HOLE: Final = "\x01"
_MAX_MEMORY: Final = 32 << 20
"""Bytes that the automaton may take before it begins anew."""
