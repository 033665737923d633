"""Reads rows of the databases of other tools, whatever columns their version has.

A database may come with a repository, and its views and generated columns are programs: what they may take is limited.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import apsw

from backstory.agents.databases import list_columns, query_database
from backstory.imports.files import leads_through_link
from backstory.imports.item import Omissions

_T = TypeVar("_T")

MAX_ROWS: Final = 50_000
MAX_VALUE: Final = 8 << 20
"""Bytes of a value, and of a row."""
MAX_BYTES: Final = 256 << 20
"""Bytes of all the values of a table that are read."""
MAX_STEPS: Final = 500_000_000
"""Steps of SQLite's machine for one query. Reading 50,000 rows takes about a million."""
_PROGRESS: Final = 100_000
_MAGIC: Final = b"SQLite format 3\x00"


def has_tables(path: str, tables: Mapping[str, Sequence[str]]) -> bool:
    """Whether a file is a database that has all of these tables with all of their columns."""
    if not _is_database(path):
        return False

    def check(connection: apsw.Connection) -> bool:
        return all(set(columns) <= set(list_columns(connection, table)) for table, columns in tables.items())

    return bool(query_store(path, check))


def _is_database(path: str) -> bool:
    """Whether a path is a regular file, not behind a link, that begins as databases do."""
    if not os.path.isfile(path) or leads_through_link(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def query_store(path: str, query: Callable[[apsw.Connection], _T]) -> _T | None:
    """Return the result of `query` on a database.

    None if it is no database, lies behind a link, lacks the tables, or asks for more than the limits of this module.
    """

    def run(connection: apsw.Connection) -> _T:
        turns = iter(range(MAX_STEPS // _PROGRESS))
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE)
        connection.set_progress_handler(lambda: next(turns, None) is None, _PROGRESS)
        connection.pragma("trusted_schema", False)
        return query(connection)

    return query_database(path, run) if _is_database(path) else None


def read_table(path: str, table: str, omitted: Omissions) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table by the names of its columns. A table that is missing or damaged is named.

    `table` is a name in the code of a reader, never of the file.
    """

    def query(connection: apsw.Connection) -> list[dict[str, Any]]:
        columns = list_columns(connection, table)
        if not columns:
            return []
        rows = connection.execute(f'SELECT * FROM "{table}" ORDER BY rowid LIMIT {MAX_ROWS}')
        return [dict(zip(columns, row, strict=False)) for row in _take_rows(rows, path, table, omitted)]

    rows_of_table = query_store(path, query)
    if rows_of_table is None:
        omitted.add(path, f"its table `{table}` cannot be read")
    yield from rows_of_table or ()


def _take_rows(rows: Iterator[tuple[Any, ...]], path: str, table: str, omitted: Omissions) -> Iterator[tuple[Any, ...]]:
    """Yield rows until their values have `MAX_BYTES`."""
    size = 0
    for row in rows:
        size += sum(len(value) for value in row if isinstance(value, (str, bytes)))
        if size > MAX_BYTES:
            omitted.add(path, f"only the first {MAX_BYTES >> 20} MB of its table `{table}` are read")
            return
        yield row
