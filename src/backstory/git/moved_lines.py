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


class _Diff(NamedTuple):
    """The part of a commit's diff in which a moved line is searched."""

    removed: dict[Source, str]
    """Line of the commit before -> its text without white space around it."""
    added: dict[int, str]
    """Number of an added line of the file in question -> its text, in the same way."""


def source_of(diff: str, name: str, number: int, text: str) -> Source | None:
    """The line that the commit removed and added again as line `number` of `name`; None when there is none."""
    moved = text.strip()
    if not _weight(moved) or moved not in diff:
        return None
    read = _read_diff(diff, name)
    best, most = None, 0
    for source, removed in read.removed.items():
        if removed != moved or not source.path:
            continue
        weight = _weight(moved) + _weight_along(source, number, read)
        if weight > most and weight >= (ENOUGH_WITHIN if source.path == name else ENOUGH):
            best, most = source, weight
    return best


def _read_diff(diff: str, name: str) -> _Diff:
    """Reads a diff without context: all lines that it removes, and those that it adds to the file `name`."""
    reader = _DiffReader(_Diff({}, {}), name)
    for line in diff[:MAX_BYTES].split("\n"):
        reader.read_line(line)
    return reader.read


class _DiffReader:
    """Reads a diff line by line."""

    def __init__(self, read: _Diff, name: str) -> None:
        self.read = read
        self.name = name
        self.old_path = self.new_path = ""
        self.old = self.new = 0
        self.in_hunk = False

    def read_line(self, line: str) -> None:
        """Takes the next line."""
        if line.startswith("@@ "):
            self._begin_hunk(line)
        elif line.startswith("diff --git "):
            self.in_hunk = False
        elif self.in_hunk and line.startswith(("-", "+")):
            self._read_change(line)
        elif line.startswith("--- "):
            self.old_path = _path_of_header(line, "--- a/")
        elif line.startswith("+++ "):
            self.new_path = _path_of_header(line, "+++ b/")

    def _begin_hunk(self, line: str) -> None:
        hunk = _HUNK.match(line)
        if hunk:
            self.old, self.new, self.in_hunk = int(hunk[1]), int(hunk[2]), True

    def _read_change(self, line: str) -> None:
        """A line that the commit removed or added."""
        text = line[1:].strip()
        if line.startswith("-"):
            self.read.removed[Source(self.old_path, self.old)] = text
            self.old += 1
            return
        if self.new_path == self.name:
            self.read.added[self.new] = text
        self.new += 1


def _path_of_header(line: str, prefix: str) -> str:
    """The path that the header of a file names; empty for `/dev/null`."""
    return line[len(prefix) :].rstrip("\t") if line.startswith(prefix) else ""


def _weight_along(source: Source, number: int, read: _Diff) -> int:
    """Letters and digits of the neighbouring lines that moved along, up to the first that did not."""
    weight = 0
    for step in (-1, 1):
        for by in range(step, step * (AROUND + 1), step):
            new = read.added.get(number + by)
            if new is None or read.removed.get(source._replace(number=source.number + by)) != new:
                break
            weight += _weight(new)
    return weight


def _weight(text: str) -> int:
    return sum(character.isalnum() for character in text)
