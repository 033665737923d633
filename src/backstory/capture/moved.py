"""Where a commit took a line from, when it moved code about: by its diff, in which the line goes as well as comes.

Git's own search for copies wants forty letters in one piece and passes over large files that became another.
"""

import re
from typing import Final, NamedTuple

AROUND: Final = 4
"""Neighbours on both sides that are compared."""
LONG: Final = 30
"""Letters and digits from which a line is known by itself, without a neighbour."""
MAX_BYTES: Final = 16 << 20
"""Of a diff that is read."""
OPTIONS: Final = (
    "-U0", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip
"""Of the diff that `source_of` reads."""
_HUNK: Final = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


class Source(NamedTuple):
    """A line of the commit before: its file, from git's top level, and its number."""

    path: str
    number: int


def source_of(diff: str, name: str, number: int, text: str) -> Source | None:
    """The line that the commit took away and brought to line `number` of `name`; None when there is no such."""
    wanted = text.strip()
    if not any(c.isalnum() for c in wanted) or wanted not in diff:
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
    best, most = None, -1
    for source, was in taken.items():
        if was == wanted and source.path:
            shared = _shared(source, number, taken, brought)
            if shared > most:
                best, most = source, shared
    return best if best is not None and (most > 0 or sum(c.isalnum() for c in wanted) >= LONG) else None


def _shared(source: Source, number: int, taken: dict[Source, str], brought: dict[int, str]) -> int:
    """How many neighbours that say something came along."""
    return sum(
        any(c.isalnum() for c in brought.get(number + by, "")) and taken.get(source._replace(number=source.number + by))
        == brought[number + by]
        for by in range(-AROUND, AROUND + 1)
        if by
    )  # fmt: skip
