"""Moves records into or out of the repository, lists those that can be, and previews one as it would look there."""

from typing import TYPE_CHECKING

import msgspec

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.writer import ensure_movable, move_record
from backstory.memory.policy.private_paths import ensure_no_private_path
from backstory.memory.verbs.whole_change import whole_change
from backstory.model.errors import BackstoryError, Busy
from backstory.model.kinds import is_identity
from backstory.store.codec import encode_record
from backstory.store.origins import make_opaque
from backstory.store.record_redaction import redact_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from backstory.memory.kernel.writer import Moved
    from backstory.model.record import Record


def move_records(workspace: Catalog, refs: "Iterable[str]", scope: str) -> "list[Moved]":
    """Moves records to another scope; none of them where one may not be or cannot be written.

    Raises what `move_record` raises.
    """
    rows = {row.record.id: row for row in map(workspace.get, refs)}
    for row in rows.values():
        ensure_movable(workspace, row, scope)
    with whole_change(workspace):
        return [move_record(workspace, ident, scope) for ident in rows]


def share_all(workspace: Catalog) -> "tuple[list[Moved], dict[str, str]]":
    """Shares what `list_shareable` lists: (the records, short id and title of each that may not be and why).

    Where one cannot be written, none is shared.
    """
    moved: list[Moved] = []
    left: dict[str, str] = {}
    with whole_change(workspace):
        for record in list_shareable(workspace):
            try:
                moved.append(move_record(workspace, record.id, "team"))
            except BackstoryError as error:
                if isinstance(error, Busy | OSError) or isinstance(error.__cause__, OSError):
                    raise  # not the record is the reason
                left[f'{record.short} "{record.title}"'] = str(error)
    return moved, left


def preview_share(workspace: Catalog, ref: str) -> str:
    """Returns the text of the file that `share` would write, redacted once more."""
    record = workspace.get(ref).record
    ensure_no_private_path(workspace, record)
    shared = redact_record(msgspec.structs.replace(record, scope="team"), workspace.gate)
    return encode_record(make_opaque(shared, workspace.gate, workspace.project.root)).decode("utf-8", "replace")


def list_shareable(workspace: Catalog) -> "list[Record]":
    """The private records that somebody stated on purpose, except for those about the person, oldest first."""
    rows = workspace.fresh().rows(scopes=("private",))
    records = [row.record for row in rows if row.record.origin.how in ("explicit", "stated")]
    return sorted((record for record in records if not is_identity(record.kind)), key=lambda record: record.id)


def list_own_shared(workspace: Catalog) -> "list[Record]":
    """The records in the repository whose author is this person, oldest first."""
    author = workspace.git.author()
    rows = workspace.fresh().rows(scopes=("team",), include_superseded=True)
    return sorted((row.record for row in rows if row.record.origin.author == author), key=lambda record: record.id)
