"""Compiled regular expressions, kept from one process to the next.

A process that reads a conversation needs hundreds of our patterns. `re` takes a millisecond and more to compile one,
and a fiftieth of that to load what it made of it before. It has no public way to keep a compiled pattern, so this takes
the parts that `re.compile` consists of in CPython 3.11 and later. `_sre.compile` checks the code that it is given.
What was kept counts only for the very interpreter that made it, and where anything fails, `re.compile` does the work.

Only patterns of the program are kept: none is made of what somebody wrote.
"""

import re
import sys
from collections.abc import Callable
from typing import Any, Final

from backstory.base.digests import blake2b

try:
    import _sre  # type: ignore[import-not-found,unused-ignore]
    from re import _compiler, _parser  # type: ignore[attr-defined,unused-ignore]

    INTERPRETER = f"{sys.implementation.cache_tag}-{sys.hexversion:08x}-{_sre.MAGIC}-{_sre.CODESIZE}-{sys.byteorder}"
except (ImportError, AttributeError):  # pragma: no cover - another interpreter than CPython
    INTERPRETER = ""
"""Names the interpreter for which a compiled pattern counts; empty for one that cannot load any."""
_DIGEST: Final = 16
"""Bytes of the digest of a pattern."""
_NUMBER: Final = 4
"""Bytes of a checksum and of a length. A digest of so much takes a fiftieth of a turn."""


class CompiledPatterns:
    """The patterns that earlier processes compiled, read when the first one is needed, and those that are new.

    What is kept consists of parts: the checksum of an index, the lengths of it and of what follows, the index, and the
    patterns. A process takes a few hundred of them out, each checked by itself.
    """

    def __init__(self, read: Callable[[], bytes] | None = None) -> None:
        self._read = read
        """Gives the parts that earlier processes encoded, one after the other; without it nothing is kept."""
        self._data: bytes | None = None
        """What it gave; None before a pattern was needed."""
        self._places: dict[bytes, tuple[int, int, int]] = {}
        """Key -> begin, length and checksum of a pattern in the data."""
        self._new: dict[bytes, bytes] = {}
        self._written: dict[bytes, bytes] = {}
        """What was new and was encoded since."""
        self.is_damaged = False
        """Whether a part that was read is none, so that nothing behind it would be read, or a pattern in it."""

    @property
    def new(self) -> int:
        """How many patterns were compiled that had not been kept."""
        return len(self._new)

    def compile(self, source: str, flags: int = 0) -> re.Pattern[str]:
        """The compiled pattern: equal to what `re.compile` gives. Raises `re.error` as that does."""
        if self._read is None or not INTERPRETER:
            return re.compile(source, flags)
        if self._data is None:
            self._data = self._read()
            self._places, self.is_damaged = _list_places(self._data)
        key = blake2b(f"{int(flags)} {source}".encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()
        try:
            if kept := self._new.get(key) or self._written.get(key) or self._take(key):
                return _load(source, kept)
            compiled = _compile(source, flags)
            pattern = _load(source, compiled)
        except re.error:
            raise
        except Exception:  # the parts of `re` are private: another version may have others
            return re.compile(source, flags)
        self._new[key] = compiled
        return pattern

    def _take(self, key: bytes) -> bytes:
        """What is kept of a pattern; empty for none, and for one that is not as it was written."""
        if self._data is None or key not in self._places:
            return b""
        start, length, checksum = self._places[key]
        kept = self._data[start : start + length]
        if _sum_up(kept) == checksum:
            return kept
        self.is_damaged = True
        del self._places[key]
        return b""

    def encode(self) -> bytes:
        """All that is to be kept, as one part: it counts as kept from now on."""
        self._written |= self._new
        self._new = {}
        data = _encode({key: one for key in list(self._places) if (one := self._take(key))} | self._written)
        self.is_damaged = False
        return data

    def encode_new(self) -> bytes:
        """What is new, as a part that follows those before: it counts as kept from now on."""
        part = _encode(self._new)
        self._written |= self._new
        self._new = {}
        return part


def _encode(patterns: dict[bytes, bytes]) -> bytes:
    import marshal

    index: dict[bytes, tuple[int, int, int]] = {}
    place = 0
    for key, one in patterns.items():
        index[key] = (place, len(one), _sum_up(one))
        place += len(one)
    head = marshal.dumps(index)
    numbers = (_sum_up(head), len(head), place)
    return b"".join([*(number.to_bytes(_NUMBER, "big") for number in numbers), head, *patterns.values()])


def _list_places(data: bytes) -> tuple[dict[bytes, tuple[int, int, int]], bool]:
    """Key -> begin, length and checksum of the patterns in the parts of some data up to a damaged one, and whether
    there is one."""
    import marshal

    places: dict[bytes, tuple[int, int, int]] = {}
    place = 0
    while place < len(data):
        start = place + 3 * _NUMBER
        checksum, size, length = (
            int.from_bytes(data[one : one + _NUMBER], "big") for one in range(place, start, _NUMBER)
        )
        head = data[start : start + size]
        begin = start + size
        if begin + length > len(data) or not head or _sum_up(head) != checksum:
            return places, True
        index: dict[bytes, tuple[int, int, int]] = marshal.loads(head)
        places |= {key: (begin + at, end, one) for key, (at, end, one) in index.items()}
        place = begin + length
    return places, False


def _sum_up(data: bytes) -> int:
    from zlib import crc32

    return crc32(data)


def _compile(source: str, flags: int) -> bytes:
    """What `re` makes of a pattern, as bytes. The steps are those of `re._compiler.compile`."""
    import marshal
    from array import array

    parsed = _parser.parse(source, flags)
    code = array("I", _compiler._code(parsed, flags))
    names: list[Any] = [None] * parsed.state.groups
    for name, number in parsed.state.groupdict.items():
        names[number] = name
    state = (int(flags | parsed.state.flags), code.tobytes(), parsed.state.groups - 1, parsed.state.groupdict, names)
    return marshal.dumps(state)


def _load(source: str, compiled: bytes) -> re.Pattern[str]:
    import marshal
    from array import array

    flags, data, groups, groupdict, names = marshal.loads(compiled)
    code = array("I")
    code.frombytes(data)
    pattern: re.Pattern[str] = _sre.compile(source, flags, code.tolist(), groups, groupdict, tuple(names))
    return pattern


_patterns: Final = [CompiledPatterns()]
"""Those of this process."""


def use_patterns(patterns: CompiledPatterns) -> None:
    """Has this process compile its patterns through `patterns`."""
    _patterns[0] = patterns


def compile_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile` of one of the program's patterns, by what an earlier process kept of it if there is that."""
    return _patterns[0].compile(source, flags)
