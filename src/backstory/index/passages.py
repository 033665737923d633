"""Writes the passages of sessions into the index. They are derived from the files of sessions, as records are."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import apsw

from backstory.base.marks import drop_marks
from backstory.base.path_codec import encode_path
from backstory.base.visibility import HAS_PART
from backstory.index.cover import remove_cover
from backstory.index.database import WriteTransaction

if TYPE_CHECKING:
    from backstory.index.build import Index

STATE = "sessions"
"""Key in `meta` of the state of the folder of sessions at the last look."""
MERGE = 5_000
"""If at least this many passages are written at once, the segments of the full-text index are merged afterwards.

This takes 0.3 s for 124,000 passages and halves the time of a search."""
_LINE, _FIELD = "\n", "\x1f"
"""What divides the parts of a session, and the fields of a part. No name of a branch has either."""
_LAST = 1 << 40
"""A number that no turn reaches."""
UNSETTLED = "?"
"""Replaces a folder's time that is too recent to prove that nothing changed."""
CHANGES = "session changes"
"""Key in `meta` of the number of session changes written. A working tree compares it with the last it handled."""


class PassageRow(NamedTuple):
    """A piece of a session."""

    role: str
    made: str
    turn: int
    text: str
    branch: str = ""
    """Where it was said, if that is not the branch of the session."""


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
    parts: str = ""
    """Of a session that changed its branch, what `join_parts` makes of its parts."""


class Kept(NamedTuple):
    """Consecutive turns whose passages stay: their former numbers, and the new number of the first."""

    first: int
    last: int
    now: int


class Cut(NamedTuple):
    """A changed session, with the passages of its new and changed turns."""

    session: SessionRow
    passages: Sequence[PassageRow]
    kept: Sequence[Kept] = ()
    former: str = ""
    """The state of the session for which the passages that stay are valid."""


class Looked(NamedTuple):
    """What the index records about the sessions and about which of them a tree shows."""

    state: str
    """The state of the folder of sessions; empty before the first look."""
    changes: int
    """How many changes of sessions have been written."""
    shown: str
    """The key for which the shown sessions were last decided."""


def describe_file(path: str) -> str:
    """Returns what changes when a file is written; empty if there is no such file."""
    try:
        info = os.stat(path)
    except OSError:
        return ""
    return f"{info.st_size}:{info.st_mtime_ns}:{info.st_ino}"


def read_looked(index: "Index") -> Looked:
    """Reads all of it at once."""
    keys = (STATE, CHANGES, _shown_key(index))
    query = "SELECT key, value FROM meta WHERE key IN (?, ?, ?)"
    values: dict[str, str] = index.run(lambda con: dict(con.execute(query, keys)))
    state, changes, shown = (values.get(key, "") for key in keys)
    return Looked(state, int(changes or 0), shown)


def list_sessions(index: "Index", months: Iterable[str] | None = None) -> dict[str, SessionRow]:
    """Maps file names to the indexed sessions. `months` (`2026-11`) limits them."""
    query = "SELECT file, state, agent, id, branch, head, ended, parts FROM session"
    if months is None:
        return index.run(lambda con: {row[0]: SessionRow(*row) for row in con.execute(query)})
    bounds = [(month.replace("-", ""), month.replace("-", "") + "~") for month in months]
    query += " WHERE file BETWEEN ? AND ?"
    return index.run(lambda con: {row[0]: SessionRow(*row) for each in bounds for row in con.execute(query, each)})


def write_sessions(index: "Index", changed: Iterable[Cut], gone: Iterable[str], state: str, most: int) -> bool:
    """Puts the passages of changed sessions in place of earlier ones and removes those that are gone.

    Of more than `most` sessions the oldest are removed. Notes the state of the folder of sessions. Returns False, and
    does not note it, if another process has changed a session meanwhile or is writing.
    """
    done = True

    def run(con: apsw.Connection) -> None:
        nonlocal done
        with WriteTransaction(con):
            written = 0
            for cut in changed:
                done = _put_cut(con, cut) and done
                written += len(cut.passages)
            if written >= MERGE:
                con.execute("INSERT INTO passage_fts (passage_fts) VALUES ('optimize')")
            for name in gone:
                _remove(con, name)
            for row in con.execute("SELECT file FROM session ORDER BY file DESC LIMIT -1 OFFSET ?", (most,)).fetchall():
                _remove(con, str(row[0]))
            number = int(con.execute("SELECT value FROM meta WHERE key = ?", (CHANGES,)).get or 0) + 1
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (CHANGES, str(number)))
            if done:
                con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (STATE, state))

    return index.write(run) and done


def join_parts(parts: Iterable[Sequence[str]]) -> str:
    """The parts of a session, each as branch, commit and end, as a text that SQL can look for a branch in."""
    return "".join(f"{_LINE}{_FIELD.join(part)}" for part in parts)


def split_parts(text: str) -> list[list[str]]:
    """What `join_parts` made the text from."""
    return [line.split(_FIELD) for line in text.split(_LINE)[1:]]


def set_shown(index: "Index", names: Iterable[tuple[str, str]], key: str, branch: str) -> None:
    """Sets the sessions that this tree shows, by their files, each with its branches whose part that is (a line for
    each; empty for all). `key` is what they were decided for.

    `branch` is the one that is checked out. One without sessions of its own also shows the last of another branch.
    """
    tree = encode_path(index.tree)

    def run(con: apsw.Connection) -> None:
        with WriteTransaction(con):
            before = _list_shown(con, tree)
            con.execute("DELETE FROM shown WHERE tree = ?", (tree,))
            _show(con, tree, names)
            _show_elsewhere(con, tree, branch)
            if _list_shown(con, tree) != before:
                remove_cover(con, tree)
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_shown_key(index), key))

    index.write(run)


def change_shown(
    index: "Index", changed: Iterable[str], names: Iterable[tuple[str, str]], former: str, key: str, branch: str
) -> None:
    """Sets which of the changed sessions this tree shows, if the others were decided for `former`."""
    tree = encode_path(index.tree)
    query = "DELETE FROM shown WHERE tree = ? AND session = (SELECT session FROM session WHERE file = ?)"

    def run(con: apsw.Connection) -> None:
        with WriteTransaction(con):
            if con.execute("SELECT value FROM meta WHERE key = ?", (_shown_key(index),)).get == former:
                before = _list_shown(con, tree)
                con.executemany(query, [(tree, name) for name in changed])
                _show(con, tree, names)
                _show_elsewhere(con, tree, branch)
                if _list_shown(con, tree) != before:
                    remove_cover(con, tree)
                con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_shown_key(index), key))

    index.write(run)


def _list_shown(con: apsw.Connection, tree: str) -> list[Any]:
    query = "SELECT session, elsewhere, branches FROM shown WHERE tree = ? ORDER BY session"
    return con.execute(query, (tree,)).fetchall()


def _show(con: apsw.Connection, tree: str, names: Iterable[tuple[str, str]]) -> None:
    query = "INSERT OR REPLACE INTO shown SELECT ?, session, 0, ? FROM session WHERE file = ?"
    con.executemany(query, [(tree, branches, name) for name, branches in names])


def _show_elsewhere(con: apsw.Connection, tree: str, branch: str) -> None:
    """Shows the sessions of the branch that was worked on last where the one checked out has none, as a brief does.

    A session that is newer than all others does not count as its own: it may be the one that has just begun to ask.
    """
    con.execute("DELETE FROM shown WHERE tree = ? AND elsewhere", (tree,))
    own = (
        f"SELECT EXISTS (SELECT 1 FROM session s WHERE (s.branch IN ('', ?1) OR {HAS_PART})"
        " AND EXISTS (SELECT 1 FROM session o WHERE o.ended >= s.ended AND o.session <> s.session))"
    )
    if not con.execute(own, (branch,)).get:
        other = "SELECT branch FROM session WHERE branch NOT IN ('', ?) ORDER BY ended DESC, session DESC LIMIT 1"
        con.execute(
            f"INSERT OR IGNORE INTO shown SELECT ?, session, 1, '' FROM session WHERE branch = ({other})",
            (tree, branch),
        )


def _shown_key(index: "Index") -> str:
    return f"shown {encode_path(index.tree)}"


def _remove(con: apsw.Connection, file: str) -> None:
    row = con.execute("SELECT session FROM session WHERE file = ?", (file,)).fetchone()
    if row is not None:
        remove_cover(con)
        _remove_passages(con, row[0])
        for table in ("shown", "session"):
            con.execute(f"DELETE FROM {table} WHERE session = ?", row)


def _remove_passages(con: apsw.Connection, session: int, first: int = 0, last: int = _LAST) -> None:
    """Removes the passages of a session, of the turns from the first to the last."""
    from backstory.index.overturned import remove_overturned  # only where passages go

    remove_overturned(con, session, first, last)
    which = "(SELECT passage FROM passage WHERE session = ? AND turn BETWEEN ? AND ?)"
    con.execute(f"DELETE FROM passage_fts WHERE rowid IN {which}", (session, first, last))
    con.execute("DELETE FROM passage WHERE session = ? AND turn BETWEEN ? AND ?", (session, first, last))


def _keep_passages(con: apsw.Connection, session: int, runs: Iterable[Kept]) -> None:
    """Removes the passages of a session, except those of some turns, which are renumbered."""
    next_turn = 0
    for run in runs:
        if run.first > next_turn:
            _remove_passages(con, session, next_turn, run.first - 1)
        if run.first != run.now:
            con.execute(
                "UPDATE passage SET turn = turn + ? WHERE session = ? AND turn BETWEEN ? AND ?",
                (run.now - run.first, session, run.first, run.last),
            )
        next_turn = run.last + 1
    _remove_passages(con, session, next_turn)


def _put_cut(con: apsw.Connection, cut: Cut) -> bool:
    """Writes a session, unless the passages that should stay have changed meanwhile."""
    session = cut.session
    query = "SELECT state FROM session WHERE agent = ? AND id = ?"
    if cut.kept and con.execute(query, (session.agent, session.id)).get != cut.former:
        return False
    remove_cover(con)
    put_session(con, session, cut.passages, cut.kept)
    return True


def put_session(
    con: apsw.Connection, session: SessionRow, passages: Iterable[PassageRow], runs: Iterable[Kept] = ()
) -> None:
    """Writes a session with its new passages. Passages of turns that stay are not given again.

    A session that goes on keeps its number, because other working trees refer to it.
    """
    from backstory.base.tokenizer import identifier_parts  # most refreshes bring no passage

    row = con.execute("SELECT session, file FROM session WHERE agent = ? AND id = ?", (session.agent, session.id))
    former = row.fetchone()
    if former is not None:
        _keep_passages(con, former[0], runs)
        con.execute("DELETE FROM session WHERE session = ?", (former[0],))
    con.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (former[0] if former else None, *session))
    number = con.last_insert_rowid()
    place = int(con.execute("SELECT coalesce(max(passage), 0) FROM passage").get) + 1  # no neighbour across sessions
    for each in passages:
        place += 1
        con.execute(
            "INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (place, number, each.role, each.made, each.turn, each.text, passage_checksum(each.text), each.branch),
        )
        con.execute(
            "INSERT INTO passage_fts (rowid, text, idents) VALUES (?, ?, ?)",
            (place, words := drop_marks(each.text), identifier_parts(words)),
        )


def passage_checksum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
