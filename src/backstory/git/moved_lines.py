"""Finds the line that a commit moved, from its diff, which removes the line in one place and adds it in another.

Git's own search for copies needs forty letters in one piece and ignores large files that were renamed.
"""

import re
from typing import Final, NamedTuple

AROUND: Final = 6
"""Neighbours on both sides that are compared."""
ENOUGH: Final = 40
"""Letters and digits that have to move together, including the line's own; git's threshold for copies."""
ENOUGH_WITHIN: Final = 80
"""The same within a file, where a diff may choose any of several equal pieces."""
MAX_BYTES: Final = 16 << 20
"""Bytes of a diff that are read."""
OPTIONS: Final = (
    "-U0", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""Options of the diff that `source_of` reads."""
_HUNK: Final = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


class Source(NamedTuple):
    """A line of the commit before: its file, from git's top level, and its number."""

    path: str
    number: int


def source_of(diff: str, name: str, number: int, text: str) -> Source | None:
    """The line that the commit removed and added again as line `number` of `name`; None when there is none."""
    moved = text.strip()
    if not any(character.isalnum() for character in moved) or moved not in diff:
        return None
    taken: dict[Source, str] = {}
    brought: dict[int, str] = {}
    old_path = new_path = ""
    old = new = 0
    in_hunk = False
    for line in diff[:MAX_BYTES].split("\n"):
        sign = line[:1]
        if line.startswith("diff --git "):
            in_hunk = False
        elif not in_hunk and line.startswith("--- "):
            old_path = line[6:].rstrip("\t") if line.startswith("--- a/") else ""
        elif not in_hunk and line.startswith("+++ "):
            new_path = line[6:].rstrip("\t") if line.startswith("+++ b/") else ""
        elif sign == "@" and (hunk := _HUNK.match(line)):
            old, new, in_hunk = int(hunk[1]), int(hunk[2]), True
        elif sign == "-" and in_hunk:
            taken[Source(old_path, old)] = line[1:].strip()
            old += 1
        elif sign == "+" and in_hunk:
            if new_path == name:
                brought[new] = line[1:].strip()
            new += 1
    best, most = None, 0
    for source, was in taken.items():
        if was == moved and source.path:
            came = _weight(moved) + _along(source, number, taken, brought)
            if came > most and came >= (ENOUGH_WITHIN if source.path == name else ENOUGH):
                best, most = source, came
    return best


def _along(source: Source, number: int, taken: dict[Source, str], brought: dict[int, str]) -> int:
    """Letters and digits of the neighbouring lines that moved along, up to the first that did not."""
    weight = 0
    for step in (-1, 1):
        for by in range(step, step * (AROUND + 1), step):
            new = brought.get(number + by)
            if new is None or taken.get(source._replace(number=source.number + by)) != new:
                break
            weight += _weight(new)
    return weight


def _weight(text: str) -> int:
    return sum(character.isalnum() for character in text)
