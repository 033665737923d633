"""Reads the issues of beads: a task for each open issue and a note for each closed one, with their dependencies."""

import os
from collections.abc import Iterator
from typing import Any, Final

from backstory.imports.files import list_of, objects_of, parse_json, peek, read_json_lines, text_of
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time

_STATUSES: Final = {
    "open": "open", "in_progress": "open", "hooked": "open", "pinned": "open", "blocked": "blocked",
    "deferred": "paused", "closed": "done",
}  # fmt: skip
_RELATIONS: Final = {
    "blocks": "depends_on", "parent-child": "part_of", "related": "relates_to", "discovered-from": "derived_from",
    "supersedes": "supersedes", "duplicates": "relates_to", "caused-by": "caused_by",
}  # fmt: skip
_SECTIONS: Final = (
    ("", "description"), ("Design", "design"), ("Acceptance criteria", "acceptance_criteria"), ("Notes", "notes"),
    ("Closed because", "close_reason"),
)  # fmt: skip


def recognizes(path: str) -> bool:
    """Whether a file of JSON lines, or the one of a `.beads` folder, has issues."""
    row = parse_json(peek(_find_file(path)).split("\n")[0])
    return isinstance(row, dict) and {"id", "title", "status", "issue_type"} <= row.keys()


def _find_file(path: str) -> str:
    return os.path.join(path, "issues.jsonl") if os.path.isdir(path) else path


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a task for each issue, with its dependencies as links. Deleted issues are named as omitted."""
    for number, row in read_json_lines(_find_file(path), omitted):
        key = text_of(row.get("id")) or str(number)
        if text_of(row.get("_type")) == "memory" or ("key" in row and "value" in row):
            text = text_of(row.get("value"))
            yield Item(make_draft("note", "", text=text), text_of(row.get("key")) or key, is_whole=True)
        elif text_of(row.get("status")) == "tombstone":
            omitted.add(key, "is deleted in the source")
        elif text_of(row.get("title")):
            yield _read_issue(key, row)


def _read_issue(key: str, row: dict[str, Any]) -> Item:
    body = [
        f"## {heading}\n{text}" if heading else text for heading, name in _SECTIONS if (text := text_of(row.get(name)))
    ]
    comments = [f"- {text_of(one.get('text'))}" for one in objects_of(row.get("comments")) if one.get("text")]
    if comments:
        body.append("## Comments\n" + "\n".join(comments))
    links = [
        (_RELATIONS.get(text_of(one.get("type")), "relates_to"), text_of(one.get("depends_on_id")))
        for one in objects_of(row.get("dependencies"))
    ]
    return Item(
        make_draft(
            "task",
            text_of(row.get("title")),
            "\n\n".join(body),
            status=_STATUSES.get(text_of(row.get("status")), "open"),
            tier="reference",
            tags=clean_tags([*list_of(row.get("labels")), text_of(row.get("issue_type"))]),
            fields={"issue": key, "priority": str(row.get("priority", ""))},
        ),
        key=key,
        made=read_time(row.get("created_at")),
        author=text_of(row.get("assignee")),
        links=tuple(links),
        is_whole=True,
    )
