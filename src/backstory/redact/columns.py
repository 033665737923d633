"""Values of a table whose header announces a secret: Markdown, values parted by commas, semicolons or tabs, and SQL."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.judge import looks_drawn
from backstory.redact.names import Name, classify_name
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG

WIDEST: Final = 1024
"""Bytes of a line of a table at most."""
LONGEST: Final = 256 * 1024
"""Bytes of a table that are read at most."""
BACK: Final = 8192
"""Bytes before a value in which the header of its table is looked for."""
MARKS: Final = (b"|", b"\t", b";", b",")
BLANKS: Final = b"  "
"""What parts the cells of a table that is aligned by blanks: two or more."""
_TITLE: Final = Pattern(rb"(?i)(?:" + STRONG + rb")s?")
_EDGES: Final = b" \t\r\"'`*"
_AFTER: Final = Pattern(rb"[\w .-]{0,16}[\"'`*]{0,3}[ ]{0,40}(?:[|,;\t]|\r?\n|[ ]{2})")
"""The rest of a cell that holds a telling word, to its end."""
_CELL: Final = Pattern(rb"[\w ./#\x80-\xff-]{0,40}(?:[ ]?\([\w ./-]{1,20}\))?")
_RULE: Final = Pattern(rb"[ \t|:+-]*-[ \t|:+-]*\r?")
"""The line between the header of a table and its rows, as Markdown and shells of databases draw it."""
_STATEMENT: Final = Pattern(rb"(?:from|import|use|using|export|return|global|nonlocal|del|assert|let|const|var)[ \t]")
"""The beginning of a statement that lists names: `from ._functools import method_cache, pass_none`."""


_INDENTED: Final = (b" ", b"-", b"#", b"/", b"*")
"""How a line begins that is indented, or an item or a comment, and no header: most lines of code."""


_ENDS_OF_CELL: Final = b"|,;\t\n"


def collect_values_below(text: bytes, first: int, last: int, end: int, out: list[Span]) -> int:
    """Adds to `out` the values of the table whose header holds the telling word at `first` to `last`.

    Returns where the table ends that was read, or `first`: what lies before it need not be asked again, so that time
    stays linear.
    """
    behind = text[last : min(end, last + 80)]
    if behind == behind.translate(None, _ENDS_OF_CELL) and b"  " not in behind:
        return first
    if _AFTER.begin(text, last, min(end, last + 80)) < 0:
        return first
    header = _line(text, first)
    if header is None:
        return first
    start, stop = header
    line = text[start:stop]
    for mark in (*MARKS, BLANKS):
        if mark not in line or (mark != b"|" and line[:1] in _INDENTED) or (mark == BLANKS and line[:1] == b"\t"):
            continue
        cells = _cells(line, mark)
        if mark == BLANKS and not any(_TITLE.whole(cell) for _, _, cell in cells):
            continue
        if _is_header(line, cells, mark):
            return _collect_values(text, stop + 1, min(end, stop + LONGEST), mark, [cell for _, _, cell in cells], out)
    return first


def _collect_values(text: bytes, start: int, end: int, mark: bytes, titles: list[bytes], out: list[Span]) -> int:
    """Adds the values of rows below the named columns to `out`; returns where the rows end."""
    columns = [(number, name) for number, title in enumerate(titles) if (name := classify_name(title))]
    is_ruled = mark != b"|"
    is_login = any(_ACCOUNT.whole(title) for title in titles)
    while columns and start < end:
        stop = text.find(b"\n", start, min(end, start + WIDEST))
        stop = min(end, start + WIDEST) if stop < 0 else stop
        line = text[start:stop]
        cells = _cells(line, mark)
        if _RULE.whole(line):
            is_ruled = True
        elif len(cells) != len(titles):
            break
        else:
            for number, name in columns:
                is_header = is_ruled and (_PASS.begin(titles[number], 0, len(titles[number])) < 0 or is_login)
                span = _judge_cell(line, start, cells[number], name, is_header)
                if span:
                    out.append(span)
        start = stop + 1
    return start


_ACCOUNT: Final = Pattern(
    rb"(?i)(?:\w+[ _])?(?:user(?:[ _-]?name)?|login|account|e-?mail|host(?:name)?|server|benutzer(?:name)?|usuario)"
)
"""The title of a column of accounts, beside which `pass` is a password."""
_PASS: Final = Pattern(rb"(?i)pass(?:es|ed)?(?:[ ]|\z)")
"""The title of a column of verdicts."""


def _judge_cell(line: bytes, start: int, cell: tuple[int, int, bytes], name: Name, is_header: bool) -> Span | None:
    """The secret in a cell of a line that begins at `start`, under the name of its column.

    `is_header`: what names the column is a header for certain, so that a word alone is a password below it.
    """
    first, last, value = cell
    if not is_header and not any(char in DIGITS for char in value):
        return None  # a verdict, or a row without a line of titles above
    quoted = line[last - 1 : last] == b'"' or b" " in value
    written = is_header and name.password
    if not is_secret(
        value, strong=name.strong, quoted=quoted, exact=True, pair=True, written=written, credential=name.credential
    ):
        return None
    inner = start + line.find(value, first, last)
    return Span(inner, inner + len(value), "password" if name.password else "assigned-secret")


def is_headed(text: bytes, place: int) -> bool:
    """Whether the value at a place that looks drawn stands in a column whose header announces a secret."""
    row = _line(text, place)
    if row is None or row[0] == 0:
        return False
    start, stop = row
    mark = _find_mark(text[start:stop])
    if not mark:
        return False
    cells = _cells(text[start:stop], mark)
    column = _find_column(cells, place - start)
    titles = _find_titles(text, start, mark, len(cells)) if len(cells) > 1 and column >= 0 else []
    name = classify_name(titles[column]) if titles else None
    return name is not None and looks_drawn(cells[column][2])


def _find_mark(line: bytes) -> bytes:
    """The mark that parts the cells of a row; empty for a line that is no row."""
    mark = next((sign for sign in MARKS if sign in line), b"")
    return b"" if mark != b"|" and line[:1] in b" \t" else mark


def _find_column(cells: list[tuple[int, int, bytes]], place: int) -> int:
    """The number of the cell that holds a place of the line; -1 for none."""
    for number, (first, last, _) in enumerate(cells):
        if first <= place < last:
            return number
    return -1


def _find_titles(text: bytes, start: int, mark: bytes, width: int) -> list[bytes]:
    """The titles of the table of which a row of so many cells begins at `start`; empty where none is to be seen."""
    top = _table_top(text, start)
    for _ in range(3):
        if top < 0 or top >= start:
            break
        stop = text.find(b"\n", top, start)
        line = text[top : min(stop, top + WIDEST)]
        cells = _cells(line, mark)
        if len(cells) == width and _is_header(line, cells, mark):
            return [title for _, _, title in cells]
        if mark in text[top:stop]:
            break
        top = stop + 1  # a title or a fence stands above the table
    return []


def _table_top(text: bytes, start: int) -> int:
    """Where the block of lines begins that holds the row at `start`; -1 where that is too far up to see."""
    low = max(0, start - BACK)
    blank = max(text.rfind(b"\n\n", low, start), text.rfind(b"\r\n\r\n", low, start))
    if blank < 0:
        return -1 if low else 0
    if text[blank : blank + 1] == b"\r":
        blank = text.find(b"\n", blank + 1)
    return blank + 2


def _is_header(line: bytes, cells: list[tuple[int, int, bytes]], mark: bytes) -> bool:
    """Whether a line is names of columns: in Markdown any cells, elsewhere names only, from the edge of the page on."""
    names = [cell for _, _, cell in cells]
    if len(names) < 2 or not all(_CELL.whole(name) for name in names):
        return False
    if mark == b"|":
        return True
    if mark in b";," and (line.rstrip()[-1:] == b"." or any(cell.count(b" ") > 2 for cell in names)):
        return False
    if line[:1] in _INDENTED or _STATEMENT.begin(line, 0, len(line)) >= 0:
        return False
    return all(names) and len(set(names)) == len(names)


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


_WORDS: Final = Pattern(rb"[^\s]+(?:[ ][^\s]+)*")


def _cells(line: bytes, mark: bytes) -> list[tuple[int, int, bytes]]:
    """Begin, end and value of every cell."""
    out: list[tuple[int, int, bytes]] = []
    position = 0
    if mark == BLANKS:
        return [(*groups[0], line[slice(*groups[0])].strip(_EDGES)) for groups in _WORDS.each(line, 0, len(line))]
    for part in line.split(mark):
        out.append((position, position + len(part), part.strip(_EDGES)))
        position += len(part) + 1
    if mark == b"|":
        if out and not out[0][2]:
            out = out[1:]
        if out and not out[-1][2]:
            out = out[:-1]
    return out


INSERT: Final = Pattern(
    rb"(?i)\b(?:insert|replace)[ \t]+(?:ignore[ \t]+)?into[ \t]+[\w.\"`\[\]]+\s*\(([^()]+)\)\s*(?:output[^()"
    rb"]{1,80})?values\s*"
    rb"((?:\((?:[^()'\"]|'(?:[^']|'')*'|\"[^\"]*\"|\([^()]*\))*\)[,\s]*)+)"
)
"""A statement that inserts rows. Groups: names of columns, rows of values."""
INSERTING: Final = rb"(?i:\b(?:insert|replace)[ \t]+(?:ignore[ \t]+)?into[ \t]+)"
_VALUE: Final = Pattern(rb"\s*([NEn]?'((?:[^']|'')*)'|\"([^\"]*)\"|(?:[^(),'\"]|\([^()]*\))+)\s*([,)])")


def judge_insert(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Values of a statement that stand in the places of columns that announce a secret."""
    titles = [title.strip(b' \t\r\n"`[]') for title in text[slice(*groups[1])].split(b",")]
    columns = {number: named for number, title in enumerate(titles) if (named := classify_name(title))}
    position, end = groups[2]
    number = 0
    while columns and position < end:
        start = text.find(b"(", position, end) if not number else position
        cell = _VALUE.find(text, start + (not number), end) if start >= 0 else None
        if not cell:
            return
        inner = _inner_of(cell)
        named = columns.get(number)
        if named and inner[0] >= 0 and is_secret(text[slice(*inner)], strong=named.strong, quoted=True, pair=True):
            yield Span(*inner, name)
        position = cell[0][1]
        number = 0 if text[position - 1 : position] == b")" else number + 1


def _inner_of(groups: Spans) -> tuple[int, int]:
    """The value between quotes."""
    return next((group for group in groups[2:4] if group[0] >= 0), (-1, -1))
