"""Writes the passages of sessions into the index. They are derived from the files of sessions, as records are."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import apsw

from backstory.base.path_codec import encode_path
from backstory.base.tokenizer import identifier_parts
from backstory.index.database import WriteTransaction

if TYPE_CHECKING:
    from backstory.index.build import Index

STATE = "sessions"
"""Key in `meta` of the state of the folder of sessions at the last look."""


class PassageRow(NamedTuple):
    """A piece of a session."""

    role: str
    made: str
    turn: int
    text: str


class SessionRow(NamedTuple):
    """A session whose passages are in the index."""

    file: str
    state: str
    agent: str
    id: str
    branch: str
    head: str
    """Commit."""
    ended: str


def describe_file(path: str) -> str:
    """Returns what changes when a file is written; empty if there is no such file."""
    try:
        info = os.stat(path)
    except OSError:
        return ""
    return f"{info.st_size}:{info.st_mtime_ns}:{info.st_ino}"


def read_state(index: "Index") -> str:
    """The state of the folder of sessions that the index has; empty before the first look."""

    def run(con: apsw.Connection) -> str:
        row = con.execute("SELECT value FROM meta WHERE key = ?", (STATE,)).fetchone()
        return str(row[0]) if row else ""

    return index.run(run)


def list_sessions(index: "Index") -> dict[str, SessionRow]:
    """File name -> the session of it that the index has."""
    query = "SELECT file, state, agent, id, branch, head, ended FROM session"
    return index.run(lambda con: {row[0]: SessionRow(*row) for row in con.execute(query)})


def write_sessions(
    index: "Index",
    changed: Sequence[tuple[SessionRow, Sequence[PassageRow]]],
    gone: Iterable[str],
    state: str,
) -> None:
    """Puts the passages of changed sessions in place of earlier ones, removes those that are gone, notes the state."""

    def run(con: apsw.Connection) -> None:
        with WriteTransaction(con):
            for session, passages in changed:
                put_session(con, session, passages)
            for name in gone:
                _remove(con, name)
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (STATE, state))

    index.write(run)


def read_shown_key(index: "Index") -> str:
    """What the sessions that this tree shows were last decided for."""

    def run(con: apsw.Connection) -> str:
        row = con.execute("SELECT value FROM meta WHERE key = ?", (_shown_key(index),)).fetchone()
        return str(row[0]) if row else ""

    return index.run(run)


def set_shown(index: "Index", names: Iterable[str], key: str) -> None:
    """Sets the sessions, by their files, that this tree shows. `key` is what they were decided for."""
    tree = encode_path(index.tree)

    def run(con: apsw.Connection) -> None:
        with WriteTransaction(con):
            con.execute("DELETE FROM shown WHERE tree = ?", (tree,))
            for name in names:
                con.execute("INSERT INTO shown SELECT ?, session FROM session WHERE file = ?", (tree, name))
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_shown_key(index), key))

    index.write(run)


def _shown_key(index: "Index") -> str:
    return f"shown {encode_path(index.tree)}"


def _remove(con: apsw.Connection, file: str) -> None:
    row = con.execute("SELECT session FROM session WHERE file = ?", (file,)).fetchone()
    if row is not None:
        _remove_passages(con, row[0])
        for table in ("shown", "session"):
            con.execute(f"DELETE FROM {table} WHERE session = ?", row)


def _remove_passages(con: apsw.Connection, session: int) -> None:
    con.execute("DELETE FROM passage_fts WHERE rowid IN (SELECT passage FROM passage WHERE session = ?)", (session,))
    con.execute("DELETE FROM passage WHERE session = ?", (session,))


def put_session(con: apsw.Connection, session: SessionRow, passages: Iterable[PassageRow]) -> None:
    """Writes a session. One that goes on keeps its number: other working trees have decided that they show it."""
    row = con.execute("SELECT session, file FROM session WHERE agent = ? AND id = ?", (session.agent, session.id))
    former = row.fetchone()
    if former is not None:
        _remove_passages(con, former[0])
        con.execute("DELETE FROM session WHERE session = ?", (former[0],))
    con.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (former[0] if former else None, *session))
    number = con.last_insert_rowid()
    place = int(con.execute("SELECT coalesce(max(passage), 0) FROM passage").get) + 1  # no neighbour across sessions
    for each in passages:
        place += 1
        con.execute(
            "INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?)",
            (place, number, each.role, each.made, each.turn, each.text, passage_checksum(each.text)),
        )
        con.execute(
            "INSERT INTO passage_fts (rowid, text, idents) VALUES (?, ?, ?)",
            (place, each.text, identifier_parts(each.text)),
        )


def passage_checksum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
