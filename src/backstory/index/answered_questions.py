"""Which questions are answered: those whose status says so, and those that a trusted record answers by a link."""

from typing import Final

import apsw

from backstory.base.trust_levels import VOUCHED

ANSWERS: Final = "answers"
_ANSWERING: Final = (
    f"l.relation = '{ANSWERS}' AND a.status != 'retracted' AND +q.tree IN (?1, '')"
    " AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = q.doc)"
    f" AND {VOUCHED.format(p='q', c='a')}"
)
"""Whether the link `l` of content `a` at presence `q` answers its target: it is visible, trusted, not retracted."""
_FROM: Final = "FROM link l JOIN content a ON a.doc = l.doc JOIN presence q ON q.doc = l.doc"
STATUS: Final = (
    "CASE WHEN c.kind = 'question' AND c.status = 'open'"
    f" AND EXISTS (SELECT 1 {_FROM} WHERE {_ANSWERING} AND l.target = c.id) THEN 'answered' ELSE c.status END"
)
"""The status of content `c` as a reader sees it."""


def find_answered(con: apsw.Connection, tree: str) -> frozenset[str]:
    """Ids of the records that a trusted record, visible and not retracted, says it answers."""
    return frozenset(row[0] for row in con.execute(f"SELECT DISTINCT l.target {_FROM} WHERE {_ANSWERING}", (tree,)))
