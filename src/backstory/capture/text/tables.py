"""Tables in Markdown: their rows, as cells under the names of their columns."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

_ROW: Final = late_pattern(r"^\s*\|(?P<cells>.+)\|\s*$")
_RULE: Final = late_pattern(r"^[\s:|-]+$")
_SPLIT: Final = late_pattern(r"(?<!\\)\|")
_MARKUP: Final = late_pattern(r"\*\*|<br\s*/?>")


class Table(NamedTuple):
    """A table: its columns, and its rows with as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def read_tables(text: str) -> Iterator[Table]:
    """The tables of a text, outside of fenced blocks, in their order."""
    if "|" not in text:
        return
    lines: list[tuple[str, ...]] = []
    ruled = fenced = False
    for line in (*text.split("\n"), ""):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        match = None if fenced else _ROW.match(line)
        if match is None:
            yield from _make_table(lines) if ruled else ()
            lines, ruled = [], False
        elif _RULE.match(match["cells"]):
            ruled = ruled or len(lines) == 1
        else:
            lines.append(_read_cells(match["cells"]))


def _read_cells(cells: str) -> tuple[str, ...]:
    return tuple(" ".join(_MARKUP.sub(" ", cell).split()) for cell in _SPLIT.split(cells))


def _make_table(lines: list[tuple[str, ...]]) -> Iterator[Table]:
    """The table of some lines, the first of which names its columns; rows of another length are left out."""
    columns, *rows = lines
    fitting = tuple(row for row in rows if len(row) == len(columns))
    if len(columns) > 1 and fitting:
        yield Table(columns, fitting)
