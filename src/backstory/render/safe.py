"""Recorded text as data: nothing in it can close a fence, open a section, pose as a speaker or issue a command."""

import re
from typing import Final

from backstory.model.kinds import KINDS
from backstory.model.late_pattern import late_pattern
from backstory.model.text import clean_text
from backstory.recall.sections import IDENTITY, SECTIONS

FENCE: Final = "backstory-context"
"""Name of the tag around everything that is injected; capture strips it, so that memory does not feed on itself."""

_OURS = "|".join(sorted({*SECTIONS, IDENTITY.name, *KINDS, "record", "handoffs"}))
_THEIRS = (
    "system|user|assistant|human|developer|tool|function|invoke|parameter|antml|instructions?|environment|important"
    "|policy|admin|sys|im_start|im_end|endoftext|script|iframe|object|embed|img|svg|meta|base"
)
_BRACKETS: Final = "<\uff1c\ufe64\u2039\u3008\u27e8\u276e"
_OPENING = late_pattern(
    rf"[{_BRACKETS}](?=[\s/\\!<-]*(?:backstory|ctx\s*:)"
    rf"|(?:[/\\!<-]+\s*)?(?:\||(?:{_OURS}|{_THEIRS})(?![a-z0-9])))",
    re.IGNORECASE,
)
"""A bracket before a tag of ours or of an agent's own protocol. `a < base` is none."""
_BLOCK_MARK = late_pattern(r"(backstory)\s*[:\uff1a\ufe55\ua789]\s*(?=begin|end)", re.IGNORECASE)
_TURN = late_pattern(r"\[(?=/?INST\])|(?<=!)\[(?=[^\]\n]{0,300}\]\()", re.IGNORECASE)
"""Turn markers of chat templates, and images, which a viewer would fetch."""


def escape_text(text: str) -> str:
    """Text for use inside a fence: cleaned, and every tag or marker of ours and of the agents' own protocols escaped.

    Ordinary code keeps its brackets: only tags that could be taken for structure are touched.
    """
    text = clean_text(text)
    if any(bracket in text for bracket in _BRACKETS):
        text = _OPENING.sub("&lt;", text)
    if "[" in text:
        text = _TURN.sub("&#91;", text)
    if text.isascii() and "backstory" not in text.lower():
        return text
    return _BLOCK_MARK.sub(r"\1&#58;", text)


def escape_line(text: str) -> str:
    """Safe text on one line."""
    return " ".join(escape_text(text).split())


def escape_attribute(text: str) -> str:
    """Safe text for a quoted attribute."""
    return escape_line(text).replace('"', "'").replace("<", "&lt;").replace(">", "&gt;")


def has_code(text: str) -> bool:
    return any(_fence_mark(line) for line in text.splitlines())


def join_lines(text: str) -> str:
    """Text of several lines as one: list items are joined by semicolons, headings end in a colon."""
    out = ""
    for line in escape_text(text).splitlines():
        words = " ".join(line.split())
        if not words:
            continue
        item = words.startswith(("- ", "* ", "+ "))
        if item:
            words = words[2:].lstrip()
        elif words.startswith("#"):
            words = words.lstrip("#").strip() + ":"
        if not out:
            out = words
        elif item:
            out += (" " if out.endswith((":", ".", ";")) else "; ") + words
        else:
            out += " " + words
    return out


def indent_block(text: str, indent: str) -> str:
    """Text of several lines, each indented; an open code fence is closed, so that it swallows nothing after it."""
    out: list[str] = []
    open_mark = ""
    for line in escape_text(text).expandtabs(4).splitlines():
        mark = _fence_mark(line)
        if open_mark:
            closes = mark[:1] == open_mark[0] and len(mark) >= len(open_mark) and line.strip() == mark
            open_mark = "" if closes else open_mark
        elif mark:
            open_mark = mark
        if line.strip():
            out.append(indent + line.rstrip())
    if open_mark:
        out.append(indent + open_mark)
    return "\n".join(out)


def _fence_mark(line: str) -> str:
    start = line.strip()
    for sign in "`~":
        run = len(start) - len(start.lstrip(sign))
        if run >= 3:
            return sign * run
    return ""
