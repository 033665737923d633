"""A managed block: our lines between two marker lines in a foreign text file.

All functions are pure and work on bytes. For any line endings, byte order mark or missing final newline,
`revert(apply(data)) == data`, and every byte outside the block stays as it is. The file itself shows how much white
space was set around the block: a file that had no final newline has none after the block either.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from backstory.model.errors import BackstoryError, NewerFormat
from backstory.model.late_pattern import late_pattern
from backstory.model.text import clean_text

BEGIN: Final = "<!-- backstory:begin v1 -->"
END: Final = "<!-- backstory:end -->"
BOM: Final = b"\xef\xbb\xbf"

State = Literal["present", "edited", "missing", "broken"]
"""The state of an edit: as we wrote it, changed since, gone, or unreadable."""


class Marks(NamedTuple):
    """The two lines around a block.

    `pattern` finds the begin line (group 1 is its version, where it has one), `gap` is the number of blank lines
    between foreign text and ours, `fenced` says that marks within a closed Markdown code fence are only quoted.
    """

    begin: str
    end: str
    pattern: re.Pattern[bytes]
    gap: int
    fenced: bool


MARKDOWN: Final = Marks(BEGIN, END, re.compile(rb"<!-- backstory:begin v(\d+)(?: [^>]*)?-->"), 1, True)
_ANY_MARK: Final = late_pattern(r"<!--(?=\s*backstory:(?:begin|end))")
_FENCE: Final = late_pattern(rb" {0,3}(`{3,}|~{3,})([^\r\n]*)")


class _Mark(NamedTuple):
    """A begin or end line, without its line ending, and the version and line ending that it has."""

    start: int
    end: int
    newline: bytes
    version: int


class Region(NamedTuple):
    """The place of a block: from the first byte of its begin line to the last of its end line, without that newline."""

    start: int
    end: int
    newline: bytes


def apply(
    data: bytes, text: str, *, was: str = "", top: bool = False, marks: Marks = MARKDOWN, name: str = "file"
) -> tuple[bytes, str]:
    """Sets or replaces the block: (the new bytes, the fragment that was added to them, white space included).

    `was` is the fragment that an earlier call returned; `top` puts a new block first in the file. Raises BackstoryError
    when the file has more than one block, half of one, or is not text.
    """
    if b"\0" in data:
        raise BackstoryError(f"`{name}` is not UTF-8 text", hint="save it as UTF-8, then run `backstory init` again")
    region = find(data, marks=marks, name=name)
    newline = region.newline if region else line_ending(data)
    block = _block(text, newline, marks)
    if region:
        lead, trail = _around(data, region, was, marks)
        out = data[: region.start] + block + data[region.end :]
        fragment = data[region.start - lead : region.start] + block + data[region.end : region.end + trail]
    else:
        before, after, position = _place_new(data, newline, marks, top=top)
        fragment = before + block + after
        out = data[:position] + fragment + data[position:]
    written = find(out, marks=marks, name=name)
    if not written or out[written.start : written.end] != block:
        raise BackstoryError(
            f"`{name}` ends inside a code fence or a quotation, so a block cannot be recognised there",
            hint=f"close the fence (a line of three backticks) in `{name}`, then run `backstory init` again",
        )
    return out, fragment.decode("utf-8", "surrogateescape")


def _place_new(data: bytes, newline: bytes, marks: Marks, *, top: bool) -> tuple[bytes, bytes, int]:
    """(white space before a new block, white space after it, position)."""
    bom = len(BOM) if data.startswith(BOM) else 0
    if len(data) <= bom:
        return b"", newline, len(data)
    if top:
        return b"", newline * (1 + marks.gap), bom
    if data.endswith(b"\n"):
        return newline * marks.gap, newline, len(data)
    return newline * (1 + marks.gap), b"", len(data)


def revert(data: bytes, *, was: str = "", marks: Marks = MARKDOWN, name: str = "file") -> bytes:
    """Removes the block and the white space that was set around it. Without a block the bytes are unchanged."""
    fragment = was.encode("utf-8", "surrogateescape")
    if fragment and data.count(fragment) == 1:
        return data.replace(fragment, b"")
    region = find(data, marks=marks, name=name)
    if not region:
        return data
    lead, trail = _around(data, region, was, marks)
    return data[: region.start - lead] + data[region.end + trail :]


def text(data: bytes, *, marks: Marks = MARKDOWN, name: str = "file") -> str | None:
    """The text between the markers, with `\\n` line endings. None without a block."""
    region = find(data, marks=marks, name=name)
    if not region:
        return None
    inside = data[region.start : region.end].decode("utf-8", "replace").replace("\r\n", "\n")
    return "\n".join(inside.split("\n")[1:-1])


def state(data: bytes, *, was: str = "", marks: Marks = MARKDOWN, name: str = "file") -> State:
    """Whether the block is there, and as `was` left it. Never raises."""
    try:
        region = find(data, marks=marks, name=name)
    except BackstoryError:
        return "broken"
    if not region:
        return "missing"
    block = data[region.start : region.end]
    return "present" if not was or block == _core(was) else "edited"


def find(data: bytes, *, marks: Marks = MARKDOWN, name: str = "file") -> Region | None:
    """Where the block is. Raises BackstoryError for two blocks, half of one, or a newer format."""
    if marks.pattern.search(data) is None and marks.end.encode() not in data:
        return None
    begins, ends = _scan_all(data, marks)
    if not begins and not ends:
        return None
    _ensure_pair(begins, ends, marks, name)
    begin = begins[0]
    if begin.version > 1:
        raise NewerFormat(f"the block in `{name}` has format {begin.version}, this version knows 1")
    return Region(begin.start, ends[0].end, begin.newline)


def _ensure_pair(begins: "Sequence[_Mark]", ends: "Sequence[_Mark]", marks: Marks, name: str) -> None:
    """Raises `BackstoryError` unless there is one begin marker with one end marker behind it."""
    if len(begins) != 1 or len(ends) != 1 or ends[0].start < begins[0].start:
        raise BackstoryError(
            f"`{name}` has {len(begins)} begin and {len(ends)} end markers of a block, where one of each is expected",
            hint=f"keep one pair `{marks.begin}` and `{marks.end}` in `{name}`, or none, "
            "then run `backstory init` again",
        )


def line_ending(data: bytes) -> bytes:
    """The line ending that most lines of `data` have."""
    windows = data.count(b"\r\n")
    return b"\r\n" if windows > data.count(b"\n") - windows else b"\n"


def _scan_all(data: bytes, marks: Marks) -> tuple[list[_Mark], list[_Mark]]:
    """(begin marks, end marks) outside of code fences. A fence that is never closed quotes nothing."""
    plain: set[int] = set()
    while True:
        begins, ends, unclosed = _scan(data, marks, plain)
        if begins or ends or unclosed < 0:
            return begins, ends
        plain.add(unclosed)


def _scan(data: bytes, marks: Marks, plain: set[int]) -> tuple[list[_Mark], list[_Mark], int]:
    """(begin marks, end marks, where a fence opens that is not closed, or -1), without the fences in `plain`."""
    begins: list[_Mark] = []
    ends: list[_Mark] = []
    fence, opened = b"", -1
    inside = False  # between a begin and an end line no fence counts, also where the pair itself is only quoted
    end_mark = marks.end.encode()
    start = len(BOM) if data.startswith(BOM) else 0
    for line in _lines(data, start):
        bare = line.strip(b" \t\r\n")
        begin = marks.pattern.fullmatch(bare)
        if begin or bare == end_mark:
            inside = begin is not None
            if not fence:
                (begins if begin else ends).append(_mark_of(line, start, begin))
        elif marks.fenced and not inside and start not in plain:
            after = _fence_after(line, fence)
            if after != fence:
                fence, opened = after, start if after else -1
        start += len(line)
    return begins, ends, opened


def _lines(data: bytes, start: int) -> Iterator[bytes]:
    """The lines of `data` from a position on, each with its line feed."""
    while start < len(data):
        after = data.find(b"\n", start) + 1 or len(data)
        yield data[start:after]
        start = after


def _mark_of(line: bytes, start: int, begin: re.Match[bytes] | None) -> _Mark:
    version = int(begin[1]) if begin and begin.re.groups else 1
    newline = b"\r\n" if line.endswith(b"\r\n") else b"\n"
    return _Mark(start, start + len(line.rstrip(b"\r\n")), newline, version)


def _fence_after(line: bytes, fence: bytes) -> bytes:
    """The code fence that is open after a line; `fence` is the one before it, empty for none."""
    match = _FENCE.match(line)
    if not match:
        return fence
    if fence:
        return b"" if match[1].startswith(fence) and not match[2].strip() else fence
    return b"" if match[1].startswith(b"`") and b"`" in match[2] else match[1]


def _around(data: bytes, region: Region, was: str, marks: Marks) -> tuple[int, int]:
    """How many bytes before and after the block are ours: those of the fragment `was`, else by the rule of `apply`."""
    before, after, newline = data[: region.start], data[region.end :], region.newline
    if was:
        fragment = was.encode("utf-8", "surrogateescape")
        leading, _, trailing = fragment.partition(_core(was))
        return _length_at_end(before, leading), _length_at_start(after, trailing)
    return _around_by_rule(before, after, newline, newline * marks.gap)


def _around_by_rule(before: bytes, after: bytes, newline: bytes, blank: bytes) -> tuple[int, int]:
    """The same by the rule of `apply`."""
    if before in (b"", BOM):
        both = newline + blank
        trail = both if after.startswith(both) and after != both else newline
        return 0, _length_at_start(after, trail)
    if not after:
        return _length_at_end(before, newline + blank) or _length_at_end(before, newline), 0
    lead = blank if before.endswith(blank) and before[: len(before) - len(blank)].endswith(b"\n") else b""
    return len(lead), _length_at_start(after, newline)


def _length_at_start(data: bytes, part: bytes) -> int:
    return len(part) if data.startswith(part) else 0


def _length_at_end(data: bytes, part: bytes) -> int:
    return len(part) if data.endswith(part) else 0


def _core(fragment: str) -> bytes:
    """A fragment without the white space around it."""
    return fragment.encode("utf-8", "surrogateescape").strip(b"\r\n")


def _block(text: str, newline: bytes, marks: Marks) -> bytes:
    plain = clean_text(text).strip("\n")
    lines = [marks.begin, *(plain.split("\n") if plain else []), marks.end]
    inside = [_ANY_MARK.sub("&lt;!--", line) if marks.fenced else line for line in lines[1:-1]]
    return newline.join(line.encode("utf-8", "replace") for line in (lines[0], *inside, lines[-1]))
