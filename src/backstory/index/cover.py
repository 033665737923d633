"""Up to which utterance the last brief of a tree has not read everything: see `base.overturns.cover`."""

from collections.abc import Set as AbstractSet
from typing import Any

import apsw

from backstory.base.overturns.cover import COVER, NO_COVER, SPOKEN


def find_cover(con: apsw.Connection, tree: str, uttered: AbstractSet[tuple[str, str]]) -> str:
    """The time of the last utterance in the sessions that a tree shows which was not read; empty if all were.

    Where some have no time, nothing says what came after them.
    """
    sessions = (
        "SELECT s.session, s.id, s.ended FROM session s JOIN shown h ON h.tree = ? AND h.session = s.session"
        " ORDER BY s.ended = '' DESC, s.ended DESC"
    )
    times = f"SELECT DISTINCT made FROM passage WHERE session = ? AND role IN ({', '.join('?' * len(SPOKEN))})"
    cover = ""
    rows: list[Any] = con.execute(sessions, (tree,)).fetchall()
    for session, ident, ended in rows:
        if ended and ended <= cover:
            break  # the others ended before
        for (made,) in con.execute(times, (session, *SPOKEN)):
            if not made:
                return NO_COVER
            if (ident, made) not in uttered:
                cover = max(cover, made)
    return cover


def remove_cover(con: apsw.Connection, tree: str = "") -> None:
    """Removes what says up to which utterance a brief has read, for a tree or for all. The next brief writes it."""
    query = "DELETE FROM meta WHERE key = ?" if tree else "DELETE FROM meta WHERE key LIKE ? || '%'"
    con.execute(query, (COVER + tree,))
