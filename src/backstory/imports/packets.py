"""Reads packets of Kage: a Markdown file with the packet as JSON at its end, or in older versions the JSON alone."""

import os
import re
from collections.abc import Iterator
from typing import Any, Final

from backstory.imports import markdown_notes
from backstory.imports.files import MARKDOWN, list_of, objects_of, parse_json, read_json, read_text, text_of, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.imports.kinds import choose_kind
from backstory.model.record import Anchor

MAX_PATHS: Final = 20
"""Files of a packet."""
_STATE: Final = re.compile(r"^```json kage-state\n(.*?)^```", re.MULTILINE | re.DOTALL)
_OVER: Final = ("deprecated", "superseded", "rejected")
_KINDS: Final = {
    "bug_fix": "fact", "code_explanation": "fact", "runbook": "pattern", "issue_context": "fact",
    "negative_result": "failure", "reference": "fact",
}  # fmt: skip


def recognizes(path: str) -> bool:
    """Packets are recognised by the name of their folder alone."""
    return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each packet. One that is deprecated or superseded comes in as retracted."""
    for file in walk_files(path, MARKDOWN, omitted):
        text = read_text(file, omitted)
        match = _STATE.search(text)
        packet = parse_json(match[1]) if match else None
        if isinstance(packet, dict):
            yield from _read_packet(packet, file, omitted)
        elif text:
            yield from markdown_notes.read_items(file, place, omitted)
    for file in walk_files(path, (".json",), omitted):
        packet = read_json(file, omitted)
        if isinstance(packet, dict):
            yield from _read_packet(packet, file, omitted)


def _read_packet(packet: dict[str, Any], file: str, omitted: Omissions) -> Iterator[Item]:
    title = text_of(packet.get("title")) or text_of(packet.get("summary"))
    body = text_of(packet.get("body")) or text_of(packet.get("summary"))
    if not title:
        omitted.add(file, "has no title")
        return
    word = text_of(packet.get("type"))
    is_over = text_of(packet.get("status")) in _OVER
    links = [
        ("supersedes", text_of(edge.get("to")))
        for edge in objects_of(packet.get("edges"))
        if text_of(edge.get("relation")) == "supersedes"
    ]
    yield Item(
        make_draft(
            _KINDS.get(word) or choose_kind(word),
            title,
            body if body != title else "",
            status="retracted" if is_over else "",
            tags=clean_tags(list_of(packet.get("tags"))),
            anchors=[Anchor(one) for one in list_of(packet.get("paths"))[:MAX_PATHS]],
        ),
        key=text_of(packet.get("id")) or os.path.basename(file),
        made=read_time(packet.get("created_at")),
        author=text_of(packet.get("author_name")),
        links=tuple(links),
        is_whole=True,
    )
