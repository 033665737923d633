"""One entry of ours below a key at the top of a YAML file, such as `extensions:` or `read:`.

The entry goes right below its key, so what stands before and after keeps its bytes. A file without the key gets it
before its first content. An item of a list also joins a value on the key's own line: `read: a.md` becomes
`read: [a.md, ours]`. What is not plain block style otherwise is refused: it is never rewritten.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.edits.block import BOM, State, line_ending
from backstory.model.errors import BackstoryError
from backstory.model.late_pattern import late_pattern

_KEY: Final = late_pattern(rb"""(?:[\w.-]+|"[^"\\]*"|'[^']*')[ ]*:(?=\s|$)""")
_NAME: Final = late_pattern(rb"""^["']|["']?[ ]*$""")
_WORD: Final = (
    rb"""(?:(?!(?:null|true|false|yes|no|on|off)[ ]*(?:$|[ ]\#))(?:~/|[^\W\d]|[./])[\w./-]*|"[^"\\]*"|'[^']*')"""
)
"""A plain or quoted text that means the same inside brackets."""
_INLINE: Final = late_pattern(
    rb"(?P<one>%b)|(?P<none>\[\])|\[[ ]*%b(?:[ ]*,[ ]*%b)*(?P<end>)[ ]*\]" % (_WORD, _WORD, _WORD), re.IGNORECASE
)
"""A value on the key's own line: one text, an empty list, or a list of texts."""
_STEP: Final = b"  "
"""Indentation of our own lines."""


class _Place(NamedTuple):
    """Where the lines go, and the indentation of their first column. `indent` is None where the key is missing.

    On the key's own line `inline` takes the place of `replaced` bytes instead.
    """

    position: int
    indent: bytes | None
    inline: bytes = b""
    replaced: int = 0


class _Row(NamedTuple):
    """A line with content: its first byte, the byte after its line end, and its text without white space at the end."""

    start: int
    end: int
    text: bytes

    @property
    def indent(self) -> bytes:
        return self.text[: len(self.text) - len(self.text.lstrip())]


def apply(data: bytes, key: str, entry: Sequence[str], *, was: str = "", name: str = "file") -> tuple[bytes, str]:
    """The bytes with the entry, and the fragment that was added. Raises BackstoryError, with the lines to paste."""
    if was:
        data = revert(data, was=was, name=name)
    place = _find_place(data, key, entry, name)
    if place.inline:
        return data[: place.position] + place.inline + data[place.position + place.replaced :], place.inline.decode()
    newline = line_ending(data)
    rows = [row.encode() for row in entry]
    if place.indent is None:
        rows = [key.encode() + b":", *(_STEP + row for row in rows)]
    else:
        rows = [place.indent + row for row in rows]
    text = newline.join(rows)
    at_end = place.position == len(data) and data and not data.endswith(b"\n")
    fragment = newline + text if at_end else text + newline
    return data[: place.position] + fragment + data[place.position :], fragment.decode()


def revert(data: bytes, *, was: str, name: str = "file") -> bytes:
    """The bytes without our entry. Raises BackstoryError where the entry was changed by hand."""
    fragment = was.encode()
    if fragment and data.count(fragment) == 1:
        return data.replace(fragment, _inline_before(fragment))
    if not _holds_trace(data, fragment):
        return data
    ours = _inline_item(fragment).decode() or was.strip()
    raise BackstoryError(f"our entry in `{name}` was changed by hand", hint=f"take it out of `{name}`:\n{ours}")


def state(data: bytes, *, was: str) -> State:
    """Whether our entry is there, and as it was written. Never raises."""
    fragment = was.encode()
    if fragment and data.count(fragment) == 1:
        return "present"
    return "edited" if _holds_trace(data, fragment) else "missing"


def _holds_trace(data: bytes, fragment: bytes) -> bool:
    """Whether a line that only we write is still there: the longest one. On a key's own line it is the item."""
    if item := _inline_item(fragment):
        return item in data
    longest = max((row.strip() for row in fragment.splitlines()), key=len, default=b"")
    return bool(longest) and any(row.strip() == longest for row in data.splitlines())


def _find_inline(data: bytes, row: _Row, first: str) -> _Place | None:
    """Where an item joins the value on the key's own line; None where the value is something else than texts."""
    offset = row.text.index(b":") + 1
    value = row.text[offset:].lstrip()
    item = first.removeprefix("- ").encode()
    match = _INLINE.match(value)
    if match is None or not first.startswith("- ") or item in value:
        return None
    rest = value[match.end() :]
    if rest and not re.match(rb"[ \t]+#", rest):
        return None
    start = row.start + len(row.text) - len(value)
    if match["end"] is not None:
        place = _Place(start + match.start("end"), None, b", " + item)
    else:
        before = match["one"] + b", " if match["one"] else b""
        place = _Place(start, None, b"[" + before + item + b"]", match.end())
    return None if place.inline in data else place  # it could not be told from ours


def _inline_item(fragment: bytes) -> bytes:
    """Our item where the fragment stands on the key's own line; empty for lines of ours."""
    if b"\n" in fragment or not fragment.startswith((b"[", b", ")):
        return b""
    return fragment.rpartition(b", ")[2].strip(b"[]")


def _inline_before(fragment: bytes) -> bytes:
    """The former text in the place of the fragment: `a.md` for `[a.md, ours]`, empty for lines of ours."""
    if not _inline_item(fragment) or not fragment.startswith(b"["):
        return b""
    return fragment[1:].rpartition(b", ")[0] or b"[]"


def _find_place(data: bytes, key: str, entry: Sequence[str], name: str) -> _Place:
    def refuse(what: str) -> BackstoryError:
        lines = "\n".join([f"{key}:", *(f"  {row}" for row in entry)])
        return BackstoryError(f"`{name}` {what}", hint=f"add this to `{name}` by hand:\n{lines}")

    try:
        data.decode()
    except UnicodeDecodeError:
        raise refuse("is not UTF-8 text") from None
    if b"\0" in data or re.search(rb"\r(?!\n)", data):
        raise refuse("is not plain text")
    rows = _read_rows(data)
    tops = [row for row in rows if not row.text[:1].isspace() and not row.text.startswith(b"- ") and row.text != b"-"]
    if any(row.text.startswith(b"\t") for row in rows) or not all(_KEY.match(row.text) for row in tops):
        raise refuse("is not one mapping in YAML's block style")
    if rows and rows[0] not in tops:
        raise refuse("does not begin with a key")
    matches = [row for row in tops if _NAME.sub(b"", row.text.split(b":")[0]) == key.encode()]
    if not matches:
        return _Place(rows[0].start if rows else len(data), None)
    value = matches[0].text.split(b":", 1)[1].strip()
    children = _list_children(rows, matches[0])
    if len(matches) > 1 or (value and not value.startswith(b"#")):
        inline = None if len(matches) > 1 or children or len(entry) > 1 else _find_inline(data, matches[0], entry[0])
        if inline:
            return inline
        raise refuse(f"has `{key}` twice, or with its value on the same line")
    indent = children[0].indent if children else _STEP
    first = entry[0].encode()
    if children and children[0].text.strip().startswith(b"-") != first.startswith(b"-"):
        raise refuse(f"has something else below `{key}`")
    existing = [row for row in children if row.indent == indent and row.text.strip() == first]
    if existing:
        raise refuse(f"has an entry `{entry[0]}` of its own below `{key}`")
    return _Place(matches[0].end, indent)


def _list_children(rows: Sequence[_Row], top: _Row) -> list[_Row]:
    """The rows below a key at the top: indented ones, and items of a list."""
    below = rows[rows.index(top) + 1 :]
    children: list[_Row] = []
    for row in below:
        if not row.indent and not row.text.startswith(b"-"):
            break
        children.append(row)
    return children


def _read_rows(data: bytes) -> list[_Row]:
    """The lines with content: no blank lines, no comments, not the line that begins the document."""
    rows: list[_Row] = []
    start = len(BOM) if data.startswith(BOM) else 0
    for line in data[start:].splitlines(keepends=True):
        text = line.rstrip()
        end = start + len(line)
        if text.strip() and not text.lstrip().startswith(b"#") and not (text == b"---" and not rows):
            rows.append(_Row(start, end, text))
        start = end
    return rows
