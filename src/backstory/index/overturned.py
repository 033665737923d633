"""Writes what of the talk was overturned later into the index, as a brief found it: `recall` and prompts mark it, too.

A brief reads the whole talk of the work. They read a few passages, around which what overturns a statement need not
stand.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

import apsw

from backstory.base.overturns.cover import COVER
from backstory.base.path_codec import encode_path
from backstory.index.cover import find_cover
from backstory.index.database import WriteTransaction
from backstory.model.overturned import OverturnedStatement

if TYPE_CHECKING:
    from backstory.index.build import Index

_KEY: Final = "overturned "
"""Begin of the key in `meta` of what the statements of a tree were worked out from."""


def read_overturned_key(index: "Index") -> str:
    """What the statements of this tree were worked out from; empty for nothing, and once anything has changed."""
    tree = encode_path(index.tree)
    query = "SELECT k.value FROM meta k JOIN meta c ON c.key = ? WHERE k.key = ?"
    return index.run(lambda con: str(con.execute(query, (COVER + tree, _KEY + tree)).get or ""))


def write_overturned(
    index: "Index", rows: Iterable[OverturnedStatement], key: str, uttered: AbstractSet[tuple[str, str]] = frozenset()
) -> None:
    """Puts the overturned statements of this tree in place of the earlier ones. Gives up while another process writes.

    `key` says what they were worked out from, and `uttered` the utterances that were read, by session and time.
    """
    tree = encode_path(index.tree)
    values = [(tree, *row) for row in rows if row.made and row.replied]

    def run(con: apsw.Connection) -> None:
        with WriteTransaction(con):
            con.execute("DELETE FROM overturned WHERE tree = ?", (tree,))
            con.executemany("INSERT INTO overturned VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY + tree, key))
            con.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (COVER + tree, find_cover(con, tree, uttered)))

    index.write(run)


def remove_overturned(con: apsw.Connection, session: int, first: int, last: int) -> None:
    """Removes the statements of some turns of a session, and those that they overturned. The next brief writes what is
    left. Call it before the passages are removed."""
    times = "(SELECT made FROM passage WHERE session = ? AND turn BETWEEN ? AND ?)"
    which = (session, first, last)
    con.execute(f"DELETE FROM overturned WHERE made IN {times} OR replied IN {times}", (*which, *which))
    if con.changes():
        con.execute("DELETE FROM meta WHERE key LIKE ? || '%'", (_KEY,))
