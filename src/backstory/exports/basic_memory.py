"""Writes notes of basic-memory: Markdown with a permalink in the front matter, and links as relations."""

from collections.abc import Iterator, Sequence

from backstory.exports.form import ExportedFile, name_records, write_front_matter, write_relations
from backstory.model.record import Record
from backstory.model.text import make_slug


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield a note for each record in a folder for its kind. `backstory import basic-memory` reads them back."""
    titles = name_records(records)
    names = {ident: title.replace("[[", "[ [").replace("]]", "] ]") for ident, title in titles.items()}
    slugs = name_records(records, slugs=True)
    for record in records:
        place = f"{make_slug(record.kind)}/{slugs[record.id]}"
        yield ExportedFile(f"{place}.md", _write_note(record, place, names))


def _write_note(record: Record, place: str, names: dict[str, str]) -> str:
    head = write_front_matter(
        {
            "title": names[record.id],
            "type": record.kind,
            "permalink": place,
            "tags": record.tags,
            "created": record.made,
            "record": record.id,
        }
    )
    body = f"\n{record.body.strip()}\n" if record.body.strip() else ""
    return f"{head}\n# {names[record.id]}\n{body}{write_relations(record, names, 'Relations')}"
