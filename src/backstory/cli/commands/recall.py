"""Find what is remembered."""

from itertools import chain
from typing import TYPE_CHECKING, Final, TypedDict

import click
import msgspec

from backstory.api import run_query
from backstory.base.telling import tell
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import (
    KIND,
    SCOPE,
    TIER,
    F,
    Json,
    add_common_options,
    as_of_option,
    gather_options,
    open_memory,
    split_tags,
)
from backstory.cli.records import doubt_marks, find_doubts, outcome_mark, record_json
from backstory.cli.times import parse_since
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS
from backstory.model.query import QueryError, looks_structured, parse_query
from backstory.model.query import Text as FreeText
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import Hit

SECTION: Final = "Daily"
ALIASES: Final = ("search", "query")
LABELS: Final = {"alternatives": "instead of", "next": "next steps"}
_PARTS: Final = chain.from_iterable(kind.parts for kind in KINDS.values())
HIDDEN_PARTS: Final = frozenset(part.name for part in _PARTS if not part.flags)
"""Parts that Backstory captures itself."""
SHOWN_PARTS: Final = 2
"""Parts of a record that are printed under its title."""


class RecallOptions(msgspec.Struct):
    """The options of `recall` and its aliases."""

    kinds: tuple[str, ...]
    tags: tuple[str, ...]
    tier: tuple[str, ...]
    scope: tuple[str, ...]
    after: str
    limit: int
    everything: bool
    as_of: str
    explain: bool


def recall_options(function: F) -> F:
    """Adds the options of `recall`, which arrive as `RecallOptions`."""
    function = gather_options(RecallOptions, RecallOptions.__struct_fields__)(function)
    for option in (
        click.option("--explain", is_flag=True, help="Show the share of every signal in each score."),
        as_of_option,
        click.option(
            "--include-superseded", "--all", "everything", is_flag=True, help="Superseded and retracted records too."
        ),
        click.option("--limit", "-n", type=click.IntRange(1), default=10, show_default=True, help="At most this many."),
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


class Recalled(Answer):
    """Records that match a text or a query, best first."""

    schema = "recall"
    query: str
    hits: "list[Hit]"
    doubts: dict[str, Json]
    explain: bool
    as_of: str = ""

    def to_json(self) -> Json:
        when = {"as_of": self.as_of} if self.as_of else {}
        items = [self._hit_json(hit) | self.doubts.get(hit.row.record.id, {}) for hit in self.hits]
        return {"query": self.query, **when, "items": items}

    def _hit_json(self, hit: "Hit") -> Json:
        why = {"why": {name: round(value, 4) for name, value in hit.why.items()}} if self.explain else {}
        return {**record_json(hit.row.record, hit.row.path), "score": round(hit.score, 4), **why}

    def print_text(self) -> None:
        for hit in self.hits:
            self._print_hit(hit)
        if not self.hits:
            console.info("no record matches")

    def _print_hit(self, hit: "Hit") -> None:
        record = hit.row.record
        parts = {name: value for name, value in record.parts.items() if name not in HIDDEN_PARTS}
        lead = next((name for name, value in parts.items() if isinstance(value, str)), "")
        told = tell(record.kind, record.title, str(parts.pop(lead, "")))
        marks = outcome_mark(record) + doubt_marks(self.doubts.get(record.id, {}))
        anchors = (
            f"  {console.dim(', '.join(anchor.target for anchor in record.anchors[:3]))}" if record.anchors else ""
        )
        mark = f"  [{', '.join(marks)}]" if marks else ""
        head = f"{record.short}  {console.dim(record.made[:10])}  {record.kind}  {console.bold(told.headline)}"
        console.data(f"{head}{mark}{anchors}")
        texts = [told.text, told.reason and f"why: {told.reason}"]
        texts += [f"{LABELS.get(name, name)}: {_join_part(value)}" for name, value in parts.items()]
        for text in [one_line(text, 140) for text in texts if text][:SHOWN_PARTS]:
            console.data(f"          {text}")
        if self.explain:
            shares = sorted(hit.why.items(), key=lambda share: -abs(share[1]))
            listed = ", ".join(f"{name} {value:.2f}" for name, value in shares)
            console.data(f"          {console.dim(f'score {hit.score:.2f}: {listed}')}")


@click.command()
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--query", default="", metavar="QUERY", help="The text, as an option (`backstory help query`).")
@recall_options
@add_common_options
def recall(words: tuple[str, ...], query: str, options: RecallOptions) -> Recalled:
    """Find what is remembered: any text, a question, a path, an id, a query.

    \b
    backstory recall "why psycopg over asyncpg"
    backstory recall src/db/pool.py --kind decision --explain
    backstory recall "kind:decision AND tag:project:auth AND created:>30d"
    """
    text = query or " ".join(words)
    return find_records(text, options, structured=looks_structured(text) or (bool(query) and _is_query(query)))


@click.command("query")
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@recall_options
@add_common_options
def alias_query(words: tuple[str, ...], options: RecallOptions) -> Recalled:
    """Find what a query matches: `query "type:decision AND tag:project:auth"` (`backstory help query`)."""
    return find_records(" ".join(words), options, structured=True)


class Filters(TypedDict):
    """What `Memory.recall` and `queries.run_query` filter by."""

    limit: int
    kinds: tuple[str, ...]
    tags: tuple[str, ...]
    tiers: tuple[str, ...]
    scopes: tuple[str, ...]
    since: str
    include_superseded: bool
    include_retracted: bool


def find_records(text: str, options: RecallOptions, *, structured: bool) -> Recalled:
    """Reads a structured text in the query language, and searches for any other, which never fails."""
    if not text.strip():
        raise Invalid("no text to look for", hint='`backstory recall "why psycopg"`, or `backstory list` for all')
    memory = open_memory(options.as_of)
    filters: Filters = {
        "limit": options.limit,
        "kinds": options.kinds,
        "tags": tuple(split_tags(options.tags)),
        "tiers": options.tier,
        "scopes": options.scope,
        "since": parse_since(options.after, memory.now()) if options.after else "",
        "include_superseded": options.everything,
        "include_retracted": options.everything,
    }
    hits = run_query(memory, text, **filters) if structured else memory.recall(text, **filters)
    return Recalled(text, hits, find_doubts(memory, [hit.row for hit in hits]), options.explain, options.as_of)


def _join_part(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "; ".join(value)


def _is_query(text: str) -> bool:
    """Whether a text without keys and operators is more than words, such as a phrase in quotes."""
    try:
        tree = parse_query(text)
    except QueryError:
        return False
    return tree is not None and not isinstance(tree, FreeText)
