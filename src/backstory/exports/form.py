"""The interface of writers of other tools' formats: records in, files out."""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from backstory.model.record import Record
from backstory.model.text import make_slug, one_line

_PLAIN: Final = re.compile(r"[A-Za-z0-9/_.][\w./@<>+ -]*(?::[\w./-]+)*")
"""A YAML value that needs no quotes."""
_RESERVED: Final = re.compile(r"(?:true|false|yes|no|on|off|null|~|[\d.+-][\d.eE+_-]*)", re.IGNORECASE)
"""A YAML value that would not be a text without quotes."""
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)\d)", re.IGNORECASE)
"""Names that no file can have on Windows, whatever its ending."""
MAX_NAME: Final = 48
"""Characters of a file's name without its ending."""
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
    used: set[str] = set()
    for record in records:
        name = name_file(record) if slugs else one_line(record.title)
        if name.casefold() in used:
            name = f"{name}-{record.short}" if slugs else f"{name} ({record.short})"
        used.add(name.casefold())
        names[record.id] = name
    return names


def name_file(record: Record) -> str:
    """Return a name for a record's file, without an ending: the words of its title, or else its kind and id.

    Words in letters beyond ASCII count where the title has no others.
    """
    slug = make_slug(record.title, MAX_NAME)
    if slug == make_slug(""):
        plain = unicodedata.normalize("NFC", record.title).lower()
        slug = "-".join("".join(letter if letter.isalnum() else " " for letter in plain).split())[: MAX_NAME // 3]
    slug = slug.strip("-") or f"{record.kind}-{record.short}"
    return f"{slug}-{record.kind}" if _DEVICES.fullmatch(slug) else slug


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
