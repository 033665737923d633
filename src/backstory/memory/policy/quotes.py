"""Checks the quote of a record against the text that it cites.

For records of this machine it may read files outside of the project, such as the transcript of an agent. For cloned
records it never does: a record must not be able to make Backstory open a file of its choice.
"""

import json
import os
import re
from itertools import islice
from typing import Final

import msgspec

from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.model.record import Record
from backstory.model.text import REDACTED
from backstory.store.files import read_file
from backstory.store.line_places import START, LinePlace, seek_line

PRESENT: Final = "found"
MISSING: Final = "not found"
UNCHECKED: Final = "unchecked"
FIELD: Final = "quote-check"
"""Field of a record that was downgraded because its source does not contain its quote."""
_LIMIT: Final = 64 << 20
_MARK: Final = re.compile(re.escape(REDACTED) + r"[^\]\n]{0,80}\]")
"""What stands for a secret that was taken out."""


def quote_state(workspace: Workspace, record: Record) -> str:
    """Returns `found`, `not found`, or `unchecked` if there is no quote or no source that may be read."""
    origin = record.origin
    if not origin.quote or not origin.source:
        return UNCHECKED
    citation, line = parse_source(origin.source)
    path = resolve_source_path(workspace, record, citation)
    if path and line and _is_near_line(path, line, origin.quote, workspace.read_to.get(path, START)):
        return PRESENT
    return _find_quote(path, origin.quote) if path else UNCHECKED


def _find_quote(path: str, quoted: str) -> str:
    """Whether a file holds a quote, blanks aside; in a transcript it may stand escaped."""
    text = _read(path)
    if not text:
        return UNCHECKED
    parts = _split_quote(quoted)
    if not parts or _holds(text, parts):
        return PRESENT
    if path.endswith((".jsonl", ".json")) and _holds(_transcript_text(text), parts):
        return PRESENT
    return MISSING


def _split_quote(quote: str) -> list[str]:
    """The words of a quote around the secrets that were taken out of it, which its source still has."""
    return [words for part in _MARK.split(quote.rstrip("…")) if (words := _normalize(part))]


def _holds(text: str, parts: list[str]) -> bool:
    """Whether a text has the parts of a quote, one after the other."""
    words, place = _normalize(text), 0
    for part in parts:
        place = words.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


def downgrade_unverified(workspace: Workspace, record: Record) -> Record:
    """Downgrades a record whose source does not contain its quote, unless a person wrote it.

    The record then counts as inferred, goes off-context and has a field that says why.
    """
    if record.origin.how == "explicit" or quote_state(workspace, record) != MISSING:
        return record
    origin = msgspec.structs.replace(record.origin, how="imported" if record.origin.how == "imported" else "inferred")
    fields = {**record.fields, FIELD: f"{MISSING} in {parse_source(record.origin.source)[0]}"}
    return msgspec.structs.replace(record, origin=origin, tier="off-context", fields=fields)


def parse_source(source: str) -> tuple[str, int]:
    """Splits `path:line` into (path, line); the line is 0 if there is none."""
    path, colon, line = source.rpartition(":")
    return (path, int(line)) if colon and path and line.isdigit() else (source, 0)


def resolve_source_path(workspace: Workspace, record: Record, path: str) -> str:
    """Resolves the file that a source names; empty if it may not be read.

    It has to lie in the project, unless the record was written on this machine.
    """
    if not path or "\0" in path:
        return ""
    root = os.path.realpath(workspace.project.root)
    real = os.path.realpath(os.path.join(root, os.path.expanduser(path)))
    inside = real.startswith(root + os.sep)
    if not inside and (record.scope == "team" or record.origin.how == "imported"):
        return ""
    return real if os.path.isfile(real) else ""


def _read(path: str) -> str:
    try:
        return read_file(path, limit=_LIMIT).decode("utf-8", "replace")
    except BackstoryError:
        return ""


def _is_near_line(path: str, number: int, quote: str, near: LinePlace) -> bool:
    """Whether a file holds a quote where its source says: in a row of a transcript, or within a message of text.

    A conversation of years is one file, and each of its records is checked. `near` is a place from which the line is
    looked for.
    """
    parts = _split_quote(quote)
    count = 1 if path.endswith(".jsonl") else _MESSAGE
    try:
        with open(path, "rb") as handle:
            seek_line(handle, number - 1, near)
            text = b"".join(islice(handle, count)).decode("utf-8", "replace")
    except (OSError, ValueError):
        return False
    return bool(parts) and (_holds(text, parts) or _holds(_transcript_text(text), parts))


_MESSAGE: Final = 400
"""Lines of a text that are looked through for a quote, before the whole of it is."""


def _normalize(text: str) -> str:
    """Reduces a text to its words: a quote may differ in line ends, quotation marks and Markdown."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _transcript_text(text: str) -> str:
    """Joins all strings in the JSON lines of a transcript."""
    strings: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            strings.append(value)
        elif isinstance(value, dict):
            for child in value.values():
                walk(child)
        elif isinstance(value, list):
            for child in value:
                walk(child)

    for line in text.splitlines():
        try:
            walk(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return "\n".join(strings)


def is_hex(text: str) -> bool:
    return 4 <= len(text) <= 64 and all(char in "0123456789abcdef" for char in text)
