"""Reads rows of the databases of other tools, whatever columns their version has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import apsw

from backstory.agents.databases import list_columns, query_database
from backstory.imports.item import Omissions

MAX_ROWS: Final = 50_000
_MAGIC: Final = b"SQLite format 3\x00"


def has_tables(path: str, tables: Mapping[str, Sequence[str]]) -> bool:
    """Whether a file is a database that has all of these tables with all of their columns."""
    try:
        with open(path, "rb") as file:
            if file.read(16) != _MAGIC:
                return False
    except OSError:
        return False

    def check(connection: apsw.Connection) -> bool:
        return all(set(columns) <= set(list_columns(connection, table)) for table, columns in tables.items())

    return bool(query_database(path, check))


def read_table(path: str, table: str, omitted: Omissions, *, order: str = "rowid") -> Iterator[dict[str, Any]]:
    """Yield the rows of a table by the names of its columns. A table that is missing or damaged is named.

    `table` and `order` are names in the code of a reader, never of the file.
    """

    def query(connection: apsw.Connection) -> list[dict[str, Any]]:
        columns = list_columns(connection, table)
        if not columns:
            return []
        rows = connection.execute(f'SELECT * FROM "{table}" ORDER BY {order} LIMIT {MAX_ROWS}')
        return [dict(zip(columns, row, strict=False)) for row in rows]

    rows_of_table = query_database(path, query)
    if rows_of_table is None:
        omitted.add(path, f"its table `{table}` cannot be read")
    yield from rows_of_table or ()
