"""Marks: what stands in a text for a secret that was taken out of it."""

from functools import lru_cache
from typing import Final

from backstory.redact.patterns import Pattern

MARK: Final = Pattern(rb"\[REDACTED:([a-z0-9]+(?:[.-][a-z0-9]+){0,11})(?::[0-9a-f]{8})?\]")
AROUND: Final = 2048
"""Bytes round a mark in which a further search looks."""


def find_marks(data: bytes) -> list[tuple[int, int]]:
    """Places of marks already there. A name made of random letters is no rule's: such a mark would hide a secret."""
    out: list[tuple[int, int]] = []
    place = data.find(_HEAD)
    while place >= 0:
        first = place + len(_HEAD)
        last = data.find(b"]", first, first + LONGEST)
        name = data[first:last] if last >= 0 else b""
        if name[-9:-8] == b":" and not name[-8:].strip(_HEX):
            name = name[:-9]
        if _is_rule_name(name):
            out.append((place, last + 1))
            first = last
        place = data.find(_HEAD, first)
    return out


_HEAD: Final = b"[REDACTED:"
_HEX: Final = b"0123456789abcdef"
LONGEST: Final = 300
"""Bytes of a mark behind its head at most: twelve words, none of more than twenty letters, and a digest."""
_NAME: Final = Pattern(rb"[a-z0-9]+(?:[.-][a-z0-9]+){0,11}")


@lru_cache(1024)
def _is_rule_name(name: bytes) -> bool:
    if not _NAME.whole(name):
        return False
    from backstory.redact.chance import is_random  # for texts with marks

    words = name.replace(b".", b"-").split(b"-")
    return not any(len(word) > 20 or is_random(word) for word in words) or name in _list_rule_names()


@lru_cache(1)
def _list_rule_names() -> frozenset[bytes]:
    """The names of the rules of the packs. A few look like random letters."""
    from backstory.redact.pack_files import read_pack_file

    return frozenset(line.partition(b"\t")[0] for line in read_pack_file("rules.tsv").splitlines())


def mask_marks(data: bytes, marks: list[tuple[int, int]]) -> bytes:
    """The data with line breaks for marks: no rule reads a mark's own words or reaches over one."""
    parts: list[bytes] = []
    position = 0
    for start, end in marks:
        parts += (data[position:start], b"\n" * (end - start))
        position = end
    parts.append(data[position:])
    return b"".join(parts)


def list_neighbourhoods(data: bytes, marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Windows of whole lines round every mark, apart from each other."""
    out: list[tuple[int, int]] = []
    for first, last in marks:
        passed = out[-1][1] if out else 0  # lines are looked through once, however many marks one of them has
        if out and last + AROUND <= passed:
            continue
        start = max(passed, data.rfind(b"\n", passed, max(passed, first - AROUND)) + 1)
        end = data.find(b"\n", last + AROUND)
        end = len(data) if end < 0 else end
        if out and start <= passed:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out
