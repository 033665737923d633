"""`recall`, with `search` as other systems spell it."""

import click

from backstory.interfaces.cli import console
from backstory.interfaces.cli.command import KIND, SCOPE, TIER, common, open_memory, split_tags
from backstory.interfaces.cli.look import as_data
from backstory.interfaces.times import since
from backstory.model.errors import Invalid
from backstory.model.text import one_line


@click.command()
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--query", default="", metavar="TEXT", help="The text, as an option.")
@click.option("--kind", "--type", "kinds", type=KIND, multiple=True, help="Only this kind.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Only with this tag.")
@click.option("--tier", type=TIER, multiple=True, help="Only this tier.")
@click.option("--scope", type=SCOPE, multiple=True, help="Only this scope.")
@click.option("--since", "after", default="", metavar="WHEN", help="Only made since: a date, or an age such as 7d.")
@click.option("--limit", "-n", type=click.IntRange(1), default=10, show_default=True, help="At most so many.")
@click.option("--include-superseded", "--all", "everything", is_flag=True, help="Superseded and retracted records too.")
@click.option("--explain", is_flag=True, help="Why each was found: the share of every signal.")
@common
def recall(
    words: tuple[str, ...],
    query: str,
    kinds: tuple[str, ...],
    tags: tuple[str, ...],
    tier: tuple[str, ...],
    scope: tuple[str, ...],
    after: str,
    limit: int,
    everything: bool,
    explain: bool,
) -> None:
    """Find what is remembered: any text, a question, a path, an id.

    \b
    backstory recall "why psycopg over asyncpg"
    backstory recall src/db/pool.py --kind decision --explain
    """
    text = query or " ".join(words)
    if not text.strip():
        raise Invalid(
            "nothing to look for was given", hint='`backstory recall "why psycopg"`, or `backstory list` for all'
        )
    memory = open_memory()
    hits = memory.recall(
        text,
        limit=limit,
        kinds=kinds,
        tags=tuple(split_tags(tags)),
        tiers=tier,
        scopes=scope,
        since=since(after, memory.now()) if after else "",
        include_superseded=everything,
        include_retracted=everything,
    )
    if console.State.json:
        items = [
            {
                **as_data(h.row.record, h.row.path),
                "score": round(h.score, 4),
                **({"why": {k: round(v, 4) for k, v in h.why.items()}} if explain else {}),
            }
            for h in hits
        ]
        console.document("recall", {"query": text, "items": items})
        return
    for hit in hits:
        r = hit.row.record
        anchors = f"  {console.dim(', '.join(a.target for a in r.anchors[:3]))}" if r.anchors else ""
        console.out(f"{r.short}  {console.dim(r.made[:10])}  {r.kind}  {console.bold(r.title)}{anchors}")
        parts = r.parts
        lead = next((v for v in parts.values() if isinstance(v, str)), "")
        if lead:
            console.out(f"          {one_line(lead, 140)}")
        alternatives = parts.get("alternatives")
        if isinstance(alternatives, list) and alternatives:
            console.out(f"          instead of: {one_line('; '.join(alternatives), 120)}")
        if explain:
            shares = ", ".join(
                f"{name} {value:.2f}" for name, value in sorted(hit.why.items(), key=lambda i: -abs(i[1]))
            )
            console.out(f"          {console.dim(f'score {hit.score:.2f}: {shares}')}")
    if not hits:
        console.talk("nothing remembered fits")


recall_alias_search = recall
