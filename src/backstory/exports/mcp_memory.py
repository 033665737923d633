"""Writes the file of the MCP reference memory server: JSON lines of entities and relations."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.exports.form import RELATION_LINE, ExportedFile, name_records
from backstory.model.record import Record

ENTITY_TYPE: Final = "entity-type"
"""The field of a record that was imported from the server."""


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield one file, entities first. `backstory import mcp-memory` reads it back."""
    names = name_records(records)
    entities: list[dict[str, object]] = []
    relations: dict[tuple[str, str, str], None] = {}
    for record in records:
        text, own = _split_relations(record)
        entities.append(
            {
                "type": "entity",
                "name": names[record.id],
                "entityType": record.fields.get(ENTITY_TYPE, record.kind),
                "observations": list(_list_observations(text)),
            }
        )
        pairs = own or [(link.relation, names[link.target]) for link in record.links if link.target in names]
        relations.update(dict.fromkeys((names[record.id], end, relation) for relation, end in pairs))
    rows = [{"type": "relation", "from": a, "to": b, "relationType": name} for a, b, name in relations]
    yield ExportedFile("", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in (*entities, *rows)))


def _split_relations(record: Record) -> tuple[str, list[tuple[str, str]]]:
    """Return the text of a record and, of one that came from the server, its relations under their own names."""
    text, mark, section = f"\n\n{record.body}".rpartition("\n## Relations\n")
    if ENTITY_TYPE not in record.fields or not mark:
        return record.body, []
    matches = [RELATION_LINE.fullmatch(line) for line in section.strip().split("\n")]
    own = [(match[1], match[2] or match[3]) for match in matches if match]
    return (text.strip(), own) if len(own) == len(matches) else (record.body, [])


def _list_observations(text: str) -> Iterator[str]:
    """Yield the bullets and paragraphs of a text; a paragraph under a heading begins with it."""
    heading = ""
    for block in text.strip().split("\n\n"):
        lines = block.strip().split("\n")
        if lines[0].startswith("## "):
            heading = f"{lines.pop(0)[3:].strip()}: "
        if lines and all(line.startswith(("- ", "  ")) for line in lines):
            bullets = "\n".join(lines)[2:].split("\n- ")
            yield from (heading + one.replace("\n  ", "\n") for one in bullets)
        elif lines and lines[0]:
            yield heading + "\n".join(lines)
