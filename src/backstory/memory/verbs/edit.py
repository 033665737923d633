"""Changes records: metadata in place, title and body only by a new record that supersedes the old one."""

import os
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.location import anchor_to, place_anchor
from backstory.memory.kernel.prepare import ensure_may_supersede, resolve_link
from backstory.memory.kernel.workspace import refuse_agent
from backstory.memory.kernel.writer import change_record
from backstory.memory.policy.persons_words import ensure_may_replace
from backstory.memory.policy.rejections import block_retracted_text
from backstory.memory.policy.trust import unpin_others
from backstory.memory.verbs.anchored_code import suggest_path
from backstory.memory.verbs.remember import remember
from backstory.memory.verbs.whole_change import whole_change
from backstory.model.errors import Invalid, NotFound
from backstory.model.ids import short_id
from backstory.model.kinds import KINDS, RETRACTED, TIERS
from backstory.model.record import Anchor, Draft, Link, Record
from backstory.model.text import one_line
from backstory.survey.anchors import relative_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from backstory.memory.kernel.writer import Remembered

LIST_THEM: Final = "`backstory list` shows the records; a file is named relative to the current folder"


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
    """Changes metadata of a record in place. Raises `Invalid` for a value that does not fit the record's kind.

    Raises `NotAPerson` for an agent that hides what a person told agents, or links another record in its place.
    """
    target = workspace.get(ref).record
    metadata = MetadataChanges(tier, status, tags, add_tags, remove_tags, add_links, remove_links)
    _ensure_allowed(target.kind, tier, status)
    if (tier == "off-context" and tier != target.tier) or (status and status != target.status):
        ensure_may_replace(workspace.channel, target, f"backstory edit {target.short}")
    added, removed = _resolve_links(workspace, target, metadata)

    def changes(record: Record) -> dict[str, Any]:
        new_tier, new_tags = _edit_tags(record, tier or record.tier, metadata)
        new_links = [link for link in dict.fromkeys((*record.links, *added)) if link not in removed]
        changed: dict[str, Any] = {}
        if new_tier != record.tier:
            changed["tier"] = new_tier
        if status and status != record.status:
            changed["status"] = status
        if tuple(new_tags) != record.tags:
            changed["tags"] = new_tags
        if tuple(new_links) != record.links:
            changed["links"] = [str(link) for link in new_links]
        return changed

    return change_record(workspace, target.id, changes, verb="edit")


class MetadataChanges(NamedTuple):
    """What is to change of a record beside its title and text. Empty members change nothing."""

    tier: str = ""
    status: str = ""
    tags: "Sequence[str] | None" = None
    """The tags in place of all others."""
    add_tags: "Sequence[str]" = ()
    remove_tags: "Sequence[str]" = ()
    add_links: "Sequence[tuple[str, str]]" = ()
    """Relation and id of each."""
    remove_links: "Sequence[tuple[str, str]]" = ()


NO_CHANGES: Final = MetadataChanges()


def _resolve_links(workspace: Catalog, target: Record, metadata: MetadataChanges) -> tuple[list[Link], set[Link]]:
    """The links to add to a record and to remove from it. Raises `Invalid`, or `NotFound` for what they name."""
    added = [resolve_link(workspace, Link(relation, other)) for relation, other in metadata.add_links]
    ensure_may_supersede(workspace, added)
    if any(link.target == target.id for link in added):
        raise Invalid(
            f"a record cannot be linked to itself (`{target.short}`)", hint="`backstory list` shows the others"
        )
    return added, {resolve_link(workspace, Link(relation, other)) for relation, other in metadata.remove_links}


def _ensure_allowed(kind: str, tier: str, status: str) -> None:
    """Raises `Invalid` for a tier that does not exist or a status that the kind does not have."""
    if tier and tier not in TIERS:
        raise Invalid(f"no tier `{tier}`", hint=f"tiers are {', '.join(TIERS)}")
    if not status:
        return
    statuses = KINDS[kind].statuses if kind in KINDS else ("active",)
    allowed = (*statuses, RETRACTED)
    if status not in allowed:
        raise Invalid(f"no status `{status}` for a {kind}", hint=f"statuses are {', '.join(allowed)}")


def _edit_tags(record: Record, tier: str, metadata: MetadataChanges) -> tuple[str, list[str]]:
    """Returns the new (tier, tags). A tag such as `tier:pinned` sets the tier; to remove it restores the default."""
    new_tags = dict.fromkeys(record.tags if metadata.tags is None else metadata.tags)
    for tag in metadata.add_tags:
        word = one_line(tag).lstrip("#").strip()
        if word.startswith("tier:") and word[5:] in TIERS:
            tier = word[5:]
        elif word:
            new_tags[word] = None
    if f"tier:{record.tier}" in metadata.remove_tags:
        tier = KINDS[record.kind].tier if record.kind in KINDS else "reference"
    return tier, [tag for tag in new_tags if tag not in metadata.remove_tags]


def rewrite(
    workspace: Catalog,
    ref: str,
    *,
    title: str,
    body: str | None,
    kind: str = "",
    metadata: MetadataChanges = NO_CHANGES,
) -> "Remembered":
    """Writes a new record that supersedes an old one and takes over its kind, tier, scope, tags and anchors.

    Other `metadata` is changed in the new record; of the old one nothing changes, and nothing at all when this
    raises. The new record has the authority of its writer. An agent must therefore rewrite neither an untrusted record
    nor what a person told agents, which raises `Invalid`, and does not take over a pin that a person still has to
    approve. Of another `kind` the record has the kind's own first status, and its tier unless it was pinned.

    Raises `Invalid` for a record that another one supersedes: both would be current.
    """
    row = workspace.get(ref)
    if row.superseded_by:
        newer = short_id(row.superseded_by[0])
        raise Invalid(
            f"`{newer}` superseded `{row.record.short}`, and is the one to edit", hint=f"`backstory edit {newer}`"
        )
    if row.foreign:
        refuse_agent(workspace, f"backstory edit {row.record.short}")
    ensure_may_replace(workspace.channel, row.record, f"backstory edit {row.record.short}")
    _ensure_allowed(kind or row.record.kind, metadata.tier, metadata.status)
    added, removed = _resolve_links(workspace, row.record, metadata)
    old = unpin_others([row])[0].record if workspace.channel.agent else row.record
    draft = _draft_successor(old, kind or old.kind, title or old.title, old.body if body is None else body)
    draft.tier, draft.tags = _edit_tags(old, metadata.tier or draft.tier, metadata)
    draft.status = metadata.status or draft.status
    draft.links += [link for link in added if link not in removed]
    return remember(workspace, draft, scope=old.scope, dedupe=False)


def _draft_successor(old: Record, kind: str, title: str, body: str) -> Draft:
    """The draft of a record that takes over everything from an old one, except for what its own kind decides."""
    is_other = kind != old.kind
    return Draft(
        kind=kind,
        title=title,
        body=body,
        tier="" if is_other and old.tier != "pinned" else old.tier,
        status="" if is_other else old.status,
        tags=list(old.tags),
        anchors=[Anchor(anchor.path, anchor.symbol) for anchor in old.anchors],
        fields=dict(old.fields),
        links=[Link("supersedes", old.id)],
    )


def retract(workspace: Catalog, ref: str) -> Record:
    """Sets the status `retracted`, which removes the record from briefs and recall. The file stays.

    Raises `NotAPerson` for an agent, if it is what a person told agents.
    """
    target = workspace.get(ref).record
    ensure_may_replace(workspace.channel, target, f"backstory retract {target.short}")
    with whole_change(workspace):
        record = change_record(workspace, ref, {"status": RETRACTED}, verb="retract")
        block_retracted_text(workspace, record)
    return record


def retract_records(workspace: Catalog, refs: "Iterable[str]") -> list[Record]:
    """Retracts records; none of them where one does not exist, may not be retracted or cannot be written."""
    targets = {record.id: record for record in (workspace.get(ref).record for ref in refs)}
    for target in targets.values():
        ensure_may_replace(workspace.channel, target, f"backstory retract {target.short}")
    with whole_change(workspace):
        return [retract(workspace, ident) for ident in targets]


def pin_file(workspace: Catalog, path: str, note: str) -> "Remembered":
    """Writes a pinned note about a file. Raises `NotFound` if there is no such file."""
    anchor = anchor_to(workspace, path, command="backstory pin")
    relative = anchor.path
    if not os.path.exists(os.path.join(workspace.project.root, relative)):
        raise NotFound(
            f"no file `{path}` and no record by that id",
            hint=suggest_path(workspace, relative, "backstory pin", LIST_THEM),
        )
    title = one_line(note) or f"{anchor.target} matters"
    return remember(workspace, Draft(kind="note", title=title, tier="pinned", anchors=[anchor], tags=["pin"]))


def pinned_notes(workspace: Catalog, path: str) -> list[Record]:
    """Returns the pinned records about a file."""
    relative = relative_path(workspace.project.root, place_anchor(workspace, Anchor(path)).path)
    pinned = [row.record for row in workspace.fresh().rows(tiers=("pinned",))]
    return [record for record in pinned if any(anchor.path == relative for anchor in record.anchors)]
