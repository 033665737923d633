"""Values of a table whose header announces a secret: Markdown, and values parted by commas, semicolons or tabs."""

from typing import Final

from backstory.redact.judge import is_secret, looks_drawn
from backstory.redact.names import classify_name
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

WIDEST: Final = 1024
"""Bytes of a line of a table at most."""
LONGEST: Final = 256 * 1024
"""Bytes of a table that are read at most."""
BACK: Final = 8192
"""Bytes before a value in which the header of its table is looked for."""
MARKS: Final = (b"|", b"\t", b";", b",")
_EDGES: Final = b" \t\r\"'`*"
_AFTER: Final = Pattern(rb"[\w .-]{0,16}[\"'`*]{0,3}[ ]{0,40}(?:[|,;\t]|\r?\n)")
"""The rest of a cell that holds a telling word, to its end."""
_CELL: Final = Pattern(rb"[\w ./#\x80-\xff-]{0,40}(?:[ ]?\([\w ./-]{1,20}\))?")
_RULE: Final = Pattern(rb"[ \t|:-]*-{2,}[ \t|:-]*\r?")
"""The line between the header of a Markdown table and its rows."""


def collect_values_below(text: bytes, first: int, last: int, end: int, out: list[Span]) -> int:
    """Adds to `out` the values of the table whose header holds the telling word at `first` to `last`.

    Returns where the table ends that was read, or `first`: what lies before it need not be asked again, so that time
    stays linear.
    """
    if _AFTER.begin(text, last, min(end, last + 80)) < 0:
        return first
    header = _line(text, first)
    if header is None:
        return first
    start, stop = header
    line = text[start:stop]
    for mark in MARKS:
        if mark not in line:
            continue
        cells = _cells(line, mark)
        if _is_header(line, cells, mark):
            return _values(text, stop + 1, min(end, stop + LONGEST), mark, [cell for _, _, cell in cells], out)
    return first


def _values(text: bytes, at: int, end: int, mark: bytes, titles: list[bytes], out: list[Span]) -> int:
    told = [(number, name) for number, title in enumerate(titles) if (name := classify_name(title))]
    while told and at < end:
        stop = text.find(b"\n", at, min(end, at + WIDEST))
        stop = min(end, at + WIDEST) if stop < 0 else stop
        line = text[at:stop]
        cells = _cells(line, mark)
        if len(cells) != len(titles):
            break
        for number, name in told:
            first, last, value = cells[number]
            quoted = line[last - 1 : last] == b'"' or b" " in value
            if not _RULE.whole(line) and is_secret(value, strong=name.strong, quoted=quoted, exact=True, pair=True):
                inner = at + line.find(value, first, last)
                out.append(Span(inner, inner + len(value), "password" if name.password else "assigned-secret"))
        at = stop + 1
    return at


def is_headed(text: bytes, place: int) -> bool:
    """Whether the value at a place that looks drawn stands in a column whose header announces a secret."""
    row = _line(text, place)
    if row is None:
        return False
    start, stop = row
    line = text[start:stop]
    mark = next((m for m in MARKS if m in line), b"")
    if not mark or start == 0 or (mark != b"|" and line[:1] in b" \t"):
        return False
    cells = _cells(line, mark)
    column = next((n for n, (a, b, _) in enumerate(cells) if start + a <= place < start + b), -1)
    if len(cells) < 2 or column < 0:
        return False
    low = max(0, start - BACK)
    top = max(text.rfind(b"\n\n", low, start), text.rfind(b"\r\n\r\n", low, start))
    top = text.find(b"\n", top + 1) if top >= 0 and text[top : top + 1] == b"\r" else top
    top = top + 2 if top >= 0 else low
    if low and top == low:
        return False
    for _ in range(3):
        if top >= start:
            break
        stop = text.find(b"\n", top, start)
        head = _cells(text[top : min(stop, top + WIDEST)], mark)
        if len(head) == len(cells) and _is_header(text[top : min(stop, top + WIDEST)], head, mark):
            name = classify_name(head[column][2])
            return name is not None and looks_drawn(cells[column][2])
        if mark not in text[top:stop]:
            # a title or a fence stands above the table
            top = stop + 1
            continue
        return False
    return False


def _is_header(line: bytes, cells: list[tuple[int, int, bytes]], mark: bytes) -> bool:
    """Whether a line is names of columns: in Markdown any cells, elsewhere names only, from the edge of the page on."""
    names = [cell for _, _, cell in cells]
    if len(names) < 2 or not all(_CELL.whole(name) for name in names):
        return False
    return mark == b"|" or (
        all(names) and len(set(names)) == len(names) and line[:1] not in (b" ", b"-", b"#", b"/", b"*")
    )


def _line(text: bytes, place: int) -> tuple[int, int] | None:
    """Where the line round a place begins and ends, unless it is too long for one of a table."""
    start = text.rfind(b"\n", max(0, place - WIDEST), place) + 1
    if start == 0 and place > WIDEST:
        return None
    stop = text.find(b"\n", place, start + WIDEST)
    if stop < 0:
        if len(text) > start + WIDEST:
            return None
        stop = len(text)
    return start, stop


def _cells(line: bytes, mark: bytes) -> list[tuple[int, int, bytes]]:
    """Begin, end and value of every cell."""
    out: list[tuple[int, int, bytes]] = []
    at = 0
    for part in line.split(mark):
        out.append((at, at + len(part), part.strip(_EDGES)))
        at += len(part) + 1
    if mark == b"|":
        if out and not out[0][2]:
            out = out[1:]
        if out and not out[-1][2]:
            out = out[:-1]
    return out
