"""For an agent with little room: a line a statement, without ids, origins and headings of Markdown or XML."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from backstory.recall.text.content import Brief, Item, Note, Section
from backstory.render import words
from backstory.render.fence import fence_text, format_blocks
from backstory.render.generic import (
    format_footer,
    format_notes,
    format_opening,
    format_remarks,
    format_text,
    list_statements,
)
from backstory.render.safe import escape_line, join_lines

_TITLES: Final = {
    "now": "Now",
    "rules": "Rules of the user",
    "decisions": "Decided",
    "earlier": "Said lately",
    "commands": "Commands",
    "untrusted": "Untrusted (nobody here vouches for it)",
}
_LABELS: Final = {
    "last session ended with": "ended with",
    "asked last, and not answered": "not answered",
    "asked, and not answered": "open question",
    "edited in this work": "files",
    "last tests": "tests",
}
_WITH_ORIGIN: Final = ("handoff", "untrusted")
"""Sections whose records name who said them: without that they are worth nothing."""
_IMPLIED: Final = {"decisions": "decision", "rules": "rule", "warnings": "failure", "strategies": "strategy"}
"""Section -> kind that its title says already."""


def render_telegraphic(brief: Brief, key: bytes) -> str:
    """The brief as lines within the fence."""
    blocks = format_blocks(brief, lambda section: _section(section, brief))
    text = "\n".join(blocks.all)
    return fence_text(format_opening(brief), blocks._replace(all=[text] if text else []), format_footer(brief), key)


def format_heading(section: Section) -> str:
    """The line above what a section tells."""
    return f"{_TITLES.get(section.name, section.title)}:"


def group_notes(notes: Sequence[Note]) -> list[list[Note]]:
    """The notes about now by line: those of a label share one."""
    return [list(group) for _, group in groupby(notes, key=lambda note: note.label)]


def _section(section: Section, brief: Brief) -> str:
    items = [_line(item, brief, section.name) for item in section.items]
    notes = _note_lines(section, brief)
    return "\n".join([format_heading(section), *items, *notes])


def _note_lines(section: Section, brief: Brief) -> list[str]:
    """The notes of a section, without the days on which something was said."""
    if section.name == "earlier":
        return list_statements(section.notes, dated=False)
    return _now_lines(section.notes, brief) if section.name == "now" else format_notes(section, brief)


def _line(item: Item, brief: Brief, section: str) -> str:
    """What a record says, and what a reader must know before believing it."""
    text, block = format_text(item, brief)
    kind = "" if _IMPLIED.get(section) == item.kind else escape_line(item.kind)
    is_stale = not item.current and any(place.state == "changed" for place in item.anchors)
    fate = "code changed since" if is_stale else ""
    remarks = (
        (kind, words.standing(item), format_remarks(item, brief))
        if section in _WITH_ORIGIN or (item.kind == "rule" and section != "rules")
        else (kind, words.standing(item), words.HOW.get(item.how, "") if item.kind != "rule" else "", fate)
    )
    mark = ", ".join(filter(None, remarks))
    return f"- {text}{f' ({mark})' if mark else ''}{block}"


def _now_lines(notes: Sequence[Note], brief: Brief) -> list[str]:
    """One line for the notes of a label. A task says by itself where it comes from."""
    lines: list[str] = []
    for some in group_notes(notes):
        label = some[0].label
        detail = escape_line(some[0].detail) if len(some) == 1 and label not in ("task", "next") else ""
        mark = ", ".join(filter(None, (detail, words.elsewhere_of(some[0], brief))))
        name = _LABELS.get(label, label) + (f" ({mark})" if mark else "")
        lines.append(f"- {name}: {'; '.join(join_lines(note.text) for note in some)}")
    return lines
