"""Reads the store of ValyrianCtx: entries of branches and sessions in `.valyrianctx/`."""

import os
from collections.abc import Iterator
from typing import Any

from backstory.imports.files import list_of, objects_of, read_json, text_of, walk_files
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time
from backstory.model.record import Anchor


def recognizes(path: str) -> bool:
    """Whether a folder has the branches or sessions of ValyrianCtx."""
    return os.path.isfile(os.path.join(path, "config.json")) and any(
        os.path.isdir(os.path.join(path, name)) for name in ("branches", "sessions")
    )


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a summary for each entry, and each of its decisions and approaches as a record of its own."""
    entries: dict[str, dict[str, Any]] = {}
    for name in ("branches", "sessions"):
        folder = os.path.join(path, name)
        for file in walk_files(folder, (".json",), omitted) if os.path.isdir(folder) else ():
            document = read_json(file, omitted)
            for entry in objects_of(document if isinstance(document, list) else [document]):
                entries.setdefault(text_of(entry.get("id")) or f"{name}/{len(entries)}", entry)
    for key, entry in sorted(entries.items(), key=lambda pair: text_of(pair[1].get("timestamp"))):
        yield from _read_entry(key, entry)


def _read_entry(key: str, entry: dict[str, Any]) -> Iterator[Item]:
    created, author = read_time(entry.get("timestamp")), text_of(entry.get("author"))
    anchors = [Anchor(path) for path in list_of(entry.get("filesChanged"))[:5]]
    for kind, name in (("decision", "decisions"), ("attempt", "approaches")):
        for number, text in enumerate(list_of(entry.get(name))):
            draft = make_draft(kind, "", text=text, anchors=anchors)
            yield Item(draft, f"{key}/{name}/{number}", created, author, is_whole=True)
    task = text_of(entry.get("task"))
    if not task:
        return
    sections = (
        ("", "currentState"), ("Goal", "goal"), ("Next steps", "nextSteps"), ("Blockers", "blockers"),
        ("Handoff", "handoffNote"), ("Commits", "recentCommits"),
    )  # fmt: skip
    body = [
        f"## {heading}\n{text}" if heading else text for heading, name in sections if (text := text_of(entry.get(name)))
    ]
    draft = make_draft(
        "summary", task, "\n\n".join(body), anchors=anchors, tags=["session"],
        fields={"of-branch": text_of(entry.get("branch"))},
    )  # fmt: skip
    yield Item(draft, key, created, author, is_whole=True)
