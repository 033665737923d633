"""Small tables of an answer as sentences: `first delay: 400 ms; statuses: 502, 503, 504; jitter: none`.

Agents sum up in tables what was measured and what was set, often nowhere else. Larger ones are data.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backstory.patterns.pattern import Pattern

_RULE: Final = Pattern(r"\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
"""The line between the head and the rows."""
_MOST_ROWS: Final = 8
_MOST_COLUMNS: Final = 4
_LONGEST: Final = 320
"""Characters of a sentence."""
_LONGEST_LABEL: Final = 48
_VALUE: Final = Pattern(r"\d|`[^`]+`")
"""What a cell has that states a value."""
_SENTENCE: Final = Pattern(r"[^:;]{1,48}: [^;]{1,80}(?:; [^:;]{1,48}: [^;]{1,80}){1,7}")
"""How a table reads as a sentence."""


def fold_tables(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text with one sentence for each small table of values, and none for the rows of others."""
    rows: list[str] = []
    for line in lines:
        if line.lstrip().startswith("|"):
            rows.append(line.strip())
            continue
        if rows:
            yield from ("", describe_table(rows), "")
            rows = []
        yield line
    if rows:
        yield from ("", describe_table(rows))


def describe_table(lines: Sequence[str]) -> str:
    """The rows of a table as clauses of one sentence; empty if it is no small table of values."""
    if not 3 <= len(lines) <= _MOST_ROWS + 2 or not _RULE.fullmatch(lines[1]):
        return ""
    head, *rows = (_split_cells(line) for number, line in enumerate(lines) if number != 1)
    if not 2 <= len(head) <= _MOST_COLUMNS or any(len(row) != len(head) or not row[0] for row in rows):
        return ""
    with_value = sum(any(map(_VALUE.search, row[1:])) for row in rows)
    if 2 * with_value < len(rows) or any(len(row[0]) > _LONGEST_LABEL for row in rows):
        return ""
    text = "; ".join(_describe_row(head, row) for row in rows)
    return text if len(text) <= _LONGEST else ""


def states_values(sentence: str) -> bool:
    """Whether a sentence gives values under labels, as that of a small table does."""
    if "; " not in sentence or not _SENTENCE.fullmatch(sentence):
        return False
    return 2 * len(list(_NUMBER.finditer(sentence))) >= sentence.count("; ") + 1


_NUMBER: Final = Pattern(r"\d[\d.,]*")


def _split_cells(line: str) -> list[str]:
    return [cell.strip().replace("**", "") for cell in line.strip("|").split("|")]


def _describe_row(head: Sequence[str], row: Sequence[str]) -> str:
    if len(row) == 2:
        return f"{row[0]}: {row[1]}"
    cells = (f"{name} {cell}".strip() for name, cell in zip(head[1:], row[1:], strict=True) if cell)
    return f"{row[0]}: {', '.join(cells)}"
