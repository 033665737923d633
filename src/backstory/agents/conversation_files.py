"""Reads the simple formats of many agents: a file of JSON lines for each session, or a document that is rewritten."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from backstory.agents.documents import find_resumption, reaches_back
from backstory.agents.json_lines import Row, find_range, read_rows
from backstory.agents.json_rows import parse_object
from backstory.agents.turns import Reading, SessionFile, Turn

HEAD_ROWS: Final = 40
"""Rows at the beginning in which an agent says where and with which model a session is held."""
MAX_DOCUMENT: Final = 256 << 20
"""Largest document that is read, in bytes."""

Convert = Callable[[Row, Turn, Reading], Iterable[Turn]]
"""Turns of a row. The turn that it gets holds what all turns of the session share, and the row's id and line."""


def read_lines_of_session(
    path: str, position: int, blank: Callable[[str, list[dict[str, Any]]], Turn], convert: Convert
) -> Reading:
    """The turns of a file of JSON lines. `blank` makes the shared turn from the path and the first rows.

    A turn among the first rows knows those up to its own, so that it is the same however far the file was written.
    """
    try:
        start, end, before = find_range(path, position)
        head = _read_head(path)
        shared = blank(path, [row.value for row in head])
    except OSError:
        return Reading(iter(()))
    reading = Reading(iter(()), end)

    def turns() -> Iterator[Turn]:
        for row in read_rows(path, start, end, before, reading):
            if head and row.number < head[-1].number:
                current = blank(path, [earlier.value for earlier in head if earlier.number <= row.number])
            else:
                current = shared
            yield from convert(row, current._replace(line=row.number, id=f"line-{row.number}"), reading)

    reading.turns = turns()
    return reading


def read_head(path: str) -> list[dict[str, Any]]:
    """The first rows of a file of JSON lines; none when it cannot be read."""
    try:
        return [row.value for row in _read_head(path)]
    except OSError:
        return []


def _read_head(path: str) -> list[Row]:
    start, end, before = find_range(path, 0)
    return list(islice(read_rows(path, start, end, before, Reading(iter(()))), HEAD_ROWS))


def read_document(path: str, position: int, convert: Callable[[dict[str, Any], Reading], Iterable[Turn]]) -> Reading:
    """The turns of a JSON document that is written anew as its session goes on, from a position on."""
    value = load_document(path)
    if value is None:
        return Reading(iter(()), position)
    reading = Reading(iter(()))
    return resume_turns(reading, convert(value, reading), position)


def resume_turns(reading: Reading, turns: Iterable[Turn], position: int) -> Reading:
    """`reading` with those of all turns of a session that are new or changed since a position."""
    every = list(turns)
    index, reading.end = find_resumption(every, position)
    reading.repeats = reaches_back(index, position)
    reading.turns = iter(every[index:])
    return reading


def load_document(path: str) -> dict[str, Any] | None:
    """The object in a file; None for a file that is missing, too large, half written or no object."""
    try:
        if os.path.getsize(path) > MAX_DOCUMENT:
            return None
        with open(path, "rb") as handle:
            return parse_object(handle.read())
    except OSError:
        return None


def list_entries(folder: str, ending: str = "") -> list[os.DirEntry[str]]:
    """The entries of a folder with an ending, by name, without links; none when it cannot be read."""
    try:
        entries = [entry for entry in os.scandir(folder) if entry.name.endswith(ending) and not entry.is_symlink()]
    except OSError:
        return []
    return sorted(entries, key=lambda entry: entry.name)


def list_folders(folder: str) -> list[str]:
    """The folders in a folder, by name, without links."""
    return [entry.path for entry in list_entries(folder) if entry.is_dir(follow_symlinks=False)]


def describe_file(path: str, session: str, cwd: str, parent: str = "") -> SessionFile | None:
    """The file of a session, or None when it is gone."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return SessionFile(path, session, cwd, status.st_mtime, status.st_size, parent)


def decode_uri(uri: str) -> str:
    """The path of a `file://` URI; another text as it is."""
    from urllib.parse import unquote, urlsplit

    if not uri.startswith("file:"):
        return uri
    path = unquote(urlsplit(uri).path)
    return path[1:] if len(path) > 2 and path[0] == "/" and path[2] == ":" else path
