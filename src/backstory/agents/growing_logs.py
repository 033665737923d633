"""Reads logs whose rows may reach back: with a mark the new rows alone, and all of them where one does reach back.

Without a mark, or when a new row changes what came before in a way that the mark does not cover, the log is read from
its beginning, and what differs from its state at the position is handed on.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from backstory.agents.json_lines import Row, find_range, read_rows
from backstory.agents.resumption import MarkCodec
from backstory.agents.turns import Reading, Turn

_S = TypeVar("_S", bound=msgspec.Struct)


class Part(NamedTuple, Generic[_S]):
    """The content of a part of a log."""

    turns: Iterable[Turn]
    make_state: Callable[[], _S | None]
    """Makes what a mark needs to go on after it; None where a mark cannot say it."""


class LogReader(NamedTuple, Generic[_S]):
    """How the logs of one agent are read."""

    marks: MarkCodec[_S]
    read_all: Callable[[str, Sequence[Row], int, Reading], Part[_S]]
    """From the path, all rows, and the number of lines that were read before."""
    read_new: Callable[[str, Sequence[Row], _S, Reading], Part[_S] | None]
    """From the path, the new rows, and the state before them; None where a row reaches back."""


def read_log(reader: LogReader[_S], path: str, position: int, mark: bytes) -> Reading:
    """The turns that are new or changed since a position. Never raises."""
    reading = Reading(iter(()))
    lines, state = reader.marks.open(mark, path, position) or (-1, None)
    try:
        start, end, before = find_range(path, position, lines)
        reading.end = end
        if start >= end:
            return reading
        part = None
        if state is not None:
            rows = list(read_rows(path, start, end, before, reading))
            part = reader.read_new(path, rows, state, reading)
        if part is None:
            reading.unknown, reading.damaged = Counter(), 0
            part = reader.read_all(path, list(read_rows(path, 0, end, 0, reading)), before, reading)
    except OSError:
        return reading
    reading.turns = iter(part.turns)
    reading.seal = lambda: _seal(reader.marks, path, reading, part.make_state())
    return reading


def _seal(marks: MarkCodec[_S], path: str, reading: Reading, state: _S | None) -> bytes:
    return b"" if state is None else marks.seal(path, reading.end, reading.lines, state)
