"""Changing what is kept: metadata in place, substance only by superseding."""

from typing import TYPE_CHECKING, Any

from backstory.memory.catalog import Catalog
from backstory.memory.writer import change_record
from backstory.model.errors import Invalid, NotFound
from backstory.model.kinds import KINDS, RETRACTED, TIERS
from backstory.model.record import Anchor, Draft, Link, Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.memory.writer import Remembered


def edit(
    workspace: Catalog,
    ref: str,
    *,
    tier: str = "",
    status: str = "",
    tags: "Sequence[str] | None" = None,
    add_tags: "Sequence[str]" = (),
    remove_tags: "Sequence[str]" = (),
    add_links: "Sequence[tuple[str, str]]" = (),
    remove_links: "Sequence[tuple[str, str]]" = (),
) -> Record:
    """See `Memory.edit`. Raises `Invalid` when a value does not fit the record's kind, or nothing would change."""
    from backstory.memory.prepare import resolve_link

    record = workspace.get(ref).record
    if tier and tier not in TIERS:
        raise Invalid(f"no tier `{tier}`", hint=f"there are: {', '.join(TIERS)}")
    if status:
        allowed = (*KINDS[record.kind].statuses, RETRACTED) if record.kind in KINDS else ("active", RETRACTED)
        if status not in allowed:
            raise Invalid(f"no status `{status}` for a {record.kind}", hint=f"there are: {', '.join(allowed)}")
    more = [resolve_link(workspace, Link(r, t)) for r, t in add_links]
    gone = {resolve_link(workspace, Link(r, t)) for r, t in remove_links}
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

    return change_record(workspace, record.id, wanted, verb="edit")


def rewrite(workspace: Catalog, ref: str, *, title: str, body: str | None) -> "Remembered":
    """A new record in place of an old one: same kind, tier, scope, tags and anchors, linked `supersedes`.

    The new one is of whoever writes it. So an agent rewrites no record that nobody here vouches for, and takes over no
    pin that waits for a person. Raises `Invalid`.
    """
    from backstory.memory.policy.trust import unpin_others
    from backstory.memory.remember import remember
    from backstory.memory.workspace import require_person

    row = workspace.get(ref)
    if row.foreign:
        require_person(workspace, f"backstory edit {row.record.short}")
    old = unpin_others([row])[0].record if workspace.channel.agent else row.record
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
    return remember(workspace, draft, scope=old.scope, dedupe=False)


def retract(workspace: Catalog, ref: str) -> Record:
    """Status `retracted`: out of briefs and recall, still in the files."""
    from backstory.memory.policy.rejections import block_retracted_text

    record = change_record(workspace, ref, {"status": RETRACTED}, verb="retract")
    block_retracted_text(workspace, record)
    return record


def pin_file(workspace: Catalog, path: str, note: str) -> "Remembered":
    """A pinned note on a file. Raises `NotFound` when there is no such file."""
    import os

    from backstory.memory.remember import remember
    from backstory.survey.anchors import relative_path

    relative = relative_path(workspace.project.root, path)
    if not os.path.exists(os.path.join(workspace.project.root, relative)):
        raise NotFound(
            f"no file `{path}` and no record by that id",
            hint="`backstory list` shows the records; a file is named relative to where you stand",
        )
    title = one_line(note) or f"{relative} matters"
    return remember(workspace, Draft(kind="note", title=title, tier="pinned", anchors=[Anchor(relative)], tags=["pin"]))


def pinned_notes(workspace: Catalog, path: str) -> list[Record]:
    """The pinned records about a file."""
    from backstory.survey.anchors import relative_path

    relative = relative_path(workspace.project.root, path)
    return [
        r.record for r in workspace.fresh().rows(tiers=("pinned",)) if any(a.path == relative for a in r.record.anchors)
    ]
