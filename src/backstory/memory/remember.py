"""Keeping a record: scope, anchors, origin, duplicates, and the write that must not be lost."""

from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.memory.prepare import split_title
from backstory.memory.resolve import resolve_link
from backstory.memory.writer import Remembered, add
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.kinds import HOWS, KINDS, RETRACTED, SCOPES, TIERS
from backstory.model.record import MAX_BYTES, MAX_TITLE, Anchor, Draft, Link, Origin, Record
from backstory.model.text import clean, one_line

if TYPE_CHECKING:
    pass

NEAR = 0.8
"""Jaccard similarity of two records' words from which they are named as near duplicates."""


def remember(
    m: Catalog, draft: Draft, *, scope: str = "", origin: Origin | None = None, made: str = "", dedupe: bool = True
) -> Remembered:
    """Writes `draft` as a record. Raises `Invalid` for what cannot be kept; nothing is written then."""
    draft, redacted = _judged(m, draft)
    record = _record(m, draft, scope, origin, made)
    notes: list[tuple[str, str]] = []
    if dedupe:
        same, near = _likenesses(m, record)
        if same is not None:
            return _merge(m, same, record)
        notes += near
    done = add(m, record, notes)
    return done._replace(redacted=done.redacted + redacted)


def _judged(m: Catalog, draft: Draft) -> tuple[Draft, int]:
    """The draft with its title and text judged by the gate as one, and how many secrets that took out.

    A key may begin in the title and end in the text; and half a secret, once a title was cut, is not known as one.
    """
    import msgspec

    title = one_line(draft.title)
    checked = m.gate.check(f"{title}\n{clean(draft.body).strip()}")
    if not checked.found:
        return draft, 0
    title, _, body = checked.text.partition("\n")
    return msgspec.structs.replace(draft, title=title, body=body), len(checked.found)


def _record(m: Catalog, draft: Draft, scope: str, origin: Origin | None, made: str) -> Record:
    if draft.kind not in KINDS:
        raise Invalid(f"no kind `{draft.kind}`", hint=f"there are: {', '.join(KINDS)}")
    kind = KINDS[draft.kind]
    title = one_line(draft.title)
    body = clean(draft.body).strip()
    if not title and body:
        title, body = split_title(body)
    if not title:
        raise Invalid(f"a {kind.name} needs some text", hint=f'`backstory remember {kind.name} "..."`')
    if len(title) > MAX_TITLE:
        title, longer = split_title(title)
        body = f"{longer}\n\n{body}".strip() if longer else body
    if len(body.encode("utf-8", "replace")) > MAX_BYTES:
        raise Invalid(
            f"{len(body.encode('utf-8', 'replace')):,} bytes are too long for a record (at most {MAX_BYTES:,})",
            hint="keep the long text in a file and remember what matters about it, with `--at FILE`",
        )
    tier, tags = draft.tier, list[str]()
    for tag in draft.tags:
        word = one_line(tag).lstrip("#").strip()
        if word.startswith("tier:") and word[5:] in TIERS:
            tier = tier or word[5:]
        elif word and word not in tags:
            tags.append(word)
    for name, value, allowed in (
        ("tier", tier, TIERS),
        ("status", draft.status, (*kind.statuses, RETRACTED)),
        ("scope", scope, SCOPES),
    ):
        if value and value not in allowed:
            raise Invalid(f"no {name} `{value}` for a {kind.name}", hint=f"there are: {', '.join(allowed)}")
    for field in kind.fields:
        value = draft.fields.get(field.name, "")
        if value and field.choices and value not in field.choices:
            raise Invalid(f"`{value}` is no {field.name}", hint=f"there are: {', '.join(field.choices)}")
    origin = origin or made_by(m, draft)
    tier = tier or kind.tier
    links = list(dict.fromkeys(resolve_link(m, link) for link in draft.links))
    if tier == "working" and kind.name != "task" and not any(link.relation == "part_of" for link in links):
        links += _current_task(m)
    scope = scope or scope_for(m, kind.name, origin.how)
    return Record(
        id=m.new_id(),
        kind=kind.name,
        title=title,
        body=body,
        tier=tier,
        status=draft.status or kind.statuses[0],
        tags=tuple(tags),
        anchors=tuple(_anchor(m, a) for a in draft.anchors),
        links=tuple(links),
        origin=origin,
        made=made or m.stamp(),
        fields={k: one_line(v) for k, v in draft.fields.items() if v},
        scope=scope,
    )


def _current_task(m: Catalog) -> list[Link]:
    """Working records belong to the task that is open on this branch."""
    from backstory.memory.current import find_current_task

    try:
        task = find_current_task(m)
    except BackstoryError:
        return []
    return [Link("part_of", task.id)] if task else []


def made_by(m: Catalog, draft: Draft | None = None) -> Origin:
    """The origin of what is written now through this memory's channel."""
    commit, branch = m.head
    how = m.channel.how if m.channel.how in HOWS else "inferred"
    return Origin(
        author=m.git.author(),
        agent=m.channel.agent,
        session=m.channel.session,
        branch=branch,
        commit=commit[:12],
        how=how,
        source=draft.source if draft else "",
        quote=one_line(draft.quote, 400) if draft else "",
    )


def scope_for(m: Catalog, kind: str, how: str) -> str:
    """Where a new record goes when nobody says: private, unless the team asked for what is said on purpose."""
    group = KINDS[kind].group
    if group == "identity":
        return "user"
    if m.project.sparse:
        return "private"  # the team's folder is not checked out; `share` brings it there once it is
    if m.settings.get("memory.scope") == "team" and group == "knowledge" and how in ("explicit", "stated"):
        return "team"
    return "private"


def _anchor(m: Catalog, anchor: Anchor) -> Anchor:
    from backstory.survey.anchors import digest_of, relative_path

    path = relative_path(m.project.root, anchor.path)
    placed = Anchor(path, anchor.symbol)
    return Anchor(path, anchor.symbol, digest_of(m.project.root, placed) or "")


def _likenesses(m: Catalog, record: Record) -> tuple[tuple[Record, str] | None, list[tuple[str, str]]]:
    """The record that says exactly the same, and notes about those that say nearly the same."""
    try:
        hits = m.recall(record.title, limit=8, kinds=(record.kind,))
    except (BackstoryError, OSError):
        return None, []  # duplicates are a courtesy; the write is not to fail for it
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
            return (other, hit.row.path), []
        both = len(mine & theirs)
        if mine and theirs and both / len(mine | theirs) >= NEAR:
            notes.append(
                (
                    f"much like {other.kind} {other.short} “{one_line(other.title, 60)}”",
                    f"if the new one replaces it: `backstory edit {record.short} --link supersedes:{other.short}`",
                )
            )
    return None, notes[:2]


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def _merge(m: Catalog, same: tuple[Record, str], record: Record) -> Remembered:
    """An exact duplicate: its tags, links and anchors join those of the record that is there."""
    from backstory.memory.writer import change

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
        old = change(m, old.id, joined, verb="remember")
    note = (
        "this is remembered already; its tags were merged" if changes else "this is remembered already",
        f"`backstory show {old.short}`",
    )
    return Remembered(old, path, False, (note,))
