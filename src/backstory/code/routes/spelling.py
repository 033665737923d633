"""Helps the readers of routes: joins paths, finds the rest of a call and the region of a block."""

import re
from typing import Final

CALL: Final = 600
"""Bytes of a call that are looked at."""
_BLOCK: Final = 60_000
"""Bytes of a block that are looked at for its end."""
MAX_BLOCKS: Final = 200
"""Blocks of one file whose end is looked for."""
_CLOSING: Final = {b"(": b")", b"[": b"]", b"{": b"}"}
_STRINGS: Final = rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"


def joined(*parts: str) -> str:
    """One path of several pieces: slashes between them once, one in front."""
    whole = "/".join(p.strip("/") for p in parts if p.strip("/"))
    return "/" + whole + ("/" if whole and parts[-1].endswith("/") and len(parts[-1]) > 1 else "")


def call(data: bytes, at: int, limit: int = CALL) -> bytes:
    """The rest of a call whose bracket was opened before `at`; bounded."""
    return data[at : _end(data, at, b"(", limit)]


def block(data: bytes, at: int) -> int:
    """Where the bracket, square bracket or brace that stands at `at` is closed."""
    return _end(data, at + 1, data[at : at + 1], _BLOCK)


def _end(data: bytes, at: int, opening: bytes, limit: int) -> int:
    closing = _CLOSING[opening]
    depth = 1
    pattern = _STRINGS + b"|" + re.escape(opening) + b"|" + re.escape(closing)
    for mark in re.compile(pattern).finditer(data, at, min(len(data), at + limit)):
        if mark[0] == opening:
            depth += 1
        elif mark[0] == closing:
            depth -= 1
            if not depth:
                return mark.start()
    return min(len(data), at + limit)
