"""Splits a record file into front-matter entries, line by line, and the unchanged body.

It does not know the meaning of keys. Reading is lenient and never fails: a missing fence, tabs, block lists, comments
and unresolved merge conflicts are understood and reported.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Final, NamedTuple

from backstory.store.scalars import normalize_text, read_key, write_key, write_list, write_scalar

FENCE: Final = "---"
BOM: Final = b"\xef\xbb\xbf"
CONFLICT: Final = "an unresolved merge conflict; both sides are read"
REPEATED: Final = " is given more than once: "
"""Part of a problem that a repeated key causes where all its values are understood."""
_FENCE: Final = FENCE.encode()
_OURS: Final = "<<<<<<<"
_BASE: Final = "|||||||"
_THEIRS: Final = "======="
_END: Final = ">>>>>>>"
_MANY: Final = 4096
"""Most lines that one key may go over; more is damage."""
_OPENS_NO_KEY: Final = frozenset((" ", "\t", "-", "#", ""))
"""First characters of lines that may be something else than `key: value`."""

Span = tuple[str, list[bytes]]
"""A key, and its line with the lines below that belong to it."""


class Problem(NamedTuple):
    """Something odd in a file, on a line counted from 1 (0: the file as a whole). Severity `error warning note`.

    `error`: something was lost or guessed. `warning`: read, but a person ought to look. `note`: only unusual.
    """

    line: int
    what: str
    severity: str = "warning"


class Entry(NamedTuple):
    """A key of front matter with the text after its colon, and the lines below that belong to it."""

    key: str
    value: str
    line: int
    more: tuple[str, ...] = ()


def text_of(data: bytes, problems: list[Problem]) -> str:
    """The text of a file: UTF-8, LF line ends, no NUL, whatever the bytes are."""
    if data.startswith(BOM):
        data = data[3:]
        problems.append(Problem(1, "begins with a byte order mark", "note"))
    try:
        text = data.decode()
    except UnicodeDecodeError as err:
        line = data.count(b"\n", 0, err.start) + 1
        problems.append(Problem(line, "is not UTF-8; the odd bytes are read as U+FFFD", "error"))
        text = data.decode("utf-8", "replace")
    if "\r" in text:
        problems.append(Problem(text.count("\n", 0, text.index("\r")) + 1, "has line ends other than LF", "note"))
    if "\0" in text:
        problems.append(Problem(text.count("\n", 0, text.index("\0")) + 1, "holds NUL, read as U+FFFD", "error"))
    return normalize_text(text)


def split_frontmatter(text: str, problems: list[Problem]) -> tuple[list[Entry], str]:
    """Front-matter entries and body of a text that is not blank."""
    return _split_plain(text, problems) or _split_any(list(enumerate(text.split("\n"), 1)), problems)


def _split_plain(text: str, problems: list[Problem]) -> tuple[list[Entry], str] | None:
    """Entries and body of a file as we write it: fenced and without conflicts. None for any other."""
    if not text.startswith("---\n"):
        return None
    end = text.find("\n---\n", 3)
    if end <= 0 or _OURS in text[:end]:
        return None
    header = text[4:end].split("\n") if end > 3 else []
    odd: list[Problem] = []
    entries, whole = _entries(enumerate(header, 2), odd)
    if not whole:
        return None
    problems.extend(odd)
    return entries, _body(text[end + 5 :], len(header) + 3, problems)


def _split_any(lines: list[tuple[int, str]], problems: list[Problem]) -> tuple[list[Entry], str]:
    """Entries and body of numbered lines, whatever was done to the file by hand or by a merge."""
    first = next(index for index, (_, line) in enumerate(lines) if line.strip())
    opening = lines[first][1]
    if opening.startswith(_OURS):
        return _both(lines, len(lines), problems)
    if opening.rstrip() != FENCE:
        problems.append(Problem(1, "has no front matter", "error"))
        return [], "\n".join(line for _, line in lines).removesuffix("\n")
    close, closed = close_of([line for _, line in lines], first)
    starts = sum(line.startswith(_OURS) for _, line in lines[first : close + 1])
    if starts:
        ends = sum(line.startswith(_END) for _, line in lines[first:close])
        return _both(lines, close if starts == ends else len(lines), problems)
    if not closed:
        problems.append(Problem(lines[first][0], "the front matter is not closed by a line `---`", "error"))
    entries, _ = _entries(lines[first + 1 : close], problems)
    after = close + closed
    return entries, _body("\n".join(line for _, line in lines[after:]), after + 1, problems)


def close_of(lines: Sequence[str], first: int) -> tuple[int, bool]:
    """Index of the closing fence and True, or of the line where the body begins and False.

    Without a fence the header ends at the first blank line that is followed by something else than a header line.
    """
    blank = -1
    for index in range(first + 1, len(lines)):
        line = lines[index].rstrip()
        if line == FENCE:
            return index, True
        if not line:
            if blank < 0:
                blank = index
        elif blank >= 0 and not _is_header(line):
            break
    return (blank if blank >= 0 else len(lines)), False


def edit_frontmatter(
    data: bytes,
    changes: Mapping[str, str | Sequence[str] | None],
    order: Mapping[str, int],
    elsewhere: int,
    fixed: AbstractSet[str] = frozenset(),
) -> bytes:
    """Adds, replaces or (for None or an empty list) removes the lines of the given keys; keeps all other lines.

    A new key goes before the first one that `order` places later; keys that `order` lacks go to `elsewhere`. If that
    is beside a key that is not one of `fixed`, it goes to the next place between two fixed ones: git merges the change
    of a line with that of another one only if an unchanged line lies between them. Repeated keys become one line.
    """
    bom = BOM if data.startswith(BOM) else b""
    lines = data[len(bom) :].split(b"\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    end = b"\r" if lines[first].endswith(b"\r") else b""
    lines, first, close = _ensure_fences(lines, first, end)
    spans = _spans(lines[first + 1 : close])
    for key, value in changes.items():
        line = None if value is None or value in ([], ()) else _line(key, value) + end
        places = [index for index, (name, _) in enumerate(spans) if name == key]
        position = places[0] if places else _find_place(spans, order.get(key, elsewhere), order, elsewhere, fixed)
        spans = [span for span in spans if span[0] != key]
        if line is not None:
            spans.insert(position, (key, [line]))
    middle = chain.from_iterable(part for _, part in spans)
    return bom + b"\n".join([*lines[: first + 1], *middle, *lines[close:]])


def _ensure_fences(lines: list[bytes], first: int, end: bytes) -> tuple[list[bytes], int, int]:
    """(lines, index of the opening fence, index of the closing one), with fences that were missing."""
    if lines[first].rstrip() != _FENCE:
        return [_FENCE + end, _FENCE + end, *lines], 0, 1
    close, closed = close_of([line.decode("utf-8", "replace") for line in lines], first)
    if not closed:
        lines.insert(close, _FENCE + end)
        if close == len(lines) - 1:
            lines.append(b"")
    return lines, first, close


def _find_place(
    spans: Sequence[Span], place: int, order: Mapping[str, int], elsewhere: int, fixed: AbstractSet[str]
) -> int:
    """Index at which a new key of that place in the order is inserted."""
    later = (index for index, (name, _) in enumerate(spans) if name and order.get(name, elsewhere) > place)
    first = next(later, len(spans))

    def is_apart(index: int) -> bool:
        before = not index or spans[index - 1][0] in fixed
        return before and (index == len(spans) or spans[index][0] in fixed)

    return next(filter(is_apart, range(first, len(spans) + 1)), first)


def _is_header(line: str) -> bool:
    if line[0] in " \t#" or line.startswith(("- ", _OURS, _BASE, _THEIRS, _END)):
        return True
    return bool(read_key(line)[0])


def _both(lines: list[tuple[int, str]], until: int, problems: list[Problem]) -> tuple[list[Entry], str]:
    """Reads the two sides of the conflicts in the first `until` lines as one: entries of both, bodies of both."""
    entries: list[Entry] = []
    bodies: list[str] = []
    odd: list[Problem] = []
    for part in _separate_sides(lines, until, problems):
        side_entries, body = _one_side(part, odd)
        entries.extend(entry for entry in side_entries if entry not in entries)
        if body and body not in bodies:
            bodies.append(body)
    problems.extend(dict.fromkeys(odd))
    return entries, "\n\n".join(bodies)


def _separate_sides(
    lines: list[tuple[int, str]], until: int, problems: list[Problem]
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The numbered lines of our side and those of the other side; lines outside of conflicts are in both."""
    ours: list[tuple[int, str]] = []
    theirs: list[tuple[int, str]] = []
    side = ""
    for index, (number, line) in enumerate(lines):
        after = _side_after(line, side) if index < until else None
        if after is not None:
            if line.startswith(_OURS):
                problems.append(Problem(number, CONFLICT, "error"))
            side = after
            continue
        if side in ("", "ours"):
            ours.append((number, line))
        if side in ("", "theirs"):
            theirs.append((number, line))
    return ours, theirs


def _side_after(line: str, side: str) -> str | None:
    """The side of a conflict that begins after a marker line (empty: none). None for a line that is not a marker."""
    if line.startswith(_OURS):
        return "ours"
    if not side:
        return None
    if line.startswith(_BASE):
        return "base"
    if line.rstrip() == _THEIRS:
        return "theirs"
    return "" if line.startswith(_END) else None


def _one_side(lines: list[tuple[int, str]], problems: list[Problem]) -> tuple[list[Entry], str]:
    first = next((index for index, (_, line) in enumerate(lines) if line.strip()), -1)
    if first < 0:
        return [], ""
    if lines[first][1].rstrip() != FENCE:
        problems.append(Problem(lines[first][0], "has no front matter", "error"))
        return [], "\n".join(line for _, line in lines).removesuffix("\n")
    close, closed = close_of([line for _, line in lines], first)
    if not closed:
        problems.append(Problem(lines[first][0], "the front matter is not closed by a line `---`", "error"))
    entries, _ = _entries(lines[first + 1 : close], problems)
    return entries, "\n".join(line for _, line in lines[close + closed :]).removesuffix("\n")


def _body(text: str, line: int, problems: list[Problem]) -> str:
    """Reports damage in the body, which is never changed."""
    if _OURS in text and _THEIRS in text and _END in text:
        begin = _find_conflict(text)
        if begin is not None:
            problems.append(Problem(line + begin, "looks like an unresolved merge conflict; kept as text", "warning"))
    if text.startswith("---\n"):
        end = text.find("\n---\n", 3)
        if end > 0 and "\nid: " in text[:end]:
            problems.append(Problem(line, "a second front matter; kept as text", "warning"))
    return text.removesuffix("\n")


def _find_conflict(text: str) -> int | None:
    """Index of the line where the first whole conflict begins: a line for each of its three markers, in order."""
    begin: int | None = None
    divided = False
    for index, line in enumerate(text.split("\n")):
        mark = line[:7]
        if mark == _OURS:
            begin, divided = index, False
        elif divided and mark == _END:
            return begin
        elif begin is not None and not divided:
            divided = line.rstrip() == _THEIRS
    return None


def _entries(lines: Iterable[tuple[int, str]], problems: list[Problem]) -> tuple[list[Entry], bool]:
    """Entries of header lines; False if a line after a blank one is not an entry, as with a missing fence."""
    out: list[Entry] = []
    more: list[str] = []
    blank, whole = False, True
    for number, line in lines:
        first = line[:1]
        if first in _OPENS_NO_KEY or line.isspace():  # a test of one character spares most lines the others
            if not line.strip():
                blank = True
                continue
            if first == "#":
                continue
            if out and _belongs_above(line):
                if len(more) < _MANY:
                    more.append(line)
                continue
        key, value = read_key(line)
        if not key:
            whole = whole and not blank
            problems.append(Problem(number, "is no `key: value` line; ignored", "warning"))
            continue
        if more:
            out[-1] = out[-1]._replace(more=tuple(more))
            more = []
        out.append(Entry(key, value, number))
    if more:
        out[-1] = out[-1]._replace(more=tuple(more))
    return out, whole


def _belongs_above(line: str) -> bool:
    """Whether a header line that is not blank continues the key above it: it is indented, or an item of a list."""
    return line[0] in " \t" or line.startswith("- ") or line == "-"


def _spans(lines: Sequence[bytes]) -> list[Span]:
    """Header lines by the key they belong to; comments and blank lines have the key empty."""
    out: list[Span] = []
    for raw in lines:
        line = raw.decode("utf-8", "replace").rstrip("\r")
        if not line.strip() or line[0] == "#":
            out.append(("", [raw]))
        elif not _belongs_above(line):
            out.append((read_key(line)[0], [raw]))
        elif out and out[-1][0]:
            out[-1][1].append(raw)
        else:
            out.append(("", [raw]))
    return out


def _line(key: str, value: str | Sequence[str]) -> bytes:
    text = (
        write_scalar(normalize_text(value))
        if isinstance(value, str)
        else write_list([normalize_text(v) for v in value])
    )
    return f"{write_key(key)}: {text}".encode("utf-8", "replace")
