"""Writes architecture decision records in the form of MADR, a numbered file for each decision."""

from collections.abc import Iterator, Sequence

from backstory.exports.form import ExportedFile, name_file, write_front_matter
from backstory.model.record import Record
from backstory.model.text import one_line


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield a file for each decision, oldest first. `backstory import adr` reads them back."""
    stems = {record.id: f"{number:04}-{name_file(record)}" for number, record in enumerate(records, 1)}
    successors = {
        link.target: record.id for record in records for link in record.links if link.relation == "supersedes"
    }
    for record in records:
        successor = stems.get(successors.get(record.id, ""), "")
        yield ExportedFile(f"{stems[record.id]}.md", _write_decision(record, successor))


def _write_decision(record: Record, successor: str) -> str:
    head = write_front_matter(
        {
            "status": f"superseded by [ADR-{successor[:4]}]({successor}.md)" if successor else "accepted",
            "date": record.made[:10],
            "decision-makers": record.origin.author,
            "tags": record.tags,
        }
    )
    title = one_line(record.title)
    parts = record.parts
    out = [f"{head}\n# {title}\n"]
    alternatives = _items(parts.get("alternatives"))
    if alternatives:
        out.append("## Considered Options\n\n" + "\n".join(map(_bullet, [title, *alternatives])) + "\n")
    why = parts.get("why", "")
    reason = f", because:\n\n{why}\n" if why else ".\n"
    out.append(f'## Decision Outcome\n\nChosen option: "{title}"{reason}')
    impact = _items(parts.get("impact"))
    if impact:
        out.append("### Consequences\n\n" + "\n".join(map(_bullet, impact)) + "\n")
    return "\n".join(out)


def _items(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


def _bullet(text: str) -> str:
    return "* " + "\n  ".join(text.strip().split("\n"))
