"""Splits a record file into front-matter entries, line by line, and the unchanged body.

It does not know the meaning of keys. Reading is lenient and never fails: a missing fence, tabs, block lists, comments
and unresolved merge conflicts are understood and reported.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.store.scalars import normalize_text, read_key, write_key, write_list, write_scalar

FENCE: Final = "---"
BOM: Final = b"\xef\xbb\xbf"
CONFLICT: Final = "an unresolved merge conflict; both sides are read"
REPEATED: Final = " (is there again)"
"""How a problem ends that a key named twice causes, where both values are understood."""
_FENCE: Final = FENCE.encode()
_OURS: Final = "<<<<<<<"
_BASE: Final = "|||||||"
_THEIRS: Final = "======="
_END: Final = ">>>>>>>"
_MANY: Final = 4096
"""Most lines that one key may go over; more is damage."""


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
    if text.startswith("---\n"):
        end = text.find("\n---\n", 3)
        if end > 0 and _OURS not in text[:end]:
            found: list[Problem] = []
            header = text[4:end].split("\n") if end > 3 else []
            entries, whole = _entries(enumerate(header, 2), found)
            if whole:
                problems.extend(found)
                return entries, _body(text[end + 5 :], len(header) + 3, problems)
    lines = list(enumerate(text.split("\n"), 1))
    first = next(i for i, (_, line) in enumerate(lines) if line.strip())
    opening = lines[first][1]
    if opening.startswith(_OURS):
        return _both(lines, len(lines), problems)
    if opening.rstrip() != FENCE:
        problems.append(Problem(1, "has no front matter", "error"))
        return [], text.removesuffix("\n")
    close, closed = close_of([line for _, line in lines], first)
    starts = [i for i in range(first, min(close + 1, len(lines))) if lines[i][1].startswith(_OURS)]
    if starts:
        ends = [i for i in range(first, close) if lines[i][1].startswith(_END)]
        return _both(lines, close if len(starts) == len(ends) else len(lines), problems)
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
    for i in range(first + 1, len(lines)):
        line = lines[i].rstrip()
        if line == FENCE:
            return i, True
        if not line:
            if blank < 0:
                blank = i
        elif blank >= 0 and not _is_header(line):
            break
    return (blank if blank >= 0 else len(lines)), False


def edit_frontmatter(
    data: bytes, changes: Mapping[str, str | Sequence[str] | None], order: Mapping[str, int], elsewhere: int
) -> bytes:
    """Adds, replaces or (for None or an empty list) removes the lines of the given keys; keeps all other lines.

    A new key goes before the first one that `order` places later; keys that `order` lacks go to `elsewhere`.
    Repeated keys become one line.
    """
    bom = BOM if data.startswith(BOM) else b""
    lines = data[len(bom) :].split(b"\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    end = b"\r" if lines[first].endswith(b"\r") else b""
    if lines[first].rstrip() != _FENCE:
        lines = [_FENCE + end, _FENCE + end, *lines]
        first, close, closed = 0, 1, True
    else:
        close, closed = close_of([line.decode("utf-8", "replace") for line in lines], first)
    if not closed:
        lines.insert(close, _FENCE + end)
        if close == len(lines) - 1:
            lines.append(b"")
    spans = _spans(lines[first + 1 : close])
    for key, value in changes.items():
        new = None if value is None or value in ([], ()) else _line(key, value) + end
        mine = [i for i, (name, _) in enumerate(spans) if name == key]
        place = order.get(key, elsewhere)
        later = [i for i, (name, _) in enumerate(spans) if name and order.get(name, elsewhere) > place]
        at = (*mine, *later, len(spans))[0]
        spans = [s for i, s in enumerate(spans) if i not in mine]
        if new is not None:
            spans.insert(at, (key, [new]))
    middle = [line for _, part in spans for line in part]
    return bom + b"\n".join([*lines[: first + 1], *middle, *lines[close:]])


def _is_header(line: str) -> bool:
    if line[0] in " \t#" or line.startswith(("- ", _OURS, _BASE, _THEIRS, _END)):
        return True
    return bool(read_key(line)[0])


def _both(lines: list[tuple[int, str]], until: int, problems: list[Problem]) -> tuple[list[Entry], str]:
    """Reads the two sides of the conflicts in the first `until` lines as one: entries of both, bodies of both."""
    sides: tuple[list[tuple[int, str]], list[tuple[int, str]]] = [], []
    side = ""
    for i, (number, line) in enumerate(lines):
        if i < until:
            if line.startswith(_OURS):
                side = "ours"
                problems.append(Problem(number, CONFLICT, "error"))
                continue
            if side and line.startswith(_BASE):
                side = "base"
                continue
            if side and line.rstrip() == _THEIRS:
                side = "theirs"
                continue
            if side and line.startswith(_END):
                side = ""
                continue
        if side in ("", "ours"):
            sides[0].append((number, line))
        if side in ("", "theirs"):
            sides[1].append((number, line))
    entries: list[Entry] = []
    bodies: list[str] = []
    odd: list[Problem] = []
    for part in sides:
        found, body = _one_side(part, odd)
        entries.extend(e for e in found if e not in entries)
        if body and body not in bodies:
            bodies.append(body)
    problems.extend(dict.fromkeys(odd))
    return entries, "\n\n".join(bodies)


def _one_side(lines: list[tuple[int, str]], problems: list[Problem]) -> tuple[list[Entry], str]:
    first = next((i for i, (_, line) in enumerate(lines) if line.strip()), -1)
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
        at = wanted = 0
        for i, here in enumerate(text.split("\n")):
            mark = here[:7]
            if mark == _OURS:
                at, wanted = i, 1
            elif wanted == 1 and here.rstrip() == _THEIRS:
                wanted = 2
            elif wanted == 2 and mark == _END:
                problems.append(Problem(line + at, "looks like an unresolved merge conflict; kept as text", "warning"))
                break
    if text.startswith("---\n"):
        end = text.find("\n---\n", 3)
        if end > 0 and "\nid: " in text[:end]:
            problems.append(Problem(line, "a second front matter; kept as text", "warning"))
    return text.removesuffix("\n")


def _entries(lines: Iterable[tuple[int, str]], problems: list[Problem]) -> tuple[list[Entry], bool]:
    """Entries of header lines; False if a line after a blank one is not an entry, as with a missing fence."""
    out: list[Entry] = []
    more: list[str] = []
    blank, whole = False, True
    for number, line in lines:
        first = line[:1]
        if first in (" ", "\t", "-", "#", "") or line.isspace():
            if not line.strip():
                blank = True
                continue
            if first == "#":
                continue
            if out and (first in " \t" or line.startswith("- ") or line == "-"):
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


def _spans(lines: Sequence[bytes]) -> list[tuple[str, list[bytes]]]:
    """Header lines by the key they belong to; comments and blank lines have the key empty."""
    out: list[tuple[str, list[bytes]]] = []
    for raw in lines:
        line = raw.decode("utf-8", "replace").rstrip("\r")
        below = line.strip() and (line[0] in " \t" or line.startswith("- ") or line == "-")
        if below and out and out[-1][0]:
            out[-1][1].append(raw)
        else:
            key = "" if below or not line.strip() or line[0] == "#" else read_key(line)[0]
            out.append((key, [raw]))
    return out


def _line(key: str, value: str | Sequence[str]) -> bytes:
    text = (
        write_scalar(normalize_text(value))
        if isinstance(value, str)
        else write_list([normalize_text(v) for v in value])
    )
    return f"{write_key(key)}: {text}".encode("utf-8", "replace")
