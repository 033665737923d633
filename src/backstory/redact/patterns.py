"""RE2 patterns over bytes, compiled when first used.

Bytes are taken as Latin-1, so any input is valid; callers move places to whole characters. Python's own `re` is not
used on this path: it backtracks, and importing it and compiling forty patterns costs more than a whole check.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from backstory.redact.required_literals import LITTLE, Needs, Sets, find_alternatives, find_sets, may_match

Spans = list[tuple[int, int]]
"""Places of a match and its groups; (-1, -1) for a group that took no part."""
Search = Callable[[bytes, int, int], "Spans | None"]

MAX_MEMORY: Final = 32 << 20
"""Bytes one automaton may take before it falls back to a slower search."""


def load_engine() -> Any:
    """The RE2 module. Raises BackstoryError where it is missing: without it nothing may be written."""
    try:
        import re2  # 4 ms that most commands do not need
    except ImportError as err:
        from backstory.model.errors import BackstoryError

        raise BackstoryError(
            "the redaction engine `google-re2` is not installed, so nothing is written",
            hint="run `pip install google-re2`",
        ) from err
    return re2


@lru_cache(4)
def make_options(*, max_mem: int = MAX_MEMORY, case_sensitive: bool = True) -> Any:
    """The options of a pattern or of a set of patterns. Making them costs as much as a search."""
    options = load_engine().Options()
    options.encoding = options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = max_mem
    options.case_sensitive = case_sensitive
    return options


class Pattern:
    """One pattern. Every search takes a range of the text; what lies outside still counts for `\\b`.

    The searches are functions that `compile` sets, which the first use of one calls: most patterns are never used by a
    process, and a method that called a function would cost as much again as many a search. A pattern that cannot match
    the texts that it is asked about first is not compiled for them (see `required_literals`).
    """

    __slots__ = ("_inner", "_left", "_sets", "at", "begin", "find", "max_mem", "source", "whole", "within")

    find: Search
    """The first match in `text[start:end]`, with its groups."""
    at: Search
    """The match that begins at `start`, with its groups."""
    begin: Callable[[bytes, int, int], int]
    """Where a match that begins at `start` ends, or -1."""
    whole: Callable[[bytes], bool]
    """Whether all of the text matches."""
    within: Callable[[bytes], bool]
    """Whether there is a match anywhere."""

    def __init__(self, source: bytes, *, max_mem: int = MAX_MEMORY) -> None:
        self.source = source
        self.max_mem = max_mem
        self._left = LITTLE
        self._inner: Pattern | None = None

    def __getattr__(self, name: str) -> Any:
        if name not in _SEARCHES:
            raise AttributeError(name)
        self._sets = find_sets(self.source)
        if not self._sets:
            return getattr(self.compile(), name)
        self.find, self.at, self.begin = self._find, self._at, self._begin
        self.whole, self.within = self._whole, self._within
        return getattr(self, name)

    def _is_needed(self, part: bytes) -> bool:
        """Whether the pattern may match in a part of a text, or has been asked about so many that it is compiled."""
        self._left -= len(part) + ASKED
        return self._left < 0 or may_match(self._sets, part.lower())

    def _compiled(self) -> "Pattern":
        """The pattern with its searches, which replace those that ask first, unless a test has put its own there."""
        if self._inner is None:
            self._inner = Pattern(self.source, max_mem=self.max_mem).compile()
            for name in _SEARCHES:
                if getattr(self, name) == getattr(self, f"_{name}"):
                    setattr(self, name, getattr(self._inner, name))
        return self._inner

    def _find(self, text: bytes, start: int, end: int) -> Spans | None:
        return self._compiled().find(text, start, end) if self._is_needed(text[start:end]) else None

    def _at(self, text: bytes, start: int, end: int) -> Spans | None:
        return self._compiled().at(text, start, end) if self._is_needed(text[start:end]) else None

    def _begin(self, text: bytes, start: int, end: int) -> int:
        return self._compiled().begin(text, start, end) if self._is_needed(text[start:end]) else -1

    def _whole(self, text: bytes) -> bool:
        return self._is_needed(text) and self._compiled().whole(text)

    def _within(self, text: bytes) -> bool:
        return self._is_needed(text) and self._compiled().within(text)

    def compile(self) -> "Pattern":
        """Compiles now. Raises `re2.error` for a bad pattern."""
        re2 = load_engine()
        regexp = _compile_source(self.source, self.max_mem)
        # The wrapper's match objects cost more than most searches: its own matcher is used where it is to be had.
        raw = getattr(getattr(regexp, "_regexp", None), "Match", None)
        anchors = getattr(re2, "_Anchor", None)
        if raw is not None and anchors is not None:
            self.find = _direct(raw, anchors.UNANCHORED)
            self.at = _direct(raw, anchors.ANCHOR_START)
            self.begin = _direct_end(raw, anchors.ANCHOR_START)
            self.whole = _direct_test(raw, anchors.ANCHOR_BOTH)
            self.within = _direct_test(raw, anchors.UNANCHORED)
        else:
            self.find = _wrapped(regexp.search, regexp.groups)
            self.at = _wrapped(regexp.match, regexp.groups)
            self.begin = _wrapped_end(regexp.match)
            self.whole = _wrapped_test(regexp.fullmatch)
            self.within = _wrapped_test(regexp.search)
        return self

    def each(self, text: bytes, start: int, end: int) -> Iterator[Spans]:
        """Every match in `text[start:end]`, apart from each other."""
        find = self.find
        while match := find(text, start, end):
            yield match
            start = max(match[0][1], start + 1)
            if start > end:
                return


@lru_cache(512)
def _compile_source(source: bytes, max_mem: int) -> Any:
    """The automaton of a pattern. Several patterns of a process have the same source."""
    re2 = load_engine()
    # `re2.compile` copies the options twice and keeps 128 patterns alive in a cache of its own.
    return getattr(re2, "_Regexp", re2.compile)(source, make_options(max_mem=max_mem))


_SEARCHES: Final = ("at", "begin", "find", "whole", "within")
ASKED: Final = 64
"""Bytes of text that a question costs beside those of the text itself."""


class Alternation:
    """Several patterns that are searched as if they were one, `a|b|c`, each by an automaton of its own.

    An automaton has a state for each way in which its patterns can be half matched at a time, and makes it when a text
    first comes there. One for all may have many times as many states as each has. As long as little text has come,
    those of their alternatives are searched that may match in it.
    """

    __slots__ = ("_alternatives", "_left", "_needs", "_patterns")

    def __init__(self, *patterns: Pattern) -> None:
        self._patterns = patterns
        self._left = LITTLE
        self._alternatives: list[Pattern] = []
        self._needs = Needs(())
        """Of the alternatives."""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        return self._patterns

    def each(self, text: bytes, start: int, end: int) -> Iterator[Spans]:
        """Every match in `text[start:end]`, apart from each other; where several match, that of the first."""
        left: list[_Next] = []
        for pattern in self._patterns if self._left < 0 else self._choose(text[start:end]):
            match = pattern.find(text, start, end)
            if match:
                left.append((match[0][0], len(left), match, pattern))
        while len(left) > 1:
            match = min(left)[2]  # the first pattern of those that match at one place
            yield match
            start = max(match[0][1], start + 1)
            if start > end:
                return
            for index in range(len(left) - 1, -1, -1):
                place, number, _, pattern = left[index]
                if place < start:
                    if match := pattern.find(text, start, end):
                        left[index] = (match[0][0], number, match, pattern)
                    else:
                        del left[index]
        for _, _, match, pattern in left:
            yield match
            start = max(match[0][1], start + 1)
            if start <= end:
                yield from pattern.each(text, start, end)

    def within(self, text: bytes, start: int, end: int) -> bool:
        """Whether any pattern matches in `text[start:end]`."""
        return any(pattern.find(text, start, end) for pattern in self._choose(text[start:end]))

    def _choose(self, part: bytes) -> Sequence[Pattern]:
        """The patterns; of those that are listed by their alternatives, the alternatives that may match in a part."""
        self._left -= len(part)
        if self._left < 0:
            return self._patterns
        if not self._alternatives:
            rows = [row for pattern in self._patterns for row in _split(pattern)]
            self._alternatives = [pattern for pattern, _ in rows]
            self._needs = Needs([sets for _, sets in rows])
        return [self._alternatives[number] for number in self._needs.choose(part.lower())]


def _split(pattern: Pattern) -> list[tuple[Pattern, Sets]]:
    listed = find_alternatives(pattern.source)
    return [(Pattern(source), sets) for source, sets in listed] or [(pattern, ())]


class Screen:
    """Tells which of several patterns may match anywhere in a text, by one search for all and without places.

    For short texts, of which most match none: a call of the engine costs them more than the search itself. It is
    compiled once so many texts have come: a process that checks a few saves less than that costs.
    """

    __slots__ = ("_after", "_match", "_patterns")

    def __init__(self, *patterns: Pattern, after: int = 64) -> None:
        self._patterns = patterns
        self._after = after
        self._match: Callable[[bytes], Sequence[int] | None] = self._wait

    def match(self, text: bytes) -> Sequence[int]:
        """The numbers of the patterns that match; those of all before the screen is compiled."""
        return self._match(text) or ()

    def _wait(self, text: bytes) -> Sequence[int] | None:
        self._after -= 1
        return range(len(self._patterns)) if self._after >= 0 else self._compile_and_match(text)

    def _compile_and_match(self, text: bytes) -> Sequence[int] | None:
        screen = load_engine().Set.SearchSet(make_options())
        for pattern in self._patterns:
            screen.Add(pattern.source)
        screen.Compile()
        self._match = screen.Match
        matches: list[int] | None = screen.Match(text)
        return matches


class Literals:
    """Tells which of many short texts occur in another, by one automaton over all of them.

    It is built once so much text has come: a process that checks a few records saves less than that costs.
    """

    __slots__ = ("_left", "_literals", "_match")

    def __init__(self, literals: Sequence[bytes], *, after: int = 32 * 1024) -> None:
        self._literals = literals
        self._left = after
        self._match: Callable[[bytes], Sequence[int] | None] = self._search_each

    def match(self, text: bytes) -> Sequence[int]:
        """The numbers of those that occur."""
        return self._match(text) or ()

    def _search_each(self, text: bytes) -> Sequence[int] | None:
        self._left -= len(text)
        if self._left < 0:
            self._match = self._build()
            return self._match(text)
        return [number for number, literal in enumerate(self._literals) if literal in text]

    def _build(self) -> Callable[[bytes], Sequence[int] | None]:
        engine = load_engine()
        literals = engine.Set.SearchSet(make_options())
        for literal in self._literals:
            literals.Add(engine.escape(literal))
        literals.Compile()
        match: Callable[[bytes], Sequence[int] | None] = literals.Match
        return match


_Next = tuple[int, int, Spans, Pattern]
"""Where the next match of a pattern begins, which pattern it is, the match, and the pattern."""


def _direct(match: Any, anchor: Any) -> Search:
    def search(text: bytes, start: int, end: int) -> Spans | None:
        spans: Spans = match(anchor, text, start, end)
        return spans if spans[0][0] >= 0 else None

    return search


def _direct_end(match: Any, anchor: Any) -> Callable[[bytes, int, int], int]:
    def begin(text: bytes, start: int, end: int) -> int:
        place: int = match(anchor, text, start, end)[0][1]
        return place

    return begin


def _direct_test(match: Any, anchor: Any) -> Callable[[bytes], bool]:
    def test(text: bytes) -> bool:
        place: int = match(anchor, text, 0, len(text))[0][0]
        return place >= 0

    return test


def _wrapped(match: Any, groups: int) -> Search:
    def search(text: bytes, start: int, end: int) -> Spans | None:
        span_match = match(text, start, end)
        return [span_match.span(number) for number in range(groups + 1)] if span_match else None

    return search


def _wrapped_end(match: Any) -> Callable[[bytes, int, int], int]:
    def begin(text: bytes, start: int, end: int) -> int:
        span_match = match(text, start, end)
        return int(span_match.end()) if span_match else -1

    return begin


def _wrapped_test(match: Any) -> Callable[[bytes], bool]:
    def test(text: bytes) -> bool:
        return match(text) is not None

    return test
