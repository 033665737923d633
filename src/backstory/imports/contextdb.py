"""Reads the store of ContextDB: checkpoints of sessions in `.aios/context-db/` and memos in `.aios/memo/`."""

import os
from collections.abc import Iterator
from typing import Any

from backstory.imports.files import list_of, read_json, read_json_lines, text_of, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time

_CHECKPOINTS = "l1-checkpoints.jsonl"
_EVENTS = "l2-events.jsonl"
_REMOVALS = ("remove", "delete", "removed", "deleted")


def recognizes(path: str) -> bool:
    """Whether a folder is `.aios`, or a ContextDB below it."""
    return any(os.path.isdir(os.path.join(path, name)) for name in ("context-db", "memo")) or os.path.isfile(
        os.path.join(path, "index", "sessions.jsonl")
    )


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a summary for each checkpoint, and a note for each memo. Events are counted as omitted."""
    events = 0
    for file in walk_files(path, (".jsonl", ".json"), omitted):
        name = os.path.basename(file)
        if name == _CHECKPOINTS:
            yield from _read_checkpoints(file, omitted)
        elif name == _EVENTS:
            events += sum(1 for _ in read_json_lines(file, omitted))
        elif f"{os.sep}memo{os.sep}" in file:
            yield from _read_memos(file, omitted)
    if events:
        omitted.add(path, f"{events} events: only Backstory itself may say what happened here")


def _read_checkpoints(file: str, omitted: Omissions) -> Iterator[Item]:
    session = os.path.basename(os.path.dirname(file))
    meta_file = os.path.join(os.path.dirname(file), "meta.json")
    meta = read_json(meta_file, omitted) if os.path.isfile(meta_file) else None
    agent = text_of(meta.get("agent")) if isinstance(meta, dict) else ""
    for number, row in read_json_lines(file, omitted):
        summary = text_of(row.get("summary"))
        if not summary:
            continue
        steps = [f"- {one}" for one in list_of(row.get("nextActions") or row.get("next"))]
        body = "## Next steps\n" + "\n".join(steps) if steps else ""
        yield Item(
            make_draft("summary", "", text=f"{summary}\n\n{body}", tags=["session"],
                       fields={"of-status": text_of(row.get("status"))}),
            key=f"{session}#{row.get('seq') or number}",
            made=read_time(row.get("ts") or row.get("createdAt")),
            agent=agent,
            is_whole=True,
        )  # fmt: skip


def _read_memos(file: str, omitted: Omissions) -> Iterator[Item]:
    """Yield the memos of a file. A memo that a later event removes stays out."""
    if file.endswith(".jsonl"):
        rows = [row for _, row in read_json_lines(file, omitted)]
    else:
        document = read_json(file, omitted)
        rows = [document] if isinstance(document, dict) else []
    memos: dict[str, dict[str, Any]] = {}
    for number, row in enumerate(rows):
        inner = row.get("memo")
        memo = {**row, **inner} if isinstance(inner, dict) else row
        ident = text_of(memo.get("id") or memo.get("memoId")) or f"{os.path.basename(file)}:{number}"
        if text_of(row.get("op") or row.get("type")).lower() in _REMOVALS:
            memos.pop(ident, None)
        else:
            memos[ident] = memo
    for ident, memo in memos.items():
        yield from _read_memo(ident, memo, is_pin="pin" in os.path.basename(file))


def _read_memo(ident: str, memo: dict[str, Any], *, is_pin: bool) -> Iterator[Item]:
    text = text_of(memo.get("text") or memo.get("content"))
    if text:
        tier = "pinned" if is_pin or memo.get("pinned") or memo.get("pin") else ""
        draft = make_draft("note", "", text=text, tier=tier, tags=clean_tags(list_of(memo.get("tags"))))
        yield Item(draft, ident, read_time(memo.get("ts") or memo.get("createdAt")), is_whole=True)
