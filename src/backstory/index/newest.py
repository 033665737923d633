"""Reads the newest records of several filters at once, so that a large memory is not read whole."""

from collections.abc import Iterable

import apsw

from backstory.index.read import Condition, Row, RowFilter, find_superseded, list_newest, read_rows


def read_newest(con: apsw.Connection, tree: str, filters: Iterable[RowFilter]) -> list[Row]:
    """Visible records that pass any of the filters, newest first, one per id: of each filter as many as its limit."""
    superseded = find_superseded(con, tree)
    docs: dict[str, None] = {}
    for row_filters in filters:
        docs |= dict.fromkeys(list_newest(con, tree, row_filters, superseded))
    chosen = Condition(f"c.doc IN ({', '.join(docs)})")
    return read_rows(con, tree, RowFilter(retracted=True, also=chosen, few=True))
