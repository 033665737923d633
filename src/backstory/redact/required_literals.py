"""Tells by short literals which patterns cannot match a text, so that they are not compiled.

A process that checks a few records needs a dozen of some five hundred patterns, and to compile one takes as long as to
search a megabyte. `literals.tsv`, written by `scripts/required_literals.py`, has for a pattern the sets of literals, in
small letters, of each of which a text has one where the pattern matches. A pattern that the file does not have is
compiled when it is first used.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from backstory.base.digests import blake2b
from backstory.redact.pack_files import read_pack_file

FLAG: Final = b"(?i)"
"""What stands before a pattern of which all alternatives take letters of both cases."""
FILE: Final = "literals.tsv"
SHORTEST: Final = 64
"""Bytes of a pattern below which compiling it takes no longer than looking for literals."""
LITTLE: Final = 64 * 1024
"""Bytes of text that are looked at for the literals of a pattern. Whoever checks more needs the pattern anyway."""
_BETWEEN_SETS: Final = b"\x1e"
_BETWEEN_LITERALS: Final = b"\x1f"

Sets = tuple[tuple[bytes, ...], ...]
"""Sets of literals, of each of which a text has to have one."""


def name_source(source: bytes, *, joint: bool) -> bytes:
    """What names a pattern in the file. `joint`: it is listed there by its alternatives."""
    digest = blake2b(source, digest_size=8, person=b"joint" if joint else b"whole")
    return digest.hexdigest().encode("ascii")


def find_sets(source: bytes) -> Sets:
    """The sets of a pattern; none for one that has to be compiled."""
    if len(source) < SHORTEST:
        return ()
    row = _find_row(name_source(source, joint=False))
    return read_sets(row[0]) if row else ()


def find_alternatives(source: bytes) -> list[tuple[bytes, Sets]]:
    """The alternatives of which a pattern is joined, each with its sets; none for a pattern that is not listed so."""
    row = [field.partition(b":") for field in _find_row(name_source(source, joint=True))]
    heads = [tuple(map(int, head.split(b","))) for head, _, _ in row]
    ends = [*(head[0] - 1 for head in heads[1:]), len(source)][: len(heads)]
    return [
        (_cut_alternative(source, end, *head), read_sets(field))
        for head, end, (_, _, field) in zip(heads, ends, row, strict=True)
    ]


def _cut_alternative(source: bytes, end: int, start: int, before: int = 0, behind: int = 0) -> bytes:
    """An alternative by itself, in which the groups have the numbers that they have in the whole pattern."""
    flag = FLAG if source.startswith(FLAG) else b""
    first = start or len(flag)
    return flag + NO_GROUP * before + source[first:end] + NO_GROUP * behind


NO_GROUP: Final = b"(){0}"
"""A group that takes no part."""


def may_match(sets: Sets, low: bytes) -> bool:
    """Whether a text in small letters has a literal of each of the sets."""
    if not sets:
        return True
    heads = _list_heads(low) if len(low) > SHORT else None
    for literals in sets:
        for literal in literals:  # no generator: this is asked of hundreds of patterns
            if (heads is None or len(literal) < HEAD or literal[:HEAD] in heads) and literal in low:
                break
        else:
            return False
    return True


class Needs:
    """The sets of many patterns. A text is asked once for what their literals begin with, and only patterns are looked
    at that have one of those it has."""

    def __init__(self, rows: Sequence[Sets]) -> None:
        self._rows = rows
        self._free = [number for number, sets in enumerate(rows) if not sets]
        self._by_literal: dict[bytes, list[int]] = {}
        """Literal -> the patterns of whose first set it is."""
        for number, sets in enumerate(rows):
            for literal in sets[0] if sets else ():
                self._by_literal.setdefault(literal, []).append(number)
        literals = {literal for sets in rows for each in sets for literal in each}
        self._short = [literal for literal in literals if len(literal) < HEAD]
        self._by_head: dict[bytes, list[tuple[frozenset[bytes], bytes]]] = {}
        for literal in literals.difference(self._short):
            self._by_head.setdefault(literal[:HEAD], []).append((_cut(literal), literal))

    def choose(self, low: bytes) -> list[int]:
        """The numbers of the patterns that may match a text in small letters, see `may_match`."""
        by_head, heads = self._by_head, _list_heads(low)
        present = {literal for literal in self._short if literal in low}
        present.update(
            [one for head in by_head.keys() & heads for parts, one in by_head[head] if parts <= heads and one in low]
        )
        numbers = {number for literal in present for number in self._by_literal.get(literal, ())}
        return sorted([*self._free, *(one for one in numbers if not any(map(present.isdisjoint, self._rows[one])))])


SHORT: Final = 256
"""Bytes of a text up to which it is searched for each literal."""
HEAD: Final = 3
"""Bytes of a literal by which it is looked up in a longer one."""


@lru_cache(2)
def _list_heads(low: bytes) -> frozenset[bytes]:
    """All that literals may begin with that occur in a text."""
    return _cut(low)


def _cut(low: bytes) -> frozenset[bytes]:
    """The pieces of a text that are as long as a head, at each of its places."""
    return frozenset([low[place : place + HEAD] for place in range(len(low) - HEAD + 1)])


def _find_row(name: bytes) -> list[bytes]:
    """The fields of a line of the file."""
    data = _read_file()
    start = data.find(b"\n" + name + b"\t")
    return data[start + len(name) + 2 : data.find(b"\n", start + 1)].split(b"\t") if start >= 0 else []


@lru_cache(1)
def _read_file() -> bytes:
    return b"\n" + read_pack_file(FILE)


def read_sets(field: bytes) -> Sets:
    """The sets of a field as `write_sets` writes it."""
    if b"\\" in field:
        for escaped, char in ESCAPES:
            field = field.replace(escaped, char)
    return tuple(tuple(literals.split(_BETWEEN_LITERALS)) for literals in field.split(_BETWEEN_SETS)) if field else ()


ESCAPES: Final = ((b"\\n", b"\n"), (b"\\t", b"\t"), (b"\\r", b"\r"), (b"\\e", b"\\"))
"""How the file writes what parts its lines and fields."""


def write_sets(sets: Sets) -> bytes:
    """The sets as the file has them."""
    field = _BETWEEN_SETS.join(_BETWEEN_LITERALS.join(literals) for literals in sets)
    for escaped, char in reversed(ESCAPES):
        field = field.replace(char, escaped)
    return field
