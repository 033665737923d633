"""Helps the readers of routes: joins paths, finds the rest of a call and the region of a block."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from backstory.code.routes.exposed import decode_text

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
    pieces = [part.strip("/") for part in parts]
    whole = "/".join(filter(None, pieces))
    ends_with_slash = whole and len(parts[-1]) > 1 and parts[-1].endswith("/")
    return f"/{whole}/" if ends_with_slash else f"/{whole}"


def read_call(data: bytes, start: int, limit: int = CALL) -> bytes:
    """The rest of a call whose bracket was opened before `start`; bounded."""
    return data[start : _end(data, start, b"(", limit)]


def read_prefix(match: re.Match[bytes] | None) -> str | None:
    """The prefix that a match has as its first group: empty without a match, None where it is no literal."""
    if match is None:
        return ""
    return None if match[1] is None else decode_text(match[1])


def innermost_region(regions: Iterable[tuple[int, int, str]], offset: int) -> str:
    """The name of the smallest of the regions (start, end, name) around a place; empty where none is."""
    around = [(end - start, name) for start, end, name in regions if start < offset < end]
    return min(around)[1] if around else ""


class Blocks:
    """The ends of the blocks of one file; blocks in each other are read once for all of them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._reading: dict[bytes, _Reading] = {}

    def end(self, offset: int) -> int:
        """The place where the bracket, square bracket or brace at `offset` is closed."""
        opening = self._data[offset : offset + 1]
        reading = self._reading.get(opening)
        if reading is None or not reading.has(offset):
            reading = self._reading[opening] = _Reading(self._data, offset, opening)
        stop = min(len(self._data), offset + 1 + _BLOCK)
        return min(reading.end(offset, stop), stop)


class _Reading:
    """The brackets of one kind from the first on, as far as somebody asked for their ends."""

    def __init__(self, data: bytes, first: int, opening: bytes) -> None:
        self._opening = opening
        self._marks = _marks(opening).finditer(data, first + 1)
        self._open = [first]
        self._ends: dict[int, int | None] = {first: None}
        self._read_to = first + 1

    def has(self, offset: int) -> bool:
        return offset in self._ends

    def end(self, offset: int, stop: int) -> int:
        """The end of a bracket that was read, or `stop` where there is none before it."""
        while self._ends[offset] is None and self._read_to < stop:
            mark = next(self._marks, None)
            if mark is None:
                self._read_to = stop
            else:
                self._take(mark)
        end = self._ends[offset]
        return stop if end is None else end

    def _take(self, mark: re.Match[bytes]) -> None:
        """Notes that a bracket opens or closes; a string is passed over."""
        self._read_to = mark.end()
        if mark[0] == self._opening:
            self._open.append(mark.start())
            self._ends[mark.start()] = None
        elif len(mark[0]) == 1:
            self._ends[self._open.pop()] = mark.start()


def _end(data: bytes, start: int, opening: bytes, limit: int) -> int:
    """Where the bracket that was opened before `start` is closed, or the limit."""
    stop = min(len(data), start + limit)
    depth = 1
    for mark in _marks(opening).finditer(data, start, stop):
        if mark[0] == opening:
            depth += 1
        elif len(mark[0]) == 1:
            depth -= 1
        if not depth:
            return mark.start()
    return stop


@cache
def _marks(opening: bytes) -> re.Pattern[bytes]:
    """Strings, and the brackets of one kind."""
    return re.compile(_STRINGS + b"|" + re.escape(opening) + b"|" + re.escape(_CLOSING[opening]))
