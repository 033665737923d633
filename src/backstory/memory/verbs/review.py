"""What was taken from conversations and nobody has confirmed, and files that are kept as sources."""

import os
import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.writer import Remembered
from backstory.memory.verbs.remember import remember
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.record import MAX_BYTES, Draft
from backstory.store.files import read_file
from backstory.survey.anchors import relative_path

if TYPE_CHECKING:
    from backstory.index.read import Row

UNCONFIRMED: Final = ("working", "off-context")
"""Tiers of records that wait for somebody to confirm them."""
_TAKEN: Final = ("observed", "inferred")
"""Channels of records that nobody made on purpose: a person's words, and an agent's."""
_OF_WORK: Final = frozenset(("checkpoint", "handoff", "task"))


class Unconfirmed(NamedTuple):
    """What was taken from conversations and commit messages, and still holds."""

    rows: "list[Row]"
    """The records that wait for a person's word, newest first."""
    counting: dict[str, int]
    """Kind -> the number of records that count without it, such as rules."""


def list_unconfirmed(workspace: Catalog) -> Unconfirmed:
    """The records that were extracted and that nobody has confirmed, whoever said the words."""
    taken = [
        row for row in workspace.fresh().rows()
        if row.record.origin.how in _TAKEN and row.record.kind not in _OF_WORK and not row.superseded_by
    ]  # fmt: skip
    waiting = [row for row in taken if row.record.tier in UNCONFIRMED]
    counting = Counter(row.record.kind for row in taken if row.record.tier not in UNCONFIRMED)
    waiting.sort(key=lambda row: (row.record.made, row.record.id), reverse=True)
    return Unconfirmed(waiting, dict(counting.most_common()))


def _say_remember(workspace: Catalog, path: str, words: str) -> str:
    """The command that remembers a file instead: only one within the project can be a place."""
    try:
        place = relative_path(workspace.project.root, path)
    except BackstoryError:
        return f"`backstory remember source {shlex.quote(f'{words}, in {path}')}`"
    return f'`backstory remember source "{words}" --at {shlex.quote(place)}`'


def keep_source(workspace: Catalog, path: str, *, tags: Sequence[str] = ()) -> Remembered:
    """Keeps the text of a file as a source. Raises Invalid for a file that is binary, empty or too large, NotFound."""
    size = os.path.getsize(path) if os.path.isfile(path) else 0
    if size > MAX_BYTES:
        hint = f"remember what matters in it: {_say_remember(workspace, path, 'what it says')}"
        raise Invalid(f"`{path}` has {size:,} bytes, more than the {MAX_BYTES:,} of a record", hint=hint)
    data = read_file(path, limit=MAX_BYTES)
    if b"\0" in data:
        hint = f"remember where it is: {_say_remember(workspace, path, 'what it is')}"
        raise Invalid(f"`{path}` is binary ({size:,} bytes), expected text", hint=hint)
    text = data.decode("utf-8", "replace").strip()
    if not text:
        raise Invalid(f"`{path}` is empty", hint="name a file with text: `backstory ingest FILE`")
    heading = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("# ")), "")
    draft = Draft(kind="source", title=heading or os.path.basename(path), body=text, tags=list(tags), source=path)
    return remember(workspace, draft)
