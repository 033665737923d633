"""Positions in a list of items that is written anew each time, such as the messages of a JSON document.

A position holds the number of items, and checksums of all and of the last one: a list that grew goes on after its old
end, one whose last item changed at that item, and any other from the beginning.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

_BITS: Final = 20
_MASK: Final = (1 << _BITS) - 1
LISTED: Final = 1 << (2 * _BITS)
"""The least position in a list that has an item. No offset in a file is as large."""


class ListSums(NamedTuple):
    """Checksums of a list that is not empty."""

    earlier: int
    """Items before the last one."""
    before: int
    """Checksum of those."""
    last: int

    @property
    def position(self) -> int:
        """The position after the last item."""
        return (self.earlier + 1) << (2 * _BITS) | (self.before & _MASK) << _BITS | self.last & _MASK


def find_resumption(items: Sequence[Any], position: int) -> tuple[int, int]:
    """(index of the first item that is new or changed since a position, the position after the last item)."""
    index, sums = resume_list(items, position)
    return index, sums.position if sums is not None else 0


def reaches_back(index: int, position: int) -> bool:
    """Whether an item that is handed on from a position, the first one with `index`, was there when it was read."""
    return index < position >> (2 * _BITS)


def resume_list(items: Sequence[Any], position: int) -> tuple[int, ListSums | None]:
    """As `find_resumption`, with the checksums of the list; None for an empty one."""
    marks = [crc32(_encode(item)) for item in items]
    count, before, last = position >> (2 * _BITS), (position >> _BITS) & _MASK, position & _MASK
    index = 0
    if 0 < count <= len(marks) and position > 0 and _join(marks[: count - 1]) & _MASK == before:
        index = count if marks[count - 1] & _MASK == last else count - 1
    return index, ListSums(len(marks) - 1, _join(marks[:-1]), marks[-1]) if marks else None


def extend_list(items: Sequence[Any], former: ListSums) -> tuple[int, ListSums]:
    """As `resume_list`, for the items of a list from the last one on that `former` has."""
    marks = [crc32(_encode(item)) for item in items]
    index = 1 if marks[0] == former.last else 0
    return index, ListSums(former.earlier + len(marks) - 1, _join(marks[:-1], former.before), marks[-1])


def _join(marks: Sequence[int], before: int = 0) -> int:
    return crc32(b"".join(mark.to_bytes(4, "big") for mark in marks), before)


def _encode(item: Any) -> bytes:
    try:
        return msgspec.json.encode(item)
    except (TypeError, ValueError, OverflowError):  # a surrogate, or a number that is too large
        return repr(item).encode("utf-8", "replace")
