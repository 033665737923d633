"""Find what is remembered."""

import os
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final, TypedDict

import click
import msgspec

from backstory.api import (
    count_matches_elsewhere,
    find_sessions_by_goal,
    find_stored,
    run_query,
    run_query_or_words,
    split_goal,
)
from backstory.base.discovery import data_home
from backstory.base.statement import Statement, split_statement
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import (
    KIND,
    SCOPE,
    TIER,
    F,
    Json,
    add_common_options,
    all_branches_option,
    as_of_option,
    gather_options,
    open_memory,
    split_tags,
)
from backstory.cli.records import RECORD_FIELDS, doubt_marks, find_doubts, outcome_mark, record_json
from backstory.cli.times import parse_since
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.ids import short_id
from backstory.model.kinds import KINDS
from backstory.model.query import QueryError, looks_structured, parse_query
from backstory.model.query import Text as FreeText
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import Hit, Memory, PassageHit, Session, SnapshotSummary

SECTION: Final = "Daily"
ALIASES: Final = ("search", "query", "recall:sessions")
LABELS: Final = {"alternatives": "instead of", "next": "next steps"}
_PARTS: Final = chain.from_iterable(kind.parts for kind in KINDS.values())
HIDDEN_PARTS: Final = frozenset(part.name for part in _PARTS if not part.flags)
"""Parts that Backstory captures itself."""
MAX_ELSEWHERE: Final = 1_000
"""Hits among which those of other branches are counted."""
INDENT: Final = " " * 10
COMMON: Final = 0.01
"""Match of a text below which its words tell nothing, because most records have them."""
MAX_GOALS: Final = 5
"""Snapshots that are named."""
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
    all_branches: bool = False
    project: str = ""


def recall_options(function: F) -> F:
    """Adds the options of `recall`, which arrive as `RecallOptions`."""
    function = gather_options(RecallOptions, RecallOptions.__struct_fields__)(function)
    for option in (
        click.option("--explain", is_flag=True, help="Show the share of every signal in each score."),
        click.option(
            "--project",
            default="",
            metavar="NAME",
            help="Of another project of this machine, or with the tag `project:NAME`.",
        ),
        all_branches_option,
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
    optional_fields = RECORD_FIELDS
    query: str
    hits: "list[Hit]"
    doubts: dict[str, Json]
    explain: bool
    as_of: str = ""
    misread: str = ""
    elsewhere: dict[str, int] | None = None
    """Branch -> the number of its records that match, too."""
    passages: "tuple[PassageHit, ...]" = ()
    """What was said in sessions about it."""
    snapshots: "tuple[SnapshotSummary, ...]" = ()
    """Snapshots whose goal has all words of the text, where no record matches."""
    sessions: "tuple[Session, ...]" = ()
    """Sessions whose goal has all words of the text, where no record matches or a project is named."""
    is_beyond: bool = False
    """Whether the text is a question on which nothing here bears."""

    def to_json(self) -> Json:
        when = {"as_of": self.as_of} if self.as_of else {}
        misread = {"misread": self.misread} if self.misread else {}
        items = [self._hit_json(hit) | self.doubts.get(hit.row.record.id, {}) for hit in self.hits]
        return {"query": self.query, **when, **misread, "items": items, "elsewhere": self.elsewhere or {},
                "passages": [_passage_json(passage) for passage in self.passages],
                "snapshots": [_snapshot_json(snapshot) for snapshot in self.snapshots],
                "sessions": [_session_json(session) for session in self.sessions]}  # fmt: skip

    def _hit_json(self, hit: "Hit") -> Json:
        why = {"why": {name: round(value, 4) for name, value in hit.why.items()}} if self.explain else {}
        return {**record_json(hit.row.record, hit.row.path), "score": round(hit.score, 4), **why}

    def print_text(self) -> None:
        for hit in self.hits:
            self._print_hit(hit)
        for passage in self.passages:
            _print_passage(passage)
        for snapshot in self.snapshots:
            _print_snapshot(snapshot)
        for session in self.sessions:
            _print_session(session)
        if self.is_beyond:
            console.info("nothing here answers that")
            console.info("hint: `backstory recall WORDS`, without a question, lists whatever has one of the words")
        elif not self.hits:
            console.info("no record matches")
            if not (self.passages or self.snapshots or self.sessions or self.misread):
                console.info("hint: `backstory files --for TEXT` looks through the code")
        if self.misread:
            console.misread(self.misread)
        if self.elsewhere:
            from backstory.cli.elsewhere import print_elsewhere

            print_elsewhere(self.elsewhere)

    def _print_hit(self, hit: "Hit") -> None:
        record = hit.row.record
        parts = {name: value for name, value in record.parts.items() if name not in HIDDEN_PARTS}
        lead = next((name for name, value in parts.items() if isinstance(value, str)), "")
        statement = split_statement(record.kind, record.title, str(parts.pop(lead, "")))
        marks = outcome_mark(record) + doubt_marks(self.doubts.get(record.id, {}))
        targets = ", ".join(anchor.target for anchor in record.anchors[:3])
        console.line(
            console.Span(record.short, "33"),
            console.dim(f"  {record.made[:10]}"),
            console.Span(f"  {record.kind}", "36"),
            console.bold(f"  {statement.headline}"),
            console.Span(f"  [{', '.join(marks)}]" if marks else "", "33"),
            console.dim(f"  {targets}" if targets else ""),
            indent=INDENT,
        )
        self._print_texts(statement, parts)
        if self.explain:
            console.line(INDENT, console.dim(describe_score(hit.score, hit.why)), indent=INDENT)

    def _print_texts(self, statement: Statement, parts: Mapping[str, str | list[str]]) -> None:
        texts = [("", statement.text), ("why: ", statement.reason)]
        texts += [(f"{LABELS.get(name, name)}: ", _join_part(value)) for name, value in parts.items()]
        for label, text in [(label, text) for label, text in texts if text][:SHOWN_PARTS]:
            console.line(INDENT, console.dim(label), one_line(text, 140), indent=INDENT)


def _print_passage(passage: "PassageHit") -> None:
    """A passage of a session, whole."""
    from backstory.render.sessions import short_session

    console.line(
        console.Span(f"{short_session(passage.session):<8}", "33"),
        console.dim(f"  {passage.made[:10]}"),
        console.Span("  session", "36"),
        console.dim(f"  {passage.role}{f' on {passage.branch}' if passage.branch else ''}"),
        indent=INDENT,
    )
    console.line(INDENT, passage.text, indent=INDENT)


def _print_snapshot(snapshot: "SnapshotSummary") -> None:
    console.line(
        console.Span(f"{short_id(snapshot.id):<8}", "33"),
        console.dim(f"  {snapshot.made[:10]}"),
        console.Span("  snapshot", "36"),
        console.bold(f"  {snapshot.goal}"),
        console.dim(f"  {snapshot.files} files"),
        indent=INDENT,
    )


def _print_session(session: "Session") -> None:
    from backstory.render.sessions import short_session

    console.line(
        console.Span(f"{short_session(session.id):<8}", "33"),
        console.dim(f"  {session.started[:10]}"),
        console.Span("  session", "36"),
        console.bold(f"  {session.title}"),
        console.dim(f"  {session.agent}{f' on {session.branch}' if session.branch else ''}"),
        indent=INDENT,
    )


def _passage_json(passage: "PassageHit") -> Json:
    names = ("session", "agent", "branch", "role", "made", "text")
    return {name: getattr(passage, name) for name in names}


def _snapshot_json(snapshot: "SnapshotSummary") -> Json:
    return {"id": snapshot.id, "made": snapshot.made, "goal": snapshot.goal}


def _session_json(session: "Session") -> Json:
    return {"id": session.id, "agent": session.agent, "made": session.started, "goal": session.title}


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
    return find_records(" ".join(words), options, structured=True, strict=True)


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


def find_records(text: str, options: RecallOptions, *, structured: bool, strict: bool = False) -> Recalled:
    """Reads a structured text in the query language, and searches for any other.

    A query that is not valid is searched as plain words, or with `strict` an error.
    """
    if not text.strip():
        raise Invalid("no text to look for", hint='`backstory recall "why psycopg"`, or `backstory list` for all')
    tree, tags = _find_project(options.project)
    memory = open_memory(options.as_of, all_branches=options.all_branches, tree=tree)
    filters: Filters = {
        "limit": options.limit,
        "kinds": options.kinds,
        "tags": (*split_tags(options.tags), *tags),
        "tiers": options.tier,
        "scopes": options.scope,
        "since": parse_since(options.after, memory.now()) if options.after else "",
        "include_superseded": options.everything,
        "include_retracted": options.everything,
    }
    is_open = not (structured or tags or _is_narrowed(options) or options.everything or options.all_branches)
    is_beyond = is_open and memory.is_beyond(text)
    hits, misread = ([], "") if is_beyond else _search(memory, text, filters, structured, strict)
    doubts = find_doubts(memory, [hit.row for hit in hits])
    elsewhere: dict[str, int] = {}
    if not options.all_branches:
        filters["limit"] = MAX_ELSEWHERE
        elsewhere = count_matches_elsewhere(
            memory, lambda _: [hit.row.record.id for hit in _search(memory, text, filters, structured, strict)[0]]
        )
    if is_beyond:
        return Recalled(text, [], {}, options.explain, elsewhere=elsewhere, is_beyond=True)
    passages = () if structured or tags or _is_narrowed(options) else tuple(memory.recall_passages(text))
    is_silent = structured or _is_narrowed(options) or (hits and not options.project)
    goals, sessions = ((), ()) if is_silent else _find_goals(memory, text, tags)
    if passages:
        shown = {passage.session for passage in passages}
        sessions = tuple(session for session in sessions if session.id not in shown)
    return Recalled(text, hits, doubts, options.explain, options.as_of, misread, elsewhere, passages, goals, sessions)


def _find_goals(
    memory: "Memory", text: str, tags: tuple[str, ...]
) -> "tuple[tuple[SnapshotSummary, ...], tuple[Session, ...]]":
    """The newest snapshot of each goal that has all words of a text, and the sessions with such a goal.

    With the tag of a project only the sessions that have it.
    """
    sessions = tuple(find_sessions_by_goal(memory, text, tag=tags[0] if tags else ""))
    if tags:
        return (), sessions
    words = split_goal(text)
    goals: dict[str, SnapshotSummary] = {}
    for summary in memory.snapshots.summaries():
        if words <= split_goal(summary.goal):
            goals.setdefault(summary.goal, summary)
    return tuple(goals.values())[:MAX_GOALS], sessions


def _find_project(name: str) -> tuple[str, tuple[str, ...]]:
    """(the working tree of the project that is named, the tags that its records need here).

    A name that no project of this machine has is a label, as other systems use it.
    """
    if not name:
        return "", ()
    try:
        stored = find_stored(data_home(os.environ), name)
    except NotFound:
        return "", (f"project:{name}",)
    if not stored.roots:
        raise BackstoryError(
            f"the project `{name}` has no working tree on this machine",
            hint=f"bring its records here: `backstory projects merge {stored.short}`",
        )
    return stored.roots[0], ()


def _is_narrowed(options: RecallOptions) -> bool:
    """Whether only records can pass the options."""
    return bool(options.kinds or options.tags or options.tier or options.scope or options.after or options.as_of)


def _search(memory: "Memory", text: str, filters: Filters, structured: bool, strict: bool) -> "tuple[list[Hit], str]":
    """What is found, and why the text could not be read as a query."""
    if strict:
        return run_query(memory, text, **filters), ""
    if structured:
        return run_query_or_words(memory, text, **filters)
    return memory.recall(text, **filters), ""


def describe_score(score: float, why: Mapping[str, float]) -> str:
    """The score and how it comes about: the match of the text times its factors, and what naming the record adds."""
    factors = {name: why[name] for name in ("text", "tier", "kind", "how", "recency") if name in why}
    product = " × ".join(f"{name} {_short_number(value)}" for name, value in factors.items())
    added = [f" + {name} {_short_number(value)}" for name, value in why.items() if name not in (*factors, "named")]
    common = " (its words are in most records)" if 0 < factors.get("text", 1.0) < COMMON else ""
    return f"score {_short_number(score)} = {product}{''.join(added)}{common}"


def _short_number(value: float) -> str:
    return f"{value:.2f}" if value == 0 or abs(value) >= COMMON else f"{value:.1e}"


def _join_part(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "; ".join(value)


def _is_query(text: str) -> bool:
    """Whether a text without keys and operators is more than words, such as a phrase in quotes."""
    try:
        tree = parse_query(text)
    except QueryError:
        return False
    return tree is not None and not isinstance(tree, FreeText)
