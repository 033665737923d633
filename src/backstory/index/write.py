"""Writes rows of the index: a file's content, its place, and everything derived from it. Call it in a transaction."""

import os
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from zlib import crc32

import apsw
import msgspec

from backstory.base import debug
from backstory.base.digests import sha1
from backstory.base.marks import drop_marks
from backstory.base.path_codec import encode_path
from backstory.index.cover import remove_cover
from backstory.model.ids import normalize_id
from backstory.model.record import Anchor, Record
from backstory.store.vocabulary import normalize_channel

KEEP: Final = 200
"""Refreshes with changes for which a content without a file is kept, since people switch back to branches."""
MODULUS: Final = 1 << 48

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Record)


class Content(NamedTuple):
    """The row of a file's content, without `doc`, `crc` and `gone`."""

    oid: str
    size: int
    name: str
    id: str
    kind: str
    tier: str
    status: str
    how: str
    made: str
    title: str
    body: str
    tags: str
    paths: str
    rest: str
    tokens: int


COLUMNS: Final = ", ".join(Content._fields)


class Prepared(NamedTuple):
    """All rows of a new content, prepared before the transaction begins."""

    content: Content
    crc: int
    text: str
    """The text of `fts.body`: the body and the values of the fields."""
    idents: str
    links: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    anchors: tuple[Anchor, ...]


class FileRow(NamedTuple):
    """The place of a file in a tree. `path` is encoded as the index stores it (`base.path_codec`)."""

    tree: str
    path: str
    scope: str
    size: int
    mtime_ns: int
    sure: bool


def blob_id(data: bytes) -> str:
    """The id git gives a file of these bytes in a SHA-1 repository (`man gitformat-pack`; "blob", size, NUL, bytes)."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def content_name(folder: str, path: str) -> str:
    """`<kind>/<file name>` of a record file below the `memory` folder."""
    below = path[len(folder) + 1 :] if path.startswith(folder + os.sep) else os.path.relpath(path, folder)
    return encode_path(below.replace(os.sep, "/"))


def prepare_rows(record: Record | None, oid: str, size: int, name: str) -> Prepared:
    """Prepares the rows of a content. `record` has passed the gate; None means that the file holds no record."""
    if record is None:
        content = Content(oid, size, name, "", "", "", "", "", "", "", "", "", "", "", 0)
        return Prepared(content, content_checksum(content), "", "", (), (), ())
    title, body = record.title, record.body
    tags = tuple(dict.fromkeys(record.tags))
    anchors = tuple({(anchor.path, anchor.symbol): anchor for anchor in record.anchors}.values())
    paths = " ".join([anchor.target for anchor in anchors])
    from backstory.base.token_estimate import estimate_tokens  # who only reads the index splits no text
    from backstory.base.tokenizer import identifier_parts

    origin, how = record.origin, normalize_channel(record.origin.how)
    fields = dict(sorted(record.fields.items()))
    rest = {  # written out, so that equal records give equal bytes: `omit_defaults` looks at identity
        "id": record.id, "kind": record.kind, "title": "", "tier": record.tier, "status": record.status,
        "tags": record.tags, "anchors": record.anchors, "links": record.links, "made": record.made,
        "origin": {name: value for name in origin.__struct_fields__ if (value := getattr(origin, name))} | {"how": how},
        "fields": fields,
    }  # fmt: skip
    content = Content(
        oid, size, name, record.id, record.kind, record.tier, record.status, how, record.made, title,
        body,
        " ".join(tags), paths, _ENCODER.encode(rest).decode(), estimate_tokens(f"{title}\n{body}"),
    )  # fmt: skip
    text = drop_marks("\n".join((body, *fields.values())) if fields else body)
    links = tuple(dict.fromkeys((link.relation, normalize_id(link.target)) for link in record.links))
    return Prepared(
        content,
        content_checksum(content),
        text,
        identifier_parts(f"{drop_marks(title)} {text} {content.tags} {paths}"),
        links,
        tags,
        anchors,
    )


def restore_record(content: Content, scope: str = "private") -> Record:
    """The record of a stored content. Raises ValueError where the row was altered."""
    rest = _DECODER.decode(content.rest)
    origin = msgspec.structs.replace(rest.origin, how=normalize_channel(rest.origin.how))
    return Record(
        id=rest.id, kind=rest.kind, title=content.title, body=content.body, tier=rest.tier, status=rest.status,
        tags=rest.tags, anchors=rest.anchors, links=rest.links, origin=origin, made=rest.made, fields=rest.fields,
        scope=scope,
    )  # fmt: skip


def content_checksum(content: Content) -> int:
    """CRC-32 over the columns of a content."""
    return crc32("\x1f".join(map(str, content)).encode("utf-8", "surrogatepass"))


FTS_INSERT: Final = "INSERT INTO fts (rowid, title, body, tags, paths, idents) VALUES (?, ?, ?, ?, ?, ?)"
ANCHOR_INSERT: Final = "INSERT INTO anchor VALUES (?, ?, ?, ?, ?, ?)"
PRESENCE_INSERT: Final = "INSERT INTO presence VALUES (?, ?, ?, ?, ?, ?, ?)"


def put_content(con: apsw.Connection, prepared: Prepared) -> int:
    """Writes a new content and everything derived from it; returns its `doc`."""
    content = prepared.content
    marks = ", ".join("?" * (len(content) + 1))
    con.execute(f"INSERT INTO content ({COLUMNS}, crc) VALUES ({marks})", (*content, prepared.crc))
    doc = con.last_insert_rowid()
    con.execute("DELETE FROM trust WHERE doc = ?", (doc,))  # the number may have been another content's before
    if content.id:
        con.execute(FTS_INSERT, full_text_row(doc, prepared))
    for relation, target in prepared.links:
        con.execute("INSERT INTO link VALUES (?, ?, ?)", (doc, relation, target))
    for tag in prepared.tags:
        con.execute("INSERT INTO tag VALUES (?, ?)", (doc, tag))
    for row in anchor_rows(doc, prepared):
        con.execute(ANCHOR_INSERT, row)
    return doc


def full_text_row(doc: int, prepared: Prepared) -> tuple[int, str, str, str, str, str]:
    """The row of `fts` for a content."""
    content = prepared.content
    return doc, drop_marks(content.title), prepared.text, content.tags, content.paths, prepared.idents


def anchor_rows(doc: int, prepared: Prepared) -> Iterator[tuple[int, str, str, str, str, bool]]:
    """The rows of `anchor` for a content."""
    for anchor in prepared.anchors:
        base = anchor.path.rstrip("/").rpartition("/")[2]
        yield doc, anchor.path, anchor.symbol, anchor.digest, base, anchor.is_glob


def find_content(con: apsw.Connection, oid: str, name: str) -> int:
    """The `doc` of a content that the index has, or 0."""
    row = con.execute("SELECT doc FROM content WHERE oid = ? AND name = ?", (oid, name)).fetchone()
    return int(row[0]) if row else 0


def restore_content(con: apsw.Connection, doc: int) -> None:
    """Returns a content that no tree held to the full text, from the stored row: no file is read."""
    row = con.execute(f"SELECT {COLUMNS} FROM content WHERE doc = ? AND gone > 0", (doc,)).fetchone()
    if row is None:
        return
    content = Content(*row)
    con.execute("UPDATE content SET gone = 0 WHERE doc = ?", (doc,))
    if content.id:
        prepared = prepare_rows(restore_record(content), content.oid, content.size, content.name)
        con.execute(FTS_INSERT, full_text_row(doc, prepared))


def put_presence(con: apsw.Connection, place: FileRow, doc: int, change: "Change") -> None:
    """Adds the place of a file."""
    remove_presence(con, place.tree, place.path, change)
    row = presence_row(place, doc)
    con.execute(PRESENCE_INSERT, row)
    change.count(place.tree, 1, presence_digest(*row[1:]))


def presence_row(place: FileRow, doc: int) -> tuple[str, str, str, int, int, int, int]:
    """The row of `presence` for the place of a file."""
    return place.tree, place.path, place.scope, doc, place.size, place.mtime_ns, int(place.sure)


def remove_presence(con: apsw.Connection, tree: str, path: str, change: "Change") -> None:
    """Removes the place of a file."""
    row = con.execute(
        "DELETE FROM presence WHERE tree = ? AND path = ? RETURNING path, scope, doc, size, mtime_ns, sure",
        (tree, path),
    ).fetchone()
    if row is not None:
        change.count(tree, -1, -presence_digest(*row))
        change.docs.add(row[2])


def presence_digest(path: str, scope: str, doc: int, size: int, mtime_ns: int, sure: int) -> int:
    """The contribution of a row of `presence` to its tree's digest."""
    return crc32(f"{path}\0{scope}\0{doc}\0{size}\0{mtime_ns}\0{sure}".encode())


class Change:
    """The changes of a transaction: per tree the number of files and the digest; contents that lost a place."""

    def __init__(self) -> None:
        self.trees: dict[str, tuple[int, int]] = {}
        self.docs: set[int] = set()

    def count(self, tree: str, files: int, digest: int) -> None:
        before = self.trees.get(tree, (0, 0))
        self.trees[tree] = (before[0] + files, before[1] + digest)

    def finish(self, con: apsw.Connection) -> None:
        """Writes the trees' totals. Contents without a file leave the full text, and are deleted after a while."""
        for tree, (files, digest) in self.trees.items():
            row = con.execute("SELECT docs, digest FROM tree WHERE tree = ?", (tree,)).fetchone() or (0, 0)
            con.execute(
                "INSERT INTO tree VALUES (?1, ?2, ?3, '', '') ON CONFLICT DO UPDATE SET docs = ?2, digest = ?3",
                (tree, row[0] + files, (row[1] + digest) % MODULUS),
            )
        if not self.docs and not self.trees:
            return
        number = 1 + int(con.execute("SELECT value FROM meta WHERE key = 'refreshes'").get)
        if debug.start("index"):
            debug.write("index", f"refresh {number} of {con.filename}: {len(self.docs)} records changed")
        con.execute("UPDATE meta SET value = ? WHERE key = 'refreshes'", (str(number),))
        for doc in sorted(self.docs):
            if not con.execute("SELECT 1 FROM presence WHERE doc = ? LIMIT 1", (doc,)).fetchone():
                con.execute("UPDATE content SET gone = ? WHERE doc = ?", (number, doc))
                con.execute("DELETE FROM fts WHERE rowid = ?", (doc,))
                con.execute("DELETE FROM hidden WHERE doc = ?", (doc,))
        if number % 16 == 0:
            collect_garbage(con, number - KEEP)


def collect_garbage(con: apsw.Connection, before: int) -> None:
    """Deletes contents that no tree has held since refresh `before`."""
    docs = [row[0] for row in con.execute("SELECT doc FROM content WHERE gone > 0 AND gone <= ?", (before,))]
    for doc in docs:
        for table in ("trust", "link", "tag", "anchor", "content"):
            con.execute(f"DELETE FROM {table} WHERE doc = ?", (doc,))


def remove_trees(con: apsw.Connection, trees: Iterable[str], change: Change) -> None:
    """Deletes the rows of working trees that no longer exist."""
    for tree in trees:
        change.docs.update(row[0] for row in con.execute("SELECT doc FROM presence WHERE tree = ?", (tree,)))
        for table in ("presence", "hidden", "stamp", "tree", "shown", "overturned"):
            con.execute(f"DELETE FROM {table} WHERE tree = ?", (tree,))
        remove_cover(con, tree)
