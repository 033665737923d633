"""Marks: what stands in a text for a secret that was taken out of it."""

from functools import lru_cache
from typing import Final

from backstory.redact.patterns import Pattern

MARK: Final = Pattern(rb"\[REDACTED:([a-z0-9]+(?:[.-][a-z0-9]+){0,11})(?::[0-9a-f]{8})?\]")
AROUND: Final = 2048
"""Bytes round a mark in which a further search looks."""


def find_marks(data: bytes) -> list[tuple[int, int]]:
    """Places of marks already there. A name made of random letters is no rule's: such a mark would hide a secret."""
    if b"[REDACTED:" not in data:
        return []
    return [groups[0] for groups in MARK.each(data, 0, len(data)) if _is_rule_name(data[slice(*groups[1])])]


@lru_cache(1024)
def _is_rule_name(name: bytes) -> bool:
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


def list_neighbourhoods(data: bytes) -> list[tuple[int, int]]:
    """Windows of whole lines round every mark, apart from each other."""
    out: list[tuple[int, int]] = []
    for first, last in find_marks(data):
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
