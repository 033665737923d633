"""For Cursor: Markdown in which the file comes first, since an editor's agent works from the files that are open.

A file is no link and bears no `@`: in a rule of Cursor both attach the whole file to every request.
"""

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


def render_cursor(brief: Brief, key: bytes) -> str:
    """The brief as Markdown within the fence."""
    blocks = format_blocks(brief, lambda section: _section(section, brief))
    return fence_text(format_opening(brief), blocks, format_footer(brief), key)


def _section(section: Section, brief: Brief) -> str:
    title = TITLES.get(section.name, section.title)
    position = format_position(brief) if section.name == "now" else ""
    heading = f"## {title} (when this conversation began{', ' + position if position else ''})"
    bullets = [_bullet(item, brief, section.name) for item in section.items]
    return "\n".join([heading if section.name == "now" else f"## {title}", *bullets, *format_notes(section, brief)])


def _bullet(item: Item, brief: Brief, section: str) -> str:
    """A record as one bullet: the code, what it says, then its id and who said it."""
    if is_of_user(item, section):
        return format_rule(item, brief)
    text, block = format_text(item, brief)
    places = "; ".join(map(format_place, item.anchors))
    remarks = "; ".join(filter(None, (format_mark(item, section), words.origin(item, brief))))
    return f"- {places + ': ' if places else ''}{text} ({remarks}){block}"
