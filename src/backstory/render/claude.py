"""For Claude: sections as elements, one bullet a record."""

from backstory.recall.text.content import Brief, Item, Section
from backstory.render.fence import fence_text, format_blocks
from backstory.render.generic import (
    format_footer,
    format_mark,
    format_notes,
    format_opening,
    format_position,
    format_remarks,
    format_rule,
    format_text,
    is_of_user,
)
from backstory.render.safe import escape_attribute


def render_claude(brief: Brief, key: bytes) -> str:
    """The brief as elements within the fence."""
    blocks = format_blocks(brief, lambda section: _section(section, brief))
    return fence_text(format_opening(brief), blocks, format_footer(brief), key)


def _section(section: Section, brief: Brief) -> str:
    name = "handoffs" if section.name == "handoff" else section.name
    bullets = [_bullet(item, brief, section.name) for item in section.items]
    lines = [*bullets, *format_notes(section, brief)]
    return "\n".join([f"<{name}{_section_attribute(section, brief)}>", *lines, f"</{name}>"])


def _section_attribute(section: Section, brief: Brief) -> str:
    """Where the work is, or why a section is not trusted."""
    if section.name == "untrusted":
        return ' reason="brought by another branch, clone or archive; nobody here vouches for it"'
    position = format_position(brief) if section.name == "now" else ""
    return f' branch="{escape_attribute(position)}"' if position else ""


def _bullet(item: Item, brief: Brief, section: str) -> str:
    """A record as one bullet: what it says, then its id and what is known about it."""
    if is_of_user(item, section):
        return format_rule(item, brief)
    text, block = format_text(item, brief)
    remarks = "; ".join(filter(None, (format_mark(item, section), format_remarks(item, brief))))
    return f"- {text} ({remarks}){block}"
