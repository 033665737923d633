"""Which files name which definitions: read off the bytes of the files in one pass, without a parser.

A file is a set of words. Each keeps whether a dot (or `::`, `->`) stood before it and a bracket after it, so that a
call of `get` is told from the word. Sets of files are integers with one bit each: counting and intersecting them is
what a ranking does thousands of times.
"""

import os
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.code.index.store import CodeIndex, FileRow
from backstory.code.read.definitions import find_names
from backstory.code.read.languages import language_in
from backstory.code.read.source import read_source

_READ: Final = bytes(
    c if (chr(c).isalnum() and c < 128) or c in b"_(" or c > 127 else 46 if c in b".:>" else 32 for c in range(256)
)
_CODE_BYTES: Final = 8_000_000
_SHOWING_BYTES: Final = 1_500_000
_PROSE_BYTES: Final = 400_000
_SHOWING: Final = frozenset(["test", "example", "bench"])
"""Roles of files that show how the public part of a project is used."""


def words_of(data: bytes) -> set[bytes]:
    """The words of a text: `.` before one that follows a dot, `(` after one that is called."""
    return set(data.translate(_READ).replace(b"(", b"( ").replace(b".", b" .").split())


_LICENSED: Final = re.compile(rb"licen[cs]e|copyright|spdx-", re.IGNORECASE)
_HEAD: Final = re.compile(
    rb"\s*(?:#![^\n]*\n\s*)?(?:/\*.*?\*/|<!--.*?-->|(?:[ \t]*(?://|\#|--|;|%)[^\n]*\n)+|(?:[ \t]*\n)+)", re.DOTALL
)
_HEAD_BYTES: Final = 6000


def without_licence(data: bytes) -> bytes:
    """The text after the comment at its head, where that states a licence: each file would name the same words."""
    head = _HEAD.match(data, 0, _HEAD_BYTES)
    return data[head.end() :] if head is not None and _LICENSED.search(head[0]) else data


_PACKAGED: Final = frozenset(["java", "kotlin", "scala", "csharp"])
_PACKAGES: Final = re.compile(rb"\n(?:import|package|using|namespace)[ \t][^\n(=]*(?=[\n;])")


def _told(language: str, data: bytes) -> bytes:
    """What of a file says something about who uses what.

    Without its licence, and without the lines that name packages where each folder of those is a word behind a dot.
    """
    data = without_licence(data)
    return _PACKAGES.sub(b"", b"\n" + data) if language in _PACKAGED else data


class Mentions(NamedTuple):
    """Who names what, over the files of one tree."""

    place: dict[str, int]
    """Path -> number of its bit."""
    named: dict[str, int]
    """Name -> files that name it in any way."""
    used: dict[str, int]
    """Name -> files that call it or reach for it with a dot."""
    defined: dict[str, int]
    """Name -> files of code that define it."""
    definitions: dict[str, list[str]]
    """Path -> names that it defines, sorted."""
    reach: dict[str, int]
    """Path -> names it uses that other files define."""
    code: int
    """The files of code."""
    showing: int
    """Tests and examples."""
    prose: int
    """Documents."""


def read_mentions(index: CodeIndex, rows: Sequence[FileRow] = ()) -> Mentions:
    """Reads the code of the tree, and of its tests, examples and documents as much as tells who is used from outside.

    Reading is bounded in bytes: what was changed most is read first. Definitions are those of `rows` too, whatever
    part these play.
    """
    touched = index.touched()
    wanted = {r.path for r in rows}
    groups: dict[str, list[FileRow]] = {"code": [], "showing": [], "prose": []}
    for row in index.files().values():
        if row.state == "" and (row.role == "code" or row.path in wanted):
            groups["code"].append(row)
        elif row.state == "" and row.role in _SHOWING:
            groups["showing"].append(row)
        elif row.role == "doc" and row.state == "":
            groups["prose"].append(row)

    def order(row: FileRow) -> tuple[bool, bool, int, int, str]:
        return (
            row.path not in wanted,
            row.role != "example",
            -touched.get(row.path, (0, 0))[1],
            row.path.count("/"),
            row.path,
        )

    code = _within(sorted(groups["code"], key=order), _CODE_BYTES)
    showing = _within(sorted(groups["showing"], key=order), _SHOWING_BYTES)
    prose = _within(sorted(groups["prose"], key=lambda r: (r.path.count("/"), r.path)), _PROSE_BYTES)
    defined: dict[bytes, int] = {}
    definitions: dict[str, list[str]] = {}
    read: list[set[bytes]] = []
    place: dict[str, int] = {}
    for row in (*code, *showing, *prose):
        data = read_source(os.path.join(index.root, row.path)) or b""
        bit = place[row.path] = len(place)
        read.append(words_of(_told(row.language, data)))
        if bit < len(code):
            language = language_in(row.path, data)
            here = find_names(language, data) if language is not None else set()
            for name in here:
                defined[name] = defined.get(name, 0) | 1 << bit
            definitions[row.path] = sorted(n.decode("utf-8", "replace") for n in here)
    # The four forms of each name are counted apart and put together at the end: that is one step less for each word.
    forms = {form: 0 for name in defined for form in (name, name + b"(", b"." + name, b"." + name + b"(")}
    known = forms.keys()
    reach: dict[str, int] = {}
    for (path, bit), words in zip(place.items(), read, strict=True):
        one = 1 << bit
        hits = words & known
        reach[path] = max(0, len(hits) - len(definitions.get(path, ())))
        for word in hits:
            forms[word] |= one
    used = {n: forms[n + b"("] | forms[b"." + n] | forms[b"." + n + b"("] for n in defined}
    named = {n: files | forms[n] for n, files in used.items()}
    ends = (len(code), len(code) + len(showing), len(place))
    return Mentions(
        place, _text(named), _text(used), _text(defined), definitions, reach,
        (1 << ends[0]) - 1, (1 << ends[1]) - (1 << ends[0]), (1 << ends[2]) - (1 << ends[1]),
    )  # fmt: skip


def _within(rows: Sequence[FileRow], most: int) -> list[FileRow]:
    """The first of the files, up to so many bytes in all."""
    out: list[FileRow] = []
    for row in rows:
        most -= max(row.size, 0)
        if most < 0:
            break
        out.append(row)
    return out


def _text(found: dict[bytes, int]) -> dict[str, int]:
    return {name.decode("utf-8", "replace"): files for name, files in found.items()}
