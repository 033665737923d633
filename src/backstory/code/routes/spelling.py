"""Helps the readers of routes: joins paths, finds the rest of a call and the region of a block."""

import re
from functools import cache
from typing import Final

CALL: Final = 600
"""Bytes of a call that are looked at."""
_BLOCK: Final = 60_000
"""Bytes of a block that are looked at for its end."""
MAX_BLOCKS: Final = 200
"""Blocks of one file whose end is looked for."""
_CLOSING: Final = {b"(": b")", b"[": b"]", b"{": b"}"}
_STRINGS: Final = rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"


def join_path(*parts: str) -> str:
    """One path of several pieces: slashes between them once, one in front."""
    whole = "/".join(p.strip("/") for p in parts if p.strip("/"))
    return "/" + whole + ("/" if whole and parts[-1].endswith("/") and len(parts[-1]) > 1 else "")


def read_call(data: bytes, at: int, limit: int = CALL) -> bytes:
    """The rest of a call whose bracket was opened before `at`; bounded."""
    return data[at : _end(data, at, b"(", limit)]


class Blocks:
    """The ends of the blocks of one file; blocks in each other are read once for all of them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._reading: dict[bytes, _Reading] = {}

    def end(self, at: int) -> int:
        """Where the bracket, square bracket or brace that stands at `at` is closed."""
        opening = self._data[at : at + 1]
        reading = self._reading.get(opening)
        if reading is None or not reading.has(at):
            reading = self._reading[opening] = _Reading(self._data, at, opening)
        stop = min(len(self._data), at + 1 + _BLOCK)
        return min(reading.end(at, stop), stop)


class _Reading:
    """The brackets of one kind from the first on, as far as somebody asked for their ends."""

    def __init__(self, data: bytes, at: int, opening: bytes) -> None:
        self._opening = opening
        self._marks = _marks(opening).finditer(data, at + 1)
        self._open = [at]
        self._ends: dict[int, int | None] = {at: None}
        self._read_to = at + 1

    def has(self, at: int) -> bool:
        return at in self._ends

    def end(self, at: int, stop: int) -> int:
        """The end of a bracket that was read, or `stop` where there is none before it."""
        while self._ends[at] is None and self._read_to < stop:
            mark = next(self._marks, None)
            if mark is None:
                self._read_to = stop
                break
            self._read_to = mark.end()
            if mark[0] == self._opening:
                self._open.append(mark.start())
                self._ends[mark.start()] = None
            elif len(mark[0]) == 1:
                self._ends[self._open.pop()] = mark.start()
                if not self._open:
                    break
        end = self._ends[at]
        return stop if end is None else end


def _end(data: bytes, at: int, opening: bytes, limit: int) -> int:
    depth = 1
    for mark in _marks(opening).finditer(data, at, min(len(data), at + limit)):
        if mark[0] == opening:
            depth += 1
        elif len(mark[0]) == 1:
            depth -= 1
            if not depth:
                return mark.start()
    return min(len(data), at + limit)


@cache
def _marks(opening: bytes) -> re.Pattern[bytes]:
    """Strings, and the brackets of one kind."""
    return re.compile(_STRINGS + b"|" + re.escape(opening) + b"|" + re.escape(_CLOSING[opening]))
