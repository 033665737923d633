"""Describes the records that one tree sees in a short text, without reading any of them."""

import apsw

_QUERIES = (
    "SELECT docs, digest, head, refs FROM tree WHERE tree IN (:tree, '') ORDER BY tree",
    "SELECT value FROM meta WHERE key IN ('refreshes', 'trust') ORDER BY key",
    "SELECT count(*), total(doc), total(anywhere) FROM hidden WHERE tree = :tree",
    "SELECT count(*), total(doc * (1 + 2 * level + agreed)) FROM trust WHERE :tree = :tree",
)


def describe_state(con: apsw.Connection, tree: str) -> str:
    """Returns a text that is equal as long as the tree sees the same records with the same trust."""
    return repr([con.execute(query, {"tree": tree}).fetchall() for query in _QUERIES])
