"""Opens databases of agents for reading: while the agent writes to them, and where nothing may be written."""

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import quote

import apsw

_T = TypeVar("_T")

_BUSY: int = 2000
"""Milliseconds to wait for a lock."""


def open_database(path: str) -> apsw.Connection:
    """A connection that only reads. Raises apsw.Error when the file is not there or is no database.

    A database with a write-ahead log needs its shared-memory file, which SQLite makes when it is missing. Where the
    folder cannot be written to, and there is no log that another process may be writing, the file is read as it is.
    """
    name = "file:" + quote(os.path.abspath(path))
    connection = _connect(f"{name}?mode=ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        connection.close()
        connection = _connect(f"{name}?mode=ro&immutable=1")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.Error:
        connection.close()
        raise
    return connection


def query_database(path: str, query: Callable[[apsw.Connection], _T]) -> _T | None:
    """Returns the result of `query` on a database; None if the file is missing, no database, or lacks the tables."""
    if not os.path.isfile(path):
        return None
    try:
        connection = open_database(path)
    except apsw.Error:
        return None
    try:
        return query(connection)
    except (apsw.Error, OSError):
        return None
    finally:
        connection.close()


def select_rows(path: str, query: str, values: Sequence[str] = ()) -> list[tuple[Any, ...]] | None:
    """The rows of a query; None as in `query_database`."""
    return query_database(path, lambda connection: connection.execute(query, values).fetchall())


def list_columns(connection: apsw.Connection, table: str) -> list[str]:
    """Names of a table's columns; empty when there is no such table."""
    return [str(row[0]) for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _connect(uri: str) -> apsw.Connection:
    connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    connection.set_busy_timeout(_BUSY)
    return connection
