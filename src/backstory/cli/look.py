"""Looking at what is kept: show, list, decisions, pins, tags, log."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import KIND, SCOPE, TIER, as_of_option, common, open_memory, split_tags
from backstory.cli.times import ago, since
from backstory.model.errors import Invalid, NotFound
from backstory.model.ids import short
from backstory.model.kinds import KINDS, kind_named
from backstory.model.query import looks_structured
from backstory.model.record import Record
from backstory.model.text import one_line


def as_data(record: Record, path: str = "") -> dict[str, Any]:
    """A record as the JSON contract has it."""
    import msgspec

    body = msgspec.to_builtins(record)
    body["anchors"] = [str(a) for a in record.anchors]
    body["links"] = [str(link) for link in record.links]
    defaults = {"tags": [], "body": "", "tier": record.tier, "status": record.status, "scope": record.scope}
    return {"id": record.id, "short": record.short, **defaults, **body, "parts": record.parts, "path": path}


def doubts(memory: Any, rows: list[Any]) -> dict[str, dict[str, Any]]:
    """Record id -> why to read it with care: `foreign` (not trusted yet), `claimed` (its author is
    only what it says), `conflicts` (ids that contradict it)."""
    from backstory.memory.conflicts import find_conflicts, find_disputes
    from backstory.memory.policy.trust import find_claimed, find_foreign

    strange, unproven, disputed = find_foreign(rows), find_claimed(rows), find_disputes(find_conflicts(memory))
    ids = [row.record.id for row in rows]
    return {
        i: {"foreign": i in strange, "claimed": i in unproven, "conflicts": list(disputed.get(i, ()))}
        for i in ids
        if i in strange or i in disputed or i in unproven
    }


def marks_of(doubt: dict[str, Any]) -> list[str]:
    """The doubts about a record in a word each."""
    rivals = ", ".join(map(short, doubt.get("conflicts", [])[:3]))
    return [*(["untrusted"] if doubt.get("foreign") else []), *([f"in conflict with {rivals}"] if rivals else [])]


def _tier(row: Any) -> str:
    """The tier where it is not the usual one. What others pinned counts as pinned once a person has trusted it."""
    if row.record.tier == "pinned" and row.trust < 2 and not row.foreign:
        return "pinned by its author only"
    return row.record.tier if row.record.tier in ("pinned", "off-context") else ""


def lines_of(rows: list[Any], *, kind: bool = True, doubted: dict[str, dict[str, Any]] | None = None) -> None:
    """Records as a table: id, date, kind, title."""
    table: list[list[str]] = []
    for row in rows:
        r: Record = row.record
        marks = [
            m
            for m in (
                _tier(row),
                r.status if r.status not in ("active", "open", "running") else "",
            )
            if m
        ]
        if row.superseded_by:
            marks.append(f"superseded by {short(row.superseded_by[0])}")
        marks += marks_of((doubted or {}).get(r.id, {}))
        title = r.title + (f"  [{', '.join(marks)}]" if marks else "")
        table.append([r.short, r.made[:10], *([r.kind] if kind else []), title])
    console.table(table, styles=("33", "2", "36"))


@click.command("list")
@click.argument("words", nargs=-1, metavar="[KIND] [QUERY]", shell_complete=KIND.shell_complete)
@click.option("--query", default="", metavar="QUERY", help="Only what this query finds (`backstory help query`).")
@click.option("--type", "--kind", "kinds", type=KIND, multiple=True, help="Only this kind.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Only with this tag.")
@click.option("--tier", type=TIER, multiple=True, help="Only this tier.")
@click.option("--scope", type=SCOPE, multiple=True, help="Only this scope.")
@click.option("--status", multiple=True, help="Only this status.")
@click.option("--since", "after", default="", metavar="WHEN", help="Only made since: a date, or an age such as 7d.")
@click.option("--limit", "-n", type=click.IntRange(1), default=50, show_default=True, help="At most so many.")
@click.option("--all", "everything", is_flag=True, help="Retracted and superseded ones too.")
@as_of_option
@common
def list_(
    words: tuple[str, ...],
    query: str,
    kinds: tuple[str, ...],
    tags: tuple[str, ...],
    tier: tuple[str, ...],
    scope: tuple[str, ...],
    status: tuple[str, ...],
    after: str,
    limit: int,
    everything: bool,
    as_of: str,
) -> None:
    """List records, newest first.

    \b
    backstory list decisions --tag api
    backstory list "(kind:fact OR kind:decision) AND tag:project:auth AND created:>30d"
    """
    first = kind_named(words[0]) if words else None
    if first is not None:
        words, kinds = words[1:], (first.name, *kinds)
    if len(words) == 1 and not looks_structured(words[0]):
        raise Invalid(
            f"`{words[0]}` is no kind; there are: {', '.join(KINDS)}",
            hint=f'`backstory list --query "{words[0]}"` lists what speaks of it',
        )
    if words and query:
        raise Invalid("two queries were given", hint=f'`backstory list "({query}) AND ({" ".join(words)})"`')
    show_rows(kinds, tags, tier, scope, status, after, limit, everything, query=query or " ".join(words), as_of=as_of)


def show_rows(
    kinds: tuple[str, ...],
    tags: tuple[str, ...] = (),
    tiers: tuple[str, ...] = (),
    scopes: tuple[str, ...] = (),
    statuses: tuple[str, ...] = (),
    after: str = "",
    limit: int = 50,
    everything: bool = False,
    query: str = "",
    as_of: str = "",
) -> None:
    """The filtered rows, as a table or as JSON."""
    from backstory.memory.queries import run_query

    memory = open_memory(as_of)
    plain = split_tags(tags)
    tiers = (*tiers, *(t[5:] for t in plain if t.startswith("tier:")))
    hits = run_query(
        memory,
        query,
        kinds=kinds,
        tiers=tiers,
        tags=tuple(t for t in plain if not t.startswith("tier:")),
        scopes=scopes,
        statuses=statuses,
        since=since(after, memory.now()) if after else "",
        include_retracted=everything or "retracted" in statuses,
        include_superseded=True,
    )
    rows = [h.row for h in hits if everything or not h.row.superseded_by]
    rows.sort(key=lambda r: (r.record.made, r.record.id), reverse=True)
    shown = rows[:limit]
    doubted = doubts(memory, shown)
    if console.State.json:
        items = [as_data(r.record, r.path) | doubted.get(r.record.id, {}) for r in shown]
        console.document("list", {**({"as_of": as_of} if as_of else {}), "total": len(rows), "items": items})
        return
    lines_of(shown, kind=len(kinds) != 1, doubted=doubted)
    if not rows:
        console.talk("nothing fits" if query else "nothing there then" if as_of else "nothing there yet")
    elif len(rows) > limit:
        console.talk(f"{len(rows) - limit} more; `--limit {len(rows)}` shows all")


@click.command()
@click.option("--limit", "-n", type=click.IntRange(1), default=20, show_default=True, help="At most so many.")
@common
def decisions(limit: int) -> None:
    """List the decisions, newest first."""
    show_rows(("decision",), limit=limit)


@click.command()
@common
def pins() -> None:
    """List what is always in the brief."""
    show_rows((), tiers=("pinned",), limit=1000)


@click.command()
@click.option("--prefix", default="", metavar="TEXT", help="Only tags that begin so.")
@common
def tags(prefix: str) -> None:
    """List all tags with their counts."""
    counts = {t: n for t, n in open_memory().fresh().tags().items() if t.startswith(prefix)}
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if console.State.json:
        console.document("tags", {"tags": [{"tag": t, "count": n} for t, n in ordered]})
        return
    console.table([[str(n), t] for t, n in ordered])
    if not ordered:
        console.talk("no tags yet")


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--origin", is_flag=True, help="Where it comes from, in full.")
@as_of_option
@common
def show(ref: str, origin: bool, as_of: str) -> None:
    """Show one record or snapshot whole."""
    memory = open_memory(as_of)
    if ref.lower().startswith("snap-") or ref == "latest":
        from backstory.cli.snapshots import show_snapshot
        from backstory.memory.snapshots import find_snapshot

        show_snapshot(find_snapshot(memory, ref))
        return
    try:
        row = memory.get(ref)
    except NotFound as problem:
        if len(ref) >= 4 and (found := memory.snapshots.find(ref)):
            from backstory.cli.snapshots import show_snapshot

            show_snapshot(found)
            return
        raise (_later(ref) if as_of else problem) from None
    if console.State.json:
        more: dict[str, Any] = {"superseded_by": row.superseded_by, "tokens": row.tokens}
        more |= {"as_of": as_of} if as_of else {}
        more |= doubts(memory, [row]).get(row.record.id, {})
        if origin:
            from backstory.memory.provenance import trace_chain

            more["origin_chain"] = [
                {
                    "id": k.id,
                    "depth": k.depth,
                    "via": k.via,
                    "state": k.state,
                    "title": k.record.title if k.record else "",
                    "ends": [e._asdict() for e in k.ends],
                }
                for k in trace_chain(memory, row.record.id)
            ]
        console.document("show", {**as_data(row.record, row.path), **more})
        return
    print_record(row, memory, origin)


def _later(ref: str) -> NotFound:
    """What to say of a record that was not there then."""
    r: Record = open_memory().get(ref).record
    return NotFound(
        f"{r.kind} {r.short} was not there yet; it was made on {r.made[:10]}", hint=f"`backstory show {r.short}`"
    )


@click.command("show-snapshot")
@click.argument("ref", required=False, default="", metavar="[ID]")
@click.option("--snapshot-id", "given", default="", metavar="ID", help="The snapshot; the latest by default.")
@common
def show_alias_show_snapshot(ref: str, given: str) -> None:
    """Show a snapshot whole."""
    from backstory.cli.snapshots import show_snapshot
    from backstory.memory.snapshots import find_snapshot

    show_snapshot(find_snapshot(open_memory(), given or ref))


def print_record(row: Any, memory: Any, origin: bool) -> None:
    """A record for a person: head lines, text, links in both directions."""
    r: Record = row.record
    o = r.origin
    console.out(f"{console.bold(r.title)}")
    state = ", ".join(x for x in (r.kind, r.tier, r.status if r.status != "active" else "", r.scope) if x)
    console.out(f"{r.short}  {state}  {console.dim(r.id)}")
    who = one_line(o.author.split("<")[0]) or "somebody"
    via = f" through {o.agent}" if o.agent else ""
    at = f" on {o.branch}" if o.branch else ""
    console.out(f"{who}{via}{at}, {r.made[:10]} ({ago(r.made, memory.now())}), {o.how}")
    for name, values in (("tags", [f"#{t}" for t in r.tags]), ("about", [a.target for a in r.anchors])):
        if values:
            console.out(f"{name}: {', '.join(values)}")
    for key, value in r.fields.items():
        console.out(f"{key}: {value}")
    if row.superseded_by:
        console.out(f"superseded by {', '.join(short(i) for i in row.superseded_by)}")
    index = memory.fresh()
    _say_doubts(row, memory)
    for link in r.links:
        console.out(f"{link.relation.replace('_', ' ')} {_named(index, link.target)}")
    for source, relation, target in index.links():
        if target == r.id:
            console.out(f"{_named(index, source)} {relation.replace('_', ' ')} this")
    if r.body:
        console.out()
        console.out(r.body)
    if origin:
        console.out()
        rows = [
            ["author", o.author],
            ["agent", o.agent],
            ["session", o.session],
            ["branch", o.branch],
            ["commit", o.commit],
            ["how", o.how],
            ["source", o.source],
            ["quote", o.quote],
            ["made", r.made],
            ["file", row.path],
        ]
        console.table([row for row in rows if row[1]])
        _say_chain(memory, r.id)


def _say_doubts(row: Any, memory: Any) -> None:
    from backstory.memory.conflicts import find_conflicts

    if doubts(memory, [row]).get(row.record.id, {}).get("foreign"):
        console.out(f"untrusted: it came from elsewhere (`backstory trust {row.record.short}` trusts it)")
    if not row.agreed and row.record.origin.author:
        console.out("claimed: author and channel are what the record says; no commit of that author brought it")
    for one in find_conflicts(memory):
        if row.record.id in (*one.ids, one.about):
            console.out(f"conflict: {one.what}")
            console.out(f"  settle it: {one.hint}")


def _say_chain(memory: Any, ref: str) -> None:
    """The way to where it comes from, a line each."""
    from backstory.memory.provenance import format_step, trace_chain

    console.out()
    for step in trace_chain(memory, ref):
        console.out(f"{'  ' * step.depth}{format_step(step)}")
        for end in step.ends:
            note = (f" ({end.note})" if end.note else "") + ("" if end.alive else "  [not here any more]")
            console.out(f"{'  ' * step.depth}  {end.kind} {end.name}{note}")


def _named(index: Any, ref: str) -> str:
    try:
        r = index.get(ref).record
        return f'{r.short} "{one_line(r.title, 60)}"'
    except NotFound:
        return f"{short(ref)} (not here)"


@click.command()
@click.option("--branch", "-b", default="", metavar="BRANCH", help="Only this branch.")
@click.option(
    "--all", "-a", "everything", is_flag=True, help="All branches; otherwise the current one and what belongs to none."
)
@click.option("--session", default="", metavar="ID", help="What happened in one session (`latest` for the newest).")
@click.option("--events", is_flag=True, help="Events of sessions and operations too.")
@click.option("--since", "after", default="", metavar="WHEN", help="A date, or an age such as 7d.")
@click.option("-n", "--limit", type=click.IntRange(1), default=None, help="At most so many.")
@common
def log(branch: str, everything: bool, session: str, events: bool, after: str, limit: int | None) -> None:
    """What happened here, newest first: records, checkpoints, snapshots; with --events every event."""
    from backstory.memory.history import read_timeline

    memory = open_memory()
    limit = limit or memory.settings.get("log.count")
    found = read_timeline(
        memory,
        branch=branch,
        everything=everything,
        session=session,
        events=events or bool(session),
        since=since(after, memory.now()) if after else "",
    )
    if console.State.json:
        console.document("log", {"total": len(found), "items": [e._asdict() for e in found[:limit]]})
        return
    day = ""
    for entry in found[:limit]:
        if entry.made[:10] != day:
            day = entry.made[:10]
            console.out(console.bold(day))
        where = f"  {console.dim(entry.branch)}" if entry.branch else ""
        console.out(f"  {entry.made[11:16]}  {entry.ref:<10} {entry.kind:<11} {entry.title}{where}")
        for line in entry.details:
            console.out(f"                              {line}")
    if not found:
        console.talk("nothing happened yet")
    elif len(found) > limit:
        console.talk(f"{len(found) - limit} more; `-n {len(found)}` shows all")


KIND_NAMES = tuple(KINDS)
