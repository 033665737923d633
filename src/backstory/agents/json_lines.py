"""Reads files of JSON lines for the readers of transcripts: whole lines only, from an offset on, never failing."""

import os
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from backstory.agents.turns import Reading

MAX_LINE: Final = 16 << 20
"""Longest line that is read, in bytes. Longer lines hold images or whole files."""
_PIECE: Final = 1 << 20


class Row(NamedTuple):
    """A line that holds an object."""

    value: dict[str, Any]
    number: int
    """Line of the file, from 1."""


def find_range(path: str, offset: int) -> tuple[int, int, int]:
    """(start, end, lines before start) of what can be read from `offset` on; `end` is after the last whole line.

    An offset that does not follow a newline counts as 0. Raises OSError.
    """
    with open(path, "rb") as handle:
        end = _find_last_newline(handle)
        start = offset if 0 < offset <= end and _follows_newline(handle, offset) else 0
        return start, end, _count_lines(handle, start)


def read_rows(path: str, start: int, end: int, before: int, reading: Reading) -> Iterator[Row]:
    """The objects of the lines from `start` to `end`. Damaged lines are counted in `reading`."""
    decode = msgspec.json.Decoder().decode
    number = before
    with open(path, "rb") as handle:
        handle.seek(start)
        position = start
        while position < end:
            number += 1
            line = handle.readline(MAX_LINE)
            if not line:
                return
            position += len(line)
            if not line.endswith(b"\n"):
                position += _skip_line(handle)
                reading.damaged += 1
                continue
            if line.isspace():
                continue
            try:
                value = decode(line)
            except (msgspec.DecodeError, RecursionError):
                reading.damaged += 1
                continue
            if isinstance(value, dict):
                yield Row(value, number)
            else:
                reading.damaged += 1


def _skip_line(handle: BinaryIO) -> int:
    """Reads to the end of a line that is too long; returns the number of bytes."""
    skipped = 0
    while piece := handle.readline(MAX_LINE):
        skipped += len(piece)
        if piece.endswith(b"\n"):
            break
    return skipped


def _find_last_newline(handle: BinaryIO) -> int:
    """The offset after the last newline. The rest is still being written."""
    end = handle.seek(0, os.SEEK_END)
    while end > 0:
        begin = max(0, end - (1 << 16))
        handle.seek(begin)
        newline = handle.read(end - begin).rfind(b"\n")
        if newline >= 0:
            return begin + newline + 1
        end = begin
    return 0


def _follows_newline(handle: BinaryIO, offset: int) -> bool:
    handle.seek(offset - 1)
    return handle.read(1) == b"\n"


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
