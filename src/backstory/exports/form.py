"""What a writer of another tool's format takes and yields: records in, files out."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from backstory.model.record import Record
from backstory.model.text import make_slug, one_line

_PLAIN: Final = re.compile(r"[A-Za-z0-9/_.][\w./@<>+ -]*(?::[\w./-]+)*")
"""A YAML value that needs no quotes."""
_RESERVED: Final = re.compile(r"(?:true|false|yes|no|on|off|null|~|[\d.+-][\d.eE+_-]*)", re.IGNORECASE)
"""A YAML value that would not be a text without quotes."""
RELATION_LINE: Final = re.compile(r"- ([\w-]{1,60}) (?:\[\[(.{1,400})\]\]|(\S.{0,400}))")


class ExportedFile(NamedTuple):
    """A file to write. `path` is relative to the folder of the export, and empty for a form that is one file."""

    path: str
    text: str


class Writer(Protocol):
    """The module of a form."""

    def write_files(self, records: Sequence[Record]) -> Iterator[ExportedFile]:
        """Yield the files for some records, which come oldest first. Links lead to records among them."""


def name_records(records: Sequence[Record], *, slugs: bool = False) -> dict[str, str]:
    """Return id -> a name that no other of the records has: its title, or a slug of it."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for record in records:
        name = make_slug(record.title) if slugs else one_line(record.title)
        if name.casefold() in taken:
            name = f"{name}-{record.short}" if slugs else f"{name} ({record.short})"
        taken.add(name.casefold())
        names[record.id] = name
    return names


def write_front_matter(keys: dict[str, str | Sequence[str]]) -> str:
    """Return a YAML front matter of texts and lists of texts. Empty values are left out."""
    lines: list[str] = []
    for key, value in keys.items():
        if isinstance(value, str):
            lines += [f"{key}: {_quote(value)}"] if value else []
        elif value:
            lines.append(f"{key}: [{', '.join(map(_quote, value))}]")
    return "\n".join(["---", *lines, "---", ""])


def _quote(value: str) -> str:
    text = one_line(value)
    is_plain = _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text) and not text.endswith(" ")
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def write_relations(record: Record, names: dict[str, str], heading: str) -> str:
    """Return a section that names the records a record is linked to; empty without links."""
    lines = [f"- {link.relation} [[{names[link.target]}]]" for link in record.links if link.target in names]
    return "\n".join([f"\n## {heading}\n", *lines, ""]) if lines else ""
