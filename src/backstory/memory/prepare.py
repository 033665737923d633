"""Turns a draft into a record: redacts it, splits off the title, checks the values, resolves links and anchors."""

from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.kinds import HOWS, KINDS, RELATIONS, RETRACTED, SCOPES, TIERS
from backstory.model.record import MAX_BYTES, MAX_TITLE, Anchor, Draft, Link, Origin, Record
from backstory.model.text import clean, one_line

if TYPE_CHECKING:
    pass


def split_title(text: str, limit: int = 120) -> tuple[str, str]:
    """Splits a text into a title and what is left: its first line or sentence, and all of it when that was cut."""
    text = clean(text).strip()
    first, _, rest = text.partition("\n")
    if len(first) <= limit:
        return first.strip(), rest.strip()
    cut = max((first.rfind(stop, 20, limit) for stop in (". ", "; ", "! ", "? ", ": ")), default=-1)
    title = first[: cut + 1].rstrip(" ;:") if cut > 0 else one_line(first, limit)
    return title, text


def _redact(workspace: Catalog, draft: Draft) -> tuple[Draft, int]:
    """The draft with its title and text judged by the gate as one, and how many secrets that took out.

    A key may begin in the title and end in the text; and half a secret, once a title was cut, is not known as one.
    """
    import msgspec

    title = one_line(draft.title)
    checked = workspace.gate.check(f"{title}\n{clean(draft.body).strip()}")
    if not checked.found:
        return draft, 0
    title, _, body = checked.text.partition("\n")
    return msgspec.structs.replace(draft, title=title, body=body), len(checked.found)


def _build_record(workspace: Catalog, draft: Draft, scope: str, origin: Origin | None, made: str) -> Record:
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
    origin = origin or make_origin(workspace, draft)
    tier = tier or kind.tier
    links = list(dict.fromkeys(resolve_link(workspace, link) for link in draft.links))
    if tier == "working" and kind.name != "task" and not any(link.relation == "part_of" for link in links):
        links += _link_current_task(workspace)
    scope = scope or choose_scope(workspace, kind.name, origin.how)
    return Record(
        id=workspace.new_id(),
        kind=kind.name,
        title=title,
        body=body,
        tier=tier,
        status=draft.status or kind.statuses[0],
        tags=tuple(tags),
        anchors=tuple(_place_anchor(workspace, a) for a in draft.anchors),
        links=tuple(links),
        origin=origin,
        made=made or workspace.stamp(),
        fields={k: one_line(v) for k, v in draft.fields.items() if v},
        scope=scope,
    )


def _link_current_task(workspace: Catalog) -> list[Link]:
    """Working records belong to the task that is open on this branch."""
    from backstory.memory.current import find_current_task

    try:
        task = find_current_task(workspace)
    except BackstoryError:
        return []
    return [Link("part_of", task.id)] if task else []


def make_origin(workspace: Catalog, draft: Draft | None = None) -> Origin:
    """The origin of what is written now through this memory's channel."""
    commit, branch = workspace.head
    how = workspace.channel.how if workspace.channel.how in HOWS else "inferred"
    return Origin(
        author=workspace.git.author(),
        agent=workspace.channel.agent,
        session=workspace.channel.session,
        branch=branch,
        commit=commit[:12],
        how=how,
        source=draft.source if draft else "",
        quote=one_line(draft.quote, 400) if draft else "",
    )


def choose_scope(workspace: Catalog, kind: str, how: str) -> str:
    """Where a new record goes when nobody says: private, unless the team asked for what is said on purpose."""
    group = KINDS[kind].group
    if group == "identity":
        return "user"
    if workspace.project.sparse:
        return "private"  # the team's folder is not checked out; `share` brings it there once it is
    if workspace.settings.get("memory.scope") == "team" and group == "knowledge" and how in ("explicit", "stated"):
        return "team"
    return "private"


def _place_anchor(workspace: Catalog, anchor: Anchor) -> Anchor:
    from backstory.survey.anchors import digest_of, relative_path

    path = relative_path(workspace.project.root, anchor.path)
    placed = Anchor(path, anchor.symbol)
    return Anchor(path, anchor.symbol, digest_of(workspace.project.root, placed) or "")


def resolve_link(workspace: Catalog, link: Link) -> Link:
    """A link with its target's full id. Raises `Invalid` for an unknown relation, `NotFound` for an unknown target."""
    relation = link.relation.strip().lower().replace("-", "_")
    if relation not in RELATIONS:
        raise Invalid(f"no relation `{link.relation}`", hint=f"there are: {', '.join(RELATIONS)}")
    return Link(relation, link.target if link.target in workspace.written else workspace.get(link.target).record.id)
