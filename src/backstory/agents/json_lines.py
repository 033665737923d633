"""Reads files of JSON lines for the readers of transcripts: whole lines only, from an offset on, never failing."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, Final, NamedTuple

from backstory.agents.json_rows import parse_object
from backstory.agents.turns import Reading

MAX_LINE: Final = 16 << 20
"""Longest line that is read, in bytes. Longer lines hold images or whole files."""
_PIECE: Final = 1 << 20


class Row(NamedTuple):
    """A line that holds an object."""

    value: dict[str, Any]
    number: int
    """Line of the file, from 1."""


Source = str | bytes
"""The path of a file, or what is in it."""


def find_range(path: Source, offset: int, lines: int = -1) -> tuple[int, int, int]:
    """(start, end, lines before start) of what can be read from `offset` on; `end` is after the last whole line.

    `lines` is the number of newlines before the offset, where it is known.
    A last line without a newline is whole when it holds an object. An offset that is not the end of a line counts as 0.
    Raises OSError.
    """
    with open_source(path) as handle:
        end = _find_end(handle)
        start = offset if 0 < offset <= end and _ends_line(handle, offset, end) else 0
        return start, end, lines if start == offset and lines >= 0 else _count_lines(handle, start)


def read_rows(path: Source, start: int, end: int, before: int, reading: Reading) -> Iterator[Row]:
    """The objects of the lines from `start` to `end`. Damaged lines are counted in `reading`."""
    for number, line in read_lines(path, start, end, before, reading):
        value = parse_object(line)
        if value is None:
            reading.damaged += 1
        else:
            yield Row(value, number)


def read_lines(path: Source, start: int, end: int, before: int, reading: Reading) -> Iterator[tuple[int, bytes]]:
    """Number and bytes of the lines from `start` to `end` that are not blank. Too long ones count as damaged."""
    number, position, limit, line = before, start, MAX_LINE, b""
    reading.lines = before
    if start >= end:
        return
    with open_source(path) as handle:
        handle.seek(start)
        for line in iter(partial(handle.readline, limit), b""):
            size = len(line)
            position += size
            number += 1
            if position < end and line[-1] == 10 and size > 2:  # nearly all
                reading.reached, reading.lines = position, number
                yield number, line
                continue
            if position > end:  # written since
                line = line[: end - position]
            if line[-1:] == b"\n":
                if len(line) > 2 or not line.isspace():
                    reading.reached, reading.lines = position, number
                    yield number, line
            elif position < end:
                reading.damaged += 1
                while line and line[-1] != 10:
                    line = handle.readline(limit)
                    position += len(line)
            elif not line.isspace():
                reading.reached, reading.lines = position, number - 1
                yield number, line
            if position >= end:
                break
        reading.lines = number - (line[-1:] != b"\n")


def find_offsets(path: str, numbers: Sequence[int]) -> list[int]:
    """The offsets of lines, by their numbers in rising order. Raises OSError."""
    offsets: list[int] = []
    if numbers:
        line_numbers, position = frozenset(numbers), 0
        with open(path, "rb", buffering=_PIECE) as handle:
            for number, line in enumerate(islice(handle, numbers[-1]), 1):
                if number in line_numbers:
                    offsets.append(position)
                position += len(line)
    return offsets


def read_rows_at(path: str, offsets: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The objects of the lines that begin at offsets. Raises OSError."""
    with open(path, "rb") as handle:
        for offset in offsets:
            handle.seek(offset)
            yield parse_object(handle.readline(MAX_LINE)) or {}


def open_source(source: Source) -> BinaryIO:
    """Raises OSError."""
    return open(source, "rb", buffering=_PIECE) if isinstance(source, str) else BytesIO(source)


def read_head(path: str, size: int = 1 << 16) -> bytes:
    """The beginning of a file; empty when it cannot be read."""
    try:
        with open(path, "rb", buffering=0) as handle:
            return handle.read(size)
    except OSError:
        return b""


def head_objects(head: bytes, limit: int = 20) -> list[dict[str, Any]]:
    """The objects of the first whole lines of a file, for `recognizes`."""
    objects = []
    for line in head.split(b"\n", limit)[:limit]:
        value = parse_object(line) if line.lstrip()[:1] == b"{" else None
        if value is not None:
            objects.append(value)
    return objects


def _find_end(handle: BinaryIO) -> int:
    """The offset after the last whole line. The rest is still being written."""
    size = handle.seek(0, os.SEEK_END)
    end = _find_last_newline(handle, size)
    if end < size <= end + MAX_LINE:
        handle.seek(end)
        if parse_object(handle.read(size - end)) is not None:
            return size
    return end


def _find_last_newline(handle: BinaryIO, end: int) -> int:
    while end > 0:
        begin = max(0, end - (1 << 16))
        handle.seek(begin)
        newline = handle.read(end - begin).rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0


def _ends_line(handle: BinaryIO, offset: int, end: int) -> bool:
    """Whether an offset follows a newline, or a last line that had none when it was read."""
    handle.seek(offset - 1)
    two = handle.read(2)
    return two[:1] == b"\n" or (two[:1] == b"}" and (offset == end or two[1:] in (b"\n", b"\r")))


def _count_lines(handle: BinaryIO, end: int) -> int:
    handle.seek(0)
    count = 0
    while end > 0:
        piece = handle.read(min(end, _PIECE))
        if not piece:
            break
        count += piece.count(b"\n")
        end -= len(piece)
    return count
