"""Which files name which definitions: read off the bytes of the files in one pass, without a parser.

A file is a set of words. Each keeps whether a dot (or `::`, `->`) stood before it and a bracket after it, so that a
call of `get` is told from the word. Sets of files are integers with one bit each: counting and intersecting them is
what a ranking does thousands of times.
"""

import os
import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from backstory.code.index.store import CodeIndex, FileRow
from backstory.code.read.definitions import find_names
from backstory.code.read.languages import language_in
from backstory.code.read.source import read_source
from backstory.model.late_pattern import late_pattern

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


_LICENSED: Final = late_pattern(rb"licen[cs]e|copyright|spdx-", re.IGNORECASE)
_HEAD: Final = late_pattern(
    rb"\s*+(?:#![^\n]*\n\s*+)?(?:/\*.*?\*/|<!--.*?-->|(?:[ \t]*(?://|\#|--|;|%)[^\n]*\n)+)", re.DOTALL
)
_HEAD_BYTES: Final = 6000


def without_licence(data: bytes) -> bytes:
    """The text after the comment at its head, where that states a licence: each file would name the same words."""
    head = _HEAD.match(data, 0, _HEAD_BYTES)
    return data[head.end() :] if head is not None and _LICENSED.search(head[0]) else data


_PACKAGED: Final = frozenset(["java", "kotlin", "scala", "csharp"])
_PACKAGES: Final = late_pattern(rb"\n(?:import|package|using|namespace)[ \t][^\n(=]*(?=[\n;])")


def _without_packages(language: str, data: bytes) -> bytes:
    """The text without its licence, and without the lines that name packages where each folder is a word behind a dot.

    Neither says anything about who uses what.
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
    groups = _choose_files(index, {row.path for row in rows})
    files = [*groups.code, *groups.showing, *groups.prose]
    place = {row.path: bit for bit, row in enumerate(files)}
    defined: dict[bytes, int] = {}
    definitions: dict[str, list[str]] = {}
    words: list[set[bytes]] = []
    for bit, row in enumerate(files):
        data = read_source(os.path.join(index.root, row.path)) or b""
        words.append(words_of(_without_packages(row.language, data)))
        if bit < len(groups.code):
            definitions[row.path] = _note_definitions(defined, _defined_names(row.path, data), bit)
    forms, reach = _count_forms(defined, words)
    used = {name: forms[name + b"("] | forms[b"." + name] | forms[b"." + name + b"("] for name in defined}
    mentioned = {name: users | forms[name] for name, users in used.items()}
    code_end, showing_end, prose_end = len(groups.code), len(groups.code) + len(groups.showing), len(files)
    return Mentions(
        place, _decode_names(mentioned), _decode_names(used), _decode_names(defined), definitions,
        {path: max(0, count - len(definitions.get(path, ()))) for path, count in zip(place, reach, strict=True)},
        (1 << code_end) - 1, (1 << showing_end) - (1 << code_end), (1 << prose_end) - (1 << showing_end),
    )  # fmt: skip


def _note_definitions(defined: dict[bytes, int], names: Iterable[bytes], bit: int) -> list[str]:
    """Notes in `defined` that a file has these names; returns them as texts, sorted."""
    for name in names:
        defined[name] = defined.get(name, 0) | 1 << bit
    return sorted(name.decode("utf-8", "replace") for name in names)


class _Groups(NamedTuple):
    """The files that are read, those first that were changed most."""

    code: list[FileRow]
    showing: list[FileRow]
    prose: list[FileRow]


def _choose_files(index: CodeIndex, names: set[str]) -> _Groups:
    """The files of each group, bounded in bytes. `names`: paths that are code whatever part they play."""
    touched = index.touched()
    groups = _Groups([], [], [])
    for row in index.files().values():
        group = _group(groups, row, names)
        if group is not None and row.state == "":
            group.append(row)

    def order(row: FileRow) -> tuple[bool, bool, int, int, str]:
        changes = touched.get(row.path, (0, 0))[1]
        return row.path not in names, row.role != "example", -changes, row.path.count("/"), row.path

    return _Groups(
        _within(sorted(groups.code, key=order), _CODE_BYTES),
        _within(sorted(groups.showing, key=order), _SHOWING_BYTES),
        _within(sorted(groups.prose, key=_depth_and_path), _PROSE_BYTES),
    )


def _group(groups: _Groups, row: FileRow, names: set[str]) -> list[FileRow] | None:
    if row.role == "code" or row.path in names:
        return groups.code
    if row.role in _SHOWING:
        return groups.showing
    return groups.prose if row.role == "doc" else None


def _depth_and_path(row: FileRow) -> tuple[int, str]:
    return row.path.count("/"), row.path


def _defined_names(path: str, data: bytes) -> set[bytes]:
    language = language_in(path, data)
    return find_names(language, data) if language is not None else set()


def _count_forms(defined: Iterable[bytes], words: Sequence[set[bytes]]) -> tuple[dict[bytes, int], list[int]]:
    """(form of a name -> files that have it, for each file how many such forms it has).

    The four forms of each name are counted apart and put together at the end: that is one step less for each word.
    """
    forms: dict[bytes, int] = {}
    for name in defined:
        forms[name] = forms[name + b"("] = forms[b"." + name] = forms[b"." + name + b"("] = 0
    reach: list[int] = []
    for bit, own in enumerate(words):
        hits, mask = own & forms.keys(), 1 << bit
        reach.append(len(hits))
        for word in hits:
            forms[word] |= mask
    return forms, reach


def _within(rows: Sequence[FileRow], most: int) -> list[FileRow]:
    """The first of the files, up to so many bytes in all."""
    first: list[FileRow] = []
    for row in rows:
        most -= max(row.size, 0)
        if most < 0:
            break
        first.append(row)
    return first


def _decode_names(files_by_name: dict[bytes, int]) -> dict[str, int]:
    return {name.decode("utf-8", "replace"): files for name, files in files_by_name.items()}
