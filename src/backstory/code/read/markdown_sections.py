"""The sections of a Markdown text: a heading and what is below it."""

from collections.abc import Iterator

from backstory.model.text import make_slug


def find_section(text: str, heading: str) -> str | None:
    """A section of Markdown by its heading or the heading's anchor name, down to the next heading of its rank."""
    anchor = make_slug(heading, 200)
    start, rank = -1, 0
    for offset, level, title in _headings(text):
        if start < 0 and make_slug(title, 200) == anchor:
            start, rank = offset, level
        elif start >= 0 and level <= rank:
            return text[start:offset]
    return text[start:] if start >= 0 else None


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """(offset, level, title) of the headings of Markdown that are not in a block of code."""
    fence, offset = "", 0
    for line in text.splitlines(keepends=True):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else fence or mark
        level = len(line) - len(line.lstrip("#"))
        if not fence and 0 < level <= 6 and line[level : level + 1] in (" ", "\t"):
            yield offset, level, line[level:]
        offset += len(line)
