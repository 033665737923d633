"""A place in the code as a person names it: `PATH`, `PATH:LINE`, `PATH:FIRST-LAST`, `PATH#SYMBOL`."""

import os
import re
from typing import Final, NamedTuple

from backstory.git.worktree import Tree, Unreadable, decode_text
from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError, Exit, Invalid, NotFound
from backstory.survey.anchors import find_symbol, relative_path

LIMIT: Final = 8 << 20
"""Largest file, in bytes, whose lines and symbols can be named."""
MAX_DISTANCE: Final = 5
"""Lines around an empty one within which a line with content takes its place."""
_LINES: Final = re.compile(r"(?P<path>.+?)(?::|#L)(?P<first>\d+)(?:-L?(?P<last>\d+)|:\d+)?:?", re.DOTALL)
"""Also what compilers print (`a.py:12:5`) and what code hosts link to (`a.py#L3-L7`)."""


class CodeLocation(NamedTuple):
    """A place in the code. `first` and `last` are line numbers from 1, or 0 for the whole file or folder."""

    path: str
    symbol: str = ""
    first: int = 0
    last: int = 0
    folder: bool = False
    there: bool = True
    """Whether the path exists now."""
    text: str = ""
    """The text of the file, if lines or a symbol were named."""
    note: str = ""
    """Says how the target was understood, if it was not taken literally."""

    def __str__(self) -> str:
        if self.symbol:
            return f"{self.path}#{self.symbol}"
        if not self.first:
            return self.path
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")

    @property
    def lines(self) -> int:
        """Number of lines that were named; 0 for the whole file or folder."""
        return self.last - self.first + 1 if self.first else 0

    @property
    def line(self) -> str:
        """The text of the line, if exactly one line was named."""
        return "" if self.lines != 1 or self.symbol else lines_of(self.text)[self.first - 1].strip()


def locate_code(workspace: Catalog, target: str) -> CodeLocation:
    """Finds the place that `target` names. A path that does not exist (any more) has `there` set to False.

    Raises `Invalid` for lines that do not exist, `NotFound` for a symbol, `BackstoryError` for a path outside of the
    project.
    """
    path, symbol, first, last = _split(workspace, target)
    full = os.path.join(workspace.project.root, path)
    if not os.path.lexists(full):
        return CodeLocation(path, symbol, there=False)
    folder = os.path.isdir(full) and not os.path.islink(full)
    if not (first or symbol):
        return CodeLocation(path, folder=folder)
    if folder:
        raise Invalid(f"`{path}` is a folder: it has no lines", hint=f"`backstory why {path}` explains the folder")
    return _locate_inside(workspace, path, symbol, first, last)


def _locate_inside(workspace: Catalog, path: str, symbol: str, first: int, last: int) -> CodeLocation:
    """The place of a symbol, or of lines, in a file."""
    text = _read_text(workspace, path)
    if symbol:
        span = span_of(path, text, symbol)
        if span is None:
            raise NotFound(f"no `{symbol}` in `{path}`", hint=f"`backstory why {path}` explains the file")
        return CodeLocation(path, symbol, *span, text=text)
    return _locate_lines(path, text, first, last)


def lines_of(text: str) -> list[str]:
    """Splits a text into lines in the way that git counts them."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def span_of(path: str, text: str, symbol: str) -> tuple[int, int] | None:
    """Returns the first and last line of a symbol's definition, or None if there is none."""
    definition = find_symbol(path, text, symbol)
    if not definition:
        return None
    if text.startswith(definition):
        start = 0
    else:
        start = text.find("\n" + definition) + 1 or text.find(definition)
    if start < 0:
        return None
    first = text.count("\n", 0, start) + 1
    return first, first + definition.rstrip("\n").count("\n")


def _split(workspace: Catalog, target: str) -> tuple[str, str, int, int]:
    """Splits what was typed into (path, symbol, first, last). A path that exists is taken literally."""
    path = _path(workspace, target)
    if os.path.lexists(os.path.join(workspace.project.root, path)):
        return path, "", 0, 0
    match = _LINES.fullmatch(target.strip())
    if match:
        first = int(match["first"]) or -1  # there is no line 0, and it is not the whole file
        return _path(workspace, match["path"]), "", first, int(match["last"] or first)
    name, _, symbol = target.partition("#")
    if name and symbol.strip():
        return _path(workspace, name), symbol.strip(), 0, 0
    return path, "", 0, 0


def _path(workspace: Catalog, typed: str) -> str:
    try:
        path = relative_path(workspace.project.root, typed)
    except BackstoryError as err:
        raise BackstoryError(
            err.message, hint="name it relative to the current folder: `backstory why src/app.py:12`", code=Exit.USAGE
        ) from err
    return path.rstrip("/") or "."


def _read_text(workspace: Catalog, path: str) -> str:
    try:
        raw = Tree(workspace.project.root).read(path, LIMIT)
    except Unreadable as err:
        raise Invalid(f"`{path}` cannot be read: {err}", hint=f"`backstory why {path}` explains the file") from err
    if b"\0" in raw[:8000]:
        raise Invalid(f"`{path}` is binary: it has no lines", hint=f"`backstory why {path}` explains the file")
    return decode_text(raw)


def _locate_lines(path: str, text: str, first: int, last: int) -> CodeLocation:
    """Checks line numbers. A single line without content is replaced by the nearest one that has some."""
    lines = lines_of(text)
    count = f"{len(lines)} line" + ("s" if len(lines) != 1 else "")
    if not lines:
        raise Invalid(f"`{path}` is empty", hint=f"`backstory why {path}`")
    if not 1 <= first <= len(lines) or last < first:
        nearest = max(1, min(first, len(lines)))
        raise Invalid(f"`{path}` has {count}", hint=f"`backstory why {path}:{nearest}`")
    note = f"`{path}` has {count}" if last > len(lines) else ""
    last = min(last, len(lines))
    nearest = _nearest_with_content(lines, first) if first == last and not _has_content(lines[first - 1]) else 0
    if nearest:
        return CodeLocation(path, "", nearest, nearest, text=text, note=_describe_move(lines, first, nearest))
    return CodeLocation(path, "", first, last, text=text, note=note)


def _describe_move(lines: list[str], number: int, nearest: int) -> str:
    """Says why another line is explained than the one that was named."""
    bare = lines[number - 1].strip()
    what = f"is only `{bare}`" if bare else "is blank"
    return f"line {number} {what}: this is about line {nearest}"


def _has_content(line: str) -> bool:
    return any(char.isalnum() for char in line)


def _nearest_with_content(lines: list[str], number: int) -> int:
    """Returns the nearest line with content, or 0. It searches below first, or above for a closing bracket or rule."""
    is_closing = lines[number - 1].strip()[:1] in (")", "]", "}", "'", '"', "*", "-", "=", "~", "#")
    below = range(number + 1, min(number + MAX_DISTANCE, len(lines)) + 1)
    above = range(number - 1, max(number - MAX_DISTANCE, 1) - 1, -1)
    for candidates in (above, below) if is_closing else (below, above):
        for candidate in candidates:
            if _has_content(lines[candidate - 1]):
                return candidate
    return 0
