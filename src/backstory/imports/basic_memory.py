"""Reads the notes of basic-memory: Markdown with observations (`- [category] text`) and relations."""

import os
import re
from collections.abc import Iterator
from typing import Final

from backstory.imports import basic_memory_database
from backstory.imports.basic_memory_database import name_relation
from backstory.imports.files import MARKDOWN, peek, read_text, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.imports.kinds import is_lasting
from backstory.imports.markdown import first_heading, one_of, split_front_matter, split_relations

_OBSERVATION: Final = re.compile(r"^[ \t]*[-*][ \t]+\[([^\[\]\n]{1,40})\][ \t]+(\S.*)$", re.MULTILINE)
_RELATION: Final = re.compile(
    r"^[ \t]*[-*][ \t]+([\w-]{1,40}(?:[ \t]{1,3}[\w-]{1,40}){0,3})[ \t]{1,3}\[\[([^\[\]\n]{1,200})\]\]", re.MULTILINE
)
_PERMALINK: Final = re.compile(r"^permalink:", re.MULTILINE)
_KINDS: Final = {
    "decision": "decision", "design": "decision", "fact": "fact", "tech": "fact", "technique": "pattern",
    "pattern": "pattern", "rule": "rule", "preference": "preference", "question": "question", "idea": "hypothesis",
    "problem": "failure", "issue": "failure", "requirement": "rule",
}  # fmt: skip
"""Category of an observation, or type of a note -> kind."""


def recognizes(path: str) -> bool:
    """Whether a note, or a note of a folder, has a permalink in its front matter."""
    if os.path.isfile(path):
        return (path.endswith(".md") and _is_note(path)) or basic_memory_database.recognizes(path)
    omitted = Omissions()
    files = walk_files(path, (".md",), omitted) if os.path.isdir(path) else iter(())
    return any(_is_note(file) for _, file in zip(range(20), files, strict=False))


def _is_note(path: str) -> bool:
    text = peek(path, 4096)
    return text.startswith("---") and bool(_PERMALINK.search(text.partition("\n---")[0]))


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each note, with its observations and relations in its text, so that nothing is cut apart."""
    if os.path.isfile(path) and basic_memory_database.recognizes(path):
        yield from basic_memory_database.read_items(path, omitted)
        return
    for file in walk_files(path, MARKDOWN, omitted):
        keys, text = split_front_matter(read_text(file, omitted))
        if not text.strip():
            omitted.add(file, "is empty")
            continue
        yield _read_note(keys, text.strip(), os.path.splitext(os.path.basename(file))[0])


def _read_note(keys: dict[str, str | list[str]], text: str, stem: str) -> Item:
    title = one_of(keys.get("title")) or first_heading(text) or stem
    first, _, rest = text.partition("\n")
    body = rest.strip() if first.startswith("# ") and first[2:].strip() == title else text
    links = [(name_relation(match[1]), match[2].strip()) for match in _RELATION.finditer(text)]
    own = title
    if keys.get(
        "record"
    ):  # a note that Backstory wrote: its relations were links, and its title may have its id behind
        body = split_relations(body, "Relations")[0]
        own = title.removesuffix(f" ({one_of(keys['record'])[-8:].lower()})")
    return Item(
        make_draft(
            _find_kind(one_of(keys.get("type")), text),
            own,
            body,
            tags=clean_tags(keys.get("tags", [])),
            fields={"permalink": one_of(keys.get("permalink"))},
        ),
        key=title,
        made=read_time(one_of(keys.get("created") or keys.get("created_at") or keys.get("date"))),
        links=tuple(links),
        is_whole=True,
    )


def _find_kind(name: str, text: str) -> str:
    """Return the kind of a note: by its type, or by the category that all of its observations share."""
    if is_lasting(name.lower()) or name.lower() in _KINDS:
        return _KINDS.get(name.lower(), name.lower())
    categories = {match[1].lower().strip() for match in _OBSERVATION.finditer(text)} - {"x", " "}
    return _KINDS.get(next(iter(categories)), "note") if len(categories) == 1 else "note"
