"""Finds a line of a long file from a place near it, so that the file need not be read from its beginning."""

import os
from typing import BinaryIO, Final, NamedTuple

_PIECE: Final = 1 << 16


class LinePlace(NamedTuple):
    """The beginning of a line."""

    lines: int
    """Newlines before it."""
    offset: int


START: Final = LinePlace(0, 0)


def seek_line(handle: BinaryIO, lines: int, near: LinePlace = START) -> None:
    """Moves to the place with so many newlines before it; to the end of a file with fewer.

    A wrong `near` leads to another place, never to a fault.
    """
    if lines < near.lines:
        _go_back(handle, near.lines - lines, near.offset)
    else:
        _go_on(handle, lines - near.lines, near.offset)


def _go_on(handle: BinaryIO, count: int, offset: int) -> None:
    """Moves behind the `count`th newline after an offset."""
    handle.seek(offset)
    while count and (piece := handle.read(_PIECE)):
        in_piece = piece.count(b"\n")
        if in_piece >= count:
            end = -1
            for _ in range(count):
                end = piece.index(b"\n", end + 1)
            handle.seek(end + 1 - len(piece), os.SEEK_CUR)
            return
        count -= in_piece


def _go_back(handle: BinaryIO, count: int, offset: int) -> None:
    """Moves behind the newline before which `count` more stand up to an offset; to the beginning without one."""
    while offset > 0:
        begin = max(0, offset - _PIECE)
        handle.seek(begin)
        piece = handle.read(offset - begin)
        in_piece = piece.count(b"\n")
        if in_piece > count:
            end = len(piece)
            for _ in range(count + 1):
                end = piece.rindex(b"\n", 0, end)
            handle.seek(begin + end + 1)
            return
        count -= in_piece
        offset = begin
    handle.seek(0)
