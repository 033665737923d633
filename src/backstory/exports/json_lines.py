"""Writes JSON Lines: a flat object for each record, with the names that most tools use for their memories."""

import json
from collections.abc import Iterator, Sequence

from backstory.exports.form import ExportedFile
from backstory.model.record import Record


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield one file with a line for each record. `backstory import memories` reads it back."""
    yield ExportedFile("", "".join(json.dumps(_write_row(one), ensure_ascii=False) + "\n" for one in records))


def _write_row(record: Record) -> dict[str, object]:
    row: dict[str, object] = {
        "id": record.id,
        "type": record.kind,
        "title": record.title,
        "content": record.body,
        "status": record.status,
        "tier": record.tier,
        "tags": list(record.tags),
        "files": [anchor.target for anchor in record.anchors],
        "links": [{"type": link.relation, "id": link.target} for link in record.links],
        "created_at": record.made,
        "author": record.origin.author,
        "agent": record.origin.agent,
    }
    return {key: value for key, value in row.items() if value or key == "content"}
