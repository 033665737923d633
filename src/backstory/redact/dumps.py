"""Secrets in what `xxd`, `hexdump -C` and `od -c` print: bytes in columns, in lines that begin with their place.

A value runs on over several lines, as hexadecimal digits and beside them as text. So the bytes of neighbouring lines
are joined and searched, and of every line in which a secret lies the rest goes from its first byte on.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

if TYPE_CHECKING:
    from backstory.redact.rules import Rules

SIGN: Final = b"0000"
"""What the place of some line has, as long as no file of more than a megabyte is printed."""
_HEX: Final = Pattern(
    rb"[ \t]*[0-9a-fA-F]{6,8}(:?)[ ]{1,2}([0-9a-fA-F]{2,8}(?:[ ]{1,2}[0-9a-fA-F]{2,8}){0,31})(?:[ ]{2,}[^\n]*)?[ \t\r]*"
)
"""A line with hexadecimal digits, and maybe with text behind them. Groups: the sign behind the place, the digits."""
_CHARACTERS: Final = Pattern(rb"[ \t]*[0-7]{7}((?:[ ]{3}[!-~]|[ ]{2}\\[0abfnrtv]|[ ]{4}|[ ][0-7]{3}){1,16})[ \t\r]*")
"""A line with a column of four characters for each byte. Group: the columns."""
_LETTERS: Final = {b"\\n": b"\n", b"\\r": b"\r", b"\\t": b"\t", b"": b" "}
MOST: Final = 4096
"""Bytes of a dump that are read at once."""
LONGEST: Final = 400
"""Bytes of a line at most."""


class _Row(NamedTuple):
    """A line: its bytes, where each of them stands in the text, and where the line ends."""

    data: bytes
    places: list[int]
    end: int


def find_in_dumps(text: bytes, start: int, end: int, rules: "Rules", find: Callable[..., list[Span]]) -> Iterator[Span]:
    """Secrets in the dumps of `text[start:end]`."""
    place = text.find(SIGN, start, end)
    while place >= 0:
        line = max(text.rfind(b"\n", max(start, place - LONGEST), place) + 1, start)
        rows, line = _read_rows(text, line, end)
        if len(rows) > 1:
            yield from _search(rows, rules, find)
        line = text.find(b"\n", max(line, place), end)
        place = text.find(SIGN, line, end) if line >= 0 else -1


def _read_rows(text: bytes, line: int, end: int) -> tuple[list[_Row], int]:
    """The lines of a dump from a line on, and where they end."""
    rows: list[_Row] = []
    size = 0
    while line < end and size < MOST:
        stop = text.find(b"\n", line, min(end, line + LONGEST))
        stop = min(end, line + LONGEST) if stop < 0 else stop
        row = _read_row(text, line, stop)
        if not row:
            break
        rows.append(row)
        size += len(row.data)
        line = stop + 1
    return rows, line - 1


def _read_row(text: bytes, line: int, stop: int) -> _Row | None:
    if (groups := _HEX.at(text, line, stop)) and groups[0][1] == stop:
        return _read_digits(text, *groups[2], stop, swapped=groups[1][0] == groups[1][1])
    if (groups := _CHARACTERS.at(text, line, stop)) and groups[0][1] == stop:
        places = list(range(groups[1][0], groups[1][1], 4))
        return _Row(b"".join(_read_column(text[place : place + 4].strip()) for place in places), places, stop)
    return None


def _read_digits(text: bytes, start: int, end: int, stop: int, *, swapped: bool) -> _Row | None:
    """The bytes of words of digits. `swapped`: words of two bytes may be numbers, and end with their first byte."""
    data = b""
    places: list[int] = []
    for word in text[start:end].split():
        if len(word) % 2:
            return None
        number = bytes.fromhex(word.decode("ascii"))
        is_number = swapped and len(number) == 2
        data += number[::-1] if is_number else number
        first = text.index(word, start)
        start = first + len(word)
        places += [first, first] if is_number else range(first, start, 2)
    return _Row(data, places, stop)


def _read_column(column: bytes) -> bytes:
    if column in _LETTERS:
        return _LETTERS[column]
    return column if len(column) == 1 else b"\0"


def _search(rows: list[_Row], rules: "Rules", find: Callable[..., list[Span]]) -> Iterator[Span]:
    data = b"".join(row.data for row in rows)
    for span in find(data, rules, decoding=False):
        position = 0
        for row in rows:
            first, last = max(span.start, position), min(span.end, position + len(row.data))
            if first < last:
                yield Span(row.places[first - position], row.end, span.rule)
            position += len(row.data)
