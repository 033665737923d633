"""For Gemini CLI: elements throughout, because the text stands in the user's own message, in front of the request.

A path with an `@` stands as code: Gemini replaces a bare one in `GEMINI.md` by the content of the file.
"""

from typing import Final

from backstory.model.kinds import KINDS
from backstory.recall.text.content import Brief, Item, Section
from backstory.render import words
from backstory.render.fence import fence_text, format_blocks
from backstory.render.generic import (
    format_footer,
    format_notes,
    format_opening,
    format_position,
    format_rule,
    format_text,
    is_of_user,
)
from backstory.render.safe import escape_attribute

RECORD: Final = "record"
"""Name of the element of a record whose kind is none of ours."""


def render_gemini(brief: Brief, key: bytes) -> str:
    """The brief as elements within the fence."""
    blocks = format_blocks(brief, lambda section: _section(section, brief))
    return fence_text(format_opening(brief), blocks, format_footer(brief), key)


def _section(section: Section, brief: Brief) -> str:
    name = "handoffs" if section.name == "handoff" else section.name
    lines = [*(_record(item, brief, section.name) for item in section.items), *format_notes(section, brief)]
    return "\n".join([f"<{name}{_section_attribute(section, brief)}>", *lines, f"</{name}>"])


def _section_attribute(section: Section, brief: Brief) -> str:
    """Where the work is, or why a section is not trusted."""
    if section.name == "untrusted":
        return ' reason="brought by another branch, clone or archive; nobody here vouches for it"'
    position = format_position(brief) if section.name == "now" else ""
    return f' branch="{escape_attribute(position)}"' if position else ""


def _record(item: Item, brief: Brief, section: str) -> str:
    """A record as one element. What is known about it is in attributes, apart from what it says."""
    if is_of_user(item, section):
        return format_rule(item, brief)
    text, block = format_text(item, brief)
    name = item.kind if item.kind in KINDS else RECORD
    attributes = {
        "id": item.short,
        "status": words.standing(item),
        "by": words.source(item, brief),
        "branch": words.origin_branch(item, brief),
        "files": ", ".join(words.about(item, implied=False)),
    }
    opening = " ".join([name, *(f'{key}="{escape_attribute(value)}"' for key, value in attributes.items() if value)])
    end = f"{block}\n" if block else ""
    return f"<{opening}>{text}{end}</{name}>"
