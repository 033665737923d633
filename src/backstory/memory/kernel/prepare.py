"""Turns a draft into a record: redacts it, splits off the title, checks the values and resolves links and anchors."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from backstory.base.statement import WHY
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.policy.persons_words import ensure_may_replace
from backstory.memory.policy.private_paths import ensure_no_private_path, find_private_path, person_home
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.kinds import AGENTS_CHANNELS, CHANNELS, KINDS, RELATIONS, RETRACTED, SCOPES, TIERS
from backstory.model.record import MAX_BYTES, MAX_TITLE, Anchor, Draft, Link, Origin, Record, compose_body
from backstory.model.sentence_cuts import find_last_end
from backstory.model.text import clean_text, one_line
from backstory.redact.counting import CountingGate
from backstory.redact.gate import Gate
from backstory.redact.home_paths import shorten_home
from backstory.store.record_redaction import redact_record

SHORT_TITLE: Final = 120
"""Characters of a title that is split off a text."""


def split_title(text: str) -> tuple[str, str]:
    """Splits a text into a title, which is its first line or sentence, and the rest.

    If the title had to be cut, the rest is the whole text.
    """
    text = clean_text(text).strip()
    first, _, rest = text.partition("\n")
    if len(first) <= SHORT_TITLE:
        return first.strip(), rest.strip()
    cut = find_last_end(first, (". ", "; ", "! ", "? ", ": "), 20, SHORT_TITLE)
    title = first[: cut + 1].rstrip(" ;:") if cut > 0 else one_line(first, SHORT_TITLE)
    return title, text


class Prepared(NamedTuple):
    """A record that is ready to be written, and the number of secrets that were removed from the draft."""

    record: Record
    redacted: int
    private_path: str = ""
    """The path below a home folder for which a record of the team is kept private instead."""


def prepare_record(
    workspace: Catalog, draft: Draft, *, scope: str = "", origin: Origin | None = None, made: str = ""
) -> Prepared:
    """Turns a draft into a record and writes nothing. Raises `Invalid` for a value that a record cannot have."""
    if draft.kind not in KINDS:
        raise Invalid(f"no kind `{draft.kind}`", hint=f"kinds are {', '.join(KINDS)}")
    gate = CountingGate(workspace.gate)
    title, body = compose_text(gate, draft)
    _ensure_fits(draft.kind, title, body)
    record = _build(workspace, draft, title, body, scope, origin or make_origin(workspace, draft), made)
    private_path = ""
    if record.scope == "team" and scope:
        ensure_no_private_path(workspace, record)
    elif record.scope == "team":
        private_path = find_private_path(workspace, record, text_only=True)
        record = msgspec.structs.replace(record, scope="private") if private_path else record
    return Prepared(redact_record(record, gate), gate.count, private_path)


def compose_text(gate: Gate, draft: Draft) -> tuple[str, str]:
    """Returns the title and the body that a record of the draft will have, redacted."""
    return _split(draft, *_redact(gate, draft))


def _redact(gate: Gate, draft: Draft) -> tuple[str, str]:
    """Returns the redacted (title, body) of a draft, or ("", text) if it has no title yet.

    The gate sees title and body as one text, because a key may begin in the title and end in the body. It sees them
    before a title is split off, because half a secret is not recognised.
    """
    title = one_line(draft.title)
    if title:
        body = "\n\n".join(part for part in (draft.body, draft.text) if part)
    else:
        body = draft.text or draft.body
    checked = gate.clean(f"{title}\n{clean_text(body).strip()}")
    title, _, body = checked.partition("\n")
    return title, body


def _split(draft: Draft, title: str, body: str) -> tuple[str, str]:
    """Returns (title, body): a title of at most `MAX_TITLE` characters, and a body that contains the named parts."""
    if not title and body:
        title, body = split_title(body)
        title = one_line(title)
    if len(title) > MAX_TITLE:
        title, rest = split_title(title)
        body = f"{rest}\n\n{body}".strip() if rest else body
    return title, _add_parts(draft, body) if draft.parts else body


def _add_parts(draft: Draft, body: str) -> str:
    """Adds the named parts to a body, which goes before the leading one. A reason behind it is marked as such."""
    lead = next((part.name for part in KINDS[draft.kind].parts if not part.heading), "body")
    value = draft.parts.get(lead) or ()
    values = [value] if isinstance(value, str) else list(value)
    if body and lead == "why" and values:
        values[0] = WHY + values[0]
    texts = [body, *values]
    return compose_body(draft.kind, {**draft.parts, lead: "\n\n".join(filter(None, texts))})


def _ensure_fits(kind: str, title: str, body: str) -> None:
    if not title:
        raise Invalid(f"a {kind} needs some text", hint=f'`backstory remember {kind} "..."`')
    size = len(body.encode("utf-8", "replace"))
    if size > MAX_BYTES:
        raise Invalid(
            f"{size:,} bytes are too long for a record (at most {MAX_BYTES:,})",
            hint="keep the long text in a file and remember what matters about it, with `--at FILE`",
        )


def _build(workspace: Catalog, draft: Draft, title: str, body: str, scope: str, origin: Origin, made: str) -> Record:
    kind = KINDS[draft.kind]
    tier, tags = _sort_tags(draft)
    _ensure_allowed(draft, tier, scope)
    tier = tier or kind.tier
    links = _resolve_links(workspace, draft, tier, origin.how)
    scope = scope or choose_scope(workspace, kind.name, origin.how)
    is_persons_rule = kind.name == "rule" and tier != "working" and origin.how not in AGENTS_CHANNELS
    if scope == "user" or is_persons_rule:
        # It belongs to no project, or to all branches of one, as a rule that is said in a prompt does.
        origin = msgspec.structs.replace(origin, branch="", commit="")
    return Record(
        id=workspace.new_id(),
        kind=kind.name,
        title=title,
        body=body,
        tier=tier,
        status=draft.status or kind.statuses[0],
        tags=tags,
        anchors=tuple(_place_anchor(workspace, anchor) for anchor in draft.anchors),
        links=tuple(links),
        origin=origin,
        made=made or workspace.stamp(),
        fields={key: one_line(value) for key, value in draft.fields.items() if value},
        scope=scope,
    )


def _resolve_links(workspace: Catalog, draft: Draft, tier: str, how: str) -> list[Link]:
    """Resolves the links of a draft from a channel.

    A working record that is part of nothing becomes a part of the current task.
    """
    links = list(dict.fromkeys(resolve_link(workspace, link) for link in draft.links))
    if how == "stated":
        ensure_may_supersede(workspace, links)
    is_part = any(link.relation == "part_of" for link in links)
    if tier == "working" and draft.kind != "task" and not is_part:
        links += _link_current_task(workspace)
    return links


def _sort_tags(draft: Draft) -> tuple[str, tuple[str, ...]]:
    """Returns (tier, tags). A tag such as `tier:pinned` is another way to name the tier."""
    tier, tags = draft.tier, dict[str, None]()
    for tag in draft.tags:
        word = one_line(tag).lstrip("#").strip()
        if word.startswith("tier:") and word[5:] in TIERS:
            tier = tier or word[5:]
        elif word:
            tags[word] = None
    return tier, tuple(tags)


def _ensure_allowed(draft: Draft, tier: str, scope: str) -> None:
    """Raises `Invalid` for a value outside of its closed vocabulary."""
    kind = KINDS[draft.kind]
    for name, value, allowed in (
        ("tier", tier, TIERS),
        ("status", draft.status, (*kind.statuses, RETRACTED)),
        ("scope", scope, SCOPES),
    ):
        if value and value not in allowed:
            raise Invalid(f"no {name} `{value}` for a {kind.name}", hint=f"a {name} is one of {', '.join(allowed)}")
    _ensure_fields_allowed(draft)


def _ensure_fields_allowed(draft: Draft) -> None:
    for field in KINDS[draft.kind].fields:
        value = draft.fields.get(field.name, "")
        if value and field.choices and value not in field.choices:
            raise Invalid(f"`{value}` is not a valid {field.name}", hint=f"values are {', '.join(field.choices)}")


def _link_current_task(workspace: Catalog) -> list[Link]:
    """Links a working record to the task that is open on this branch."""
    from backstory.memory.kernel.current import find_current_task

    try:
        task = find_current_task(workspace)
    except BackstoryError:
        return []
    return [Link("part_of", task.id)] if task else []


def make_origin(workspace: Catalog, draft: Draft | None = None) -> Origin:
    """Describes who writes now, through which channel, at which commit, and from which source."""
    commit, branch = workspace.head
    how = workspace.channel.how if workspace.channel.how in CHANNELS else "inferred"
    return Origin(
        author=workspace.git.author(),
        agent=workspace.channel.agent,
        session=workspace.channel.session,
        branch=branch,
        commit=commit[:12],
        how=how,
        source=shorten_home(draft.source, person_home(workspace)) if draft else "",
        quote=one_line(draft.quote, 400) if draft else "",
    )


def choose_scope(workspace: Catalog, kind: str, how: str) -> str:
    """Chooses the scope of a new record if none was given.

    It is private, unless the team's settings ask for knowledge that was stated on purpose. A persona or a preference
    holds in all projects of the person, a rule in this one.
    """
    group = KINDS[kind].group
    if group == "identity" and kind != "rule":
        return "user"
    if workspace.project.sparse:
        return "private"  # the team's folder is not checked out; `share` moves the record there later
    if workspace.settings.get("memory.scope") == "team" and group == "knowledge" and how in ("explicit", "stated"):
        return "team"
    return "private"


def _place_anchor(workspace: Catalog, anchor: Anchor) -> Anchor:
    from backstory.memory.kernel.location import place_anchor
    from backstory.survey.anchors import anchor_digest, relative_path

    anchor = place_anchor(workspace, anchor)
    path = relative_path(workspace.project.root, anchor.path)
    placed = Anchor(path, anchor.symbol)
    return Anchor(path, anchor.symbol, anchor_digest(workspace.project.root, placed) or "")


def resolve_link(workspace: Catalog, link: Link) -> Link:
    """Completes the id of a link's target. Raises `Invalid` for an unknown relation, `NotFound` for the target."""
    relation = link.relation.strip().lower().replace("-", "_")
    if relation not in RELATIONS:
        raise Invalid(f"no relation `{link.relation}`", hint=f"relations are {', '.join(RELATIONS)}")
    if link.target in workspace.written:
        return Link(relation, link.target)
    return Link(relation, workspace.get(link.target).record.id)


def ensure_may_supersede(workspace: Catalog, links: Iterable[Link]) -> None:
    """Raises `NotAPerson` for an agent that puts a record in the place of what a person told agents."""
    for link in links:
        if link.relation == "supersedes" and workspace.channel.agent:
            old = workspace.get(link.target).record
            ensure_may_replace(workspace.channel, old, f"backstory supersede {old.short} ID")
