"""Counts records without comparing all ids with each other: only few of them have several files."""

from collections.abc import Iterable
from typing import Any

import apsw
import msgspec

from backstory.index.read import VISIBLE, RowFilter, filter_condition, find_superseded
from backstory.model.kinds import RETRACTED


def count_rows(con: apsw.Connection, tree: str, row_filter: RowFilter) -> int:
    """The number of records that `read_rows` returns without a limit. Reads no contents.

    Only ids with several files are compared with each other: to compare all takes longer than to read them.
    """
    several = find_several(con, tree)
    superseded = set[str]() if row_filter.superseded else set(find_superseded(con, tree))
    condition, values = filter_condition(row_filter)
    joined = "FROM presence p JOIN content c ON c.doc = p.doc"
    single = f"SELECT count(*) {joined} WHERE {condition} AND c.id NOT IN (SELECT value FROM json_each(?))"
    number = int(con.execute(single, (tree, *values, encode_ids(superseded.union(several)))).get)
    if several:
        condition, values = filter_condition(row_filter, few=True)
        others = f"SELECT count(DISTINCT c.id) {joined} WHERE {condition} AND c.id IN (SELECT value FROM json_each(?))"
        number += int(con.execute(others, (tree, *values, encode_ids(set(several) - superseded))).get)
    return number


def count_visible_files(con: apsw.Connection, tree: str) -> int:
    """The number of record files that a tree shows. Copies of a record count each; no record is looked at."""
    hidden = "SELECT count(*) FROM hidden h CROSS JOIN presence p ON p.doc = h.doc WHERE h.tree = ?1 AND {}"
    strange = "SELECT count(*) FROM content c CROSS JOIN presence p ON p.doc = c.doc WHERE c.id = '' AND {}"
    in_tree = "+p.tree IN (?1, '')"
    query = f"SELECT ({hidden.format(in_tree)}) + ({strange.format(in_tree)})"
    from backstory.base.search import count_files  # with all of the search

    return count_files(con, tree) - int(con.execute(query, (tree,)).get)


def count_tags(con: apsw.Connection, tree: str) -> dict[str, int]:
    """Tag -> number of visible records."""
    query = (
        "SELECT t.tag, count(DISTINCT c.id) n FROM tag t JOIN content c ON c.doc = t.doc"
        f" JOIN presence p ON p.doc = t.doc WHERE c.status != '{RETRACTED}' AND {VISIBLE}"
        " GROUP BY t.tag ORDER BY n DESC, t.tag"
    )
    return dict(list[Any](con.execute(query, (tree,))))


def find_several(con: apsw.Connection, tree: str) -> list[str]:
    """Ids that may have several visible files: copies, and records that were edited."""
    query = (
        "SELECT id FROM content WHERE id <> '' GROUP BY id HAVING count(*) > 1 UNION SELECT c.id FROM"
        " (SELECT doc FROM presence WHERE tree IN (?1, '') GROUP BY doc HAVING count(*) > 1) d"
        " JOIN content c ON c.doc = d.doc WHERE c.id <> ''"
    )
    return [str(ident) for (ident,) in con.execute(query, (tree,))]


def encode_ids(ids: Iterable[str]) -> str:
    """Ids as the JSON array that a query takes apart."""
    return msgspec.json.encode(list(ids)).decode()
