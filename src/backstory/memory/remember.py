"""Writes a draft as a record, after a search for duplicates."""

from typing import TYPE_CHECKING

from backstory.index.search import search_records
from backstory.memory.catalog import Catalog
from backstory.memory.prepare import prepare_record
from backstory.memory.writer import Remembered, add_record, change_record
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft, Origin, Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.index.read import Row

MIN_JACCARD = 0.8
"""Similarity of two records' words from which a note names them as near duplicates."""
MAX_NOTES = 2
"""Near duplicates that are named."""


def remember(
    workspace: Catalog,
    draft: Draft,
    *,
    scope: str = "",
    origin: Origin | None = None,
    made: str = "",
    dedupe: bool = True,
) -> Remembered:
    """Writes a draft as a record, or merges it into a record that says exactly the same.

    Raises `Invalid` for a value that a record cannot have and `Rejected` for a rejected claim; nothing is written then.
    """
    record, redacted = prepare_record(workspace, draft, scope=scope, origin=origin, made=made)
    notes: list[tuple[str, str]] = []
    if dedupe:
        duplicate, notes = _find_similar(workspace, record)
        if duplicate is not None:
            return _merge(workspace, duplicate, record)._replace(redacted=redacted)
    return add_record(workspace, record, notes)._replace(redacted=redacted)


def _find_similar(workspace: Catalog, record: Record) -> "tuple[Row | None, list[tuple[str, str]]]":
    """Returns the record that says exactly the same, and notes about those that say nearly the same."""
    if record.kind in ("checkpoint", "handoff"):
        return None, []
    try:
        # The index is searched as it is, without an update: a write reads little.
        hits = search_records(workspace.index, record.title, limit=8, kinds=(record.kind,))
    except (BackstoryError, OSError):
        return None, []  # a note about duplicates is a courtesy: the write must not fail for it
    words = split_words(f"{record.title} {record.body}")
    notes: list[tuple[str, str]] = []
    for hit in hits:
        other = hit.row.record
        if other.kind != record.kind:
            continue
        is_mergeable = other.scope == record.scope and not record.links and not hit.row.foreign
        if is_mergeable and _has_same_text(other, record):
            if _is_visible(workspace, other):
                return hit.row, []
        elif jaccard(words, split_words(f"{other.title} {other.body}")) >= MIN_JACCARD:
            message = f"much like {other.kind} {other.short} “{one_line(other.title, 60)}”"
            hint = f"if the new one replaces it: `backstory edit {record.short} --link supersedes:{other.short}`"
            notes.append((message, hint))
    return None, notes[:MAX_NOTES]


def _has_same_text(one: Record, other: Record) -> bool:
    same_title = one_line(one.title).casefold() == one_line(other.title).casefold()
    return same_title and one.body.strip() == other.body.strip()


def _is_visible(workspace: Catalog, record: Record) -> bool:
    """Whether a record is still visible on this branch. Unlike the search, this brings the index up to date."""
    hits = workspace.recall(record.title, limit=8, kinds=(record.kind,))
    return any(hit.row.record.id == record.id for hit in hits)


def split_words(text: str) -> set[str]:
    """Splits a text into its words, case-folded."""
    return set("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def jaccard(one: set[str], other: set[str]) -> float:
    """Returns the Jaccard similarity of two sets of words; 0 if one of them is empty."""
    return len(one & other) / len(one | other) if one and other else 0.0


def _merge(workspace: Catalog, duplicate: "Row", record: Record) -> Remembered:
    """Adds the tags and anchors of a record to the existing one that says exactly the same."""

    def additions(old: Record) -> dict[str, object]:
        tags = tuple(dict.fromkeys((*old.tags, *record.tags)))
        targets = {anchor.target for anchor in old.anchors}
        new_anchors = [anchor for anchor in record.anchors if anchor.target not in targets]
        anchors = tuple(dict.fromkeys((*old.anchors, *new_anchors)))
        changes: dict[str, object] = {}
        if tags != old.tags:
            changes["tags"] = list(tags)
        if anchors != old.anchors:
            changes["anchors"] = [str(anchor) for anchor in anchors]
        return changes

    old = duplicate.record
    message = "this is remembered already"
    if additions(old):
        old = change_record(workspace, old.id, additions, verb="remember")
        message += "; its tags were merged"
    return Remembered(old, duplicate.path, False, ((message, f"`backstory show {old.short}`"),))
