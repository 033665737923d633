"""A place in the code as a person names it: `PATH`, `PATH:LINE`, `PATH:FIRST-LAST`, `PATH#SYMBOL`.

Test runners and compilers write symbols and lines in other ways, which are read as well: `PATH::SYMBOL`, `PATH#L12`.
"""

import os
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.worktree import Tree, Unreadable, decode_text
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError, Exit, Invalid, NotFound
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor
from backstory.model.text import format_count, one_line
from backstory.survey.anchors import find_symbol, relative_path

if TYPE_CHECKING:
    from backstory.code.read.symbol import Symbol

LIMIT: Final = 8 << 20
"""Largest file, in bytes, whose lines and symbols can be named."""
MAX_DISTANCE: Final = 5
"""Lines around an empty one within which a line with content takes its place."""
_LINES: Final = late_pattern(r"(?P<path>.+?)(?::|#L)(?P<first>\d+)(?:-L?(?P<last>\d+)|:\d+)?:?", re.DOTALL)
"""Also what compilers print (`a.py:12:5`) and what code hosts link to (`a.py#L3-L7`)."""
_SYMBOL: Final = late_pattern(r"(?P<path>.+?)(?:#|::?)(?P<symbol>[^\W\d].*)", re.DOTALL)
"""Also what test runners print (`test_a.py::TestPool::test_take[2]`)."""
WHY: Final = "backstory why"
MAX_SHOWN_SYMBOL: Final = 80
MIN_LIKENESS: Final = 0.8
"""Least likeness, by `difflib`, of a misspelt symbol."""


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


def locate_code(workspace: Catalog, target: str, *, command: str = WHY) -> CodeLocation:
    """Finds the place that `target` names. A path that does not exist (any more) has `there` set to False.

    `command` is what a hint puts before a place. Raises `Invalid` for lines that do not exist, `NotFound` for a
    symbol, `BackstoryError` for a path outside of the project.
    """
    path, symbol, lines = _split(workspace, target, command)
    full = os.path.join(workspace.project.root, path)
    if not os.path.lexists(full):
        return CodeLocation(path, symbol, there=False)
    folder = os.path.isdir(full) and not os.path.islink(full)
    if not (lines or symbol):
        return CodeLocation(path, folder=folder)
    hint = f"`{command} {path}` takes the whole {'folder' if folder else 'file'}"
    if folder:
        raise Invalid(f"`{path}` is a folder: it has no {'lines' if lines else 'symbols'}", hint=hint)
    text = _read_text(workspace, path, hint)
    if lines:
        return _locate_lines(path, text, *lines, command)
    span = span_of(path, text, symbol)
    if span is None:
        near = _similar_symbol(path, text, symbol)
        hint = f"did you mean `{command} {path}#{near}`?" if near else hint
        raise NotFound(f"no `{one_line(symbol, MAX_SHOWN_SYMBOL)}` in `{path}`", hint=hint)
    return CodeLocation(path, symbol, *span, text=text)


def split_place(workspace: Catalog, target: str) -> tuple[str, str]:
    """The path and the symbol that `target` names, whether they exist or not."""
    path, symbol, _ = _split(workspace, target, WHY)
    return path, symbol


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


def _split(workspace: Catalog, target: str, command: str) -> tuple[str, str, tuple[int, int] | None]:
    """Splits a typed place into (path, symbol, first and last line). A path that exists is taken literally."""
    path = _path(workspace, target, command)
    if os.path.lexists(os.path.join(workspace.project.root, path)):
        return path, "", None
    if match := _LINES.fullmatch(target.strip()):
        first = int(match["first"])
        return _path(workspace, match["path"], command), "", (first, int(match["last"] or first))
    match = _SYMBOL.fullmatch(target.strip())
    if match:
        above = _path(workspace, match["path"], command)
        has_sign = target[len(match["path"])] == "#"
        if has_sign or os.path.isfile(os.path.join(workspace.project.root, above)):
            return above, match["symbol"].strip() if has_sign else _bare_name(match["symbol"]), None
    return path, "", None


def _bare_name(symbol: str) -> str:
    """`TestPool.test_take` for `TestPool::test_take[2]`."""
    return symbol.partition("[")[0].replace("::", ".").strip(" :")


def _path(workspace: Catalog, typed: str, command: str) -> str:
    try:
        path = relative_path(workspace.project.root, typed)
    except BackstoryError as err:
        raise BackstoryError(
            err.message, hint=f"name it relative to the current folder: `{command} src/app.py:12`", code=Exit.USAGE
        ) from err
    return path.rstrip("/") or "."


def _read_text(workspace: Catalog, path: str, hint: str) -> str:
    try:
        raw = Tree(workspace.project.root).read(path, LIMIT)
    except Unreadable as err:
        raise Invalid(f"`{path}` cannot be read: {err}", hint=hint) from err
    if b"\0" in raw[:8000]:
        raise Invalid(f"`{path}` is binary: it has no lines", hint=hint)
    return decode_text(raw)


def _locate_lines(path: str, text: str, first: int, last: int, command: str) -> CodeLocation:
    """Checks line numbers. A single line without content is replaced by the nearest one that has some."""
    lines = lines_of(text)
    if not lines:
        raise Invalid(f"`{path}` is empty: it has no lines", hint=f"`{command} {path}` takes the whole file")
    count = format_count(len(lines), "line")
    if last < first:
        raise Invalid(f"`{first}-{last}` ends before it begins", hint=f"`{command} {path}:{last}-{first}`")
    if not 1 <= first <= len(lines):
        nearest = max(1, min(first, len(lines)))
        raise Invalid(f"`{path}` has no line {first}, it has {count}", hint=f"`{command} {path}:{nearest}`")
    note = f"`{path}` has {count}" if last > len(lines) else ""
    last = min(last, len(lines))
    nearest = _nearest_with_content(lines, first) if first == last and not _has_content(lines[first - 1]) else 0
    if nearest:
        return CodeLocation(path, "", nearest, nearest, text=text, note=_describe_move(lines, first, nearest))
    return CodeLocation(path, "", first, last, text=text, note=note)


def anchor_to(workspace: Catalog, target: str, *, command: str = "--at") -> Anchor:
    """The anchor for `target`. Lines move, so they become the definition around them, or else the file.

    Raises as `locate_code` does.
    """
    spot = locate_code(workspace, target, command=command)
    if spot.symbol or not spot.first:
        return Anchor(spot.path, spot.symbol)
    return Anchor(spot.path, _find_definition(spot))


def place_anchor(workspace: Catalog, anchor: Anchor) -> Anchor:
    """The anchor with its lines resolved as `anchor_to` does; a line that does not exist becomes the file.

    A path that exists is taken literally. Never raises.
    """
    anchor = take_literally(workspace, anchor)
    if not names_lines(workspace, anchor.target):
        return anchor
    try:
        return anchor_to(workspace, anchor.target)
    except BackstoryError:
        path, symbol, _ = _split(workspace, anchor.target, WHY)
        return Anchor(path, symbol)


def take_literally(workspace: Catalog, anchor: Anchor) -> Anchor:
    """The anchor to a file whose name has a `#`, where the text names one as it stands; else the same. Never raises."""
    if not anchor.symbol:
        return anchor
    try:
        path = _path(workspace, anchor.target, WHY)
    except BackstoryError:
        return anchor
    is_there = os.path.lexists(os.path.join(workspace.project.root, path))
    return Anchor(path, digest=anchor.digest) if is_there else anchor


def resolve_lines(workspace: Catalog, text: str) -> str:
    """The definition or file for `src/app.py:42`; any other text unchanged."""
    if not names_lines(workspace, text):
        return text
    try:
        anchor = anchor_to(workspace, text)
    except NotFound:  # no such symbol
        return text
    except BackstoryError:
        anchor = place_anchor(workspace, Anchor(text))
    return anchor.target if os.path.isfile(os.path.join(workspace.project.root, anchor.path)) else text


def names_lines(workspace: Catalog, target: str) -> bool:
    """Whether a text names lines, or a symbol in the way of a test runner."""
    try:
        _, symbol, lines = _split(workspace, target, WHY)
    except BackstoryError:
        return False
    return bool(lines) or (bool(symbol) and "#" not in target)


def _find_definition(spot: CodeLocation) -> str:
    """The innermost definition that holds all the lines of a place; empty if none does."""
    from backstory.code.read.symbols import read_outline

    # `_` is no name: it may stand for any number of things in a file
    around = [symbol for symbol in read_outline(spot.path, spot.text) if symbol.name != "_" and _holds(symbol, spot)]
    for symbol in sorted(around, key=lambda symbol: symbol.end - symbol.line):
        span = span_of(spot.path, spot.text, symbol.name)
        if span and span[0] <= spot.first and spot.last <= span[1]:
            return symbol.name
    return ""


def _similar_symbol(path: str, text: str, symbol: str) -> str:
    """The name in a file that is most like a missing one; empty without one."""
    from difflib import get_close_matches

    from backstory.code.read.symbols import read_outline

    names = [definition.name for definition in read_outline(path, text) if len(definition.name) <= MAX_SHOWN_SYMBOL]
    names = [name for name in names if name != symbol]  # it leads back to the same error
    return next(iter(get_close_matches(symbol[:MAX_SHOWN_SYMBOL], names, 1, MIN_LIKENESS)), "")


def _holds(symbol: "Symbol", spot: CodeLocation) -> bool:
    return symbol.line <= spot.first and spot.last <= symbol.end


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
