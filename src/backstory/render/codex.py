"""For Codex: Markdown whose code stands as Codex names it, and commands as it runs them."""

from typing import Final

from backstory.recall.text.content import Brief, Item, Section
from backstory.render import words
from backstory.render.fence import fence_text, format_blocks
from backstory.render.generic import (
    TITLES,
    format_footer,
    format_mark,
    format_notes,
    format_opening,
    format_place,
    format_position,
    format_rule,
    format_text,
    is_of_user,
)
from backstory.render.safe import escape_line

FULL: Final = (
    "one in full: `backstory show ID`, as a command of its own (without a pipe it runs outside of the sandbox)"
)
"""Codex lets a command out of its sandbox only where its rule for `backstory` fits the whole line."""


def render_codex(brief: Brief, key: bytes) -> str:
    """The brief as Markdown within the fence."""
    blocks = format_blocks(brief, lambda section: _section(section, brief))
    return fence_text(format_opening(brief), blocks, format_footer(brief, FULL), key)


def _section(section: Section, brief: Brief) -> str:
    title = TITLES.get(section.name, section.title)
    position = format_position(brief) if section.name == "now" else ""
    heading = f"## {title} ({position})" if position else f"## {title}"
    bullets = [_bullet(item, brief, section.name) for item in section.items]
    notes = _command_lines(section) if section.name == "commands" else format_notes(section, brief)
    return "\n".join([heading, *bullets, *notes])


def _bullet(item: Item, brief: Brief, section: str) -> str:
    """A record as one bullet: what it says, then the code, who said it, and the id."""
    if is_of_user(item, section):
        return format_rule(item, brief)
    text, block = format_text(item, brief)
    places = "; ".join(format_place(place) for place in item.anchors if not place.implied)
    remarks = (places, words.origin(item, brief), format_mark(item, section))
    return f"- {text} ({'; '.join(filter(None, remarks))}){block}"


def _command_lines(section: Section) -> list[str]:
    """The commands as a block for the shell, which is the tool that Codex does nearly everything with."""
    lines = []
    for note in section.notes:
        detail = f", {escape_line(note.detail)}" if note.detail else ""
        lines.append(f"{escape_line(note.text).replace('```', chr(39) * 3)}  # {escape_line(note.label)}{detail}")
    return ["```sh", *lines, "```"] if lines else []
