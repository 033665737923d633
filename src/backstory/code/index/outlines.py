"""Outlines of files. Each content is parsed once, when it is first needed, and its outline is kept.

The first index of a tree parses nothing, so it pays nothing for this; a map parses the files that it may show.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import apsw
import msgspec

from backstory.code.index.store import CodeIndex
from backstory.code.read.source import find_rejection, read_source
from backstory.code.read.symbol import Symbol
from backstory.code.read.symbols import read_outline

if TYPE_CHECKING:
    from backstory.code.index.store import FileRow


def read_outlines(index: CodeIndex, rows: "Iterable[FileRow]") -> dict[str, list[Symbol]]:
    """Path -> its outline, for files of the index's tree; empty for files that are unreadable or not source code.

    Secrets in signatures (constants, default values) and in documentation are redacted.
    """
    decoder = msgspec.json.Decoder(list[Symbol])
    by_path: dict[str, list[Symbol]] = {}
    fresh: list[tuple[FileRow, list[Symbol]]] = []
    for row in rows:
        raw: Any = index.db.execute(
            "SELECT symbols FROM outline WHERE blob = ? AND ending = ?", (row.blob, _as(row))
        ).get
        if raw is not None:
            by_path[row.path] = decoder.decode(raw)
            continue
        data = read_source(os.path.join(index.root, row.path))
        parsed = _parsed(row.path, data)
        by_path[row.path] = redact_symbols(index, parsed)
        unchanged = data is not None and len(data) == row.size  # since it was indexed
        # An outline with marks depends on this gate's patterns, so it is not kept for others.
        if unchanged and by_path[row.path] == parsed:
            fresh.append((row, parsed))
    if fresh:
        _keep(index, fresh)
    return by_path


def redact_symbols(index: CodeIndex, symbols: list[Symbol]) -> list[Symbol]:
    """The symbols without the secrets that the gate of the index finds in them."""
    gate = index.gate
    if gate is None or not gate.check("\n".join(f"{each.signature}\n{each.doc}" for each in symbols)).findings:
        return symbols
    return [each._replace(signature=gate.clean(each.signature), doc=gate.clean(each.doc)) for each in symbols]


def _parsed(path: str, data: bytes | None) -> list[Symbol]:
    return read_outline(path, data) if data and not find_rejection(data) else []


def _as(row: "FileRow") -> str:
    """What of a path decides how its content is parsed."""
    return os.path.splitext(row.path)[1].lower()


def _keep(index: CodeIndex, fresh: "list[tuple[FileRow, list[Symbol]]]") -> None:
    """Stores outlines. Nothing is lost where another process writes or nothing can be written."""
    rows: list[tuple[int, str, bytes]] = []
    for row, symbols in fresh:
        rows.append((row.blob, _as(row), msgspec.json.encode(symbols)))
    try:
        with index.db:
            index.db.executemany("INSERT OR REPLACE INTO outline VALUES (?, ?, ?)", rows)
    except (apsw.BusyError, apsw.ReadOnlyError, apsw.FullError):
        return
