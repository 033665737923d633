"""Checks the quote of a record against the text that it cites.

The check reads the files of the project, and others (such as the transcript of an agent) only for records of this
machine: a cloned record must not make us open what it names.
"""

import json
import os
import re
from typing import Final

from backstory.memory.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.model.record import Record

FOUND: Final = "found"


MISSING: Final = "not found"


UNCHECKED: Final = "unchecked"


FIELD: Final = "quote-check"
"""Field of a record that was marked down because its quote is not in its source."""


_LIMIT: Final = 64 << 20


def quote_state(workspace: Workspace, record: Record) -> str:
    """`found`, `not found`, or `unchecked`: no quote, no source, or a source that cannot be read from here."""
    o = record.origin
    if not o.quote or not o.source:
        return UNCHECKED
    path = _text_path(workspace, record, parse_source(o.source)[0])
    text = _read(path) if path else ""
    if not text:
        return UNCHECKED
    wanted = _plain(o.quote.rstrip("…"))
    if not wanted or wanted in _plain(text):
        return FOUND
    if path.endswith((".jsonl", ".json")) and wanted in _plain(_spoken(text)):
        return FOUND
    return MISSING


def downgrade_unverified(workspace: Workspace, record: Record) -> Record:
    """The record as it may be kept: what was extracted, or stated by an agent, with a quote that its source does not
    hold is marked down. It counts as inferred, is not loaded, and says why. A person's word stands as it is."""
    import msgspec

    if record.origin.how == "explicit" or quote_state(workspace, record) != MISSING:
        return record
    origin = msgspec.structs.replace(record.origin, how="imported" if record.origin.how == "imported" else "inferred")
    fields = {**record.fields, FIELD: f"{MISSING} in {parse_source(record.origin.source)[0]}"}
    return msgspec.structs.replace(record, origin=origin, tier="off-context", fields=fields)


def parse_source(source: str) -> tuple[str, int]:
    """(path, line or 0) of `path:line`."""
    path, colon, line = source.rpartition(":")
    return (path, int(line)) if colon and path and line.isdigit() else (source, 0)


def _text_path(workspace: Workspace, record: Record, path: str) -> str:
    """The file that a source names, if it may be read: inside the project, or outside for records of this machine."""
    if not path or "\0" in path:
        return ""
    root = os.path.realpath(workspace.project.root)
    real = os.path.realpath(os.path.join(root, os.path.expanduser(path)))
    inside = real.startswith(root + os.sep)
    if not inside and (record.scope == "team" or record.origin.how == "imported"):
        return ""
    return real if os.path.isfile(real) else ""


def _read(path: str) -> str:
    from backstory.store.files import read_file

    try:
        return read_file(path, limit=_LIMIT).decode("utf-8", "replace")
    except BackstoryError:
        return ""


def _plain(text: str) -> str:
    """Words only: line ends, quotation marks and Markdown of a text differ from those of its quote."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _spoken(text: str) -> str:
    """The strings of a transcript's JSON lines."""
    out: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            out.append(value)
        elif isinstance(value, dict):
            for below in value.values():
                walk(below)
        elif isinstance(value, list):
            for below in value:
                walk(below)

    for line in text.splitlines():
        try:
            walk(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return "\n".join(out)


def _is_hex(text: str) -> bool:
    return 4 <= len(text) <= 64 and all(c in "0123456789abcdef" for c in text)
