"""Writes the rows of many new files with a statement for each table, which takes about half the time.

Numbers of contents and the absence of earlier rows are taken from what the refresh has read. That holds as long as no
other process has written since: see `data_version`.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import apsw

from backstory.index import write

LEAST: Final = 100
"""Files from which on the statements are worth it."""
_CONTENT: Final = (
    f"INSERT INTO content (doc, {write.COLUMNS}, crc) VALUES ({', '.join('?' * (len(write.Content._fields) + 2))})"
)
_MERGING: Final = "INSERT INTO fts (fts, rank) VALUES ('automerge', ?)"
_AUTOMERGE: Final = 4
"""Pieces of the full text that SQLite merges as it goes, by its own default."""


class NewFile(NamedTuple):
    """A file that has no row yet, whose content is new to the index."""

    place: write.FileRow
    prepared: write.Prepared


def put_files(con: apsw.Connection, files: Sequence[NewFile], change: write.Change) -> None:
    """Writes contents, what is derived from them, and their places. Pieces of the full text are not merged yet."""
    docs = _number_contents(con, files)
    new = list({doc: file.prepared for doc, file in zip(docs, files, strict=True)}.items())
    con.execute("DELETE FROM trust WHERE doc >= ?", (min(docs),))  # numbers that other contents had before
    con.executemany(_CONTENT, ((doc, *one.content, one.crc) for doc, one in new))
    con.execute(_MERGING, (0,))
    con.executemany(write.FTS_INSERT, (write.full_text_row(doc, one) for doc, one in new if one.content.id))
    con.execute(_MERGING, (_AUTOMERGE,))
    con.executemany("INSERT INTO link VALUES (?, ?, ?)", ((doc, *link) for doc, one in new for link in one.links))
    con.executemany("INSERT INTO tag VALUES (?, ?)", ((doc, tag) for doc, one in new for tag in one.tags))
    con.executemany(write.ANCHOR_INSERT, (row for doc, one in new for row in write.anchor_rows(doc, one)))
    con.executemany(write.PRESENCE_INSERT, _place_rows(files, docs, change))


def _number_contents(con: apsw.Connection, files: Sequence[NewFile]) -> list[int]:
    """The number of the content of each file. Copies in several scopes are one content."""
    first = 1 + int(con.execute("SELECT coalesce(max(doc), 0) FROM content").get)
    docs: dict[tuple[str, str], int] = {}
    return [docs.setdefault((one.content.oid, one.content.name), first + len(docs)) for _, one in files]


def _place_rows(
    files: Sequence[NewFile], docs: Sequence[int], change: write.Change
) -> Iterator[tuple[str, str, str, int, int, int, int]]:
    """The rows of `presence`, each of which is counted as it is written."""
    for (place, _), doc in zip(files, docs, strict=True):
        row = write.presence_row(place, doc)
        change.count(place.tree, 1, write.presence_digest(*row[1:]))
        yield row
