"""A place in the code as a person names it: `PATH`, `PATH:LINE`, `PATH:FIRST-LAST`, `PATH#SYMBOL`."""

import os
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError, Exit, Invalid, NotFound

if TYPE_CHECKING:
    pass

LIMIT: Final = 8 << 20
"""Largest file whose lines and symbols can be asked for, in bytes."""
NEAR: Final = 5
"""Lines that are looked at around one that says nothing itself."""
_LINES: Final = re.compile(r"(?P<path>.+?)(?::|#L)(?P<first>\d+)(?:-L?(?P<last>\d+)|:\d+)?:?", re.DOTALL)
"""Also what compilers print (`a.py:12:5`) and what code hosts link to (`a.py#L3-L7`)."""


class CodeLocation(NamedTuple):
    """A place in the code. `first` and `last` are lines from 1; 0 for the whole file or folder."""

    path: str
    symbol: str = ""
    first: int = 0
    last: int = 0
    folder: bool = False
    there: bool = True
    """Whether the path exists now."""
    text: str = ""
    """Of the file, when lines or a symbol were asked for."""
    note: str = ""
    """What has to be said about how the question was taken."""

    def __str__(self) -> str:
        if self.symbol:
            return f"{self.path}#{self.symbol}"
        if not self.first:
            return self.path
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")

    @property
    def lines(self) -> int:
        """How many lines were asked for; 0 for the whole."""
        return self.last - self.first + 1 if self.first else 0

    @property
    def line(self) -> str:
        """The line itself, when the question named one."""
        return "" if self.lines != 1 or self.symbol else lines_of(self.text)[self.first - 1].strip()


def locate(workspace: Catalog, target: str) -> CodeLocation:
    """The place that `target` names; one that does not exist (any more) is not `there`.

    Raises `Invalid` for lines that there are none of, `NotFound` for a symbol, `BackstoryError` for a path outside.
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
    text = _text(workspace, path)
    if symbol:
        found = span_of(path, text, symbol)
        if found is None:
            raise NotFound(f"no `{symbol}` in `{path}`", hint=f"`backstory why {path}` explains the file")
        return CodeLocation(path, symbol, *found, text=text)
    return _of_lines(path, text, first, last)


def lines_of(text: str) -> list[str]:
    """Lines as git counts them."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def span_of(path: str, text: str, symbol: str) -> tuple[int, int] | None:
    """First and last line of the definition that `symbol` names; None when there is none."""
    from backstory.survey.anchors import find_symbol

    own = find_symbol(path, text, symbol)
    if not own:
        return None
    at = 0 if text.startswith(own) else text.find("\n" + own) + 1 or text.find(own)
    if at < 0:
        return None
    first = text.count("\n", 0, at) + 1
    return first, first + own.rstrip("\n").count("\n")


def _split(workspace: Catalog, target: str) -> tuple[str, str, int, int]:
    """(path, symbol, first, last) of what was typed. What exists as it stands is meant as it stands."""
    path = _path(workspace, target)
    if os.path.lexists(os.path.join(workspace.project.root, path)):
        return path, "", 0, 0
    match = _LINES.fullmatch(target.strip())
    if match:
        first = int(match["first"]) or -1  # there is no line 0, and it is not the whole file
        return _path(workspace, match["path"]), "", first, int(match["last"] or first)
    name, _, symbol = target.partition("#")
    return (_path(workspace, name), symbol.strip(), 0, 0) if symbol.strip() and name else (path, "", 0, 0)


def _path(workspace: Catalog, typed: str) -> str:
    from backstory.survey.anchors import relative_path

    try:
        path = relative_path(workspace.project.root, typed)
    except BackstoryError as err:
        raise BackstoryError(
            err.message, hint="name it relative to where you stand: `backstory why src/app.py:12`", code=Exit.USAGE
        ) from err
    return path.rstrip("/") or "."


def _text(workspace: Catalog, path: str) -> str:
    from backstory.git.worktree import Tree, Unreadable, text_of

    try:
        raw = Tree(workspace.project.root).read(path, LIMIT)
    except Unreadable as err:
        raise Invalid(f"`{path}` cannot be read: {err}", hint=f"`backstory why {path}` explains the file") from err
    if b"\0" in raw[:8000]:
        raise Invalid(f"`{path}` is binary: it has no lines", hint=f"`backstory why {path}` explains the file")
    return text_of(raw)


def _of_lines(path: str, text: str, first: int, last: int) -> CodeLocation:
    lines = lines_of(text)
    count = f"{len(lines)} line" + ("s" if len(lines) != 1 else "")
    if not 1 <= first <= len(lines) or last < first:
        nearest = f"{path}:{max(1, min(first, len(lines)))}" if lines else path
        what = "is empty" if not lines else f"has {count}"
        raise Invalid(f"`{path}` {what}", hint=f"`backstory why {nearest}`")
    note = f"`{path}` has {count}" if last > len(lines) else ""
    last = min(last, len(lines))
    if first == last and not _speaks(lines[first - 1]):
        near = _speaking(lines, first)
        if near:
            what = "is blank" if not lines[first - 1].strip() else f"is only `{lines[first - 1].strip()}`"
            return CodeLocation(path, "", near, near, text=text, note=f"line {first} {what}: this is about line {near}")
    return CodeLocation(path, "", first, last, text=text, note=note)


def _speaks(line: str) -> bool:
    return any(c.isalnum() for c in line)


def _speaking(lines: list[str], number: int) -> int:
    """The nearest line that says something: below a blank or opening line, above a closing one; 0 when none is near."""
    closing = lines[number - 1].strip()[:1] in (")", "]", "}", "'", '"', "*", "-", "=", "~", "#")
    below = [n for n in range(number + 1, min(number + NEAR, len(lines)) + 1) if _speaks(lines[n - 1])]
    above = [n for n in range(number - 1, max(number - NEAR, 1) - 1, -1) if _speaks(lines[n - 1])]
    order = (above, below) if closing else (below, above)
    return next((side[0] for side in order if side), 0)
