"""Private keys whose beginning or end was cut off, line by line, whatever stands round each of the lines.

`tail` and `head` cut a key, and a listing puts a number, a sign of a comparison, a quotation mark or a time before each
of its lines. The armour line that is left tells where the lines are. A full line shows what stands before the value;
before the last, shorter one stands the same.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span

LONGEST: Final = 240
"""Bytes of a line with all that stands round its value."""
MOST_BLANK: Final = 4
"""Lines without a value in a row behind which no further one belongs to the key."""
FULL: Final = (64, 70, 76)
"""Characters of a full line as the common programs break a key."""
END: Final = Pattern(rb"-----END[ A-Z0-9_-]{0,60}?PRIVATE KEY")
BEGIN: Final = Pattern(rb"-----BEGIN[ A-Z0-9_-]{0,60}?PRIVATE KEY[ A-Z]{0,12}-----")
_LINE: Final = Pattern(
    rb"(?s)((?:.{0,120}?(?:[^A-Za-z0-9+/=\\]|\\+(?:u[0-9a-fA-F]{4}|[nrt])))??)([A-Za-z0-9+/=]{4,})"
    rb"(?:\\+[nrt]|[\"'`,;.+ \t\r\\)|])*\z"
)
"""A line of a key. Groups: what stands before its value, the value."""
_BLANK: Final = Pattern(
    rb"[^A-Za-z+/=]{0,40}|[^A-Za-z0-9+/=]{0,40}[A-Z][A-Za-z-]{1,20}: .{1,160}|.{0,120}?[^\w+/=-][^A-Za-z0-9+/=]{0,20}"
)
"""A line between those of a key without a part of it: an empty one, or a header of the key."""
_BREAK: Final = Pattern(rb"\\+n|\n")
_MIN_FULL: Final = 40


def _judge_end(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The lines above the line that ends a key."""
    yield from _choose(_list_above(text, groups[0][0]), name, is_ended=True)


def _judge_begin(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The lines below the line that begins a key."""
    yield from _choose(_list_below(text, groups[0][1]), name, is_ended=False)


Line = tuple[bytes, int, int]
"""What stands before a value, and where the value is."""


def _list_above(text: bytes, last: int) -> list[Line]:
    """The lines from the last one up."""
    out: list[Line] = []
    last, _ = _break_before(text, last)
    blank = 0
    while last > 0 and blank < MOST_BLANK:
        stop, first = _break_before(text, last)
        line = _read(text, first, last)
        if line:
            out.append(line)
            blank = 0
        elif _is_blank(text, first, last):
            blank += 1
        else:
            break
        last = stop
    return out


def _list_below(text: bytes, first: int) -> list[Line]:
    """The lines from the first one down."""
    out: list[Line] = []
    blank = 0
    broken = _BREAK.find(text, first, min(len(text), first + LONGEST))
    while broken and blank < MOST_BLANK:
        first = broken[0][1]
        broken = _BREAK.find(text, first, min(len(text), first + LONGEST))
        last = broken[0][0] if broken else _end_of_string(text, first)
        line = _read(text, first, last)
        if line:
            out.append(line)
            blank = 0
        elif _is_blank(text, first, last):
            blank += 1
        else:
            break
    return out


def _break_before(text: bytes, last: int) -> tuple[int, int]:
    """Where the break before a place begins and ends; a text or a string begins with none."""
    first = max(0, last - LONGEST)
    before = (0, first) if not first else (first, first)
    for groups in _BREAK.each(text, first, last):
        before = groups[0]
    return before


def _end_of_string(text: bytes, first: int) -> int:
    quote = text.find(b'"', first, first + LONGEST)
    return quote if quote >= 0 else min(len(text), first + LONGEST)


def _read(text: bytes, first: int, last: int) -> Line | None:
    line = text[first:last]
    groups = _LINE.at(line, 0, len(line))
    if not groups or b"-----" in line:
        return None
    start, end = (first + place for place in groups[2])
    if text[start : start + 1] in b"+/" and end - start - 1 in FULL:
        start += 1  # a sign of a comparison
    return text[first:start], start, end


def _is_blank(text: bytes, first: int, last: int) -> bool:
    return last - first < LONGEST and b"-----" not in text[first:last] and _BLANK.whole(text[first:last])


def _choose(lines: list[Line], name: str, *, is_ended: bool) -> Iterator[Span]:
    """The full lines in a row, and the shorter one that is the last of the key."""
    numbers = [number for number, (_, first, last) in enumerate(lines) if last - first >= _MIN_FULL]
    if not numbers:
        return
    full = lines[numbers[0]]
    for number, (before, first, last) in enumerate(lines):
        if last - first >= _MIN_FULL:
            yield Span(first, last, name)
        elif number and not is_ended and numbers[-1] > number:
            continue
        else:
            cut = _cut_alike(before, full[0], first, last)
            if cut >= 0 and last - cut >= 4 and (number == 0 if is_ended else number == numbers[-1] + 1):
                yield Span(cut, last, name)


def _cut_alike(before: bytes, other: bytes, first: int, last: int) -> int:
    """Where the value of a line begins, if the same stands before it as before a full one, numbers aside; else -1."""
    if _shape(before) == _shape(other):
        return first
    signs = len(other) - len(other.rstrip(b"+/"))
    return first + signs if signs and _shape(before + other[-signs:]) == _shape(other) and last > first + signs else -1


def _shape(before: bytes) -> bytes:
    """What stands before a value, without the numbers, the blanks and the opening of a string."""
    opened = before.rpartition(b'":"')[2] if b'":"' in before else before
    return b"".join(part for part in opened.translate(None, b"0123456789").split()).replace(b":", b"-")


RULES: Final = (
    (END, "private-key", _judge_end, SHAPE, (b"-----end",)),
    (BEGIN, "private-key", _judge_begin, SHAPE, (b"-----begin",)),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
