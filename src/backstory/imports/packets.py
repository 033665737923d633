"""Reads packets of Kage: a JSON document or a Markdown file for each."""

import os
from collections.abc import Iterator

from backstory.imports import markdown_notes
from backstory.imports.files import list_of, read_json, text_of, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.imports.kinds import choose_kind
from backstory.model.record import Anchor


def recognizes(path: str) -> bool:
    """Packets are recognised by the name of their folder alone."""
    return False


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each packet."""
    yield from markdown_notes.read_items(path, place, omitted)
    for file in walk_files(path, (".json",), omitted):
        packet = read_json(file, omitted)
        if not isinstance(packet, dict):
            continue
        title = text_of(packet.get("title")) or text_of(packet.get("summary"))
        body = text_of(packet.get("body")) or text_of(packet.get("summary"))
        if not title:
            omitted.add(file, "has no title")
            continue
        yield Item(
            make_draft(
                choose_kind(text_of(packet.get("type"))),
                title,
                body if body != title else "",
                tags=clean_tags(list_of(packet.get("tags"))),
                anchors=[Anchor(one) for one in list_of(packet.get("paths"))[:5]],
            ),
            key=text_of(packet.get("id")) or os.path.basename(file),
            made=read_time(packet.get("created_at")),
            is_whole=True,
        )
