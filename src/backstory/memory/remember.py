"""Keeping a record: scope, anchors, origin, duplicates, and the write that must not be lost."""

from backstory.index.search import search
from backstory.memory.catalog import Catalog
from backstory.memory.prepare import prepare
from backstory.memory.writer import Remembered, add_record
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft, Origin, Record
from backstory.model.text import one_line

NEAR = 0.8
"""Jaccard similarity of two records' words from which they are named as near duplicates."""


def remember(
    workspace: Catalog,
    draft: Draft,
    *,
    scope: str = "",
    origin: Origin | None = None,
    made: str = "",
    dedupe: bool = True,
) -> Remembered:
    """Writes `draft` as a record. Raises `Invalid` for what cannot be kept; nothing is written then."""
    record, redacted = prepare(workspace, draft, scope=scope, origin=origin, made=made)
    notes: list[tuple[str, str]] = []
    if dedupe:
        same, near = _likenesses(workspace, record)
        if same is not None:
            return _merge(workspace, same, record)._replace(redacted=redacted)
        notes += near
    return add_record(workspace, record, notes)._replace(redacted=redacted)


def _likenesses(workspace: Catalog, record: Record) -> tuple[tuple[Record, str] | None, list[tuple[str, str]]]:
    """The record that says exactly the same, and notes about those that say nearly the same."""
    try:
        hits = search(
            workspace.index, record.title, limit=8, kinds=(record.kind,)
        )  # as it stands: a write reads little
    except (BackstoryError, OSError):
        return None, []  # duplicates are a courtesy: the write does not fail for it
    mine = _words(f"{record.title} {record.body}")
    notes: list[tuple[str, str]] = []
    for hit in hits:
        other = hit.row.record
        if other.kind != record.kind or record.kind in ("checkpoint", "handoff"):
            continue
        theirs = _words(f"{other.title} {other.body}")
        same_text = (
            one_line(other.title).casefold() == one_line(record.title).casefold()
            and other.body.strip() == record.body.strip()
        )
        if same_text and other.scope == record.scope and not record.links and not hit.row.foreign:
            if _is_still_here(workspace, other):
                return (other, hit.row.path), []
            continue
        both = len(mine & theirs)
        if mine and theirs and both / len(mine | theirs) >= NEAR:
            notes.append(
                (
                    f"much like {other.kind} {other.short} “{one_line(other.title, 60)}”",
                    f"if the new one replaces it: `backstory edit {record.short} --link supersedes:{other.short}`",
                )
            )
    return None, notes[:2]


def _is_still_here(workspace: Catalog, record: Record) -> bool:
    """Whether a record that the index names is visible on this branch now: asked of the files, unlike the search."""
    hits = workspace.recall(record.title, limit=8, kinds=(record.kind,))
    return any(hit.row.record.id == record.id for hit in hits)


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def _merge(workspace: Catalog, same: tuple[Record, str], record: Record) -> Remembered:
    """An exact duplicate: its tags, links and anchors join those of the record that is there."""
    from backstory.memory.writer import change_record

    old, path = same

    def joined(old: Record) -> dict[str, object]:
        tags = tuple(dict.fromkeys((*old.tags, *record.tags)))
        known = {o.target for o in old.anchors}
        anchors = tuple(dict.fromkeys((*old.anchors, *(a for a in record.anchors if a.target not in known))))
        found: dict[str, object] = {}
        if tags != old.tags:
            found["tags"] = list(tags)
        if anchors != old.anchors:
            found["anchors"] = [str(a) for a in anchors]
        return found

    changes = joined(old)
    if changes:
        old = change_record(workspace, old.id, joined, verb="remember")
    note = (
        "this is remembered already; its tags were merged" if changes else "this is remembered already",
        f"`backstory show {old.short}`",
    )
    return Remembered(old, path, False, (note,))
