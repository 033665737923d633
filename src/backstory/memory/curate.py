"""Changing what is kept: metadata in place, substance only by superseding."""

from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.model.errors import Invalid, NotFound
from backstory.model.kinds import KINDS, RETRACTED, TIERS
from backstory.model.record import Anchor, Draft, Link, Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from backstory.index.read import Row
    from backstory.memory.core import Memory
    from backstory.memory.remember import Remembered


def change(
    m: "Memory", ref: str, changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]", *, verb: str
) -> Record:
    """Writes metadata into a record's file and notes what was there before; a copy of the file is changed as well.

    What depends on the values that are there is worked out by a function, under the lock: others write as well.
    """
    from backstory.memory import visibility
    from backstory.memory.rejecting import reactivated, tombstones
    from backstory.memory.undo import log_operation

    done = m.at_its_place(ref, lambda row: _write(m, row, changes))
    record, before = done[-1].record, done[-1].before
    if not any(d.after for d in done):
        return record
    for each in done:
        if each.after:
            m.index.add(each.record, each.path)
    if before.get("status") == RETRACTED and record.status != RETRACTED:
        reactivated(m, record.id)
    elsewhere = record.scope == "private" and record.origin.branch not in ("", m.head[1])
    if elsewhere or ((stones := tombstones(m)) and stones.hides):
        visibility.update(m, force=True)  # the changed file is another content: it would not be hidden any more
    entries = [
        {"id": record.id, "scope": each.record.scope, "path": each.path, "title": record.title,
         "before": each.before, "after": each.after}
        for each in done if each.after
    ]  # fmt: skip
    log_operation(m, verb, entries)
    return record


class _Changed(NamedTuple):
    """A file that was changed, and the values of the changed keys."""

    record: Record
    path: str
    before: dict[str, Any]
    after: dict[str, Any]


def _copies(m: "Memory", ident: str, shown: tuple[str, str]) -> list[tuple[str, str]]:
    """(scope, path) of the other files of a record that say the same as the one that is shown."""
    from backstory.store.records import substance

    others = [place for place in m.index.copies(ident) if place != shown]
    if not others:
        return []

    def substance_of(place: tuple[str, str]) -> object:
        record = m.stores[place[0]].read(place[1]).record
        return None if record is None else substance(record)

    wanted = substance_of(shown)
    return [place for place in others if wanted is not None and substance_of(place) == wanted]


def _write(m: "Memory", row: "Row", changes: "dict[str, Any] | Callable[[Record], dict[str, Any]]") -> list[_Changed]:
    """Changes the files that hold a record: copies first, the one that is shown last. A file that only bears the same
    id, and says something else, is another record."""
    from backstory.memory.rejecting import guard
    from backstory.memory.trusting import carried_over

    ident = row.record.id
    shown = (row.record.scope, row.path)
    done: list[_Changed] = []
    for scope, path in [*_copies(m, ident, shown), shown]:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}

        def wanted(record: Record, before: dict[str, Any] = before, after: dict[str, Any] = after) -> dict[str, Any]:
            after.update(changes(record) if callable(changes) else changes)
            for key in after:
                value = getattr(record, key, record.fields.get(key))
                before[key] = [str(v) for v in value] if isinstance(value, tuple) else value
            if record.status == RETRACTED and after.get("status", RETRACTED) != RETRACTED:
                guard(m, record)  # what was rejected is not brought back by its status
            return after

        try:
            with carried_over(m, path, ident, scope):
                record = m.stores[scope].change(path, wanted, ident=ident)
        except NotFound:
            if (scope, path) == shown:
                raise
            continue  # the copy went meanwhile
        done.append(_Changed(record, path, before, after))
    return done


def edit(
    m: "Memory",
    ref: str,
    *,
    tier: str,
    status: str,
    tags: "Sequence[str] | None",
    add_tags: "Sequence[str]",
    remove_tags: "Sequence[str]",
    add_links: "Sequence[tuple[str, str]]",
    remove_links: "Sequence[tuple[str, str]]",
) -> Record:
    """See `Memory.edit`. Raises `Invalid` when a value does not fit the record's kind, or nothing would change."""
    from backstory.memory.remember import resolve_link

    record = m.get(ref).record
    if tier and tier not in TIERS:
        raise Invalid(f"no tier `{tier}`", hint=f"there are: {', '.join(TIERS)}")
    if status:
        allowed = (*KINDS[record.kind].statuses, RETRACTED) if record.kind in KINDS else ("active", RETRACTED)
        if status not in allowed:
            raise Invalid(f"no status `{status}` for a {record.kind}", hint=f"there are: {', '.join(allowed)}")
    more = [resolve_link(m, Link(r, t)) for r, t in add_links]
    gone = {resolve_link(m, Link(r, t)) for r, t in remove_links}
    if any(link.target == record.id for link in more):
        raise Invalid(
            f"a record cannot be linked to itself (`{record.short}`)", hint="`backstory list` shows the others"
        )

    def wanted(record: Record) -> dict[str, Any]:
        found = {"tier": tier or record.tier, "status": status or record.status}
        words = list(dict.fromkeys(tags if tags is not None else record.tags))
        for tag in add_tags:
            word = one_line(tag).lstrip("#").strip()
            if word.startswith("tier:") and word[5:] in TIERS:
                found["tier"] = word[5:]
            elif word and word not in words:
                words.append(word)
        for tag in remove_tags:
            if tag.startswith("tier:") and record.tier == tag[5:]:
                found["tier"] = KINDS[record.kind].tier if record.kind in KINDS else "reference"
            words = [w for w in words if w != tag]
        links = [link for link in dict.fromkeys((*record.links, *more)) if link not in gone]
        changes: dict[str, Any] = {k: v for k, v in found.items() if getattr(record, k) != v}
        if tuple(words) != record.tags:
            changes["tags"] = words
        if tuple(links) != record.links:
            changes["links"] = [str(link) for link in links]
        return changes

    return change(m, record.id, wanted, verb="edit")


def rewrite(m: "Memory", ref: str, *, title: str, body: str | None) -> "Remembered":
    """A new record in place of an old one: same kind, tier, scope, tags and anchors, linked `supersedes`.

    The new one is of whoever writes it. So an agent rewrites no record that nobody here vouches for, and takes over no
    pin that waits for a person. Raises `Invalid`.
    """
    from backstory.memory.rejecting import by_person
    from backstory.memory.remember import remember
    from backstory.memory.trusting import unpin_others

    row = m.get(ref)
    if row.foreign:
        by_person(m, f"backstory edit {row.record.short}")
    old = unpin_others([row])[0].record if m.channel.agent else row.record
    draft = Draft(
        kind=old.kind,
        title=title or old.title,
        body=old.body if body is None else body,
        tier=old.tier,
        status=old.status,
        tags=list(old.tags),
        anchors=[Anchor(a.path, a.symbol) for a in old.anchors],
        fields=dict(old.fields),
        links=[Link("supersedes", old.id)],
    )
    return remember(m, draft, scope=old.scope, dedupe=False)


def retract(m: "Memory", ref: str) -> Record:
    """Status `retracted`: out of briefs and recall, still in the files."""
    from backstory.memory.rejecting import taken_back

    record = change(m, ref, {"status": RETRACTED}, verb="retract")
    taken_back(m, record)
    return record


def pin_file(m: "Memory", path: str, note: str) -> "Remembered":
    """A pinned note on a file. Raises `NotFound` when there is no such file."""
    import os

    from backstory.memory.remember import remember
    from backstory.survey.anchors import relative_path

    relative = relative_path(m.project.root, path)
    if not os.path.exists(os.path.join(m.project.root, relative)):
        raise NotFound(
            f"no file `{path}` and no record by that id",
            hint="`backstory list` shows the records; a file is named relative to where you stand",
        )
    title = one_line(note) or f"{relative} matters"
    return remember(m, Draft(kind="note", title=title, tier="pinned", anchors=[Anchor(relative)], tags=["pin"]))


def pinned_notes(m: "Memory", path: str) -> list[Record]:
    """The pinned records about a file."""
    from backstory.survey.anchors import relative_path

    relative = relative_path(m.project.root, path)
    return [r.record for r in m.fresh().rows(tiers=("pinned",)) if any(a.path == relative for a in r.record.anchors)]
