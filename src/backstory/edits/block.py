"""A managed block: our lines between two marker lines in a foreign text file.

All functions are pure and work on bytes. For any line endings, byte order mark or missing final newline,
`take(put(data)) == data`, and every byte outside the block stays as it is. The file itself shows how much white space
was set around the block: a file that had no final newline has none after the block either.
"""

import re
from typing import Final, Literal, NamedTuple

from backstory.model.errors import BackstoryError, NewerFormat
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
_ANY_MARK: Final = re.compile(r"<!--(?=\s*backstory:(?:begin|end))")
_FENCE: Final = re.compile(rb" {0,3}(`{3,}|~{3,})([^\r\n]*)")


class Region(NamedTuple):
    """The place of a block: from the first byte of its begin line to the last of its end line, without that newline."""

    start: int
    end: int
    newline: bytes


def put(
    data: bytes, text: str, *, was: str = "", top: bool = False, marks: Marks = MARKDOWN, name: str = "file"
) -> tuple[bytes, str]:
    """Sets or replaces the block: (the new bytes, the fragment that was added to them, white space included).

    `was` is the fragment that an earlier call returned; `top` puts a new block first in the file. Raises BackstoryError
    when the file has more than one block, half of one, or is not text.
    """
    if b"\0" in data:
        raise BackstoryError(f"`{name}` is not UTF-8 text", hint="save it as UTF-8, then run `backstory install` again")
    region = find(data, marks=marks, name=name)
    newline = region.newline if region else line_ending(data)
    block = _block(text, newline, marks)
    if region:
        lead, trail = _around(data, region, was, marks)
        out = data[: region.start] + block + data[region.end :]
        fragment = data[region.start - lead : region.start] + block + data[region.end : region.end + trail]
    else:
        bom = len(BOM) if data.startswith(BOM) else 0
        before, after, at = b"", newline, len(data)
        if len(data) > bom:
            if top:
                after, at = newline * (1 + marks.gap), bom
            elif data.endswith(b"\n"):
                before = newline * marks.gap
            else:
                before, after = newline * (1 + marks.gap), b""
        fragment = before + block + after
        out = data[:at] + fragment + data[at:]
    found = find(out, marks=marks, name=name)
    if not found or out[found.start : found.end] != block:
        raise BackstoryError(
            f"`{name}` ends inside a code fence or a quotation, so a block cannot be recognised there",
            hint=f"close the fence (a line of three backticks) in `{name}`, then run `backstory install` again",
        )
    return out, fragment.decode("utf-8", "surrogateescape")


def take(data: bytes, *, was: str = "", marks: Marks = MARKDOWN, name: str = "file") -> bytes:
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
    return "present" if not was or block == _core(was, marks) else "edited"


def find(data: bytes, *, marks: Marks = MARKDOWN, name: str = "file") -> Region | None:
    """Where the block is. Raises BackstoryError for two blocks, half of one, or a newer format."""
    if marks.pattern.search(data) is None and marks.end.encode() not in data:
        return None
    plain: set[int] = set()
    while True:
        begins, ends, unclosed = _scan(data, marks, plain)
        if begins or ends or unclosed < 0:
            break
        plain.add(unclosed)  # a fence that is never closed quotes nothing
    if not begins and not ends:
        return None
    hint = f"keep one pair `{marks.begin}` and `{marks.end}` in `{name}`, or none, then run `backstory install` again"
    if len(begins) != 1 or len(ends) != 1 or ends[0][0] < begins[0][0]:
        raise BackstoryError(
            f"`{name}` has {len(begins)} begin and {len(ends)} end markers of a block, where one of each is expected",
            hint=hint,
        )
    start, _, newline, version = begins[0]
    if version > 1:
        raise NewerFormat(f"the block in `{name}` has format {version}, this version knows 1")
    return Region(start, ends[0][1], newline)


def line_ending(data: bytes) -> bytes:
    """The line ending that most lines of `data` have."""
    windows = data.count(b"\r\n")
    return b"\r\n" if windows > data.count(b"\n") - windows else b"\n"


def _scan(
    data: bytes, marks: Marks, plain: set[int]
) -> tuple[list[tuple[int, int, bytes, int]], list[tuple[int, int]], int]:
    """Marks outside of code fences: begins (start, end, newline, version), ends (start, end), an open fence or -1."""
    begins: list[tuple[int, int, bytes, int]] = []
    ends: list[tuple[int, int]] = []
    fence, opened = b"", -1
    inside = False  # between a begin and an end line no fence counts, also where the pair itself is only quoted
    end_mark = marks.end.encode()
    at = len(BOM) if data.startswith(BOM) else 0
    while at < len(data):
        stop = data.find(b"\n", at)
        after = len(data) if stop < 0 else stop + 1
        line = data[at:after]
        bare = line.strip(b" \t\r\n")
        last = at + len(line.rstrip(b"\r\n"))
        begin = marks.pattern.fullmatch(bare)
        if fence and (begin or bare == end_mark):
            inside = begin is not None
        elif begin:
            version = int(begin[1]) if marks.pattern.groups else 1
            begins.append((at, last, b"\r\n" if line.endswith(b"\r\n") else b"\n", version))
            inside = True
        elif bare == end_mark:
            ends.append((at, last))
            inside = False
        elif marks.fenced and not inside and at not in plain:
            found = _FENCE.match(line)
            if fence:
                if found and found[1].startswith(fence) and not found[2].strip():
                    fence, opened = b"", -1
            elif found and not (found[1].startswith(b"`") and b"`" in found[2]):
                fence, opened = found[1], at
        at = after
    return begins, ends, opened


def _around(data: bytes, region: Region, was: str, marks: Marks) -> tuple[int, int]:
    """How many bytes before and after the block are ours: those of the fragment `was`, else by the rule of `put`."""
    before, after, newline = data[: region.start], data[region.end :], region.newline
    if was:
        fragment = was.encode("utf-8", "surrogateescape")
        core = _core(was, marks)
        lead, _, trail = fragment.partition(core)
        return (len(lead) if before.endswith(lead) else 0), (len(trail) if after.startswith(trail) else 0)
    blank = newline * marks.gap
    if before in (b"", BOM):
        both = newline + blank
        return 0, len(both) if after.startswith(both) and after != both else len(newline) * after.startswith(newline)
    if not after:
        lead = newline + blank
        return (len(lead) if before.endswith(lead) else len(newline) * before.endswith(newline)), 0
    lead = blank if before.endswith(blank) and before[: len(before) - len(blank)].endswith(b"\n") else b""
    return len(lead), len(newline) if after.startswith(newline) else 0


def _core(fragment: str, marks: Marks) -> bytes:
    """A fragment without the white space around it."""
    return fragment.encode("utf-8", "surrogateescape").strip(b"\r\n")


def _block(text: str, newline: bytes, marks: Marks) -> bytes:
    plain = clean_text(text).strip("\n")
    lines = [marks.begin, *(plain.split("\n") if plain else []), marks.end]
    inside = [_ANY_MARK.sub("&lt;!--", line) if marks.fenced else line for line in lines[1:-1]]
    return newline.join(line.encode("utf-8", "replace") for line in (lines[0], *inside, lines[-1]))
