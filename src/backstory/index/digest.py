"""A digest of all that a working tree sees in the index, equal for an index kept in step and a rebuilt one."""

import os
from typing import Any

import apsw

from backstory.base.path_codec import decode_path
from backstory.index.read import CONTENT_COLUMNS, PRESENT


def index_digest(con: apsw.Connection, tree: str, root: str, *, words: bool = False) -> str:
    """Digest over every present file, its content, edges, tags and anchors, whatever row numbers they have; with
    `words` also over the full text, which takes as long as building it."""
    from backstory.base.digests import blake2b

    sums = blake2b(digest_size=16)
    for line in list_contents(con, tree, root, words=words):
        sums.update(repr(line).encode("utf-8", "surrogateescape"))
    return sums.hexdigest()


def list_contents(con: apsw.Connection, tree: str, root: str, *, words: bool) -> list[tuple[object, ...]]:
    """Every present file with all that the tables hold about it, in an order that does not depend on row numbers."""
    by_id: dict[int, list[tuple[str, str, int]]] = {}
    if words:
        con.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.fts_words USING fts5vocab('main', 'fts', 'instance')")
        try:
            for term, doc, column, offset in con.execute("SELECT term, doc, col, offset FROM temp.fts_words"):
                by_id.setdefault(doc, []).append((term, column, offset))
        finally:
            con.execute("DROP TABLE IF EXISTS temp.fts_words")
    query = (
        f"SELECT p.scope, p.path, c.doc, c.crc, c.gone, {CONTENT_COLUMNS}"
        f" FROM presence p JOIN content c ON c.doc = p.doc WHERE {PRESENT}"
    )
    out: list[tuple[object, ...]] = []
    for content in list[Any](con.execute(query, (tree,))):
        doc = content[2]
        path = os.path.relpath(decode_path(content[1]), root) if content[0] == "team" else decode_path(content[1])
        parts = [
            tuple(con.execute(f"SELECT {what} FROM {table} WHERE doc = ? ORDER BY {what}", (doc,)).fetchall())
            for table, what in (
                ("link", "relation, target"), ("tag", "tag"), ("anchor", "path, symbol, digest, base, glob"),
            )
        ]  # fmt: skip
        sizes = con.execute("SELECT sz FROM fts_docsize WHERE id = ?", (doc,)).fetchone()
        out.append((content[0], path, *content[3:], *parts, sizes, tuple(sorted(by_id.get(doc, ())))))
    out.sort(key=repr)
    return out
