"""Positions in a list of items that is written anew each time, such as the messages of a JSON document.

A position holds the number of items, and checksums of all and of the last one: a list that grew goes on after its old
end, one whose last item changed at that item, and any other from the beginning.
"""

from collections.abc import Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

_BITS: Final = 20
_MASK: Final = (1 << _BITS) - 1
LISTED: Final = 1 << (2 * _BITS)
"""The least position in a list that has an item. No offset in a file is as large."""


def find_resumption(items: Sequence[Any], position: int) -> tuple[int, int]:
    """(index of the first item that is new or changed since a position, the position after the last item)."""
    marks = [crc32(_encode(item)) for item in items]
    count, before, last = position >> (2 * _BITS), (position >> _BITS) & _MASK, position & _MASK
    index = 0
    if 0 < count <= len(marks) and position > 0 and _join(marks[: count - 1]) == before:
        index = count if marks[count - 1] & _MASK == last else count - 1
    if not marks:
        return 0, 0
    return index, len(marks) << (2 * _BITS) | _join(marks[:-1]) << _BITS | marks[-1] & _MASK


def _join(marks: Sequence[int]) -> int:
    return crc32(b"".join(mark.to_bytes(4, "big") for mark in marks)) & _MASK


def _encode(item: Any) -> bytes:
    try:
        return msgspec.json.encode(item)
    except (TypeError, ValueError, OverflowError):  # a surrogate, or a number that is too large
        return repr(item).encode("utf-8", "replace")
