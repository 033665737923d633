"""Search the memory."""

import os
from typing import TYPE_CHECKING, Final, TypedDict

import click
import msgspec

from backstory.api import (
    MOST_WEAK,
    answer_general,
    count_matches_elsewhere,
    find_asked_commands,
    find_asked_failures,
    find_weak_words,
    order_answers,
)
from backstory.base.discovery import data_home
from backstory.cli.command import (
    KIND,
    SCOPE,
    TIER,
    F,
    add_common_options,
    all_branches_option,
    as_of_option,
    gather_options,
    open_memory,
    split_tags,
)
from backstory.cli.numbers import Whole
from backstory.cli.recall_answer import Recalled
from backstory.cli.records import find_recall_doubts
from backstory.cli.times import parse_since
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.query import QueryError, looks_structured, parse_query
from backstory.model.query import Text as FreeText

if TYPE_CHECKING:
    from backstory.cli.library import GeneralAnswer, Hit, Memory, PassageHit, Session, SnapshotSummary

SECTION: Final = "Daily"
ALIASES: Final = ("search", "query", "recall:sessions")
DEFAULT_LIMIT: Final = 10
"""Records."""
MAX_ELSEWHERE: Final = 1_000
"""Hits among which those of other branches are counted."""
MAX_GOALS: Final = 5
"""Snapshots that are named."""
MAX_GENERAL: Final = 8
"""Records, and passages, that answer a question for a kind of answer."""


class RecallOptions(msgspec.Struct):
    """The options of `recall` and its aliases."""

    kinds: tuple[str, ...]
    tags: tuple[str, ...]
    tier: tuple[str, ...]
    scope: tuple[str, ...]
    after: str
    limit: int | None
    everything: bool
    as_of: str
    explain: bool
    all_branches: bool = False
    project: str = ""


def recall_options(function: F) -> F:
    """Adds the options of `recall`, which arrive as `RecallOptions`."""
    function = gather_options(RecallOptions, RecallOptions.__struct_fields__)(function)
    for option in (
        click.option("--explain", is_flag=True, help="Show how much each signal adds to a score."),
        click.option(
            "--project",
            default="",
            metavar="NAME",
            help="Search another project on this machine, or the tag `project:NAME`.",
        ),
        all_branches_option,
        as_of_option,
        click.option(
            "--include-superseded",
            "--all",
            "everything",
            is_flag=True,
            help="Include superseded and retracted records.",
        ),
        click.option(
            "--limit",
            "-n",
            type=Whole(1),
            default=None,
            help="Maximum number to show; by default 10 records, and what was said.",
        ),
        click.option(
            "--since", "after", default="", metavar="WHEN", help="Only records made since a date, or an age such as 7d."
        ),
        click.option("--scope", type=SCOPE, multiple=True, help="Filter by scope."),
        click.option("--tier", type=TIER, multiple=True, help="Filter by tier."),
        click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Filter by tag."),
        click.option("--kind", "--type", "kinds", type=KIND, multiple=True, help="Filter by kind."),
    ):
        function = option(function)
    return function


@click.command()
@click.argument("words", nargs=-1, metavar="TEXT")
@click.option("--query", default="", metavar="QUERY", help="The text or query, as an option (`backstory help query`).")
@recall_options
@add_common_options
def recall(words: tuple[str, ...], query: str, options: RecallOptions) -> Recalled:
    """Search the memory by text, question, path, id or query.

    General questions are answered by kind: what we are working on, what is next, which rules there are, what was tried,
    what was decided.

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
    """Find what a query matches (`backstory help query`).

    \b
    backstory query "kind:decision AND tag:project:auth"
    """
    return find_records(" ".join(words), options, structured=True, strict=True)


class Filters(TypedDict):
    """The filters of `Memory.recall` and `queries.run_query`."""

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
        raise Invalid("no search text given", hint='`backstory recall "why psycopg"`, or `backstory list` for all')
    tree, tags = _find_project(options.project)
    memory = open_memory(options.as_of, all_branches=options.all_branches, tree=tree)
    memory.keep_findings()
    text = _resolve_place(memory, text)
    is_open = not (structured or tags or _is_narrowed(options) or options.everything or options.all_branches)
    limit = options.limit or DEFAULT_LIMIT
    filters: Filters = {
        "limit": limit,
        "kinds": options.kinds,
        "tags": (*split_tags(options.tags), *tags),
        "tiers": options.tier,
        "scopes": options.scope,
        "since": parse_since(options.after, memory.now()) if options.after else "",
        "include_superseded": options.everything,
        "include_retracted": options.everything,
    }
    limit = min(limit, MAX_GENERAL)
    general = answer_general(memory, text, limit=limit) if is_open else None
    failures = find_asked_failures(memory, text) if general is None and is_open else ()
    is_beyond = general is None and is_open and not failures and memory.is_beyond(text)
    if is_beyond:
        general = answer_general(memory, text, limit=limit, is_beyond=True)
    if general is not None:
        return _list_general(memory, text, general, options)
    commands = find_asked_commands(memory, text) if is_open and not is_beyond else ()
    hits: list[Hit] = []
    alike: dict[str, tuple[str, ...]] = {}
    misread = ""
    if not is_open:
        hits, misread = _search(memory, text, filters, structured, strict)
    elif not is_beyond:
        hits, alike = memory.recall_distinct(text, **filters)
    rows = [hit.row for hit in hits]
    elsewhere: dict[str, int] = {}
    if not options.all_branches:
        filters["limit"] = MAX_ELSEWHERE
        elsewhere = count_matches_elsewhere(
            memory, lambda _: [hit.row.record.id for hit in _search(memory, text, filters, structured, strict)[0]]
        )
    if is_beyond:
        return Recalled(text, [], {}, options.explain, elsewhere=elsewhere, is_beyond=True)
    passages: tuple[PassageHit, ...] = ()
    if not (structured or tags or _is_narrowed(options)):
        passages = tuple(memory.recall_passages(text, include_superseded=options.everything))
    weak = find_weak_words(memory, text, hits, passages) if is_open else []
    if weak and not options.limit:
        hits = hits[:MOST_WEAK]
        passages = passages[: MOST_WEAK - len(hits)]
    ordered = order_answers(memory, text, hits, passages) if is_open else None
    if ordered is not None:
        hits, passages = ordered.hits, tuple(ordered.passages)
    is_silent = structured or _is_narrowed(options) or (hits and not options.project)
    goals, sessions = ((), ()) if is_silent else _find_goals(memory, text, tags)
    if passages:
        in_passages = {passage.session for passage in passages}
        sessions = tuple(session for session in sessions if session.id not in in_passages)
    order = tuple(ordered.all[: options.limit or None]) if ordered is not None else ()
    if options.limit and ordered is not None:
        hits, passages = [one for one in hits if one in order], tuple(one for one in passages if one in order)
        sessions = sessions[: options.limit - len(order)]
    elif options.limit:
        hits, passages, sessions = _share_limit(options.limit, hits, passages, sessions)
    doubts = find_recall_doubts(memory, rows) if hits else {}  # of all rows: they are compared with one another
    return Recalled(
        text,
        hits,
        doubts,
        options.explain,
        options.as_of,
        misread,
        elsewhere,
        passages,
        goals,
        sessions,
        alike,
        commands=commands,
        failures=failures,
        order=order,
        weak=tuple(weak),
    )


def _resolve_place(memory: "Memory", text: str) -> str:
    """The definition or file for a text that names lines; any other text unchanged."""
    if ":" not in text and "#" not in text:
        return text
    from backstory.api import resolve_lines  # it loads what reads code

    return resolve_lines(memory, text)


def _share_limit(
    limit: int, hits: "list[Hit]", passages: "tuple[PassageHit, ...]", sessions: "tuple[Session, ...]" = ()
) -> "tuple[list[Hit], tuple[PassageHit, ...], tuple[Session, ...]]":
    """At most `limit` of all. Records have half of the room at least, and passages what these leave."""
    most = max(limit - len(passages), (limit + 1) // 2)
    records = hits[:most]
    quotes = passages[: limit - len(records)]
    return records, quotes, sessions[: limit - len(records) - len(quotes)]


def _list_general(memory: "Memory", text: str, general: "GeneralAnswer", options: RecallOptions) -> Recalled:
    doubts = find_recall_doubts(memory, [hit.row for hit in general.hits])
    hits, passages = list(general.hits), tuple(general.passages)
    if options.limit:
        hits, passages, _ = _share_limit(options.limit, hits, passages)
    return Recalled(
        text,
        hits,
        doubts,
        options.explain,
        passages=passages,
        general=general.label,
        commands=general.commands,
        notes=general.notes,
        failures=general.failures,
    )


def _find_goals(
    memory: "Memory", text: str, tags: tuple[str, ...]
) -> "tuple[tuple[SnapshotSummary, ...], tuple[Session, ...]]":
    """The newest snapshot of each goal that has all words of a text, and the sessions with such a goal.

    With the tag of a project only the sessions that have it.
    """
    from backstory.api import find_sessions_by_goal, split_goal  # most texts are in a record

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
    from backstory.api import find_stored  # it loads much

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
    """The matches, and why the text could not be read as a query."""
    if not (strict or structured):
        return memory.recall(text, **filters), ""
    from backstory.api import run_query, run_query_or_words  # most texts are plain words

    if strict:
        return run_query(memory, text, **filters), ""
    return run_query_or_words(memory, text, **filters)


def _is_query(text: str) -> bool:
    """Whether a text without keys and operators is more than words, such as a phrase in quotes."""
    try:
        tree = parse_query(text)
    except QueryError:
        return False
    return tree is not None and not isinstance(tree, FreeText)
