"""Places in a text: raw spans as rules name them, and cuts that may be made without breaking what is round them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.redact.patterns import Pattern

WEAKEST: Final = ("high-entropy", "service-token", "secret-token", "assigned-secret", "prefixed-token", "dense-token")
"""Names that say least; of two rules for one place another one names it."""
OF_RUNS: Final = WEAKEST[:3]
"""Names of a run that is a secret by its looks and by what stands beside it."""
_OF_PLACES: Final = frozenset(
    ("authorization-header", "flag-secret", "password", "prose-password", "netrc-password", "url-login", "url-token")
)
"""Names of rules that tell where a secret stood. Where it tells itself who issued it, that says more."""
_ISSUED: Final = Pattern(rb"[A-Za-z][A-Za-z0-9]{1,11}[_-]|ey[JI]|A(?:KIA|SIA|Iza)")
"""How a secret begins that tells what it is."""
_VARIANT: Final = Pattern(rb"-[kn][0-9]{1,2}\z")
"""The end of the name of a further rule for what another one names."""


class Span(NamedTuple):
    """Bytes `start` to `end` of a text, named by a rule."""

    start: int
    end: int
    rule: str


class Places:
    """Where spans of a list stand whose names say more than that of a run. The list may grow; few places are asked."""

    __slots__ = ("_places", "_read", "_spans")

    def __init__(self, spans: list[Span]) -> None:
        self._spans = spans
        self._read = 0
        self._places: set[tuple[int, int]] = set()

    def __contains__(self, place: object) -> bool:
        if self._read < len(self._spans):
            fresh = self._spans[self._read :]
            self._read += len(fresh)
            self._places.update((span.start, span.end) for span in fresh if span.rule not in OF_RUNS)
        return place in self._places


class Cut(NamedTuple):
    """A span that is settled. `quoted`: the mark needs quotes, since it takes the place of a bare JSON number."""

    start: int
    end: int
    rule: str
    quoted: bool = False


def extend_long_spans(text: bytes, spans: list[Span]) -> list[Span]:
    """The spans, and those that end where reading a value ends at the latest to the end of their run."""
    if len(text) <= LONGEST:
        return spans
    passed = 0
    longer: list[Span] = []
    for span in sorted(span for span in spans if span.end - span.start == LONGEST):
        if span.end > passed:
            passed = max(span.end, _REST.begin(text, span.end, len(text)))
            longer.append(Span(span.start, passed, span.rule))
    return spans + longer if longer else spans


LONGEST: Final = 4096
"""Bytes after which reading a value ends at the latest: the rest of a longer one goes with it."""
_REST: Final = Pattern(rb"[^\s\"'`\\<>]*")


def settle_spans(text: bytes, spans: Sequence[Span], marks: Sequence[tuple[int, int]]) -> list[Cut]:
    """Cuts for spans: united where they overlap, clear of marks, on whole characters and escapes, within quotes."""
    if text.isascii() and b"\\" not in text:
        whole = sorted(span for span in spans if span.end > span.start)
    else:
        whole = sorted(Span(*_widened(text, s.start, s.end), s.rule) for s in spans if s.end > s.start)
    out: list[Cut] = []
    whole = _united(text, whole)
    for span in _united(text, _clear(whole, marks)) if marks else whole:
        if text[span.start] not in _OF_NUMBERS and text.find(b'"', span.start, span.end) < 0:
            if not out or span.start >= out[-1].end:
                out.append(Cut(*span))
            continue
        for start, end in _within_quotes(text, span.start, span.end):
            first, last, quoted = _number(text, start, end)
            if out and first < out[-1].end:
                continue
            out.append(Cut(first, last, span.rule, quoted))
    return out


def _united(text: bytes, spans: Iterable[Span]) -> list[Span]:
    out: list[Span] = []
    passed = 0
    for span in spans:
        if span.start < passed:
            last = out[-1]
            rule = last.rule
            if span.rule != rule:
                is_issued = _ISSUED.begin(text, span.start, span.end) >= 0
                rule = span.rule if _rank(span.rule, is_issued) < _rank(rule, is_issued) else rule
            passed = max(last.end, span.end)
            out[-1] = Span(last.start, passed, rule)
        else:
            out.append(span)
            passed = span.end
    return out


@lru_cache(maxsize=1024)
def _rank(rule: str, is_issued: bool) -> int:
    """How little the name of a rule says of a secret. `is_issued`: the secret tells itself who issued it."""
    if rule == "own-value":
        return 0
    if rule in WEAKEST:
        return 4 + WEAKEST[::-1].index(rule)
    if is_issued and rule in _OF_PLACES:
        return 3
    return 2 if is_issued and _VARIANT.within(rule.encode()) else 1


def _clear(spans: Sequence[Span], marks: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """What of the spans lies outside marks; a rest of a few bytes beside a mark is let go with it."""
    passed = 0
    for span in spans:
        start = span.start
        while passed < len(marks) and marks[passed][1] <= start:
            passed += 1
        index, cut = passed, False
        while index < len(marks) and marks[index][0] < span.end:
            if marks[index][0] - start >= 4:
                yield Span(start, marks[index][0], span.rule)
            start, cut = marks[index][1], True
            index += 1
        if span.end - start >= (4 if cut else 1):
            yield Span(start, span.end, span.rule)


def _widened(text: bytes, start: int, end: int) -> tuple[int, int]:
    """The span on whole UTF-8 characters and whole backslash escapes."""
    while start > 0 and text[start] & 0xC0 == 0x80:
        start -= 1
    end = _character_end(text, end)
    if b"\\" in text[max(0, start - 6) : min(len(text), end + 1)]:
        start = _escape_start(text, start)
        end = _character_end(text, _escape_end(text, end))
    return start, end


def _character_end(text: bytes, end: int) -> int:
    while end < len(text) and text[end] & 0xC0 == 0x80:
        end += 1
    return end


def _escape_start(text: bytes, start: int) -> int:
    if _slashes(text, start) % 2:
        return start - 1
    for back in range(1, 5):
        position = start - back
        if (
            position > 0
            and text[position] == 117
            and _slashes(text, position) % 2
            and _hex(text[position + 1 : position + 5]) > back - 1
        ):
            return position - 1
    return start


def _escape_end(text: bytes, end: int) -> int:
    if _slashes(text, end) % 2 and end < len(text) and text[end] not in b"\r\n":
        end += 1
        if text[end - 1] != 117:
            return end
    for back in range(1, 5):
        position = end - back
        if position > 0 and text[position] == 117 and _slashes(text, position) % 2:
            digits = _hex(text[position + 1 : position + 5])
            return min(position + 1 + digits, len(text)) if digits >= back - 1 else end
    return end


def _slashes(text: bytes, end: int) -> int:
    """Backslashes right before a place."""
    position = end
    while position > 0 and text[position - 1] == 92:
        position -= 1
    return end - position


def _hex(digits: bytes) -> int:
    """How many hexadecimal digits something begins with."""
    return len(digits) - len(digits.lstrip(b"0123456789abcdefABCDEF"))


_QUOTE: Final = Pattern(rb'(?s)(?:[^"\\]|\\.)*')
_STRUCTURE: Final = Pattern(rb"\s*[,:}\]](?:[\s,:\[\]{}0-9.eE+-]|true|false|null)*")


def _within_quotes(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The pieces of a span between bare double quotes, without what is JSON's own structure."""
    if text.find(b'"', start, end) < 0:
        yield start, end
        return
    position = start
    while position < end:
        stop = max(position, _QUOTE.begin(text, position, end))
        if stop < end and text[stop] == 92:
            stop = end
        if stop > position and not _is_structure(text, position, stop):
            yield position, stop
        position = stop + 1


def _is_structure(text: bytes, start: int, stop: int) -> bool:
    """Whether a piece is JSON's own: colons, commas and brackets between two quotes."""
    if not _STRUCTURE.whole(text[start:stop]) or text[stop : stop + 1] not in (b'"', b""):
        return False
    return start > 0 and text[start - 1] == 34


_OF_NUMBERS: Final = b"-+0123456789.eE, \t\n\r\f"
_NUMBER: Final = Pattern(rb"[-+0-9.eE,\s]+")


def _number(text: bytes, start: int, end: int) -> tuple[int, int, bool]:
    """A number that stands bare in JSON, whole, and that its mark needs quotes."""
    if text[start] not in _OF_NUMBERS or not _NUMBER.whole(text[start:end]):
        return start, end, False
    first, last = _widen_number(text, start, end)
    before = text[max(0, first - 64) : first].rstrip(b" \t\r\n")[-1:]
    after = text[last : last + 64].lstrip(b" \t\r\n")[:1]
    stands_bare = before in (b":", b"[", b",") and after in (b",", b"]", b"}", b"")
    if stands_bare and not _is_in_string(text, first):
        return first, last, True
    return start, end, False


def _is_in_string(text: bytes, place: int) -> bool:
    """Whether an odd number of quotes stands before a place in its line. A string of JSON has no bare line break."""
    low = max(0, place - LONGEST_LINE)
    line = text.rfind(b"\n", low, place) + 1
    if not line and low:
        return False
    return text[line:place].replace(rb"\\", b"").replace(rb"\"", b"").count(b'"') % 2 == 1


LONGEST_LINE: Final = 2048
"""Bytes of a line before a number in which quotes are counted."""


def _widen_number(text: bytes, start: int, end: int) -> tuple[int, int]:
    """The whole number that a span is part of."""
    first, last = start, end
    while first > 0 and text[first - 1] in b"-+0123456789.eE" and start - first < 64:
        first -= 1
    while last < len(text) and text[last] in b"-+0123456789.eE" and last - end < 64:
        last += 1
    return first, last
