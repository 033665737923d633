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
    rest = one_line(" ".join(line.lstrip("#- ") for line in record.body.split("\n")))
    text = f"{title}. {rest}" if rest else f"{title}."
    return quote_imports(f"- {one_line(text, MAX_BULLET)}".replace("<!--", "< !--"))
