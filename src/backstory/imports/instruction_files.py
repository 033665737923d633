"""Reads the instruction files of agents: a record for each bullet, and one for the text under each heading."""

import os
import re
from collections.abc import Iterator
from typing import Final

from backstory.imports.files import MARKDOWN, read_text, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft
from backstory.imports.markdown import (
    Block,
    Section,
    one_of,
    split_blocks,
    split_front_matter,
    split_sections,
    without_managed_blocks,
)
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor, Draft
from backstory.model.text import one_line

SUFFIXES: Final = (*MARKDOWN, ".txt", ".cursorrules", ".windsurfrules", ".clinerules", ".roorules")
MIN_LENGTH: Final = 8
"""Characters of a text that is worth a record."""
_RULE: Final = re.compile(
    r"\b(?:must|never|always|don['’]?t|do not|should|shall|avoid|prefer|ensure|make sure|only|required?|forbidden|"
    r"immer|niemals?|nie|muss|darf|nicht|toujours|jamais|ne pas|siempre|nunca|no debe)\b"
    r"|^(?:use|run|keep|write|add|follow|put|name|check|update|treat|test|commit|read|call|ask|return|place)\b",
    re.IGNORECASE,
)
_DECISION: Final = re.compile(
    r"\b(?:we (?:chose|decided|picked|settled on|moved to|switched to)|decided (?:to|on|against)|"
    r"chosen over|(?:instead of|rather than)\b.{0,120}\bbecause)\b",
    re.IGNORECASE,
)
_KINDS: Final = {kind.plural: kind.name for kind in KINDS.values() if not kind.momentary and kind.group != "work"}
"""Heading that names a kind -> the kind of the bullets under it."""
_SCOPES: Final = ("globs", "applyto", "paths")
"""Keys of a front matter that say which files a rule is about."""
_EVERYTHING: Final = ("", "*", "**", "**/*", "**/*.*")


def recognizes(path: str) -> bool:
    """Instruction files are recognised by their names alone."""
    return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each bullet of the files, and one for the other text of each section."""
    for file in walk_files(path, SUFFIXES, omitted):
        yield from read_instructions(file, read_text(file, omitted), place, omitted)


def read_instructions(file: str, text: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield the records of one instruction file. Blocks that tools manage in it are left out."""
    keys, text = split_front_matter(text)
    text, tools = without_managed_blocks(text)
    for tool in dict.fromkeys(tools):
        omitted.add(file, f"has a block that `{one_line(tool, 40)}` manages")
    anchors = _find_scope(keys)
    key = os.path.relpath(file, place.root)
    for section in split_sections(text):
        for item in split_section(section):
            item.draft.anchors = anchors
            yield item._replace(key=key)


def has_other_text(path: str) -> bool:
    """Whether a file, or one of a folder, has more than a front matter and blocks that tools manage.

    A file that cannot be read counts, so that an import can say why.
    """
    for file in walk_files(path, SUFFIXES, Omissions()):
        omitted = Omissions()
        text, tools = without_managed_blocks(split_front_matter(read_text(os.path.realpath(file), omitted))[1])
        if omitted or not tools or text.strip():
            return True
    return False


def split_section(section: Section) -> Iterator[Item]:
    """Yield a record for each bullet of a section, and one for its other text."""
    tags = clean_tags([section.heading]) if section.level > 1 else []
    prose: list[str] = []
    for block in split_blocks(section.text):
        if not block.is_bullet:
            prose.append(block.text)
        elif len(block.text) >= MIN_LENGTH or block.rest:
            yield Item(_draft_of_bullet(block, section, tags), "")
    text = "\n\n".join(prose)
    if len(text) >= MIN_LENGTH:
        yield Item(_draft_of_prose(text, section, tags), "")


def _draft_of_bullet(block: Block, section: Section, tags: list[str]) -> Draft:
    text = _plain(block.text)
    kind = _KINDS.get(section.heading.lower(), "")
    if kind:
        return make_draft(kind, "", text=f"{text}\n\n{block.rest}".strip())
    if text.endswith(":") and section.heading:
        text = f"{section.heading}: {text}"
    return make_draft(find_kind(text), "", text=f"{text}\n\n{block.rest}".strip(), tags=tags)


def _draft_of_prose(text: str, section: Section, tags: list[str]) -> Draft:
    is_short = "\n" not in text and len(text) <= 240
    if is_short or not section.heading:
        return make_draft(find_kind(text) if is_short else "note", "", text=text, tags=tags)
    title = " / ".join((*section.above[1:], section.heading))
    return make_draft("note", title, text, tags=tags)


def find_kind(text: str) -> str:
    """Return the kind of a statement in an instruction file: a decision, a rule or a fact."""
    if _DECISION.search(text[:600]):
        return "decision"
    return "rule" if _RULE.search(text[:600]) else "fact"


def _plain(text: str) -> str:
    """Return a text without marks of emphasis around its beginning: `**Tests**: run them` is `Tests: run them`."""
    for mark in ("**", "__"):
        if text.startswith(mark):
            head, end, tail = text[2:].partition(mark)
            return head + tail if end else text
    return text


def _find_scope(keys: dict[str, str | list[str]]) -> list[Anchor]:
    """Return the files that a rule is about, as its front matter names them."""
    text = next((one_of(keys[name]) for name in _SCOPES if keys.get(name)), "")
    globs = [one.strip().strip("\"'") for one in text.split(",")]
    return [Anchor(one) for one in globs if one not in _EVERYTHING and not one.startswith(("/", "~", ".."))][:10]
