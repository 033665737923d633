"""Splits Markdown: front matter, sections by heading, and the bullets and paragraphs of a section."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.imports.files import parse_json

_KEY: Final = re.compile(r"([A-Za-z][\w-]{0,60})\s*:(?:\s+(.*))?$")
_HEADING: Final = re.compile(r"(#{1,6})\s+(\S.*)")
_RELATION: Final = re.compile(r"[-*] ([\w-]{1,60}) \[\[([^\[\]\n|#]{1,400})\]\]")
_BULLET: Final = re.compile(r"(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)")
_LIST_ITEM: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|\'[^\']*\'(?=\s*(?:,|$))|[^,]+)')
_MARK: Final = re.compile(r"\s*<?([\w.:-]{1,60}):(start|begin|end)\b", re.IGNORECASE)
"""A comment that begins or ends the block of a tool in a file of somebody else."""


class Section(NamedTuple):
    """The text under a heading."""

    heading: str
    """Empty for what comes before the first heading."""
    text: str
    level: int = 0
    above: tuple[str, ...] = ()
    """The headings that it lies under, highest first."""


class Block(NamedTuple):
    """A bullet with what is nested in it, or the paragraphs between bullets."""

    text: str
    is_bullet: bool
    rest: str = ""
    """Of a bullet: its further lines."""


def split_front_matter(text: str) -> tuple[dict[str, str | list[str]], str]:
    """Return the flat keys of a YAML front matter, and the text after it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    if not text.startswith("---\n"):
        return {}, text
    head, mark, rest = text[4:].partition("\n---")
    if not mark or rest[:1] not in ("", "\n", " "):
        return {}, text
    return _parse_keys(head), rest.partition("\n")[2]


def _parse_keys(head: str) -> dict[str, str | list[str]]:
    keys: dict[str, str | list[str]] = {}
    last = ""
    for line in head.split("\n"):
        match = _KEY.match(line)
        if match:
            last = match[1].lower()
            keys[last] = _parse_value(match[2] or "")
        elif last and line.lstrip().startswith("- "):
            value = keys[last]
            items = value if isinstance(value, list) else []
            keys[last] = [*items, _unquote(line.lstrip()[2:])]
    return keys


def _parse_value(text: str) -> str | list[str]:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [one for one in (_unquote(part) for part in _LIST_ITEM.findall(text[1:-1])) if one]
    return _unquote(text)


def _unquote(text: str) -> str:
    text = text.strip()
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "\"'":
        return text
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    value = parse_json(text)
    return value if isinstance(value, str) else text[1:-1]


def one_of(value: str | list[str] | None) -> str:
    """Return a value of a front matter as one text."""
    return ", ".join(value) if isinstance(value, list) else value or ""


def split_relations(text: str, heading: str) -> tuple[str, list[tuple[str, str]]]:
    """Split off a last section that has nothing but relations, `- depends_on [[other note]]`.

    Return the text before it and (relation, name) of each; the whole text and nothing where there is no such section.
    """
    before, mark, section = f"\n{text}".rpartition(f"\n## {heading}\n")
    lines = [line for line in section.split("\n") if line.strip()]
    matches = [_RELATION.fullmatch(line.strip()) for line in lines]
    relations = [(match[1], match[2].strip()) for match in matches if match]
    return (before.strip(), relations) if mark and len(relations) == len(lines) else (text, [])


def without_managed_blocks(text: str) -> tuple[str, list[str]]:
    """Return a text without the blocks that tools manage in it and without comments, and the names of those tools."""
    comments = list(_find_comments(text))
    ends: dict[str, list[int]] = {}
    for _, end, content in comments:
        match = _MARK.match(content)
        if match and match[2].lower() == "end":
            ends.setdefault(match[1].lower(), []).append(end)
    pieces: list[str] = []
    names: list[str] = []
    position = 0
    for start, end, content in comments:
        if start < position:
            continue
        pieces.append(text[position:start])
        position = end
        match = _MARK.match(content)
        if match and match[2].lower() != "end":
            closing = ends.get(match[1].lower(), [])
            index = bisect_right(closing, end)
            if index < len(closing):
                position = closing[index]
                names.append(match[1])
    return "".join([*pieces, text[position:]]), names


def _find_comments(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the content of each comment."""
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            return
        position = end + 3
        yield start, position, text[start + 4 : end]


def split_sections(text: str) -> Iterator[Section]:
    """Yield the sections of a text in their order, empty ones left out. Headings in a code block do not count."""
    path: list[tuple[int, str]] = []
    lines: list[str] = []
    for line, is_code in _mark_code(text):
        match = None if is_code else _HEADING.match(line)
        if match is None:
            lines.append(line)
            continue
        yield from _make_section(path, lines)
        lines = []
        level = len(match[1])
        path = [*(entry for entry in path if entry[0] < level), (level, match[2].strip("# \t"))]
    yield from _make_section(path, lines)


def _make_section(path: list[tuple[int, str]], lines: list[str]) -> Iterator[Section]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        level, heading = path[-1] if path else (0, "")
        yield Section(heading, text, level, tuple(name for _, name in path[:-1]))


def split_blocks(text: str) -> Iterator[Block]:
    """Yield the bullets of the highest level, each with what is indented below it, and the text between them."""
    between: list[str] = []
    bullet: list[str] = []
    depth = -1
    for line, is_code in _mark_code(text):
        match = None if is_code else _BULLET.match(line)
        indent = len(line) - len(line.lstrip())
        if match and (depth < 0 or indent <= depth):
            yield from _make_blocks(between, bullet)
            between, bullet, depth = [], [match[2]], indent
        elif bullet and (not line.strip() or indent > depth or bullet[-1].strip()):
            bullet.append(line)
        elif bullet:
            yield from _make_blocks(between, bullet)
            between, bullet, depth = [line], [], -1
        else:
            between.append(line)
    yield from _make_blocks(between, bullet)


def _make_blocks(between: list[str], bullet: list[str]) -> Iterator[Block]:
    text = "\n".join(between).strip()
    if text:
        yield Block(text, False)
    if bullet:
        first, rest = _join_lines(bullet)
        yield Block(first, True, rest)


def _join_lines(lines: list[str]) -> tuple[str, str]:
    """Return the first paragraph of a bullet as one line, and the rest without its indentation."""
    first = [lines[0].strip()]
    number = 1
    while number < len(lines) and lines[number].strip() and not _starts_block(lines[number]):
        first.append(lines[number].strip())
        number += 1
    rest = lines[number:]
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return " ".join(first), "\n".join(line[margin:] for line in rest).strip()


def _starts_block(line: str) -> bool:
    return bool(_BULLET.match(line)) or line.lstrip().startswith(("```", "~~~", "|", ">"))


def _mark_code(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it belongs to a fenced code block."""
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        is_fence = mark in ("```", "~~~")
        if is_fence and not fence:
            fence = mark
            yield line, True
            continue
        yield line, bool(fence)
        if is_fence and mark == fence:
            fence = ""


def first_heading(text: str) -> str:
    """Return the first heading of the highest level; empty where there is none."""
    for line, is_code in _mark_code(text):
        match = None if is_code else _HEADING.match(line)
        if match and len(match[1]) == 1:
            return match[2].strip("# \t")
    return ""
