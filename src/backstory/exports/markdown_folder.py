"""Writes a folder of Markdown notes, a note for each record, with front matter and `[[links]]`."""

from collections.abc import Iterator, Sequence

from backstory.exports.form import ExportedFile, name_records, write_front_matter, write_relations
from backstory.model.kinds import KINDS
from backstory.model.record import Record


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield a note for each record in a folder for its kind. `backstory import markdown` reads them back."""
    names = name_records(records, slugs=True)
    for record in records:
        yield ExportedFile(f"{record.kind}/{names[record.id]}.md", _write_note(record, names))


def _write_note(record: Record, names: dict[str, str]) -> str:
    kind = KINDS.get(record.kind)
    is_usual = kind is None or record.status in ("active", kind.statuses[0])
    head = write_front_matter(
        {
            "title": record.title,
            "type": record.kind,
            "status": "" if is_usual else record.status,
            "tags": record.tags,
            "files": [anchor.target for anchor in record.anchors],
            "created": record.made,
            "author": record.origin.author,
            "record": record.id,
        }
    )
    body = f"\n{record.body.strip()}\n" if record.body.strip() else ""
    return f"{head}\n# {record.title}\n{body}{write_relations(record, names, 'Links')}"
