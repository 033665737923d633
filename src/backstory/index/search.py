"""Search over the index: any text gives an answer, best first, each with its reasons."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import apsw

from backstory.base import debug
from backstory.base.path_codec import encode_path
from backstory.base.search import (
    MAX_CANDIDATES,
    candidate_limit,
    count_documents,
    count_files,
    find_named,
    match_expression,
    newest_time,
    prior_factors,
    rank_documents,
)
from backstory.base.shares import Tally
from backstory.base.tokenizer import query_terms
from backstory.index import read
from backstory.index.read import Row, RowFilter

if TYPE_CHECKING:
    from backstory.base.shares import Weights
    from backstory.index.build import Index

AS_USUAL: Final["Weights"] = MappingProxyType({})
WIDTH: Final = 200
"""Documents whose rows are read."""


class Hit(NamedTuple):
    """A match. `why` has the share of each signal in the score."""

    row: Row
    score: float
    why: dict[str, float]


def search_records(
    index: "Index",
    text: str,
    *,
    limit: int = 10,
    kinds: Iterable[str] = (),
    tiers: Iterable[str] = (),
    tags: Iterable[str] = (),
    scopes: Iterable[str] = (),
    statuses: Iterable[str] = (),
    since: str = "",
    include_retracted: bool = False,
    include_superseded: bool = False,
    include_hidden: bool = False,
    weights: "Weights" = AS_USUAL,
) -> list[Hit]:
    """Records that `text` asks for, best first. Never raises, whatever the text; a text without words finds nothing.

    Records whose id, anchored path or symbol the text names come first. Filters are those of `Index.rows`.
    """
    conditions = RowFilter(
        tuple(kinds), tuple(tiers), tuple(tags), tuple(scopes), tuple(statuses), since, 0,
        include_retracted, include_superseded, include_hidden,
    )  # fmt: skip
    started = debug.start("recall")
    hits = index.run(lambda con: _search(con, index.tree, text, limit, conditions, weights))
    if started:
        debug.write("recall", f"{len(hits)} hits for {text!r}", started)
    return hits


def _search(
    con: apsw.Connection, root: str, text: str, limit: int, row_filter: RowFilter, weights: "Weights"
) -> list[Hit]:
    tree = encode_path(root)
    text = text.replace("\0", " ")
    terms = query_terms(text)
    counts = count_documents(con, terms)
    match = match_expression(terms, counts, candidate_limit(count_files(con, tree), MAX_CANDIDATES))
    names = find_named(con, tree, text)
    width = max(WIDTH, 4 * limit)
    while True:
        best = rank_documents(con, match, width)
        scores = dict(best)
        docs = list(dict.fromkeys([*names, *scores]))
        rows = read.read_rows_by_doc(con, tree, docs, row_filter)
        if len(rows) >= limit or len(best) < width:
            break
        width *= 8  # most matches were filtered out or belong to other trees
    return rank_rows(rows, scores, names, weights=weights)[: max(limit, 0) or None]


def rank_rows(
    rows: Mapping[int, Row],
    scores: Mapping[int, float],
    names: Mapping[int, tuple[str, float]],
    *,
    newest: str = "",
    weights: "Weights" = AS_USUAL,
) -> list[Hit]:
    """Hits for rows, best first, one per id: by the `scores` of the full text and the `names` in the query.

    `newest` is the time of the newest record of the answer, if there are more than these rows.
    """
    newest = newest_time([newest] if newest else [row.record.made for row in rows.values()])
    best: dict[str, Hit] = {}
    for doc, row in rows.items():
        record = row.record
        factors = prior_factors(record.tier, record.kind, record.origin.how, record.made, newest)
        tally = add_up_score(scores.get(doc, 0.0), factors, names.get(doc), weights)
        earlier = best.get(record.id)
        if earlier is None or tally.score > earlier.score:
            best[record.id] = Hit(row, tally.score, tally.shares)
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.row.record.id))


def add_up_score(
    text: float, factors: Mapping[str, float], named: tuple[str, float] | None, weights: "Weights"
) -> Tally:
    """The score of a record by its match with the text, its factors, and what the text names of it."""
    tally = Tally(weights)
    tally.add("text", text)
    for name, factor in factors.items():
        tally.multiply(name, factor)
    if named is not None:
        tally.add("named", named[1], named[0])
    return tally
