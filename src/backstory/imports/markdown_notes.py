"""Reads folders of Markdown notes, a record for each file: vaults, memories of Serena and Claude Code, plain notes."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from backstory.imports.files import MARKDOWN, list_of, read_text, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.imports.kinds import is_lasting
from backstory.imports.markdown import (
    first_heading,
    one_of,
    split_front_matter,
    split_relations,
    without_managed_blocks,
)
from backstory.model.kinds import KINDS
from backstory.model.record import Anchor

MAX_BODY: Final = 200_000
"""Bytes of a note. A longer one is a source: `backstory ingest`."""
MAX_FILES: Final = 20
"""Files that a note says it is about."""
_LINK: Final = re.compile(r"\[\[([^\[\]|#]{1,200})[^\[\]]{0,200}\]\]")
_KINDS: Final = {
    "feedback": "preference", "user": "preference", "project": "fact", "reference": "fact", "decision": "decision",
    "fact": "fact", "pattern": "pattern", "rule": "rule", "question": "question", "hypothesis": "hypothesis",
}  # fmt: skip
"""Value of `type` in a front matter -> kind."""
_TIMES: Final = ("created", "created_at", "date", "updated", "updated_at", "modified")


def recognizes(path: str) -> bool:
    """Whether a path is a folder with notes in it."""
    try:
        return os.path.isdir(path) and any(name.lower().endswith(MARKDOWN) for name in os.listdir(path))
    except OSError:
        return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each note. `[[links]]` between notes become links.

    The key of a note is its name, with its folders where several notes have the same name.
    """
    base = path if os.path.isdir(path) else os.path.dirname(path)
    files = list(walk_files(path, MARKDOWN, omitted))
    stems = Counter(_stem(file) for file in files)
    paths = {file: os.path.splitext(os.path.relpath(file, base))[0].replace(os.sep, "/") for file in files}
    shared = {name for file, name in paths.items() if stems[_stem(file)] > 1}
    for file in files:
        item = _read_note(os.path.relpath(file, base), read_text(file, omitted), file, omitted)
        if item is not None:
            links = tuple((name, key if key in shared else key.rpartition("/")[2]) for name, key in item.links)
            yield item._replace(key=paths[file] if paths[file] in shared else item.key, links=links)


def _stem(file: str) -> str:
    return os.path.splitext(os.path.basename(file))[0]


def _read_note(name: str, text: str, file: str, omitted: Omissions) -> Item | None:
    keys, text = split_front_matter(text)
    text = without_managed_blocks(text)[0].strip()
    stem = _stem(name)
    if not text:
        omitted.add(file, "is empty")
        return None
    if len(text.encode("utf-8", "replace")) > MAX_BODY:
        omitted.add(file, "is too long for a record: `backstory ingest` keeps it as a source")
        return None
    title = one_of(keys.get("title") or keys.get("description") or keys.get("name")) or first_heading(text) or stem
    text, relations = split_relations(text, "Links")
    links = dict.fromkeys(match[1].strip() for match in _LINK.finditer(text))
    kind, status = _find_kind(one_of(keys.get("type")).lower()), one_of(keys.get("status")).lower()
    return Item(
        make_draft(
            kind,
            title,
            _without_title(text, title),
            status=status if status in KINDS[kind].statuses else "",
            tags=clean_tags(keys.get("tags", [])),
            anchors=[Anchor.parse(path) for path in list_of(keys.get("files"))[:MAX_FILES]],
        ),
        key=stem,
        made=next((read_time(one_of(keys[key])) for key in _TIMES if keys.get(key)), ""),
        author=one_of(keys.get("author")) if keys.get("record") else "",
        links=(*relations, *(("relates_to", link) for link in links)),
        is_whole=True,
    )


def _find_kind(word: str) -> str:
    return word if is_lasting(word) else _KINDS.get(word, "note")


def _without_title(text: str, title: str) -> str:
    """Return a text without a first heading that says the title again."""
    first, _, rest = text.partition("\n")
    return rest.strip() if first.lstrip("# ").strip() == title else text
