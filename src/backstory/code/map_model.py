"""What a map of the code holds: files with their chosen symbols."""

from collections.abc import Sequence
from typing import NamedTuple


class MapSymbol(NamedTuple):
    """A definition in a map."""

    name: str
    kind: str
    line: int
    depth: int
    signature: str
    doc: str
    score: float
    further: int = 0
    """Further definitions of the name in the file: overloads, a getter and its setter, a branch per platform."""


class MapFile(NamedTuple):
    """A file in a map, with its chosen symbols."""

    path: str
    language: str
    score: float
    changed: int
    """Commits of the window of history that touched it."""
    tests: list[str]
    symbols: list[MapSymbol]
    """The chosen symbols in the order of the file."""
    more: int
    """Symbols of the file that are not shown."""
    docs: list[str] = []  # noqa: RUF012 - a NamedTuple's default, never changed
    """Documents called like the file; only with a goal."""
    reason: str = ""
    """Why it is here, in words; only with a goal."""


class Map(NamedTuple):
    """An outline of the code within a budget of tokens."""

    goal: str
    path: str
    files_total: int
    languages: dict[str, int]
    """Language -> files of code and of tests."""
    folders: list[tuple[str, int]]
    """Folders of source code below the path, with their number of files, the fullest first."""
    files: list[MapFile]
    tokens: int
    """Estimated tokens of the text."""
    beside: Sequence[str] = ()
    """Lines of the surface and the past, see `code.surface_lines`."""
    detailed: bool = False
    """Whether everything fits, so that members are shown with their documentation too."""
