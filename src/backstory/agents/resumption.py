"""Marks: what a reader needs to go on where it stopped, instead of reading again what comes before.

A mark is derived. It can be thrown away at any time, and then its reader looks at the transcript again. It holds
numbers and digests, no words. One that was made by another version of its reader, for another position or for another
file counts as none.
"""

from collections.abc import Iterable
from typing import Final, Generic, TypeVar
from zlib import crc32

import msgspec

from backstory.agents.documents import LISTED
from backstory.base.digests import blake2b

_S = TypeVar("_S", bound=msgspec.Struct)
_TAIL: Final = 256
"""Bytes before a position by which the file is recognised."""
_SIZE: Final = 7


class _Mark(msgspec.Struct, array_like=True):
    reader: str
    """Its name and the version of its state."""
    position: int
    lines: int
    tail: int
    """Checksum of the bytes before the position."""
    state: msgspec.Raw


class MarkCodec(Generic[_S]):
    """Marks of one reader, with a state of the type `kind`."""

    def __init__(self, reader: str, kind: type[_S]) -> None:
        self._reader = reader
        self._decode = msgspec.msgpack.Decoder(kind).decode

    def seal(self, path: str, position: int, lines: int, state: _S) -> bytes:
        """The mark for a position after `lines` lines. Empty when the file cannot be read."""
        try:
            tail = _check(path, position)
        except OSError:
            return b""
        return msgspec.msgpack.encode(
            _Mark(self._reader, position, lines, tail, msgspec.Raw(msgspec.msgpack.encode(state)))
        )

    def open(self, mark: bytes, path: str, position: int) -> tuple[int, _S] | None:
        """The number of lines before a position, and the state there; None when the mark does not fit."""
        if not mark:
            return None
        try:
            decoded = _decode_mark(mark)
            if (decoded.reader, decoded.position) != (self._reader, position) or decoded.tail != _check(path, position):
                return None
            return decoded.lines, self._decode(decoded.state)
        except (msgspec.DecodeError, OSError):
            return None


_decode_mark: Final = msgspec.msgpack.Decoder(_Mark).decode


def _check(path: str, position: int) -> int:
    if position >= LISTED:
        return 0  # no offset: the position itself holds checksums
    begin = max(0, position - _TAIL)
    with open(path, "rb", buffering=0) as handle:
        handle.seek(begin)
        return crc32(handle.read(position - begin))


def digest(name: str) -> int:
    """A name as a number, the same in every process."""
    return int.from_bytes(blake2b(name.encode("utf-8", "replace"), digest_size=_SIZE).digest(), "big")


def digest_all(names: Iterable[str]) -> list[int]:
    return [digest(name) for name in names]
