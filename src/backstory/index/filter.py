"""Answers queries over the index: `index.conditions` compiles the query, this module ranks what it finds."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import apsw

from backstory.base.path_codec import encode_path
from backstory.base.search import find_named, newest_time, prior_factors, rank_documents
from backstory.base.tokenizer import query_terms
from backstory.index import read
from backstory.index.conditions import compile_condition, plain_text
from backstory.index.read import Row, RowFilter
from backstory.index.search import AS_USUAL, Hit, add_up_score, rank_rows
from backstory.index.sql_functions import matches_wildcard
from backstory.model.kinds import RETRACTED
from backstory.model.query import Node, format_query, free_text, iter_predicates

if TYPE_CHECKING:
    from backstory.base.shares import Weights
    from backstory.index.build import Index

Stale = Callable[[Sequence[Row]], Mapping[str, str]]
"""Returns, for rows, record id -> state (fresh, changed, moved or gone) of those that are about code."""
_ALL: Final = RowFilter()
_PAGE: Final = 100
"""Documents read at a time, until there are enough."""


def run_query(
    index: "Index",
    node: Node | None,
    *,
    now: float,
    text: str = "",
    filters: RowFilter = _ALL,
    stale: Stale | None = None,
    weights: "Weights" = AS_USUAL,
) -> list[Hit]:
    """The records that a query matches: best first if it has free text, else newest first.

    `wanted` narrows the result; a query with `status:retracted` finds retracted records in any case. `text` is the
    query as it was typed: a value that does not fit its key raises QueryError with its position in `text`.
    """
    text = text or (format_query(node) if node is not None else "")
    states: Mapping[str, str] = {}
    if any(predicate.key == "stale" for predicate in iter_predicates(node)):
        states = stale(index.rows(include_retracted=True)) if stale is not None else {}
    if any(
        predicate.key == "status" and matches_wildcard(predicate.value, RETRACTED)
        for predicate in iter_predicates(node)
    ):
        filters = filters._replace(retracted=True)
    return index.run(lambda con: _select(con, index.tree, node, text, now, filters, states, weights))


def _select(
    con: apsw.Connection,
    root: str,
    node: Node | None,
    text: str,
    now: float,
    filters: RowFilter,
    states: Mapping[str, str],
    weights: "Weights",
) -> list[Hit]:
    tree = encode_path(root)
    condition = compile_condition(con, tree, node, text=text, now=now, states=states)
    free = plain_text(free_text(node))
    terms = query_terms(free)
    if not terms:
        return [Hit(row, 0.0, {}) for row in read.read_rows(con, tree, filters._replace(also=condition))]
    filters = filters._replace(also=condition)
    scores = dict(rank_documents(con, " OR ".join(term.match for term in terms), -1))
    names = find_named(con, tree, free)
    docs, newest = _ordered(con, tree, filters, scores, names, weights)
    hits: dict[str, Hit] = {}
    for start in range(0, len(docs), _PAGE):  # most matches of a common word are never read
        rows = read.read_rows_by_doc(con, tree, docs[start : start + _PAGE], filters)
        for hit in rank_rows(rows, scores, names, newest=newest, weights=weights):
            hits.setdefault(hit.row.record.id, hit)
        if filters.limit and len(hits) >= filters.limit:
            break
    out = sorted(hits.values(), key=lambda hit: (hit.row.record.made, hit.row.record.id), reverse=True)
    out.sort(key=lambda hit: -hit.score)
    return out[: filters.limit or None]


def _ordered(
    con: apsw.Connection,
    tree: str,
    row_filter: RowFilter,
    scores: Mapping[int, float],
    names: Mapping[int, tuple[str, float]],
    weights: "Weights",
) -> tuple[list[int], str]:
    """(documents that pass, best first and then newest first; time of the newest). Reads no record."""
    sql, values = read.filter_condition(row_filter)
    query = (
        f"SELECT c.made, c.id, c.doc, c.tier, c.kind, c.how FROM presence p JOIN content c ON c.doc = p.doc WHERE {sql}"
    )
    rows = sorted(con.execute(query, (tree, *values)), reverse=True)
    newest = newest_time([rows[0][0]]) if rows else ""
    weighed: list[tuple[float, int]] = []
    for by_time, _, doc, tier, kind, how in rows:
        score = scores.get(doc, 0.0)
        if score or doc in names:
            factors = prior_factors(tier, kind, how, by_time, newest)
            score = add_up_score(score, factors, names.get(doc), weights).score
        weighed.append((-score, doc))
    weighed.sort(key=lambda pair: pair[0])
    return list(dict.fromkeys(doc for _, doc in weighed)), newest
