"""Writes a draft as a record, after a search for duplicates."""

from typing import TYPE_CHECKING

import msgspec

from backstory.index.search import search_records
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.duplicate_lock import deciding
from backstory.memory.kernel.named_symbols import find_named_symbols
from backstory.memory.kernel.prepare import prepare_record
from backstory.memory.kernel.writer import Remembered, add_record, change_record
from backstory.model.errors import BackstoryError
from backstory.model.kinds import MOMENTARY
from backstory.model.record import Draft, Link, Origin, Record
from backstory.model.similarity import jaccard_similarity, word_set
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.index.search import Hit

MIN_JACCARD = 0.8
"""Similarity of two records' words from which a note names them as near duplicates."""
_ADDED = {"tags": "tags", "anchors": "places in the code"}
"""Metadata that a duplicate adds to the record that says the same, and the word for it."""
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
    is_of_project = scope != "user" and not (origin and origin.how == "imported")
    if not draft.anchors and is_of_project and draft.kind not in MOMENTARY:
        draft.anchors = find_named_symbols(workspace, f"{draft.title}\n{draft.text}\n{draft.body}")
    record, redacted, private_path = prepare_record(workspace, draft, scope=scope, origin=origin, made=made)
    notes: list[tuple[str, str]] = []
    with deciding(workspace):
        if dedupe:
            duplicate, notes = _find_similar(workspace, record)
            if duplicate is not None:
                return _merge(workspace, duplicate, record)._replace(redacted=redacted)
            record, replaced = _link_replaced(workspace, record)
            notes = [*replaced, *notes]
        if private_path:
            message = f"it names an absolute path below a home folder, `{private_path}`, so it is kept private"
            notes = [*notes, (message, f"say it without, then share it: `backstory edit {record.short} --body -`")]
        return add_record(workspace, record, notes)._replace(redacted=redacted)


def _find_similar(workspace: Catalog, record: Record) -> "tuple[Row | None, list[tuple[str, str]]]":
    """Returns the record that says exactly the same, and notes about those that say nearly the same."""
    if record.kind in MOMENTARY:
        return None, []
    hits = _search_title(workspace, record)
    words = record_words(record)
    notes: list[tuple[str, str]] = []
    for row in (hit.row for hit in hits if hit.row.record.kind == record.kind):
        other = row.record
        fresh = _find_visible(workspace, other) if _has_same_text(other, record) else row
        if fresh is None:
            continue
        if _is_mergeable(fresh, record):
            return fresh, []
        if _has_same_title(other, record) or jaccard_similarity(words, record_words(other)) >= MIN_JACCARD:
            message = f"much like {other.kind} {other.short} “{one_line(other.title, 60)}”"
            hint = (
                f"if the new one replaces it: `backstory edit {record.short} --link supersedes:{other.short}`; if it "
                "says the same: `backstory undo`"
            )
            notes.append((message, hint))
    return None, notes[:MAX_NOTES]


def _link_replaced(workspace: Catalog, record: Record) -> tuple[Record, list[tuple[str, str]]]:
    """Links a decision that was stated on purpose to those that it names as replaced, with a note about each."""
    if record.kind != "decision" or record.origin.how not in ("explicit", "stated"):
        return record, []
    from backstory.memory.verbs.contrary_decisions import find_contrary
    from backstory.memory.verbs.replaced_decisions import find_replaced_decisions, search_decisions
    from backstory.memory.verbs.restatements import find_restatements

    replaced = find_replaced_decisions(workspace, record)
    same = [one for old in replaced.certain for one in find_restatements(workspace, old, record)]
    links = [Link("supersedes", ident) for ident in dict.fromkeys(one.id for one in (*replaced.certain, *same))]
    links += [Link("contradicts", one.id) for one in replaced.uncertain]
    notes: list[tuple[str, str]] = []
    for one in replaced.certain:
        message = f"it replaces {one.kind} {one.short} “{one_line(one.title, 60)}”"
        notes.append((message, f"if both hold: `backstory unlink {record.short} {one.short}`"))
    for one in replaced.uncertain:
        message = f"it may replace {one.kind} {one.short} “{one_line(one.title, 60)}”"
        notes.append((message, f"if it does: `backstory supersede {one.short} {record.short}`"))
    linked = {link.target for link in (*record.links, *links)}
    others = [one for one in search_decisions(workspace, [record.title]) if one.id not in linked]
    for one in find_contrary(record, others)[:MAX_NOTES]:
        message = f"it hardly goes with {one.kind} {one.short} “{one_line(one.title, 60)}”"
        notes.append((message, f"if it replaces that: `backstory supersede {one.short} {record.short}`"))
    return msgspec.structs.replace(record, links=(*record.links, *links)) if links else record, notes


def _search_title(workspace: Catalog, record: Record) -> "list[Hit]":
    """The records that match a title. A note about duplicates is a courtesy: the write must not fail for it."""
    try:
        # The index is searched as it is, without an update: a write reads little.
        return search_records(workspace.index, record.title, limit=8, kinds=(record.kind,))
    except (BackstoryError, OSError):
        return []


def _is_mergeable(row: "Row", record: Record) -> bool:
    """Whether a new record says exactly what the record of the row says, in the same place and without links."""
    same_place = row.record.scope == record.scope and not row.foreign
    return same_place and not record.links and _has_same_text(row.record, record)


def _has_same_text(one: Record, other: Record) -> bool:
    return _has_same_title(one, other) and one.body.strip() == other.body.strip()


def _has_same_title(one: Record, other: Record) -> bool:
    return one_line(one.title).casefold() == one_line(other.title).casefold()


def _find_visible(workspace: Catalog, record: Record) -> "Row | None":
    """The row of a record that is still visible on this branch.

    Unlike the search, this brings the index up to date: it may have a new record before it knows whose it is.
    """
    hits = workspace.recall(record.title, limit=8, kinds=(record.kind,))
    return next((hit.row for hit in hits if hit.row.record.id == record.id), None)


def record_words(record: Record) -> set[str]:
    """Returns the words of a record by which it is compared with others."""
    return word_set(f"{record.title} {record.body}")


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
    if added := additions(old):
        old = change_record(workspace, old.id, additions, verb="remember")
        labels = " and ".join(_ADDED[name] for name in added)
        message += f"; its {labels} were added"
    return Remembered(old, duplicate.path, False, ((message, f"`backstory show {old.short}`"),))
