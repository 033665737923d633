"""`recall`, with `search` and `query` as other systems spell it."""

from collections.abc import Callable
from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import KIND, SCOPE, TIER, as_of_option, common, open_memory, split_tags
from backstory.cli.look import as_data, doubts, marks_of
from backstory.cli.times import since
from backstory.model.errors import Invalid
from backstory.model.query import QueryError, Text, looks_structured, parse
from backstory.model.text import one_line


def flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of `recall` under all its names."""
    for option in (
        click.option("--explain", is_flag=True, help="Why each was found: the share of every signal."),
        as_of_option,
        click.option(
            "--include-superseded", "--all", "everything", is_flag=True, help="Superseded and retracted records too."
        ),
        click.option("--limit", "-n", type=click.IntRange(1), default=10, show_default=True, help="At most so many."),
        click.option(
            "--since", "after", default="", metavar="WHEN", help="Only made since: a date, or an age such as 7d."
        ),
        click.option("--scope", type=SCOPE, multiple=True, help="Only this scope."),
        click.option("--tier", type=TIER, multiple=True, help="Only this tier."),
        click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Only with this tag."),
        click.option("--kind", "--type", "kinds", type=KIND, multiple=True, help="Only this kind."),
    ):
        function = option(function)
    return function


@click.command()
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--query", default="", metavar="QUERY", help="The text, as an option (`backstory help query`).")
@flags
@common
def recall(words: tuple[str, ...], query: str, **options: Any) -> None:
    """Find what is remembered: any text, a question, a path, an id, a query.

    \b
    backstory recall "why psycopg over asyncpg"
    backstory recall src/db/pool.py --kind decision --explain
    backstory recall "kind:decision AND tag:project:auth AND created:>30d"
    """
    text = query or " ".join(words)
    look_up(text, looks_structured(text) or (bool(query) and _is_query(query)), options)


@click.command("query")
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@flags
@common
def recall_alias_query(words: tuple[str, ...], **options: Any) -> None:
    """Find what a query finds: `query "type:decision AND tag:project:auth"` (`backstory help query`)."""
    look_up(" ".join(words), True, options)


def look_up(text: str, structured: bool, options: dict[str, Any]) -> None:
    """Finds and shows; a structured text is read in the query language, any other is a search that never fails."""
    from backstory.memory.queries import run_query

    if not text.strip():
        raise Invalid(
            "nothing to look for was given", hint='`backstory recall "why psycopg"`, or `backstory list` for all'
        )
    memory = open_memory(options["as_of"])
    after, everything = options["after"], options["everything"]
    filters: dict[str, Any] = {
        "limit": options["limit"],
        "kinds": options["kinds"],
        "tags": tuple(split_tags(options["tags"])),
        "tiers": options["tier"],
        "scopes": options["scope"],
        "since": since(after, memory.now()) if after else "",
        "include_superseded": everything,
        "include_retracted": everything,
    }
    hits = run_query(memory, text, **filters) if structured else memory.recall(text, **filters)
    if console.State.json:
        when = {"as_of": options["as_of"]} if options["as_of"] else {}
        doubted = doubts(memory, [hit.row for hit in hits])
        items = [_as_data(hit, options["explain"]) | doubted.get(hit.row.record.id, {}) for hit in hits]
        console.document("recall", {"query": text, **when, "items": items})
        return
    doubted = doubts(memory, [hit.row for hit in hits])
    for hit in hits:
        _show(hit, options["explain"], marks_of(doubted.get(hit.row.record.id, {})))
    if not hits:
        console.talk("nothing remembered fits")


def _is_query(text: str) -> bool:
    """Whether a text without keys and operators is more than words: a phrase. What does not parse is words."""
    try:
        tree = parse(text)
    except QueryError:
        return False
    return tree is not None and not isinstance(tree, Text)


def _as_data(hit: Any, explain: bool) -> dict[str, Any]:
    why = {"why": {k: round(v, 4) for k, v in hit.why.items()}} if explain else {}
    return {**as_data(hit.row.record, hit.row.path), "score": round(hit.score, 4), **why}


def _show(hit: Any, explain: bool, marks: list[str]) -> None:
    r = hit.row.record
    anchors = f"  {console.dim(', '.join(a.target for a in r.anchors[:3]))}" if r.anchors else ""
    mark = f"  [{', '.join(marks)}]" if marks else ""
    console.out(f"{r.short}  {console.dim(r.made[:10])}  {r.kind}  {console.bold(r.title)}{mark}{anchors}")
    told = [(n, v) for n, v in r.parts.items() if n not in ("changes", "commits")]
    for name, value in told[:2]:
        label = "" if isinstance(value, str) else f"{_LABELS.get(name, name)}: "
        console.out(f"          {label}{one_line(value if isinstance(value, str) else '; '.join(value), 140)}")
    if explain:
        shares = ", ".join(f"{name} {value:.2f}" for name, value in sorted(hit.why.items(), key=lambda i: -abs(i[1])))
        console.out(f"          {console.dim(f'score {hit.score:.2f}: {shares}')}")


_LABELS = {"alternatives": "instead of", "next": "next steps"}

recall_alias_search = recall
