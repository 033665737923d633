"""Writes an instruction file for agents: a section for each kind, a bullet for each record."""

from collections.abc import Iterator, Sequence
from typing import Final

from backstory.exports.form import ExportedFile
from backstory.exports.table import find_form
from backstory.model.file_imports import quote_imports
from backstory.model.kinds import KINDS
from backstory.model.record import Record
from backstory.model.text import one_line

MAX_BULLET: Final = 1000
"""Characters of a bullet."""


def write_files(records: Sequence[Record]) -> Iterator[ExportedFile]:
    """Yield one file. `backstory import claude-md` reads its bullets back."""
    form = find_form("claude-md")
    assert form is not None
    sections: list[str] = []
    for kind in form.kinds:
        bullets = [_write_bullet(record) for record in records if record.kind == kind]
        if bullets:
            sections.append("\n".join([f"## {KINDS[kind].plural.capitalize()}", "", *bullets, ""]))
    yield ExportedFile("", "\n".join(["# Project memory\n", *sections]))


def _write_bullet(record: Record) -> str:
    title = one_line(record.title).rstrip(".")
    rest = _join_sections(record.body)
    text = f"{title}. {rest}" if rest else f"{title}."
    return quote_imports(f"- {one_line(text, MAX_BULLET)}".replace("<!--", "< !--"))


def _join_sections(body: str) -> str:
    """The text of a record on one line: `It is typed. Alternatives: asyncpg; psycopg2`."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    for line in map(str.strip, body.split("\n")):
        if line.startswith("#"):
            sections.append((line.lstrip("# "), []))
        elif line:
            sections[-1][1].append(line.lstrip("- "))
    texts = [f"{name}: {'; '.join(lines)}" if name else " ".join(lines) for name, lines in sections if lines]
    return one_line(" ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts))
