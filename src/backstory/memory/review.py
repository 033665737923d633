"""What was taken from conversations and nobody has confirmed, and files that are kept as sources."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from backstory.memory.catalog import Catalog
from backstory.memory.remember import remember
from backstory.memory.writer import Remembered
from backstory.model.errors import Invalid
from backstory.model.record import MAX_BYTES, Draft
from backstory.store.files import read_file

if TYPE_CHECKING:
    from backstory.index.read import Row

UNCONFIRMED: Final = ("working", "off-context")
"""Tiers of records that wait for somebody to confirm them."""


def list_unconfirmed(workspace: Catalog) -> "list[Row]":
    """The records that were extracted from conversations and still hold, newest first."""
    rows = [row for row in workspace.fresh().rows() if row.record.origin.how == "inferred" and not row.superseded_by]
    own = [row for row in rows if row.record.kind != "checkpoint" and row.record.tier in UNCONFIRMED]
    return sorted(own, key=lambda row: (row.record.made, row.record.id), reverse=True)


def keep_source(workspace: Catalog, path: str, *, tags: Sequence[str] = ()) -> Remembered:
    """Keeps the text of a file as a source. Raises Invalid for a file that is binary or too large, NotFound."""
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    if size > MAX_BYTES:
        hint = f'remember what matters in it: `backstory remember source "what it says" --at {path}`'
        raise Invalid(f"`{path}` has {size:,} bytes, more than the {MAX_BYTES:,} of a record", hint=hint)
    data = read_file(path, limit=MAX_BYTES)
    if b"\0" in data:
        hint = f'remember where it is: `backstory remember source "what it is" --at {path}`'
        raise Invalid(f"`{path}` is binary ({size:,} bytes), expected text", hint=hint)
    text = data.decode("utf-8", "replace").strip()
    heading = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("# ")), "")
    draft = Draft(kind="source", title=heading or os.path.basename(path), body=text, tags=list(tags), source=path)
    return remember(workspace, draft)
