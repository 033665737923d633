"""Marked lines in files of one entry per line, such as `.git/info/exclude`: a block with `#` comments for markers."""

import re
from collections.abc import Iterable
from typing import Final

from backstory.edits import block
from backstory.model.errors import BackstoryError

MARKS: Final = block.Marks("# backstory:begin", "# backstory:end", re.compile(rb"# backstory:begin"), 0, False)
RULE_MARKS: Final = block.Marks(
    "# backstory:rules-begin", "# backstory:rules-end", re.compile(rb"# backstory:rules-begin"), 0, False
)
"""Around rules of what runs without asking, in a file that has other lines of ours."""


def apply(
    data: bytes, lines: Iterable[str], *, was: str = "", marks: block.Marks = MARKS, name: str = "file"
) -> tuple[bytes, str]:
    """Sets or replaces our lines: (the new bytes, the fragment that was added). See `block.apply`."""
    entries = list(lines)
    for line in entries:
        if "\n" in line or "\r" in line or line.strip() in (marks.begin, marks.end):
            raise BackstoryError(f"{line!r} cannot be a line of `{name}`", hint="rename that file")
    return block.apply(data, "\n".join(entries), was=was, marks=marks, name=name)


def check_toml(data: bytes, name: str) -> None:
    """Raises BackstoryError where a TOML file with lines of ours does not parse; other files pass."""
    if not name.endswith(".toml"):
        return
    import tomllib  # most processes that know of our lines check none

    try:
        tomllib.loads(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:  # also a number that is too long, or tables that are too deep
        raise BackstoryError(
            f"`{name}` was left as it is: with a table of ours it does not parse ({error})",
            hint=f"repair `{name}`, or take out of it what Backstory adds as a table, then run the command again",
        ) from error


def revert(data: bytes, *, was: str = "", marks: block.Marks = MARKS, name: str = "file") -> bytes:
    """Removes our lines; the bytes as they are when there are none."""
    return block.revert(data, was=was, marks=marks, name=name)


def read(data: bytes, *, name: str = "file") -> list[str]:
    """Our lines; empty when there are none."""
    inside = block.text(data, marks=MARKS, name=name)
    return inside.split("\n") if inside else []


def state(data: bytes, *, was: str = "", marks: block.Marks = MARKS, name: str = "file") -> block.State:
    """Whether our lines are there, and as `was` left them. Never raises."""
    return block.state(data, was=was, marks=marks, name=name)


def pattern(path: str) -> str:
    """The ignore pattern that fits exactly `path` (relative to the top of the work tree, forward slashes).

    Format: https://git-scm.com/docs/gitignore, where `\\` takes the meaning from a character and unescaped blanks at
    the end are dropped.
    """
    escaped = "".join("\\" + sign if sign in "\\*?[]!#" else sign for sign in path)
    bare = escaped.rstrip(" ")
    return "/" + bare + "\\ " * (len(escaped) - len(bare))
