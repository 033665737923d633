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
_CHECKSUM: Final = 4
"""Bytes of the checksum of a part of what is kept. A digest of so much takes a fiftieth of a turn."""
_LENGTH: Final = 4
"""Bytes of the length of a part."""


class CompiledPatterns:
    """The patterns that earlier processes compiled, read when the first one is needed, and those that are new."""

    def __init__(self, read: Callable[[], bytes] | None = None) -> None:
        self._read = read
        """Gives the parts that earlier processes encoded, one after the other; without it nothing is kept."""
        self._kept: dict[bytes, bytes] | None = None
        self._new: dict[bytes, bytes] = {}
        self.is_damaged = False
        """Whether a part that was read is none, so that nothing behind it would be read."""

    @property
    def new(self) -> int:
        """How many patterns were compiled that had not been kept."""
        return len(self._new)

    def compile(self, source: str, flags: int = 0) -> re.Pattern[str]:
        """The compiled pattern: equal to what `re.compile` gives. Raises `re.error` as that does."""
        if self._read is None or not INTERPRETER:
            return re.compile(source, flags)
        if self._kept is None:
            self._kept, self.is_damaged = _decode(self._read())
        key = blake2b(f"{int(flags)} {source}".encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()
        try:
            if key in self._kept:
                return _load(source, self._kept[key])
            compiled = _compile(source, flags)
            pattern = _load(source, compiled)
        except re.error:
            raise
        except Exception:  # the parts of `re` are private: another version may have others
            return re.compile(source, flags)
        self._kept[key] = self._new[key] = compiled
        return pattern

    def encode(self) -> bytes:
        """All that is to be kept, as one part: it counts as kept from now on."""
        self._new, self.is_damaged = {}, False
        return _encode(self._kept or {})

    def encode_new(self) -> bytes:
        """What is new, as a part that follows those before: it counts as kept from now on."""
        new, self._new = self._new, {}
        return _encode(new)


def _encode(patterns: dict[bytes, bytes]) -> bytes:
    import marshal

    body = marshal.dumps(patterns)
    return _sum_up(body) + len(body).to_bytes(_LENGTH, "big") + body


def _decode(data: bytes) -> tuple[dict[bytes, bytes], bool]:
    """What is in the parts of some data up to a damaged one, and whether there is one."""
    import marshal

    kept: dict[bytes, bytes] = {}
    place = 0
    while place < len(data):
        start = place + _CHECKSUM + _LENGTH
        end = start + int.from_bytes(data[place + _CHECKSUM : start], "big")
        body = data[start:end]
        if end > len(data) or not body or _sum_up(body) != data[place : place + _CHECKSUM]:
            return kept, True
        kept |= marshal.loads(body)
        place = end
    return kept, False


def _sum_up(data: bytes) -> bytes:
    from zlib import crc32

    return crc32(data).to_bytes(_CHECKSUM, "big")


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
